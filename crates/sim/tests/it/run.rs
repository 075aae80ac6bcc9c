//! The run as a whole: focus, shards, the exit, restarting, and replays.

use hairline_level::Level;
use hairline_sim::Simulation;
use hairline_sim::ninja::death::NinjaDied;
use hairline_sim::run::exit::{ExitOpened, ExitState};
use hairline_sim::run::focus::FocusEnded;
use hairline_sim::run::input::TickInput;
use hairline_sim::run::shard::{ShardState, ShardTaken};
use hairline_sim::run::{Phase, RestartPoint, Run, RunRestarted};
use hairline_sim::state::actor::ActorIndex;
use hairline_sim::state::replay::{Replay, ReplayError};
use hairline_sim::tuning::*;
use hairline_testing::{RunState, drawn, drawn_fully, drawn_with, play, tick_emitting};

const NONE: TickInput = TickInput::NONE;
const RIGHT: TickInput = TickInput::RIGHT;
const FOCUS: TickInput = TickInput::FOCUS;

fn corridor(fields: &str) -> Level {
    drawn_fully(
        "
        ####################
        #                  #
        #  @   *   *     X #
        ####################
        ",
        "",
        fields,
    )
}

#[test]
fn focus_drains_while_it_is_held_and_only_then() {
    let mut simulation = Simulation::new(&corridor("focus: (max: 2, start: 2),"));
    let states = play(&mut simulation, 50, FOCUS);
    assert!(states.iter().all(|state| state.run().focus.active));
    assert_eq!(states[49].run().focus.meter, 256 - 50);
    let states = play(&mut simulation, 50, NONE);
    assert!(states.iter().all(|state| !state.run().focus.active && state.run().focus.meter == 256 - 50));
}

#[test]
fn an_empty_meter_ends_focus_and_the_button_must_be_released_first() {
    let mut simulation = Simulation::new(&corridor("focus: (max: 1, start: 1),"));
    play(&mut simulation, 127, FOCUS);
    assert!(simulation.run().focus.active);
    simulation.tick(FOCUS);
    assert_eq!(simulation.drain::<FocusEnded>(), [FocusEnded { exhausted: true }]);
    simulation.world_mut().resource_mut::<Run>().focus.refill(100);
    play(&mut simulation, 10, FOCUS);
    assert!(!simulation.run().focus.active, "held all along");
    simulation.tick(NONE);
    simulation.tick(FOCUS);
    assert!(simulation.run().focus.active, "pressed anew");
}

#[test]
fn a_level_without_focus_has_none() {
    let mut simulation = Simulation::new(&corridor("focus: (max: 0),"));
    assert!(play(&mut simulation, 100, FOCUS).iter().all(|state| !state.run().focus.active));
}

#[test]
fn a_shard_is_taken_once_and_refills_focus() {
    let mut simulation = Simulation::new(&corridor("focus: (max: 3, start: 1),"));
    let mut taken = Vec::new();
    for _ in 0..110 {
        let emitted = tick_emitting::<ShardTaken>(&mut simulation, RIGHT);
        taken.extend(emitted.into_iter().map(|taken| (taken.source, taken.left)));
    }
    assert_eq!(taken, [(ActorIndex(0), 1), (ActorIndex(1), 0)]);
    assert_eq!(simulation.run().focus.meter, 384, "1 s and two shards of 1 s each");
}

#[test]
fn the_meter_never_holds_more_than_its_maximum() {
    let mut simulation = Simulation::new(&corridor("focus: (max: 1.5, start: 1.5),"));
    play(&mut simulation, 110, RIGHT);
    assert_eq!(simulation.run().focus.meter, 192);
}

#[test]
fn an_open_exit_ends_the_run_and_stops_the_clock() {
    let mut simulation = Simulation::new(&corridor(""));
    let states = play(&mut simulation, 400, RIGHT);
    let end = states.iter().position(|state| state.run().phase == Phase::Finished).expect("it gets there");
    assert_eq!(states[end].run().ticks as usize, end + 1);
    assert_eq!(states[399].run().ticks, states[end].run().ticks);
    assert_eq!(states[399].ninja().position, states[end].ninja().position);
}

#[test]
fn an_exit_that_waits_for_the_shards_stays_closed_without_them() {
    let level = drawn_fully(
        "
        ####################
        #                  #
        # *     @      X   #
        ####################
        ",
        "",
        "exit: AfterAllShards,",
    );
    let mut simulation = Simulation::new(&level);
    let states = play(&mut simulation, 200, RIGHT);
    assert!(states.iter().all(|state| state.run().phase == Phase::Running && !state.states::<ExitState>()[0].open));
    let mut opened = 0;
    for _ in 0..260 {
        opened += tick_emitting::<ExitOpened>(&mut simulation, TickInput::LEFT).len();
    }
    assert_eq!(opened, 1);
    assert!(simulation.save().states::<ExitState>()[0].open);
    assert_eq!(play(&mut simulation, 300, RIGHT)[299].run().phase, Phase::Finished);
}

#[test]
fn an_exit_that_waits_for_shards_is_open_where_there_are_none() {
    let level = drawn_fully("#######\n#@   X#\n#######", "", "exit: AfterAllShards,");
    let mut simulation = Simulation::new(&level);
    simulation.tick(NONE);
    assert!(simulation.save().states::<ExitState>()[0].open);
}

#[test]
fn restart_is_one_press_and_brings_the_start_back_to_the_bit() {
    let level = corridor("");
    let mut simulation = Simulation::new(&level);
    let mut fresh = Simulation::new(&level);
    play(&mut simulation, 100, RIGHT);
    simulation.tick(RIGHT.with(TickInput::RESTART));
    fresh.tick(RIGHT);
    assert_eq!(simulation.save(), fresh.save());
    assert_eq!(simulation.save().hash(), fresh.save().hash());
}

