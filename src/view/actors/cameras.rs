//! Cameras, and what they see. Calm, a soft field that ends in a thin line where it meets the room; alarmed, a hatched
//! one with a strong pulsing edge and an exclamation mark.
//!
//! What is drawn is what the last look saw, clipped to the room by [`Sight`]. The look before fades out, so that the
//! picture does not jump from one to the next. The cells that count, and the single rays, are the debug view's.

use bevy::math::ops;
use bevy::prelude::*;

use crate::sim::hazards::camera::{CameraState, SecurityCamera, Vision};
use crate::sim::obstacles::Obstacles;
use crate::sim::obstacles::queries::Surroundings;
use crate::sim::run::Run;
use crate::sim::state::actor::ActorIndex;
use crate::sim::state::spawn::LevelTerrain;
use crate::sim::triggers::channel::Channels;

use super::channel_marks::paint_mark;
use super::robots::paint_rail;
use super::vision_cone::{Facet, Sight};
use crate::view::PaintSystems;
use crate::view::canvas::Canvas;
use crate::view::canvas::painter::Painter;
use crate::view::canvas::palette;
use crate::view::canvas::palette::{glow, ink, mix};
use crate::view::interpolation::Interpolation;

/// Seconds in which the look before fades out.
const FADE_SECONDS: f32 = 0.07;
/// How strong a field is beside its camera.
const FIELD: f32 = 0.30;
/// Tiles between two arcs of the hatching, and the most arcs; one that sees further has them further apart.
const HATCH: f32 = 0.42;
const HATCH_ARCS: f32 = 32.0;
/// Tiles a second at which the hatching runs outwards.
const HATCH_SPEED: f32 = 1.4;
/// How much larger a camera is drawn than the numbers of its outline say.
const SIZE: f32 = 1.2;

/// What each camera saw in its last two looks.
#[derive(Resource, Debug, Default)]
struct Looks(Vec<Look>);

#[derive(Clone, Debug, Default)]
struct Look {
    /// Where the rays of the last look ended, by which a new one is told.
    ends: Vec<Vec2>,
    now: Sight,
    before: Sight,
    /// Seconds since the last look.
    age: f32,
}

/// Adds the cameras.
pub fn plugin(app: &mut App) {
    app.init_resource::<Looks>()
        .add_systems(Update, forget_looks.in_set(PaintSystems::Build))
        .add_systems(Update, keep_looks.in_set(PaintSystems::React).run_if(resource_exists::<LevelTerrain>))
        .add_systems(Update, paint_fields.in_set(PaintSystems::Ground))
        .add_systems(Update, paint_cameras.in_set(PaintSystems::Behind));
}

fn forget_looks(mut looks: ResMut<Looks>) {
    looks.0.clear();
}

fn keep_looks(
    mut looks: ResMut<Looks>,
    terrain: Res<LevelTerrain>,
    obstacles: Option<Res<Obstacles>>,
    cameras: Query<(&ActorIndex, &SecurityCamera, &CameraState, &Vision)>,
    time: Res<Time>,
) {
    let Some(obstacles) = obstacles else { return };
    let around = Surroundings { terrain: &terrain.0, obstacles: &obstacles };
    for (index, camera, state, vision) in &cameras {
        let index = index.0 as usize;
        if looks.0.len() <= index {
            looks.0.resize_with(index + 1, Look::default);
        }
        let look = &mut looks.0[index];
        look.age += time.delta_secs();
        if look.ends != vision.ends {
            let from = state.looked_from;
            let cast = |direction, limit| around.light_end(from, direction, limit).0;
            let now = Sight::new(from, &vision.ends, camera.range(), cast);
            look.ends.clone_from(&vision.ends);
            look.before = std::mem::replace(&mut look.now, now);
            look.age = 0.0;
        }
    }
}

fn paint_fields(
    mut canvas: ResMut<Canvas>,
    looks: Res<Looks>,
    cameras: Query<(&ActorIndex, &CameraState, &SecurityCamera)>,
    time: Res<Time>,
) {
    let painter = &mut canvas.behind;
    let seconds = time.elapsed_secs_wrapped();
    for (index, state, camera) in &cameras {
        let Some(look) = looks.0.get(index.0 as usize) else { continue };
        let color = if state.sees { palette::ALARM } else { palette::SIGHT };
        let left = 1.0 - (look.age / FADE_SECONDS).min(1.0);
        // Together they are as strong as one, so that what both saw does not flicker.
        let ghost = 0.5 * left;
        if ghost > 0.0 {
            paint_field(painter, &look.before, color, ghost, camera.range());
        }
        paint_field(painter, &look.now, color, 1.0 - ghost, camera.range());
        if state.sees {
            paint_alarm(painter, &look.now, seconds, camera.range());
        } else {
            paint_calm(painter, &look.now, camera.range());
        }
    }
}

/// How strong the field is at a place: less the further from the camera.
fn strength(sight: &Sight, at: Vec2, range: f32) -> f32 {
    let far = (at.distance(sight.from) / range.max(1e-3)).min(1.0);
    1.0 - 0.72 * far
}

/// The field and the rays that stand alone, `share` in `0..=1`.
fn paint_field(painter: &mut Painter, sight: &Sight, color: Color, share: f32, range: f32) {
    let at = |point: Vec2, share: f32| ink(color, FIELD * share * strength(sight, point, range));
    for corners in &sight.facets {
        let hub = at(sight.from, share * (corners[0].share + corners[1].share) * 0.5);
        let [a, b] = corners.map(|corner| at(corner.end, share * corner.share));
        painter.triangle([sight.from, corners[0].end, corners[1].end], [hub, a, b]);
    }
    for [from, to] in &sight.spokes {
        painter.line(*from, *to, 0.04, ink(color, 0.3 * share));
    }
}

