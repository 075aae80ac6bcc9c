//! How high and how long a jump is, and the presses that are forgiven.

use hairline_sim::ninja::{Ninja, NinjaJumped, NinjaLanded};
use hairline_sim::tuning::{BODY_RADIUS, TERMINAL_FALL, TICK};

use super::{JUMP, NONE, RIGHT, assert_near, at_rest, highest, ledge, open_hall};
use hairline_testing::{RunState, drawn, play, tick_emitting};

#[test]
fn a_held_jump_is_three_tiles_and_a_third_high_and_takes_0_38_seconds_to_its_apex() {
    let mut simulation = at_rest(&open_hall());
    let floor = simulation.ninja().position.y;
    let states = play(&mut simulation, 128, JUMP);
    assert_near(highest(&states) - floor, 3.3, 0.05);
    let apex = states.iter().position(|state| state.ninja().velocity.y <= 0.0).expect("it comes down again");
    assert_near(apex as f32 * TICK, 0.38, 0.02);
}

#[test]
fn a_tapped_jump_is_1_2_tiles_high() {
    let mut simulation = at_rest(&open_hall());
    let floor = simulation.ninja().position.y;
    simulation.tick(JUMP);
    let states = play(&mut simulation, 128, NONE);
    assert_near(highest(&states) - floor, 1.2, 0.1);
}

#[test]
fn holding_longer_jumps_higher() {
    let mut last = 0.0;
    for hold in [1, 8, 16, 24, 32] {
        let mut simulation = at_rest(&open_hall());
        let mut states = play(&mut simulation, hold, JUMP);
        states.extend(play(&mut simulation, 128 - hold, NONE));
        assert!(highest(&states) > last + 0.05, "{hold} ticks reach {}, fewer {last}", highest(&states));
        last = highest(&states);
    }
}

#[test]
fn a_held_button_jumps_only_once() {
    let mut simulation = at_rest(&open_hall());
    let jumps: usize = (0..400).map(|_| tick_emitting::<NinjaJumped>(&mut simulation, JUMP).len()).sum();
    assert_eq!(jumps, 1);
}

/// Runs off the ledge and presses jump `late` ticks after the ground was lost.
fn jumps_late_by(late: u32) -> bool {
    let mut simulation = at_rest(&ledge());
    for _ in 0..200 {
        simulation.tick(RIGHT);
        if simulation.ninja().ground.is_none() {
            break;
        }
    }
    play(&mut simulation, late, RIGHT);
    !tick_emitting::<NinjaJumped>(&mut simulation, RIGHT.with(JUMP)).is_empty()
}

#[test]
fn coyote_time_is_a_tenth_of_a_second() {
    assert!(jumps_late_by(0));
    assert!(jumps_late_by(10));
    assert!(!jumps_late_by(14));
}

/// Presses jump while still in the air, `early` ticks before landing at the earliest; whether it jumps on landing.
fn jumps_when_pressed_early_by(early: usize) -> bool {
    let level = open_hall();
    let mut probe = at_rest(&level);
    probe.tick(JUMP);
    let landing =
        play(&mut probe, 128, NONE).iter().position(|state| state.ninja().ground.is_some()).expect("it lands");
    let mut simulation = at_rest(&level);
    simulation.tick(JUMP);
    play(&mut simulation, (landing - early) as u32, NONE);
    (0..40).any(|_| !tick_emitting::<NinjaJumped>(&mut simulation, JUMP).is_empty())
}

#[test]
fn a_jump_pressed_a_tenth_of_a_second_early_is_remembered() {
    assert!(jumps_when_pressed_early_by(2));
    assert!(jumps_when_pressed_early_by(10));
    assert!(!jumps_when_pressed_early_by(20));
}

#[test]
fn a_head_that_meets_a_corner_by_a_quarter_tile_is_moved_aside() {
    // The ceiling's corner is at x = 5; the ninja's head is under it by less than a quarter of a tile.
    let level = drawn(
        "
        ##########
        #        #
        #        #
        #        #
        #####    #
        #        #
        #   @    #
        ##########
        ",
    );
    for (under, passes) in [(0.05, true), (0.2, true), (0.6, false)] {
        let mut simulation = at_rest(&level);
        simulation.world_mut().resource_mut::<Ninja>().position.x = 5.0 + BODY_RADIUS - under;
        let reached = highest(&play(&mut simulation, 60, JUMP));
        assert_eq!(reached > 4.2, passes, "{under} under the corner reaches {reached}");
    }
}

#[test]
fn a_landing_says_how_hard_it_is() {
    let mut simulation = at_rest(&open_hall());
    play(&mut simulation, 40, JUMP);
    for _ in 0..128 {
        if let [NinjaLanded { speed, .. }] = tick_emitting(&mut simulation, NONE)[..] {
            assert!(speed > 10.0 && speed <= TERMINAL_FALL, "{speed}");
            return;
        }
    }
    panic!("it never landed");
}
