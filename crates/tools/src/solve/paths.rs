//! The distance left through the map, in tiles: to the shards in the best order and then to the exit, by way of the sources of
//! channels that open what is in between. It ignores most hazards, so it guides a search and proves nothing.

use bevy_math::{IVec2, Vec2};
use rayon::prelude::*;

use hairline_level::limits::CHANNELS_MAX;
use hairline_level::{Channel, Condition, Inspection, Level, ShardOrder, Touch, Trigger};
use hairline_sim::run::channels::Channels;

use crate::logic::light::Light;
use crate::logic::{LevelLogic, RaisedFrom, bit, cells_between, may_hold};
use crate::weapon::{ActorId, actor_words};

use super::field::{self, Field, Moves};
use super::noise::noise;

/// Most sub-goals whose best order is computed; with more, they are done in a fixed order from near to far.
const TOUR_SUB_GOALS_MAX: usize = 10;
/// Most sub-goals that guide the search: one bit each of a `u64`.
const SUB_GOALS_MAX: usize = 64;
/// Most channels whose blockers count; those of any others are taken for open.
const BLOCKER_CHANNELS_MAX: usize = 6;
/// Most cells of all fields together (18 bytes each); a level with more gets fewer channels, then fewer sub-goals.
const FIELD_CELLS_MAX: usize = 1 << 23;
/// What is left of a jump where a sub-goal is done, on average: it is one in passing.
const SUB_GOAL_RISE: f32 = 3.0;
/// Tiles that the order of two sub-goals seems farther on a bent map, at most.
const ORDER_TILES_MAX: f32 = 6.0;

/// The shortest paths through one level.
pub struct Paths {
    moves: Moves,
    /// What must be done before the exit, or can be.
    sub_goals: Vec<SubGoal>,
    /// Where each sub-goal is, and last the exit.
    places: Vec<Vec2>,
    /// Which of the sub-goals are shards, as a mask.
    shards: u64,
    /// How many of the shards may be left.
    spare: u32,
    /// Whether each shard can only be taken after those before it.
    in_order: bool,
    /// The channels of the blockers: a set of raised ones is a mask over these.
    channels: Vec<Channel>,
    /// `fields[raised][target]`: the way to a target, which is a sub-goal or, last, the exit.
    fields: Vec<Vec<Field>>,
    /// `tours[mask][target]`: tiles from `target` to the exit, with the sub-goals of `mask` still open; empty with more of them
    /// than [`TOUR_SUB_GOALS_MAX`].
    tours: Vec<Vec<f32>>,
    /// `detours[first][then]`: tiles that it seems farther to do `first` before `then`.
    detours: Vec<Vec<f32>>,
}

/// Something to go to before the exit.
#[derive(Clone, Debug)]
struct SubGoal {
    kind: SubGoalKind,
    what: What,
    place: Vec2,
    /// The cells where it can be done.
    cells: Vec<IVec2>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum SubGoalKind {
    /// A shard, by its index; done when it is taken.
    Shard(usize),
    /// What raises a channel; done while the channel is raised.
    Source(Channel),
}

/// Where a search goes next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    what: What,
    place: Vec2,
}

/// What is there.
#[derive(Clone, Copy, Debug, PartialEq)]
enum What {
    Exit,
    Shard(usize),
    /// What raises a channel, by a touch or by its sight or light.
    Source(&'static str, ActorId),
}

impl Target {
    /// In words, with its place; an actor by its letter if the file is there.
    pub fn words(&self, inspection: Option<&Inspection>) -> String {
        let what = match self.what {
            What::Exit => "the exit".to_owned(),
            What::Shard(index) => format!("shard {}", index + 1),
            What::Source(role, actor) => {
                let name = inspection.map(|inspection| actor_words(inspection, actor));
                format!("{role}{}", name.unwrap_or_else(|| format!("{} {}", actor.0, actor.1 + 1)))
            }
        };
        format!("{what} at ({:.1}, {:.1})", self.place.x, self.place.y)
    }
}

/// What blocks the search, strictest first; the first that still leaves a path is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Closed {
    /// Walls, and blockers until their channels are raised.
    Blockers,
    /// Walls alone: something else than the sub-goals must open a blocker.
    Walls,
    /// Nothing: the way leads round the map, or through what only looks closed.
    Nothing,
}

/// What the distance left depends on.
#[derive(Clone, Copy)]
pub struct SearchState<'a> {
    pub position: Vec2,
    /// What is left of the ninja's jump, as `field` counts it.
    pub rise: f32,
    pub channels: &'a Channels,
    /// Hazard time in half ticks.
    pub now: u32,
    /// One bit for each shard taken, by index; those from 64 on have none.
    pub shards: u64,
}

