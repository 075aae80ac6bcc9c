//! The faults of the level file that is played, over the level, and its warnings in one line; gone as soon as the file is
//! mended.

use bevy::prelude::*;
use bevy::text::LineBreak;

use crate::screens::Screen;
use crate::screens::flow::{Choice, out_of_level};
use crate::screens::level_catalog::{Diagnosis, Shelf};
use crate::screens::menus::theme;
use crate::screens::menus::theme::{DARK, GREY, PAPER, pt};
use crate::screens::play::reload::Warnings;
use crate::screens::play::simulation_driver::Stage;
use crate::screens::play::stage_level;

/// Most lines of faults told in full, so that the level and the menu stay visible; the first fault matters most.
const LINES_MAX: usize = 16;
/// Most faults told in one line each, after those.
const BRIEF_MAX: usize = 8;
/// Points of the type.
const SIZE: f32 = 16.0;

#[derive(Component)]
struct Diagnostic;

/// Adds the overlay.
pub fn plugin(app: &mut App) {
    let is_due = resource_changed::<Shelf>
        .or_else(state_changed::<Screen>)
        .or_else(resource_changed::<Stage>)
        .or_else(resource_changed::<Warnings>);
    app.init_resource::<Warnings>().add_systems(Update, show.run_if(is_due).after(stage_level));
}

fn show(
    mut commands: Commands,
    shelf: Res<Shelf>,
    stage: Res<Stage>,
    warnings: Res<Warnings>,
    screen: Res<State<Screen>>,
    shown: Query<Entity, With<Diagnostic>>,
) {
    shown.iter().for_each(|entity| commands.entity(entity).despawn());
    if !matches!(screen.get(), Screen::Playing | Screen::Finished) || shelf.entries.is_empty() {
        return;
    }
    match &shelf.current().fault {
        Some(diagnosis) => spawn_faults(&mut commands, diagnosis, &shelf, stage.level.is_some()),
        None if !warnings.0.is_empty() => spawn_warnings(&mut commands, &warnings.0),
        None => {}
    }
}

fn spawn_faults(commands: &mut Commands, diagnosis: &Diagnosis, shelf: &Shelf, goes_on: bool) {
    let node = Node {
        position_type: PositionType::Absolute,
        flex_direction: FlexDirection::Column,
        row_gap: pt(12.0),
        left: px(0),
        right: px(0),
        top: px(0),
        padding: UiRect::all(pt(20.0)),
        border: UiRect::bottom(px(1)),
        ..default()
    };
    let edge = BorderColor::all(GREY);
    commands.spawn((Diagnostic, node, BackgroundColor(DARK), edge, GlobalZIndex(20))).with_children(|node| {
        let wrapped = || TextLayout::new(Justify::Left, LineBreak::WordOrCharacter);
        let Excerpt { full, brief, rest } = excerpt(diagnosis);
        node.spawn((Text::new(plain(&full)), wrapped(), theme::font(SIZE), TextColor(PAPER)));
        if !brief.is_empty() {
            node.spawn((Text::new(plain(&brief)), wrapped(), theme::font(SIZE), TextColor(PAPER)));
        }
        if rest > 0 {
            let faults = if rest == 1 { "fault" } else { "faults" };
            node.spawn(theme::line(format!("and {rest} more {faults}"), SIZE, GREY));
        }
        node.spawn(theme::line(footer(shelf, goes_on), SIZE, GREY));
    });
}

/// What goes on behind the faults.
fn footer(shelf: &Shelf, goes_on: bool) -> &'static str {
    match (goes_on, shelf.opened, out_of_level(shelf)) {
        (true, true, _) => "The last good level goes on until the file is mended.",
        (true, false, _) => "The last good level goes on.",
        (false, true, _) => "It is played as soon as the file is mended.   Escape: title",
        (false, false, Choice::Title) => "Escape: title",
        (false, false, _) => "Escape: level list",
    }
}

