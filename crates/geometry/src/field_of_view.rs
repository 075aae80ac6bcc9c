//! The cells that are visible from a point.

use bevy_math::{IVec2, Vec2};

use crate::arc::Arc;
use crate::is_within_reach;
use crate::ray::lattice::{LatticeRay, WalkHitKind};
use crate::terrain::{Layer, Terrain};
use crate::tile::Side;

impl Terrain {
    /// The cells of the map that are visible from a point, with their centers within `radius` tiles (may be infinite)
    /// and on an arc, row by row from the bottom.
    ///
    /// A free cell is visible if its center is ([`Self::line_of_sight`]). A cell with a shape on the layer is visible
    /// if a ray to its center ends in it, or if the middle of one of its covered sides is visible from outside that
    /// side.
    ///
    /// The eye may be outside the map, within [`REACH`](crate::REACH) of (0, 0). From farther away, or
    /// with a radius that is negative or not a number, nothing is visible. Distances are compared in `f64`: a cell
    /// whose center is exactly `radius` tiles away counts.
    pub fn visible_cells(&self, layer: Layer, eye: Vec2, radius: f32, arc: Arc) -> Vec<IVec2> {
        let mut cells = vec![];
        // Negated, so that NaN sees nothing.
        let sees = is_within_reach(eye) && radius >= 0.0;
        if !sees {
            return cells;
        }
        let (center, radius) = (eye.as_dvec2(), f64::from(radius));
        let min = (center - radius).floor().as_ivec2().max(IVec2::ZERO);
        let max = (center + radius).floor().as_ivec2().min(self.size().as_ivec2() - 1);
        for (y, x) in (min.y..=max.y).flat_map(|y| (min.x..=max.x).map(move |x| (y, x))) {
            let cell = IVec2::new(x, y);
            let to_center = cell.as_vec2() + 0.5 - eye;
            let near = (cell.as_dvec2() + 0.5).distance_squared(center) <= radius * radius;
            if near && arc.contains_direction(to_center) && self.sees_cell(layer, eye, cell) {
                cells.push(cell);
            }
        }
        cells
    }

    /// Whether a cell is visible from a point, by the rules of [`Self::visible_cells`]. A cell outside the map is free,
    /// and visible if its center is within [`REACH`](crate::REACH) of (0, 0).
    pub fn sees_cell(&self, layer: Layer, eye: Vec2, cell: IVec2) -> bool {
        if !is_within_reach(eye) {
            return false;
        }
        let tile = self.tile(cell);
        let center = cell.as_vec2() + 0.5;
        if !tile.stops(layer) {
            return self.line_of_sight(eye, center, layer);
        }
        if eye != center {
            let ray = LatticeRay::between(eye, center);
            let hit = self.walk(layer, &ray, ray.steps());
            if hit.is_some_and(|hit| hit.cell == cell && hit.kind != WalkHitKind::Border) {
                return true;
            }
        }
        let sides = [
            (Side::Left, Vec2::new(-0.5, 0.0), eye.x < center.x - 0.5),
            (Side::Right, Vec2::new(0.5, 0.0), eye.x > center.x + 0.5),
            (Side::Bottom, Vec2::new(0.0, -0.5), eye.y < center.y - 0.5),
            (Side::Top, Vec2::new(0.0, 0.5), eye.y > center.y + 0.5),
        ];
        sides.into_iter().any(|(side, offset, faces)| {
            faces && tile.cover(side) != 0 && self.line_of_sight(eye, center + offset, layer)
        })
    }
}