impl SubGoal {
    /// The sub-goals of a level: first the sources of some channels, on which others may depend, then shards if they guide the
    /// search.
    fn all(level: &Level, logic: &LevelLogic, channels: &[Channel], shards: bool) -> Vec<Self> {
        let cell = |position: Vec2| position.floor().as_ivec2();
        let sources = logic.sources.iter().filter(|source| channels.contains(&source.channel));
        let sources = sources.filter_map(|source| {
            let actor = &logic.actors[source.actor];
            let trigger = &actor.declared.source.as_ref()?.trigger;
            let is_lit_by_touch =
                |lights: &[Light]| lights.iter().all(|light| light.by_gate || !light.turned.is_empty());
            let (place, cells) = match (&source.raised_from, trigger) {
                (RaisedFrom::Near(places, _), _) => (*places.first()?, places.iter().map(|&at| cell(at)).collect()),
                (RaisedFrom::Cells(cells), Trigger::Sight(camera)) => {
                    (camera.position, cells.iter().copied().filter(|&cell| !is_wall(level, cell)).collect())
                }
                (RaisedFrom::Light(lights), _) if is_lit_by_touch(lights) => {
                    let turned = lights.iter().flat_map(|light| &light.turned);
                    let touches: Vec<&Touch> =
                        turned.filter_map(|&mirror| logic.actors[mirror].declared.touch.as_ref()).collect();
                    let around = |touch: &&Touch| {
                        let (place, reach) = (touch.places[0], touch.reach);
                        let cells = cells_between(cell(place - reach), cell(place + reach));
                        cells.filter(move |at| !is_wall(level, *at) && place.distance(at.as_vec2() + 0.5) <= reach)
                    };
                    (touches.first()?.places[0], touches.iter().flat_map(around).collect())
                }
                _ => return None,
            };
            let role = match trigger {
                Trigger::Touch => "",
                Trigger::Sight(_) => "the sight of ",
                Trigger::Light(_) => "the light of ",
            };
            let what = What::Source(role, (actor.kind, actor.index));
            Some(Self { kind: SubGoalKind::Source(source.channel), what, place, cells })
        });
        let shards = level.shards.iter().enumerate().filter(|_| shards).map(|(index, &place)| Self {
            kind: SubGoalKind::Shard(index),
            what: What::Shard(index),
            place,
            cells: vec![cell(place)],
        });
        sources.chain(shards).collect()
    }

    fn raises(&self) -> Option<Channel> {
        match self.kind {
            SubGoalKind::Shard(_) => None,
            SubGoalKind::Source(channel) => Some(channel),
        }
    }
}

/// The blockers that some channel opens: when, and the cells that they close until then.
fn closed_cells(logic: &LevelLogic) -> Vec<(&Condition, Vec<IVec2>)> {
    let at_the_start = logic.with_light(0, false);
    let closed = logic.blockers.iter().filter_map(|blocker| Some((blocker.opens.as_ref()?, blocker.cells())));
    closed.filter(|(opens, _)| !may_hold(opens, at_the_start)).collect()
}

/// The channels that some conditions want raised, and those that their light wants, each once.
fn channels_to_raise<'a>(logic: &'a LevelLogic, conditions: impl Iterator<Item = &'a Condition>) -> Vec<Channel> {
    let mut channels: Vec<Channel> = vec![];
    let mut wanted: Vec<Channel> = conditions.flat_map(Condition::raised_channels).collect();
    while let Some(channel) = wanted.pop() {
        if channels.contains(&channel) {
            continue;
        }
        channels.push(channel);
        for source in logic.sources.iter().filter(|source| source.channel == channel) {
            if let RaisedFrom::Light(lights) = &source.raised_from {
                wanted.extend(lights.iter().flat_map(|light| light.on.raised_channels()));
            }
        }
    }
    channels
}

/// Whether a cell is closed to bodies as a whole, for ever.
fn is_wall(level: &Level, cell: IVec2) -> bool {
    field::is_wall(level.terrain.tile(cell))
}

impl Paths {
    /// For a level of which a run takes all shards but `spare`. `guided` says whether shards guide the search at all.
    pub fn new(level: &Level, logic: &LevelLogic, guided: bool, spare: u32, walls: Closed) -> Self {
        Self::bent(level, logic, guided, spare, walls, 0)
    }

