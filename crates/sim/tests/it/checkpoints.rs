//! Checkpoints: what a touch saves, where a death and a restart lead, and that replays hold both.

use bevy::math::Vec2;
use hairline_level::Level;
use hairline_sim::Simulation;
use hairline_sim::ninja::death::NinjaDied;
use hairline_sim::run::checkpoint::{CheckpointState, CheckpointTouched};
use hairline_sim::run::input::TickInput;
use hairline_sim::run::shard::ShardState;
use hairline_sim::run::{Phase, RestartPoint, RunRestarted};
use hairline_sim::state::actor::ActorIndex;
use hairline_sim::state::replay::{Replay, ReplayError};
use hairline_sim::state::snapshot::Snapshot;
use hairline_sim::tuning::DEATH_TICKS;
use hairline_testing::{RunState, drawn_with, tick_emitting};

const NONE: TickInput = TickInput::NONE;
const RIGHT: TickInput = TickInput::RIGHT;

/// A corridor: a shard, a flag, a shard, spikes, and beyond them a second flag and the exit.
fn corridor() -> Level {
    drawn_with(
        "
        ##############################
        #                            #
        # @  *   k   *        k    X #
        #################^############
        #################^############
        ##############################
        ",
        "'k': Checkpoint(), 'o': Laser(at: (27, 4.8), aim: Spin(period: 3), reach: 0.1)",
    )
}

/// Plays one input until something is the case.
#[track_caller]
fn play_until(
    simulation: &mut Simulation,
    input: TickInput,
    is_done: impl Fn(&mut Simulation) -> bool,
) -> Vec<TickInput> {
    let mut inputs = vec![];
    while !is_done(simulation) {
        assert!(inputs.len() < 2000, "it never came to that");
        simulation.tick(input);
        inputs.push(input);
    }
    inputs
}

fn is_dead(simulation: &mut Simulation) -> bool {
    matches!(simulation.run().phase, Phase::Dead { .. })
}

fn taken(state: &Snapshot) -> Vec<bool> {
    state.states::<ShardState>().iter().map(|shard| shard.taken).collect()
}

#[test]
fn a_death_leads_back_to_the_state_at_the_touch_and_the_clock_runs_on() {
    let level = corridor();
    let mut simulation = Simulation::new(&level);
    let mut touched = vec![];
    while touched.is_empty() {
        touched = tick_emitting::<CheckpointTouched>(&mut simulation, RIGHT);
    }
    assert_eq!(touched, [CheckpointTouched { source: ActorIndex(0), position: Vec2::new(9.5, 3.5) }]);
    assert_eq!(simulation.checkpoint(), Some(ActorIndex(0)));
    let saved = simulation.save();
    assert_eq!(taken(&saved), [true, false]);
    play_until(&mut simulation, RIGHT, is_dead);
    assert_eq!(taken(&simulation.save()), [true, true]);
    let died_at = simulation.run().ticks;
    for _ in 0..DEATH_TICKS {
        assert!(is_dead(&mut simulation));
        simulation.tick(NONE);
    }
    let to = RestartPoint::Checkpoint(ActorIndex(0));
    assert_eq!(tick_emitting::<RunRestarted>(&mut simulation, NONE), [RunRestarted { after_death: true, to }]);
    let back = simulation.save();
    assert_eq!(taken(&back), [true, false], "the second shard is there again");
    assert_eq!(simulation.run().ticks, died_at + u32::from(DEATH_TICKS) + 1);
    assert_eq!(simulation.run().hazard_half_ticks, saved.run().hazard_half_ticks + 2, "hazards are where they were");
    assert_eq!(simulation.ninja().position.x, 9.5, "at the flag, not where it was touched");
    assert_eq!(simulation.ninja().velocity.x, 0.0);
    assert!(saved.ninja().position.x < 9.0 && saved.ninja().velocity.x > 5.0, "it ran when it touched the flag");
}

/// The ninja's position after it runs right, touches the flag and restarts.
fn return_in(map: &str, actors: &str) -> Vec2 {
    let mut simulation = Simulation::new(&drawn_with(map, actors));
    play_until(&mut simulation, RIGHT, |simulation| simulation.checkpoint().is_some());
    simulation.tick(TickInput::RESTART);
    simulation.ninja().position
}

#[test]
fn a_return_begins_where_the_flag_was_touched_if_that_is_behind_a_shut_door_or_too_near_a_wall() {
    let hall = "
        ############
        #          #
        #          #
        # @       X#
        ############
        ";
    let x_of = |actors: &str| return_in(hall, actors).x;
    assert_eq!(x_of("'k': Checkpoint(at: (6.5, 1.5))"), 6.5);
    let door =
        "'d': Door(at: (6, 2.5), size: (0.1, 3), when: Raised(\"open\")), 's': Switch(at: (9, 1.5), channel: \"open\")";
    let before_door = x_of(&format!("'k': Checkpoint(at: (6.5, 1.5)), {door}"));
    assert!((5.5..5.6).contains(&before_door), "{before_door}");
    let low = x_of("'k': Checkpoint(at: (6.5, 1.3))");
    assert!((5.5..5.7).contains(&low), "{low}");
}

#[test]
fn a_flag_on_a_ledge_that_was_touched_from_below_its_edge_leads_back_onto_the_ledge() {
    let map = "
        ###########
        #         #
        #         #
        #     k  X#
        # @   #####
        ###########
        ";
    let mut simulation = Simulation::new(&drawn_with(map, "'k': Checkpoint()"));
    play_until(&mut simulation, RIGHT, |simulation| simulation.ninja().position.x > 5.5);
    play_until(&mut simulation, RIGHT.with(TickInput::JUMP), |simulation| simulation.checkpoint().is_some());
    let touch = simulation.ninja().position;
    assert!(touch.x < 5.6 && touch.y < 2.42, "{touch}: beside the ledge, not above it");
    simulation.tick(TickInput::RESTART);
    assert_eq!(simulation.ninja().position.x, 6.5);
}

