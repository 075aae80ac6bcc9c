//! The walk of a ray that runs exactly along a grid line.

use super::lattice::{LatticeRay, TILE, WalkHit, WalkHitKind};
use crate::terrain::{Layer, Terrain};

impl Terrain {
    /// The walk of a ray that runs along a grid line, from a distance to the map in 1 / `TILE` tile. It touches the cells
    /// on both sides of the line, and closed solids on either side block it.
    #[cold]
    #[inline(never)]
    pub(super) fn walk_grid_line(&self, layer: Layer, ray: &LatticeRay, to_map: i64, steps: u32) -> Option<WalkHit> {
        let ahead = ray.ahead();
        let (along, speed) = (ahead.as_i64vec2(), ray.direction.abs().element_sum());
        // One tile before the map there is nothing to meet.
        let skipped = (to_map - TILE).max(0);
        let origin = ray.origin + skipped * along;
        let hit = |distance, cell, kind| {
            Some(WalkHit { numerator: skipped + distance, denominator: speed, cell, tile: self.tile(cell), kind })
        };
        let beside = [ahead.perp(), -ahead.perp()].map(|side| 3 * ahead + side);
        let solids = beside.map(|way| self.solid_towards(layer, origin, way));
        if let [Some(cell), _] | [None, Some(cell)] = solids {
            let kind = if self.is_interior(layer, origin) {
                WalkHitKind::Inside
            } else if solids.iter().all(Option::is_some) {
                // Into the hidden joint of two solids.
                WalkHitKind::Vertex
            } else {
                WalkHitKind::Grazing
            };
            return hit(0, cell, kind);
        }
        // Along the ray, from its origin to the last edge of the map.
        let edge = (self.size().as_i64vec2() * TILE).dot(along).max(0) - origin.dot(along);
        let first = -origin.dot(along).rem_euclid(TILE);
        let grid = self.grid(layer);
        let mut cells = beside.map(|way| LatticeRay { origin, direction: way.as_i64vec2() }.first_cell().as_ivec2());
        for from in (0..=i64::from(steps)).map(|pair| first + pair * TILE) {
            if from == edge {
                return hit(edge, cells[0], WalkHitKind::Border);
            }
            if cells.into_iter().any(|cell| grid.get(grid.index(cell))) {
                // Slopes have corners at half tiles.
                for distance in [from, from + TILE / 2, from + TILE].into_iter().filter(|&distance| distance > 0) {
                    if let Some(cell) = self.cell_touching(layer, origin + along * distance, ahead) {
                        return hit(distance, cell, WalkHitKind::Vertex);
                    }
                }
            }
            cells = cells.map(|cell| cell + ahead);
        }
        None
    }
}
