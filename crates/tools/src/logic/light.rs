//! Which beams can light a sensor, what must be open for it, and which mirrors must be turned.

use std::f32::consts::TAU;

use bevy_math::{Rect, Rot2, Vec2};

use hairline_geometry::ray::mirrors::off_surface;
use hairline_geometry::ray::{RayDirection, RayHit};
use hairline_geometry::shapes::PlacedShape;
use hairline_geometry::shapes::segment::{distance_point_segment, segment_touches_rectangle};
use hairline_geometry::terrain::Layer;
use hairline_geometry::tile::TileShape;
use hairline_level::{Aim, Condition, Gate, LaserSettings, Level, Mirror, MirrorMotion, SensorSettings, Weapon};
use hairline_sim::hazards::beam::Beam;
use hairline_sim::hazards::laser::Laser;
use hairline_sim::hazards::sensor::Sensor;
use hairline_sim::tuning::{SENSOR_MARGIN, half_ticks};

use super::lines::until_first;
use super::{Actor, legs, obstacles};

/// Tiles by which a door counts as smaller, and a beam as longer, against rounding.
const SLACK: f32 = 0.01;
/// The most rays that are cast against mirrors for one beam; a beam that takes more may light anything.
const CASTS_MAX: usize = 1 << 20;

/// A way in which a beam may touch a sensor.
#[derive(Clone, Debug, PartialEq)]
pub struct Light {
    /// When the beam is on, and nothing in its way.
    pub on: Condition,
    /// The mirrors that a touch of the ninja must have turned, by their indices in [`LevelLogic::actors`](super::LevelLogic).
    pub turned: Vec<usize>,
}

/// Each way in which a beam may touch a sensor; perhaps some more. None for a sensor that stays dark.
pub(super) fn lights(level: &Level, actors: &[Actor], sensor: &SensorSettings) -> Vec<Light> {
    let lasers = actors.iter().filter_map(|actor| match &actor.declared.weapon {
        Some(Weapon::Beams(laser)) => Some(laser),
        _ => None,
    });
    let mut lights: Vec<Light> = vec![];
    for light in lasers.flat_map(|laser| lights_of(level, actors, laser, sensor)) {
        if !lights.contains(&light) {
            lights.push(light);
        }
    }
    lights
}

