//! The search for places from which the exit cannot be reached any more, though the ninja comes there alive. Each is
//! certain: it was played until the ninja was there, and a flood that allows more than the rules finds no way on.
//!
//! Play goes to each switch, key, camera, teleport and piece of floor by a short search of its own, and then wanders at
//! random.

use bevy_math::{IVec2, Vec2};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::flood::{Constraints, Origin, Reachability, Reached};
use crate::logic::{LevelLogic, RaisedFrom, bit};
use crate::solve::budget::Budget;
use crate::solve::options::Shards;
use crate::solve::{Settings, find};
use hairline_geometry::tile::TileShape;
use hairline_level::limits::CHANNELS_MAX;
use hairline_level::{Channel, ExitOpens, Hold, Level};
use hairline_sim::Simulation;
use hairline_sim::run::Phase;
use hairline_sim::run::input::TickInput;
use hairline_sim::run::shard::ShardState;
use hairline_sim::tuning::{BODY_RADIUS, EXIT_REACH, RUN_SPEED, SHARD_REACH, TELEPORT_REACH, half_ticks};

/// Runs of random play that look for places without a way on, and the ticks of each (8 s).
const WANDERINGS: u64 = 96;
const WANDERING_TICKS: usize = 1024;
/// Ticks (1/8 s) between two looks at where the ninja is.
const LOOK_TICKS: usize = 16;
/// Ticks (1 s) in which the ninja comes to rest after it got to where it was sent.
const REST_TICKS: usize = 128;
/// Plays that look for one that stays alive in a place without a way on.
const SURVIVAL_TRIES: usize = 8;
/// The most floods of a level that count heights: each takes a hundredth of a second in a level of one screen, a second
/// in the largest.
const FLOODS_MAX: usize = 128;
/// The most squares of a map whose floors are looked at one by one: ten screens.
const FLOOR_SQUARES_MAX: usize = 200_000;
/// The most places to which play is sent, and the ticks of the search for each.
const ERRANDS_MAX: usize = 24;
const ERRAND_TICKS: u64 = 120_000;
/// Seconds for which nobody waits: a channel that stays raised longer counts as raised for good.
const PATIENCE_SECONDS: f32 = 300.0;

/// A place without a way on.
pub(super) struct DeadEnd {
    pub place: Vec2,
    /// What the ninja had touched, or what had seen it, in that order: indices of [`LevelLogic::actors`].
    pub touched: Vec<usize>,
    /// The shard that is out of reach, if the exit is not but waits for it: an index of [`Level::shards`].
    pub shard: Option<usize>,
}

/// A place where play came alive, and from which the exit cannot be reached for certain.
pub(super) fn dead_end(level: &Level, logic: &LevelLogic, known: &[TickInput], budget: Budget) -> Option<DeadEnd> {
    let reachability = Reachability::new(level, logic);
    let mut evaluator = Evaluator { level, logic, reachability, bounds: vec![], floods_left: FLOODS_MAX };
    let mut play = Play { simulation: Simulation::new(level), way: vec![] };
    // If the exit is out of reach from the start, that alone is reported.
    if evaluator.begins_hopeless() || evaluator.is_hopeless(&mut play.simulation) {
        return None;
    }
    evaluator.by_errands(&mut play, budget).or_else(|| evaluator.by_wandering(&mut play, known))
}

/// A run, and where the ninja was at each of its ticks.
struct Play {
    simulation: Simulation,
    way: Vec<Vec2>,
}

impl Play {
    /// Plays a tick, and says whether the run goes on.
    fn tick(&mut self, input: TickInput) -> bool {
        self.simulation.tick(input);
        self.way.push(self.simulation.ninja().position);
        self.simulation.run().phase == Phase::Running
    }

    /// What the ninja has touched by now, and what has seen it, if it still matters.
    fn touched(&self, logic: &LevelLogic) -> Vec<usize> {
        let (for_ever, for_now) = raised_channels(&self.simulation, logic);
        let first = |is_there: &dyn Fn(Vec2) -> bool| self.way.iter().position(|&at| is_there(at));
        let sources = logic.sources.iter().filter(|source| {
            !matches!(source.hold, Hold::While { .. }) || (for_ever | for_now) & bit(source.channel) != 0
        });
        let sources = sources.filter_map(|source| {
            let tick = match &source.raised_from {
                RaisedFrom::Near(places, reach) => first(&|at| places.iter().any(|place| place.distance(at) <= *reach)),
                RaisedFrom::Cells(cells) => first(&|at| cells.contains(&at.floor().as_ivec2())),
                RaisedFrom::Light(_) => None,
            };
            Some((tick?, source.actor))
        });
        let teleports = logic.actors.iter().enumerate().filter(|(_, actor)| actor.declared.teleports);
        let teleports = teleports.filter_map(|(index, actor)| {
            let ends = &actor.declared.touch.as_ref()?.places;
            Some((first(&|at| ends.iter().any(|end| end.distance(at) <= TELEPORT_REACH))?, index))
        });
        let mut touched: Vec<(usize, usize)> = sources.chain(teleports).collect();
        touched.sort_unstable();
        touched.into_iter().map(|(_, actor)| actor).collect()
    }
}

