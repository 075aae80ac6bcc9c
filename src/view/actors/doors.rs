//! Doors: panels with stripes across their slide and the mark of their channel. A crushing door has lethal teeth along its
//! closing edge.

use bevy::prelude::*;

use hairline_sim::obstacles::ObstacleIndex;
use hairline_sim::obstacles::door::{Door, DoorState};

use super::channel_marks::{GateMarks, MarkRow};
use super::obstacle_poses::DrawnObstacles;
use crate::view::canvas::Canvas;
use crate::view::canvas::dashes::dashed_frame;
use crate::view::canvas::painter::{Painter, rectangle_corners};
use crate::view::canvas::palette::{Role, mix, tint};
use crate::view::frame::schedule::PaintSystems;

/// Tiles between two stripes.
const STRIPES: f32 = 0.4;

/// Adds the doors.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, paint_frames.in_set(PaintSystems::Underlay))
        .add_systems(Update, paint_doors.in_set(PaintSystems::Obstacles));
}

/// The closed position of a door that is not closed, as a faint frame.
fn paint_frames(mut canvas: ResMut<Canvas>, marks: GateMarks, doors: Query<(&Door, &DoorState)>) {
    for (door, state) in doors.iter().filter(|(_, state)| state.openness > 0.0) {
        let color = tint(marks.color(door.gate()), 0.35 * state.openness);
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
        paint(&mut canvas.behind, door, center, &marks);
    }
}

fn paint(painter: &mut Painter, door: &Door, center: Vec2, marks: &GateMarks) {
    let half = door.size() * 0.5;
    let corners = rectangle_corners(center, half);
    painter.polygon(&corners, mix(Role::Ink, Role::SteelDark, 0.38));
    paint_stripes(painter, center, half, door.slide());
    painter.stroke_inside(&corners, [0.0, 0.075], Role::Steel);
    painter.stroke_inside(&corners, [0.11, 0.15], tint(marks.color(door.gate()), 0.9));
    if door.crushes() {
        paint_teeth(painter, center, half, -door.slide());
    }
    let along = if half.x > half.y { Vec2::X } else { Vec2::Y };
    let size = (half.min_element() * 0.62).min(0.42);
    let length = 2.0 * half.max_element() - 0.3;
    marks.paint(painter, door.gate(), MarkRow { at: center, along, length, size, is_framed: true });
}

/// Stripes across the slide, which make its motion visible.
fn paint_stripes(painter: &mut Painter, center: Vec2, half: Vec2, slide: Vec2) {
    let upright = slide.y.abs() >= slide.x.abs();
    let (along, across) = if upright { (Vec2::Y, Vec2::X) } else { (Vec2::X, Vec2::Y) };
    let (reach, width) = (half.dot(along), half.dot(across));
    let count = ((2.0 * reach / STRIPES) as u32).min(200);
    for stripe in 1..=count {
        let at = center + along * (stripe as f32 * 2.0 * reach / (count + 1) as f32 - reach);
        painter.line(at - across * width, at + across * width, 0.05, tint(Role::SteelDark, 0.8));
    }
}

/// Teeth along the side that faces `towards`, inside the door.
fn paint_teeth(painter: &mut Painter, center: Vec2, half: Vec2, towards: Vec2) {
    let upright = towards.y.abs() >= towards.x.abs();
    let out = if upright { Vec2::Y * towards.y.signum() } else { Vec2::X * towards.x.signum() };
    let (reach, across) = ((half * out.abs()).element_sum(), out.perp() * (half * out.perp().abs()).element_sum());
    let edge = center + out * reach;
    let count = ((across.length() * 2.0 / 0.25).round() as u32).clamp(1, 200);
    let length = 0.22_f32.min(reach);
    for tooth in 0..count {
        let at = |place: f32| edge - out * length - across + across * (2.0 * (tooth as f32 + place) / count as f32);
        painter.polygon(&[at(0.0), at(1.0), at(0.5) + out * length], Role::Lethal);
    }
}
