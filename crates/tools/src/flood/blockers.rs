//! What keeps the ninja's center out of a square for certain: walls, and the blockers of the level's logic.

use bevy_math::Vec2;

use hairline_geometry::terrain::Terrain;
use hairline_level::Level;
use hairline_sim::tuning::BODY_RADIUS;

use super::grid::{HALF, TileTable, around, is_outermost};
use crate::logic::{Blocker, LevelLogic};

/// Tiles by which radii are taken smaller than they are, against rounding.
const SLACK: f32 = 1.0e-3;
/// How often a square is halved before it counts as open: squares of 1/64 tile.
const HALVINGS: u32 = 3;

/// The walls and blockers of a level, sorted by tiles.
pub(super) struct BlockerIndex<'l> {
    terrain: &'l Terrain,
    blockers: &'l [Blocker],
    /// The certain blockers near each tile.
    near: TileTable<Vec<u16>>,
    /// Whether a tile and those around it are free of walls and blockers.
    open: TileTable<bool>,
}

impl<'l> BlockerIndex<'l> {
    pub fn new(level: &'l Level, logic: &'l LevelLogic) -> Self {
        let terrain = &*level.terrain;
        let size = terrain.size().as_ivec2();
        let mut near = TileTable::<Vec<u16>>::new(size);
        for (index, blocker) in logic.blockers.iter().enumerate().take(usize::from(u16::MAX)) {
            for cell in blocker.cells_around().into_iter().filter(|_| blocker.is_certain) {
                if let Some(near) = near.get_mut(cell).filter(|near| near.last() != Some(&(index as u16))) {
                    near.push(index as u16);
                }
            }
        }
        let mut open = TileTable::new(size);
        for cell in near.cells() {
            let is_open = around(cell).all(|cell| !terrain.tile(cell).stops_bodies())
                && near.get(cell).is_some_and(Vec::is_empty);
            if let Some(open) = open.get_mut(cell) {
                *open = is_open;
            }
        }
        Self { terrain, blockers: &logic.blockers, near, open }
    }

    /// Whether the ninja's center can be at no point of a square, given which blockers count. The outermost squares stand for all
    /// that lies beyond them, where a blocker can be flown around.
    pub fn close(&self, center: Vec2, counts: &impl Fn(&Blocker) -> bool) -> bool {
        if is_outermost(center, self.terrain.size().as_vec2()) {
            return false;
        }
        if self.open.get(center.floor().as_ivec2()).is_some_and(|open| *open) {
            return false;
        }
        self.close_square(center, HALF, HALVINGS, counts)
    }

    fn close_square(&self, center: Vec2, half: f32, halvings: u32, counts: &impl Fn(&Blocker) -> bool) -> bool {
        if !self.keep_out(center, 0.0, counts) {
            return false;
        }
        if self.keep_out(center, half * std::f32::consts::SQRT_2, counts) {
            return true;
        }
        let quarter = half / 2.0;
        let corners = [Vec2::new(-1.0, -1.0), Vec2::new(1.0, -1.0), Vec2::new(-1.0, 1.0), Vec2::ONE];
        halvings > 0
            && corners.iter().all(|&corner| self.close_square(center + corner * quarter, quarter, halvings - 1, counts))
    }

    /// Whether one wall or blocker keeps the ninja's center away from every point within `around` tiles.
    fn keep_out(&self, point: Vec2, around: f32, counts: &impl Fn(&Blocker) -> bool) -> bool {
        let body = BODY_RADIUS - SLACK - around;
        if body > 0.0 && self.terrain.depth(point, body) > 0.0 {
            return true;
        }
        let near = self.near.get(point.floor().as_ivec2()).into_iter().flatten();
        let mut near = near.map(|&index| &self.blockers[usize::from(index)]).filter(|blocker| counts(blocker));
        near.any(|blocker| blocker.distance(point) < blocker.clearance - SLACK - around)
    }
}
