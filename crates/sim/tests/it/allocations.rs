//! A tick allocates nothing, nor do saving and restoring.

use bevy::math::Vec2;
use hairline_geometry::shapes::polygon::Polygon;
use hairline_level::{
    Aim, Channel, DoorSettings, Gate, MoverSettings, MoverSurface, PathTiming, Patrol, SwitchSettings,
};
use hairline_sim::Simulation;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::snapshot::Snapshot;

use hairline_testing::counting;
use hairline_testing::{drawn, shipped_levels, shipped_proofs};

/// Message buffers are swapped every 128 ticks. After a multiple of this many ticks they are as they were.
const BUFFER_PERIOD: usize = 256;

/// Plays `inputs` from the start, and then no buttons until the message buffers are back where they were; returns how often a
/// tick or a save allocated. The tick that touches a checkpoint may: it saves the run.
fn allocations(simulation: &mut Simulation, start: &Snapshot, inputs: &[TickInput]) -> u64 {
    simulation.restore(start);
    let mut snapshot = start.clone();
    let rest = inputs.len().next_multiple_of(BUFFER_PERIOD) - inputs.len();
    let mut count = 0;
    for input in inputs.iter().copied().chain(std::iter::repeat_n(TickInput::NONE, rest)) {
        let checkpoint = simulation.checkpoint();
        let before = counting::allocations();
        simulation.tick(input);
        simulation.save_into(&mut snapshot);
        let made = counting::allocations() - before;
        if simulation.checkpoint() == checkpoint {
            count += made;
        }
    }
    count
}

#[test]
fn no_tick_of_any_proof_allocates() {
    for (name, level, replay) in shipped_proofs() {
        let mut simulation = Simulation::new(&level);
        let start = simulation.save();
        // The first time through, buffers grow to the size that they keep.
        allocations(&mut simulation, &start, &replay.inputs);
        assert_eq!(allocations(&mut simulation, &start, &replay.inputs), 0, "{name}");
    }
}

#[test]
fn the_fullest_level_allocates_nothing() {
    let level = hairline_testing::stress_level::stress_level();
    let mut simulation = Simulation::new(&level);
    let start = simulation.save();
    let inputs = vec![TickInput::NONE; 3000];
    allocations(&mut simulation, &start, &inputs);
    assert_eq!(allocations(&mut simulation, &start, &inputs), 0);
}

#[test]
fn deaths_and_restarts_allocate_nothing() {
    for (name, level) in shipped_levels() {
        let mut simulation = Simulation::new(&level);
        let start = simulation.save();
        // Running blindly to the right dies sooner or later on most levels, and each press of restart starts again.
        let input = |tick: u32| match tick % 512 {
            0 => TickInput::RESTART,
            held if held % 64 < 24 => TickInput::RIGHT.with(TickInput::JUMP),
            _ => TickInput::RIGHT,
        };
        let inputs: Vec<TickInput> = (0..4096).map(input).collect();
        allocations(&mut simulation, &start, &inputs);
        assert_eq!(allocations(&mut simulation, &start, &inputs), 0, "{name}");
    }
}

#[test]
fn moving_obstacles_allocate_nothing() {
    let level = drawn(
        "
        ####################
        #                  #
        #                  #
        #                  #
        #    @             #
        ####################
        ",
    );
    let mover = |index: u32| {
        let position = Vec2::new(3.0 + index as f32 % 12.0, 3.0);
        let points = vec![position, position + Vec2::new(3.0, -1.5)];
        MoverSettings {
            position,
            shape: Polygon::hexagon(0.6).expect("it has a size"),
            path: Some(Patrol {
                points,
                speed: 1.0 + 2.0 * index as f32,
                closed: false,
                timing: PathTiming::default(),
            }),
            turn: Aim::Spin { from: 0.0, period: 1.0, clockwise: false },
            surface: if index.is_multiple_of(3) {
                MoverSurface::Bumper { strength: 9.0, when: None }
            } else {
                MoverSurface::Plain
            },
        }
    };
    let door = DoorSettings {
        position: Vec2::new(10.0, 2.0),
        size: Vec2::new(0.5, 2.0),
        slide: Vec2::new(0.0, 2.0),
        seconds: 0.5,
        when: Gate::Raised(Channel(0)),
        crushes: true,
    };
    let switch =
        SwitchSettings { position: Vec2::new(8.0, 1.5), channel: Channel(0), seconds: Some(0.5), toggle: false };
    let level = level.with_actors((0..16).map(mover).collect()).with_actors(vec![door]).with_actors(vec![switch]);
    let mut simulation = Simulation::new(&level);
    let start = simulation.save();
    let input = |tick: u32| {
        if (tick / 100).is_multiple_of(2) { TickInput::RIGHT } else { TickInput::LEFT.with(TickInput::JUMP) }
    };
    let inputs: Vec<TickInput> = (0..4096).map(input).collect();
    allocations(&mut simulation, &start, &inputs);
    assert_eq!(allocations(&mut simulation, &start, &inputs), 0);
}
