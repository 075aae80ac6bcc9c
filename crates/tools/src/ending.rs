//! How inputs end that do not finish their level: where the ninja dies and of what, or what it lacks at their end.

use bevy_math::Vec2;

use hairline_level::{ExitOpens, Inspection, Level};
use hairline_sim::Simulation;
use hairline_sim::ninja::death::NinjaDied;
use hairline_sim::run::Phase;
use hairline_sim::run::input::TickInput;
use hairline_sim::run::shard::ShardState;

use crate::output::times::seconds;
use crate::weapon::Killer;

/// The end in words. `inspection` is that of the level, for letters and lines.
pub(super) fn words(inspection: &Inspection, level: &Level, inputs: &[TickInput]) -> String {
    let mut simulation = Simulation::new(level);
    let mut last_death = None;
    for (tick, &input) in inputs.iter().enumerate() {
        if simulation.run().phase == Phase::Finished {
            return format!(
                "{} of its ticks are left when it reaches the exit at {}",
                inputs.len() - tick,
                moment(tick)
            );
        }
        simulation.tick(input);
        if let Some(died) = simulation.drain::<NinjaDied>().pop() {
            let killer = Killer::of(&died.death).words(inspection);
            let death = format!("dies at {} at {} of {killer}", moment(tick + 1), place(died.position));
            if simulation.checkpoint().is_none() {
                return format!("the ninja {death}");
            }
            last_death = Some(death);
        }
    }
    let at = simulation.ninja().position;
    let mut words = format!(
        "it ends at {} with the ninja at {}, {:.1} tiles from the exit",
        moment(inputs.len()),
        place(at),
        at.distance(level.exit)
    );
    if let Some(missing) = missing_shards(&mut simulation, level, at) {
        words += &format!("; {missing}");
    }
    if let Some(death) = last_death {
        words += &format!("; before that it {death}");
    }
    words
}

/// The shards for which the exit waits, and the nearest of them.
fn missing_shards(simulation: &mut Simulation, level: &Level, from: Vec2) -> Option<String> {
    let state = simulation.save();
    let states = level.shards.iter().zip(state.states::<ShardState>());
    let missing: Vec<Vec2> = states.filter(|(_, state)| !state.taken).map(|(&shard, _)| shard).collect();
    let waits = level.exit_opens == ExitOpens::AfterAllShards;
    let nearest = missing.iter().min_by(|a, b| a.distance(from).total_cmp(&b.distance(from))).filter(|_| waits)?;
    let (count, all) = (missing.len(), level.shards.len());
    Some(format!("the exit waits for {count} of {all} shards, such as the one at {}", place(*nearest)))
}

fn moment(ticks: usize) -> String {
    format!("tick {ticks} ({} s)", seconds(ticks))
}

/// A place as `at` writes it.
fn place(at: Vec2) -> String {
    format!("({:.1}, {:.1})", at.x, at.y)
}
