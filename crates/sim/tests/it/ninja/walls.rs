//! Sliding down walls and jumping off them.

use bevy::math::Vec2;
use hairline_level::Level;
use hairline_sim::Simulation;
use hairline_sim::ninja::{Ninja, NinjaWallJumped};
use hairline_sim::tuning::{BODY_RADIUS, WALL_SLIDE_SPEED};

use super::{JUMP, LEFT, RIGHT, assert_near, at_rest, highest};
use hairline_testing::{RunState, drawn, play, tick_emitting};

#[test]
fn the_seams_of_a_wall_are_not_felt_falling_along_it() {
    let mut simulation = Simulation::new(&drawn(
        "
        #####
        #@  #
        #   #
        #   #
        #   #
        #   #
        #####
        ",
    ));
    let states = play(&mut simulation, 60, LEFT);
    for pair in states.windows(2) {
        assert!(pair[1].ninja().position.y < pair[0].ninja().position.y, "it never hangs on a seam");
    }
}

fn shaft() -> Level {
    drawn(
        "
        #########
        #   #   #
        #   #   #
        #   #   #
        #   #   #
        #   #   #
        #   #   #
        #@  #   #
        #   #   #
        #   #   #
        #########
        ",
    )
}

#[test]
fn pressing_against_a_wall_slides_down_it_at_four_tiles_a_second() {
    let mut simulation = Simulation::new(&shaft());
    let states = play(&mut simulation, 30, LEFT);
    let sliding: Vec<_> = states.iter().filter(|state| state.ninja().sliding).collect();
    assert!(sliding.len() > 10);
    for state in &sliding[8..] {
        assert_near(state.ninja().velocity.y, -WALL_SLIDE_SPEED, 1e-3);
    }
}

#[test]
fn a_wall_jump_leads_up_and_away_even_when_pressing_towards_the_wall() {
    let mut simulation = Simulation::new(&shaft());
    play(&mut simulation, 20, LEFT);
    let from = simulation.ninja().position;
    let states = play(&mut simulation, 16, LEFT.with(JUMP));
    assert!(states[0].ninja().velocity.x > 9.0, "away: {}", states[0].ninja().velocity);
    assert!(states[12].ninja().position.y > from.y + 1.0);
    assert!(states[12].ninja().position.x > from.x + 0.5);
}

#[test]
fn jumping_from_wall_to_wall_climbs_a_shaft() {
    let mut simulation = at_rest(&shaft());
    let top = (0..8).map(|turn| {
        let side = if turn % 2 == 0 { RIGHT } else { LEFT };
        play(&mut simulation, 4, side);
        highest(&play(&mut simulation, 26, side.with(JUMP)))
    });
    assert!(top.fold(f32::MIN, f32::max) > 8.0);
}

#[test]
fn speed_away_from_the_wall_is_kept_by_a_wall_jump() {
    let mut simulation = Simulation::new(&shaft());
    play(&mut simulation, 20, LEFT);
    simulation.world_mut().resource_mut::<Ninja>().velocity.x = 14.0;
    simulation.tick(JUMP);
    assert_near(simulation.ninja().velocity.x, 14.0, 0.3);
}

#[test]
fn wall_grace_allows_a_jump_just_after_leaving_the_wall() {
    for (late, jumps) in [(3, true), (20, false)] {
        let mut simulation = Simulation::new(&shaft());
        play(&mut simulation, 12, LEFT);
        // Steering away leaves the wall.
        let states = play(&mut simulation, late + 6, RIGHT);
        let left_at = states.iter().position(|state| state.ninja().wall == 0.0);
        assert!(left_at.is_some(), "it left the wall");
        let jumped = tick_emitting::<NinjaWallJumped>(&mut simulation, RIGHT.with(JUMP));
        assert_eq!(!jumped.is_empty(), jumps, "{late} ticks late");
    }
}

#[test]
fn a_smooth_wall_is_neither_slid_down_nor_jumped_off() {
    let mut simulation = Simulation::new(&drawn(
        "
        #####
        !@  !
        !   !
        !   !
        !   !
        !   !
        !   !
        !   !
        !   !
        #####
        ",
    ));
    for input in [LEFT, LEFT.with(JUMP), LEFT, LEFT.with(JUMP)] {
        for _ in 0..8 {
            assert!(tick_emitting::<NinjaWallJumped>(&mut simulation, input).is_empty());
            let ninja = simulation.ninja();
            assert!(ninja.wall == 0.0 && !ninja.sliding);
        }
    }
    let ninja = simulation.ninja();
    assert_near(ninja.position.x, 1.0 + BODY_RADIUS, 1e-3);
    assert!(ninja.velocity.y < -2.0 * WALL_SLIDE_SPEED, "it falls freely: {}", ninja.velocity);
}

#[test]
fn of_a_wall_that_is_partly_smooth_the_tile_beside_the_ninjas_center_decides() {
    let level = drawn(
        "
        #########
        #   @   #
        #       #
        #       !
        !       #
        #       #
        #########
        ",
    );
    for (side, input, smooth) in [(-1.0, LEFT, 2), (1.0, RIGHT, 3)] {
        let x = if side < 0.0 { 1.0 + BODY_RADIUS } else { 8.0 - BODY_RADIUS };
        for hundredths in 150..550 {
            let y = hundredths as f32 / 100.0 + 0.005;
            let mut simulation = Simulation::new(&level);
            *simulation.world_mut().resource_mut::<Ninja>() = Ninja::new(Vec2::new(x - side * 0.03, y));
            simulation.tick(input);
            let ninja = simulation.ninja();
            let is_smooth = ninja.position.y.floor() as i32 == smooth;
            assert_eq!(ninja.wall, if is_smooth { 0.0 } else { side }, "at {}", ninja.position);
        }
    }
}
