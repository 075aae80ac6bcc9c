//! Lines of fire: the beams and the ways of bullets of robots that neither move nor turn.

use std::f32::consts::{SQRT_2, TAU};

use bevy_math::{Rect, Vec2};

use hairline_geometry::ray::RayDirection;
use hairline_geometry::terrain::Layer;
use hairline_level::{Aim, LaserSettings, Level, Weapon};
use hairline_sim::tuning::{HURT_RADIUS, TICKS_PER_SECOND, half_ticks};

use super::{Actor, Blocker, BlockerClass, BlockerId, BlockerShape, obstacles};

/// The lines of fire of a level. Certain are only beams that are lit whenever their laser is on, as far as no obstacle can stop
/// them, and where nothing throws the ninja so fast that it jumps over a beam between two ticks.
pub(super) fn of_fire(level: &Level, actors: &[Actor]) -> Vec<Blocker> {
    // Across two throws at right angles.
    let fastest = 2.0 * HURT_RADIUS * TICKS_PER_SECOND as f32 / SQRT_2 - 10.0;
    let is_slow = actors.iter().filter_map(|actor| actor.declared.throw).all(|throw| throw.speed_max < fastest);
    let bounds: Vec<Rect> = obstacles(actors).map(|obstacle| obstacle.bounds).collect();
    let mut lines = vec![];
    for (actor, Actor { declared, .. }) in actors.iter().enumerate() {
        let (start, angle, beams, reach, gate, is_lit) = match &declared.weapon {
            Some(Weapon::Beams(laser)) if laser.path.is_none() && is_always_lit(laser) => {
                (laser.position, laser.aim, laser.beams, laser.reach, laser.when, true)
            }
            Some(Weapon::Bullets(turret)) if turret.path.is_none() && turret.when.is_some() => {
                (turret.position, turret.aim, 1, turret.range, turret.when, false)
            }
            _ => continue,
        };
        let Aim::Fixed { angle } = angle else { continue };
        let opens = gate.map(|gate| gate.condition(&level.conditions).negated());
        for beam in 0..beams {
            let direction = RayDirection::at_angle(angle + TAU * f32::from(beam) / f32::from(beams));
            let end = level.terrain.cast_ray(Layer::Light, start, direction, reach.unwrap_or(f32::INFINITY)).end;
            let first = until_first(start, end, &bounds);
            let line = |from, to, is_certain| Blocker {
                id: BlockerId { class: BlockerClass::Hazard, actor: Some(actor) },
                opens: opens.clone(),
                is_certain,
                shape: BlockerShape::Segment(from, to),
                clearance: HURT_RADIUS,
                help: "",
            };
            lines.push(line(start, first, is_lit && is_slow));
            lines.extend((first != end).then(|| line(first, end, false)));
        }
    }
    lines
}

/// Whether a laser's beams are lit whenever it is on.
fn is_always_lit(laser: &LaserSettings) -> bool {
    let is_never_off = |[charge, on, off]: [u32; 3]| charge == 0 && off == 0 && on > 0;
    laser.cycle.is_none_or(|cycle| is_never_off([cycle.charge, cycle.on, cycle.off].map(half_ticks)))
}

/// The end of a segment, or where it first enters one of some boxes.
pub(super) fn until_first(start: Vec2, end: Vec2, boxes: &[Rect]) -> Vec2 {
    let along = end - start;
    let enters = |area: &Rect| {
        let (mut from, mut to) = (0.0_f32, 1.0_f32);
        for axis in 0..2 {
            let (low, high) = (area.min[axis] - start[axis], area.max[axis] - start[axis]);
            if along[axis].abs() < f32::EPSILON {
                if low > 0.0 || high < 0.0 {
                    return 1.0;
                }
            } else {
                let (a, b) = (low / along[axis], high / along[axis]);
                (from, to) = (from.max(a.min(b)), to.min(a.max(b)));
            }
        }
        if from <= to { from } else { 1.0 }
    };
    start + along * boxes.iter().map(enters).fold(1.0, f32::min)
}
