//! What stops the ninja and what does not, at any speed.

use hairline_level::Level;
use hairline_sim::Simulation;
use hairline_sim::ninja::Ninja;
use hairline_sim::run::Phase;
use hairline_sim::run::input::TickInput;
use hairline_sim::tuning::{BODY_RADIUS, TERMINAL_FALL};

use super::{JUMP, NONE, RIGHT, assert_near, at_rest};
use hairline_testing::{RunState, drawn, drawn_fully, play};

#[test]
fn a_platform_lets_the_ninja_up_and_holds_it_and_down_with_jump_lets_it_through() {
    let mut simulation = at_rest(&drawn(
        "
        #########
        #       #
        #       #
        #       #
        # ===== #
        #       #
        #   @   #
        #########
        ",
    ));
    play(&mut simulation, 110, JUMP);
    let on_top = simulation.ninja();
    assert_near(on_top.position.y, 4.0 + BODY_RADIUS, 1e-3);
    assert!(on_top.ground.is_some_and(|ground| ground.one_way));
    play(&mut simulation, 4, TickInput::DOWN);
    assert_near(simulation.ninja().position.y, 4.0 + BODY_RADIUS, 1e-3);
    play(&mut simulation, 60, TickInput::DOWN.with(JUMP));
    assert_near(simulation.ninja().position.y, 1.0 + BODY_RADIUS, 1e-3);
}

#[test]
fn glass_stops_the_ninja_and_a_curtain_does_not() {
    let hall = |tile: char| {
        drawn(&format!(
            "
            ##############
            #            #
            #      {tile}     #
            #  @   {tile}     #
            ##############
            "
        ))
    };
    let run = |level: &Level| {
        let mut simulation = at_rest(level);
        play(&mut simulation, 200, RIGHT);
        simulation.ninja().position.x
    };
    assert_near(run(&hall('%')), 7.0 - BODY_RADIUS, 1e-3);
    assert_near(run(&hall('~')), 13.0 - BODY_RADIUS, 1e-3);
}

#[test]
fn a_fall_never_exceeds_the_terminal_speed_and_ends_on_the_floor() {
    let tower = format!("#####\n#@  #\n{}#####\n", "#   #\n".repeat(60));
    let mut simulation = Simulation::new(&drawn(&tower));
    let states = play(&mut simulation, 600, NONE);
    let fastest = states.iter().map(|state| -state.ninja().velocity.y).fold(0.0, f32::max);
    assert_near(fastest, TERMINAL_FALL, 1e-3);
    assert_near(states[599].ninja().position.y, 1.0 + BODY_RADIUS, 1e-3);
}

#[test]
fn no_speed_tunnels_through_a_wall_one_tile_thick() {
    let level = drawn(
        "
        ####################
        #      #           #
        #  @   #           #
        ####################
        ",
    );
    for speed in [50.0, 500.0, 5000.0, 1e6] {
        let mut simulation = at_rest(&level);
        simulation.world_mut().resource_mut::<Ninja>().velocity.x = speed;
        simulation.tick(RIGHT);
        let x = simulation.ninja().position.x;
        assert!(x <= 7.0 - BODY_RADIUS + 1e-3, "at {speed} tiles a second it is at {x}");
    }
}

#[test]
fn falling_out_of_the_map_is_death() {
    let mut simulation = Simulation::new(&drawn_fully(
        "
        #####
        #@  #
        #   #
        ",
        "",
        "",
    ));
    let states = play(&mut simulation, 120, NONE);
    assert!(states.iter().any(|state| matches!(state.run().phase, Phase::Dead { .. })));
}
