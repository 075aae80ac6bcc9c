//! The beams that can light a sensor, the doors that must be open for them, and the mirrors that must be turned.

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

use super::lines::{is_always_lit, until_first};
use super::{Actor, legs, obstacles};

/// Tiles by which a door counts as smaller, and a beam as longer, against rounding.
const SLACK: f32 = 0.01;
/// The most rays that are cast for the lights of a level; beams that would take more may light anything.
pub(super) const CASTS_MAX: usize = 1 << 21;
/// The most angles of a mirror that are tried; one with more may send light anywhere.
const ANGLES_MAX: u32 = 1 << 14;

/// A way in which a beam may touch a sensor.
#[derive(Clone, Debug, PartialEq)]
pub struct Light {
    /// The condition under which the beam is lit, no door blocks it, and the gates of some mirrors have opened.
    pub on: Condition,
    /// Whether a mirror must have been turned by its gate.
    pub by_gate: bool,
    /// The mirrors that a touch of the ninja must have turned, by their indices in [`LevelLogic::actors`](super::LevelLogic).
    pub turned: Vec<usize>,
    /// Whether the beam touches the sensor whenever that condition holds.
    pub is_certain: bool,
    /// The condition under which the laser is on, whatever doors and mirrors do.
    pub lamp: Condition,
    /// Set if it touches the sensor only while a mirror turns: the most half ticks of all its turns in which it does.
    pub passing_half_ticks: Option<u32>,
}

/// Each way in which a beam may touch a sensor; perhaps some more. None for a sensor that stays dark. `casts_left` is how many
/// more rays may be cast.
pub(super) fn lights(level: &Level, actors: &[Actor], sensor: &SensorSettings, casts_left: &mut usize) -> Vec<Light> {
    let lasers = actors.iter().filter_map(|actor| match &actor.declared.weapon {
        Some(Weapon::Beams(laser)) => Some(laser),
        _ => None,
    });
    let mut lights: Vec<Light> = vec![];
    for light in lasers.flat_map(|laser| lights_of(level, actors, laser, sensor, casts_left)) {
        if !lights.contains(&light) {
            lights.push(light);
        }
    }
    lights
}

