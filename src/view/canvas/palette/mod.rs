//! The palette in use, which follows the world of the level and the player's choice.

pub mod ui;

use bevy::prelude::*;

use crate::view::frame::schedule::PaintSystems;
use crate::view::presentation::Presentation;
use hairline_level::LevelWorld;

pub use hairline_painter::palette::{BEAM_LIT, Palette, Palettes, Role, Tint, glow, mix, tint};

/// The world of the level that is shown; the code that loads a level sets it.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scenery(pub LevelWorld);

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(ui::plugin)
        .init_resource::<Palettes>()
        .init_resource::<Palette>()
        .init_resource::<Scenery>()
        .init_resource::<ClearColor>()
        .add_systems(Update, choose_palette.before(PaintSystems::DetectLevel));
}

fn choose_palette(
    scenery: Res<Scenery>,
    presentation: Res<Presentation>,
    palettes: Res<Palettes>,
    mut palette: ResMut<Palette>,
    mut clear: ResMut<ClearColor>,
) {
    palette.set_if_neq(*palettes.of(presentation.palette.unwrap_or(scenery.0)));
    let void = palette.color(Role::Void);
    if clear.0 != void {
        clear.0 = void;
    }
}
