//! Time lines: every tick of a run can be entered, in any order, and what happened is marked.

use hairline_sim::Simulation;
use hairline_sim::history::timeline::{Mark, MarkKind, Timeline};
use hairline_sim::run::assist::Assist;
use hairline_sim::run::input::TickInput;
use hairline_testing::random::RandomPlayer;
use hairline_testing::{drawn_with, shipped_proofs};

/// The hashes of the states after each input.
fn hashes(level: &hairline_level::Level, inputs: &[TickInput]) -> Vec<u64> {
    let mut simulation = Simulation::new(level);
    let start = simulation.save().hash();
    let after = inputs.iter().map(|&input| {
        simulation.tick(input);
        simulation.save().hash()
    });
    std::iter::once(start).chain(after).collect()
}

#[test]
fn every_tick_is_entered_forwards_backwards_and_by_leaps() {
    for (name, level, replay) in shipped_proofs().into_iter().step_by(9) {
        let hashes = hashes(&level, &replay.inputs);
        let end = replay.inputs.len();
        let mut timeline = Timeline::new(&level, Assist::default(), replay.inputs);
        let leaps = (0..200).map(|number| number * 7919 % (end + 1));
        for tick in [end].into_iter().chain((end - 40..end).rev()).chain(0..40).chain(leaps) {
            assert_eq!(timeline.state(tick).hash(), hashes[tick], "{name} at {tick}");
        }
        assert_eq!(timeline.state(end + 9).hash(), hashes[end], "{name}: there is nothing after the end");
        let exits: Vec<&Mark> = timeline.marks().iter().filter(|mark| mark.kind == MarkKind::Exit).collect();
        assert_eq!(exits, [&Mark { tick: end, kind: MarkKind::Exit }], "{name}");
        let shards = timeline.marks().iter().filter(|mark| mark.kind == MarkKind::Shard).count();
        assert!(shards <= level.shards.len() && (shards > 0 || level.shards.is_empty()), "{name}: {shards}");
    }
}

#[test]
fn a_long_run_keeps_fewer_states_and_loses_no_tick() {
    let level = drawn_with(
        "\n################\n#              #\n#@    r     X  #\n################\n",
        "'r': Laser(aim: Spin(from: 200, period: 4))",
    );
    let mut player = RandomPlayer::new(3);
    let inputs: Vec<TickInput> = (0..40_000).map(|_| player.next_input()).collect();
    let hashes = hashes(&level, &inputs);
    let mut timeline = Timeline::new(&level, Assist::default(), inputs);
    while timeline.advance(997) {}
    for tick in (0..=40_000).step_by(611) {
        assert_eq!(timeline.state(tick).hash(), hashes[tick], "{tick}");
    }
}

#[test]
fn another_way_from_a_tick_on_is_another_run() {
    let level =
        drawn_with("\n################\n#              #\n#@  k   ^    X #\n################\n", "'k': Checkpoint()");
    let right = TickInput::RIGHT;
    let mut timeline = Timeline::new(&level, Assist::default(), vec![right; 400]);
    while timeline.advance(50) {}
    let died = timeline.marks().iter().find(|mark| mark.kind == MarkKind::Death).expect("it dies").tick;
    assert!(timeline.marks().iter().any(|mark| mark.kind == MarkKind::Checkpoint && mark.tick < died));
    timeline.truncate(died - 20);
    assert!(timeline.marks().iter().all(|mark| mark.kind != MarkKind::Death));
    (0..60).for_each(|_| timeline.push(TickInput::LEFT));
    let expected = hashes(&level, timeline.inputs());
    assert!(timeline.known() < timeline.inputs().len());
    for tick in [timeline.inputs().len(), died - 20, 3] {
        assert_eq!(timeline.state(tick).hash(), expected[tick], "{tick}");
    }
    timeline.replace(&[right; 400]);
    assert_eq!(timeline.state(died).hash(), hashes(&level, &[right; 400])[died]);
    assert_eq!(timeline.inputs().len(), 400);
}
