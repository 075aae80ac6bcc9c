//! The exact walk of a ray from cell to cell, in integers: to the first cell, corner or slope that the ray touches.
//!
//! With the next grid lines at `t = rx / ax` and `t = ry / ay`, the sign of `error = rx ay - ry ax` says which one the
//! ray crosses first; 0 means that it leaves the cell through a corner. A step along x adds `ay` tiles to the error,
//! one along y subtracts `ax` tiles, so it stays within `-ax..=ay` tiles however long the ray is: precision does not
//! depend on the size of the map.

use std::hint::select_unpredictable;

use bevy_math::{I64Vec2, IVec2};

use super::contact::hit_in_slope;
use super::lattice::{LatticeRay, TILE, TILE_BITS, WalkHit};
use crate::REACH;
use crate::terrain::bit_grid::BitGrid;
use crate::terrain::{Layer, Terrain};
use crate::tile::TileShape;

/// The cell that a ray is in.
struct Walk {
    /// The index of its bit in the low half, the error term in whole tiles in the high half. Negative if the ray leaves
    /// the cell along x.
    state: i64,
    /// What a step along x adds to the state.
    step_x: i64,
    /// What a step along y adds to the state.
    step_y: i64,
    /// Whether the error term is a whole number of tiles. If not, it is never 0: the ray meets no corner.
    can_meet_corners: bool,
}

enum Stop {
    /// At a set bit, after a step along x or along y.
    Bit { along_x: bool },
    /// In a cell that the ray leaves through a corner.
    Corner,
    /// After the steps that it was given.
    Steps,
}

/// The result of [`Terrain::short_walk`], the fast path for rays that cannot meet a corner and start in a free cell.
pub(super) enum ShortWalk {
    /// To a wall.
    Wall(WalkHit),
    /// To its last step, which was free, too.
    Free,
    /// To a state from which [`Terrain::walk_on`] goes on; `None` for a ray from the edge of the map or from outside.
    Unfinished(Option<i64>),
}

impl Walk {
    /// In a cell that a ray crosses.
    #[inline(always)]
    fn new(grid: &BitGrid, ray: &LatticeRay, cell: I64Vec2) -> Self {
        let (error, down_y) = (ray.error_in(cell), ray.direction.y >> 63);
        let ahead = ray.direction.abs();
        Self {
            state: ((error >> TILE_BITS) << 32) + grid.index(cell.as_ivec2()) as i64,
            step_x: (ahead.y << 32) + (ray.direction.x >> 63 | 1),
            step_y: ((grid.stride() as i64 ^ down_y) - down_y) - (ahead.x << 32),
            can_meet_corners: error & (TILE - 1) == 0,
        }
    }

    #[inline(always)]
    fn index(&self) -> isize {
        self.state as u32 as isize
    }

    /// Steps from cell to cell, at least `steps` times, to the first set bit or corner.
    #[inline(always)]
    fn advance(&mut self, grid: &BitGrid, steps: u32) -> Stop {
        if self.can_meet_corners { self.steps::<true>(grid, steps) } else { self.steps::<false>(grid, steps) }
    }

    #[inline(always)]
    fn steps<const CORNERS: bool>(&mut self, grid: &BitGrid, steps: u32) -> Stop {
        for _ in 0..steps / 4 + 1 {
            for _ in 0..4 {
                if CORNERS && self.state >> 32 == 0 {
                    return Stop::Corner;
                }
                // Without a branch, which would be mispredicted at every turn.
                let (across, up) = (self.state + self.step_x, self.state + self.step_y);
                self.state = select_unpredictable(self.state < 0, across, up);
                if grid.get(self.index()) {
                    return Stop::Bit { along_x: self.state == across };
                }
            }
        }
        Stop::Steps
    }
}

impl Terrain {
    /// The first hit of a ray, from inside or outside the map, on a walk over at least `steps` cells of the map.
    #[inline]
    pub(crate) fn walk(&self, layer: Layer, ray: &LatticeRay, steps: u32) -> Option<WalkHit> {
        match self.short_walk(layer, ray, steps) {
            ShortWalk::Wall(hit) => Some(hit),
            ShortWalk::Free => None,
            ShortWalk::Unfinished(state) => self.walk_on(layer, ray, state, steps),
        }
    }

