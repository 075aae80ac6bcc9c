//! The faults of the level file that is played, in full, over the level; gone as soon as the file is mended.

use bevy::prelude::*;
use bevy::text::LineBreak;

use super::Screen;
use super::drive::Stage;
use super::look::{self, DARK, GREY, PAPER, pt};
use super::shelf::{Diagnosis, Shelf};

/// Most lines shown, so that the level and the menu stay visible; the first fault matters most.
const LINES_MAX: usize = 16;
/// Points of the type.
const SIZE: f32 = 16.0;

#[derive(Component)]
struct Diagnostic;

/// Adds the overlay.
pub fn plugin(app: &mut App) {
    let is_due = resource_changed::<Shelf>.or_else(state_changed::<Screen>).or_else(resource_changed::<Stage>);
    app.add_systems(Update, show.run_if(is_due));
}

fn show(
    mut commands: Commands,
    shelf: Res<Shelf>,
    stage: Res<Stage>,
    screen: Res<State<Screen>>,
    shown: Query<Entity, With<Diagnostic>>,
) {
    shown.iter().for_each(|entity| commands.entity(entity).despawn());
    if !matches!(screen.get(), Screen::Playing | Screen::Finished) || shelf.entries.is_empty() {
        return;
    }
    let Some(diagnosis) = &shelf.current().fault else { return };
    let node = Node {
        position_type: PositionType::Absolute,
        flex_direction: FlexDirection::Column,
        row_gap: pt(12.0),
        left: px(0),
        right: px(0),
        top: px(0),
        padding: UiRect::all(pt(20.0)),
        ..default()
    };
    commands.spawn((Diagnostic, node, BackgroundColor(DARK.with_alpha(0.94)), GlobalZIndex(20))).with_children(
        |node| {
            let wrapped = TextLayout::new(Justify::Left, LineBreak::WordOrCharacter);
            let (text, rest) = begun(diagnosis);
            node.spawn((Text::new(plain(&text)), wrapped, look::font(SIZE), TextColor(PAPER)));
            if rest > 0 {
                let faults = if rest == 1 { "fault" } else { "faults" };
                node.spawn(look::line(format!("and {rest} more {faults}"), SIZE, GREY));
            }
            // Without a level there is nothing else on the screen.
            if stage.level.is_none() {
                node.spawn(look::label("Escape: level list", look::size::BODY, GREY));
            }
        },
    );
}

/// As many faults as fit, the first of them at any rate, and how many there are besides.
fn begun(diagnosis: &Diagnosis) -> (String, usize) {
    let mut lines: Vec<&str> = Vec::new();
    let mut shown = 0;
    for fault in &diagnosis.faults {
        let between = usize::from(shown > 0);
        if shown > 0 && lines.len() + between + fault.lines().count() > LINES_MAX {
            break;
        }
        lines.extend(std::iter::repeat_n("", between));
        lines.extend(fault.lines().take(LINES_MAX));
        shown += 1;
    }
    (lines.join("\n"), diagnosis.faults.len() - shown + diagnosis.untold)
}

/// The text in the characters that the game's font has: a diagnostic's frames are drawn with others.
fn plain(text: &str) -> String {
    let plain = |character| match character {
        '│' | '┃' | '╷' | '╵' => '|',
        '─' | '━' | '┌' | '└' | '╭' | '╰' | '├' => '-',
        '·' | '•' => ':',
        '“' | '”' => '"',
        '‘' | '’' => '\'',
        '…' => '~',
        '×' => 'x',
        '–' | '—' => '-',
        other => other,
    };
    text.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_counted_by_faults() {
        let check = |faults: &[usize], untold: usize, lines: usize, rest: usize| {
            let faults = faults.iter().map(|lines| vec!["x"; *lines].join("\n")).collect();
            let (text, left) = begun(&Diagnosis { faults, untold });
            assert_eq!((text.lines().count(), left), (lines, rest));
        };
        check(&[5], 0, 5, 0);
        // Three of five lines with two empty ones between them are seventeen.
        check(&[5, 5, 5], 0, 11, 1);
        check(&[5, 5, 4], 0, 16, 0);
        check(&[5, 5, 5, 1], 70, 11, 72);
        // The first one is shown whatever its length, as far as it fits.
        check(&[40, 1], 0, LINES_MAX, 1);
    }

    #[test]
    fn a_fault_as_it_is_rendered_has_no_character_that_the_font_lacks() {
        let faults = crate::level::parse("(version: 1, name: \"“x”\", map: r\"\n #@?\n\")", "x.level.ron").unwrap_err();
        let text = plain(&faults.to_string());
        assert!(text.lines().count() > 3);
        assert!(text.is_ascii(), "{text}");
    }
}
