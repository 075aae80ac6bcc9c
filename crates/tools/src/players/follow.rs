//! How a hand plays a way: the buttons change when the ninja is where the way changes them, but for the hand's timing; presses are
//! neither shorter nor more frequent than a hand can make them.

use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

use hairline_sim::Simulation;
use hairline_sim::run::input::TickInput;
use hairline_sim::tuning::{FOCUS_TIME_SCALE, TICKS_PER_SECOND};

use super::node::Node;
use super::way::Way;
use crate::hand::normal;

/// A change that follows another within so many ticks is one motion with it.
const ONE_MOTION_TICKS: u32 = 32;
/// The spread of such a change as a share of a press's.
const RELEASE_SPREAD: f32 = 0.6;
/// The chance of a slip at each change, and how late one is on average, in ticks.
const SLIP_CHANCE: f32 = 0.01;
const SLIP_TICKS: f32 = 16.0;
/// Ticks between two corrections of the place on the way, by which share it is corrected, and the square tiles from the way beyond
/// which there is nothing to correct.
const CORRECTION_TICKS: u32 = 4;
const CORRECTION: f32 = 0.5;
pub const NEAR: f32 = 2.0;
/// Ticks by which a change must have come early to be made again.
const AGAIN_TICKS: usize = 10;
/// Presses in a second at most, and the shortest one in ticks of real time (40 ms).
const PRESSES_A_SECOND: usize = 8;
const PRESS_TICKS_MIN: f32 = 5.0;
/// Ticks around where the player takes itself to be that it looks for its place on the way.
const PLACE_TICKS: usize = 48;
/// How much less a place counts for being so many ticks from there, squared: where all places are alike, in a wait, time goes on.
const SHIFT_DOUBT: f32 = 1e-4;

/// Where a player is on a way, and what its hand does.
#[derive(Clone, Debug)]
pub struct Follow {
    pub way: usize,
    /// The tick of the way at which the player takes itself to be.
    pub cursor: usize,
    /// The buttons that the hand holds, by their chunk of the way.
    chunk: usize,
    /// Ticks by which the next change comes late, and those of them that are left once it is due.
    noise: i32,
    late: Option<u32>,
    age: u32,
    held: TickInput,
    /// Real time in ticks.
    now: f32,
    /// When the last presses were, of all buttons, and when each button was pressed last.
    pressed_at: [f32; PRESSES_A_SECOND],
    next_press: usize,
    pressed_since: [f32; TickInput::LETTERS.len()],
}

impl Follow {
    /// At the beginning of a way, with nothing held.
    pub fn new(way: usize) -> Self {
        Self {
            way,
            cursor: 0,
            chunk: 0,
            noise: 0,
            late: None,
            age: 0,
            held: TickInput::NONE,
            now: 0.0,
            pressed_at: [f32::NEG_INFINITY; PRESSES_A_SECOND],
            next_press: 0,
            pressed_since: [f32::NEG_INFINITY; TickInput::LETTERS.len()],
        }
    }

    /// Goes on at a tick of a way, as its buttons are there.
    pub fn join(&mut self, ways: &[Way], way: usize, tick: usize) {
        (self.way, self.cursor, self.chunk) = (way, tick, ways[way].chunk_at(tick));
        (self.noise, self.late) = (0, None);
    }

    /// By how many ticks the player finds itself ahead of where it took itself to be, and how far it is from its way, in
    /// square tiles.
    pub fn place(&self, ways: &[Way], node: &Node) -> (i32, f32) {
        let way = &ways[self.way];
        let first = if node.is_at_rest() { self.cursor } else { self.cursor.saturating_sub(PLACE_TICKS) };
        let last = (self.cursor + PLACE_TICKS).min(way.end());
        let mut best = (0, f32::INFINITY, f32::INFINITY);
        let mut look = |tick: usize| {
            let shift = tick as i32 - self.cursor as i32;
            let difference = way.nodes[tick].difference(node);
            let doubt = (shift * shift) as f32 * SHIFT_DOUBT;
            if difference + doubt < best.1 {
                best = (shift, difference + doubt, difference);
            }
        };
        (first..=last).for_each(&mut look);
        (best.0, best.2)
    }

    /// Corrects where the player takes itself to be, by where it sees itself. It knows its own motion ahead of its eyes.
    pub fn correct(&mut self, ways: &[Way], simulation: &Simulation) {
        self.age = self.age.wrapping_add(1);
        if self.age.is_multiple_of(CORRECTION_TICKS) {
            let (shift, difference) = self.place(ways, &Node::of(simulation));
            if difference < NEAR {
                self.shift(ways, (shift as f32 * CORRECTION).round() as i32);
            }
        }
    }

