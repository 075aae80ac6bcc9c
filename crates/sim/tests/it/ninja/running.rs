//! Running on the flat, off it and through low gaps.

use hairline_sim::tuning::{BODY_RADIUS, RUN_SPEED, TICK};

use super::{LEFT, NONE, RIGHT, assert_near, at_rest, ledge, open_hall};
use hairline_testing::{RunState, drawn, play};

#[test]
fn the_ninja_rests_with_its_circle_on_the_floor() {
    let simulation = at_rest(&open_hall());
    assert_near(simulation.ninja().position.y, 1.0 + BODY_RADIUS, 1e-3);
}

#[test]
fn full_speed_takes_0_12_seconds_and_stopping_less() {
    let mut simulation = at_rest(&open_hall());
    let states = play(&mut simulation, 40, RIGHT);
    let full = states.iter().position(|state| state.ninja().velocity.x >= RUN_SPEED - 1e-3).expect("it gets there");
    assert_near((full + 1) as f32 * TICK, 0.12, 0.01);
    let states = play(&mut simulation, 40, NONE);
    let still = states.iter().position(|state| state.ninja().velocity.x == 0.0).expect("it stops");
    assert_near((still + 1) as f32 * TICK, 0.08, 0.01);
}

#[test]
fn left_and_right_together_are_neither() {
    let mut simulation = at_rest(&open_hall());
    let states = play(&mut simulation, 40, LEFT.with(RIGHT));
    assert_eq!(states[39].ninja().velocity.x, 0.0);
}

#[test]
fn the_seams_of_flat_tiles_are_not_felt() {
    let mut simulation = at_rest(&open_hall());
    let floor = simulation.ninja().position.y;
    play(&mut simulation, 20, RIGHT);
    for state in play(&mut simulation, 250, RIGHT) {
        let ninja = state.ninja();
        assert_near(ninja.position.y, floor, 1e-4);
        assert!(ninja.ground.is_some());
        if ninja.position.x < 28.0 {
            assert_near(ninja.velocity.x, RUN_SPEED, 1e-3);
        }
    }
}

#[test]
fn running_off_a_ledge_leaves_it_level() {
    let mut simulation = at_rest(&ledge());
    for _ in 0..200 {
        simulation.tick(RIGHT);
        let ninja = simulation.ninja();
        if ninja.ground.is_none() {
            assert!(ninja.velocity.y > -1.0, "left with {}", ninja.velocity);
            assert_near(ninja.velocity.x, RUN_SPEED, 0.1);
            return;
        }
    }
    panic!("it never left the ledge");
}

#[test]
fn a_one_tile_gap_lets_the_ninja_through() {
    let mut simulation = at_rest(&drawn(
        "
        ##############
        #      #     #
        #      #     #
        #  @         #
        ##############
        ",
    ));
    play(&mut simulation, 200, RIGHT);
    assert_near(simulation.ninja().position.x, 13.0 - BODY_RADIUS, 1e-3);
}
