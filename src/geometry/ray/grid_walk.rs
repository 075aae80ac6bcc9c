//! The exact walk of a ray over a bit grid, in whole numbers; private, behind [`ray`](crate::geometry::ray).
//!
//! With the next lines of the grid at `t = rx / ax` and `t = ry / ay`, the sign of `error = rx ay - ry ax` says which comes
//! first, and 0 that the ray leaves the cell through a corner. A step along x adds `ay` tiles to it, one along y takes `ax`
//! away, so it stays within `-ax..=ay` tiles however long the ray: precision does not depend on the map's size.
//!
//! Rays that meet no corner are walked a row at a time ([`spans`](crate::geometry::ray::row_walk)) to the first cell that is not free, those
//! along an axis over all free cells at once; from there on, and for all others, the walk goes cell by cell.

use bevy::math::IVec2;

use super::bit_grid::BitGrid;
use super::lattice::{LatticeRay, Strike, StrikeKind, TILE};
use super::row_walk::{Blocked, NoSpans, SpanGrids};
use crate::geometry::terrain::{Layer, Terrain};
use crate::geometry::tile::TileShape;

impl Terrain {
    /// Walks the cells along a ray whose origin lies in the map, up to `steps` (at least 1) of them, to the first
    /// strike.
    #[inline(always)]
    pub(crate) fn walk(&self, layer: Layer, ray: &LatticeRay, steps: u32) -> Option<Strike> {
        match self.walk_to_wall(layer, ray, steps) {
            Ok(strike) => Some(strike),
            Err(strike) => strike,
        }
    }

    /// [`Self::walk`], with the common end told apart: `Ok` is a strike on a side of a [`TileShape::Solid`], and what the
    /// caller does with it is compiled for that; `Err` is any other end.
    #[inline(always)]
    pub(crate) fn walk_to_wall(&self, layer: Layer, ray: &LatticeRay, steps: u32) -> Result<Strike, Option<Strike>> {
        let hit = match self.span_grids(layer).first_blocked(ray, steps) {
            Ok(Some(hit)) => hit,
            Ok(None) => return Err(None),
            Err(NoSpans) => return Err(self.walk_by_cells(layer, ray, steps)),
        };
        if self.odd.get(self.odd.index(hit.cell)) {
            return Err(self.walk_into_odd(layer, ray, &hit, steps));
        }
        Ok(hit.strike(TileShape::Solid))
    }

    /// [`Self::walk`] cell by cell, for a ray that may meet corners or starts in a cell that is not free.
    #[inline(never)]
    pub(crate) fn walk_by_cells(&self, layer: Layer, ray: &LatticeRay, steps: u32) -> Option<Strike> {
        if ray.runs_along_grid_line() {
            return self.walk_grid_line(layer, ray, steps);
        }
        let cell = ray.first_cell();
        let error = ray.error_in(cell);
        let grid = self.grid(layer);
        let index = grid.index(cell);
        if grid.get(index)
            && let Some(strike) = self.strike_at_start(layer, ray, cell, error)
        {
            return Some(strike);
        }
        let free = if ray.runs_along_axis() { self.span_grids(layer).free_ahead([cell; 2], ray.ahead()) } else { 0 };
        let nearer = (free - 1).max(0);
        let index = grid.index(cell + ray.ahead() * nearer);
        // Steps along an axis leave the error as it is.
        self.walk_on(layer, ray, index, error, steps.saturating_sub(nearer as u32))
    }

    /// [`Self::walk`] for a ray whose origin lies outside the map: from the last cell before the map on. The error term
    /// is that of the ray's own origin, so nothing is rounded on the way. `None` when the ray misses the map, too.
    pub(crate) fn walk_from_outside(&self, layer: Layer, ray: &LatticeRay, steps: u32) -> Option<Strike> {
        let &LatticeRay { ox, oy, dx, dy } = ray;
        let (width, height) = (i64::from(self.size().x) << 12, i64::from(self.size().y) << 12);
        let (to_x, to_y) = (way_in(ox, dx, width)?, way_in(oy, dy, height)?);
        if ray.runs_along_grid_line() {
            // Along a line of the grid only one of the two is not 0. One tile before the map there is nothing to meet.
            let back = (to_x + to_y - TILE).max(0);
            let near = LatticeRay { ox: ox + back * dx.signum(), oy: oy + back * dy.signum(), dx, dy };
            let strike = self.walk_grid_line(layer, &near, steps)?;
            return Some(Strike { numerator: strike.numerator + back, ..strike });
        }
        let (ax, ay) = (dx.abs(), dy.abs());
        // The row (or column) in which a ray that crosses a side of the map is just before.
        let before = |o: i64, d: i64, way: i64, a: i64| {
            let (at, tile) = (o * a + way * d, a << 12);
            if d > 0 { -(-at).div_euclid(tile) - 1 } else { at.div_euclid(tile) }
        };
        let (cx, cy) = if to_x > 0 && (to_y == 0 || to_x * ay >= to_y * ax) {
            (if dx > 0 { -1 } else { width >> 12 }, before(oy, dy, to_x, ax))
        } else {
            (before(ox, dx, to_y, ay), if dy > 0 { -1 } else { height >> 12 })
        };
        let passes = |c: i64, d: i64, size: i64| (c < 0 && d <= 0) || (c >= size >> 12 && d >= 0);
        if passes(cx, dx, width) || passes(cy, dy, height) {
            return None;
        }
        let cell = IVec2::new(cx as i32, cy as i32);
        self.walk_on(layer, ray, self.grid(layer).index(cell), ray.error_in(cell), steps)
    }

