//! What the ninja's legs do: running, jumping, climbing walls, and being thrown. Everything is played.

use bevy_math::Vec2;

use hairline_sim::Simulation;
use hairline_sim::run::input::TickInput;
use hairline_sim::tuning::{BODY_RADIUS, RUN_SPEED, TICK};

use super::course::{Course, put_ninja, settle, stands, top_of, until};

const RUN: TickInput = TickInput::RIGHT;
const JUMP: TickInput = TickInput::JUMP;
const RUN_AND_JUMP: TickInput = TickInput::RIGHT.with(TickInput::JUMP);

/// Columns in front of a jump in which the ninja reaches its full speed.
const RUN_UP: usize = 6;

pub(super) struct Running {
    /// Tiles a second.
    pub speed: f32,
    /// Seconds and tiles from rest to full speed.
    pub start: (f32, f32),
    /// Tiles from full speed to rest.
    pub stop: f32,
}

pub(super) fn running() -> Running {
    let mut simulation = Course::room(60, 6, (2, 1)).play();
    settle(&mut simulation);
    let from = simulation.ninja().position.x;
    let mut ticks = 0;
    until(&mut simulation, RUN, 2.0, |simulation| {
        ticks += 1;
        simulation.ninja().velocity.x >= RUN_SPEED - 1e-3
    });
    let (speed, at) = (simulation.ninja().velocity.x, simulation.ninja().position.x);
    until(&mut simulation, TickInput::NONE, 2.0, |simulation| simulation.ninja().velocity.x == 0.0);
    Running { speed, start: (ticks as f32 * TICK, at - from), stop: simulation.ninja().position.x - at }
}

/// One jump from flat ground to the same height.
pub(super) struct Jump {
    /// Tiles that its center rises.
    pub height: f32,
    /// Seconds until the highest point, and in the air.
    pub seconds: (f32, f32),
    /// Tiles from take-off to landing, at full speed and from rest.
    pub width: (f32, f32),
}

/// A jump whose button is held for some ticks.
pub(super) fn jump(held: u32) -> Jump {
    let flight = |run_up: bool| {
        let mut simulation = Course::room(60, 10, (2, 1)).play();
        settle(&mut simulation);
        if run_up {
            until(&mut simulation, RUN, 0.5, |_| false);
        }
        let from = simulation.ninja().position;
        let (mut top, mut top_tick, mut tick) = (from.y, 0, 0);
        loop {
            simulation.tick(if tick < held { RUN_AND_JUMP } else { RUN });
            tick += 1;
            let ninja = simulation.ninja();
            if ninja.position.y > top {
                (top, top_tick) = (ninja.position.y, tick);
            }
            if ninja.ground.is_some() || tick > 1000 {
                return (top - from.y, top_tick, tick, ninja.position.x - from.x);
            }
        }
    };
    let (with_run_up, from_rest) = (flight(true), flight(false));
    Jump {
        height: with_run_up.0,
        seconds: (with_run_up.1 as f32 * TICK, with_run_up.2 as f32 * TICK),
        width: (with_run_up.3, from_rest.3),
    }
}

/// The height of a held jump off a slope of 45° that the ninja runs up.
pub(super) fn jump_from_slope() -> f32 {
    let mut course = Course::room(40, 24, (2, 1));
    for step in 0..14 {
        course = course.with(8 + step..9 + step, 1 + step..2 + step, '/').with(9 + step..24, 1 + step..2 + step, '#');
    }
    let mut simulation = course.play();
    settle(&mut simulation);
    until(&mut simulation, RUN, 3.0, |simulation| simulation.ninja().position.x > 14.0);
    let from = simulation.ninja().position.y;
    top_of(&mut simulation, JUMP, 1.0) - from
}

/// The widest gap, in tiles, that a jump at full speed crosses to a ledge that is so many tiles higher; `None` if the ledge is
/// too high.
pub(super) fn widest_gap(higher: i32) -> Option<usize> {
    (1..30).take_while(|&gap| crosses(gap, higher)).last()
}

