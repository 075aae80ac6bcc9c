//! Rays rounded to a lattice, on which integers say exactly which grid line a ray crosses next and where, and the exact
//! end of a walk along one. Knows no map.

use std::hint::select_unpredictable;

use bevy_math::{I64Vec2, IVec2, Vec2};

use crate::tile::TileShape;

/// Lattice units in a tile: origins are rounded to multiples of 1 / `TILE` tile.
pub(super) const TILE: i64 = 1 << TILE_BITS;
pub(crate) const TILE_BITS: u32 = 12;
/// Adding this to a number below 2³⁸ leaves the number, rounded to a multiple of 2⁻¹², in the low bits of the sum.
const ROUND_ORIGIN: f64 = (1u64 << 40) as f64 * 1.5;
/// Adding this to a number below 2²⁶ leaves the number, rounded to a multiple of 2⁻²⁴, in the low bits of the sum.
const ROUND_DIRECTION: f64 = (1u64 << 28) as f64 * 1.5;

/// A ray on the lattice: its points are `origin + t direction` in 1 / [`TILE`] tile, for `t > 0`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LatticeRay {
    pub origin: I64Vec2,
    pub direction: I64Vec2,
}

/// The end of a walk, exactly at `t = numerator / denominator`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WalkHit {
    pub numerator: i64,
    pub denominator: i64,
    pub cell: IVec2,
    /// The shape in the cell; `Empty` in the border.
    pub tile: TileShape,
    pub kind: WalkHitKind,
}

/// What a walk ended at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum WalkHitKind {
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
        let direction = I64Vec2::new(round_direction(direction.x), round_direction(direction.y));
        Self { origin: round_to_lattice(origin), direction }
    }

    /// The segment between two points: `t` runs over `0..=1`.
    #[inline]
    pub fn between(a: Vec2, b: Vec2) -> Self {
        let origin = round_to_lattice(a);
        Self { origin, direction: round_to_lattice(b) - origin }
    }

    /// An upper bound of the number of grid lines that the ray crosses for `t` in `0..=1`.
    #[inline]
    pub fn steps(&self) -> u32 {
        (self.direction.abs().element_sum() >> TILE_BITS) as u32 + 3
    }

    /// The cell that the ray is in just after its origin. Of the two beside a grid line that it runs along, the one
    /// above or to the right.
    #[inline]
    pub fn first_cell(&self) -> I64Vec2 {
        self.just_after() >> TILE_BITS
    }

    /// The error term in a cell that the ray crosses. Its sign says through which side the ray leaves the cell: negative
    /// for the left or right side, positive for the bottom or top, 0 for a corner.
    #[inline]
    pub fn error_in(&self, cell: I64Vec2) -> i64 {
        // The distance to the side ahead: in the first cell the place in the cell or its complement, and the cells since.
        let in_first = ((self.just_after() ^ !(self.direction >> 63i32)) & (TILE - 1)) + 1;
        let to_exit = in_first + (cell - self.first_cell()).abs() * TILE;
        to_exit.perp_dot(self.direction.abs())
    }

    /// The lattice unit that the ray crosses just after its origin. Wraps for an origin that is far outside any map.
    #[inline]
    fn just_after(&self) -> I64Vec2 {
        self.origin.wrapping_add(self.direction >> 63)
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
        IVec2::new(cell(self.origin.x, self.direction.x), cell(self.origin.y, self.direction.y))
    }

    /// Whether the ray runs along a grid line, where it touches the cells on both sides.
    #[inline]
    pub fn runs_along_grid_line(&self) -> bool {
        (self.direction | self.origin & (TILE - 1)).cmpeq(I64Vec2::ZERO).any()
    }

    /// The signs of the ray's direction. For a ray along an axis this is the step from cell to cell.
    #[inline]
    pub fn ahead(&self) -> IVec2 {
        self.direction.signum().as_ivec2()
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
        let select = |v: I64Vec2| select_unpredictable(along_x, v.x, v.y);
        let (o, d, cell) = (select(self.origin), select(self.direction), select(cell.as_i64vec2()));
        // All ones for a ray towards smaller coordinates, and `(v ^ down) - down` is `-v`.
        let down = d >> 63;
        let side = (cell - down) << TILE_BITS;
        (((side - o) ^ down) - down, d.abs())
    }

    /// The point of a hit that is on the lattice.
    pub fn lattice_point(&self, hit: &WalkHit) -> I64Vec2 {
        self.origin + self.direction * hit.numerator / hit.denominator
    }

    /// The point at `t`, in tiles.
    #[inline]
    pub fn at(&self, t: f64) -> Vec2 {
        let [origin, direction] = [self.origin, self.direction].map(|v| v.as_ivec2().as_dvec2());
        ((origin + t * direction) / TILE as f64).as_vec2()
    }

    /// The distance from the origin to the point at `t`, in tiles. Only for a ray along a unit vector.
    #[inline]
    pub fn distance(&self, t: f64) -> f32 {
        // The rounded direction's length differs from 1 by less than 2⁻²², so the first-order series of the root
        // suffices.
        let squared = self.direction.as_ivec2().as_dvec2().length_squared();
        let length = 0.5 + squared * (0.5 / (1u64 << 48) as f64);
        (t * (length * TILE as f64)) as f32
    }

    /// The unit vector opposite to the direction.
    #[cold]
    pub fn backwards(&self) -> Vec2 {
        -self.direction.as_dvec2().normalize().as_vec2()
    }
}

/// A point in tiles, rounded to the lattice of origins (ties to even). A coordinate that is not finite comes out far
/// outside any map.
#[inline]
fn round_to_lattice(point: Vec2) -> I64Vec2 {
    let round = |x: f32| ((f64::from(x) + ROUND_ORIGIN).to_bits() as i64).wrapping_sub(ROUND_ORIGIN.to_bits() as i64);
    I64Vec2::new(round(point.x), round(point.y))
}

/// A component of a unit vector, rounded to a multiple of 2⁻²⁴ (ties to even). The low half of the sum has all its bits.
#[inline]
fn round_direction(x: f32) -> i64 {
    i64::from((f64::from(x) + ROUND_DIRECTION).to_bits() as i32)
}
