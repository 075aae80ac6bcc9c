//! Finished runs as ghosts: their ways and times are those of the run, and the greatest loss is where it was.

use hairline_sim::Simulation;
use hairline_sim::history::ghost::{Ghost, GhostRecorder, Loss, Milestone, Splits, greatest_loss};
use hairline_sim::run::input::TickInput;
use hairline_sim::state::actor::ActorIndex;
use hairline_testing::{drawn, drawn_with, shipped_proofs};

fn ghost(level: &hairline_level::Level, inputs: &[TickInput]) -> Option<Ghost> {
    let mut recorder = GhostRecorder::new(level, inputs.to_vec());
    while recorder.advance(100) {}
    recorder.finish()
}

#[test]
fn a_ghost_is_where_the_ninja_is_at_each_tick_of_the_clock() {
    for (name, level, replay) in shipped_proofs().into_iter().step_by(4) {
        let ghost = ghost(&level, &replay.inputs).unwrap_or_else(|| panic!("{name} finishes"));
        let mut simulation = Simulation::new(&level);
        for input in replay.inputs {
            simulation.tick(input);
            let (run, at) = (simulation.run(), simulation.ninja().position);
            if run.is_running() {
                assert_eq!(ghost.at(run.ticks as f32), Some(at), "{name} at {}", run.ticks);
            }
        }
        assert_eq!(ghost.ticks(), simulation.run().ticks, "{name}");
        assert_eq!(ghost.at(ghost.ticks() as f32 + 1.0), None, "{name}");
        let shards = ghost.splits.iter().filter(|(milestone, _)| matches!(milestone, Milestone::Shard(_))).count();
        assert_eq!(shards, level.shards.len(), "{name}: a proof takes every shard");
    }
}

#[test]
fn a_run_that_does_not_finish_is_no_ghost() {
    assert_eq!(ghost(&drawn("######\n#@  X#\n######"), &[TickInput::RIGHT; 3]), None);
}

#[test]
fn a_return_to_a_flag_undoes_a_shard_and_the_clock_runs_on() {
    let level = drawn_with(
        "
        ##################
        #                #
        #@ k  *   ^    X #
        ##################
        ",
        "'k': Checkpoint()",
    );
    let right = TickInput::RIGHT;
    let mut simulation = Simulation::new(&level);
    let (mut inputs, mut deaths) = (vec![], 0);
    while simulation.run().hazard_half_ticks < 4_000 && simulation.run().phase != hairline_sim::run::Phase::Finished {
        // After one death it jumps over the spikes.
        let jumps = deaths > 0 && (8.4..11.5).contains(&simulation.ninja().position.x);
        let input = if jumps { right.with(TickInput::JUMP) } else { right };
        let was_alive = simulation.run().is_running();
        simulation.tick(input);
        deaths += u32::from(was_alive && simulation.run().is_dead());
        inputs.push(input);
    }
    let ghost = ghost(&level, &inputs).expect("it finishes");
    assert_eq!((deaths, ghost.ticks()), (1, simulation.run().ticks));
    let times: Vec<(Milestone, u32)> = ghost.splits.iter().collect();
    let [(flag, touched), (shard, taken)] = times[..] else { panic!("{times:?}") };
    assert_eq!((flag, shard), (Milestone::Checkpoint(ActorIndex(0)), Milestone::Shard(ActorIndex(0))));
    assert!(taken > touched + 64, "the second time that it was taken: {times:?}");
}

/// Splits of shards at these ticks.
fn splits(ticks: &[u32]) -> Splits {
    let mut splits = Splits::default();
    for (index, &ticks) in ticks.iter().enumerate() {
        splits.note([(Milestone::Shard(ActorIndex(index as u32)), true)].into_iter(), ticks);
    }
    splits
}

#[test]
fn the_greatest_loss_is_between_the_milestones_where_time_was_lost() {
    let level = drawn("################\n#@ * * *     X #\n################");
    let best = ghost(&level, &[TickInput::RIGHT; 400]).expect("it finishes");
    let at: Vec<u32> = best.splits.iter().map(|(_, ticks)| ticks).collect();
    let loss = |mine: [u32; 3], end: u32| greatest_loss(&splits(&mine), end, &best);
    let end = best.ticks();
    assert_eq!(loss([at[0], at[1], at[2]], end), None, "the same run");
    assert_eq!(loss([at[0] + 5, at[1] + 45, at[2] + 45], end + 50), Some(Loss { ticks: 40, from: 1, to: 2 }));
    assert_eq!(loss([at[0] + 9, at[1] + 9, at[2] + 9], end + 9), Some(Loss { ticks: 9, from: 0, to: 1 }));
    assert_eq!(loss([at[0] - 5, at[1] - 5, at[2] - 5], end + 2), Some(Loss { ticks: 7, from: 3, to: 4 }));
}
