//! What turns and reaches far: lasers with their beams, cameras with what they see, turrets with their line of fire. Each is
//! drawn as it stands at the start, and what it sweeps over as a faint area. A beam that is always lit is solid, one that goes
//! off or listens to a channel is dashed.

use std::f32::consts::TAU;

use bevy_math::Vec2;

use hairline_geometry::ray::mirrors::{follow_mirrors, off_surface};
use hairline_geometry::ray::{RayDirection, RayHit, Surface};
use hairline_geometry::terrain::Layer;
use hairline_level::{Aim, CameraSettings, LaserSettings, Level, Patrol, TurretSettings};
use hairline_painter::palette::Role;
use hairline_sim::colliders::Colliders;

use super::board::{Board, arc_points, corners};
use hairline_geometry::ray::unit;

/// How far a beam or a shot without an end of its own goes, in tiles: as in the rules, to the next wall or the edge of the map.
const ENDLESS: f32 = f32::INFINITY;
/// Radians between two rays of a swept area.
const FINE: f32 = TAU / 360.0;
/// Opacity of the area that a hazard sweeps over.
const SWEPT: f32 = 0.07;

/// Draws what lies under the terrain's edges: areas that are swept or seen.
pub(super) fn draw_areas(board: &mut Board, level: &Level, colliders: &Colliders) {
    let lethal = board.ink(Role::Lethal);
    for laser in level.actors::<LaserSettings>() {
        let reach = laser.reach.unwrap_or(ENDLESS);
        for beam in 0..laser.beams {
            let turn = TAU * f32::from(beam) / f32::from(laser.beams);
            let (from, sweep) = match laser.aim {
                Aim::Sweep { from, to, .. } => (from + turn, to - from),
                Aim::Spin { from, .. } if beam == 0 => (from, TAU),
                _ => continue,
            };
            let area = seen_from(colliders, laser.position, from, sweep, reach);
            board.polygon(&area, lethal.faint(SWEPT));
        }
    }
    let vision = board.ink(Role::Vision);
    for camera in level.actors::<CameraSettings>() {
        let half = camera.fov / 2.0;
        if let Aim::Sweep { from, to, .. } = camera.aim {
            let (low, high) = (from.min(to), from.max(to));
            let area = seen_from(colliders, camera.position, low - half, high - low + camera.fov, camera.range);
            board.polygon(&area, vision.faint(0.10));
        }
        let rest = camera.aim.start();
        let area = seen_from(colliders, camera.position, rest - half, camera.fov, camera.range);
        board.polygon(&area, vision.faint(0.22));
        board.frame(&area, 0.04, vision.faint(0.6));
    }
}

/// Draws beams and lines of fire.
pub(super) fn draw_beams(board: &mut Board, level: &Level, colliders: &Colliders) {
    let (lethal, core) = (board.ink(Role::Lethal), board.mix(Role::Lethal, Role::Paper, 0.7));
    for laser in level.actors::<LaserSettings>() {
        let rest = laser.aim.start();
        let is_always_lit = laser.when.is_none() && laser.cycle.is_none_or(|cycle| cycle.charge + cycle.off == 0.0);
        for beam in 0..laser.beams {
            let angle = rest + TAU * f32::from(beam) / f32::from(laser.beams);
            let points = beam_points(colliders, laser, angle);
            if is_always_lit {
                board.line(&points, 0.30, lethal.faint(0.22));
                board.line(&points, 0.12, lethal);
                board.line(&points, 0.04, core);
            } else {
                board.dashes(&points, 0.10, [0.45, 0.28], lethal);
            }
        }
    }
    for turret in level.actors::<TurretSettings>() {
        let rest = turret.aim.start();
        let reach = turret.range.unwrap_or(ENDLESS);
        let end = colliders.cast_ray(Layer::Body, turret.position, RayDirection::at_angle(rest), reach).end;
        let (length, along) = (turret.position.distance(end), unit(rest));
        let radius = turret.radius.max(0.09);
        for bullet in 1..((length - 0.9) / 0.9).max(2.0) as u32 {
            board.disc(turret.position + along * (0.5 + 0.9 * bullet as f32), radius, lethal);
        }
    }
}

