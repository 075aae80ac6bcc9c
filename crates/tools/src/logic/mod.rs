//! The logic of a level: what blocks the way and until when, and what raises channels. One model for the flood, the warnings of
//! `check` and the paths of the solver, built from what each actor declares about itself; no kind is known by name.
//!
//! It is cautious: what it cannot exclude may happen. So a channel may be raised, a beam may be dark, a body may be away.

pub mod light;
mod lines;
mod sight;

use bevy_math::{IVec2, Rect, Vec2};

use hairline_geometry::cells::crossed_cells;
use hairline_geometry::shapes::segment::distance_point_segment;
use hairline_level::{ActorLogic, Channel, Condition, Fill, Hold, KINDS, Level, Obstacle, Patrol, Trigger, Weapon};
use hairline_sim::hazards::spikes::spike_boxes;
use hairline_sim::tuning::{BODY_RADIUS, HURT_RADIUS};

use light::Light;
pub use lines::Flash;

/// Seconds, three ticks, by which everything may settle later than it should.
pub(crate) const SETTLING_SLACK: f32 = 0.0235;

/// The logic of one level.
pub struct LevelLogic {
    pub actors: Vec<Actor>,
    pub sources: Vec<ChannelSource>,
    pub blockers: Vec<Blocker>,
    pub flashes: Vec<Flash>,
}

/// An actor and what it declares.
pub struct Actor {
    /// The name of its kind, and its index among those of the kind.
    pub kind: &'static str,
    pub index: usize,
    /// What its word in a file is called, in the singular and the plural: a bumper's kind is `mover`, its name `bumper`.
    pub names: [&'static str; 2],
    pub declared: ActorLogic,
}

/// An actor that raises a channel.
#[derive(Clone, Debug)]
pub struct ChannelSource {
    /// Its index in [`LevelLogic::actors`].
    pub actor: usize,
    pub channel: Channel,
    pub hold: Hold,
    pub raised_from: RaisedFrom,
}

/// What raises a channel; perhaps it never does.
#[derive(Clone, Debug)]
pub enum RaisedFrom {
    /// The ninja's center within so many tiles of one of these places.
    Near(Vec<Vec2>, f32),
    /// The ninja's center in one of these cells.
    Cells(Vec<IVec2>),
    /// A beam, wherever the ninja is, in one of these ways.
    Light(Vec<Light>),
}

/// Something besides walls that keeps the ninja out.
#[derive(Clone, Debug)]
pub struct Blocker {
    pub id: BlockerId,
    /// When it may be away; never if none.
    pub opens: Option<Condition>,
    /// Whether it is there whenever it is not open; otherwise it only may be.
    pub is_certain: bool,
    /// Seconds of hazards after which it is there, once it is not open any more.
    pub settles: f32,
    pub shape: BlockerShape,
    /// Tiles from the shape within which the ninja's center cannot be, or not alive.
    pub clearance: f32,
    /// How to mend a level in which it blocks the only way.
    pub help: &'static str,
}

/// Which blockers belong together: the beams of a laser, all spikes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockerId {
    pub class: BlockerClass,
    /// Its index in [`LevelLogic::actors`]; none for tiles.
    pub actor: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockerClass {
    /// A body that is there for ever.
    Body,
    /// A body that is there until it opens.
    Door,
    /// It kills.
    Hazard,
}

#[derive(Clone, Copy, Debug)]
pub enum BlockerShape {
    Box(Rect),
    Segment(Vec2, Vec2),
}

impl LevelLogic {
    pub fn new(level: &Level) -> Self {
        let actors = level.actors.logic().into_iter().map(|(kind, index, word, declared)| {
            let names = KINDS.iter().find(|row| row.word == word).map_or([kind, kind], |row| row.names);
            Actor { kind, index, names, declared }
        });
        let actors: Vec<Actor> = actors.collect();
        let sources = actors.iter().enumerate();
        let mut casts_left = light::CASTS_MAX;
        let sources = sources
            .filter_map(|(index, actor)| source(level, &actors, index, &actor.declared, &mut casts_left))
            .collect();
        let solid = |class| bodies(level, &actors).filter(move |blocker| blocker.id.class == class);
        let mut blockers: Vec<Blocker> = solid(BlockerClass::Body).chain(solid(BlockerClass::Door)).collect();
        blockers.extend(lines::of_fire(level, &actors));
        blockers.extend(spike_boxes(&level.terrain).map(|spikes| Blocker {
            id: BlockerId { class: BlockerClass::Hazard, actor: None },
            opens: None,
            is_certain: true,
            settles: 0.0,
            shape: BlockerShape::Box(spikes.area),
            clearance: HURT_RADIUS,
            help: "",
        }));
        let flashes = lines::flashes(level, &actors);
        Self { actors, sources, blockers, flashes }
    }

