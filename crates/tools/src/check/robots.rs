//! Robots that do not do what their author meant: one that fires into the wall beside it, a sweep the long way round, a step that
//! is a whole period.

use std::f32::consts::TAU;

use bevy_math::Rect;

use crate::logic::{Actor, LevelLogic};
use hairline_geometry::ray::RayDirection;
use hairline_geometry::terrain::Layer;
use hairline_geometry::tile::TileShape;
use hairline_level::diagnostics::faults;
use hairline_level::{Aim, Inspection, LaserSettings, Level, Trigger, Weapon};

/// Tiles to a wall beside a robot: from the center of a tile to its corner, and a little more.
const BESIDE: f32 = 0.72;
/// Degrees of a sweep with falling numbers from which it is a slip: nobody writes 350 to 10 for nearly a whole turn.
const LONG_FALLING: f32 = 240.0;
/// Tiles that are free the short way, where the long one leads through the wall beside the robot.
const FREE: f32 = 2.0;
/// Seconds by which a step counts as a whole period.
const TOLERANCE: f32 = 1.0e-3;

/// Warns of each such robot, at its place in the file.
pub(super) fn warn(inspection: &mut Inspection, level: &Level, logic: &LevelLogic) {
    let mut stepped: Vec<char> = vec![];
    for actor in &logic.actors {
        let Some(place) = inspection.places.actor_named(actor.kind, actor.index).cloned() else { continue };
        let (name, letter) = (actor.names[0], place.letter);
        let mut told = vec![];
        if is_blocked(level, logic, actor) {
            let message = format!("{name} '{letter}' fires into the wall beside it");
            told.push((&faults::BLOCKED_MUZZLE, message, "ends here", "turn it round, or move it".to_owned()));
        }
        if let Some([from, to]) = long_sweep(level, actor) {
            let sense = if to < from { "clockwise" } else { "counter-clockwise" };
            let turn = (to - from).abs().round();
            let message = format!("the sweep of {name} '{letter}' goes the long way round: {turn}° {sense}");
            let short = if to < from { to + 360.0 } else { to - 360.0 };
            let help = format!("`from: {from}, to: {short}` is the short way; rising numbers turn counter-clockwise");
            told.push((&faults::LONG_WAY_ROUND, message, "turns round the far side", help));
        }
        if !stepped.contains(&letter) {
            stepped.push(letter);
            let same = logic.actors.iter().filter(|other| {
                let other = inspection.places.actor_named(other.kind, other.index);
                other.is_some_and(|place| place.letter == letter)
            });
            if let Some((what, period)) = whole_step(&same.collect::<Vec<_>>()) {
                let message = format!("the `step` of {name} '{letter}' is a whole {what}: all of them act at once");
                let help = format!("the {what} takes {period} s: set a `step` that is a part of it, or leave it out");
                told.push((&faults::IDLE_STEP, message, "in step with the next", help));
            }
        }
        for (fault, message, label, help) in told {
            inspection.warn(fault, &message, vec![(place.span.clone(), label.to_owned())], &help);
        }
    }
}

/// Whether all that a robot fires ends at once, in a wall that no other one faces: across a tunnel of one tile a short beam bars the
/// way.
fn is_blocked(level: &Level, logic: &LevelLogic, actor: &Actor) -> bool {
    let (start, aim, directions, layer) = match &actor.declared.weapon {
        Some(Weapon::Beams(laser)) if laser.path.is_none() && !lights_beside(logic, laser) => {
            (laser.position, laser.aim, laser.beams, Layer::Light)
        }
        Some(Weapon::Bullets(turret)) if turret.path.is_none() => (turret.position, turret.aim, 1, Layer::Body),
        _ => return false,
    };
    let Aim::Fixed { angle } = aim else { return false };
    let is_wall = |angle: f32| {
        let ray = level.terrain.cast_ray(layer, start, RayDirection::at_angle(angle), BESIDE);
        ray.hit.is_some_and(|hit| hit.surface.shape != TileShape::Mirror)
    };
    (0..directions).all(|beam| {
        let angle = angle + TAU * f32::from(beam) / f32::from(directions);
        is_wall(angle) && !is_wall(angle + TAU / 2.0)
    })
}