/// Draws the robots themselves, and the rails on which they ride.
pub(super) fn draw_bodies(board: &mut Board, level: &Level) {
    for laser in level.actors::<LaserSettings>() {
        draw_rail(board, laser.path.as_ref());
        draw_laser(board, level, laser);
    }
    for turret in level.actors::<TurretSettings>() {
        draw_rail(board, turret.path.as_ref());
        draw_turret(board, level, turret);
    }
    for camera in level.actors::<CameraSettings>() {
        draw_rail(board, camera.path.as_ref());
        draw_camera(board, camera);
    }
}

/// A dashed line along a path, with a ring at each of its points.
pub(super) fn draw_rail(board: &mut Board, path: Option<&Patrol>) {
    let Some(path) = path else { return };
    let steel = board.ink(Role::SteelDark);
    let mut points = path.points.clone();
    points.extend(path.points.first().filter(|_| path.closed));
    board.dashes(&points, 0.06, [0.16, 0.16], steel);
    for &point in &path.points {
        board.ring(point, 0.15, 0.06, steel);
    }
}

fn draw_laser(board: &mut Board, level: &Level, laser: &LaserSettings) {
    let (at, rest) = (laser.position, laser.aim.start());
    let (ink, steel, dark, lethal) =
        (board.ink(Role::Ink), board.ink(Role::Steel), board.ink(Role::SteelDark), board.ink(Role::Lethal));
    if laser.path.is_some() {
        board.polygon(&corners(at, Vec2::splat(0.47)), dark);
    }
    for beam in 0..laser.beams {
        let along = unit(rest + TAU * f32::from(beam) / f32::from(laser.beams));
        let (root, tip) = (at + along * 0.1, at + along * 0.62);
        quad(board, root, tip + along * 0.06, 0.38, ink);
        quad(board, root, tip, 0.26, steel);
        quad(board, tip - along * 0.12, tip, 0.26, lethal);
    }
    board.disc(at, 0.45, ink);
    board.disc(at, 0.39, steel);
    board.disc(at, 0.22, ink);
    match laser.aim {
        Aim::Track { .. } => {
            let paper = board.ink(Role::Paper);
            board.disc(at, 0.16, paper);
            board.disc(at + unit(rest) * 0.05, 0.08, ink);
        }
        aim => {
            board.line(&[at, at + unit(rest) * 0.14], 0.09, steel);
            draw_turn(board, at, aim);
        }
    }
    if let Some(gate) = laser.when {
        board.gate(gate, &level.conditions, at, Vec2::X, 0.15);
    }
}

/// An arrow round a robot that turns all the way.
fn draw_turn(board: &mut Board, at: Vec2, aim: Aim) {
    if let Aim::Spin { from, clockwise, .. } = aim {
        let sweep = if clockwise { -1.9 } else { 1.9 };
        let start = from + sweep * 0.25;
        let steel = board.ink(Role::Steel);
        board.arrow(&arc_points(at, 0.85, start, sweep), 0.07, steel);
    }
}

fn draw_turret(board: &mut Board, level: &Level, turret: &TurretSettings) {
    let (at, along) = (turret.position, unit(turret.aim.start()));
    let (ink, steel, dark) = (board.ink(Role::Ink), board.ink(Role::Steel), board.ink(Role::SteelDark));
    let diamond =
        |size: f32| [Vec2::ONE, Vec2::new(-1.0, 1.0), Vec2::NEG_ONE, Vec2::new(1.0, -1.0)].map(|way| at + way * size);
    board.polygon(&diamond(0.50), ink);
    board.polygon(&diamond(0.43), dark);
    quad(board, at, at + along * 1.0, 0.36, ink);
    quad(board, at, at + along * 0.94, 0.24, steel);
    quad(board, at + along * 0.72, at + along * 0.94, 0.42, steel);
    board.disc(at, 0.33, ink);
    board.disc(at, 0.28, steel);
    board.disc(at, 0.18, ink);
    if matches!(turret.aim, Aim::Track { .. }) {
        let paper = board.ink(Role::Paper);
        board.disc(at + along * 0.05, 0.09, paper);
    }
    draw_turn(board, at, turret.aim);
    if let Some(gate) = turret.when {
        board.gate(gate, &level.conditions, at, Vec2::X, 0.15);
    }
}

