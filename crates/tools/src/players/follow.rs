//! How a hand plays a way: the buttons change when the ninja is where the way changes them, but for the hand's timing; presses are
//! neither shorter nor more frequent than a hand can make them.

use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

use hairline_sim::Simulation;
use hairline_sim::run::input::TickInput;
use hairline_sim::tuning::{FOCUS_TIME_SCALE, TICKS_PER_SECOND};

use super::moves::{FOCUS_TICKS, Move, Pause};
use super::node::Node;
use super::way::Way;
use crate::hand::normal;

/// Seconds of spread for each second waited since the cue.
const SPREAD_PER_SECOND: f32 = 0.08;
/// The same for a rhythm that the player knows.
const SPREAD_PER_SECOND_BEAT: f32 = 0.04;
/// Periods after which a rhythm can be followed, and after which the timing of a hazard is known at all.
const PERIODS_OF_BEAT: u32 = 4;
const PERIODS_TO_KNOW: u32 = 2;
/// Seconds of spread before that.
const SPREAD_UNKNOWN: f32 = 0.08;
/// A release belongs to its press if it follows within so many ticks: a late press is released late too.
const ONE_MOTION_TICKS: u32 = 32;
/// The spread of such a release as a share of a press's.
const RELEASE_SPREAD: f32 = 0.6;
/// The chance of a slip at each change, and how late one is on average, in ticks.
const SLIP_CHANCE: f32 = 0.01;
const SLIP_TICKS: f32 = 12.0;
/// Presses in a second at most, and the shortest one in ticks of real time (40 ms).
const PRESSES_A_SECOND: usize = 8;
const PRESS_TICKS_MIN: f32 = 5.0;
/// Ticks around where the player takes itself to be that it looks for its place on the way.
const PLACE_TICKS: usize = 48;
/// How much less a place counts for being so many ticks from there, squared: where all places are alike, in a wait, time goes on.
const SHIFT_DOUBT: f32 = 1e-4;

/// A hand on the buttons.
#[derive(Clone, Copy, Debug)]
pub struct Hand<'k> {
    /// Standard deviation of a press in milliseconds, here and now.
    pub sigma_ms: f32,
    /// How often the player saw each laser begin to charge.
    pub periods: &'k [u32],
}

impl Hand<'_> {
    /// Standard deviation in ticks of a press so many seconds after its cue, with so many periods seen of what it waits for.
    fn sigma_ticks(self, wait: f32, periods: u32) -> f32 {
        let rate = if periods >= PERIODS_OF_BEAT { SPREAD_PER_SECOND_BEAT } else { SPREAD_PER_SECOND };
        let own = self.sigma_ms / 1000.0;
        let unknown = if periods < PERIODS_TO_KNOW { SPREAD_UNKNOWN } else { 0.0 };
        let waited = rate * wait + unknown;
        (own * own + waited * waited).sqrt() * TICKS_PER_SECOND as f32
    }
}

/// Where a player is on a way, and what its hand does.
#[derive(Clone, Debug)]
pub struct Follow {
    pub way: usize,
    /// The tick of the way at which the player takes itself to be.
    pub cursor: usize,
    /// The buttons that the hand holds, by their chunk of the way.
    chunk: usize,
    /// Ticks by which the next change comes late.
    noise: i32,
    /// Ticks by which the last one did.
    lateness: i32,
    /// What it does instead of the way.
    pub pause: Option<Pause>,
    /// Ticks for which focus is held too.
    pub focus_ticks: u32,
    held: TickInput,
    /// Real time in ticks.
    now: f32,
    pressed_at: [f32; PRESSES_A_SECOND],
    next_press: usize,
}

impl Follow {
    /// At the beginning of a way, with nothing held.
    pub fn new(way: usize) -> Self {
        Self {
            way,
            cursor: 0,
            chunk: 0,
            noise: 0,
            lateness: 0,
            pause: None,
            focus_ticks: 0,
            held: TickInput::NONE,
            now: 0.0,
            pressed_at: [f32::NEG_INFINITY; PRESSES_A_SECOND],
            next_press: 0,
        }
    }

