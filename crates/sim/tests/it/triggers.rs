//! What the ninja sets off by touch: switches, keys and the doors behind them, springs, teleports.

use std::f32::consts::FRAC_PI_2;

use bevy::math::Vec2;
use hairline_level::{
    Channel, DoorSettings, Gate, KeySettings, Level, MoverSettings, MoverSurface, SpringSettings, SwitchSettings,
    TeleportSettings,
};
use hairline_sim::Simulation;
use hairline_sim::ninja::NinjaBumped;
use hairline_sim::obstacles::door::{DoorMoved, DoorState};
use hairline_sim::run::channels::{ChannelLowered, ChannelRaised};
use hairline_sim::run::input::TickInput;
use hairline_sim::state::actor::ActorIndex;
use hairline_sim::state::snapshot::Snapshot;
use hairline_sim::triggers::key::KeyTaken;
use hairline_sim::triggers::spring::SpringReleased;
use hairline_sim::triggers::switch::{SwitchPressed, SwitchState};
use hairline_sim::triggers::teleport::{NinjaTeleported, TeleportState};
use hairline_sim::tuning::*;
use hairline_testing::RunState;
use hairline_testing::obstacles::{assert_near, hall_from, killed_within, mover, slab, tick, with};

const NONE: TickInput = TickInput::NONE;
const LEFT: TickInput = TickInput::LEFT;
const RIGHT: TickInput = TickInput::RIGHT;

fn door(crushes: bool) -> DoorSettings {
    DoorSettings {
        position: Vec2::new(12.0, 2.5),
        size: Vec2::new(1.0, 3.0),
        slide: Vec2::new(0.0, 3.0),
        seconds: 0.5,
        when: Gate::Raised(Channel(0)),
        crushes,
    }
}

fn openness(simulation: &mut Simulation) -> f32 {
    simulation.save().states::<DoorState>()[0].openness
}

#[test]
fn a_key_opens_a_door_for_the_rest_of_the_run() {
    let keys = vec![KeySettings { position: Vec2::new(8.0, 1.5), channel: Channel(0) }];
    let level = hall_from(10.0, 1.42).with_actors(vec![door(true)]).with_actors(keys);
    let mut simulation = Simulation::new(&level);
    let states: Vec<Snapshot> = (0..100).map(|_| tick(&mut simulation, RIGHT)).collect();
    assert!(states[99].ninja().position.x < 11.5, "the door is shut");
    for _ in 0..100 {
        tick(&mut simulation, LEFT);
    }
    let (source, channel, position) = (ActorIndex(0), Channel(0), Vec2::new(8.0, 1.5));
    assert_eq!(simulation.drain::<KeyTaken>(), [KeyTaken { source, position, channel }]);
    assert_eq!(simulation.drain::<ChannelRaised>(), [ChannelRaised { channel, position }]);
    assert_eq!(simulation.drain::<DoorMoved>(), [DoorMoved { source, position: Vec2::new(12.0, 2.5), opens: true }]);
    for _ in 0..100 {
        tick(&mut simulation, LEFT);
    }
    assert_eq!(simulation.drain::<DoorMoved>(), [], "it goes on opening");
    assert_eq!(openness(&mut simulation), 1.0);
    for _ in 0..200 {
        tick(&mut simulation, RIGHT);
    }
    assert!(simulation.ninja().position.x > 14.0);
    assert_eq!(simulation.drain::<ChannelLowered>(), []);
}

/// A switch in the middle of the hall.
fn switch(seconds: Option<f32>, toggle: bool) -> SwitchSettings {
    SwitchSettings { position: Vec2::new(12.0, 1.5), channel: Channel(0), seconds, toggle }
}

/// A door above a timed switch: while the ninja stands on the switch, the door closes on it.
fn timed(crushes: bool, x: f32) -> Level {
    let switches = vec![switch(Some(0.5), false)];
    let doors = vec![DoorSettings { when: Gate::Lowered(Channel(0)), ..door(crushes) }];
    hall_from(x, 1.42).with_actors(doors).with_actors(switches)
}