#[test]
fn each_counts_once_and_the_last_one_touched_counts() {
    let mut simulation = Simulation::new(&corridor());
    let mut touched = vec![];
    let jumps = |x: f32| if (15.0..17.0).contains(&x) { RIGHT.with(TickInput::JUMP) } else { RIGHT };
    while simulation.ninja().position.x < 23.5 {
        let input = jumps(simulation.ninja().position.x);
        touched
            .extend(tick_emitting::<CheckpointTouched>(&mut simulation, input).iter().map(|touched| touched.source.0));
    }
    assert_eq!((touched, simulation.checkpoint()), (vec![0, 1], Some(ActorIndex(1))));
    while simulation.ninja().position.x > 21.0 {
        assert_eq!(tick_emitting::<CheckpointTouched>(&mut simulation, TickInput::LEFT), []);
    }
    simulation.tick(TickInput::RESTART);
    assert!((simulation.ninja().position.x - 22.0).abs() < 1.2, "{}", simulation.ninja().position.x);
    assert_eq!(simulation.save().states::<CheckpointState>().iter().filter(|state| state.is_touched).count(), 2);
}

#[test]
fn restart_leads_back_too_and_with_down_to_the_start() {
    let level = corridor();
    let mut simulation = Simulation::new(&level);
    let start = simulation.save();
    simulation.tick(TickInput::RESTART);
    assert_eq!(simulation.checkpoint(), None, "without a touch a restart is one to the start");
    play_until(&mut simulation, RIGHT, |simulation| simulation.ninja().position.x > 13.0);
    simulation.tick(TickInput::RESTART);
    assert!((8.0..10.0).contains(&simulation.ninja().position.x) && simulation.run().ticks > 50);
    simulation.tick(TickInput::RESTART.with(TickInput::DOWN));
    assert_eq!((simulation.checkpoint(), simulation.run().ticks), (None, 1));
    let mut fresh = Simulation::new(&level);
    fresh.tick(TickInput::DOWN.with(TickInput::RESTART));
    assert_eq!(simulation.save().hash(), fresh.save().hash());
    assert_eq!(start.ninja().position, level.ninja);
}

#[test]
fn a_snapshot_holds_the_checkpoint() {
    let mut simulation = Simulation::new(&corridor());
    play_until(&mut simulation, RIGHT, |simulation| simulation.ninja().position.x > 12.0);
    let saved = simulation.save();
    let mut other = Simulation::new(&corridor());
    let fresh = other.save();
    other.restore(&saved);
    assert_ne!(fresh.hash(), saved.hash());
    for simulation in [&mut simulation, &mut other] {
        play_until(simulation, RIGHT, is_dead);
        play_until(simulation, NONE, |simulation| simulation.run().is_running());
    }
    assert_eq!(simulation.save(), other.save());
    other.restore(&fresh);
    assert_eq!(other.checkpoint(), None);
}

/// A run that dies on the spikes once, restarts once by hand, and reaches the exit.
fn run_with_a_death(level: &Level) -> Vec<TickInput> {
    let mut simulation = Simulation::new(level);
    let mut inputs = play_until(&mut simulation, RIGHT, is_dead);
    inputs.extend(play_until(&mut simulation, NONE, |simulation| simulation.run().is_running()));
    for input in [RIGHT; 20].into_iter().chain([TickInput::RESTART]) {
        simulation.tick(input);
        inputs.push(input);
    }
    while simulation.run().phase != Phase::Finished {
        assert!(inputs.len() < 3000);
        let jumps = (15.0..17.0).contains(&simulation.ninja().position.x);
        let input = if jumps { RIGHT.with(TickInput::JUMP) } else { RIGHT };
        simulation.tick(input);
        inputs.push(input);
    }
    inputs
}

#[test]
fn a_replay_holds_the_deaths_and_restarts_and_is_verified_with_them() {
    let level = corridor();
    let inputs = run_with_a_death(&level);
    let count = inputs.len() as u32;
    let replay = Replay::record("corridor.level.ron", &level, inputs);
    let verdict = replay.verify(&level).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(verdict.ticks, count, "the clock never stood still");
    let read = Replay::parse(replay.to_ron().as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read.verify(&level).map(|verdict| verdict.hash).ok(), Some(verdict.hash));
    // Without a flag a death ends the run.
    let without_flags = drawn_with(
        "
        ##########
        #@   ^  X#
        ##########
        ",
        "",
    );
    let mut simulation = Simulation::new(&without_flags);
    let died = play_until(&mut simulation, RIGHT, is_dead);
    let replay = Replay::record("without.level.ron", &without_flags, died);
    assert!(matches!(replay.verify(&without_flags), Err(ReplayError::Unfinished { reason: "the ninja dies", .. })));
}

#[test]
fn a_dead_ninja_touches_nothing_and_a_death_at_the_flag_counts_first() {
    let level = drawn_with(
        "
        ##########
        #        #
        #@ k^   X#
        ##########
        ",
        "'k': Checkpoint()",
    );
    let mut simulation = Simulation::new(&level);
    let deaths = |simulation: &mut Simulation| tick_emitting::<NinjaDied>(simulation, RIGHT).len();
    let mut count = 0;
    for _ in 0..200 {
        count += deaths(&mut simulation);
    }
    assert!(count > 2, "it runs into the spikes again and again");
    assert_eq!(simulation.checkpoint(), Some(ActorIndex(0)));
    assert!(simulation.ninja().position.x > 2.0);
}
