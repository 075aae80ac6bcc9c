//! Doors, and frames where open ones would be.

use bevy::prelude::*;

use hairline_painter::actors::door::DoorLook;
use hairline_painter::actors::marks::gate_color;
use hairline_painter::dashes::dashed_frame;
use hairline_sim::obstacles::ObstacleIndex;
use hairline_sim::obstacles::door::{Door, DoorState};

use super::channel_marks::GateMarks;
use super::obstacle_poses::DrawnObstacles;
use crate::view::canvas::Canvas;
use crate::view::canvas::palette::tint;
use crate::view::frame::schedule::PaintSystems;

pub fn plugin(app: &mut App) {
    app.add_systems(Update, paint_frames.in_set(PaintSystems::Underlay))
        .add_systems(Update, paint_doors.in_set(PaintSystems::Obstacles));
}

/// The closed position of a door that is not closed, as a faint frame.
fn paint_frames(mut canvas: ResMut<Canvas>, doors: Query<(&Door, &DoorState)>) {
    for (door, state) in doors.iter().filter(|(_, state)| state.openness > 0.0) {
        let color = tint(gate_color(door.gate()), 0.35 * state.openness);
        dashed_frame(&mut canvas.behind, door.position(), door.size(), color);
    }
}

fn paint_doors(
    mut canvas: ResMut<Canvas>,
    obstacles: DrawnObstacles,
    marks: GateMarks,
    doors: Query<(&ObstacleIndex, &Door)>,
) {
    for (obstacle, door) in &doors {
        let Some((center, _)) = obstacles.pose(*obstacle) else { continue };
        let look =
            DoorLook { at: center, size: door.size(), slide: door.slide(), crushes: door.crushes(), gate: door.gate() };
        look.paint(&mut canvas.behind);
        marks.paint(&mut canvas.behind, door.gate(), look.mark_row());
    }
}