#[test]
fn a_timed_switch_stays_raised_while_the_ninja_stands_on_it_and_its_time_after() {
    let level = timed(true, 12.0).with_actors::<DoorSettings>(vec![]);
    let mut simulation = Simulation::new(&level);
    let raised = |state: &Snapshot| state.run().channels.is_raised(Channel(0), state.run().hazard_half_ticks);
    let (mut pressed, mut raises, mut lowers) = (vec![], vec![], vec![]);
    for _ in 0..300 {
        assert!(raised(&tick(&mut simulation, NONE)));
        pressed.append(&mut simulation.drain::<SwitchPressed>());
        raises.append(&mut simulation.drain::<ChannelRaised>());
        lowers.append(&mut simulation.drain::<ChannelLowered>());
    }
    let (channel, position) = (Channel(0), Vec2::new(12.0, 1.5));
    assert_eq!(pressed, [SwitchPressed { source: ActorIndex(0), position, channel }]);
    assert_eq!(raises, [ChannelRaised { channel, position }]);
    assert_eq!(lowers, []);
    let (mut left_at, mut lowered_at) = (None, None);
    for count in 0..200 {
        let state = tick(&mut simulation, RIGHT);
        if !state.states::<SwitchState>()[0].pressed {
            left_at.get_or_insert(count);
        }
        for lowered in simulation.drain::<ChannelLowered>() {
            assert_eq!(lowered, ChannelLowered { channel });
            assert_eq!(lowered_at.replace(count), None, "emitted once");
        }
        assert_eq!(raised(&state), lowered_at.is_none());
    }
    let (left_at, lowered_at) = (left_at.expect("it left"), lowered_at.expect("its time ran out"));
    // Its half second began in the last tick on it.
    assert_eq!(lowered_at - (left_at - 1), TICKS_PER_SECOND / 2);
}

#[test]
fn a_switch_of_no_time_holds_as_long_as_the_ninja_stands_on_it() {
    let mut level = timed(true, 12.0).with_actors::<DoorSettings>(vec![]);
    level.actors_mut::<SwitchSettings>()[0].seconds = Some(0.0);
    let mut simulation = Simulation::new(&level);
    for input in [NONE, TickInput::FOCUS, NONE] {
        for _ in 0..100 {
            let state = tick(&mut simulation, input);
            assert!(state.run().channels.is_raised(Channel(0), state.run().hazard_half_ticks));
            assert_eq!(simulation.drain::<ChannelLowered>(), []);
        }
    }
}

#[test]
fn a_door_that_crushes_crushes() {
    // Open at the start; standing under it shuts it.
    let level = timed(true, 12.0);
    let mut simulation = Simulation::new(&level);
    assert_eq!(openness(&mut simulation), 1.0);
    let death = killed_within(&mut simulation, 200, NONE).expect("it dies");
    assert_eq!((death.weapon.name, death.weapon.presses, death.source), ("a door", true, Some(ActorIndex(0))));
}

#[test]
fn a_door_that_waits_stops_above_the_ninja_and_goes_on_when_it_is_gone() {
    let level = timed(false, 12.0);
    let mut simulation = Simulation::new(&level);
    for _ in 0..300 {
        assert!(tick(&mut simulation, NONE).run().is_running());
    }
    let waits = openness(&mut simulation);
    // The ninja's height is 0.84 of the door's 3, and it stops less than a tick's motion above it.
    assert!(waits > 0.28 && waits < 0.31, "{waits}");
    for _ in 0..55 {
        tick(&mut simulation, LEFT);
    }
    assert_eq!(openness(&mut simulation), 0.0);
    for _ in 0..300 {
        tick(&mut simulation, NONE);
    }
    assert_eq!(openness(&mut simulation), 1.0, "the switch's time ran out");
}

