//! The exact walk of a ray over a bit grid, in integers: to the first cell, corner or slope that the ray touches.
//!
//! With the next grid lines at `t = rx / ax` and `t = ry / ay`, the sign of `error = rx ay - ry ax` says which one the
//! ray crosses first; 0 means that it leaves the cell through a corner. A step along x adds `ay` tiles to the error,
//! one along y subtracts `ax` tiles, so it stays within `-ax..=ay` tiles however long the ray is: precision does not
//! depend on the size of the map.
//!
//! Rays that meet no corner are walked by rows ([`row_walk`](super::row_walk)) to the first cell that is not free. Rays
//! along an axis skip all free cells at once. From there on, and for all other rays, the walk goes cell by cell.

use bevy::math::IVec2;

use super::lattice::{LatticeRay, TILE, WalkHit, WalkHitKind};
use super::row_walk::{RowHit, RowWalk};
use crate::geometry::terrain::bit_grid::BitGrid;
use crate::geometry::terrain::{Layer, Terrain};
use crate::geometry::tile::TileShape;

/// The result of a walk.
pub(in crate::geometry) enum Walk {
    /// The ray meets a side of a full [`TileShape::Solid`]. The common case, apart so that callers compile a copy for
    /// it.
    SolidFace(WalkHit),
    /// The ray meets anything else, the border of the map included.
    Other(WalkHit),
    /// The ray meets nothing within the distance walked.
    Miss,
}

impl Walk {
    /// What the ray meets, if anything.
    #[inline(always)]
    pub fn hit(self) -> Option<WalkHit> {
        match self {
            Self::SolidFace(hit) | Self::Other(hit) => Some(hit),
            Self::Miss => None,
        }
    }
}

impl From<Option<WalkHit>> for Walk {
    fn from(hit: Option<WalkHit>) -> Self {
        hit.map_or(Self::Miss, Self::Other)
    }
}

impl Terrain {
    /// Walks the cells along a ray whose origin lies in the map, at least `steps` (1 or more) of them, to the first
    /// hit.
    #[inline(always)]
    pub(in crate::geometry) fn walk(&self, layer: Layer, ray: &LatticeRay, steps: u32) -> Walk {
        match self.row_grids(layer).first_hit(ray, steps) {
            RowWalk::Hit(hit) if self.is_non_full(hit.cell) => self.walk_into_non_full(layer, ray, &hit, steps).into(),
            RowWalk::Hit(hit) => Walk::SolidFace(hit.on_tile(TileShape::Solid)),
            RowWalk::Clear => Walk::Miss,
            RowWalk::Unsupported => self.walk_by_cells(layer, ray, steps).into(),
        }
    }

    /// The first hit of a ray between two points ([`LatticeRay::between`]), from inside or outside the map. It may lie
    /// beyond the second point.
    pub(in crate::geometry) fn walk_between(&self, layer: Layer, ray: &LatticeRay) -> Option<WalkHit> {
        if self.starts_outside(ray) {
            self.walk_from_outside(layer, ray, ray.steps())
        } else {
            self.walk(layer, ray, ray.steps()).hit()
        }
    }

    /// Whether a ray's origin lies outside the map.
    #[inline]
    pub(super) fn starts_outside(&self, ray: &LatticeRay) -> bool {
        let outside = |o: i64, size: u32| o as u64 > u64::from(size) << 12;
        outside(ray.ox, self.size().x) || outside(ray.oy, self.size().y)
    }

    /// [`Self::walk`] cell by cell, for a ray that may meet corners or that starts in a cell that is not free.
    #[inline(never)]
    pub(in crate::geometry) fn walk_by_cells(&self, layer: Layer, ray: &LatticeRay, steps: u32) -> Option<WalkHit> {
        if ray.runs_along_grid_line() {
            return self.walk_grid_line(layer, ray, steps);
        }
        let cell = ray.first_cell();
        let error = ray.error_in(cell);
        let grid = self.grid(layer);
        let index = grid.index(cell);
        if grid.get(index)
            && let Some(hit) = self.hit_at_start(layer, ray, cell, error)
        {
            return Some(hit);
        }
        let free = if ray.runs_along_axis() { self.row_grids(layer).free_ahead([cell; 2], ray.ahead()) } else { 0 };
        let nearer = (free - 1).max(0);
        let index = grid.index(cell + ray.ahead() * nearer);
        // Steps along an axis leave the error as it is.
        self.walk_on(layer, ray, index, error, steps.saturating_sub(nearer as u32))
    }

