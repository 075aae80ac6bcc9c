//! How the ninja moves, measured against the design's numbers.

mod jumping;
mod matter;
mod running;
mod slopes;
mod walls;

use hairline_level::Level;
use hairline_sim::Simulation;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::snapshot::Snapshot;
use hairline_testing::{RunState, drawn, play};

const NONE: TickInput = TickInput::NONE;
const LEFT: TickInput = TickInput::LEFT;
const RIGHT: TickInput = TickInput::RIGHT;
const JUMP: TickInput = TickInput::JUMP;

/// A simulation whose ninja has come to rest on the ground.
#[track_caller]
fn at_rest(level: &Level) -> Simulation {
    let mut simulation = Simulation::new(level);
    let states = play(&mut simulation, 64, NONE);
    assert!(states[63].ninja().ground.is_some(), "it stands at {}", states[63].ninja().position);
    simulation
}

fn highest(states: &[Snapshot]) -> f32 {
    states.iter().map(|state| state.ninja().position.y).fold(f32::MIN, f32::max)
}

fn open_hall() -> Level {
    drawn(
        "
        ##############################
        #                            #
        #                            #
        #                            #
        #                            #
        #                            #
        #   @                        #
        ##############################
        ",
    )
}

fn ledge() -> Level {
    drawn(
        "
        ####################
        #                  #
        #                  #
        #                  #
        #  @               #
        #######            #
        #######            #
        #######            #
        #######            #
        ####################
        ",
    )
}

#[track_caller]
fn assert_near(found: f32, wanted: f32, tolerance: f32) {
    assert!((found - wanted).abs() <= tolerance, "{found} is not within {tolerance} of {wanted}");
}
