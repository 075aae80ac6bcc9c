//! Cameras and their vision cones: soft with a thin edge while calm; hatched with a strong pulsing edge and an exclamation
//! mark while a camera sees the ninja.
//!
//! The cone of the last scan is drawn ([`VisionCone`]), and the one before it fades out, so that the picture does not jump.
//! The seen cells and the rays themselves are shown by the debug view.

pub mod vision_cone;

use bevy::math::ops;
use bevy::prelude::*;

use hairline_geometry::terrain::Layer;
use hairline_painter::actors::camera::CameraLook;
use hairline_painter::actors::paint_rail;
use hairline_painter::painter::Painter;
use hairline_sim::colliders::Colliders;
use hairline_sim::hazards::camera::{CameraState, SecurityCamera, Vision};
use hairline_sim::run::Run;
use hairline_sim::state::actor::ActorIndex;

use crate::view::canvas::Canvas;
use crate::view::canvas::palette::{Role, tint};
use crate::view::frame::interpolation::{InterpolateApp, Interpolation, Previous};
use crate::view::frame::schedule::PaintSystems;

use vision_cone::{VisionCone, Wedge};

/// Seconds in which the previous scan fades out.
const FADE_SECONDS: f32 = 0.07;
/// Opacity of a cone beside its camera.
const CONE: f32 = 0.30;
/// Tiles between two arcs of the hatching.
const HATCH: f32 = 0.42;
/// The most arcs; cones of longer range have them farther apart.
const HATCH_ARCS: f32 = 32.0;
/// Tiles a second: the hatching moves outwards.
const HATCH_SPEED: f32 = 1.4;

/// What each camera saw in its last two scans.
#[derive(Resource, Debug, Default)]
struct CameraScans(Vec<CameraScan>);

#[derive(Clone, Debug, Default)]
struct CameraScan {
    /// The ends of the last scan's rays; a new scan has others.
    ends: Vec<Vec2>,
    now: VisionCone,
    before: VisionCone,
    /// Seconds since the last scan.
    age: f32,
}

pub fn plugin(app: &mut App) {
    app.init_resource::<CameraScans>()
        .interpolate::<CameraState>()
        .add_systems(Update, forget_scans.in_set(PaintSystems::BuildLevel))
        .add_systems(Update, follow_scans.in_set(PaintSystems::Animate).run_if(resource_exists::<Colliders>))
        .add_systems(Update, paint_cones.in_set(PaintSystems::Underlay))
        .add_systems(Update, paint_cameras.in_set(PaintSystems::Behind));
}

fn forget_scans(mut scans: ResMut<CameraScans>) {
    scans.0.clear();
}

fn follow_scans(
    mut scans: ResMut<CameraScans>,
    colliders: Res<Colliders>,
    cameras: Query<(&ActorIndex, &SecurityCamera, &CameraState, &Vision)>,
    time: Res<Time>,
) {
    for (index, camera, state, vision) in &cameras {
        let index = index.0 as usize;
        if scans.0.len() <= index {
            scans.0.resize_with(index + 1, CameraScan::default);
        }
        let scan = &mut scans.0[index];
        scan.age += time.delta_secs();
        if scan.ends != vision.ends {
            let from = state.last_scan_position;
            let cast = |direction, limit| colliders.cast_ray(Layer::Light, from, direction, limit).end;
            let now = VisionCone::new(from, &vision.ends, camera.range(), cast);
            scan.ends.clone_from(&vision.ends);
            scan.before = std::mem::replace(&mut scan.now, now);
            scan.age = 0.0;
        }
    }
}

fn paint_cones(
    mut canvas: ResMut<Canvas>,
    scans: Res<CameraScans>,
    cameras: Query<(&ActorIndex, &CameraState, &SecurityCamera)>,
    time: Res<Time>,
) {
    let painter = &mut canvas.behind;
    let seconds = time.elapsed_secs_wrapped();
    for (index, state, camera) in &cameras {
        let Some(scan) = scans.0.get(index.0 as usize) else { continue };
        let color = if state.has_target { Role::Alarm } else { Role::Vision };
        let left = 1.0 - (scan.age / FADE_SECONDS).min(1.0);
        // The two strengths add up to one, so that what both scans saw does not flicker.
        let ghost = 0.5 * left;
        if ghost > 0.0 {
            paint_cone(painter, &scan.before, color, ghost, camera.range());
        }
        paint_cone(painter, &scan.now, color, 1.0 - ghost, camera.range());
        if state.has_target {
            paint_alarm(painter, &scan.now, seconds, camera.range());
        } else {
            paint_calm(painter, &scan.now, camera.range());
        }
    }
}