    /// The same where some places and some orders of the sub-goals seem farther than they are, which ones is up to the seed; with 0
    /// none do.
    pub(super) fn bent(level: &Level, logic: &LevelLogic, guided: bool, spare: u32, walls: Closed, seed: u64) -> Self {
        let moves = Moves::new(level, logic, seed);
        let blockers = if walls == Closed::Blockers { closed_cells(logic) } else { vec![] };
        let mut channels = channels_to_raise(logic, blockers.iter().map(|&(opens, _)| opens));
        channels.sort_by_key(|channel| channel.0);
        let mut sub_goals = SubGoal::all(level, logic, &channels, guided);
        sub_goals.truncate(SUB_GOALS_MAX);
        channels.truncate(BLOCKER_CHANNELS_MAX);
        let cells = moves.len();
        while (cells * (sub_goals.len() + 1)) << channels.len() > FIELD_CELLS_MAX && !channels.is_empty() {
            channels.pop();
        }
        sub_goals.truncate(FIELD_CELLS_MAX / cells - 1);
        let targets: Vec<Vec<IVec2>> =
            sub_goals.iter().map(|goal| goal.cells.clone()).chain([vec![level.exit.floor().as_ivec2()]]).collect();
        let places = sub_goals.iter().map(|goal| goal.place).chain([level.exit]).collect();
        let shards = sub_goals.iter().enumerate().filter(|(_, goal)| goal.raises().is_none());
        let shards = shards.fold(0, |mask, (index, _)| mask | 1 << index);
        let (fields, tours) = (Vec::new(), Vec::new());
        let count = sub_goals.len();
        let detour =
            |first: usize, then: usize| ORDER_TILES_MAX * noise((first * SUB_GOALS_MAX + then) as u64 + 1, seed);
        let detours = (0..count).map(|first| (0..count).map(|then| detour(first, then)).collect()).collect();
        let in_order = level.shard_order == ShardOrder::InOrder;
        let mut paths = Self { moves, sub_goals, places, shards, spare, in_order, channels, fields, tours, detours };
        let closed: Vec<Vec<bool>> = (0..1 << paths.channels.len())
            .map(|raised| match walls {
                Closed::Nothing => vec![false; cells],
                _ => paths.closed(logic, &blockers, raised),
            })
            .collect();
        let fields = closed
            .par_iter()
            .map(|closed| targets.par_iter().map(|target| paths.moves.field(closed, target)).collect());
        paths.fields = fields.collect();
        if paths.sub_goals.len() <= TOUR_SUB_GOALS_MAX {
            for mask in 0..1 << paths.sub_goals.len() {
                let raised = paths.raised_by_sub_goals(mask);
                let tours =
                    paths.places.iter().map(|&from| paths.shortest(mask, raised, from, SUB_GOAL_RISE).0).collect();
                paths.tours.push(tours);
            }
        }
        paths
    }

    /// Tiles left to the exit, infinite where no path leads there; and which target comes next, a sub-goal or, last, the exit.
    pub fn left(&self, state: SearchState) -> (f32, usize) {
        let is_open = |goal: &SubGoal| match goal.kind {
            SubGoalKind::Shard(index) => index >= 64 || state.shards >> index & 1 == 0,
            SubGoalKind::Source(channel) => !state.channels.is_raised(channel, state.now),
        };
        let mask = self.sub_goals.iter().enumerate();
        let mask = mask.fold(0, |mask, (index, goal)| mask | u64::from(is_open(goal)) << index);
        let raised = self.raised(|channel| state.channels.is_raised(channel, state.now));
        if self.sub_goals.len() <= TOUR_SUB_GOALS_MAX {
            self.shortest(mask, raised, state.position, state.rise)
        } else {
            self.in_turn(mask, raised, state.position, state.rise)
        }
    }

    /// Cells of all fields together.
    pub(super) fn field_cells(&self) -> usize {
        self.moves.len() * self.fields.iter().map(Vec::len).sum::<usize>()
    }

    /// Where a target is.
    pub fn place(&self, target: usize) -> Vec2 {
        self.places[target.min(self.sub_goals.len())]
    }

    /// The sub-goal with this index, or the exit.
    pub fn target(&self, target: usize) -> Target {
        let what = self.sub_goals.get(target).map_or(What::Exit, |goal| goal.what);
        Target { what, place: self.place(target) }
    }

