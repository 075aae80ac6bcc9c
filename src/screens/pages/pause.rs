//! The pause menu, over the level that stands still.

use bevy::prelude::*;

use crate::screens::Pause;
use crate::screens::flow::Choice;
use crate::screens::level_catalog::Shelf;
use crate::screens::menus::spawn_menu;
use crate::screens::menus::theme;
use crate::screens::menus::theme::PAPER;
use crate::screens::ui_audio::mute_line;
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
fn page(shelf: &Shelf, debug: DebugView) -> (theme::Page, bool) {
    match (debug.0, shelf.opened) {
        (true, _) => (theme::clear_page(), true),
        (false, true) => (theme::thin_veil(), true),
        (false, false) => (theme::veil(), false),
    }
}

fn spawn(mut commands: Commands, shelf: Res<Shelf>, debug: Res<DebugView>, caption: Res<Caption>) {
    let (list, title, quit) = (("Level list", Choice::List), ("Title", Choice::Title), ("Quit", Choice::Quit));
    let [out, further] = if shelf.opened { [title, quit] } else { [list, title] };
    let entries = [("Resume", Choice::Resume), ("Restart", Choice::Again), out, further];
    let (veil, has_plate) = page(&shelf, *debug);
    commands.spawn((DespawnOnExit(Pause::Paused), PauseVeil, veil)).with_children(|veil| {
        veil.spawn((PausePlate, theme::plate_box(), theme::plate(has_plate))).with_children(|plate| {
            plate.spawn(theme::panel()).with_children(|panel| {
                panel.spawn(theme::label(&caption.name, theme::size::BODY, theme::GREY));
                panel.spawn(theme::line("Paused", theme::size::HEADLINE, PAPER));
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
    (*color, *edge) = theme::plate(has_plate);
}
