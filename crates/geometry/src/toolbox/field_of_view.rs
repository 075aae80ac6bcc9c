//! The cells that are visible from a point.

use bevy_math::{IVec2, Vec2};

use super::arc::Arc;
use crate::ray::lattice::{LatticeRay, WalkHitKind};
use crate::reach::is_within_reach;
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
    /// The eye may be outside the map, within [`REACH`](crate::reach::REACH) of (0, 0). From farther away, or
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
    /// and visible if its center is within [`REACH`](crate::reach::REACH) of (0, 0).
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::map::map;

    fn cells(list: &[(i32, i32)]) -> Vec<IVec2> {
        list.iter().map(|&(x, y)| IVec2::new(x, y)).collect()
    }

    #[test]
    fn nothing_is_visible_from_a_malformed_eye_or_radius() {
        let terrain = map("...");
        let seen = |eye, radius| terrain.visible_cells(Layer::Light, eye, radius, Arc::FULL).len();
        let eye = Vec2::splat(0.5);
        assert_eq!((seen(eye, f32::INFINITY), seen(eye, 0.0)), (3, 1));
        assert_eq!((seen(eye, f32::NAN), seen(eye, -1.0), seen(eye, -0.25)), (0, 0, 0));
        assert_eq!((seen(Vec2::NAN, 9.0), seen(Vec2::new(1e30, 0.0), f32::INFINITY)), (0, 0));
    }

    #[test]
    fn an_eye_outside_the_map_sees_into_it() {
        let terrain = map("
            ./.
            ...
            #..
        ");
        let seen = terrain.visible_cells(Layer::Light, Vec2::new(1.5, 5.5), 20.0, Arc::FULL);
        assert_eq!(seen, cells(&[(0, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)]));
    }

    #[test]
    fn visible_cells_end_at_walls_that_are_visible_themselves() {
        let terrain = map("
            #######
            #..#..#
            #..#..#
            #.....#
            #######
        ");
        let eye = Vec2::new(1.5, 2.5);
        let seen = terrain.visible_cells(Layer::Light, Vec2::new(1.5, 2.25), 20.0, Arc::FULL);
        for visible in [(1, 2), (2, 3), (3, 2), (3, 3), (0, 2), (1, 4), (3, 1), (4, 1), (4, 0)] {
            assert!(seen.contains(&visible.into()), "{visible:?} is visible");
        }
        // The cell behind an inner corner is hidden by its neighbors.
        for hidden in [(0, 0), (4, 3), (5, 3), (6, 4), (5, 2), (6, 3)] {
            assert!(!seen.contains(&hidden.into()), "{hidden:?} is hidden");
        }
        let right = terrain.visible_cells(Layer::Light, eye, 20.0, Arc::around(0.0, 0.2));
        assert_eq!(right, cells(&[(1, 2), (2, 2), (3, 2)]));
        let left = terrain.visible_cells(Layer::Light, eye, 20.0, Arc::around(std::f32::consts::PI, 0.2));
        assert_eq!(left, cells(&[(0, 2), (1, 2)]));
        let close = terrain.visible_cells(Layer::Light, eye, 1.0, Arc::FULL);
        assert_eq!(close.len(), 5);
    }
}