    /// Tiles from a place to the exit with the sub-goals of `mask` open: straight there if enough shards are taken, or to one of
    /// the sub-goals first. So a timed switch that is off again but no longer needed costs nothing.
    fn shortest(&self, mask: u64, raised: usize, from: Vec2, rise: f32) -> (f32, usize) {
        let count = self.sub_goals.len();
        let is_free = (mask & self.shards).count_ones() <= self.spare;
        let mut best = (if is_free { self.at(raised, count, from, rise) } else { f32::INFINITY }, count);
        for to in (0..count).filter(|&to| self.can_be_next(mask, to)) {
            let rest = self.without(mask, to);
            let detours = self.detours[to].iter().enumerate().filter(|(later, _)| rest >> later & 1 == 1);
            let detours: f32 = detours.map(|(_, tiles)| tiles).sum();
            let way = self.at(raised, to, from, rise) + detours + self.tours[rest as usize][to];
            if way < best.0 {
                best = (way, to);
            }
        }
        best
    }

    /// Tiles to the nearest open sub-goal, from there to the next nearest and so on, and then to the exit.
    fn in_turn(&self, mut mask: u64, raised: usize, from: Vec2, mut rise: f32) -> (f32, usize) {
        let (mut place, mut sum, mut first) = (from, 0.0, None);
        while (mask & self.shards).count_ones() > self.spare {
            let next = (0..self.sub_goals.len()).filter(|&to| self.can_be_next(mask, to));
            let ways = next.map(|to| (self.at(raised, to, place, rise), to));
            let Some((way, to)) = ways.min_by(|a, b| a.0.total_cmp(&b.0)) else { break };
            sum += way;
            (place, rise) = (self.places[to], SUB_GOAL_RISE);
            first.get_or_insert(to);
            mask = self.without(mask, to);
            if !sum.is_finite() {
                break;
            }
        }
        (sum + self.at(raised, self.sub_goals.len(), place, rise), first.unwrap_or(self.sub_goals.len()))
    }

    /// Whether a sub-goal is open, and no other sub-goal of `mask` must be done before it.
    fn can_be_next(&self, mask: u64, to: usize) -> bool {
        let before = mask & self.shards & ((1 << to) - 1);
        mask >> to & 1 == 1 && !(self.in_order && self.shards >> to & 1 == 1 && before != 0)
    }

    /// The sub-goals of `mask` that are open after `done`: one that raises a channel does all sub-goals for that channel.
    fn without(&self, mask: u64, done: usize) -> u64 {
        let raises = self.sub_goals[done].raises();
        let also = |other: &usize| raises.is_some() && self.sub_goals[*other].raises() == raises;
        (0..self.sub_goals.len()).filter(also).fold(mask & !(1 << done), |mask, other| mask & !(1 << other))
    }

    fn raised(&self, is_raised: impl Fn(Channel) -> bool) -> usize {
        let raised = self.channels.iter().enumerate().filter(|(_, channel)| is_raised(**channel));
        raised.fold(0, |mask, (index, _)| mask | 1 << index)
    }

    /// The channels that are raised once all sub-goals but those of `mask` are done.
    fn raised_by_sub_goals(&self, mask: u64) -> usize {
        let is_done = |index: usize| mask >> index & 1 == 0;
        self.raised(|channel| {
            self.sub_goals.iter().enumerate().any(|(index, goal)| is_done(index) && goal.raises() == Some(channel))
        })
    }

    /// The cells that are closed while the channels of `raised` are raised. All channels that are not counted are taken for
    /// raised, and what wants a lowered channel for granted: most channels are lowered again, or never raised.
    fn closed(&self, logic: &LevelLogic, blockers: &[(&Condition, Vec<IVec2>)], raised: usize) -> Vec<bool> {
        let lowered = self.channels.iter().enumerate().filter(|(index, _)| raised >> index & 1 == 0);
        let raised = logic.with_light(lowered.fold(u32::MAX, |mask, (_, &channel)| mask & !bit(channel)), false);
        let mut closed = self.moves.walls.clone();
        for (_, cells) in blockers.iter().filter(|(opens, _)| !may_hold(opens, raised)) {
            cells.iter().filter_map(|&cell| self.moves.index(cell)).for_each(|index| closed[index] = true);
        }
        closed
    }

    /// Tiles from a position to a target.
    fn at(&self, raised: usize, target: usize, position: Vec2, rise: f32) -> f32 {
        self.moves.tiles(&self.fields[raised][target], position, rise)
    }
}

/// The channels that are raised, one bit each.
pub(super) fn raised_bits(channels: &Channels, now: u32) -> u32 {
    let raised = (0..CHANNELS_MAX as u8).filter(|&index| channels.is_raised(Channel(index), now));
    raised.fold(0, |bits, index| bits | 1 << index)
}