#[test]
fn a_spring_throws_the_ninja_once_and_keeps_what_goes_across() {
    let springs = vec![SpringSettings { position: Vec2::new(15.0, 1.5), angle: FRAC_PI_2, strength: 30.0, when: None }];
    let level = hall_from(10.0, 1.42).with_actors(springs);
    let mut simulation = Simulation::new(&level);
    let mut thrown = Vec::new();
    let mut highest: f32 = 0.0;
    for _ in 0..140 {
        let state = tick(&mut simulation, RIGHT);
        for released in simulation.drain::<SpringReleased>() {
            assert_eq!(released.source, ActorIndex(0));
            assert!(state.ninja().ground.is_none());
            thrown.push(state.ninja().velocity);
        }
        highest = highest.max(state.ninja().position.y);
    }
    assert_eq!(thrown.len(), 1, "{thrown:?}");
    assert_near(thrown[0].y, 30.0, 1e-3);
    assert_near(thrown[0].x, RUN_SPEED, 1e-3);
    // v²/2g with plain gravity: no button has to be held.
    assert_near(highest - 1.42, 30.0 * 30.0 / (2.0 * GRAVITY), 0.2);
}

#[test]
fn a_teleport_keeps_the_velocity_and_takes_the_ninja_again_only_after_it_left() {
    let (a, b) = (Vec2::new(14.5, 1.5), Vec2::new(22.5, 10.5));
    let level = hall_from(10.0, 1.42).with_actors(vec![TeleportSettings { ends: [a, b] }]);
    let mut simulation = Simulation::new(&level);
    let mut taken = Vec::new();
    for _ in 0..80 {
        let before = simulation.ninja().velocity;
        let state = tick(&mut simulation, RIGHT);
        for NinjaTeleported { source, from, to } in simulation.drain() {
            assert_near(state.ninja().velocity.x, before.x, 1e-3);
            assert_eq!((source, state.ninja().position), (ActorIndex(0), to));
            taken.push((from, to));
        }
    }
    assert_eq!(taken, [(a, b)], "it fell away");
    assert!(!simulation.save().states::<TeleportState>()[0].occupied);
}

#[test]
fn a_teleport_whose_other_end_is_blocked_does_not_take_the_ninja() {
    let (a, b) = (Vec2::new(14.5, 1.5), Vec2::new(22.5, 10.5));
    let level = hall_from(10.0, 1.42).with_actors(vec![TeleportSettings { ends: [a, b] }]);
    let level = with(level, vec![mover(slab(2.0, 2.0), 22.5, 10.5)]);
    let mut simulation = Simulation::new(&level);
    for _ in 0..100 {
        tick(&mut simulation, RIGHT);
        assert_eq!(simulation.drain::<NinjaTeleported>(), []);
    }
    assert!(simulation.ninja().position.x > 16.0, "it ran past");
}

#[test]
fn of_a_spring_beside_a_bumper_only_the_one_that_throws_emits_a_message() {
    // Two of each, so that the index is tested too; the ninja runs over the second spring, into the second bumper.
    let spring = |x| SpringSettings { position: Vec2::new(x, 1.5), angle: FRAC_PI_2, strength: 12.0, when: None };
    let bumper = |x| MoverSettings {
        surface: MoverSurface::Bumper { strength: 14.0, when: None },
        ..mover(slab(1.0, 6.0), x, 4.0)
    };
    let level = hall_from(12.0, 1.42).with_actors(vec![spring(3.0), spring(15.0)]);
    let mut simulation = Simulation::new(&with(level, vec![bumper(5.0), bumper(16.2)]));
    let (mut released, mut bumped) = (vec![], vec![]);
    for count in 0..60 {
        let state = tick(&mut simulation, RIGHT);
        for SpringReleased { source, position, direction } in simulation.drain() {
            assert_eq!((source, position), (ActorIndex(1), state.ninja().position));
            assert!(direction.distance(Vec2::Y) < 1e-6);
            released.push(count);
        }
        for NinjaBumped { source, position, normal } in simulation.drain() {
            assert_eq!((source, position, normal), (ActorIndex(1), state.ninja().position, Vec2::NEG_X));
            bumped.push(count);
        }
    }
    assert!(!released.is_empty() && !bumped.is_empty(), "{released:?} {bumped:?}");
    assert!(released[0] < bumped[0] && !released.iter().any(|count| bumped.contains(count)), "{released:?} {bumped:?}");
}
