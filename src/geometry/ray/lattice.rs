//! Rays rounded to a lattice, on which integers say exactly which grid line a ray crosses next and where, and the exact
//! end of a walk along one. Knows no map.

use std::hint::select_unpredictable;

use bevy::math::{DVec2, I64Vec2, IVec2, Vec2};

use crate::geometry::tile::TileShape;

/// Lattice units in a tile: origins are rounded to multiples of 1 / `TILE` tile.
pub(super) const TILE: i64 = 1 << TILE_BITS;
pub(in crate::geometry) const TILE_BITS: u32 = 12;
/// Adding this to a number below 2³⁸ leaves the number, rounded to a multiple of 2⁻¹², in the low bits of the sum.
const ROUND_ORIGIN: f64 = (1u64 << 40) as f64 * 1.5;
/// Adding this to a number below 2²⁶ leaves the number, rounded to a multiple of 2⁻²⁴, in the low bits of the sum.
const ROUND_DIRECTION: f64 = (1u64 << 28) as f64 * 1.5;

/// A ray on the lattice: its points are `(ox, oy) + t (dx, dy)` in 1 / [`TILE`] tile, for `t > 0`.
#[derive(Clone, Copy, Debug)]
pub(in crate::geometry) struct LatticeRay {
    pub ox: i64,
    pub oy: i64,
    pub dx: i64,
    pub dy: i64,
}

/// The end of a walk, exactly at `t = numerator / denominator`.
#[derive(Clone, Copy, Debug)]
pub(in crate::geometry) struct WalkHit {
    pub numerator: i64,
    pub denominator: i64,
    pub cell: IVec2,
    /// The shape in the cell; `Empty` in the border.
    pub tile: TileShape,
    pub kind: WalkHitKind,
}

/// What a walk ended at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::geometry) enum WalkHitKind {
    /// A side of a cell: a left or right one, entered by a step along x, or a bottom or top one, entered along y.
    Face { along_x: bool },
    /// The slope of the tile.
    Slope,
    /// A point where surfaces meet, or the origin, on a surface into which the ray moves.
    Vertex,
    /// The origin, inside a solid.
    Inside,
    /// The origin, on a surface that the ray runs along.
    Grazing,
    /// The border: the ray leaves the map.
    Border,
}

impl WalkHit {
    /// Whether it is on a tile before the end of a ray that is a segment ([`LatticeRay::between`]).
    #[inline]
    pub fn blocks_segment(&self) -> bool {
        self.kind != WalkHitKind::Border && self.numerator < self.denominator
    }
}

impl LatticeRay {
    /// A ray from an origin in tiles along a unit vector, rounded to the lattice.
    #[inline]
    pub fn new(origin: Vec2, direction: Vec2) -> Self {
        Self {
            ox: round_to_lattice(origin.x),
            oy: round_to_lattice(origin.y),
            dx: round_direction(direction.x),
            dy: round_direction(direction.y),
        }
    }

    /// The segment between two points: `t` runs over `0..=1`.
    #[inline]
    pub fn between(a: Vec2, b: Vec2) -> Self {
        let (ox, oy) = (round_to_lattice(a.x), round_to_lattice(a.y));
        Self { ox, oy, dx: round_to_lattice(b.x) - ox, dy: round_to_lattice(b.y) - oy }
    }

    /// A ray from a point of the lattice.
    #[inline]
    pub fn towards(origin: I64Vec2, direction: IVec2) -> Self {
        Self { ox: origin.x, oy: origin.y, dx: direction.x.into(), dy: direction.y.into() }
    }

    /// An upper bound of the number of grid lines that the ray crosses for `t` in `0..=1`.
    #[inline]
    pub fn steps(&self) -> u32 {
        ((self.dx.abs() + self.dy.abs()) >> 12) as u32 + 3
    }

    /// The cell that the ray is in just after its origin. Of the two beside a grid line that it runs along, the one
    /// above or to the right.
    #[inline]
    pub fn first_cell(&self) -> I64Vec2 {
        I64Vec2::new(just_after(self.ox, self.dx) >> TILE_BITS, just_after(self.oy, self.dy) >> TILE_BITS)
    }

    /// [`Self::error_in`] the first cell.
    #[inline]
    pub fn first_error(&self) -> i64 {
        // The distance to the side ahead: the place in the cell, or its complement.
        let to_exit = |o: i64, d: i64| ((just_after(o, d) ^ !(d >> 63)) & (TILE - 1)) + 1;
        to_exit(self.ox, self.dx) * self.dy.abs() - to_exit(self.oy, self.dy) * self.dx.abs()
    }

    /// The cell that the ray is in just before `t = numerator / denominator`.
    #[inline]
    pub fn cell_before(&self, (numerator, denominator): (i64, i64)) -> IVec2 {
        let cell = |o: i64, d: i64| {
            let (at, tile) = (o * denominator + numerator * d, denominator << TILE_BITS);
            let cell = if d > 0 { -(-at).div_euclid(tile) - 1 } else { at.div_euclid(tile) };
            // A ray nearly along the other axis is far away.
            cell.clamp(i32::MIN.into(), i32::MAX.into()) as i32
        };
        IVec2::new(cell(self.ox, self.dx), cell(self.oy, self.dy))
    }

