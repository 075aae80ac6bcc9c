//! The exact walk of a ray from cell to cell, in integers: to the first cell, corner or slope that the ray touches.
//!
//! With the next grid lines at `t = rx / ax` and `t = ry / ay`, the sign of `error = rx ay - ry ax` says which one the
//! ray crosses first; 0 means that it leaves the cell through a corner. A step along x adds `ay` tiles to the error,
//! one along y subtracts `ax` tiles, so it stays within `-ax..=ay` tiles however long the ray is: precision does not
//! depend on the size of the map.
//!
//! A ray that has gone far looks for empty blocks of 8 by 8 cells and walks over those in the same way, a block a step.

use bevy::math::IVec2;

use super::contact::hit_in_slope;
use super::lattice::{LatticeRay, TILE, TILE_BITS, WalkHit};
use crate::geometry::terrain::bit_grid::{BLOCK_BITS, BitGrid};
use crate::geometry::terrain::{Layer, Terrain};
use crate::geometry::tile::TileShape;

/// After this many steps from cell to cell a walk looks for an empty block.
const STEPS_BETWEEN_BLOCKS: u32 = 16;

/// The cell of a grid that a ray is in, or the block.
struct Walk {
    /// The index of its bit.
    index: isize,
    /// Negative if the ray leaves it along x, positive along y, 0 through a corner.
    error: i64,
    /// What a step along y adds to the index.
    step_y: isize,
    /// What a step along x adds to the index, less `step_y`.
    step_xy: isize,
    /// What a step along y takes from the error.
    back_y: i64,
    /// What a step along x adds to the error, plus `back_y`.
    grow_xy: i64,
}

/// Why a walk stops.
enum Stop {
    /// At a set bit. `along_x` is all ones if the last step was along x, 0 if along y.
    Bit { along_x: i64 },
    /// In a cell that the ray leaves through a corner.
    Corner,
    /// After the steps that it was given.
    Steps,
}

impl Walk {
    /// In a cell that the ray crosses, of a grid of cells with sides of `1 << bits` lattice units.
    #[inline(always)]
    fn new(grid: &BitGrid, ray: &LatticeRay, cell: IVec2, bits: u32) -> Self {
        let step_x = (ray.dx >> 63) as isize | 1;
        let down = (ray.dy >> 63) as isize;
        let step_y = (grid.stride() ^ down) - down;
        let (ax, ay) = (ray.dx.abs(), ray.dy.abs());
        Self {
            index: grid.index(cell),
            error: ray.error_in_block(cell, bits),
            step_y,
            step_xy: step_x - step_y,
            back_y: ax << bits,
            grow_xy: (ax + ay) << bits,
        }
    }

    /// Steps from cell to cell to the first set bit or corner.
    #[inline(always)]
    fn advance(&mut self, grid: &BitGrid, steps: u32) -> Stop {
        for _ in 0..steps {
            if self.error == 0 {
                return Stop::Corner;
            }
            let along_x = self.error >> 63;
            self.index += (self.step_xy & along_x as isize) + self.step_y;
            self.error += (self.grow_xy & along_x) - self.back_y;
            if grid.get(self.index) {
                return Stop::Bit { along_x };
            }
        }
        Stop::Steps
    }

    /// A step along both axes at once, for an error term of 0.
    fn step_through_corner(&mut self) {
        self.index += self.step_xy + 2 * self.step_y;
        self.error = self.grow_xy - 2 * self.back_y;
    }
}

impl Terrain {
    /// Walks the cells along a ray whose origin lies in the map, at least `steps` (1 or more) of them, to the first
    /// hit.
    #[inline(always)]
    pub(super) fn walk(&self, layer: Layer, ray: &LatticeRay, steps: u32) -> Option<WalkHit> {
        if ray.runs_along_grid_line() {
            return self.walk_grid_line(layer, ray, steps);
        }
        let grid = self.grid(layer);
        let mut walk = Walk::new(grid, ray, ray.first_cell(), TILE_BITS);
        if grid.get(walk.index) {
            return self.walk_from_tile(layer, ray, steps);
        }
        let stop = walk.advance(grid, steps.min(STEPS_BETWEEN_BLOCKS));
        match stop {
            Stop::Bit { along_x } if !self.is_non_full(walk.index) => {
                Some(ray.face_hit(grid.cell(walk.index), TileShape::Solid, along_x))
            }
            Stop::Steps if steps <= STEPS_BETWEEN_BLOCKS => None,
            _ => self.walk_on(layer, ray, walk, stop, steps),
        }
    }