/// The beams of a laser that neither moves nor turns are followed, also through mirrors that only touches and gates turn; those
/// of any other may be wherever they reach. Other obstacles only stop light; of those, the doors before the first mirror count.
fn lights_of(
    level: &Level,
    actors: &[Actor],
    laser: &LaserSettings,
    sensor: &SensorSettings,
    casts_left: &mut usize,
) -> Vec<Light> {
    let on: Vec<Condition> = laser.when.map(|gate| gate.condition(&level.conditions)).into_iter().collect();
    let lamp = Condition::All(on.clone());
    let area = Rect::from_center_size(sensor.position, sensor.size).inflate(SENSOR_MARGIN);
    let mirrors = actors.iter().enumerate().filter_map(|(index, actor)| Some((index, actor.declared.mirror.as_ref()?)));
    let mirrors: Vec<TurnedMirror> = mirrors.map(|(actor, mirror)| TurnedMirror::new(actor, mirror)).collect();
    let mirrors_move = laser.bounces > 0 && mirrors.iter().any(|turned| turned.angles.is_empty());
    if !matches!(laser.aim, Aim::Fixed { .. }) || laser.path.is_some() || mirrors_move {
        let legs = legs(laser.position, laser.path.as_ref());
        let nearest =
            legs.iter().map(|&[a, b]| distance_point_segment(area.center(), a, b)).fold(f32::INFINITY, f32::min);
        let reach = laser.reach.unwrap_or(f32::INFINITY) + area.half_size().length() + SLACK;
        return if nearest <= reach {
            let on = Condition::All(on);
            vec![Light { on, by_gate: false, turned: vec![], is_certain: false, lamp, passing_half_ticks: None }]
        } else {
            vec![]
        };
    }
    let at_rest: Vec<TurnedMirror> = mirrors.iter().map(TurnedMirror::at_rest).collect();
    let (robot, state) = Laser::new(laser, &level.terrain, false);
    let mut lights = vec![];
    for direction in robot.directions(state.direction) {
        let (direction, reach) = (RayDirection::from_unit(direction), laser.reach.unwrap_or(f32::INFINITY));
        let beam = Piece {
            start: state.position,
            direction,
            reach,
            bounces: laser.bounces,
            mirror: None,
            is_first: true,
            rests: true,
        };
        // Mirrors at their start first: those few casts always fit the limit.
        let mut ways = vec![];
        for mirrors in [&at_rest, &mirrors] {
            let mut tracer = Tracer { level, mirrors, sensor: Sensor(*sensor), casts_left, ways };
            let is_complete = tracer.follow(beam, &[]).is_some();
            ways = tracer.ways;
            if !is_complete {
                let turned = mirrors.iter().filter(|turned| turned.angles.len() > 1).map(|turned| turned.actor);
                ways.push(Way { direct: None, turned: turned.collect(), passing: None });
            }
        }
        for Way { direct, turned, passing: passing_half_ticks } in ways {
            let direct = direct.map(|[start, end]| [start, until_first(start, end, &[area])]);
            // Nothing that moves comes between.
            let bounds: Vec<Rect> = obstacles(actors).map(|obstacle| obstacle.bounds.inflate(SLACK)).collect();
            let is_clear = |[start, end]: [Vec2; 2]| until_first(start, end, &bounds).distance(end) < SLACK;
            let is_certain = is_always_lit(laser) && turned.is_empty() && direct.is_some_and(is_clear);
            let doors = direct.into_iter().flat_map(|[start, end]| doors_between(level, actors, start, end));
            let on: Vec<Condition> = on.iter().cloned().chain(doors).collect();
            // Of the mirrors, those with a gate may be turned by that as well.
            let gate = |index: &usize| actors[*index].declared.mirror.as_ref().and_then(gate);
            let gates: Vec<Condition> =
                turned.iter().filter_map(gate).map(|gate| gate.condition(&level.conditions)).collect();
            if !gates.is_empty() {
                let by_touch = turned.iter().copied().filter(|index| gate(index).is_none()).collect();
                let on = Condition::All(on.iter().cloned().chain(gates).collect());
                let (lamp, turned) = (lamp.clone(), by_touch);
                lights.push(Light { on, by_gate: true, turned, is_certain: false, lamp, passing_half_ticks });
            }
            let (on, lamp) = (Condition::All(on), lamp.clone());
            lights.push(Light { on, by_gate: false, turned, is_certain, lamp, passing_half_ticks });
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
    /// Each angle at the end of a tick, the first at the start; none for a mirror that moves by itself, or has too many.
    angles: Vec<f32>,
    /// How many of these angles a turn has: it rests at the first of each.
    per_turn: usize,
}

impl<'a> TurnedMirror<'a> {
    fn new(actor: usize, mirror: &'a Mirror) -> Self {
        let radius = mirror.shape.corners().iter().map(|corner| corner.length()).fold(0.0, f32::max);
        let mut per_turn = 1;
        let angles = match mirror.motion {
            MirrorMotion::Never => vec![mirror.angle],
            MirrorMotion::Steps { by, seconds, .. } => {
                let (steps, ticks) = ((TAU / by.abs()).round() as u32, half_ticks(seconds).max(1));
                per_turn = ticks as usize;
                let angles = Some(steps.saturating_mul(ticks)).filter(|angles| *angles <= ANGLES_MAX).unwrap_or(0);
                (0..angles).map(|turned| mirror.angle + by * (turned as f32 / ticks as f32)).collect()
            }
            MirrorMotion::Always => vec![],
        };
        Self { actor, mirror, radius, angles, per_turn }
    }

    /// The mirror as it stands at the start.
    fn at_rest(&self) -> Self {
        Self { angles: self.angles.iter().copied().take(1).collect(), ..*self }
    }
}

/// Follows a beam from mirror to mirror, in every position that these may have.
struct Tracer<'a> {
    level: &'a Level,
    mirrors: &'a [TurnedMirror<'a>],
    sensor: Sensor,
    casts_left: &'a mut usize,
    ways: Vec<Way>,
}