/// The strength of a cone at a point: it falls with the distance from the camera.
fn strength(cone: &VisionCone, at: Vec2, range: f32) -> f32 {
    let far = (at.distance(cone.from) / range.max(1e-3)).min(1.0);
    1.0 - 0.72 * far
}

/// The cone and its lone rays; `share` in `0..=1`.
fn paint_cone(painter: &mut Painter, cone: &VisionCone, color: Role, share: f32, range: f32) {
    let at = |point: Vec2, share: f32| tint(color, CONE * share * strength(cone, point, range));
    for rays in &cone.wedges {
        let hub = at(cone.from, share * (rays[0].strength + rays[1].strength) * 0.5);
        let [a, b] = rays.map(|ray| at(ray.end, share * ray.strength));
        painter.triangle([cone.from, rays[0].end, rays[1].end], [hub, a, b]);
    }
    for [from, to] in &cone.lone_rays {
        painter.line(*from, *to, 0.04, tint(color, 0.3 * share));
    }
}

/// A thin line along the far end of the cone, and a fainter one along its sides.
fn paint_calm(painter: &mut Painter, cone: &VisionCone, range: f32) {
    for [a, b] in &cone.wedges {
        let strength = |end: Vec2| if end.distance(cone.from) < range - 1e-2 { 0.55 } else { 0.22 };
        let [from, to] = [a, b].map(|ray| tint(Role::Vision, ray.strength * strength(ray.end)));
        painter.taper(a.end, b.end, 0.05, 0.05, from, to);
    }
    for side in cone.sides.into_iter().flatten() {
        painter.taper(cone.from, side, 0.03, 0.03, tint(Role::Vision, 0.4), tint(Role::Vision, 0.12));
    }
}

/// Hatching that runs outwards, and an edge that pulses.
fn paint_alarm(painter: &mut Painter, cone: &VisionCone, seconds: f32, range: f32) {
    let gap = HATCH.max(range / HATCH_ARCS);
    let shift = (seconds * HATCH_SPEED).rem_euclid(gap);
    let edge = tint(Role::Alarm, 0.65 + 0.35 * ops::sin(seconds * 11.0));
    let within = |facet: &&Wedge| facet.iter().all(|ray| ray.strength == 1.0);
    for rays in cone.wedges.iter().filter(within) {
        let [a, b] = rays.map(|ray| ray.end - cone.from);
        // Only as far as both rays reach.
        let reach = a.length().min(b.length());
        let mut radius = shift;
        while radius < reach {
            let [a, b] = [a, b].map(|end| cone.from + end.normalize_or_zero() * radius);
            let color = tint(Role::Alarm, 0.34);
            painter.taper(a, b, 0.06, 0.06, color, color);
            radius += gap;
        }
        painter.taper(rays[0].end, rays[1].end, 0.09, 0.09, edge, edge);
    }
    for side in cone.sides.into_iter().flatten() {
        painter.line(cone.from, side, 0.09, edge);
    }
}

fn paint_cameras(
    mut canvas: ResMut<Canvas>,
    (interpolation, before): (Res<Interpolation>, Res<Previous<CameraState>>),
    time: Res<Time>,
    run: Option<Res<Run>>,
    cameras: Query<(&ActorIndex, &SecurityCamera, &CameraState)>,
) {
    let Some(run) = run else { return };
    let painter = &mut canvas.behind;
    for (index, camera, state) in &cameras {
        if let Some(path) = camera.route().points() {
            paint_rail(painter, path);
        }
        let old = before.get(*index).map(|old| (old.position, old.direction));
        let (at, direction) = interpolation.pose(old, (state.position, state.direction));
        let look = CameraLook {
            at,
            direction,
            channel: camera.channel,
            is_raised: run.channels.is_raised(camera.channel, run.hazard_half_ticks),
            has_target: state.has_target,
            seconds: time.elapsed_secs_wrapped(),
        };
        look.paint(painter);
    }
}