    /// The walk from a cell that has been dealt with, over corners and slopes.
    #[inline(never)]
    fn walk_on(&self, layer: Layer, ray: &LatticeRay, mut index: isize, mut error: i64, steps: u32) -> Option<Strike> {
        let grid = self.grid(layer);
        let stride = Stride::new(grid, ray);
        for _ in 0..steps {
            // All ones when the step is along x, else 0.
            let mut along_x = error >> 63;
            if error == 0 {
                if let Some(strike) = self.strike_at_corner(layer, ray, grid.cell(index)) {
                    return Some(strike);
                }
                (index, error) = stride.through_corner(index);
                along_x = -1;
            } else {
                (index, error) = stride.step(index, error, along_x);
            }
            if !grid.get(index) {
                continue;
            }
            let cell = grid.cell(index);
            let entry = ray.face_strike(cell, self.tile_at(index), along_x);
            if !entry.tile.is_slope() {
                return Some(entry);
            }
            if let Some(strike) = self.strike_in_slope(ray, entry, error) {
                return Some(strike);
            }
        }
        None
    }

    /// The end of a walk that has just entered an odd cell: the border, a slope (from where it may go on), a curtain or
    /// glass.
    #[inline(never)]
    pub(crate) fn walk_into_odd(&self, layer: Layer, ray: &LatticeRay, hit: &Blocked, steps: u32) -> Option<Strike> {
        let index = self.grid(layer).index(hit.cell);
        let entry = hit.strike(self.tile_at(index));
        if !entry.tile.is_slope() {
            return Some(entry);
        }
        let error = ray.error_in(hit.cell);
        self.strike_in_slope(ray, entry, error).or_else(|| self.walk_on(layer, ray, index, error, steps))
    }

    /// The strike in a slope that a walk has entered: on the side through which it came, on the slope, or none.
    #[inline]
    fn strike_in_slope(&self, ray: &LatticeRay, entry: Strike, error: i64) -> Option<Strike> {
        let (start, growth) = slope_function(entry.tile, ray, entry.cell)?;
        // Negative at the entry: the ray enters through the free part of the cell.
        if start * entry.denominator + growth * entry.numerator < 0 {
            return slope_strike(ray, entry.cell, entry.tile, (start, growth), error);
        }
        Some(entry)
    }

    /// The strike in the cell in which a ray starts, if it starts in or on the shape or reaches its slope.
    #[cold]
    #[inline(never)]
    fn strike_at_start(&self, layer: Layer, ray: &LatticeRay, cell: IVec2, error: i64) -> Option<Strike> {
        let tile = self.tile(cell);
        let at_origin = |kind| Some(Strike { numerator: 0, denominator: 1, cell, tile, kind });
        if !self.contains_cell(cell) {
            return at_origin(StrikeKind::Border);
        }
        let mut on_slope = false;
        if let Some((start, growth)) = self.slope_along(ray, cell) {
            if start < 0 {
                return slope_strike(ray, cell, tile, (start, growth), error);
            }
            on_slope = start == 0;
            if on_slope && growth < 0 {
                return None;
            }
            if on_slope && growth == 0 {
                return at_origin(StrikeKind::Grazing);
            }
        }
        let &LatticeRay { ox, oy, .. } = ray;
        if self.is_interior(layer, ox, oy) {
            at_origin(StrikeKind::Inside)
        } else if ox % (TILE / 2) == 0 && oy % (TILE / 2) == 0 && (ox % TILE == 0 || oy % TILE == 0) {
            at_origin(StrikeKind::Vertex(IVec2::new((ox / (TILE / 2)) as i32, (oy / (TILE / 2)) as i32)))
        } else if on_slope {
            at_origin(StrikeKind::Slope)
        } else if ox % TILE == 0 {
            at_origin(StrikeKind::Face { along_x: true })
        } else {
            at_origin(StrikeKind::Face { along_x: false })
        }
    }

