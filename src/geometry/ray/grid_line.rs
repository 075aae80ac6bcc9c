//! The walk of a ray that runs exactly along a grid line.

use bevy::math::IVec2;

use super::lattice::{LatticeRay, TILE, WalkHit, WalkHitKind};
use crate::geometry::terrain::{Layer, Terrain};
use crate::geometry::tile::TileShape;

impl Terrain {
    /// The walk of a ray that runs along a grid line. It touches the cells on both sides of the line, and closed solids
    /// on either side block it.
    #[cold]
    #[inline(never)]
    pub(super) fn walk_grid_line(&self, layer: Layer, ray: &LatticeRay, steps: u32) -> Option<WalkHit> {
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
        let grid = self.grid(layer);
        let (step, apart) = (grid.index(ahead) - grid.index(IVec2::ZERO), grid.index(other) - grid.index(beside));
        let (mut index, mut cells) = (grid.index(beside), 0);
        while !(grid.get(index) | grid.get(index + apart)) {
            index += step;
            cells += 1;
        }
        // Up to the last half point before the cells that are not free.
        let gone = if (point * ahead).element_sum().rem_euclid(2) == 0 { 0 } else { 1 };
        i64::from((2 * cells - 1 - gone).max(0))
    }
}