    pub fn obstacles(&self) -> impl Iterator<Item = &Obstacle> {
        obstacles(&self.actors)
    }

    pub fn weapons(&self) -> impl Iterator<Item = &Weapon> {
        self.actors.iter().filter_map(|actor| actor.declared.weapon.as_ref())
    }

    /// The ends of each pair of teleports.
    pub fn teleports(&self) -> impl Iterator<Item = [Vec2; 2]> {
        let pairs = self.actors.iter().filter(|actor| actor.declared.teleports);
        pairs.filter_map(|actor| <[Vec2; 2]>::try_from(actor.declared.touch.as_ref()?.places.as_slice()).ok())
    }

    /// The channels of a mask, and those that light raises while some of them are raised; with `mirrors_turn` also where a
    /// mirror must turn for it.
    pub fn with_light(&self, mut raised: u32, mirrors_turn: bool) -> u32 {
        loop {
            let lit = self.sources.iter().filter(|source| source.raised_from.is_lit(raised, mirrors_turn));
            let more = lit.fold(raised, |mask, source| mask | bit(source.channel));
            if more == raised {
                return raised;
            }
            raised = more;
        }
    }
}

impl RaisedFrom {
    /// Whether light may raise the channel while those of a mask may be raised; with `mirrors_turn` also where a mirror
    /// must turn for it.
    pub fn is_lit(&self, raised: u32, mirrors_turn: bool) -> bool {
        let is_at_rest = |light: &Light| light.turned.is_empty() && !light.by_gate;
        let is_lit = |light: &Light| (mirrors_turn || is_at_rest(light)) && may_hold(&light.on, raised);
        matches!(self, Self::Light(lights) if lights.iter().any(is_lit))
    }

    /// Whether nothing can ever raise the channel.
    pub fn is_dark(&self) -> bool {
        matches!(self, Self::Light(lights) if lights.is_empty())
    }
}

impl Blocker {
    /// Whether it may be open at some time while only the channels of a mask may be raised.
    pub fn may_open(&self, raised: u32) -> bool {
        self.opens.as_ref().is_some_and(|opens| may_hold(opens, raised))
    }

    /// Tiles from a point to its shape.
    pub fn distance(&self, point: Vec2) -> f32 {
        match self.shape {
            BlockerShape::Box(Rect { min, max }) => point.clamp(min, max).distance(point),
            BlockerShape::Segment(a, b) => distance_point_segment(point, a, b),
        }
    }

    /// The cells within its clearance, and some around them; some of them more than once.
    pub fn cells_around(&self) -> Vec<IVec2> {
        match self.shape {
            BlockerShape::Box(area) => cells_of(area.inflate(self.clearance)).collect(),
            BlockerShape::Segment(a, b) => {
                let crossed = crossed_cells(a, b).into_iter().flatten();
                crossed.flat_map(|cell| cells_between(cell - 1, cell + 1)).collect()
            }
        }
    }

