//! Random play: a player who presses anything, and how long it plays.

use hairline_sim::run::input::TickInput;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt, SeedableRng};

/// Ticks of a long random run, for all tests that have one. Under `cargo test` they have to stay quick; a release build
/// (`cargo test --release`, as `scripts/test` runs them) plays a million.
pub const LONG_RUN_TICKS: u32 = if cfg!(debug_assertions) { 60_000 } else { 1_000_000 };

/// Holds random buttons for random times, as a child with a gamepad does. It never restarts, so that runs get far.
pub struct RandomPlayer {
    random: Xoshiro256PlusPlus,
    input: TickInput,
    ticks_left: u32,
}

impl RandomPlayer {
    /// A player who plays the same for the same seed.
    pub fn new(seed: u64) -> Self {
        Self { random: Xoshiro256PlusPlus::seed_from_u64(seed), input: TickInput::NONE, ticks_left: 0 }
    }

    /// The buttons of the next tick.
    pub fn next_input(&mut self) -> TickInput {
        if self.ticks_left == 0 {
            self.ticks_left = self.random.random_range(1..48);
            self.input = TickInput::from_bits(self.random.next_u32() as u8).without(TickInput::RESTART);
        }
        self.ticks_left -= 1;
        self.input
    }
}
