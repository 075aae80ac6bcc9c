//! The history of a sitting, played again: paths by the time of the hazards, and the way to a checkpoint.

use std::sync::Arc;

use bevy::math::Vec2;
use hairline_sim::Simulation;
use hairline_sim::history::tracer::{Trace, Tracer};
use hairline_sim::history::{History, Return, Try, TryEnd};
use hairline_sim::run::assist::Assist;
use hairline_sim::run::input::TickInput;
use hairline_testing::{drawn_with, shipped_proofs};

const RIGHT: TickInput = TickInput::RIGHT;

/// Plays a try to its end, in pieces of so many ticks.
#[track_caller]
fn trace(tracer: &mut Tracer, one: &Arc<Try>, until: u32, piece: u32) -> Trace {
    tracer.begin(one.clone(), until);
    (0..1_000_000).find_map(|_| tracer.advance(piece)).expect("it ends")
}

#[test]
fn the_path_of_every_proof_is_where_the_ninja_was_at_each_time_of_the_hazards() {
    for (name, level, replay) in shipped_proofs() {
        let one = Arc::new(Try { inputs: replay.inputs.clone(), begin: 0, end: TryEnd::Finished });
        let path = trace(&mut Tracer::new(&level, Assist::default()), &one, u32::MAX, 64);
        assert!(path.is_whole && path.finishes, "{name}");
        let mut simulation = Simulation::new(&level);
        for input in replay.inputs {
            simulation.tick(input);
            let (now, at) = (simulation.run().hazard_half_ticks, simulation.ninja().position);
            // In focus a point stands for two ticks, in each of which the ninja moves less than half a tile, or is moved elsewhere.
            let slack = if now % 2 == 0 && simulation.run().hazard_step == 2 { 0.0 } else { 0.5 };
            let points = [0, now % 2].map(|later| path.at((now + later) as f32).unwrap_or(at));
            let off = points.map(|drawn| drawn.distance(at));
            assert!(off[0].min(off[1]) <= slack, "{name}: {points:?} instead of {at} at {now} half ticks");
        }
        assert_eq!(path.last_half_ticks, simulation.run().hazard_half_ticks, "{name}");
        assert_eq!(path.at(path.last_half_ticks as f32 + 2.0), None, "{name}");
    }
}

#[test]
fn a_path_is_the_same_whatever_the_pieces_and_whatever_was_played_before() {
    let level = drawn_with(
        "
        ####################
        #                  #
        # @  k     ^     X #
        ####################
        ",
        "'k': Checkpoint()",
    );
    // The way to the flag, a death on the spikes, and a second one after a pause.
    let mut history = History::default();
    let mut simulation = Simulation::new(&level);
    let mut play = |history: &mut History, input: TickInput| {
        simulation.tick(input);
        history.record(input);
        (simulation.run().is_dead(), simulation.checkpoint().is_some(), simulation.ninja().position)
    };
    while !play(&mut history, RIGHT).1 {}
    history.note_checkpoint();
    let die = |play: &mut dyn FnMut(&mut History, TickInput) -> (bool, bool, Vec2), history: &mut History| loop {
        if let (true, _, at) = play(history, RIGHT) {
            history.end(TryEnd::Died(at));
            return;
        }
    };
    die(&mut play, &mut history);
    // A return begins 0.08 tiles above the floor; the ninja lands within either pause.
    for pause in [10, 17] {
        history.go_back(Return::Checkpoint);
        play(&mut history, TickInput::RESTART);
        (0..pause).for_each(|_| _ = play(&mut history, TickInput::NONE));
        die(&mut play, &mut history);
    }
    let tries: Vec<Arc<Try>> = history.tries().cloned().collect();
    assert_eq!(tries.len(), 3);
    assert!(tries[0].begin == 0 && tries[1].begin > 0 && tries[1].begin == tries[2].begin);
    let alone: Vec<Trace> =
        tries.iter().map(|one| trace(&mut Tracer::new(&level, Assist::default()), one, u32::MAX, 1)).collect();
    let mut tracer = Tracer::new(&level, Assist::default());
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
        for number in order {
            assert_eq!(trace(&mut tracer, &tries[number], u32::MAX, 5), alone[number], "try {number} in {order:?}");
        }
    }
    for (one, path) in tries.iter().zip(&alone) {
        let TryEnd::Died(at) = one.end else { panic!("it died") };
        assert_eq!(path.at(path.last_half_ticks as f32), Some(at), "the path ends where the ninja died");
        assert!(path.is_whole && !path.finishes);
    }
    // The second pause is that much longer, and the path of a try from the flag begins there.
    assert_eq!(alone[2].last_half_ticks, alone[1].last_half_ticks + 2 * 7);
    assert!(alone[1].at(0.0).is_none());
    let until = alone[0].last_half_ticks / 2;
    let cut = trace(&mut tracer, &tries[0], until, 64);
    assert!(!cut.is_whole && cut.last_half_ticks == until, "no more is played than is wanted");
}
