//! A color as paint code writes it: a role, or a mix of two, with opacity and brightness. It becomes a color where it is
//! painted, by the palette in use.

use std::ops::Mul;

use bevy_color::LinearRgba;

use super::{Palette, Role};

/// A color by its role.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tint {
    from: Role,
    to: Role,
    /// How much of `to` is in it, `0..=1`.
    share: f32,
    /// Multiplies the color; above 1 it may leave the screen's range and become paler.
    brightness: f32,
    /// Opacity, `0..=1`.
    alpha: f32,
}

/// A lit beam.
pub const BEAM_LIT: Tint = Tint::new(Role::BeamLit);

/// The color of a role with an opacity.
pub fn tint(role: Role, alpha: f32) -> Tint {
    Tint::new(role).with_alpha(alpha)
}

/// A color so many times as bright.
pub fn glow(role: Role, brightness: f32) -> Tint {
    Tint { brightness, ..Tint::new(role) }
}

/// Linear interpolation between two colors.
pub fn mix(from: Role, to: Role, share: f32) -> Tint {
    Tint { to, share, ..Tint::new(from) }
}

impl Tint {
    const fn new(role: Role) -> Self {
        Self { from: role, to: role, share: 0.0, brightness: 1.0, alpha: 1.0 }
    }

    /// Nothing.
    pub const NONE: Self = Self { alpha: 0.0, ..Self::new(Role::Void) };

    /// Its opacity, `0..=1`.
    pub fn alpha(self) -> f32 {
        self.alpha
    }

    /// The same color with another opacity.
    pub fn with_alpha(self, alpha: f32) -> Self {
        Self { alpha, ..self }
    }

    pub(super) fn resolve(self, palette: &Palette) -> LinearRgba {
        let (from, to) = (palette.linear(self.from), palette.linear(self.to));
        let LinearRgba { red, green, blue, .. } = from * (1.0 - self.share) + to * self.share;
        let [red, green, blue] = [red, green, blue].map(|channel| channel * self.brightness);
        LinearRgba { red, green, blue, alpha: self.alpha }
    }
}

impl From<Role> for Tint {
    fn from(role: Role) -> Self {
        Self::new(role)
    }
}

impl Mul<f32> for Tint {
    type Output = Self;

    /// Brightness and opacity together: less of the light.
    fn mul(self, factor: f32) -> Self {
        Self { brightness: self.brightness * factor, alpha: self.alpha * factor, ..self }
    }
}
