//! Rays on a lattice, where whole numbers tell exactly which line of the grid a ray crosses next and where; private, behind
//! [`ray`](crate::geometry::ray).

use bevy::math::{DVec2, IVec2, Vec2};

use crate::geometry::tile::TileShape;

/// A tile, in the units of a lattice origin: origins are rounded to multiples of 1 / `TILE` tile.
pub(crate) const TILE: i64 = 1 << 12;
/// Adding this to a number of less than 2³⁸ leaves it rounded to a multiple of 2⁻¹² in the low bits.
const ROUND_ORIGIN: f64 = (1u64 << 40) as f64 * 1.5;
/// Adding this to a number of less than 2²⁶ leaves it rounded to a multiple of 2⁻²⁴ in the low bits.
const ROUND_DIRECTION: f64 = (1u64 << 28) as f64 * 1.5;

/// A ray on the lattice: its points are `(ox, oy) + t (dx, dy)` in 1 / [`TILE`] tile, for `t > 0`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LatticeRay {
    pub ox: i64,
    pub oy: i64,
    pub dx: i64,
    pub dy: i64,
}

/// Where a walk ended: at `t = numerator / denominator`, exactly.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strike {
    pub numerator: i64,
    pub denominator: i64,
    pub cell: IVec2,
    /// What fills the cell.
    pub tile: TileShape,
    pub kind: StrikeKind,
}

/// What a walk ended on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum StrikeKind {
    /// A side of a cell, met by a ray that moves along x or, if not, along y.
    Face { along_x: bool },
    /// The slope of the tile.
    Slope,
    /// A vertex of one or more shapes, in half tiles.
    Vertex(IVec2),
    /// The origin, in the inside of the solids.
    Inside,
    /// The origin, on a surface that the ray runs along.
    Grazing,
    /// The ray leaves the map.
    Border,
}

impl Strike {
    /// On the side of a full cell, or of a cell of the border, which alone has a bit in the grids and no tile.
    #[inline]
    pub fn on_face(numerator: i64, denominator: i64, cell: IVec2, tile: TileShape, along_x: i64) -> Self {
        let kind = match tile {
            TileShape::Empty => StrikeKind::Border,
            _ => StrikeKind::Face { along_x: along_x != 0 },
        };
        Self { numerator, denominator, cell, tile, kind }
    }

    /// Whether it lies before the end of a ray that is a segment ([`LatticeRay::between`]), on something.
    #[inline]
    pub fn blocks_segment(&self) -> bool {
        self.kind != StrikeKind::Border && self.numerator < self.denominator
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

    /// At most how many lines of the grid it crosses over `t` in `0..=1`, and a few more.
    #[inline]
    pub fn steps(&self) -> u32 {
        ((self.dx.abs() + self.dy.abs()) >> 12) as u32 + 3
    }

    /// The cell that the ray is in just after its origin; on a line that it runs along, the one above or to the right.
    #[inline]
    pub fn first_cell(&self) -> IVec2 {
        let cell = |o: i64, d: i64| ((o + (d >> 63)) >> 12) as i32;
        IVec2::new(cell(self.ox, self.dx), cell(self.oy, self.dy))
    }

    /// The cell that the ray is in just before `t = 1`.
    pub fn last_cell(&self) -> IVec2 {
        let cell = |o: i64, d: i64| ((o + d - i64::from(d > 0)) >> 12) as i32;
        IVec2::new(cell(self.ox, self.dx), cell(self.oy, self.dy))
    }

    /// Which line of the grid comes first out of a cell: negative for one along x, 0 for both at once.
    #[inline]
    pub fn error_in(&self, cell: IVec2) -> i64 {
        let (rx, ax) = self.entry_x(IVec2::new(cell.x + ((self.dx >> 63) | 1) as i32, cell.y));
        let (ry, ay) = self.entry_y(IVec2::new(cell.x, cell.y + ((self.dy >> 63) | 1) as i32));
        rx * ay - ry * ax
    }

    /// Whether the ray runs along a line of the grid, where it touches two rows of cells at once.
    #[inline]
    pub fn runs_along_grid_line(&self) -> bool {
        (self.dx | self.ox & (TILE - 1)) == 0 || (self.dy | self.oy & (TILE - 1)) == 0
    }

    /// Whether the ray is exactly horizontal or vertical.
    #[inline]
    pub fn runs_along_axis(&self) -> bool {
        self.dx == 0 || self.dy == 0
    }

    /// The signs of the ray's direction: for one along an axis, the step from cell to cell.
    #[inline]
    pub fn ahead(&self) -> IVec2 {
        IVec2::new(self.dx.signum() as i32, self.dy.signum() as i32)
    }

    /// The strike on the side of a cell that a walk has entered by a step along x (all ones) or along y (0).
    #[inline]
    pub fn face_strike(&self, cell: IVec2, tile: TileShape, along_x: i64) -> Strike {
        let (numerator, denominator) = if along_x == 0 { self.entry_y(cell) } else { self.entry_x(cell) };
        Strike::on_face(numerator, denominator, cell, tile, along_x)
    }

    /// The `t` at which the ray crosses into a cell along x, as a fraction.
    #[inline]
    pub fn entry_x(&self, cell: IVec2) -> (i64, i64) {
        // All ones when the ray runs down the axis: the line is the cell's far one, and `(v ^ down) - down` is `-v`.
        let down = self.dx >> 63;
        let line = i64::from(cell.x) - down;
        ((((line << 12) - self.ox) ^ down) - down, self.dx.abs())
    }

    /// The `t` at which the ray crosses into a cell along y, as a fraction.
    #[inline]
    pub fn entry_y(&self, cell: IVec2) -> (i64, i64) {
        let down = self.dy >> 63;
        let line = i64::from(cell.y) - down;
        ((((line << 12) - self.oy) ^ down) - down, self.dy.abs())
    }

    /// The point at `t`, in tiles.
    #[inline]
    pub fn at(&self, t: f64) -> Vec2 {
        let point = DVec2::new(self.ox as f64 + t * self.dx as f64, self.oy as f64 + t * self.dy as f64);
        (point / TILE as f64).as_vec2()
    }

    /// How far from the origin the point at `t` is, in tiles.
    #[inline]
    pub fn distance(&self, t: f64) -> f32 {
        // The rounded direction's length differs from 1 by less than 2⁻²²: the root's first-order series is exact enough.
        let (dx, dy) = (self.dx as f64, self.dy as f64);
        let length = 0.5 + (dx * dx + dy * dy) * (0.5 / (1u64 << 48) as f64);
        (t * length * TILE as f64) as f32
    }

    /// The unit vector against the direction.
    #[cold]
    pub fn backwards(&self) -> Vec2 {
        -DVec2::new(self.dx as f64, self.dy as f64).normalize().as_vec2()
    }
}

/// A coordinate in tiles, rounded to the lattice of origins (ties to even); one that is not finite comes out far from
/// any map.
#[inline]
fn round_to_lattice(x: f32) -> i64 {
    ((f64::from(x) + ROUND_ORIGIN).to_bits() as i64).wrapping_sub(ROUND_ORIGIN.to_bits() as i64)
}

/// A component of a unit vector, rounded to a multiple of 2⁻²⁴ (ties to even).
#[inline]
fn round_direction(x: f32) -> i64 {
    ((f64::from(x) + ROUND_DIRECTION).to_bits() as i64).wrapping_sub(ROUND_DIRECTION.to_bits() as i64)
}