fn draw_camera(board: &mut Board, camera: &CameraSettings) {
    let (at, along) = (camera.position, unit(camera.aim.start()));
    let (ink, steel, vision) = (board.ink(Role::Ink), board.ink(Role::Steel), board.ink(Role::Vision));
    quad(board, at - along * 0.5, at + along * 0.46, 0.66, ink);
    quad(board, at - along * 0.42, at + along * 0.30, 0.50, steel);
    quad(board, at + along * 0.26, at + along * 0.44, 0.36, vision);
    board.disc(at - along * 0.06, 0.24, ink);
    board.mark(camera.channel, at - along * 0.06, 0.15);
    draw_turn(board, at, camera.aim);
}

/// A thick line with flat ends.
fn quad(board: &mut Board, from: Vec2, to: Vec2, width: f32, ink: crate::drawing::Ink) {
    let side = (to - from).normalize_or_zero().perp() * (width / 2.0);
    board.polygon(&[from - side, to - side, to + side, from + side], ink);
}

/// The area that a ray from a point sweeps over.
fn seen_from(colliders: &Colliders, at: Vec2, from: f32, sweep: f32, reach: f32) -> Vec<Vec2> {
    let rays = (sweep.abs() / FINE).ceil().clamp(2.0, 720.0) as u32;
    let is_whole = sweep.abs() >= TAU;
    let mut points = if is_whole { vec![] } else { vec![at] };
    for ray in 0..=rays {
        let angle = from + sweep * ray as f32 / rays as f32;
        points.push(colliders.cast_ray(Layer::Light, at, RayDirection::at_angle(angle), reach).end);
    }
    // Points in a row on one wall are one edge.
    let mut corners: Vec<Vec2> = Vec::new();
    for point in points {
        if let [.., a, b] = corners[..]
            && (b - a).perp_dot(point - b).abs() < 1e-3 * (b - a).length() * (point - b).length().max(1e-3)
        {
            corners.pop();
        }
        corners.push(point);
    }
    corners
}

/// The corners of a beam, from the robot's center over every mirror to its end.
fn beam_points(colliders: &Colliders, laser: &LaserSettings, angle: f32) -> Vec<Vec2> {
    let (start, along, reach) = (laser.position, RayDirection::at_angle(angle), laser.reach.unwrap_or(ENDLESS));
    let cast = |start, along, reach| colliders.cast_ray(Layer::Light, start, along, reach);
    let start_off = |hit: &RayHit<Surface>| colliders.is_mirror(hit.surface).then(|| off_surface(hit));
    let segments = follow_mirrors(start, along, reach, usize::from(laser.bounces), cast, start_off);
    std::iter::once(start).chain(segments.map(|segment| segment.cast.end)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hairline_sim::Simulation;
    use hairline_sim::run::input::TickInput;

    #[test]
    fn a_beam_is_drawn_to_the_next_wall_however_far_that_is() {
        let (wall, row) = ("#".repeat(405), format!("#a@X{}#", ".".repeat(400)));
        let text = format!(
            "(version: 1, name: \"Long\", map: r\"\n{wall}\n{row}\n{wall}\n\", actors: {{ 'a': Laser(aim: Fixed(angle: 0)) }})"
        );
        let level = hairline_level::parse(text, "long").unwrap_or_else(|errors| panic!("{errors}"));
        let mut simulation = Simulation::new(&level);
        simulation.tick(TickInput::NONE);
        let colliders = simulation.world().resource::<Colliders>();
        let points = beam_points(colliders, &level.actors::<LaserSettings>()[0], 0.0);
        assert!((points[1].x - 404.0).abs() < 1e-3, "{points:?}");
    }
}
