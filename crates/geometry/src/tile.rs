//! The shapes of tiles: each is empty, the whole unit cell, or the convex part of it on one side of a straight slope.
//! The ray cast relies on that. What a tile means to the game is not known here.

use bevy_math::{IVec2, Vec2};

/// The shape in one cell. Slopes are named after the side on which they are solid and the direction in which they get
/// thicker.
///
/// The gentle slopes are two tiles long: a `Low` half rises from 0 to ½, a `High` half from ½ to 1. (They are commonly
/// called 22.5° slopes; the exact angle is atan ½ ≈ 26.57°.)
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
    /// A platform along the cell's top edge that stops only bodies that come from above. Lets light through.
    OneWay,
    /// The whole cell; stops bodies, lets light through.
    Glass,
    /// The whole cell; stops light, lets bodies through.
    Curtain,
    /// The whole cell; stops bodies and light, and reflects beams.
    Mirror,
    /// Stops nothing; the game's rules say what touching it means.
    Spikes,
    /// The whole cell; stops bodies and light. Bodies find no hold on its sides.
    Smooth,
}

/// The straight slope of a tile: the shape is the part of the unit cell where `a * x + b * y + c >= 0`, with `x` and
/// `y` measured from the cell's lower left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slope {
    pub a: i64,
    pub b: i64,
    pub c: i64,
    /// Its ends in half tiles, with the shape on the left.
    pub from: IVec2,
    pub to: IVec2,
}

/// The slope of each shape.
const SLOPES: [Option<Slope>; TileShape::ALL.len()] = {
    let mut slopes = [None; TileShape::ALL.len()];
    let mut i = 0;
    while i < slopes.len() {
        slopes[i] = slope_between(TileShape::ALL[i].corners());
        i += 1;
    }
    slopes
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Right,
    Bottom,
    Top,
}

impl TileShape {
    /// Every shape, in the order of the discriminants.
    pub const ALL: [Self; 20] = [
        Self::Empty,
        Self::Solid,
        Self::FloorRight,
        Self::FloorLeft,
        Self::CeilingRight,
        Self::CeilingLeft,
        Self::FloorRightLow,
        Self::FloorRightHigh,
        Self::FloorLeftHigh,
        Self::FloorLeftLow,
        Self::CeilingRightLow,
        Self::CeilingRightHigh,
        Self::CeilingLeftHigh,
        Self::CeilingLeftLow,
        Self::OneWay,
        Self::Glass,
        Self::Curtain,
        Self::Mirror,
        Self::Spikes,
        Self::Smooth,
    ];

    /// The corners of the shape in the unit cell, counter-clockwise; empty for `Empty`, `OneWay` and `Spikes`.
    pub const fn corners(self) -> &'static [Vec2] {
        const fn p(x: f32, y: f32) -> Vec2 {
            Vec2::new(x, y)
        }
        match self {
            Self::Empty | Self::OneWay | Self::Spikes => &[],
            Self::Solid | Self::Glass | Self::Curtain | Self::Mirror | Self::Smooth => {
                const { &[p(0., 0.), p(1., 0.), p(1., 1.), p(0., 1.)] }
            }
            Self::FloorRight => const { &[p(0., 0.), p(1., 0.), p(1., 1.)] },
            Self::FloorLeft => const { &[p(0., 0.), p(1., 0.), p(0., 1.)] },
            Self::CeilingRight => const { &[p(1., 0.), p(1., 1.), p(0., 1.)] },
            Self::CeilingLeft => const { &[p(0., 0.), p(1., 1.), p(0., 1.)] },
            Self::FloorRightLow => const { &[p(0., 0.), p(1., 0.), p(1., 0.5)] },
            Self::FloorRightHigh => const { &[p(0., 0.), p(1., 0.), p(1., 1.), p(0., 0.5)] },
            Self::FloorLeftHigh => const { &[p(0., 0.), p(1., 0.), p(1., 0.5), p(0., 1.)] },
            Self::FloorLeftLow => const { &[p(0., 0.), p(1., 0.), p(0., 0.5)] },
            Self::CeilingRightLow => const { &[p(1., 0.5), p(1., 1.), p(0., 1.)] },
            Self::CeilingRightHigh => const { &[p(0., 0.5), p(1., 0.), p(1., 1.), p(0., 1.)] },
            Self::CeilingLeftHigh => const { &[p(0., 0.), p(1., 0.5), p(1., 1.), p(0., 1.)] },
            Self::CeilingLeftLow => const { &[p(0., 0.5), p(1., 1.), p(0., 1.)] },
        }
    }

    /// The shape with left and right exchanged.
    pub fn mirrored(self) -> Self {
        match self {
            Self::FloorRight => Self::FloorLeft,
            Self::FloorLeft => Self::FloorRight,
            Self::CeilingRight => Self::CeilingLeft,
            Self::CeilingLeft => Self::CeilingRight,
            Self::FloorRightLow => Self::FloorLeftLow,
            Self::FloorRightHigh => Self::FloorLeftHigh,
            Self::FloorLeftHigh => Self::FloorRightHigh,
            Self::FloorLeftLow => Self::FloorRightLow,
            Self::CeilingRightLow => Self::CeilingLeftLow,
            Self::CeilingRightHigh => Self::CeilingLeftHigh,
            Self::CeilingLeftHigh => Self::CeilingRightHigh,
            Self::CeilingLeftLow => Self::CeilingRightLow,
            Self::Empty
            | Self::Solid
            | Self::OneWay
            | Self::Glass
            | Self::Curtain
            | Self::Mirror
            | Self::Spikes
            | Self::Smooth => self,
        }
    }

    /// Whether beams and sight end on this shape.
    pub fn stops_light(self) -> bool {
        !matches!(self, Self::Empty | Self::OneWay | Self::Glass | Self::Spikes)
    }

    /// Whether bodies collide with this shape from every side, which excludes `OneWay`.
    pub fn stops_bodies(self) -> bool {
        !matches!(self, Self::Empty | Self::OneWay | Self::Curtain | Self::Spikes)
    }

    /// Whether the shape is bounded by a slope, which leaves a part of its cell free.
    #[inline]
    pub fn is_slope(self) -> bool {
        self.slope().is_some()
    }

    /// Whether the closed shape contains a point given in the unit cell, `0..=1` on both axes; a point outside the cell,
    /// or one that is not a number, is in no shape. Right to within 10⁻¹⁶ tile.
    pub fn contains(self, point: Vec2) -> bool {
        if self.corners().is_empty() || !(0.0..=1.0).contains(&point.x) || !(0.0..=1.0).contains(&point.y) {
            return false;
        }
        let (x, y) = (f64::from(point.x), f64::from(point.y));
        self.slope().is_none_or(|s| s.a as f64 * x + s.b as f64 * y + s.c as f64 >= 0.0)
    }

    /// The slope that bounds the shape, if it has one.
    #[inline]
    pub(super) fn slope(self) -> Option<Slope> {
        SLOPES[self as usize]
    }

    /// Which halves of a side the shape covers: bit 0 for the half nearer to the cell's lower left corner, bit 1 for
    /// the other.
    pub(super) fn cover(self, side: Side) -> u8 {
        if self.corners().is_empty() {
            return 0;
        }
        let Some(slope) = self.slope() else { return 0b11 };
        // The sign of the slope's function at the side's k-th half point; a half is covered if both its ends are.
        let at = |k: i64| {
            let (x, y) = match side {
                Side::Left => (0, k),
                Side::Right => (2, k),
                Side::Bottom => (k, 0),
                Side::Top => (k, 2),
            };
            slope.a * x + slope.b * y + 2 * slope.c >= 0
        };
        u8::from(at(0) && at(1)) | u8::from(at(1) && at(2)) << 1
    }
}