    /// The cells that it covers, but for a box those that it only grazes.
    pub fn cells(&self) -> Vec<IVec2> {
        match self.shape {
            BlockerShape::Box(area) => cells_of(Rect { min: area.min + 0.25, max: area.max - 0.25 }).collect(),
            BlockerShape::Segment(a, b) => crossed_cells(a, b).into_iter().flatten().collect(),
        }
    }
}

/// The bit of a channel in a mask.
pub fn bit(channel: Channel) -> u32 {
    1 << channel.0
}

/// Whether a condition may hold at some time while only the channels of a mask may be raised; any may be lowered.
pub fn may_hold(condition: &Condition, raised: u32) -> bool {
    condition.may_hold(&|channel| raised & bit(channel) != 0, &|_| true)
}

pub(crate) fn cells_of(area: Rect) -> impl Iterator<Item = IVec2> {
    cells_between(area.min.floor().as_ivec2(), area.max.floor().as_ivec2())
}

pub fn cells_between(min: IVec2, max: IVec2) -> impl Iterator<Item = IVec2> {
    (min.y..=max.y).flat_map(move |y| (min.x..=max.x).map(move |x| IVec2::new(x, y)))
}

fn obstacles(actors: &[Actor]) -> impl Iterator<Item = &Obstacle> {
    actors.iter().filter_map(|actor| actor.declared.obstacle.as_ref())
}

/// The straight ways of a path; a point for an actor that stays.
fn legs(position: Vec2, path: Option<&Patrol>) -> Vec<[Vec2; 2]> {
    let Some(path) = path else { return vec![[position; 2]] };
    let closing = path.closed.then(|| [path.points[path.points.len() - 1], path.points[0]]);
    path.points.windows(2).map(|leg| [leg[0], leg[1]]).chain(closing).collect()
}

fn source(
    level: &Level,
    actors: &[Actor],
    actor: usize,
    declared: &ActorLogic,
    casts_left: &mut usize,
) -> Option<ChannelSource> {
    let source = declared.source.as_ref()?;
    let raised_from = match &source.trigger {
        Trigger::Touch => {
            let touch = declared.touch.as_ref()?;
            RaisedFrom::Near(touch.places.clone(), touch.reach)
        }
        Trigger::Sight(camera) => RaisedFrom::Cells(sight::watched_cells(level, camera)),
        Trigger::Light(sensor) => RaisedFrom::Light(light::lights(level, actors, sensor, casts_left)),
    };
    Some(ChannelSource { actor, channel: source.channel, hold: source.hold, raised_from })
}

/// What obstacles are certain to fill.
fn bodies<'a>(level: &'a Level, actors: &'a [Actor]) -> impl Iterator<Item = Blocker> + 'a {
    actors.iter().enumerate().flat_map(move |(actor, Actor { declared, .. })| {
        let fills =
            declared.obstacle.iter().flat_map(|obstacle| obstacle.fills.iter().map(move |fill| (obstacle, fill)));
        fills.map(move |(obstacle, fill)| {
            let class = if fill.opens.is_some() { BlockerClass::Door } else { BlockerClass::Body };
            Blocker {
                id: BlockerId { class, actor: Some(actor) },
                opens: fill.opens.map(|gate| gate.condition(&level.conditions)),
                is_certain: true,
                settles: settling_seconds(level, obstacle, fill),
                shape: BlockerShape::Box(fill.area),
                clearance: BODY_RADIUS,
                help: fill.help,
            }
        })
    })
}

/// Seconds in which a door shuts so far that the ninja does not fit past it, and some more.
fn settling_seconds(level: &Level, obstacle: &Obstacle, fill: &Fill) -> f32 {
    if fill.opens.is_none() || obstacle.speed_max <= 0.0 {
        return 0.0;
    }
    let (closed, bounds) = (fill.area, obstacle.bounds);
    let slide = (bounds.min - closed.min) + (bounds.max - closed.max);
    let ahead = -slide.normalize_or_zero();
    // Where a door closes against a wall, it is shut for the ninja as soon as the gap is narrower than the ninja.
    let front = closed.center() + ahead * (closed.half_size() + 0.05);
    let meets = slide.abs().min_element() < 0.01 && level.terrain.tile(front.floor().as_ivec2()).stops_bodies();
    let gap = if meets { 2.0 * BODY_RADIUS - 0.05 } else { 0.0 };
    (slide.length() - gap).max(0.0) / obstacle.speed_max + SETTLING_SLACK
}