/// Whether some moment to jump carries the ninja over a gap.
fn crosses(gap: usize, higher: i32) -> bool {
    const LEDGE: usize = 8;
    let (edge, landing) = (2 + RUN_UP, 2 + RUN_UP + gap);
    let top = (LEDGE as i32 + higher) as usize;
    let course = Course::room(landing + 8, LEDGE + 12, (2, LEDGE)).with(1..edge, 1..LEDGE, '#');
    let mut simulation = course.with(landing..landing + 7, 1..top, '#').play();
    settle(&mut simulation);
    until(&mut simulation, RUN, 2.0, |simulation| simulation.ninja().position.x > edge as f32 - 1.0);
    // From here on, a jump is tried at each tick, until the ninja has been off the edge for too long.
    for _ in 0..32 {
        let before = simulation.save();
        let landed = until(&mut simulation, RUN_AND_JUMP, 2.0, |simulation| {
            stands(simulation) && simulation.ninja().position.x > landing as f32 - 0.5
                || simulation.ninja().position.y < 2.0
        });
        if landed && simulation.ninja().position.y > top as f32 {
            return true;
        }
        simulation.restore(&before);
        simulation.tick(RUN);
    }
    false
}

/// Tiles that the ninja gains with each jump up a single wall of a tile, with the best timing; 0 if it gives no hold.
pub(super) fn climb_of_one_wall(tile: char) -> f32 {
    best_climb(|held| {
        let course =
            Course::room(40, 60, (36, 1)).with(37..39, 1..58, tile).with(39..40, 1..58, '!').with(38..39, 58..59, 'X');
        gain_a_jump(&mut course.play(), held, |wall| if wall == 0.0 { 1.0 } else { wall })
    })
}

/// Tiles that the ninja gains with each jump from wall to wall in a shaft of some width, with the best timing.
pub(super) fn climb_of_shaft(width: usize) -> f32 {
    best_climb(|held| {
        let course = Course::room(width + 3, 60, (width, 1)).with(width + 1..width + 2, 1..58, '#');
        let mut towards = 1.0;
        gain_a_jump(&mut course.play(), held, move |wall| {
            if wall != 0.0 {
                towards = -wall;
            }
            towards
        })
    })
}

/// Whether the ninja gets from a wall onto an overhang of so many tiles of that wall, by some jump from below it.
pub(super) fn passes_overhang(width: usize, tile: char) -> bool {
    /// The columns of the wall, and the row of the overhang.
    const WALL: usize = 16;
    const ROW: usize = 9;
    let course = Course::room(WALL + 2, 20, (2, 1)).with(WALL..WALL + 1, 1..ROW, '#');
    let mut simulation = course.with(WALL - width..WALL + 1, ROW..ROW + 1, tile).play();
    let start = simulation.save();
    let mut gets_there = |below: u32, held: u32, away: u32| {
        simulation.restore(&start);
        let beside = Vec2::new(WALL as f32 - BODY_RADIUS, ROW as f32 - BODY_RADIUS - 0.08 * below as f32);
        put_ninja(&mut simulation, beside);
        // Two ticks to touch the wall; then a jump off it, and one off the face of the overhang.
        let (mut was_down, mut jumped_again) = (false, false);
        for tick in 0..200 {
            let ninja = simulation.ninja();
            let at_the_face = ninja.position.x < (WALL - width) as f32 && ninja.wall != 0.0;
            jumped_again |= at_the_face && !was_down;
            was_down = jumped_again || !at_the_face && (2..2 + held).contains(&tick);
            let side = if (2..2 + away).contains(&tick) { TickInput::LEFT } else { TickInput::RIGHT };
            simulation.tick(if was_down { side.with(JUMP) } else { side });
            if stands(&simulation) {
                return simulation.ninja().position.y > ROW as f32 + 1.0;
            }
        }
        false
    };
    let jumps = (0..40).flat_map(|below| [20, 30, 40].map(|held| (below, held)));
    let mut jumps = jumps.flat_map(|(below, held)| (10..40).step_by(2).map(move |away| (below, held, away)));
    jumps.any(|(below, held, away)| gets_there(below, held, away))
}