#[test]
fn death_to_control_takes_at_most_a_tenth_of_a_second() {
    let level = drawn_with(
        "
        #########
        #   a   #
        #       #
        # @     #
        #########
        ",
        "'a': Laser(aim: Fixed(angle: 270))",
    );
    let mut simulation = Simulation::new(&level);
    let mut died_at = None;
    for tick in 0..600_u32 {
        simulation.tick(RIGHT);
        let restarted =
            simulation.drain::<RunRestarted>() == [RunRestarted { after_death: true, to: RestartPoint::Start }];
        if let (Some(died_at), true) = (died_at, restarted) {
            // The tick of the restart already moves the ninja.
            assert!(simulation.ninja().velocity.x > 0.0);
            assert!((tick - died_at) as f32 * TICK <= 0.1, "{} ticks", tick - died_at);
            return;
        }
        if !simulation.drain::<NinjaDied>().is_empty() {
            died_at = Some(tick);
        }
    }
    panic!("it neither died nor started again");
}

#[test]
fn a_dead_ninja_takes_nothing_and_reaches_nothing() {
    let level = drawn("#######\n#@ *X #\n##### #");
    let mut simulation = Simulation::new(&level);
    simulation.world_mut().resource_mut::<Run>().phase = Phase::Dead { ticks: 0 };
    let position = simulation.ninja().position;
    for state in play(&mut simulation, u32::from(DEATH_TICKS), RIGHT) {
        assert_eq!(state.ninja().position, position);
        assert!(!state.states::<ShardState>()[0].taken);
    }
}

/// A run of the corridor from start to exit.
fn recorded() -> (Level, Replay) {
    let level = corridor("");
    let mut simulation = Simulation::new(&level);
    let states = play(&mut simulation, 400, RIGHT);
    let end = states.iter().position(|state| state.run().phase == Phase::Finished).expect("it gets there");
    let replay = Replay::record("corridor.level.ron", &level, vec![RIGHT; end + 1]);
    (level, replay)
}

#[test]
fn a_replay_survives_its_file_and_ends_as_recorded() {
    let (level, replay) = recorded();
    let read = Replay::parse(replay.to_ron().as_bytes()).expect("our own file parses");
    assert_eq!(read, replay);
    let verdict = read.verify(&level).expect("it finishes");
    assert_eq!(verdict.ticks as usize, replay.inputs.len());
    assert_eq!(verdict.hash, replay.final_hash);
}

#[test]
fn every_button_survives_a_replay_file() {
    let inputs: Vec<TickInput> = (0..128).map(TickInput::from_bits).collect();
    let replay = Replay { inputs, ..recorded().1 };
    assert_eq!(Replay::parse(replay.to_ron().as_bytes()), Ok(replay));
}

#[test]
fn a_replay_of_another_level_is_refused() {
    let (_, replay) = recorded();
    let other = drawn("#######\n#@   X#\n#######");
    assert!(matches!(replay.verify(&other), Err(ReplayError::OtherLevel { .. })));
}

#[test]
fn a_replay_of_other_rules_is_refused() {
    let (level, replay) = recorded();
    let replay = Replay { rules: RULES_VERSION + 1, ..replay };
    assert_eq!(replay.verify(&level), Err(ReplayError::Rules(RULES_VERSION + 1)));
}

#[test]
fn a_replay_that_was_cut_short_is_refused() {
    let (level, mut replay) = recorded();
    let text = replay.to_ron();
    for cut in [text.len() / 2, text.len() - 2, 10, 0] {
        assert!(matches!(Replay::parse(&text.as_bytes()[..cut]), Err(ReplayError::Syntax { .. })), "cut at {cut}");
    }
    let fewer = text.replace("R\n", "R 3-\n");
    assert!(matches!(Replay::parse(fewer.as_bytes()), Err(ReplayError::Ticks { .. })));
    replay.inputs.pop();
    assert!(matches!(replay.verify(&level), Err(ReplayError::Unfinished { .. })));
}

#[test]
fn a_replay_that_ends_in_another_state_is_refused() {
    let (level, replay) = recorded();
    let replay = Replay { final_hash: replay.final_hash ^ 1, ..replay };
    assert!(matches!(replay.verify(&level), Err(ReplayError::OtherEnd { .. })));
}

#[test]
fn inputs_after_the_exit_are_refused() {
    let (level, mut replay) = recorded();
    replay.inputs.push(RIGHT);
    assert!(matches!(replay.verify(&level), Err(ReplayError::Unfinished { .. })));
}

#[test]
fn bad_replay_files_are_refused_with_their_reason() {
    let good = recorded().1.to_ron();
    let bad = |from: &str, to: &str| {
        assert!(good.contains(from), "{from} is in the file");
        Replay::parse(good.replace(from, to).as_bytes()).expect_err(to).to_string()
    };
    for (from, to, reason) in [
        ("version: 1", "version: 7", "format 7 is not known"),
        ("version: 1,", "", "version"),
        ("rules:", "rulez:", "rulez"),
        ("R\n", "Q\n", "letters"),
        ("R\n", "\n", "count"),
        ("\n\",", " 0R\",", "positive"),
        ("\n\",", " 99999999999999R\",", "hour"),
        ("\n\",", " 4000000000R\",", "hour"),
        ("final_hash: \"", "final_hash: \"x", "hexadecimal"),
    ] {
        let error = bad(from, to);
        assert!(error.contains(reason), "{to}: {error}");
    }
    assert!(matches!(Replay::parse(&vec![b' '; 2 << 20]), Err(ReplayError::TooLarge(_))));
    assert!(Replay::parse(&[0xff, 0xfe, 0, 1]).is_err());
}
