//! The colors of the picture. Code names a color by its [`Role`]; the [`Palette`] in use says what color that is. Each world
//! has a palette of its own (`assets/palettes.ron`), and the player may choose one for all of them.
//!
//! [`Role::Lethal`] is the color of everything that kills or is about to. No other role comes near its hue, whatever the
//! palette; tests in `worlds.rs` hold that, and what stands out from what.

mod tint;
pub mod ui;
mod worlds;

use bevy::color::{Color, LinearRgba};
use bevy::prelude::*;

use crate::view::frame::schedule::PaintSystems;
use crate::view::presentation::Presentation;
use hairline_level::LevelWorld;

pub use hairline_painter::palette::Role;
pub use tint::{BEAM_LIT, Tint, glow, mix, tint};
pub use worlds::Palettes;

/// A color for each role.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Palette {
    /// Linear, opaque; by the number of the role.
    colors: [LinearRgba; Role::White as usize + 1],
}

impl Palette {
    /// A palette of the colors of [`Role::ALL`].
    pub fn new(colors: [Srgba; Role::ALL.len()]) -> Self {
        let mut all = [LinearRgba::WHITE; Role::White as usize + 1];
        for (slot, color) in all.iter_mut().zip(colors) {
            *slot = color.into();
        }
        all[Role::BeamLit as usize] = lit(all[Role::Lethal as usize]);
        Self { colors: all }
    }

    /// The color of a role, linear.
    pub fn linear(&self, role: Role) -> LinearRgba {
        self.colors[role as usize]
    }

    /// The color of a tint, linear. It may be beyond the screen's range, where it blooms.
    pub fn resolve(&self, tint: impl Into<Tint>) -> LinearRgba {
        tint.into().resolve(self)
    }

    /// The color of a tint, for what is not painted on the canvas.
    pub fn color(&self, tint: impl Into<Tint>) -> Color {
        self.resolve(tint).into()
    }
}

impl Default for Palette {
    fn default() -> Self {
        *Palettes::built_in().of(LevelWorld::default())
    }
}

/// A lit beam, bright enough to bloom: its core clips to pale, its glow keeps the hue.
fn lit(lethal: LinearRgba) -> LinearRgba {
    let LinearRgba { red, green, blue, .. } = lethal;
    let brightness = 8.6 / red.max(green).max(blue).max(0.1);
    let [red, green, blue] = [red, green, blue].map(|channel| channel * brightness + 0.4);
    LinearRgba::rgb(red, green, blue)
}

/// A color within the screen's range: one beyond it loses brightness and keeps its hue.
pub fn within_screen(color: LinearRgba) -> LinearRgba {
    let brightness = color.red.max(color.green).max(color.blue).max(1.0);
    LinearRgba { red: color.red / brightness, green: color.green / brightness, blue: color.blue / brightness, ..color }
}

/// The world of the level that is shown; the code that loads a level sets it.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scenery(pub LevelWorld);

/// Adds the palette, which follows the world of the level and the player's choice.
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

#[cfg(test)]
mod tests {
    use bevy::color::Hsla;

    use super::*;

    #[test]
    fn a_beam_within_the_screens_range_keeps_the_lethal_hue() {
        for world in LevelWorld::ALL {
            let palette = *Palettes::built_in().of(world);
            let beam = within_screen(palette.linear(Role::BeamLit));
            assert!(beam.red.max(beam.green).max(beam.blue) <= 1.0);
            let (beam, lethal) = (Hsla::from(Color::from(beam)), Hsla::from(palette.color(Role::Lethal)));
            let apart = (beam.hue - lethal.hue).abs();
            assert!(lethal.saturation < 0.01 || apart.min(360.0 - apart) < 20.0, "{world:?}: {apart}");
            let stone = palette.linear(Role::Stone);
            assert_eq!(within_screen(stone), stone);
        }
    }
}
