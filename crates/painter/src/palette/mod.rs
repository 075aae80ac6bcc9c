//! What pictures are made of, as numbers: a color for each [`Role`] in each world, read from a file, and the [marks] of
//! channels. What paints with them is elsewhere; nothing here depends on a window.

mod file;
pub mod marks;

use serde::Deserialize;

pub use file::{PALETTES_BYTES_MAX, PalettesError, WorldColors};

/// A color as it is written in a file: red, green and blue in sRGB.
pub type Rgb = [u8; 3];

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

/// A color for each of [`Role::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colors([Rgb; Role::ALL.len()]);

impl Colors {
    /// The color of a role. A lit beam has that of what kills.
    pub fn of(&self, role: Role) -> Rgb {
        match role {
            Role::BeamLit => self.0[Role::Lethal as usize],
            Role::White => [255; 3],
            role => self.0[role as usize],
        }
    }
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