/// One quiet line in the corner.
fn spawn_warnings(commands: &mut Commands, warnings: &[String]) {
    let [first, more @ ..] = warnings else { return };
    let more = if more.is_empty() { String::new() } else { format!("   and {} more", more.len()) };
    let node = Node {
        position_type: PositionType::Absolute,
        right: px(0),
        top: Val::VMin(6.5),
        max_width: percent(60),
        padding: UiRect::axes(pt(10.0), pt(4.0)),
        ..default()
    };
    let text = (Text::new(plain(&format!("{first}{more}"))), theme::font(SIZE), TextColor(GREY));
    commands.spawn((Diagnostic, node, BackgroundColor(DARK.with_alpha(0.8)), GlobalZIndex(5))).with_child(text);
}

/// What of a diagnosis is shown.
#[derive(Debug, PartialEq, Eq)]
struct Excerpt {
    /// Faults in full.
    full: String,
    /// Those after them, a line each.
    brief: String,
    /// How many there are besides.
    rest: usize,
}

/// As many faults in full as fit, the first of them at any rate; some more in a line each; and how many are left.
fn excerpt(diagnosis: &Diagnosis) -> Excerpt {
    let mut lines: Vec<&str> = Vec::new();
    let mut shown = 0;
    for fault in &diagnosis.faults {
        let between = usize::from(shown > 0);
        if shown > 0 && lines.len() + between + fault.full.lines().count() > LINES_MAX {
            break;
        }
        lines.extend(std::iter::repeat_n("", between));
        lines.extend(fault.full.lines().take(LINES_MAX));
        shown += 1;
    }
    let brief: Vec<&str> = diagnosis.faults[shown..].iter().take(BRIEF_MAX).map(|fault| fault.brief.as_str()).collect();
    let rest = diagnosis.faults.len() - shown - brief.len() + diagnosis.untold;
    Excerpt { full: lines.join("\n"), brief: brief.join("\n"), rest }
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
    use crate::screens::level_catalog::Told;

    #[test]
    fn what_does_not_fit_is_told_in_a_line_and_what_does_not_fit_then_is_counted() {
        let check = |faults: &[usize], untold: usize, full: usize, brief: usize, rest: usize| {
            let told = |lines: &usize| Told { full: vec!["x"; *lines].join("\n"), brief: "x".to_owned() };
            let shown = excerpt(&Diagnosis { faults: faults.iter().map(told).collect(), untold });
            let counted = (shown.full.lines().count(), shown.brief.lines().count(), shown.rest);
            assert_eq!(counted, (full, brief, rest));
        };
        check(&[5], 0, 5, 0, 0);
        // Three of five lines with two empty ones between them are seventeen.
        check(&[5, 5, 5], 0, 11, 1, 0);
        check(&[5, 5, 4], 0, 16, 0, 0);
        check(&[5, 5, 5, 1], 70, 11, 2, 70);
        check(&[5; 2 + BRIEF_MAX + 3], 4, 11, BRIEF_MAX, 7);
        // The first one is shown whatever its length, as far as it fits.
        check(&[40, 1], 0, LINES_MAX, 1, 0);
    }

    #[test]
    fn a_fault_in_one_line_says_where_it_is() {
        let faults = crate::level::parse("(version: 1, name: \"x\", map: r\"\n #@?\n\")", "x.level.ron").unwrap_err();
        let diagnosis = Diagnosis::of(&faults);
        assert!(!diagnosis.faults.is_empty());
        for Told { full, brief } in diagnosis.faults {
            assert!(brief.starts_with("error in line ") && !brief.contains('\n'), "{brief}");
            assert!(full.contains(brief.split_once(": ").expect("it has words").1), "{full}");
        }
    }

    #[test]
    fn a_fault_as_it_is_rendered_has_no_character_that_the_font_lacks() {
        let faults = crate::level::parse("(version: 1, name: \"“x”\", map: r\"\n #@?\n\")", "x.level.ron").unwrap_err();
        let text = plain(&faults.to_string());
        assert!(text.lines().count() > 3);
        assert!(text.is_ascii(), "{text}");
    }
}