/// The beams of a laser that neither moves nor turns are followed, also through mirrors that only touches and gates turn; those
/// of any other may be wherever they reach. Other obstacles only stop light; of those, the doors before the first mirror count.
fn lights_of(level: &Level, actors: &[Actor], laser: &LaserSettings, sensor: &SensorSettings) -> Vec<Light> {
    let on: Vec<Condition> = laser.when.map(|gate| gate.condition(&level.conditions)).into_iter().collect();
    let area = Rect::from_center_size(sensor.position, sensor.size).inflate(SENSOR_MARGIN);
    let mirrors = actors.iter().enumerate().filter_map(|(index, actor)| Some((index, actor.declared.mirror.as_ref()?)));
    let mirrors: Vec<TurnedMirror> = mirrors.map(|(actor, mirror)| TurnedMirror::new(actor, mirror)).collect();
    let mirrors_move = laser.bounces > 0 && mirrors.iter().any(|turned| turned.mirror.motion == MirrorMotion::Always);
    if !matches!(laser.aim, Aim::Fixed { .. }) || laser.path.is_some() || mirrors_move {
        let legs = legs(laser.position, laser.path.as_ref());
        let nearest =
            legs.iter().map(|&[a, b]| distance_point_segment(area.center(), a, b)).fold(f32::INFINITY, f32::min);
        let reach = laser.reach.unwrap_or(f32::INFINITY) + area.half_size().length() + SLACK;
        return if nearest <= reach { vec![Light { on: Condition::All(on), turned: vec![] }] } else { vec![] };
    }
    let (robot, state) = Laser::new(laser, &level.terrain, false);
    let mut lights = vec![];
    for direction in robot.directions(state.direction) {
        let mut tracer =
            Tracer { level, mirrors: &mirrors, sensor: Sensor(*sensor), casts_left: CASTS_MAX, ways: vec![] };
        let (direction, reach) = (RayDirection::from_unit(direction), laser.reach.unwrap_or(f32::INFINITY));
        let beam =
            Piece { start: state.position, direction, reach, bounces: laser.bounces, mirror: None, is_first: true };
        tracer.follow(beam, &[]);
        for Way { direct, turned } in tracer.ways {
            let direct = direct.map(|[start, end]| [start, until_first(start, end, &[area])]);
            let doors = direct.into_iter().flat_map(|[start, end]| doors_between(level, actors, start, end));
            let on: Vec<Condition> = on.iter().cloned().chain(doors).collect();
            // Of the mirrors, those with a gate may be turned by that as well.
            let gate = |index: &usize| actors[*index].declared.mirror.as_ref().and_then(gate);
            let gates = turned.iter().filter_map(gate).map(|gate| gate.condition(&level.conditions));
            let by_gates = Condition::All(on.iter().cloned().chain(gates).collect());
            let by_touch = turned.iter().copied().filter(|index| gate(index).is_none()).collect();
            lights.push(Light { on: by_gates, turned: by_touch });
            lights.push(Light { on: Condition::All(on), turned });
        }
    }
    lights
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

/// The gate that turns a mirror.
fn gate(mirror: &Mirror) -> Option<Gate> {
    match mirror.motion {
        MirrorMotion::Steps { when, .. } => when,
        MirrorMotion::Never | MirrorMotion::Always => None,
    }
}

/// A mirror, and how it may stand.
struct TurnedMirror<'a> {
    /// Its index in [`LevelLogic::actors`](super::LevelLogic).
    actor: usize,
    mirror: &'a Mirror,
    /// From its position to the farthest corner.
    radius: f32,
    /// Each angle at the end of a tick, the first at the start; none for a mirror that moves by itself.
    angles: Vec<f32>,
}

impl<'a> TurnedMirror<'a> {
    fn new(actor: usize, mirror: &'a Mirror) -> Self {
        let radius = mirror.shape.corners().iter().map(|corner| corner.length()).fold(0.0, f32::max);
        let angles = match mirror.motion {
            MirrorMotion::Never => vec![mirror.angle],
            MirrorMotion::Steps { by, seconds, .. } => {
                let (steps, ticks) = ((TAU / by.abs()).round() as u32, half_ticks(seconds).max(1));
                (0..steps * ticks).map(|turned| mirror.angle + by * (turned as f32 / ticks as f32)).collect()
            }
            MirrorMotion::Always => vec![],
        };
        Self { actor, mirror, radius, angles }
    }
}

/// Follows a beam from mirror to mirror, in every position that these may have.
struct Tracer<'a> {
    level: &'a Level,
    mirrors: &'a [TurnedMirror<'a>],
    sensor: Sensor,
    casts_left: usize,
    ways: Vec<Way>,
}

/// A way of a beam to the sensor.
struct Way {
    /// The piece that touches the sensor, if no mirror comes before it.
    direct: Option<[Vec2; 2]>,
    /// The mirrors that do not stand as they did at the start, as in [`Light::turned`].
    turned: Vec<usize>,
}

/// A straight piece of a beam, before it is cast.
#[derive(Clone, Copy)]
struct Piece {
    start: Vec2,
    direction: RayDirection,
    reach: f32,
    bounces: u8,
    /// The mirror at which it starts.
    mirror: Option<usize>,
    is_first: bool,
}

/// Where a piece of a beam meets a mirror.
struct Crossing {
    mirror: usize,
    /// The hit at each of its angles that is in the way, and whether the mirror stands so at the start.
    hits: Vec<(RayHit<()>, bool)>,
    /// Whether some angle lets the beam pass.
    passes: bool,
}

impl Crossing {
    /// The distance at which the mirror can be hit first.
    fn distance(&self) -> f32 {
        self.hits.iter().map(|(hit, _)| hit.distance).fold(f32::INFINITY, f32::min)
    }
}