fn best_climb(gain: impl Fn(u32) -> f32) -> f32 {
    (4..=56).step_by(4).map(gain).fold(0.0, f32::max)
}

/// Jumps whenever it touches a wall, holds the button for some ticks, steers as `steer` says of the wall that it last jumped
/// from, and measures the jumps after the first.
fn gain_a_jump(simulation: &mut Simulation, held: u32, mut steer: impl FnMut(f32) -> f32) -> f32 {
    const JUMPS: u32 = 5;
    settle(simulation);
    let (mut jumps, mut held_for, mut first) = (0, 0, 0.0);
    for _ in 0..1200 {
        let ninja = simulation.ninja();
        if jumps > 0 && ninja.ground.is_some() {
            return 0.0;
        }
        let wall = if ninja.ground.is_none() { ninja.wall } else { 0.0 };
        let starts = (wall != 0.0 || stands(simulation)) && held_for == 0;
        if starts && wall != 0.0 {
            if jumps == 1 {
                first = ninja.position.y;
            }
            if jumps == 1 + JUMPS {
                return (ninja.position.y - first) / JUMPS as f32;
            }
            jumps += 1;
        }
        let side = steer(if starts { wall } else { 0.0 });
        let direction = if side > 0.0 { TickInput::RIGHT } else { TickInput::LEFT };
        held_for = if starts { held } else { held_for.saturating_sub(1) };
        // The button is let go for one tick before the next press.
        simulation.tick(if held_for > 1 { direction.with(JUMP) } else { direction });
    }
    0.0
}

/// Tiles above a spring's center to which it throws the ninja.
pub(super) fn spring_height(strength: u32) -> f32 {
    let course = Course::room(9, 60, (4, 1)).with_actor(&format!("'s': Spring(at: (4.5, 1.5), strength: {strength})"));
    top_of(&mut course.play(), TickInput::NONE, 2.0) - 1.5
}

/// Tiles that a bumper with a flat top throws the ninja up.
pub(super) fn bumper_height(strength: u32) -> f32 {
    let course = Course::room(11, 60, (5, 5)).with_actor(&format!("'b': Bumper(at: (5.5, 2.5), strength: {strength})"));
    let mut simulation = course.play();
    until(&mut simulation, TickInput::NONE, 2.0, |simulation| simulation.ninja().velocity.y > 0.0);
    let from = simulation.ninja().position.y;
    top_of(&mut simulation, TickInput::NONE, 1.5) - from
}

/// The lowest gap above a floor, and the narrowest one beside a wall, through which the ninja passes, in tiles.
pub(super) fn narrowest_gaps() -> (f32, f32) {
    let least =
        |passes: fn(f32) -> bool| (70..=110).map(|hundredths| hundredths as f32 / 100.0).find(|&gap| passes(gap));
    (least(runs_under).unwrap_or(f32::NAN), least(falls_through).unwrap_or(f32::NAN))
}

fn runs_under(gap: f32) -> bool {
    let bottom = 1.0 + gap;
    let course =
        Course::room(20, 8, (2, 1)).with_actor(&format!("'m': Mover(at: (8, {}), shape: Box(3, 1))", bottom + 0.5));
    until(&mut course.play(), RUN, 3.0, |simulation| simulation.ninja().position.x > 11.0)
}

fn falls_through(gap: f32) -> bool {
    // The ninja's center is in the middle of the gap.
    let (left, right) = (4.5 - gap / 2.0, 4.5 + gap / 2.0);
    let course = Course::room(9, 10, (4, 7));
    let course = course.with_actor(&format!("'l': Mover(at: ({}, 4), shape: Box(2, 2))", left - 1.0));
    let course = course.with_actor(&format!("'r': Mover(at: ({}, 4), shape: Box(2, 2))", right + 1.0));
    until(&mut course.play(), TickInput::NONE, 3.0, |simulation| simulation.ninja().position.y < 2.5)
}
