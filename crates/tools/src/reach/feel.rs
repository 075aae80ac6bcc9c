//! `hairline reach --feel`: how the ninja moves beside the players' figures of other games. The game's own are measured by playing;
//! the others' are published, and the page that has the table says where.

use hairline_sim::Simulation;
use hairline_sim::run::input::TickInput;
use hairline_sim::tuning::{BODY_RADIUS, HURT_RADIUS, TICK, TICKS_PER_SECOND};

use super::course::{Course, settle, stands, until};
use super::moves::{jump, running};

const RIGHT: TickInput = TickInput::RIGHT;
const JUMP: TickInput = TickInput::JUMP;

pub(super) fn table() -> String {
    let run = running();
    let (held, tapped) = (jump(TICKS_PER_SECOND), jump(1));
    let (away, up) = wall_jump();
    // What was measured here, N++, Celeste, VVVVVV.
    let rows = [
        ["ticks a second", &TICKS_PER_SECOND.to_string(), "60", "60", "29"],
        ["run, tiles a second", &format!("{:.1}", run.speed), "8.3", "11.25", "22"],
        ["from rest to that, seconds", &format!("{:.2}", run.start.0), "1.0", "0.09", "0.1"],
        ["from that to rest, tiles", &format!("{:.2}", run.stop), "–", "–", "–"],
        ["jump, held, tiles", &format!("{:.1}", held.height), "3.2", "3.6", "flips"],
        ["jump, tapped, tiles", &format!("{:.1}", tapped.height), "1.2", "–", "flips"],
        ["to the top of a held jump, seconds", &format!("{:.2}", held.seconds.0), "1.0", "0.35", "–"],
        ["half gravity at the top", "while held", "–", "while held", "–"],
        ["jump after an edge, seconds", &format!("{:.2}", coyote_time()), "0.08", "0.10", "0.07"],
        ["jump pressed before landing, seconds", &format!("{:.2}", jump_buffer()), "0.08", "0.08", "0.17"],
        ["wall jump: away, up; tiles a second", &format!("{away:.1}, {up:.1}"), "2.5, 3.5", "16.3, –", "–"],
        ["slide down a wall, tiles a second", &format!("{:.1}", wall_slide()), "–", "–", "–"],
        ["fastest fall, tiles a second", &format!("{:.0}", fastest_fall()), "25", "20; 30 on request", "36.8"],
        [
            "what is hit, tiles",
            &format!("circle of {HURT_RADIUS}, in a body of {BODY_RADIUS}"),
            "circle of 0.42",
            "box of 1.0 × 1.1, in a body of 1.0 × 1.4",
            "–",
        ],
    ];
    let mut text = String::from("| | Hairline | N++ | Celeste | VVVVVV |\n|---|---|---|---|---|\n");
    rows.iter().for_each(|row| text += &format!("| {} |\n", row.join(" | ")));
    text
}

/// The most ticks for which `works`, from none on.
fn longest(works: impl Fn(u32) -> bool) -> f32 {
    (0..TICKS_PER_SECOND).take_while(|ticks| works(*ticks)).last().unwrap_or(0) as f32 * TICK
}

/// Seconds after it ran off an edge in which the ninja still jumps: the tick in which it left the ground is the first.
fn coyote_time() -> f32 {
    TICK + longest(|late| {
        let mut simulation = Course::room(40, 14, (2, 6)).with(1..10, 1..6, '#').play();
        settle(&mut simulation);
        until(&mut simulation, RIGHT, 3.0, |simulation| !stands(simulation));
        (0..late).for_each(|_| simulation.tick(RIGHT));
        simulation.tick(RIGHT.with(JUMP));
        simulation.ninja().velocity.y > 0.0
    })
}

/// Seconds before it lands in which a press of jump still counts.
fn jump_buffer() -> f32 {
    let falling = || Course::room(9, 12, (4, 6)).play();
    let mut simulation = falling();
    let mut flight = 0;
    until(&mut simulation, TickInput::NONE, 3.0, |simulation| {
        flight += 1;
        stands(simulation)
    });
    longest(|early| {
        let mut simulation = falling();
        (0..flight - early).for_each(|_| simulation.tick(TickInput::NONE));
        (0..=early + 1).any(|_| {
            simulation.tick(JUMP);
            simulation.ninja().velocity.y > 0.0
        })
    })
}

/// A ninja that slides down the wall to its right at a constant speed.
fn sliding() -> Simulation {
    let mut simulation = Course::room(6, 60, (4, 56)).play();
    until(&mut simulation, RIGHT, 1.5, |_| false);
    simulation
}

fn wall_slide() -> f32 {
    -sliding().ninja().velocity.y
}

/// Tiles a second away from the wall and up, in the tick of a wall jump.
fn wall_jump() -> (f32, f32) {
    let mut simulation = sliding();
    simulation.tick(JUMP);
    let velocity = simulation.ninja().velocity;
    (velocity.x.abs(), velocity.y)
}

fn fastest_fall() -> f32 {
    let mut simulation = Course::room(9, 60, (4, 57)).play();
    let mut fastest = 0.0_f32;
    until(&mut simulation, TickInput::NONE, 4.0, |simulation| {
        fastest = fastest.max(-simulation.ninja().velocity.y);
        stands(simulation)
    });
    fastest
}

#[cfg(test)]
mod tests {
    use super::*;
    use hairline_sim::tuning::{
        COYOTE_TICKS, JUMP_BUFFER_TICKS, TERMINAL_FALL, WALL_JUMP_SPEED_AWAY, WALL_JUMP_SPEED_UP, WALL_SLIDE_SPEED,
    };

    /// What is played is what the rules are tuned to: times to the tick, speeds within what a tick changes.
    #[test]
    fn what_is_measured_agrees_with_the_tuning() {
        let near =
            |measured: f32, tuned: f32, least: f32| assert!((measured - tuned).abs() <= least, "{measured} {tuned}");
        // The counter begins in the last tick on the ground and must not have come to 0 in that of the jump.
        near(coyote_time() / TICK, f32::from(COYOTE_TICKS - 2), 0.01);
        // The counter begins in the tick of the press.
        near(jump_buffer() / TICK, f32::from(JUMP_BUFFER_TICKS - 1), 0.01);
        near(fastest_fall(), TERMINAL_FALL, 1e-3);
        near(wall_slide(), WALL_SLIDE_SPEED, 1e-3);
        near(wall_jump().0, WALL_JUMP_SPEED_AWAY, 0.7);
        near(wall_jump().1, WALL_JUMP_SPEED_UP, 0.7);
    }
}