    /// The error term in a cell with sides of `1 << bits` lattice units. Its sign says through which side the ray leaves
    /// the cell: negative for the left or right side, positive for the bottom or top, 0 for a corner.
    #[inline]
    pub fn error_in(&self, cell: IVec2, bits: u32) -> i64 {
        let (rx, ry) = (to_exit(self.ox, self.dx, cell.x.into(), bits), to_exit(self.oy, self.dy, cell.y.into(), bits));
        rx * self.dy.abs() - ry * self.dx.abs()
    }

    /// Whether the ray runs along a grid line, where it touches the cells on both sides.
    #[inline]
    pub fn runs_along_grid_line(&self) -> bool {
        (self.dx | self.ox & (TILE - 1)) == 0 || (self.dy | self.oy & (TILE - 1)) == 0
    }

    /// The signs of the ray's direction. For a ray along an axis this is the step from cell to cell.
    #[inline]
    pub fn ahead(&self) -> IVec2 {
        IVec2::new(self.dx.signum() as i32, self.dy.signum() as i32)
    }

    /// The hit on the side of a cell that a walk has entered by a step along x, or along y. A cell with a set bit and an
    /// `Empty` tile is one of the border.
    #[inline(always)]
    pub fn face_hit(&self, cell: IVec2, tile: TileShape, along_x: bool) -> WalkHit {
        let (numerator, denominator) = self.entry(cell, along_x);
        let kind = if tile == TileShape::Empty { WalkHitKind::Border } else { WalkHitKind::Face { along_x } };
        WalkHit { numerator, denominator, cell, tile, kind }
    }

    /// The `t` at which the ray crosses into the column of a cell, or into its row, as a fraction.
    #[inline(always)]
    pub fn entry(&self, cell: IVec2, along_x: bool) -> (i64, i64) {
        // Without a branch, which would be mispredicted for every other ray.
        let select = |x: i64, y: i64| select_unpredictable(along_x, x, y);
        let (o, d) = (select(self.ox, self.oy), select(self.dx, self.dy));
        // The side over which the ray enters is that over which it leaves the cell before.
        (to_exit(o, d, select(cell.x.into(), cell.y.into()) - (d >> 63 | 1), TILE_BITS), d.abs())
    }

    /// The origin.
    #[inline]
    pub fn origin(&self) -> I64Vec2 {
        I64Vec2::new(self.ox, self.oy)
    }

    /// The direction.
    #[inline]
    pub fn direction(&self) -> I64Vec2 {
        I64Vec2::new(self.dx, self.dy)
    }

    /// The point of a hit that is on the lattice.
    pub fn lattice_point(&self, hit: &WalkHit) -> I64Vec2 {
        self.origin() + self.direction() * hit.numerator / hit.denominator
    }

    /// The point at `t`, in tiles.
    #[inline]
    pub fn at(&self, t: f64) -> Vec2 {
        let [ox, oy, dx, dy] = [self.ox, self.oy, self.dx, self.dy].map(|v| f64::from(v as i32));
        let point = DVec2::new(ox + t * dx, oy + t * dy);
        (point / TILE as f64).as_vec2()
    }

    /// The distance from the origin to the point at `t`, in tiles. Only for a ray along a unit vector.
    #[inline]
    pub fn distance(&self, t: f64) -> f32 {
        // The rounded direction's length differs from 1 by less than 2⁻²², so the first-order series of the root
        // suffices.
        let (dx, dy) = (f64::from(self.dx as i32), f64::from(self.dy as i32));
        let length = 0.5 + (dx * dx + dy * dy) * (0.5 / (1u64 << 48) as f64);
        (t * (length * TILE as f64)) as f32
    }

    /// The unit vector opposite to the direction.
    #[cold]
    pub fn backwards(&self) -> Vec2 {
        -DVec2::new(self.dx as f64, self.dy as f64).normalize().as_vec2()
    }
}

/// The lower end of the lattice unit that a ray crosses just after `o`. Wraps for an origin that is far outside any map.
#[inline]
fn just_after(o: i64, d: i64) -> i64 {
    o.wrapping_add(d >> 63)
}

/// The distance along one axis from `o` to the side of a cell over which a ray in direction `d` leaves it.
#[inline]
fn to_exit(o: i64, d: i64, cell: i64, bits: u32) -> i64 {
    // All ones for a ray towards smaller coordinates, and `(v ^ down) - down` is `-v`.
    let down = d >> 63;
    ((((cell + 1 + down) << bits) - o) ^ down) - down
}

/// A coordinate in tiles, rounded to the lattice of origins (ties to even). One that is not finite comes out far
/// outside any map.
#[inline]
fn round_to_lattice(x: f32) -> i64 {
    ((f64::from(x) + ROUND_ORIGIN).to_bits() as i64).wrapping_sub(ROUND_ORIGIN.to_bits() as i64)
}

/// A component of a unit vector, rounded to a multiple of 2⁻²⁴ (ties to even). The low half of the sum has all its bits.
#[inline]
fn round_direction(x: f32) -> i64 {
    i64::from((f64::from(x) + ROUND_DIRECTION).to_bits() as i32)
}
