//! Which cells a camera can see.

use std::collections::VecDeque;

use bevy_math::{IVec2, Vec2};

use hairline_geometry::cells::crossed_cells;
use hairline_geometry::shapes::segment::distance_point_segment;
use hairline_level::{Aim, CameraSettings, Level};
use hairline_sim::colliders::Colliders;
use hairline_sim::hazards::camera::SecurityCamera;
use hairline_sim::run::Run;

use super::legs;

/// Tiles by which a cell may reach out of a camera's range and still be touched by a ray.
const CELL_REACH: f32 = 1.5;

/// The cells that a camera could ever touch with a ray; perhaps some more. Exactly those for a camera that neither moves nor
/// turns; otherwise all that light could get to from its path.
pub(super) fn watched_cells(level: &Level, camera: &CameraSettings) -> Vec<IVec2> {
    if let (Aim::Fixed { .. }, None) = (camera.aim, &camera.path) {
        let (robot, mut state, mut vision) = SecurityCamera::new(camera);
        let colliders = Colliders::new(level.terrain.clone());
        robot.watch(&mut state, &mut vision, &Run::default(), Vec2::splat(-10.0), &colliders);
        return vision.cells(camera.position);
    }
    let legs = legs(camera.position, camera.path.as_ref());
    let (terrain, range) = (&*level.terrain, camera.range + CELL_REACH);
    let passes = |cell: IVec2| {
        let tile = terrain.tile(cell);
        terrain.contains_cell(cell) && (!tile.stops_light() || tile.is_slope())
    };
    let is_near = |cell: IVec2| {
        let center = cell.as_vec2() + 0.5;
        legs.iter().any(|&[from, to]| distance_point_segment(center, from, to) <= range)
    };
    let starts = legs.iter().filter_map(|&[from, to]| crossed_cells(from, to).ok()).flatten();
    let mut queue: VecDeque<IVec2> = starts.filter(|&cell| passes(cell)).collect();
    let mut seen = vec![false; (terrain.size().x * terrain.size().y) as usize];
    let mut cells = vec![];
    while let Some(cell) = queue.pop_front() {
        let index = (cell.y * terrain.size().x as i32 + cell.x) as usize;
        if std::mem::replace(&mut seen[index], true) {
            continue;
        }
        cells.push(cell);
        let around = (-1..=1).flat_map(|y| (-1..=1).map(move |x| cell + IVec2::new(x, y)));
        queue.extend(around.filter(|&next| passes(next) && is_near(next)));
    }
    cells
}