/// Whether a sensor is so near to a laser that its beam may be meant for it.
fn lights_beside(logic: &LevelLogic, laser: &LaserSettings) -> bool {
    let sources = logic.actors.iter().filter_map(|actor| actor.declared.source.as_ref());
    let mut sensors = sources.filter_map(|source| match &source.trigger {
        Trigger::Light(sensor) => Some(Rect::from_center_size(sensor.position, sensor.size)),
        Trigger::Touch | Trigger::Sight(_) => None,
    });
    sensors.any(|area| area.inflate(2.0 * BESIDE).contains(laser.position))
}

/// The two angles of a sweep, in degrees, between which it most probably should turn the other way.
fn long_sweep(level: &Level, actor: &Actor) -> Option<[f32; 2]> {
    let weapon = match &actor.declared.weapon {
        Some(Weapon::Beams(laser)) => Some((laser.position, laser.aim, laser.path.is_none())),
        Some(Weapon::Bullets(turret)) => Some((turret.position, turret.aim, turret.path.is_none())),
        _ => None,
    };
    let camera = match actor.declared.source.as_ref().map(|source| &source.trigger) {
        Some(Trigger::Sight(camera)) => Some((camera.position, camera.aim, camera.path.is_none())),
        _ => None,
    };
    let (start, Aim::Sweep { from, to, .. }, stays) = weapon.or(camera)? else { return None };
    let degrees = [from, to].map(|angle| (angle.to_degrees() * 1000.0).round() / 1000.0);
    let turn = degrees[1] - degrees[0];
    let is_plain = degrees.iter().all(|angle| (0.0..=360.0).contains(angle));
    if !is_plain || turn.abs() <= 180.0 || turn.abs() >= 360.0 {
        return None;
    }
    let free = |angle: f32| {
        let end = level.terrain.cast_ray(Layer::Light, start, RayDirection::at_angle(angle), FREE).end;
        start.distance(end)
    };
    let middle = (from + to) / 2.0;
    let leads_through_wall = stays && free(middle) <= BESIDE && free(middle + TAU / 2.0) >= FREE - TOLERANCE;
    (turn <= -LONG_FALLING || leads_through_wall).then_some(degrees)
}

/// What of the actors of one letter repeats after a whole number of `step`s of its own: its name and its seconds.
fn whole_step(actors: &[&Actor]) -> Option<(&'static str, f32)> {
    let cycles = |actor: &Actor| match &actor.declared.weapon {
        Some(Weapon::Beams(laser)) => {
            laser.cycle.map(|cycle| (cycle.offset, cycle.charge + cycle.on + cycle.off, "cycle"))
        }
        Some(Weapon::Bullets(turret)) => Some((turret.offset, turret.period, "period")),
        _ => None,
    };
    let sweeps = |actor: &Actor| {
        let aim = match (&actor.declared.weapon, actor.declared.source.as_ref().map(|source| &source.trigger)) {
            (Some(Weapon::Beams(laser)), _) => laser.aim,
            (Some(Weapon::Bullets(turret)), _) => turret.aim,
            (_, Some(Trigger::Sight(camera))) => camera.aim,
            _ => return None,
        };
        match aim {
            Aim::Sweep { period, offset, .. } => Some((offset, period, "sweep")),
            _ => None,
        }
    };
    let whole = |phases: Option<Vec<(f32, f32, &'static str)>>| {
        let phases = phases?;
        let &(first, period, what) = phases.first()?;
        let is_whole = |ahead: f32| {
            let rest = ahead.rem_euclid(period);
            rest.min(period - rest) < TOLERANCE
        };
        let mut steps = phases.windows(2).map(|pair| pair[1].0 - pair[0].0);
        let is_stepped = phases.len() > 1 && phases[1].0 - first > TOLERANCE;
        (is_stepped && steps.all(is_whole)).then_some((what, period))
    };
    let phases =
        |of: &dyn Fn(&Actor) -> Option<(f32, f32, &'static str)>| actors.iter().map(|actor| of(actor)).collect();
    whole(phases(&cycles)).or_else(|| whole(phases(&sweeps)))
}
