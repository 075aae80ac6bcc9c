//! What only playing shows: whether there is a run at all, and places without a way on. What it says of a place is certain,
//! since it played until the ninja was there; that it found no run says only that.

use std::path::Path;
use std::time::Duration;

use bevy::math::Vec2;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::level::diagnostics::faults;
use crate::level::limits::CHANNELS_MAX;
use crate::level::{Channel, ExitOpens, Inspection, Level, SwitchSettings};
use crate::sim::Simulation;
use crate::sim::run::Phase;
use crate::sim::run::input::TickInput;
use crate::sim::run::shard::ShardState;
use crate::sim::state::replay::{Replay, proof_path};
use crate::sim::tuning::{EXIT_REACH, SHARD_REACH};
use crate::tools::reachable::{Conditions, Reachability, Reached};
use crate::tools::solve::budget::Budget;
use crate::tools::solve::options::Shards;
use crate::tools::solve::{Reason, Settings, find, store};

/// Runs of random play that look for places without a way on, and the ticks of each (8 s).
const WANDERINGS: u64 = 96;
const WANDERING_TICKS: usize = 1024;
/// Ticks (1/8 s) between two looks at where the ninja is.
const LOOK_TICKS: usize = 16;

/// Warns of a level without a run, and of a place without a way on.
pub(super) fn warn(inspection: &mut Inspection, path: &Path, budget: Duration) {
    let Some(level) = inspection.level.clone() else { return };
    let proof = proof_of(inspection, path, &level);
    if proof.is_none() {
        warn_of_no_run(inspection, &level, budget);
    }
    if let Some(place) = dead_end(&level, proof.as_ref()) {
        let message = format!("from ({:.1}, {:.1}) the exit cannot be reached any more", place.x, place.y);
        let label = (inspection.places.ninja.clone(), "a run from here came there alive".to_owned());
        let help = "the player must restart there: leave a way back, or make the place deadly";
        inspection.warn(&faults::SOFT_LOCK, &message, vec![label], help);
    }
}

/// The proof beside a level, if it finishes the level; warns of one that does not.
fn proof_of(inspection: &mut Inspection, path: &Path, level: &Level) -> Option<Replay> {
    let proof = proof_path(path);
    let found = store::valid_replay(&proof, level);
    if found.is_none() && proof.is_file() {
        let place = vec![(inspection.places.ninja.clone(), "the run would start here".to_owned())];
        let message = "the proof beside this level does not finish it any more";
        let help = "`hairline verify` says why; record it anew, or run `hairline solve`";
        inspection.warn(&faults::STALE_PROOF, message, place, help);
    }
    found.map(|(replay, _)| replay)
}

fn warn_of_no_run(inspection: &mut Inspection, level: &Level, budget: Duration) {
    let settings = Settings { shards: Shards::All, focus: true, first: true, seed: 0, memory: 1 << 30 };
    let answer = find(level, settings, Budget::new(Some(budget), None), None);
    let Some(reason) = answer.reason else { return };
    // Reported by the plain check, with its place.
    if matches!(reason, Reason::Impossible(_)) {
        return;
    }
    let message = format!("no run that takes every shard was found in {} s", budget.as_secs());
    let place = vec![(inspection.places.ninja.clone(), "searched from here".to_owned())];
    let help = format!("{reason}\nthis does not say that there is none: `hairline solve` searches longer");
    inspection.warn(&faults::NO_RUN_FOUND, &message, place, &help);
}

/// A place where random play came alive, and from which the exit cannot be reached for certain.
fn dead_end(level: &Level, proof: Option<&Replay>) -> Option<Vec2> {
    let mut judge = Judge { level, reachability: Reachability::new(level), hopeful: vec![] };
    let mut simulation = Simulation::new(level);
    let start = simulation.save();
    // If the exit is out of reach from the start, that alone is reported.
    if judge.is_hopeless(&mut simulation) {
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
            if tick % LOOK_TICKS == 0 && judge.is_hopeless(&mut simulation) {
                return Some(simulation.ninja().position);
            }
        }
    }
    None
}

/// Says of states whether the exit can still be reached.
struct Judge<'l> {
    level: &'l Level,
    reachability: Reachability<'l>,
    /// Places with a way on, for the channels that are raised for ever and the shards that are missing: from each place of a
    /// flood that ignores heights the others are reached too.
    hopeful: Vec<(u32, u64, Reached)>,
}

impl Judge<'_> {
    /// Whether nothing leads to the exit any more, for certain.
    fn is_hopeless(&mut self, simulation: &mut Simulation) -> bool {
        let place = simulation.ninja().position;
        let (raised, missing) = (raised_for_ever(simulation, self.level), missing_shards(simulation, self.level));
        let mut known = self.hopeful.iter().filter(|known| (known.0, known.1) == (raised, missing));
        if !self.level.terrain.contains_point(place) || known.any(|known| known.2.comes_near(place, 0.0)) {
            return false;
        }
        let conditions = Conditions { shut_for_ever: true, ..Conditions::DOORS };
        let reached = self.reachability.flood_from(place, raised, conditions);
        let shards = self.level.shards.iter().enumerate().filter(|(index, _)| *index < 64 && missing >> index & 1 == 1);
        let waits = self.level.exit_opens == ExitOpens::AfterAllShards;
        let is_locked = || shards.clone().any(|(_, &shard)| !reached.comes_near(shard, SHARD_REACH));
        let is_hopeless = !reached.comes_near(self.level.exit, EXIT_REACH) || waits && is_locked();
        if !is_hopeless {
            self.hopeful.push((raised, missing, reached));
        }
        is_hopeless
    }
}

/// What a wandering ninja holds for a while.
fn wandering(random: &mut Xoshiro256PlusPlus) -> TickInput {
    let steer = [TickInput::LEFT, TickInput::RIGHT, TickInput::RIGHT, TickInput::LEFT][random.random_range(0..4)];
    let input = TickInput::NONE.with(steer);
    if random.random_bool(0.5) { input.with(TickInput::JUMP) } else { input }
}

/// One bit for each channel that stays raised for the rest of the run: none that a switch can lower again.
fn raised_for_ever(simulation: &Simulation, level: &Level) -> u32 {
    let run = simulation.run();
    let toggles = level.actors::<SwitchSettings>().iter().filter(|switch| switch.toggle);
    let toggled = toggles.fold(0, |mask, switch| mask | 1_u32 << switch.channel.0);
    let is_for_ever = |&index: &u8| run.channels.raised_until(Channel(index), run.hazard_half_ticks) == Some(u32::MAX);
    !toggled & (0..CHANNELS_MAX as u8).filter(is_for_ever).fold(0, |mask, index| mask | 1_u32 << index)
}

/// One bit for each of the first 64 shards that is not taken.
fn missing_shards(simulation: &mut Simulation, level: &Level) -> u64 {
    let states = simulation.save();
    let taken = states.states::<ShardState>();
    (0..level.shards.len().min(64)).filter(|&index| !taken[index].taken).fold(0, |mask, index| mask | 1 << index)
}
