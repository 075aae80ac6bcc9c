//! The faults of the level file that is played, in full, over the level; gone as soon as the file is mended.

use bevy::prelude::*;

use super::Screen;
use super::look::{self, DARK, PAPER, pt};
use super::shelf::Shelf;

/// Most lines shown, so that the level and the menu stay visible; the first fault matters most.
const LINES_MAX: usize = 16;
/// Points of the type.
const SIZE: f32 = 16.0;

#[derive(Component)]
struct Diagnostic;

/// Adds the overlay.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, show.run_if(resource_changed::<Shelf>.or_else(state_changed::<Screen>)));
}

fn show(mut commands: Commands, shelf: Res<Shelf>, screen: Res<State<Screen>>, shown: Query<Entity, With<Diagnostic>>) {
    shown.iter().for_each(|entity| commands.entity(entity).despawn());
    if *screen.get() != Screen::Playing || shelf.entries.is_empty() {
        return;
    }
    let Some(fault) = &shelf.current().fault else { return };
    let mut text: Vec<&str> = fault.lines().take(LINES_MAX).collect();
    if fault.lines().count() > LINES_MAX {
        text.push("...");
    }
    let node = Node {
        position_type: PositionType::Absolute,
        left: px(0),
        right: px(0),
        top: px(0),
        padding: UiRect::all(pt(20.0)),
        ..default()
    };
    commands.spawn((Diagnostic, node, BackgroundColor(DARK.with_alpha(0.94)), GlobalZIndex(20))).with_children(
        |node| {
            node.spawn(look::line(plain(&text.join("\n")), SIZE, PAPER));
        },
    );
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
    use super::plain;

    #[test]
    fn a_fault_as_it_is_rendered_has_no_character_that_the_font_lacks() {
        let faults = crate::level::parse("(version: 1, name: \"“x”\", map: r\"\n #@?\n\")", "x.level.ron").unwrap_err();
        let text = plain(&faults.to_string());
        assert!(text.lines().count() > 3);
        assert!(text.is_ascii(), "{text}");
    }
}
