//! From what is held and pressed in each frame to the input of each tick.

use hairline::screens::play::controls::Latch;
use hairline_sim::run::input::TickInput;

const NONE: TickInput = TickInput::NONE;
const LEFT: TickInput = TickInput::LEFT;
const RIGHT: TickInput = TickInput::RIGHT;
const JUMP: TickInput = TickInput::JUMP;
const FOCUS: TickInput = TickInput::FOCUS;
const RESTART: TickInput = TickInput::RESTART;

/// Checks frames of (held, pressed), each followed by the ticks whose inputs are expected.
#[track_caller]
fn check(mut latch: Latch, frames: &[(TickInput, TickInput, &[TickInput])]) {
    for (number, (held, pressed, expected)) in frames.iter().enumerate() {
        latch.frame(*held, *pressed);
        for (tick, input) in expected.iter().enumerate() {
            assert_eq!(latch.tick(), *input, "frame {number}, tick {tick}");
        }
    }
}

#[test]
fn a_held_button_is_in_every_tick() {
    check(Latch::default(), &[(JUMP, JUMP, &[JUMP, JUMP, JUMP]), (JUMP, NONE, &[JUMP]), (NONE, NONE, &[NONE])]);
}

#[test]
fn a_tap_within_one_frame_is_one_tick() {
    check(Latch::default(), &[(NONE, JUMP, &[JUMP, NONE, NONE])]);
}

#[test]
fn a_tap_between_two_ticks_waits_for_the_next_tick() {
    check(Latch::default(), &[(JUMP, JUMP, &[]), (NONE, NONE, &[]), (NONE, NONE, &[JUMP, NONE])]);
}

#[test]
fn a_second_press_between_two_ticks_is_seen_as_a_press() {
    check(Latch::default(), &[(JUMP, JUMP, &[JUMP]), (JUMP, JUMP, &[NONE, JUMP, JUMP])]);
    check(Latch::default(), &[(FOCUS, FOCUS, &[FOCUS]), (FOCUS, FOCUS, &[NONE, FOCUS])]);
}

#[test]
fn the_last_pressed_of_left_and_right_wins() {
    let both = LEFT.with(RIGHT);
    check(Latch::default(), &[(LEFT, LEFT, &[LEFT]), (both, RIGHT, &[RIGHT]), (LEFT, NONE, &[LEFT])]);
    check(Latch::default(), &[(RIGHT, RIGHT, &[RIGHT]), (both, LEFT, &[LEFT]), (both, NONE, &[LEFT])]);
    // A tap of the other side while one is held is one tick of it.
    check(Latch::default(), &[(RIGHT, RIGHT, &[RIGHT]), (RIGHT, LEFT, &[LEFT, RIGHT])]);
}

#[test]
fn both_sides_in_one_frame_are_one_side() {
    let both = LEFT.with(RIGHT);
    let mut latch = Latch::default();
    latch.frame(both, both);
    let input = latch.tick();
    assert_ne!(input.steer(), 0.0, "{input:?}");
}

#[test]
fn a_restart_lasts_one_tick_a_press() {
    check(Latch::default(), &[(RESTART, RESTART, &[RESTART, NONE]), (RESTART, NONE, &[NONE])]);
    check(Latch::default(), &[(NONE, RESTART, &[RESTART]), (NONE, RESTART, &[NONE, RESTART, NONE])]);
}

#[test]
fn the_press_that_started_the_level_does_not_jump() {
    let mut latch = Latch::default();
    latch.frame(JUMP, JUMP);
    latch.begin();
    let right = RIGHT.with(JUMP);
    check(latch, &[(JUMP, NONE, &[NONE]), (right, RIGHT, &[RIGHT]), (NONE, NONE, &[NONE]), (JUMP, JUMP, &[JUMP])]);
}

#[test]
fn a_suppressed_jump_pressed_anew_within_one_frame_jumps() {
    let mut latch = Latch::default();
    latch.begin();
    check(latch, &[(JUMP, NONE, &[NONE]), (JUMP, JUMP, &[JUMP])]);
}

#[test]
fn a_jump_held_at_death_does_not_jump_in_the_next_run_and_a_later_press_does() {
    let mut latch = Latch::default();
    latch.frame(JUMP.with(RIGHT), JUMP);
    latch.tick();
    latch.suppress_jump();
    check(latch, &[(JUMP.with(RIGHT), NONE, &[RIGHT]), (RIGHT, NONE, &[RIGHT]), (JUMP, JUMP, &[JUMP])]);
}