/// The side of a shape that runs along no axis.
const fn slope_between(corners: &[Vec2]) -> Option<Slope> {
    const fn halves(corner: Vec2) -> IVec2 {
        IVec2::new((corner.x * 2.0) as i32, (corner.y * 2.0) as i32)
    }
    let mut i = 0;
    while i < corners.len() {
        let (from, to) = (halves(corners[i]), halves(corners[(i + 1) % corners.len()]));
        let (along_x, along_y) = (to.x - from.x, to.y - from.y);
        if along_x != 0 && along_y != 0 {
            // Without a common factor: one tile along each axis at 45°, a half along one axis otherwise.
            let factor = if along_x.abs() == along_y.abs() { 2 } else { 1 };
            let (a, b) = (-along_y / factor, along_x / factor);
            let c = -(a * from.x + b * from.y) / 2;
            return Some(Slope { a: a as i64, b: b as i64, c: c as i64, from, to });
        }
        i += 1;
    }
    None
}

impl Slope {
    /// The unit normal that points out of the shape.
    pub(super) fn normal(self) -> Vec2 {
        -Vec2::new(self.a as f32, self.b as f32).normalize()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mirrored_shape_has_the_mirrored_corners_and_mirrors_back() {
        for shape in TileShape::ALL {
            let mut mirrored: Vec<Vec2> = shape.corners().iter().map(|c| Vec2::new(1.0 - c.x, c.y)).collect();
            let mut corners = shape.mirrored().corners().to_vec();
            for list in [&mut mirrored, &mut corners] {
                list.sort_by(|a, b| a.to_array().partial_cmp(&b.to_array()).expect("corners are numbers"));
            }
            assert_eq!((mirrored, shape.mirrored().mirrored()), (corners, shape), "{shape:?}");
        }
    }

    #[test]
    fn a_side_is_covered_where_the_shape_touches_it() {
        use Side::*;
        let covers = |shape: TileShape| [Left, Right, Bottom, Top].map(|side| shape.cover(side));
        assert_eq!(covers(TileShape::Solid), [3, 3, 3, 3]);
        assert_eq!(covers(TileShape::OneWay), [0, 0, 0, 0]);
        assert_eq!(covers(TileShape::FloorRight), [0, 3, 3, 0]);
        assert_eq!(covers(TileShape::FloorRightLow), [0, 1, 3, 0]);
        assert_eq!(covers(TileShape::FloorRightHigh), [1, 3, 3, 0]);
        assert_eq!(covers(TileShape::CeilingLeftLow), [2, 0, 0, 3]);
        assert_eq!(covers(TileShape::CeilingLeftHigh), [3, 2, 0, 3]);
    }
}