impl Tracer<'_> {
    /// Follows a piece of the beam and all that may come of it; `turned` has the mirrors that were turned for it.
    fn follow(&mut self, piece: Piece, turned: &[usize]) {
        let tiles = self.level.terrain.cast_ray(Layer::Light, piece.start, piece.direction, piece.reach);
        let Some(crossings) = self.crossings(&piece, tiles.end) else {
            self.ways = vec![Way { direct: None, turned: vec![] }];
            return;
        };
        let clear = crossings.first().map_or(piece.start.distance(tiles.end), Crossing::distance);
        self.note(&piece, piece.start + piece.direction.get() * clear, turned);
        // What lies beyond a mirror is met while that lets the beam pass.
        let mut turned = turned.to_vec();
        for crossing in &crossings {
            for (hit, at_start) in &crossing.hits {
                let mut turned = turned.clone();
                turned.extend((!at_start && !turned.contains(&crossing.mirror)).then_some(crossing.mirror));
                self.note(&piece, hit.point, &turned);
                self.reflect(&piece, *hit, Some(crossing.mirror), &turned);
            }
            if !crossing.passes {
                return;
            }
            let bars_at_start = crossing.hits.iter().any(|&(_, at_start)| at_start);
            turned.extend((bars_at_start && !turned.contains(&crossing.mirror)).then_some(crossing.mirror));
        }
        self.note(&piece, tiles.end, &turned);
        if let Some(hit) = tiles.hit.filter(|hit| hit.surface.shape == TileShape::Mirror) {
            self.reflect(&piece, hit.with_surface(()), None, &turned);
        }
    }

    /// Notes a way if the part of a piece up to `end` touches the sensor.
    fn note(&mut self, piece: &Piece, end: Vec2, turned: &[usize]) {
        let is_known = |way: &Way| way.turned == turned && way.direct.is_some() == piece.is_first;
        if self.sensor.is_touched_by(&Beam { start: piece.start, end, hit: true }) && !self.ways.iter().any(is_known) {
            self.ways.push(Way { direct: piece.is_first.then_some([piece.start, end]), turned: turned.to_vec() });
        }
    }

    fn reflect(&mut self, piece: &Piece, hit: RayHit<()>, mirror: Option<usize>, turned: &[usize]) {
        if piece.bounces > 0 && !hit.inside {
            let (start, direction) = (off_surface(&hit), piece.direction.reflect(hit.normal));
            let (reach, bounces) = (piece.reach - hit.distance, piece.bounces - 1);
            self.follow(Piece { start, direction, reach, bounces, mirror, is_first: false }, turned);
        }
    }

    /// The mirrors that a piece may meet, from near to far; none at all once that takes too many casts.
    fn crossings(&mut self, piece: &Piece, end: Vec2) -> Option<Vec<Crossing>> {
        let (reach, mut crossings) = (piece.start.distance(end), vec![]);
        for TurnedMirror { actor, mirror, radius, angles } in self.mirrors {
            // A bar that turns does not meet its own reflection: it has no notches.
            let is_left_behind = piece.mirror == Some(*actor) && angles.len() > 1;
            if is_left_behind || distance_point_segment(mirror.position, piece.start, end) > *radius {
                continue;
            }
            self.casts_left = self.casts_left.checked_sub(angles.len())?;
            let mut shape = PlacedShape::new(mirror.shape.clone().into(), mirror.position);
            let hits = angles.iter().enumerate().filter_map(|(at, &angle)| {
                shape.set_pose(mirror.position, Rot2::radians(angle));
                Some((shape.cast_ray(piece.start, piece.direction, reach)?, at == 0))
            });
            let hits: Vec<(RayHit<()>, bool)> = hits.collect();
            let passes = hits.len() < angles.len();
            crossings.extend((!hits.is_empty()).then_some(Crossing { mirror: *actor, hits, passes }));
        }
        crossings.sort_by(|a: &Crossing, b| a.distance().total_cmp(&b.distance()));
        Some(crossings)
    }
}