/// A thin line where the field ends, and a fainter one along its sides.
fn paint_calm(painter: &mut Painter, sight: &Sight, range: f32) {
    for [a, b] in &sight.facets {
        let strength = |end: Vec2| if end.distance(sight.from) < range - 1e-2 { 0.55 } else { 0.22 };
        let [from, to] = [a, b].map(|ray| ink(palette::SIGHT, ray.share * strength(ray.end)));
        painter.taper(a.end, b.end, 0.05, 0.05, from, to);
    }
    for side in sight.sides.into_iter().flatten() {
        painter.taper(sight.from, side, 0.03, 0.03, ink(palette::SIGHT, 0.4), ink(palette::SIGHT, 0.12));
    }
}

/// Hatching that runs outwards, and an edge that pulses.
fn paint_alarm(painter: &mut Painter, sight: &Sight, seconds: f32, range: f32) {
    let gap = HATCH.max(range / HATCH_ARCS);
    let shift = (seconds * HATCH_SPEED).rem_euclid(gap);
    let edge = ink(palette::ALARM, 0.65 + 0.35 * ops::sin(seconds * 11.0));
    let within = |facet: &&Facet| facet.iter().all(|ray| ray.share == 1.0);
    for corners in sight.facets.iter().filter(within) {
        let [a, b] = corners.map(|ray| ray.end - sight.from);
        // Only where the field reaches that far along both rays.
        let reach = a.length().min(b.length());
        let mut radius = shift;
        while radius < reach {
            let [a, b] = [a, b].map(|end| sight.from + end.normalize_or_zero() * radius);
            painter.line(a, b, 0.06, ink(palette::ALARM, 0.34));
            radius += gap;
        }
        painter.line(corners[0].end, corners[1].end, 0.09, edge);
    }
    for side in sight.sides.into_iter().flatten() {
        painter.line(sight.from, side, 0.09, edge);
    }
}

fn paint_cameras(
    mut canvas: ResMut<Canvas>,
    between: Res<Interpolation>,
    time: Res<Time>,
    channels: Option<Res<Channels>>,
    run: Option<Res<Run>>,
    cameras: Query<(&ActorIndex, &SecurityCamera, &CameraState)>,
) {
    let (Some(channels), Some(run)) = (channels, run) else { return };
    let painter = &mut canvas.behind;
    for (index, camera, state) in &cameras {
        if let Some(path) = camera.path() {
            paint_rail(painter, path);
        }
        let (at, direction) = between.camera(*index, state);
        let seconds = time.elapsed_secs_wrapped();
        paint_body(painter, at, direction, state.sees, seconds);
        let raised = channels.is_raised(camera.channel, run.hazard_half_ticks);
        let plate = at - direction * 0.13;
        painter.disc(plate, 0.20, ink(palette::INK, 1.0));
        paint_mark(painter, camera.channel, plate, 0.14, raised);
        if state.sees {
            paint_exclamation(painter, at + Vec2::Y * 0.95, seconds);
        }
    }
}

/// A long housing with a hood over the lens at its front.
fn paint_body(painter: &mut Painter, at: Vec2, direction: Vec2, sees: bool, seconds: f32) {
    let side = direction.perp();
    let point = |along: f32, across: f32| at + (direction * along + side * across) * SIZE;
    let block = |painter: &mut Painter, [back, front]: [f32; 2], [rear, fore]: [f32; 2], color: LinearRgba| {
        painter.polygon(&[point(back, -rear), point(front, -fore), point(front, fore), point(back, rear)], color);
    };
    painter.disc(at, 0.27, ink(palette::STEEL_DARK, 1.0));
    block(painter, [-0.42, 0.50], [0.30, 0.30], ink(palette::INK, 1.0));
    block(painter, [-0.36, 0.30], [0.24, 0.24], ink(palette::STEEL, 1.0));
    block(painter, [0.30, 0.46], [0.24, 0.31], ink(palette::STEEL_DARK, 1.0));
    let lens = point(0.30, 0.0);
    painter.disc(lens, 0.22, ink(palette::INK, 1.0));
    if sees {
        // Wide open and bright.
        painter.disc(lens, 0.18, glow(palette::ALARM, 1.6));
        painter.disc(lens + direction * 0.02, 0.06, ink(palette::INK, 1.0));
    } else {
        painter.disc(lens, 0.16, mix(palette::INK, palette::SIGHT, 0.55));
        painter.disc(lens + side * 0.04 + direction * 0.03, 0.04, ink(palette::PAPER, 0.9));
        let blink = if ops::sin(seconds * 2.6) > 0.6 { 1.0 } else { 0.25 };
        painter.disc(point(-0.29, 0.15), 0.045, ink(palette::SIGHT, blink));
    }
}

/// An exclamation mark in a frame that pulses.
fn paint_exclamation(painter: &mut Painter, at: Vec2, seconds: f32) {
    let size = 0.40 + 0.05 * ops::sin(seconds * 11.0);
    let corners = [(0.0, 1.15), (-1.0, -0.65), (1.0, -0.65)].map(|(x, y)| at + Vec2::new(x, y) * size);
    painter.polygon(&corners, ink(palette::ALARM, 1.0));
    painter.taper(at + Vec2::Y * 0.17, at - Vec2::Y * 0.08, 0.10, 0.06, ink(palette::INK, 1.0), ink(palette::INK, 1.0));
    painter.disc(at - Vec2::Y * 0.17, 0.048, ink(palette::INK, 1.0));
}