    /// The strike of a ray that leaves `cell` exactly through a corner: solids are closed, so each of the three other
    /// cells around it blocks if its shape contains the corner.
    #[cold]
    #[inline(never)]
    fn strike_at_corner(&self, layer: Layer, ray: &LatticeRay, cell: IVec2) -> Option<Strike> {
        let (right, up) = (i64::from(ray.dx > 0), i64::from(ray.dy > 0));
        let step = IVec2::new(2 * right as i32 - 1, 2 * up as i32 - 1);
        let around = [
            (cell + step, 1 - right, 1 - up),
            (cell + IVec2::new(step.x, 0), 1 - right, up),
            (cell + IVec2::new(0, step.y), right, 1 - up),
        ];
        let (hit, ..) = around.into_iter().find(|&(cell, x, y)| {
            let tile = self.tile(cell);
            tile.stops(layer) && tile.has_corner(x, y)
        })?;
        let (numerator, denominator) = ray.entry_x(cell + IVec2::new(step.x, 0));
        let corner = cell + IVec2::new(right as i32, up as i32);
        Some(Strike { numerator, denominator, cell: hit, tile: self.tile(hit), kind: StrikeKind::Vertex(corner * 2) })
    }

    /// The walk of a ray that runs along a line of the grid. It touches the cells on both sides of the line, and closed
    /// solids on either side block it.
    #[cold]
    #[inline(never)]
    fn walk_grid_line(&self, layer: Layer, ray: &LatticeRay, steps: u32) -> Option<Strike> {
        const HALF: i64 = TILE / 2;
        let along_x = ray.dy == 0;
        let (origin, line, speed) = if along_x { (ray.ox, ray.oy, ray.dx) } else { (ray.oy, ray.ox, ray.dy) };
        let step = speed.signum();
        let point = |half: i64| {
            let across = line / HALF;
            if along_x { IVec2::new(half as i32, across as i32) } else { IVec2::new(across as i32, half as i32) }
        };
        let ahead = ray.ahead();
        let extent = 2 * i64::from(if along_x { self.size().x } else { self.size().y });
        // The half point at or behind the origin; outside the map for a ray that is yet to come in.
        let mut half = if step > 0 { origin.div_euclid(HALF) } else { -(-origin).div_euclid(HALF) };
        let start = self.half_edge(layer, point(half), ahead);
        if start.covered() {
            let kind = if start.left.is_some() && start.right.is_some() && self.is_interior(layer, ray.ox, ray.oy) {
                StrikeKind::Inside
            } else {
                StrikeKind::Grazing
            };
            let cell = start.left.or(start.right).expect("a covered half edge has a cell");
            return Some(Strike { numerator: 0, denominator: 1, cell, tile: self.tile(cell), kind });
        }
        let mut left = i64::from(steps) * 2 + 2;
        while left > 0 {
            let free = half + step * self.free_halves(layer, point(half), ahead);
            left -= (free - half).abs() + 1;
            half = free + step;
            if (step < 0 && half < 0) || (step > 0 && half > extent) {
                break;
            }
            let strike = |cell, kind| {
                let numerator = (half * HALF - origin) * step;
                Some(Strike { numerator, denominator: speed.abs(), cell, tile: self.tile(cell), kind })
            };
            if let Some(cell) = self.cell_touching(layer, point(half), ahead) {
                return strike(cell, StrikeKind::Vertex(point(half)));
            }
            if half == (if step > 0 { extent } else { 0 }) {
                let inside = point(half).div_euclid(IVec2::splat(2));
                return strike(inside, StrikeKind::Border);
            }
        }
        // The origin lies on the map's edge and the ray leaves at once, or the steps are used up.
        let leaves = (step < 0 && half < 0) || (step > 0 && half > extent);
        let tile = TileShape::Empty;
        leaves.then_some(Strike { numerator: 0, denominator: 1, cell: IVec2::ZERO, tile, kind: StrikeKind::Border })
    }

