//! The exact walk of a ray from cell to cell, in integers: to the first cell, corner or slope that the ray touches.
//!
//! With the next grid lines at `t = rx / ax` and `t = ry / ay`, the sign of `error = rx ay - ry ax` says which one the
//! ray crosses first; 0 means that it leaves the cell through a corner. A step along x adds `ay` tiles to the error,
//! one along y subtracts `ax` tiles, so it stays within `-ax..=ay` tiles however long the ray is: precision does not
//! depend on the size of the map.
//!
//! A ray that has gone far looks for empty blocks of 16 by 16 cells and walks over those in the same way, a block a step.

use std::hint::select_unpredictable;

use bevy::math::{I64Vec2, IVec2};

use super::contact::hit_in_slope;
use super::lattice::{LatticeRay, TILE, TILE_BITS, WalkHit};
use crate::geometry::reach::REACH;
use crate::geometry::terrain::bit_grid::{BLOCK_BITS, BitGrid};
use crate::geometry::terrain::{Layer, Terrain};
use crate::geometry::tile::TileShape;

/// After this many steps from cell to cell a walk looks for an empty block.
const STEPS_BETWEEN_BLOCKS: u32 = 64;

/// The cell of a grid that a ray is in, or the block.
struct Walk {
    /// The index of its bit in the low half, the error term in whole cells in the high half. Negative if the ray leaves
    /// the cell along x.
    state: i64,
    /// What a step along x adds to the state.
    step_x: i64,
    /// What a step along y adds to the state.
    step_y: i64,
    /// Whether the error term is a whole number of cells. If not, it is never 0: the ray meets no corner.
    can_meet_corners: bool,
}

/// Why a walk stops.
enum Stop {
    /// At a set bit, after a step along x or along y.
    Bit { along_x: bool },
    /// In a cell that the ray leaves through a corner.
    Corner,
    /// After the steps that it was given.
    Steps,
}

/// How far the short walk comes that most rays need: from a free cell in the map to a near side of a full solid tile.
pub(super) enum ShortWalk {
    /// To a wall.
    Wall(WalkHit),
    /// To its last step, which was free, too.
    Free,
    /// To a state from which [`Terrain::walk_on`] goes on; `None` for a ray that comes from outside the map.
    Unfinished(Option<i64>),
}

impl Walk {
    /// In a cell that the ray crosses, of a grid of cells with sides of `1 << bits` lattice units.
    #[inline(always)]
    fn new(grid: &BitGrid, ray: &LatticeRay, cell: IVec2, bits: u32) -> Self {
        Self::with_error(grid, ray, cell.as_i64vec2(), bits, ray.error_in(cell, bits))
    }

    /// In the ray's first cell.
    #[inline(always)]
    fn first(grid: &BitGrid, ray: &LatticeRay) -> Self {
        Self::with_error(grid, ray, ray.first_cell(), TILE_BITS, ray.first_error())
    }

    #[inline(always)]
    fn with_error(grid: &BitGrid, ray: &LatticeRay, cell: I64Vec2, bits: u32, error: i64) -> Self {
        let down_y = ray.dy >> 63;
        Self {
            state: ((error >> bits) << 32) + grid.index(cell.as_ivec2()) as i64,
            step_x: (ray.dy.abs() << 32) + (ray.dx >> 63 | 1),
            step_y: ((grid.stride() as i64 ^ down_y) - down_y) - (ray.dx.abs() << 32),
            can_meet_corners: error & ((1 << bits) - 1) == 0,
        }
    }

    /// The index of the cell's bit.
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

    /// A step along both axes at once, for an error term of 0.
    fn step_through_corner(&mut self) {
        self.state += self.step_x + self.step_y;
    }
}

impl Terrain {
    /// The first hit of a ray, from inside or outside the map, on a walk over at least `steps` cells of the map.
    #[inline]
    pub(in crate::geometry) fn walk(&self, layer: Layer, ray: &LatticeRay, steps: u32) -> Option<WalkHit> {
        match self.short_walk(layer, ray, steps) {
            ShortWalk::Wall(hit) => Some(hit),
            ShortWalk::Free => None,
            ShortWalk::Unfinished(state) => self.walk_on(layer, ray, state, steps),
        }
    }

    /// The short walk of a ray.
    #[inline(always)]
    pub(super) fn short_walk(&self, layer: Layer, ray: &LatticeRay, steps: u32) -> ShortWalk {
        let near = if steps >= STEPS_BETWEEN_BLOCKS { STEPS_BETWEEN_BLOCKS } else { steps };
        let (first, size) = (ray.first_cell(), self.size());
        if first.x as u64 >= u64::from(size.x) || first.y as u64 >= u64::from(size.y) {
            return ShortWalk::Unfinished(None);
        }
        let grid = self.grid(layer);
        let mut walk = Walk::first(grid, ray);
        if walk.can_meet_corners || grid.get(walk.index()) {
            return ShortWalk::Unfinished(Some(walk.state));
        }
        match walk.advance(grid, near) {
            Stop::Bit { along_x } if !self.is_non_full(walk.index()) => {
                ShortWalk::Wall(ray.face_hit(grid.cell(walk.index()), TileShape::Solid, along_x))
            }
            Stop::Bit { along_x } => {
                ShortWalk::Unfinished(Some(walk.state - if along_x { walk.step_x } else { walk.step_y }))
            }
            _ if steps <= STEPS_BETWEEN_BLOCKS => ShortWalk::Free,
            _ => ShortWalk::Unfinished(Some(walk.state)),
        }
    }