/// Whether some play goes on alive for a while: where every one dies, nobody has to restart.
fn survives(simulation: &mut Simulation, random: &mut Xoshiro256PlusPlus) -> bool {
    let here = simulation.save();
    (0..SURVIVAL_TRIES).any(|index| {
        simulation.restore(&here);
        let mut held = TickInput::NONE;
        (0..WANDERING_TICKS).all(|tick| {
            // The first try stands still.
            if index > 0 && tick % LOOK_TICKS == 0 {
                held = wandering(random);
            }
            simulation.tick(held);
            !simulation.run().is_dead()
        })
    })
}

/// Says of states whether the exit can still be reached.
struct Evaluator<'l> {
    level: &'l Level,
    logic: &'l LevelLogic,
    reachability: Reachability<'l>,
    /// What is known, for each set of channels and missing shards.
    bounds: Vec<Bound>,
    /// How many more floods that count heights may go on to their end.
    floods_left: usize,
}

/// Places with a way on.
struct Bound {
    /// The channels that are raised for ever and for a while, and the missing shards.
    state: (u32, u32, u64),
    /// Where the ninja can get if heights do not count. From each of these places the others are reached too.
    level: Reached,
    /// The squares from which a ninja at rest reaches the exit, jump heights counted.
    rests: Vec<bool>,
}

