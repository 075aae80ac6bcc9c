//! What light needs to reach a sensor, as far as fixed beams tell: the doors in their way open, and their lasers enabled.

use bevy_math::Vec2;

use hairline_geometry::ray::RayDirection;
use hairline_geometry::shapes::segment::segment_touches_rectangle;
use hairline_geometry::terrain::Layer;
use hairline_level::{Aim, Channel, Condition, DoorSettings, LaserSettings, Level, SensorSettings};
use hairline_sim::tuning::SENSOR_MARGIN;

/// The most sensors behind one another that are followed.
const DEPTH_MAX: usize = 3;

/// The condition with what light needs in place of the channels that sensors raise.
pub(super) fn resolved(level: &Level, condition: &Condition) -> Condition {
    replaced(level, condition, DEPTH_MAX)
}

/// Most lights of a channel that are told apart, and most doors in the way of one: bounds the size of conditions.
const LIGHTS_MAX: usize = 6;
const NEEDS_MAX: usize = 6;
fn replaced(level: &Level, condition: &Condition, depth: usize) -> Condition {
    let all = |parts: &[Condition]| parts.iter().map(|part| replaced(level, part, depth)).collect();
    match condition {
        Condition::Raised(channel) => {
            let lights = lights(level, *channel, depth);
            let is_by_light = level.actors::<SensorSettings>().iter().any(|sensor| sensor.channel == *channel);
            // It may be raised without light too, and stay so for a while after the light.
            if is_by_light { Condition::Any([vec![condition.clone()], lights].concat()) } else { condition.clone() }
        }
        Condition::Lowered(_) => condition.clone(),
        Condition::All(parts) => Condition::All(all(parts)),
        Condition::Any(parts) => Condition::Any(all(parts)),
    }
}

/// What each laser needs to light a sensor of the channel; an empty `All` for one that may at some time by itself. Of more than
/// [`LIGHTS_MAX`], one counts as lit by itself, so that the condition stays small.
fn lights(level: &Level, channel: Channel, depth: usize) -> Vec<Condition> {
    let sensors = level.actors::<SensorSettings>().iter().filter(|sensor| sensor.channel == channel && depth > 0);
    let pairs = sensors.flat_map(|sensor| level.actors::<LaserSettings>().iter().map(move |laser| (laser, sensor)));
    let mut lights: Vec<Condition> = Vec::new();
    for (laser, sensor) in pairs {
        let Some(needs) = light(level, laser, sensor, depth) else { continue };
        if lights.len() == LIGHTS_MAX {
            return vec![Condition::All(vec![])];
        }
        if !lights.contains(&needs) {
            lights.push(needs);
        }
    }
    lights
}

fn light(level: &Level, laser: &LaserSettings, sensor: &SensorSettings, depth: usize) -> Option<Condition> {
    let mut needs: Vec<Condition> = laser.when.iter().map(|gate| gate.condition(&level.conditions)).collect();
    // Where mirrors send a beam is not followed.
    if laser.bounces == 0 || !level.has_mirrors() {
        let half = sensor.size * 0.5 + SENSOR_MARGIN;
        let reach = laser.reach.unwrap_or(f32::INFINITY);
        let touches = |start: Vec2, direction: RayDirection| {
            let end = level.terrain.cast_ray(Layer::Light, start, direction, reach).end;
            segment_touches_rectangle(start, end, sensor.position, half)
        };
        match (laser.aim, &laser.path, laser.beams) {
            (Aim::Fixed { angle }, None, 1) => {
                let start = laser.position;
                if !touches(start, RayDirection::at_angle(angle)) {
                    return None;
                }
                let doors = level.actors::<DoorSettings>().iter();
                let is_in_its_way = |door: &&DoorSettings| {
                    segment_touches_rectangle(start, sensor.position, door.position, door.size * 0.5)
                };
                needs.extend(doors.filter(is_in_its_way).map(|door| door.when.condition(&level.conditions)));
            }
            // A moving beam gets there at some time if nothing but obstacles is between them at a point of its path.
            _ => {
                let points = laser.path.iter().flat_map(|path| &path.points).chain([&laser.position]);
                let towards =
                    |&from: &Vec2| RayDirection::new(sensor.position - from).map(|direction| (from, direction));
                if !points.map(towards).any(|ray| ray.is_ok_and(|(from, direction)| touches(from, direction))) {
                    return None;
                }
            }
        }
    }
    // What is left out counts as granted.
    needs.dedup();
    needs.truncate(NEEDS_MAX);
    Some(Condition::All(needs.iter().map(|need| replaced(level, need, depth - 1)).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What opens the door `d` behind the sensor of the channel `b`, in a corridor with a shutter of the channel `a`.
    fn opens(laser: &str) -> Condition {
        let text = format!(
            "(version: 1, name: \"T\", map: r\"
            #################
            #@   s       d X#
            #  l e          #
            #################
            \", actors: {{
                'l': {laser},
                's': Switch(channel: \"a\"),
                'e': Door(size: (1, 1), when: Raised(\"a\")),
                'p': Sensor(at: (15.5, 1.5), channel: \"b\"),
                'd': Door(size: (1, 1), when: Raised(\"b\")),
            }})"
        );
        let level = hairline_level::parse(text, "test.level.ron").unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
        let door = &level.actors::<DoorSettings>()[1];
        resolved(&level, &door.when.condition(&level.conditions))
    }

    #[test]
    fn a_door_in_the_way_of_the_light_must_be_open() {
        let (a, b) = (Condition::Raised(Channel(0)), Condition::Raised(Channel(1)));
        let direct = opens("Laser(aim: Fixed(angle: 0))");
        assert_eq!(direct, Condition::Any(vec![b.clone(), Condition::All(vec![a])]));
        // Away from the sensor, and too short, at rest and in motion.
        let short = "Laser(aim: Spin(period: 2), reach: 5)";
        for laser in ["Laser(aim: Fixed(angle: 180))", "Laser(aim: Fixed(angle: 0), reach: 5)", short] {
            assert_eq!(opens(laser), Condition::Any(vec![b.clone()]), "{laser}");
        }
        // A moving beam may come there at some time.
        assert_eq!(opens("Laser(aim: Spin(period: 2))"), Condition::Any(vec![b, Condition::All(vec![])]));
    }
}