    /// Corrects where the player takes itself to be.
    pub fn shift(&mut self, ways: &[Way], by: i32) {
        let way = &ways[self.way];
        self.cursor = self.cursor.saturating_add_signed(by as isize).min(way.end());
        // Far behind what the hand has done, it does it again.
        if way.chunks[self.chunk].start as usize > self.cursor + AGAIN_TICKS {
            (self.chunk, self.noise, self.late) = (way.chunk_at(self.cursor), 0, None);
        }
    }

    /// Goes on at a tick of its way, with a hand that has this spread in ticks of real time.
    pub fn go_on(&mut self, ways: &[Way], tick: usize, sigma: f32, in_focus: bool, random: &mut Xoshiro256PlusPlus) {
        self.join(ways, self.way, tick);
        let tick_time = tick_time(in_focus);
        self.noise = next_noise(&ways[self.way], self.chunk, sigma / tick_time, tick_time, random);
    }

    /// The buttons of this tick for a hand that never misses.
    pub fn exact_input(&mut self, ways: &[Way]) -> TickInput {
        let way = &ways[self.way];
        self.chunk = self.chunk.max(way.chunk_at(self.cursor));
        self.cursor = (self.cursor + 1).min(way.end());
        way.chunks[self.chunk].input
    }

    /// The buttons of this tick, of a hand with this spread in ticks of real time.
    pub fn input(&mut self, ways: &[Way], sigma: f32, in_focus: bool, random: &mut Xoshiro256PlusPlus) -> TickInput {
        let tick_time = tick_time(in_focus);
        self.now += tick_time;
        let way = &ways[self.way];
        self.change_if_due(way, sigma / tick_time, tick_time, random);
        self.cursor = (self.cursor + 1).min(way.end());
        self.held = self.within_limits(way.chunks[self.chunk].input);
        self.held
    }

    /// Changes the buttons as the way does, early or late by the hand's timing. Where on the way the ninja is then is the moment
    /// of the change, however late it was.
    fn change_if_due(&mut self, way: &Way, sigma: f32, tick_time: f32, random: &mut Xoshiro256PlusPlus) {
        while let Some(next) = way.chunks.get(self.chunk + 1) {
            if self.late.is_none() && self.cursor as i32 >= next.start as i32 + self.noise.min(0) {
                self.late = Some(self.noise.max(0) as u32);
            }
            match &mut self.late {
                Some(0) => {}
                Some(late) => {
                    *late -= 1;
                    return;
                }
                None => return,
            }
            (self.cursor, self.late) = (next.start as usize, None);
            self.chunk += 1;
            self.noise = next_noise(way, self.chunk, sigma, tick_time, random);
        }
    }

    /// What a hand can do of what is wanted: no press that is too short, none too soon after eight others.
    fn within_limits(&mut self, wanted: TickInput) -> TickInput {
        let mut held = TickInput::NONE;
        for (index, (button, _)) in TickInput::LETTERS.into_iter().enumerate() {
            let (is_held, is_wanted) = (self.held.holds(button), wanted.holds(button));
            let holds = match (is_held, is_wanted) {
                (true, false) => self.now - self.pressed_since[index] < PRESS_TICKS_MIN,
                (false, true) => {
                    let may = self.now - self.pressed_at[self.next_press] >= TICKS_PER_SECOND as f32;
                    if may {
                        (self.pressed_at[self.next_press], self.pressed_since[index]) = (self.now, self.now);
                        self.next_press = (self.next_press + 1) % PRESSES_A_SECOND;
                    }
                    may
                }
                (was, _) => was,
            };
            if holds {
                held = held.with(button);
            }
        }
        // Left and right at once would stand still.
        let both = TickInput::LEFT.with(TickInput::RIGHT);
        if held.holds(both) && !wanted.holds(both) { held.without(both.without(wanted)) } else { held }
    }
}

/// Ticks of real time that one of the ninja's takes.
fn tick_time(in_focus: bool) -> f32 {
    if in_focus { 1.0 / FOCUS_TIME_SCALE } else { 1.0 }
}

/// By how many ticks the change after a chunk comes late, of a hand with this spread in ticks.
fn next_noise(way: &Way, chunk: usize, sigma: f32, tick_time: f32, random: &mut Xoshiro256PlusPlus) -> i32 {
    let Some(next) = way.chunks.get(chunk + 1) else { return 0 };
    let is_one_motion = next.start - way.chunks[chunk].start <= ONE_MOTION_TICKS;
    let share = if is_one_motion { RELEASE_SPREAD } else { 1.0 };
    let slips = random.random::<f32>() < SLIP_CHANCE;
    let slip = if slips { SLIP_TICKS * random.random::<f32>() * 2.0 / tick_time } else { 0.0 };
    (share * sigma * normal(random) + slip).round() as i32
}
