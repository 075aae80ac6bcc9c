//! Doors: panels with stripes across their way and the mark of their channel. One that crushes has lethal teeth along the
//! edge that it closes with.

use bevy::prelude::*;

use crate::level::Gate;
use crate::sim::obstacles::{Door, DoorState, Mover, Obstacles};
use crate::sim::run::Run;
use crate::sim::state::actor::ActorIndex;
use crate::sim::triggers::channel::Channels;

use super::channel_marks::{channel_ink, paint_mark};
use super::movers::stroke_inside;
use crate::view::PaintSystems;
use crate::view::canvas::Canvas;
use crate::view::canvas::dashes::dashes;
use crate::view::canvas::painter::Painter;
use crate::view::canvas::palette;
use crate::view::canvas::palette::{ink, mix};
use crate::view::interpolation::Interpolation;

/// Tiles between two stripes.
const STRIPES: f32 = 0.4;

/// Adds the doors.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, paint_frames.in_set(PaintSystems::Ground))
        .add_systems(Update, paint_doors.in_set(PaintSystems::Obstacles).run_if(resource_exists::<Obstacles>));
}

/// Where a door belongs while it is closed, as a faint frame that is seen when it is away.
fn paint_frames(mut canvas: ResMut<Canvas>, doors: Query<(&Door, &DoorState)>) {
    for (door, state) in doors.iter().filter(|(_, state)| state.openness > 0.0) {
        let color = ink(channel_ink(door.gate().channel()), 0.35 * state.openness);
        let corners = rectangle(door.position(), door.size() * 0.5);
        for side in 0..4 {
            let (from, to) = (corners[side], corners[(side + 1) % 4]);
            let way = (to - from).normalize_or_zero();
            for (start, end) in dashes(from.distance(to), 0.14, 0.14, 0.07) {
                canvas.behind.line(from + way * start, from + way * end, 0.05, color);
            }
        }
    }
}

fn rectangle(center: Vec2, half: Vec2) -> [Vec2; 4] {
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| center + Vec2::new(x, y) * half)
}

fn paint_doors(
    mut canvas: ResMut<Canvas>,
    between: Res<Interpolation>,
    obstacles: Res<Obstacles>,
    channels: Option<Res<Channels>>,
    run: Option<Res<Run>>,
    movers: Query<&Mover>,
    doors: Query<(&ActorIndex, &Door)>,
) {
    let (Some(channels), Some(run)) = (channels, run) else { return };
    let first = movers.iter().len();
    for (index, door) in &doors {
        let place = first + index.0 as usize;
        if place >= obstacles.shapes().len() {
            continue;
        }
        let (center, _) = between.obstacle(place, &obstacles);
        let raised = channels.is_raised(door.gate().channel(), run.hazard_half_ticks);
        paint(&mut canvas.behind, door, center, raised);
    }
}

fn paint(painter: &mut Painter, door: &Door, center: Vec2, raised: bool) {
    let half = door.size() * 0.5;
    let corners = rectangle(center, half);
    painter.polygon(&corners, mix(palette::INK, palette::STEEL_DARK, 0.38));
    paint_stripes(painter, center, half, door.slide());
    let channel = door.gate().channel();
    stroke_inside(painter, &corners, [0.0, 0.075], ink(palette::STEEL, 1.0));
    stroke_inside(painter, &corners, [0.11, 0.15], ink(channel_ink(channel), 0.9));
    if door.crushes() {
        paint_teeth(painter, center, half, -door.slide());
    }
    let size = (half.min_element() * 0.62).min(0.42);
    painter.disc(center, size * 1.45, ink(palette::INK, 1.0));
    // A door that opens while its channel is lowered wears its mark between two bars: the other way round.
    if let Gate::Lowered(_) = door.gate() {
        let (across, up) = (Vec2::X * size, Vec2::Y * (size * 1.7));
        for at in [center + up, center - up] {
            painter.line(at - across, at + across, 0.08, ink(channel_ink(channel), 1.0));
        }
    }
    paint_mark(painter, channel, center, size, raised);
}

/// Stripes across the way that it slides, so that a door that moves is seen to.
fn paint_stripes(painter: &mut Painter, center: Vec2, half: Vec2, slide: Vec2) {
    let upright = slide.y.abs() >= slide.x.abs();
    let (along, across) = if upright { (Vec2::Y, Vec2::X) } else { (Vec2::X, Vec2::Y) };
    let (reach, width) = (half.dot(along), half.dot(across));
    let count = ((2.0 * reach / STRIPES) as u32).min(200);
    for stripe in 1..=count {
        let at = center + along * (stripe as f32 * 2.0 * reach / (count + 1) as f32 - reach);
        painter.line(at - across * width, at + across * width, 0.05, ink(palette::STEEL_DARK, 0.8));
    }
}

/// Teeth along the side that faces `towards`, within the door.
fn paint_teeth(painter: &mut Painter, center: Vec2, half: Vec2, towards: Vec2) {
    let upright = towards.y.abs() >= towards.x.abs();
    let out = if upright { Vec2::Y * towards.y.signum() } else { Vec2::X * towards.x.signum() };
    let (reach, across) = ((half * out.abs()).element_sum(), out.perp() * (half * out.perp().abs()).element_sum());
    let edge = center + out * reach;
    let count = ((across.length() * 2.0 / 0.25).round() as u32).clamp(1, 200);
    let length = 0.22_f32.min(reach);
    for tooth in 0..count {
        let at = |place: f32| edge - out * length - across + across * (2.0 * (tooth as f32 + place) / count as f32);
        painter.polygon(&[at(0.0), at(1.0), at(0.5) + out * length], ink(palette::LETHAL, 1.0));
    }
}