    /// Goes on at a tick of a way, as its buttons are there.
    pub fn join(&mut self, ways: &[Way], way: usize, tick: usize) {
        (self.way, self.cursor, self.chunk) = (way, tick, ways[way].chunk_at(tick));
        (self.noise, self.lateness, self.pause) = (0, 0, None);
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

    /// Corrects where the player takes itself to be.
    pub fn shift(&mut self, ways: &[Way], by: i32) {
        let way = &ways[self.way];
        self.cursor = self.cursor.saturating_add_signed(by as isize).min(way.end());
        self.lateness = 0;
        // Far behind what the hand has done, it does it again.
        if way.chunks[self.chunk].start as usize > self.cursor + 16 {
            (self.chunk, self.noise) = (way.chunk_at(self.cursor), 0);
        }
    }

    /// Does what was decided.
    pub fn make(&mut self, ways: &[Way], choice: Move, hand: Hand<'_>, random: &mut Xoshiro256PlusPlus) {
        match choice {
            Move::Go { shift, focus } => {
                self.shift(ways, shift);
                if focus {
                    self.focus_ticks = FOCUS_TICKS;
                }
            }
            Move::Pause(mut pause) => {
                // Its end is a press like any other.
                let periods = hand.periods.iter().copied().max().unwrap_or(PERIODS_OF_BEAT);
                let late = hand.sigma_ticks(pause.wait, periods) * normal(random);
                pause.rest_ticks = pause.rest_ticks.saturating_add_signed(late.round() as i32);
                self.pause = Some(pause);
            }
            Move::Join { way, tick } => self.join(ways, way, tick),
        }
    }

    /// Joins the way again at the end of a pause.
    pub fn rejoin_if_due(&mut self, ways: &[Way], simulation: &Simulation) {
        if self.pause.is_some_and(|pause| pause.is_over()) {
            let (shift, _) = self.place(ways, &Node::of(simulation));
            self.join(ways, self.way, self.cursor.saturating_add_signed(shift as isize).min(ways[self.way].end()));
        }
    }

    /// The buttons of this tick for a hand that never misses.
    pub fn exact_input(&mut self, ways: &[Way]) -> TickInput {
        let way = &ways[self.way];
        self.chunk = self.chunk.max(way.chunk_at(self.cursor));
        self.cursor = (self.cursor + 1).min(way.end());
        way.chunks[self.chunk].input
    }

    /// The buttons of this tick.
    pub fn input(
        &mut self,
        ways: &[Way],
        hand: Hand<'_>,
        in_focus: bool,
        random: &mut Xoshiro256PlusPlus,
    ) -> TickInput {
        let tick_time = if in_focus { 1.0 / FOCUS_TIME_SCALE } else { 1.0 };
        self.now += tick_time;
        let way = &ways[self.way];
        let wanted = if let Some(input) = self.pause.as_mut().and_then(Pause::next) {
            input
        } else {
            while let Some(next) = way.chunks.get(self.chunk + 1)
                && self.cursor as i32 >= next.start as i32 + self.noise
            {
                self.lateness = self.cursor as i32 - next.start as i32;
                self.chunk += 1;
                self.noise = self.next_noise(way, hand, tick_time, random);
            }
            self.cursor = (self.cursor + 1).min(way.end());
            way.chunks[self.chunk].input
        };
        let focus = if self.focus_ticks > 0 { TickInput::FOCUS } else { TickInput::NONE };
        self.focus_ticks = self.focus_ticks.saturating_sub(1);
        self.held = self.within_limits(wanted.with(focus));
        self.held
    }

    /// By how many ticks the change after the one just made comes late.
    fn next_noise(&self, way: &Way, hand: Hand<'_>, tick_time: f32, random: &mut Xoshiro256PlusPlus) -> i32 {
        let Some(next) = way.chunks.get(self.chunk + 1) else { return 0 };
        let chunk = way.chunks[self.chunk];
        let periods = next.cue.laser.map_or(PERIODS_OF_BEAT, |laser| hand.periods.get(laser).copied().unwrap_or(0));
        let is_one_motion = next.start - chunk.start <= ONE_MOTION_TICKS;
        let share = if is_one_motion { RELEASE_SPREAD } else { 1.0 };
        let sigma = share * hand.sigma_ticks(next.cue.wait, periods) / tick_time;
        let slips = random.random::<f32>() < SLIP_CHANCE;
        let slip = if slips { SLIP_TICKS * random.random::<f32>() * 2.0 / tick_time } else { 0.0 };
        let carried = if is_one_motion { self.lateness } else { 0 };
        carried + (sigma * normal(random) + slip).round() as i32
    }

    /// What a hand can do of what is wanted: no press that is too short, none too soon after eight others.
    fn within_limits(&mut self, wanted: TickInput) -> TickInput {
        let mut held = TickInput::NONE;
        for (button, _) in TickInput::LETTERS {
            let (is_held, is_wanted) = (self.held.holds(button), wanted.holds(button));
            let last = self.pressed_at[(self.next_press + PRESSES_A_SECOND - 1) % PRESSES_A_SECOND];
            let holds = match (is_held, is_wanted) {
                (true, false) => self.now - last < PRESS_TICKS_MIN,
                (false, true) => {
                    let may = self.now - self.pressed_at[self.next_press] >= TICKS_PER_SECOND as f32;
                    if may {
                        self.pressed_at[self.next_press] = self.now;
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