impl Evaluator<'_> {
    /// Whether a ninja at rest at the start has no way to the exit.
    fn begins_hopeless(&self) -> bool {
        let all = self.reachability.flood_from_start(Constraints { shut_for_ever: true, ..Constraints::ALL });
        !self.leads_on(&all, u64::MAX)
    }

    /// Sends play to whatever the ninja can touch, and to the floors that look like traps.
    fn by_errands(&mut self, play: &mut Play, budget: Budget) -> Option<DeadEnd> {
        let start = play.simulation.save();
        let mut errands = self.traps();
        errands.extend(self.triggers());
        errands.truncate(ERRANDS_MAX);
        for place in errands {
            // The same level with its exit there: its runs are runs of this level too, until they touch the true exit.
            let errand = Level { exit: place, exit_opens: ExitOpens::AtOnce, ..self.level.clone() };
            let settings = Settings { shards: Shards::AtLeast(0), focus: false, first: true, seed: 0, memory: 1 << 28 };
            let Some(run) = find(&errand, settings, budget.with_ticks(ERRAND_TICKS), None).run else { continue };
            play.simulation.restore(&start);
            play.way.clear();
            let held = run.inputs.last().copied().unwrap_or(TickInput::NONE);
            let inputs = run.inputs.into_iter().chain([held; LOOK_TICKS]).chain([TickInput::NONE; REST_TICKS]);
            if let found @ Some(_) = self.follow(play, inputs) {
                return found;
            }
        }
        None
    }

    /// Plays some inputs until the first look at which the ninja has no way on and may live.
    fn follow(&mut self, play: &mut Play, inputs: impl Iterator<Item = TickInput>) -> Option<DeadEnd> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(0);
        for (tick, input) in inputs.enumerate() {
            if !play.tick(input) {
                return None;
            }
            if tick % LOOK_TICKS == 0 && self.is_hopeless(&mut play.simulation) {
                let end = self.dead_end(play);
                return survives(&mut play.simulation, &mut random).then_some(end);
            }
        }
        None
    }

    /// Where the ninja is, as a place without a way on.
    fn dead_end(&self, play: &mut Play) -> DeadEnd {
        let (place, touched) = (play.simulation.ninja().position, play.touched(self.logic));
        let (for_ever, for_now) = raised_channels(&play.simulation, self.logic);
        let missing = missing_shards(&mut play.simulation, self.level);
        let constraints = Constraints { shut_for_ever: true, ..Constraints::ALL };
        let reached = self.reachability.flood_until(Origin { place, for_ever, for_now }, constraints, &|_| false);
        let shard = self.lost_shard(&reached, missing).filter(|_| reached.comes_near(self.level.exit, EXIT_REACH));
        DeadEnd { place, touched, shard }
    }

    /// Where the ninja raises channels and is sent elsewhere.
    fn triggers(&self) -> Vec<Vec2> {
        let start = self.level.ninja;
        let sources = self.logic.sources.iter().filter_map(|source| match &source.raised_from {
            RaisedFrom::Near(places, _) => places.first().copied(),
            RaisedFrom::Cells(cells) => {
                let centers = cells.iter().map(|cell| cell.as_vec2() + 0.5);
                let stands = |center: &Vec2| stands(self.level, center.floor().as_ivec2());
                centers.filter(stands).min_by(|a, b| a.distance(start).total_cmp(&b.distance(start)))
            }
            RaisedFrom::Light(_) => None,
        });
        sources.chain(self.logic.teleports().flatten()).collect()
    }

    /// Places on floors from which nothing leads to the exit before anything is touched. A place to which an earlier
    /// one leads is left out.
    fn traps(&mut self) -> Vec<Vec2> {
        if self.reachability.squares() > FLOOR_SQUARES_MAX {
            return vec![];
        }
        let all = self.reachability.flood_from_start(Constraints::ALL);
        let mut floors_left = FLOODS_MAX / 2;
        let mut traps: Vec<(Vec2, Reached)> = vec![];
        let mut safe = vec![false; self.reachability.squares()];
        for floor in floors(self.level) {
            // The ends of a floor, and its middle: doors may stand in between.
            for cell in [floor[0], floor[floor.len() / 2], floor[floor.len() - 1]] {
                let place = cell.as_vec2() + Vec2::new(0.5, BODY_RADIUS + 0.01);
                let Some(square) = self.reachability.square_at(place).filter(|_| all.comes_near(place, 0.0)) else {
                    continue;
                };
                let is_known = safe[square] || traps.iter().any(|(_, reached)| reached.comes_near(place, 0.0));
                if is_known || floors_left == 0 {
                    continue;
                }
                let origin = Origin { place, for_ever: 0, for_now: 0 };
                let constraints = Constraints { shut_for_ever: true, ..Constraints::ALL };
                if self.reachability.begins_in_blocker(origin, constraints) {
                    continue;
                }
                let reached = self.reachability.flood_until(origin, constraints, &|square| safe[square]);
                if reached.has_enough || self.leads_on(&reached, u64::MAX) {
                    safe[square] = true;
                } else {
                    floors_left -= 1;
                    traps.push((place, reached));
                }
            }
        }
        traps.into_iter().map(|(place, _)| place).collect()
    }

    /// Plays at random, each time later in the run that is known, so that all of the level is visited.
    fn by_wandering(&mut self, play: &mut Play, known: &[TickInput]) -> Option<DeadEnd> {
        let start = Simulation::new(self.level).save();
        for seed in 0..WANDERINGS {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            play.simulation.restore(&start);
            play.way.clear();
            let begun = known.len() * seed as usize / WANDERINGS as usize;
            let mut held = TickInput::NONE;
            for tick in 0..begun + WANDERING_TICKS {
                if tick >= begun && tick % LOOK_TICKS == 0 {
                    held = wandering(&mut random);
                }
                if !play.tick(known[..begun].get(tick).copied().unwrap_or(held)) {
                    break;
                }
                if tick % LOOK_TICKS == 0 && self.is_hopeless(&mut play.simulation) {
                    let end = self.dead_end(play);
                    if survives(&mut play.simulation, &mut random) {
                        return Some(end);
                    }
                    break;
                }
            }
        }
        None
    }

    /// Whether nothing leads to the exit any more, for certain.
    fn is_hopeless(&mut self, simulation: &mut Simulation) -> bool {
        let ninja = *simulation.ninja();
        let place = ninja.position;
        let Some(square) = self.reachability.square_at(place) else { return false };
        let (for_ever, for_now) = raised_channels(simulation, self.logic);
        let missing = missing_shards(simulation, self.level);
        let origin = Origin { place, for_ever, for_now };
        let constraints = Constraints { shut_for_ever: true, ..Constraints::ALL };
        if !self.level.terrain.contains_point(place) || self.reachability.begins_in_blocker(origin, constraints) {
            return false;
        }
        let state = (for_ever, for_now, missing);
        let known = self.bounds.iter().position(|bound| bound.state == state && bound.level.comes_near(place, 0.0));
        let known = known.unwrap_or_else(|| {
            let constraints = Constraints { hazards: false, heights: false, ..constraints };
            let level = self.reachability.flood_until(origin, constraints, &|_| false);
            self.bounds.push(Bound { state, level, rests: vec![false; self.reachability.squares()] });
            self.bounds.len() - 1
        });
        let bound = &self.bounds[known];
        if !self.leads_on(&bound.level, missing) {
            return true;
        }
        // A ninja that flies may get higher than one at rest.
        let rests = ninja.ground.is_some() && ninja.velocity.length() <= RUN_SPEED;
        if !rests || bound.rests[square] || self.floods_left == 0 {
            return false;
        }
        let reached = self.reachability.flood_until(origin, constraints, &|square| bound.rests[square]);
        if !reached.has_enough {
            self.floods_left -= 1;
            if !self.leads_on(&reached, missing) {
                return true;
            }
        }
        self.bounds[known].rests[square] = true;
        false
    }

    /// Whether the exit, and the shards for which it waits, are among what was reached.
    fn leads_on(&self, reached: &Reached, missing: u64) -> bool {
        reached.comes_near(self.level.exit, EXIT_REACH) && self.lost_shard(reached, missing).is_none()
    }

    /// A missing shard for which the exit waits, and which is not among what was reached.
    fn lost_shard(&self, reached: &Reached, missing: u64) -> Option<usize> {
        let shards =
            self.level.shards.iter().enumerate().filter(|_| self.level.exit_opens == ExitOpens::AfterAllShards);
        let mut missing = shards.filter(|(index, _)| *index < 64 && missing >> index & 1 == 1);
        missing.find(|(_, shard)| !reached.comes_near(**shard, SHARD_REACH)).map(|(index, _)| index)
    }
}

