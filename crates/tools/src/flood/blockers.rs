//! What keeps the ninja's center out of a square for certain: walls, and the blockers of the level's logic.

use bevy_math::{IVec2, Vec2};

use hairline_geometry::shapes::segment::distance_point_segment;
use hairline_geometry::terrain::Terrain;
use hairline_level::Level;
use hairline_sim::tuning::BODY_RADIUS;

use super::grid::{HALF, TileTable, around, is_outermost};
use crate::logic::{Blocker, LevelLogic};

/// Tiles by which radii are taken smaller than they are, against rounding.
const SLACK: f32 = 1.0e-3;
/// Tiles that the ninja gets to a side below a map: from the bottom of its walls until it is dead, at its greatest speed.
const BELOW: i32 = 4;
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
    /// The columns below which the ninja cannot be.
    far_below: Vec<bool>,
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
        Self { terrain, blockers: &logic.blockers, near, open, far_below: far_below(terrain, logic) }
    }

    /// Whether the ninja's center can be at no point of a square, given which blockers count. The outermost squares stand for all
    /// that lies beyond them, where a blocker can be flown around.
    pub fn close(&self, center: Vec2, counts: &impl Fn(&Blocker) -> bool) -> bool {
        let column = center.x.floor();
        if center.y < 0.0 && column >= 0.0 && self.far_below.get(column as usize).is_some_and(|far| *far) {
            return true;
        }
        if is_outermost(center, self.terrain.size().as_vec2()) {
            return false;
        }
        if self.open.get(center.floor().as_ivec2()).is_some_and(|open| *open) {
            return false;
        }
        close_square(center, HALF, HALVINGS, &|point, around| self.keep_out(point, around, counts))
    }

    /// Whether walls and what comes within `radius` tiles of a segment keep the ninja's center out of a square.
    pub fn close_beside(&self, center: Vec2, [from, to]: [Vec2; 2], radius: f32) -> bool {
        let keep_out = |point: Vec2, around: f32| {
            distance_point_segment(point, from, to) < radius - SLACK - around
                || self.keep_out(point, around, &|_| false)
        };
        close_square(center, HALF, HALVINGS, &keep_out)
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

/// Whether every point of a square is kept out, where `keep_out` says so of all points within some tiles of one.
fn close_square(center: Vec2, half: f32, halvings: u32, keep_out: &impl Fn(Vec2, f32) -> bool) -> bool {
    if !keep_out(center, 0.0) {
        return false;
    }
    if keep_out(center, half * std::f32::consts::SQRT_2) {
        return true;
    }
    let quarter = half / 2.0;
    let corners = [Vec2::new(-1.0, -1.0), Vec2::new(1.0, -1.0), Vec2::new(-1.0, 1.0), Vec2::ONE];
    halvings > 0
        && corners.iter().all(|&corner| close_square(center + corner * quarter, quarter, halvings - 1, keep_out))
}

/// The columns in the middle of a wall at the bottom of a map: the ninja dies below it before it gets there. None where something
/// throws it, or a floor may move below the map.
fn far_below(terrain: &Terrain, logic: &LevelLogic) -> Vec<bool> {
    let is_calm = logic.actors.iter().all(|actor| actor.declared.throw.is_none())
        && logic.obstacles().all(|obstacle| obstacle.bounds.min.y >= 0.0);
    let is_wall = |x: i32| terrain.tile(IVec2::new(x, 0)).stops_bodies();
    let columns = 0..terrain.size().x as i32;
    columns.map(|x| is_calm && (x - BELOW..=x + BELOW).all(is_wall)).collect()
}