/// A way of a beam to the sensor.
struct Way {
    /// The piece that touches the sensor, if no mirror comes before it.
    direct: Option<[Vec2; 2]>,
    /// The mirrors that do not stand as they did at the start, as in [`Light::turned`].
    turned: Vec<usize>,
    /// As in [`Light::passing_half_ticks`].
    passing: Option<u32>,
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
    /// Whether all mirrors that it comes from are at rest.
    rests: bool,
}

/// Where a piece of a beam meets a mirror.
struct Crossing {
    mirror: usize,
    /// The hit at each of its angles that is in the way.
    hits: Vec<Hit>,
    /// Whether some angle lets the beam pass, and whether one at which the mirror rests does.
    passes: bool,
    rest_passes: bool,
}

/// Where a piece of a beam meets a mirror at one angle.
struct Hit {
    hit: RayHit<()>,
    /// Whether the mirror stands so at the start, and whether it ever rests so.
    at_start: bool,
    at_rest: bool,
}

impl Crossing {
    /// The distance at which the mirror can be hit first.
    fn nearest(&self) -> f32 {
        self.hits.iter().map(|hit| hit.hit.distance).fold(f32::INFINITY, f32::min)
    }

    /// The distance beyond which no beam gets, whatever the mirror's angle.
    fn end(&self) -> f32 {
        let farthest = self.hits.iter().map(|hit| hit.hit.distance).fold(0.0, f32::max);
        if self.passes { f32::INFINITY } else { farthest }
    }

    /// Whether the mirror, as it stands at the start, stops the beam before a distance.
    fn bars_at_start(&self, distance: f32) -> bool {
        self.hits.iter().any(|hit| hit.at_start && hit.hit.distance < distance)
    }

    /// Whether the mirror lets the beam come as far as a distance while it rests.
    fn rests_aside(&self, distance: f32) -> bool {
        self.rest_passes || self.hits.iter().any(|hit| hit.at_rest && hit.hit.distance >= distance)
    }
}