    /// How many halves of tiles a ray may go on along a line of the grid, from a point (in half tiles), and touch none but
    /// free cells.
    #[inline]
    fn free_halves(&self, layer: Layer, point: IVec2, ahead: IVec2) -> i64 {
        // The cells on both sides of the line that the ray is about to run along.
        let beside = (point * 2 + ahead + ahead.perp()).div_euclid(IVec2::splat(4));
        let other = beside - ahead.perp();
        if !self.contains_cell(beside) || !self.contains_cell(other) {
            return 0;
        }
        let cells = self.span_grids(layer).free_ahead([beside, other], ahead);
        // Up to the last half point before the cells that are not free.
        let gone = if (point * ahead).element_sum().rem_euclid(2) == 0 { 0 } else { 1 };
        i64::from((2 * cells - 1 - gone).max(0))
    }

    /// [`slope_function`] of what fills a cell.
    #[inline]
    pub(crate) fn slope_along(&self, ray: &LatticeRay, cell: IVec2) -> Option<(i64, i64)> {
        slope_function(self.tile(cell), ray, cell)
    }

    pub(crate) fn grid(&self, layer: Layer) -> &BitGrid {
        self.span_grids(layer).rows()
    }

    #[inline]
    pub(crate) fn span_grids(&self, layer: Layer) -> &SpanGrids {
        match layer {
            Layer::Light => &self.light,
            Layer::Body => &self.body,
        }
    }
}

/// A slope's function in a cell along a ray, as its value at the origin (in 1 / `TILE` tile) and its growth: not negative
/// where the ray is in the shape.
#[inline]
fn slope_function(tile: TileShape, ray: &LatticeRay, cell: IVec2) -> Option<(i64, i64)> {
    let slope = tile.slope()?;
    let (x, y) = (ray.ox - (i64::from(cell.x) << 12), ray.oy - (i64::from(cell.y) << 12));
    Some((slope.a * x + slope.b * y + (slope.c << 12), slope.a * ray.dx + slope.b * ray.dy))
}

/// The strike on a slope whose function is negative where the ray comes from, if the ray reaches it before it leaves the
/// cell. `error` says through which side it leaves.
#[inline]
fn slope_strike(
    ray: &LatticeRay,
    cell: IVec2,
    tile: TileShape,
    (start, growth): (i64, i64),
    error: i64,
) -> Option<Strike> {
    if growth <= 0 {
        return None;
    }
    let (numerator, denominator) = if error < 0 {
        ray.entry_x(cell + IVec2::new(if ray.dx < 0 { -1 } else { 1 }, 0))
    } else {
        ray.entry_y(cell + IVec2::new(0, if ray.dy < 0 { -1 } else { 1 }))
    };
    let reaches = start * denominator + growth * numerator >= 0;
    reaches.then_some(Strike { numerator: -start, denominator: growth, cell, tile, kind: StrikeKind::Slope })
}

/// What a step of a walk adds to the bit's index and to the error term.
#[derive(Clone, Copy)]
pub(crate) struct Stride {
    step_y: isize,
    /// A step along x, less one along y.
    step_xy: isize,
    back_y: i64,
    grow_xy: i64,
}

impl Stride {
    #[inline]
    pub fn new(grid: &BitGrid, ray: &LatticeRay) -> Self {
        let step_x = (ray.dx >> 63) as isize | 1;
        let down = (ray.dy >> 63) as isize;
        let step_y = (grid.stride() ^ down) - down;
        let (ax, ay) = (ray.dx.abs(), ray.dy.abs());
        Self { step_y, step_xy: step_x - step_y, back_y: ax << 12, grow_xy: (ax + ay) << 12 }
    }

    /// A step along x if `along_x` is all ones, along y if it is 0.
    #[inline]
    pub fn step(&self, index: isize, error: i64, along_x: i64) -> (isize, i64) {
        let (by, growth) = self.growth(along_x);
        (index + by, error + growth)
    }

    /// What a step adds to the index and to the error term.
    #[inline]
    pub fn growth(&self, along_x: i64) -> (isize, i64) {
        ((self.step_xy & along_x as isize) + self.step_y, (self.grow_xy & along_x) - self.back_y)
    }

    /// A step along both at once, which the error term is 0 for.
    fn through_corner(&self, index: isize) -> (isize, i64) {
        (index + self.step_xy + 2 * self.step_y, self.grow_xy - 2 * self.back_y)
    }
}

/// How far, in 1 / `TILE` tile along an axis, a ray is from the map; 0 inside, `None` when it never comes in.
fn way_in(o: i64, d: i64, size: i64) -> Option<i64> {
    match (o, d.signum()) {
        (o, 1) if o < 0 => Some(-o),
        (o, -1) if o > size => Some(o - size),
        (o, _) if (0..=size).contains(&o) => Some(0),
        _ => None,
    }
}
