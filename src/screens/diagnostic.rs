//! The faults of the level file that is played, in full, over the level; gone as soon as the file is mended.

use bevy::prelude::*;

use super::Screen;
use super::look::{self, DARK, PAPER, pt};
use super::shelf::Shelf;

/// Most lines shown; the first fault matters most.
const LINES_MAX: usize = 24;

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
        bottom: px(0),
        padding: UiRect::all(pt(20.0)),
        ..default()
    };
    commands.spawn((Diagnostic, node, BackgroundColor(DARK.with_alpha(0.94)), GlobalZIndex(5))).with_children(|node| {
        node.spawn(look::line(text.join("\n"), look::size::BODY, PAPER));
    });
}
