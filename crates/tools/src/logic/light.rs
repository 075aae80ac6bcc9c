//! Which beams can light a sensor, and what must be open for it.

use bevy_math::{Rect, Vec2};

use hairline_geometry::shapes::segment::{distance_point_segment, segment_touches_rectangle};
use hairline_level::{Aim, Condition, LaserSettings, Level, SensorSettings, Weapon};
use hairline_sim::colliders::Colliders;
use hairline_sim::hazards::beam::Beam;
use hairline_sim::hazards::laser::{BeamPhase, Laser};
use hairline_sim::hazards::reflection::Reflections;
use hairline_sim::hazards::sensor::Sensor;
use hairline_sim::tuning::SENSOR_MARGIN;

use super::lines::until_first;
use super::{Actor, legs, obstacles};

/// Tiles by which a door counts as smaller, and a beam as longer, against rounding.
const SLACK: f32 = 0.01;

/// A condition for each way in which a beam may touch a sensor; perhaps some more. None for a sensor that stays dark.
pub(super) fn lights(level: &Level, actors: &[Actor], sensor: &SensorSettings) -> Vec<Condition> {
    let lasers = actors.iter().filter_map(|actor| match &actor.declared.weapon {
        Some(Weapon::Beams(laser)) => Some(laser),
        _ => None,
    });
    let mut lights: Vec<Condition> = lasers.flat_map(|laser| lights_of(level, actors, laser, sensor)).collect();
    lights.dedup();
    lights
}

/// The beams of a laser that neither moves nor turns are followed, also through mirrors that stay where they are; those of any
/// other may be wherever they reach. Obstacles only stop light; of those, the doors before the first mirror count.
fn lights_of(level: &Level, actors: &[Actor], laser: &LaserSettings, sensor: &SensorSettings) -> Vec<Condition> {
    let on = laser.when.map(|gate| gate.condition(&level.conditions));
    let area = Rect::from_center_size(sensor.position, sensor.size).inflate(SENSOR_MARGIN);
    let mirrors_move = level.actors.has_mirrors() && laser.bounces > 0;
    if !matches!(laser.aim, Aim::Fixed { .. }) || laser.path.is_some() || mirrors_move {
        let legs = legs(laser.position, laser.path.as_ref());
        let nearest =
            legs.iter().map(|&[a, b]| distance_point_segment(area.center(), a, b)).fold(f32::INFINITY, f32::min);
        let reach = laser.reach.unwrap_or(f32::INFINITY) + area.half_size().length() + SLACK;
        return if nearest <= reach { vec![Condition::All(on.into_iter().collect())] } else { vec![] };
    }
    let (robot, state) = Laser::new(laser, &level.terrain, false);
    let mut reflections = Reflections::with_capacity(usize::from(laser.beams), laser.bounces);
    let beams = robot.cast(&state, BeamPhase::Lit, &Colliders::new(level.terrain.clone()), Some(&mut reflections));
    let feeler = Sensor(*sensor);
    let direct = beams.iter(state.position).filter(|beam| feeler.is_touched_by(beam));
    let direct = direct.map(|beam: Beam| {
        let to = until_first(beam.start, beam.end, &[area]);
        Condition::All(on.iter().cloned().chain(doors_between(level, actors, beam.start, to)).collect())
    });
    let reflected = reflections.iter().filter(|beam| feeler.is_touched_by(beam));
    direct.chain(reflected.map(|_| Condition::All(on.iter().cloned().collect()))).collect()
}

/// When each of the doors on a segment is open.
fn doors_between(level: &Level, actors: &[Actor], from: Vec2, to: Vec2) -> impl Iterator<Item = Condition> {
    let fills = obstacles(actors).flat_map(|obstacle| &obstacle.fills);
    let crossed = move |area: Rect| {
        let half = area.half_size() - SLACK;
        half.min_element() > 0.0 && segment_touches_rectangle(from, to, area.center(), half)
    };
    let gates = fills.filter(move |fill| crossed(fill.area)).filter_map(|fill| fill.opens);
    gates.map(|gate| gate.condition(&level.conditions))
}
