//! The shapes that a tile can have, as convex polygons inside the unit cell.

use bevy::math::Vec2;

/// What fills one cell. Slopes are named after the side on which they are solid and the way the surface rises.
///
/// The gentle slopes are two tiles long: a `Low` half rises from 0 to ½, a `High` half from ½ to 1.
/// (They are commonly called 22.5° slopes; the exact angle is atan ½ ≈ 26.57°.)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum TileShape {
    /// Nothing.
    #[default]
    Empty,
    /// The whole cell; stops bodies and light.
    Solid,
    /// ◢ floor, rising to the right at 45°.
    FloorRight,
    /// ◣ floor, rising to the left at 45°.
    FloorLeft,
    /// ◥ ceiling, thicker to the right, at 45°.
    CeilingRight,
    /// ◤ ceiling, thicker to the left, at 45°.
    CeilingLeft,
    /// Floor rising to the right from 0 to ½.
    FloorRightLow,
    /// Floor rising to the right from ½ to 1.
    FloorRightHigh,
    /// Floor rising to the left from ½ (at x = 1) to 1 (at x = 0).
    FloorLeftHigh,
    /// Floor rising to the left from 0 (at x = 1) to ½ (at x = 0).
    FloorLeftLow,
    /// Ceiling hanging 0 deep at x = 0 and ½ deep at x = 1.
    CeilingRightLow,
    /// Ceiling hanging ½ deep at x = 0 and 1 deep at x = 1.
    CeilingRightHigh,
    /// Ceiling hanging 1 deep at x = 0 and ½ deep at x = 1.
    CeilingLeftHigh,
    /// Ceiling hanging ½ deep at x = 0 and 0 deep at x = 1.
    CeilingLeftLow,
    /// A platform along the cell's top edge that stops only bodies coming down on it. Lets light through.
    OneWay,
    /// The whole cell; stops bodies, lets light through.
    Glass,
    /// The whole cell; stops light, lets bodies through.
    Curtain,
}

impl TileShape {
    /// The corners of the shape in the unit cell, counter-clockwise; empty for `Empty` and `OneWay`.
    pub fn corners(self) -> &'static [Vec2] {
        &[]
    }
    /// Whether beams and sight end on this shape.
    pub fn stops_light(self) -> bool {
        !matches!(self, Self::Empty | Self::OneWay | Self::Glass)
    }
    /// Whether bodies collide with this shape from every side. (`OneWay` is asked about apart.)
    pub fn stops_bodies(self) -> bool {
        !matches!(self, Self::Empty | Self::OneWay | Self::Curtain)
    }
}
