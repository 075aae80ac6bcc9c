//! What only playing shows: whether there is a run at all, and places without a way on. What it says of a place is certain,
//! since it played until the ninja was there; that it found no run says only that.

use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use bevy_math::Vec2;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::flood::{Constraints, Origin, Reachability, Reached};
use crate::logic::{LevelLogic, bit};
use crate::solve::budget::Budget;
use crate::solve::options::Shards;
use crate::solve::why_not::{WhyNot, why_not};
use crate::solve::{Reason, Settings, find, store};
use crate::weapon::actor_words;
use hairline_level::diagnostics::faults;
use hairline_level::limits::CHANNELS_MAX;
use hairline_level::{Channel, ExitOpens, Hold, Inspection, Level};
use hairline_sim::Simulation;
use hairline_sim::run::Phase;
use hairline_sim::run::input::TickInput;
use hairline_sim::run::shard::ShardState;
use hairline_sim::state::replay::{Replay, proof_path};
use hairline_sim::tuning::{EXIT_REACH, RUN_SPEED, SHARD_REACH};

/// Runs of random play that look for places without a way on, and the ticks of each (8 s).
const WANDERINGS: u64 = 96;
const WANDERING_TICKS: usize = 1024;
/// Ticks (1/8 s) between two looks at where the ninja is.
const LOOK_TICKS: usize = 16;
/// Plays that look for one that stays alive in a place without a way on.
const SURVIVAL_TRIES: usize = 8;
/// The most floods of a level that count heights: each takes a hundredth of a second in a level of one screen, a second in the
/// largest.
const FLOODS_MAX: usize = 128;

/// Warns of a level without a run, and of a place without a way on.
pub(super) fn warn(inspection: &mut Inspection, path: &Path, budget: Duration) {
    let Some(level) = inspection.level.clone() else { return };
    let proof = proof_of(inspection, path, &level);
    if proof.is_none() {
        warn_of_no_run(inspection, &level, budget);
    }
    if let Some(place) = dead_end(&level, proof.as_ref()) {
        let message = format!("from ({:.1}, {:.1}) the exit cannot be reached any more", place.x, place.y);
        let labels = labels(inspection, place, "no way on from here", "reached alive from here");
        let help = "the player must restart there: leave a way back, or make the place deadly";
        inspection.warn(&faults::SOFT_LOCK, &message, labels, help);
    }
}

/// The proof beside a level, if it finishes the level; warns of one that does not.
fn proof_of(inspection: &mut Inspection, path: &Path, level: &Level) -> Option<Replay> {
    let found = store::proof_of(path, level).ok();
    if found.is_none() && proof_path(path).is_file() {
        let place = vec![(inspection.places.ninja.clone(), "the run would start here".to_owned())];
        let message = "the proof beside this level does not finish it any more";
        let help = "`hairline verify` says why; record it anew, or run `hairline solve`";
        inspection.warn(&faults::STALE_PROOF, message, place, help);
    }
    found.map(|(replay, _)| replay)
}

fn warn_of_no_run(inspection: &mut Inspection, level: &Level, budget: Duration) {
    let settings = Settings { shards: Shards::All, focus: true, first: true, seed: 0, memory: 1 << 30 };
    let whole = Budget::new(Some(budget), None).with_a_quarter_for_why_not();
    let mut answer = find(level, settings, whole, None);
    let reason = answer.reason.clone();
    // The plain check already reports impossible levels.
    let Some(reason @ Reason::NotWithinBudget { position, next, .. }) = &reason else { return };
    let Some(why) = why_not(inspection, settings, &mut answer, whole) else { return };
    let that_takes = if level.shards.is_empty() { "" } else { " that takes every shard" };
    let no_run = format!("no run{that_takes} was found in {} s", budget.as_secs_f32());
    let there = format!("the search came this far on the way to {next}");
    let mut labels = labels(inspection, *position, &there, "searched from here");
    let mut help = vec![reason.to_string()];
    help.extend(why.cause(inspection));
    help.push("this does not say that there is none: `hairline solve` searches longer".to_owned());
    let help = help.join("\n");
    let Some(remedy) = why.remedy(inspection) else {
        return inspection.warn(&faults::NO_RUN_FOUND, &no_run, labels, &help);
    };
    if let Some(culprit) = culprit_label(inspection, &why) {
        labels.insert(0, culprit);
    }
    inspection.warn(&faults::ONE_CHANGE_AWAY, &format!("{no_run}; {remedy}"), labels, &help);
}

/// A label at the actor whose change makes a run possible.
fn culprit_label(inspection: &Inspection, why: &WhyNot) -> Option<(Range<usize>, String)> {
    let actor = why.changed_actor()?;
    let place = inspection.places.actor_named(actor.0, actor.1)?;
    Some((place.span.clone(), format!("with {} changed, a run was found", actor_words(inspection, actor))))
}

/// Labels at a place, where the map has it, and at the ninja's start.
fn labels(inspection: &Inspection, place: Vec2, there: &str, start: &str) -> Vec<(Range<usize>, String)> {
    let cell = inspection.places.cell_at(place).filter(|cell| *cell != inspection.places.ninja);
    let start = (inspection.places.ninja.clone(), start.to_owned());
    cell.map(|cell| (cell, there.to_owned())).into_iter().chain([start]).collect()
}

/// A place where random play came alive, and from which the exit cannot be reached for certain.
fn dead_end(level: &Level, proof: Option<&Replay>) -> Option<Vec2> {
    let logic = LevelLogic::new(level);
    let reachability = Reachability::new(level, &logic);
    let mut evaluator = Evaluator { level, logic: &logic, reachability, bounds: vec![], floods_left: FLOODS_MAX };
    let mut simulation = Simulation::new(level);
    let start = simulation.save();
    // If the exit is out of reach from the start, that alone is reported.
    if evaluator.is_hopeless(&mut simulation) {
        return None;
    }
    let known: &[TickInput] = proof.map_or(&[], |proof| &proof.inputs);
    for seed in 0..WANDERINGS {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        simulation.restore(&start);
        // Each begins later in the run that is known, so that all of the level is visited.
        let begun = known.len() * seed as usize / WANDERINGS as usize;
        let mut held = TickInput::NONE;
        for tick in 0..begun + WANDERING_TICKS {
            if tick >= begun && tick % LOOK_TICKS == 0 {
                held = wandering(&mut random);
            }
            simulation.tick(known[..begun].get(tick).copied().unwrap_or(held));
            if simulation.run().phase != Phase::Running {
                break;
            }
            if tick % LOOK_TICKS == 0 && evaluator.is_hopeless(&mut simulation) {
                let place = simulation.ninja().position;
                if survives(&mut simulation, &mut random) {
                    return Some(place);
                }
                break;
            }
        }
    }
    None
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
        let shards = self.level.shards.iter().enumerate().filter(|(index, _)| *index < 64 && missing >> index & 1 == 1);
        let waits = self.level.exit_opens == ExitOpens::AfterAllShards;
        let is_locked = || shards.clone().any(|(_, &shard)| !reached.comes_near(shard, SHARD_REACH));
        reached.comes_near(self.level.exit, EXIT_REACH) && !(waits && is_locked())
    }
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
    let (mut for_ever, mut for_now) = (0, 0);
    for index in 0..CHANNELS_MAX as u8 {
        let bit = bit(Channel(index));
        match run.channels.raised_until(Channel(index), run.hazard_half_ticks) {
            Some(u32::MAX) if toggled & bit == 0 => for_ever |= bit,
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