    /// The first hit of a ray between two points ([`LatticeRay::between`]), from inside or outside the map. It may lie
    /// beyond the second point.
    pub(in crate::geometry) fn walk_between(&self, layer: Layer, ray: &LatticeRay) -> Option<WalkHit> {
        if self.starts_outside(ray) {
            self.walk_from_outside(layer, ray, ray.steps())
        } else {
            self.walk(layer, ray, ray.steps())
        }
    }

    /// Whether a ray's origin lies outside the map.
    #[inline]
    pub(super) fn starts_outside(&self, ray: &LatticeRay) -> bool {
        let outside = |o: i64, size: u32| o as u64 > u64::from(size) << TILE_BITS;
        outside(ray.ox, self.size().x) || outside(ray.oy, self.size().y)
    }

    /// [`Self::walk`] for a ray that starts in a cell that is not free.
    #[cold]
    #[inline(never)]
    fn walk_from_tile(&self, layer: Layer, ray: &LatticeRay, steps: u32) -> Option<WalkHit> {
        let grid = self.grid(layer);
        let walk = Walk::new(grid, ray, ray.first_cell(), TILE_BITS);
        self.hit_at_start(layer, ray, ray.first_cell(), walk.error)
            .or_else(|| self.walk_on(layer, ray, walk, Stop::Steps, steps))
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
        let cell = if to_x > 0 && (to_y == 0 || to_x * ay >= to_y * ax) {
            ray.last_cell_in_column(if dx > 0 { -1 } else { self.size().x as i32 })
        } else {
            ray.last_cell_in_row(if dy > 0 { -1 } else { self.size().y as i32 })
        };
        let passes = |c: i32, d: i64, size: u32| (c < 0 && d <= 0) || (c >= size as i32 && d >= 0);
        if passes(cell.x, dx, self.size().x) || passes(cell.y, dy, self.size().y) {
            return None;
        }
        let walk = Walk::new(self.grid(layer), ray, cell, TILE_BITS);
        self.walk_on(layer, ray, walk, Stop::Steps, steps)
    }

    /// The walk from where it stopped, over corners, slopes and empty blocks.
    #[inline(never)]
    fn walk_on(
        &self,
        layer: Layer,
        ray: &LatticeRay,
        mut walk: Walk,
        mut stop: Stop,
        mut steps: u32,
    ) -> Option<WalkHit> {
        let grid = self.grid(layer);
        let mut walked = 0;
        loop {
            match stop {
                Stop::Bit { along_x } => {
                    let tile = self.tile_at(walk.index);
                    let entry = ray.face_hit(grid.cell(walk.index), tile, along_x);
                    let hit = if tile.is_slope() { hit_in_slope(ray, entry, walk.error) } else { Some(entry) };
                    if hit.is_some() {
                        return hit;
                    }
                }
                Stop::Corner => {
                    let hit = self.hit_at_corner(layer, ray, grid.cell(walk.index));
                    if hit.is_some() {
                        return hit;
                    }
                    walk.step_through_corner();
                    if grid.get(walk.index) {
                        stop = Stop::Bit { along_x: -1 };
                        continue;
                    }
                }
                Stop::Steps => {
                    steps -= walked;
                    if steps == 0 {
                        return None;
                    }
                    self.skip_empty_blocks(layer, ray, &mut walk);
                }
            }
            walked = steps.min(STEPS_BETWEEN_BLOCKS);
            stop = walk.advance(grid, walked);
        }
    }

    /// Moves a walk to the last cell of the empty blocks that lie ahead without a gap, if it is in one.
    #[inline]
    fn skip_empty_blocks(&self, layer: Layer, ray: &LatticeRay, walk: &mut Walk) {
        let (grid, blocks) = (self.grid(layer), self.blocks(layer));
        let cell = grid.cell(walk.index);
        let mut ahead = Walk::new(blocks, ray, cell >> BLOCK_BITS, TILE_BITS + BLOCK_BITS);
        if blocks.get(ahead.index) {
            return;
        }
        let stop = ahead.advance(blocks, u32::MAX);
        let block = blocks.cell(ahead.index);
        // The last row or column before the side over which the ray enters the next block.
        let before = |block: i32, d: i64| {
            let down = (d >> 63) as i32;
            ((block - down) << BLOCK_BITS) - 1 - down
        };
        let cell = match stop {
            Stop::Bit { along_x: 0 } => ray.last_cell_in_row(before(block.y, ray.dy)),
            Stop::Bit { .. } => ray.last_cell_in_column(before(block.x, ray.dx)),
            _ => ray.last_cell_in_column(before(block.x + ray.ahead().x, ray.dx)),
        };
        *walk = Walk::new(grid, ray, cell, TILE_BITS);
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
