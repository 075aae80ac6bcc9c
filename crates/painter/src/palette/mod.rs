//! The colors of pictures. Code names a color by its [`Role`]; a [`Palette`] says what color that is. Each world has a palette
//! of its own (`assets/palettes.ron`), and the player may choose one for all of them.
//!
//! [`Role::Lethal`] is the color of everything that kills or is about to. No other role comes near its hue, whatever the
//! palette; `tests/it/palettes.rs` holds that, and the contrasts.

mod file;
pub mod marks;
mod tint;

use bevy::prelude::Resource;
use bevy_color::{Color, LinearRgba, Srgba};
use hairline_level::LevelWorld;
use serde::Deserialize;

pub use file::{PALETTES_BYTES_MAX, PALETTES_VERSION, Palettes, PalettesError};
pub use tint::{BEAM_LIT, Tint, glow, mix, tint};

/// What a color means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Outside of the level: the window's clear color.
    Void,
    /// Open space.
    Space,
    /// Open space in slow motion.
    SpaceFocused,
    /// What is drawn on open space: its pattern, and the picture far behind it.
    Grain,
    /// Solid ground.
    Stone,
    /// The pattern on solid ground.
    Vein,
    /// The edge of solid ground.
    Edge,
    /// The edge of solid ground in slow motion.
    EdgeFocused,
    /// Glass: bodies stop, light does not.
    Glass,
    /// Curtains: light stops, bodies do not.
    Curtain,
    /// One-way platforms, and crumbles.
    Platform,
    /// The ninja's face, which is its hurt circle, and primary text.
    Paper,
    /// Secondary text.
    PaperDim,
    /// Dark features drawn on light shapes.
    Ink,
    /// The ninja's hood.
    Hood,
    /// The ninja's limbs, lighter than the hood so that they stand out against stone.
    Limb,
    /// The ninja's scarf, and focus.
    Focus,
    /// Robots.
    Steel,
    /// The parts of robots that face away.
    SteelDark,
    /// Shards.
    Shard,
    /// The lit side of a shard.
    ShardLight,
    /// The exit.
    Exit,
    /// The exit while it is shut.
    ExitShut,
    /// A camera's vision cone.
    Vision,
    /// A camera's vision cone while it sees the ninja: a warning, not the lethal color, since an alarm does not kill.
    Alarm,
    /// What throws the ninja: springs and bumpers.
    Bounce,
    /// Mirrors.
    Mirror,
    /// Teleports.
    Portal,
    /// Channels, in turn. Their marks identify them; color only helps.
    ChannelA,
    /// See [`Role::ChannelA`].
    ChannelB,
    /// See [`Role::ChannelA`].
    ChannelC,
    /// All that kills, and nothing else: beams, bullets, orbs, spikes, mines.
    Lethal,
    /// A lit beam: follows from [`Role::Lethal`], and is no role in a file.
    #[serde(skip)]
    BeamLit,
    /// White, for meshes whose material has the color; no role in a file.
    #[serde(skip)]
    White,
}

impl Role {
    /// The roles that a palette gives a color to, in their order.
    pub const ALL: [Self; 32] = [
        Self::Void,
        Self::Space,
        Self::SpaceFocused,
        Self::Grain,
        Self::Stone,
        Self::Vein,
        Self::Edge,
        Self::EdgeFocused,
        Self::Glass,
        Self::Curtain,
        Self::Platform,
        Self::Paper,
        Self::PaperDim,
        Self::Ink,
        Self::Hood,
        Self::Limb,
        Self::Focus,
        Self::Steel,
        Self::SteelDark,
        Self::Shard,
        Self::ShardLight,
        Self::Exit,
        Self::ExitShut,
        Self::Vision,
        Self::Alarm,
        Self::Bounce,
        Self::Mirror,
        Self::Portal,
        Self::ChannelA,
        Self::ChannelB,
        Self::ChannelC,
        Self::Lethal,
    ];

    /// The roles of channels, in turn.
    pub const CHANNELS: [Self; 3] = [Self::ChannelA, Self::ChannelB, Self::ChannelC];
}

/// A color for each role.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Palette {
    /// Linear, opaque; by the number of the role.
    colors: [LinearRgba; Role::White as usize + 1],
}

impl Palette {
    /// A palette of the colors of [`Role::ALL`].
    fn new(colors: [Srgba; Role::ALL.len()]) -> Self {
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

    /// The color of a tint, linear. It may be beyond the screen's range; what is beyond is cut off where it is shown.
    pub fn resolve(&self, tint: impl Into<Tint>) -> LinearRgba {
        tint.into().resolve(self)
    }

    /// The color of a tint, for what is not painted on the canvas.
    pub fn color(&self, tint: impl Into<Tint>) -> Color {
        self.resolve(tint).into()
    }

    /// The color of a tint on paper, where nothing is brighter than white: the excess of a transparent one makes it opaque.
    pub fn ink(&self, tint: impl Into<Tint>) -> Srgba {
        let color = self.resolve(tint);
        let alpha = (color.alpha * color.red.max(color.green).max(color.blue).max(1.0)).min(1.0);
        LinearRgba { alpha, ..within_screen(color) }.into()
    }
}

impl Default for Palette {
    fn default() -> Self {
        *Palettes::built_in().of(LevelWorld::default())
    }
}

/// A lit beam, brighter than the screen, which shows it pale.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_numbered_as_they_are_listed() {
        for (index, role) in Role::ALL.into_iter().enumerate() {
            assert_eq!(role as usize, index);
        }
        assert_eq!(Role::BeamLit as usize, Role::ALL.len());
    }
}