/// Whether the ninja can stand in a cell.
fn stands(level: &Level, cell: IVec2) -> bool {
    let (here, below) = (level.terrain.tile(cell), level.terrain.tile(cell - IVec2::Y));
    let is_held = below.stops_bodies() || below == TileShape::OneWay;
    !here.stops_bodies() && here != TileShape::Spikes && is_held && level.terrain.contains_cell(cell)
}

/// The floors of a level: cells side by side in which the ninja can stand.
fn floors(level: &Level) -> Vec<Vec<IVec2>> {
    let mut floors: Vec<Vec<IVec2>> = vec![];
    let size = level.terrain.size().as_ivec2();
    let cells = (0..size.y).flat_map(|y| (0..size.x).map(move |x| IVec2::new(x, y)));
    for cell in cells.filter(|&cell| stands(level, cell)) {
        match floors.last_mut() {
            Some(floor) if floor.last() == Some(&(cell - IVec2::X)) => floor.push(cell),
            _ => floors.push(vec![cell]),
        }
    }
    floors
}

/// What a wandering ninja holds for a while.
fn wandering(random: &mut Xoshiro256PlusPlus) -> TickInput {
    let steer = [TickInput::LEFT, TickInput::RIGHT, TickInput::RIGHT, TickInput::LEFT][random.random_range(0..4)];
    let input = TickInput::NONE.with(steer);
    if random.random_bool(0.5) { input.with(TickInput::JUMP) } else { input }
}

/// Bit masks of the channels that are raised for good, and of those that are raised for now.
fn raised_channels(simulation: &Simulation, logic: &LevelLogic) -> (u32, u32) {
    let run = simulation.run();
    let toggles = logic.sources.iter().filter(|source| source.hold == Hold::UntilNextTouch);
    let toggled = toggles.fold(0, |mask, source| mask | bit(source.channel));
    let patience = half_ticks(PATIENCE_SECONDS);
    let (mut for_ever, mut for_now) = (0, 0);
    for index in 0..CHANNELS_MAX as u8 {
        let bit = bit(Channel(index));
        match run.channels.raised_until(Channel(index), run.hazard_half_ticks) {
            Some(until) if toggled & bit == 0 && until - run.hazard_half_ticks > patience => for_ever |= bit,
            Some(_) => for_now |= bit,
            None => {}
        }
    }
    (for_ever, for_now)
}

/// One bit for each of the first 64 shards that is not taken.
fn missing_shards(simulation: &mut Simulation, level: &Level) -> u64 {
    let states = simulation.save();
    let taken = states.states::<ShardState>();
    (0..level.shards.len().min(64)).filter(|&index| !taken[index].taken).fold(0, |mask, index| mask | 1 << index)
}