    /// Whether a ray's origin lies outside the map.
    #[inline]
    pub(super) fn starts_outside(&self, ray: &LatticeRay) -> bool {
        let outside = |o: i64, size: u32| o as u64 > u64::from(size) << TILE_BITS;
        outside(ray.ox, self.size().x) || outside(ray.oy, self.size().y)
    }

    /// [`Self::walk`] for a ray whose origin lies outside the map: from the last cell before the map on. The error term
    /// is computed from the ray's own origin, so nothing is rounded on the way. `None` also when the ray misses the
    /// map.
    #[cold]
    #[inline(never)]
    fn walk_from_outside(&self, layer: Layer, ray: &LatticeRay, steps: u32) -> Option<WalkHit> {
        let &LatticeRay { ox, oy, dx, dy } = ray;
        let reach = (REACH as i64) << TILE_BITS;
        if !(-reach..=reach).contains(&ox) || !(-reach..=reach).contains(&oy) {
            return None;
        }
        let (width, height) = (i64::from(self.size().x) << 12, i64::from(self.size().y) << 12);
        let (to_x, to_y) = (distance_to_map(ox, dx, width)?, distance_to_map(oy, dy, height)?);
        if ray.runs_along_grid_line() {
            // Along a grid line at most one of the two is not 0. One tile before the map there is nothing to meet.
            let back = (to_x + to_y - TILE).max(0);
            let near = LatticeRay { ox: ox + back * dx.signum(), oy: oy + back * dy.signum(), dx, dy };
            let hit = self.walk_grid_line(layer, &near, steps)?;
            return Some(WalkHit { numerator: hit.numerator + back, ..hit });
        }
        // The ray enters the map over the side that it meets last.
        let along_x = to_x > 0 && (to_y == 0 || to_x * dy.abs() >= to_y * dx.abs());
        let last = self.size().as_ivec2() - 1;
        let first = IVec2::new(if dx > 0 { 0 } else { last.x }, if dy > 0 { 0 } else { last.y });
        let cell = ray.cell_before(ray.entry(first, along_x));
        let passes = |c: i32, d: i64, size: u32| (c < 0 && d <= 0) || (c >= size as i32 && d >= 0);
        if passes(cell.x, dx, self.size().x) || passes(cell.y, dy, self.size().y) {
            return None;
        }
        self.walk_cells(layer, ray, Walk::new(self.grid(layer), ray, cell, TILE_BITS), steps)
    }

    /// The whole walk of a ray, from the state that its short walk has reached.
    #[inline(never)]
    pub(super) fn walk_on(&self, layer: Layer, ray: &LatticeRay, state: Option<i64>, steps: u32) -> Option<WalkHit> {
        if self.starts_outside(ray) {
            return self.walk_from_outside(layer, ray, steps);
        }
        if ray.runs_along_grid_line() {
            return self.walk_grid_line(layer, ray, steps);
        }
        let grid = self.grid(layer);
        let mut walk = Walk::first(grid, ray);
        walk.state = state.unwrap_or(walk.state);
        if grid.get(walk.index()) {
            let hit = self.hit_at_start(layer, ray, grid.cell(walk.index()), walk.state);
            if hit.is_some() {
                return hit;
            }
        }
        self.walk_cells(layer, ray, walk, steps)
    }

    /// The walk from a cell that is already checked, over corners, slopes and empty blocks.
    fn walk_cells(&self, layer: Layer, ray: &LatticeRay, mut walk: Walk, mut steps: u32) -> Option<WalkHit> {
        let grid = self.grid(layer);
        while steps > 0 {
            self.skip_empty_blocks(layer, ray, &mut walk);
            let near = steps.min(STEPS_BETWEEN_BLOCKS);
            let along_x = match walk.advance(grid, near) {
                Stop::Bit { along_x } => along_x,
                Stop::Corner => {
                    let hit = self.hit_at_corner(layer, ray, grid.cell(walk.index()));
                    if hit.is_some() {
                        return hit;
                    }
                    walk.step_through_corner();
                    true
                }
                Stop::Steps => {
                    steps -= near;
                    continue;
                }
            };
            if grid.get(walk.index()) {
                let hit = self.hit_in_cell(ray, grid.cell(walk.index()), along_x, walk.state);
                if hit.is_some() {
                    return hit;
                }
            }
        }
        None
    }

    /// The hit in a cell with a set bit that a walk has entered by a step along x, or along y.
    fn hit_in_cell(&self, ray: &LatticeRay, cell: IVec2, along_x: bool, error: i64) -> Option<WalkHit> {
        let tile = self.tile(cell);
        let entry = ray.face_hit(cell, tile, along_x);
        if tile.is_slope() { hit_in_slope(ray, entry, error) } else { Some(entry) }
    }

    /// Moves a walk to the last cell of the empty blocks that lie ahead without a gap, if it is in one.
    #[inline]
    fn skip_empty_blocks(&self, layer: Layer, ray: &LatticeRay, walk: &mut Walk) {
        let (grid, blocks) = (self.grid(layer), self.blocks(layer));
        let cell = grid.cell(walk.index());
        if blocks.get(blocks.index(cell >> BLOCK_BITS)) {
            return;
        }
        let mut ahead = Walk::new(blocks, ray, cell >> BLOCK_BITS, TILE_BITS + BLOCK_BITS);
        let (block, along_x) = match ahead.advance(blocks, u32::MAX) {
            Stop::Bit { along_x } => (blocks.cell(ahead.index()), along_x),
            _ => (blocks.cell(ahead.index()) + ray.ahead(), true),
        };
        // The cell of that block in the corner that the ray comes from.
        let down = ray.ahead().min(IVec2::ZERO);
        let next = ((block - down) << BLOCK_BITS) + down;
        *walk = Walk::new(grid, ray, ray.cell_before(ray.entry(next, along_x)), TILE_BITS);
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
