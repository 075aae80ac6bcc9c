//! Slopes up and down, without leaving the ground.

use hairline_sim::tuning::RUN_SPEED;

use super::{LEFT, NONE, RIGHT, assert_near, at_rest};
use hairline_testing::{RunState, drawn, play};

/// The map as a mirror shows it, slopes turned round too.
fn mirrored(map: &str) -> String {
    let turned = |character| match character {
        '/' => '\\',
        '\\' => '/',
        '<' => '>',
        '>' => '<',
        '(' => ')',
        ')' => '(',
        other => other,
    };
    map.lines().map(|line| line.trim().chars().rev().map(turned).collect::<String>() + "\n").collect()
}

/// Runs over the map and over its mirror image. Until it is `until` tiles from where the map begins, the ninja must not leave
/// the ground nor turn round, and both runs must take equally long.
#[track_caller]
fn assert_grounded_all_the_way(map: &str, until: f32) {
    let width = map.lines().map(|line| line.trim().len()).max().unwrap_or(0) as f32;
    let ticks = [(RIGHT, 1.0, map.to_owned()), (LEFT, -1.0, mirrored(map))].map(|(input, side, map)| {
        let mut simulation = at_rest(&drawn(&map));
        for tick in 0..600_u32 {
            simulation.tick(input);
            let ninja = simulation.ninja();
            let gone = if side > 0.0 { ninja.position.x } else { width - ninja.position.x };
            assert!(ninja.ground.is_some(), "it left the ground at {} with {}", ninja.position, ninja.velocity);
            assert!(ninja.velocity.x * side >= 0.0, "it turned round at {}", ninja.position);
            if gone > until {
                return tick;
            }
        }
        panic!("it never got to {until}: {}", simulation.ninja().position);
    });
    assert!(ticks[0].abs_diff(ticks[1]) <= 1, "{ticks:?}");
}

#[test]
fn a_valley_at_right_angles_keeps_the_speed() {
    assert_grounded_all_the_way(
        "
        ##########################
        #                        #
        #  @                     #
        #########\\  /#############
        ##########\\/##############
        ##########################
        ",
        20.0,
    );
}

#[test]
fn steep_slopes_up_and_down_keep_the_ninja_on_the_ground() {
    assert_grounded_all_the_way(
        "
        ##########################
        #                        #
        #                        #
        #        /##\\            #
        #  @    /####\\           #
        ##########################
        ",
        22.0,
    );
}

#[test]
fn gentle_slopes_up_and_down_keep_the_ninja_on_the_ground() {
    assert_grounded_all_the_way(
        "
        ##########################
        #                        #
        #                        #
        #        <(##)>          #
        #  @   <(######)>        #
        ##########################
        ",
        22.0,
    );
}

#[test]
fn a_valley_of_slopes_keeps_the_ninja_on_the_ground() {
    assert_grounded_all_the_way(
        "
        ##########################
        #                        #
        #  @                     #
        #######\\      /###########
        ########\\    /############
        #########)><(#############
        ##########################
        ",
        20.0,
    );
}

#[test]
fn speed_is_kept_on_to_a_slope_and_off_it() {
    let mut simulation = at_rest(&drawn(
        "
        ##########################
        #                        #
        #                        #
        #        <(##)>          #
        #  @   <(######)>        #
        ##########################
        ",
    ));
    play(&mut simulation, 24, RIGHT);
    for state in play(&mut simulation, 180, RIGHT) {
        if state.ninja().position.x < 24.0 {
            assert_near(state.ninja().velocity.length(), RUN_SPEED, 0.05);
        }
    }
}

#[test]
fn the_ninja_stands_still_on_a_steep_slope() {
    let mut simulation = at_rest(&drawn(
        "
        ##########
        #        #
        #   @    #
        #  /#    #
        # /##    #
        #/###    #
        ##########
        ",
    ));
    play(&mut simulation, 90, LEFT);
    play(&mut simulation, 30, NONE);
    let before = simulation.ninja().position;
    play(&mut simulation, 100, NONE);
    assert_near(simulation.ninja().position.distance(before), 0.0, 1e-4);
}