impl Tracer<'_> {
    /// Follows a piece of the beam and all that may come of it; `turned` has the mirrors that were turned for it. `None` if that
    /// takes too many casts.
    fn follow(&mut self, piece: Piece, turned: &[usize]) -> Option<()> {
        *self.casts_left = self.casts_left.checked_sub(1)?;
        let tiles = self.level.terrain.cast_ray(Layer::Light, piece.start, piece.direction, piece.reach);
        let crossings = self.crossings(&piece, tiles.end)?;
        let nearest = crossings.iter().map(Crossing::nearest).fold(piece.start.distance(tiles.end), f32::min);
        self.note(&piece, piece.start + piece.direction.get() * nearest, turned, piece.rests);
        let end = crossings.iter().map(Crossing::end).fold(f32::INFINITY, f32::min);
        // The beam passes a mirror only after the mirror was turned out of its way, so the mirror counts as turned for whatever
        // lies beyond it.
        let turned_for = |distance: f32, mirror: Option<usize>| {
            let bars = |crossing: &&Crossing| Some(crossing.mirror) != mirror && crossing.bars_at_start(distance);
            let mut all = turned.to_vec();
            all.extend(crossings.iter().filter(bars).map(|crossing| crossing.mirror));
            all
        };
        let rests_for = |distance: f32, mirror: Option<usize>| {
            let mut others = crossings.iter().filter(|crossing| Some(crossing.mirror) != mirror);
            piece.rests && others.all(|crossing| crossing.rests_aside(distance))
        };
        for Crossing { mirror, hits, .. } in &crossings {
            for &Hit { hit, at_start, at_rest } in hits.iter().filter(|hit| hit.hit.distance <= end) {
                let mut turned = turned_for(hit.distance, Some(*mirror));
                turned.extend((!at_start).then_some(*mirror));
                let rests = rests_for(hit.distance, Some(*mirror));
                self.note(&piece, hit.point, &turned, rests && at_rest);
                self.reflect(&piece, hit, Some(*mirror), &turned, rests && at_rest)?;
            }
        }
        if end == f32::INFINITY {
            let (turned, rests) = (turned_for(end, None), rests_for(end, None));
            self.note(&piece, tiles.end, &turned, rests);
            if let Some(hit) = tiles.hit.filter(|hit| hit.surface.shape == TileShape::Mirror) {
                self.reflect(&piece, hit.with_surface(()), None, &turned, rests)?;
            }
        }
        Some(())
    }

    /// Notes a way if the part of a piece up to `end` touches the sensor. `rests` says whether all mirrors rest for it.
    fn note(&mut self, piece: &Piece, end: Vec2, turned: &[usize], rests: bool) {
        let mut turned = turned.to_vec();
        turned.sort_unstable();
        turned.dedup();
        if !self.sensor.is_touched_by(&Beam { start: piece.start, end, hit: true }) {
            return;
        }
        let is_known = |way: &&mut Way| way.turned == turned && way.direct.is_some() == piece.is_first;
        match self.ways.iter_mut().find(is_known) {
            Some(way) => way.passing = way.passing.filter(|_| !rests).map(|half_ticks| half_ticks + 1),
            None => {
                let direct = piece.is_first.then_some([piece.start, end]);
                self.ways.push(Way { direct, turned, passing: (!rests).then_some(1) });
            }
        }
    }

    fn reflect(
        &mut self,
        piece: &Piece,
        hit: RayHit<()>,
        mirror: Option<usize>,
        turned: &[usize],
        rests: bool,
    ) -> Option<()> {
        if piece.bounces == 0 || hit.inside {
            return Some(());
        }
        let (start, direction) = (off_surface(&hit), piece.direction.reflect(hit.normal));
        let (reach, bounces) = (piece.reach - hit.distance, piece.bounces - 1);
        self.follow(Piece { start, direction, reach, bounces, mirror, is_first: false, rests }, turned)
    }

    /// The mirrors that a piece may meet; `None` once the casts are spent.
    fn crossings(&mut self, piece: &Piece, end: Vec2) -> Option<Vec<Crossing>> {
        let (reach, mut crossings) = (piece.start.distance(end), vec![]);
        for TurnedMirror { actor, mirror, radius, angles, per_turn } in self.mirrors {
            // A turning bar is convex: a beam that it reflected does not hit it again at the same angle.
            let is_left_behind = piece.mirror == Some(*actor) && angles.len() > 1;
            if is_left_behind || distance_point_segment(mirror.position, piece.start, end) > *radius {
                continue;
            }
            *self.casts_left = self.casts_left.checked_sub(angles.len())?;
            let mut shape = PlacedShape::new(mirror.shape.clone().into(), mirror.position);
            let hits = angles.iter().enumerate().filter_map(|(at, &angle)| {
                shape.set_pose(mirror.position, Rot2::radians(angle));
                let hit = shape.cast_ray(piece.start, piece.direction, reach)?;
                Some(Hit { hit, at_start: at == 0, at_rest: at.is_multiple_of(*per_turn) })
            });
            let hits: Vec<Hit> = hits.collect();
            let passes = hits.len() < angles.len();
            let rest_passes = hits.iter().filter(|hit| hit.at_rest).count() < angles.len().div_ceil(*per_turn);
            crossings.extend((!hits.is_empty()).then_some(Crossing { mirror: *actor, hits, passes, rest_passes }));
        }
        Some(crossings)
    }
}
