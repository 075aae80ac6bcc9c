//! The pause menu, over the level that stands still.

use bevy::prelude::*;

use super::Pause;
use super::flow::Choice;
use super::look::{self, PAPER};
use super::menu::spawn_menu;
use super::shelf::Shelf;
use super::sounding::mute_line;
use crate::view::debug::DebugView;
use crate::view::hud::Caption;

/// The page of the pause menu.
#[derive(Component, Clone, Copy, Debug)]
struct PauseVeil;

/// What lies under its type.
#[derive(Component, Clone, Copy, Debug)]
struct PausePlate;

/// Adds the screen.
pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Pause::Paused), spawn)
        .add_systems(Update, lay_plate.run_if(in_state(Pause::Paused).and_then(resource_changed::<DebugView>)));
}

/// The page, and whether its type needs a plate. Whoever edits the file wants to see what a save does, also while the
/// editor has the focus; and the debug view is there to be looked at.
fn page(shelf: &Shelf, debug: DebugView) -> (look::Page, bool) {
    match (debug.0, shelf.opened) {
        (true, _) => (look::clear_page(), true),
        (false, true) => (look::thin_veil(), true),
        (false, false) => (look::veil(), false),
    }
}

fn spawn(mut commands: Commands, shelf: Res<Shelf>, debug: Res<DebugView>, caption: Res<Caption>) {
    let (list, title, quit) = (("Level list", Choice::List), ("Title", Choice::Title), ("Quit", Choice::Quit));
    let [out, further] = if shelf.opened { [title, quit] } else { [list, title] };
    let entries = [("Resume", Choice::Resume), ("Restart", Choice::Again), out, further];
    let (veil, has_plate) = page(&shelf, *debug);
    commands.spawn((DespawnOnExit(Pause::Paused), PauseVeil, veil)).with_children(|veil| {
        veil.spawn((PausePlate, look::plate_box(), look::plate(has_plate))).with_children(|plate| {
            plate.spawn(look::panel()).with_children(|panel| {
                panel.spawn(look::label(&caption.name, look::size::BODY, look::GREY));
                panel.spawn(look::line("Paused", look::size::HEADLINE, PAPER));
                spawn_menu(panel, &entries, Choice::Resume, Choice::Resume);
                panel.spawn(mute_line());
            });
        });
    });
}

/// The debug view may be turned on and off while the menu is open.
fn lay_plate(
    shelf: Res<Shelf>,
    debug: Res<DebugView>,
    veil: Single<(&mut Node, &mut BackgroundGradient), With<PauseVeil>>,
    plate: Single<(&mut BackgroundColor, &mut BorderColor), With<PausePlate>>,
) {
    let (mut node, mut gradient) = veil.into_inner();
    let (mut color, mut edge) = plate.into_inner();
    let (page, has_plate) = page(&shelf, *debug);
    (*node, *gradient) = (page.0, page.1);
    (*color, *edge) = look::plate(has_plate);
}