    /// The short walk of a ray.
    #[inline(always)]
    pub(super) fn short_walk(&self, layer: Layer, ray: &LatticeRay, steps: u32) -> ShortWalk {
        let first = ray.first_cell();
        if first.x as u64 >= self.size().x.into() || first.y as u64 >= self.size().y.into() {
            return ShortWalk::Unfinished(None);
        }
        let grid = self.grid(layer);
        let mut walk = Walk::new(grid, ray, first);
        if walk.can_meet_corners || grid.get(walk.index()) {
            return ShortWalk::Unfinished(Some(walk.state));
        }
        match walk.advance(grid, steps) {
            Stop::Bit { along_x } if !self.is_non_full(walk.index()) => {
                ShortWalk::Wall(ray.face_hit(grid.cell(walk.index()), TileShape::Solid, along_x))
            }
            // One step back.
            Stop::Bit { along_x: true } => ShortWalk::Unfinished(Some(walk.state - walk.step_x)),
            Stop::Bit { along_x: false } => ShortWalk::Unfinished(Some(walk.state - walk.step_y)),
            // There are no corners: rays that can meet them were left out above.
            Stop::Corner | Stop::Steps => ShortWalk::Free,
        }
    }

    /// The whole walk of a ray, from the state that its short walk has reached, over corners and slopes. `None` also for
    /// a ray that misses the map.
    #[inline(never)]
    pub(super) fn walk_on(&self, layer: Layer, ray: &LatticeRay, state: Option<i64>, steps: u32) -> Option<WalkHit> {
        let to_map = self.distance_to_map(ray)?;
        if ray.runs_along_grid_line() {
            // Along a grid line at most one of the two is not 0.
            return self.walk_grid_line(layer, ray, to_map.element_sum(), steps);
        }
        let grid = self.grid(layer);
        let starts_outside = to_map != I64Vec2::ZERO;
        let cell = if starts_outside { self.last_cell_before_map(ray, to_map)? } else { ray.first_cell() };
        let mut walk = Walk::new(grid, ray, cell);
        walk.state = state.unwrap_or(walk.state);
        if !starts_outside && grid.get(walk.index()) {
            let hit = self.hit_at_start(layer, ray, grid.cell(walk.index()), walk.state);
            if hit.is_some() {
                return hit;
            }
        }
        loop {
            let along_x = match walk.advance(grid, steps) {
                Stop::Bit { along_x } => along_x,
                Stop::Steps => return None,
                Stop::Corner => {
                    let hit = self.hit_at_corner(layer, ray, grid.cell(walk.index()));
                    if hit.is_some() {
                        return hit;
                    }
                    walk.state += walk.step_x + walk.step_y;
                    true
                }
            };
            if grid.get(walk.index()) {
                let cell = grid.cell(walk.index());
                let entry = ray.face_hit(cell, self.tile(cell), along_x);
                let hit = if entry.tile.is_slope() { hit_in_slope(ray, entry, walk.state) } else { Some(entry) };
                if hit.is_some() {
                    return hit;
                }
            }
        }
    }

    /// The distances along both axes from a ray's origin to the map, in 1 / `TILE` tile: 0 inside. `None` for a ray that
    /// moves away from it, or starts beyond [`REACH`].
    fn distance_to_map(&self, ray: &LatticeRay) -> Option<I64Vec2> {
        let &LatticeRay { origin, direction } = ray;
        let (edge, reach) = (self.size().as_i64vec2() * TILE, I64Vec2::splat((REACH as i64) << TILE_BITS));
        let is_near = origin == origin.clamp(-reach, reach);
        let to_map = is_near.then(|| origin.clamp(I64Vec2::ZERO, edge) - origin)?;
        (to_map * direction.signum() == to_map.abs()).then_some(to_map.abs())
    }

    /// The last cell before the map of a ray from outside; `None` if it passes the map.
    #[cold]
    fn last_cell_before_map(&self, ray: &LatticeRay, to_map: I64Vec2) -> Option<I64Vec2> {
        let direction = ray.direction;
        // The ray enters the map over the side that it meets last.
        let along_x = to_map.x > 0 && to_map.perp_dot(direction.abs()) >= 0;
        let first = IVec2::select(direction.cmpgt(I64Vec2::ZERO), IVec2::ZERO, self.size().as_ivec2() - 1);
        let cell = ray.cell_before(ray.entry(first, along_x));
        let passes = |c: i32, d: i64, size: u32| (c < 0 && d <= 0) || (c >= size as i32 && d >= 0);
        let misses = passes(cell.x, direction.x, self.size().x) || passes(cell.y, direction.y, self.size().y);
        (!misses).then(|| cell.as_i64vec2())
    }
}