    /// [`Self::walk`] for a ray whose origin lies outside the map: from the last cell before the map on. The error term
    /// is computed from the ray's own origin, so nothing is rounded on the way. `None` also when the ray misses the
    /// map.
    pub(super) fn walk_from_outside(&self, layer: Layer, ray: &LatticeRay, steps: u32) -> Option<WalkHit> {
        let &LatticeRay { ox, oy, dx, dy } = ray;
        let (width, height) = (i64::from(self.size().x) << 12, i64::from(self.size().y) << 12);
        let (to_x, to_y) = (distance_to_map(ox, dx, width)?, distance_to_map(oy, dy, height)?);
        if ray.runs_along_grid_line() {
            // Along a grid line at most one of the two is not 0. One tile before the map there is nothing to meet.
            let back = (to_x + to_y - TILE).max(0);
            let near = LatticeRay { ox: ox + back * dx.signum(), oy: oy + back * dy.signum(), dx, dy };
            let hit = self.walk_grid_line(layer, &near, steps)?;
            return Some(WalkHit { numerator: hit.numerator + back, ..hit });
        }
        let (ax, ay) = (dx.abs(), dy.abs());
        // The row (or column) in which the ray is just before it crosses a side of the map.
        let before = |o: i64, d: i64, distance: i64, a: i64| {
            let (at, tile) = (o * a + distance * d, a << 12);
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

    /// The walk from a cell that is already checked, given by its index, over corners and slopes.
    #[inline(never)]
    fn walk_on(&self, layer: Layer, ray: &LatticeRay, mut index: isize, mut error: i64, steps: u32) -> Option<WalkHit> {
        let grid = self.grid(layer);
        let delta = StepDelta::new(grid, ray);
        for _ in 0..steps {
            // All ones when the step is along x, else 0.
            let mut along_x = error >> 63;
            if error == 0 {
                if let Some(hit) = self.hit_at_corner(layer, ray, grid.cell(index)) {
                    return Some(hit);
                }
                (index, error) = delta.through_corner(index);
                along_x = -1;
            } else {
                (index, error) = delta.step(index, error, along_x);
            }
            if !grid.get(index) {
                continue;
            }
            let cell = grid.cell(index);
            let entry = ray.face_hit(cell, self.tile_at(index), along_x);
            if !entry.tile.is_slope() {
                return Some(entry);
            }
            if let Some(hit) = hit_in_slope(ray, entry, error) {
                return Some(hit);
            }
        }
        None
    }

    /// The end of a walk that has just entered a cell of the border or with a tile other than `Solid`. Only from a
    /// slope's cell it may go on.
    #[inline(never)]
    pub(super) fn walk_into_non_full(
        &self,
        layer: Layer,
        ray: &LatticeRay,
        hit: &RowHit,
        steps: u32,
    ) -> Option<WalkHit> {
        let index = self.grid(layer).index(hit.cell);
        let entry = hit.on_tile(self.tile_at(index));
        if !entry.tile.is_slope() {
            return Some(entry);
        }
        let error = ray.error_in(hit.cell);
        hit_in_slope(ray, entry, error).or_else(|| self.walk_on(layer, ray, index, error, steps))
    }

    /// The hit in the cell in which a ray starts, if it starts in or on the shape or reaches its slope.
    #[cold]
    #[inline(never)]
    fn hit_at_start(&self, layer: Layer, ray: &LatticeRay, cell: IVec2, error: i64) -> Option<WalkHit> {
        let tile = self.tile(cell);
        let at_origin = |kind| Some(WalkHit { numerator: 0, denominator: 1, cell, tile, kind });
        if !self.contains_cell(cell) {
            return at_origin(WalkHitKind::Border);
        }
        let mut on_slope = false;
        if let Some((start, growth)) = self.slope_along(ray, cell) {
            if start < 0 {
                return slope_hit(ray, cell, tile, (start, growth), error);
            }
            on_slope = start == 0;
            if on_slope && growth < 0 {
                return None;
            }
            if on_slope && growth == 0 {
                return at_origin(WalkHitKind::Grazing);
            }
        }
        let &LatticeRay { ox, oy, .. } = ray;
        if self.is_interior(layer, ox, oy) {
            at_origin(WalkHitKind::Inside)
        } else if ox % (TILE / 2) == 0 && oy % (TILE / 2) == 0 && (ox % TILE == 0 || oy % TILE == 0) {
            at_origin(WalkHitKind::Vertex(IVec2::new((ox / (TILE / 2)) as i32, (oy / (TILE / 2)) as i32)))
        } else if on_slope {
            at_origin(WalkHitKind::Slope)
        } else if ox % TILE == 0 {
            at_origin(WalkHitKind::Face { along_x: true })
        } else {
            at_origin(WalkHitKind::Face { along_x: false })
        }
    }

    /// The hit of a ray that leaves `cell` exactly through a corner. Solids are closed, so each of the three other
    /// cells around the corner blocks if its shape contains it.
    #[cold]
    #[inline(never)]
    fn hit_at_corner(&self, layer: Layer, ray: &LatticeRay, cell: IVec2) -> Option<WalkHit> {
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
        Some(WalkHit { numerator, denominator, cell: hit, tile: self.tile(hit), kind: WalkHitKind::Vertex(corner * 2) })
    }

    /// The walk of a ray that runs along a grid line. It touches the cells on both sides of the line, and closed solids
    /// on either side block it.
    #[cold]
    #[inline(never)]
    fn walk_grid_line(&self, layer: Layer, ray: &LatticeRay, steps: u32) -> Option<WalkHit> {
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
        // The half point at or behind the origin, outside the map for a ray that has not entered it yet.
        let mut half = if step > 0 { origin.div_euclid(HALF) } else { -(-origin).div_euclid(HALF) };
        let start = self.half_edge(layer, point(half), ahead);
        if start.is_covered() {
            let kind = if start.left.is_some() && start.right.is_some() && self.is_interior(layer, ray.ox, ray.oy) {
                WalkHitKind::Inside
            } else {
                WalkHitKind::Grazing
            };
            let cell = start.left.or(start.right).expect("a covered half edge has a cell");
            return Some(WalkHit { numerator: 0, denominator: 1, cell, tile: self.tile(cell), kind });
        }
        let mut left = i64::from(steps) * 2 + 2;
        while left > 0 {
            let free = half + step * self.free_halves(layer, point(half), ahead);
            left -= (free - half).abs() + 1;
            half = free + step;
            if (step < 0 && half < 0) || (step > 0 && half > extent) {
                break;
            }
            let hit = |cell, kind| {
                let numerator = (half * HALF - origin) * step;
                Some(WalkHit { numerator, denominator: speed.abs(), cell, tile: self.tile(cell), kind })
            };
            if let Some(cell) = self.cell_touching(layer, point(half), ahead) {
                return hit(cell, WalkHitKind::Vertex(point(half)));
            }
            if half == (if step > 0 { extent } else { 0 }) {
                let inside = point(half).div_euclid(IVec2::splat(2));
                return hit(inside, WalkHitKind::Border);
            }
        }
        // Either the origin lies on the map's edge and the ray leaves at once, or the steps are used up.
        let leaves = (step < 0 && half < 0) || (step > 0 && half > extent);
        let tile = TileShape::Empty;
        leaves.then_some(WalkHit { numerator: 0, denominator: 1, cell: IVec2::ZERO, tile, kind: WalkHitKind::Border })
    }

    /// For how many half tiles along a grid line, from a point (in half tiles) on, a ray touches only free cells.
    #[inline]
    fn free_halves(&self, layer: Layer, point: IVec2, ahead: IVec2) -> i64 {
        // The next cells on both sides of the line.
        let beside = (point * 2 + ahead + ahead.perp()).div_euclid(IVec2::splat(4));
        let other = beside - ahead.perp();
        if !self.contains_cell(beside) || !self.contains_cell(other) {
            return 0;
        }
        let cells = self.row_grids(layer).free_ahead([beside, other], ahead);
        // Up to the last half point before the cells that are not free.
        let gone = if (point * ahead).element_sum().rem_euclid(2) == 0 { 0 } else { 1 };
        i64::from((2 * cells - 1 - gone).max(0))
    }

    /// [`slope_function`] of the tile in a cell.
    #[inline]
    pub(super) fn slope_along(&self, ray: &LatticeRay, cell: IVec2) -> Option<(i64, i64)> {
        slope_function(self.tile(cell), ray, cell)
    }
}

/// The function of a slope along a ray: its value at the origin (in 1 / `TILE` tile) and its growth in `t`. It is not
/// negative where the ray is in the shape.
#[inline]
fn slope_function(tile: TileShape, ray: &LatticeRay, cell: IVec2) -> Option<(i64, i64)> {
    let slope = tile.slope()?;
    let (x, y) = (ray.ox - (i64::from(cell.x) << 12), ray.oy - (i64::from(cell.y) << 12));
    Some((slope.a * x + slope.b * y + (slope.c << 12), slope.a * ray.dx + slope.b * ray.dy))
}

/// The hit in the cell of a slope that a walk has entered at `entry`: on the side of the cell, on the slope, or none.
#[inline]
fn hit_in_slope(ray: &LatticeRay, entry: WalkHit, error: i64) -> Option<WalkHit> {
    let (start, growth) = slope_function(entry.tile, ray, entry.cell)?;
    // Negative at the entry: the ray enters through the free part of the cell.
    if start * entry.denominator + growth * entry.numerator < 0 {
        return slope_hit(ray, entry.cell, entry.tile, (start, growth), error);
    }
    Some(entry)
}

/// The hit on a slope whose function is negative at the ray's entry, if the ray reaches the slope before it leaves the
/// cell. The sign of `error` says through which side it leaves.
#[inline]
fn slope_hit(
    ray: &LatticeRay,
    cell: IVec2,
    tile: TileShape,
    (start, growth): (i64, i64),
    error: i64,
) -> Option<WalkHit> {
    if growth <= 0 {
        return None;
    }
    let (numerator, denominator) = if error < 0 {
        ray.entry_x(cell + IVec2::new(if ray.dx < 0 { -1 } else { 1 }, 0))
    } else {
        ray.entry_y(cell + IVec2::new(0, if ray.dy < 0 { -1 } else { 1 }))
    };
    let reaches = start * denominator + growth * numerator >= 0;
    reaches.then_some(WalkHit { numerator: -start, denominator: growth, cell, tile, kind: WalkHitKind::Slope })
}

/// What a step of a walk adds to the index of a cell's bit and to the error term.
#[derive(Clone, Copy)]
struct StepDelta {
    /// Index: a step along y.
    step_y: isize,
    /// Index: a step along x minus one along y.
    step_xy: isize,
    /// Error: what a step along y subtracts.
    back_y: i64,
    /// Error: what a step along x adds, plus `back_y`.
    grow_xy: i64,
}

impl StepDelta {
    #[inline]
    fn new(grid: &BitGrid, ray: &LatticeRay) -> Self {
        let step_x = (ray.dx >> 63) as isize | 1;
        let down = (ray.dy >> 63) as isize;
        let step_y = (grid.stride() ^ down) - down;
        let (ax, ay) = (ray.dx.abs(), ray.dy.abs());
        Self { step_y, step_xy: step_x - step_y, back_y: ax << 12, grow_xy: (ax + ay) << 12 }
    }

    /// A step along x if `along_x` is all ones, along y if it is 0.
    #[inline]
    fn step(&self, index: isize, error: i64, along_x: i64) -> (isize, i64) {
        let by = (self.step_xy & along_x as isize) + self.step_y;
        (index + by, error + (self.grow_xy & along_x) - self.back_y)
    }

    /// A step along both axes at once, for an error term of 0.
    fn through_corner(&self, index: isize) -> (isize, i64) {
        (index + self.step_xy + 2 * self.step_y, self.grow_xy - 2 * self.back_y)
    }
}

/// The distance along one axis, in 1 / `TILE` tile, from a ray's origin to the map: 0 inside, `None` when the ray never
/// reaches it.
fn distance_to_map(o: i64, d: i64, size: i64) -> Option<i64> {
    match (o, d.signum()) {
        (o, 1) if o < 0 => Some(-o),
        (o, -1) if o > size => Some(o - size),
        (o, _) if (0..=size).contains(&o) => Some(0),
        _ => None,
    }
}
