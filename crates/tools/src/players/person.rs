//! What differs between players: how steady the hand is, how late the eye, and how long they go on trying.

use bevy_math::ops;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use hairline_sim::tuning::TICKS_PER_SECOND;

use crate::hand::normal;

/// The spread of a press in milliseconds, over all players: the median of a log-normal distribution, and its ends.
pub const SIGMA_MEDIAN_MS: f32 = 30.0;
const SIGMA_MS: [f32; 2] = [15.0, 60.0];
/// Standard deviation of its logarithm: one in ten is steadier than 19 ms, one in ten less steady than 47 ms.
const SIGMA_SPREAD: f32 = 0.35;
/// Ticks from what happens to what the hand does about it: 200 to 280 ms.
const DELAY_TICKS: [u32; 2] = [26, 36];
/// Tries at one place after which a player gives a level up: the median of a log-normal distribution whose tenth percentile is 12.
const LIMIT_MEDIAN: f32 = 40.0;
const LIMIT_SPREAD: f32 = 0.94;
/// The most patient player stops here, which bounds the time of an unplayable level.
const LIMIT_MAX: f32 = 250.0;

/// One player, as it comes to a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Person {
    /// Standard deviation of a press right after its cue, in milliseconds, once the passage is practiced.
    pub sigma_ms: f32,
    /// Ticks of real time from what it sees to what its hand does about it.
    pub delay_ticks: u32,
    /// Tries after which it gives a level up: since the start, or since it first came to its last checkpoint.
    pub limit: u32,
    /// Whether it has played this level before: it knows the times of all that shoots.
    pub is_at_home: bool,
    /// Whether it plays on after its first finish, until it has had so many tries in all.
    pub plays_on: bool,
    /// Its stream of chance.
    pub seed: u64,
}

impl Person {
    /// The player with this number in a population.
    pub fn of_population(seed: u64, number: u32) -> Self {
        let seed = stream(seed, u64::from(number));
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let log_normal =
            |median: f32, spread: f32, random: &mut Xoshiro256PlusPlus| median * ops::exp(spread * normal(random));
        let sigma_ms = log_normal(SIGMA_MEDIAN_MS, SIGMA_SPREAD, &mut random).clamp(SIGMA_MS[0], SIGMA_MS[1]);
        let delay_ticks = random.random_range(DELAY_TICKS[0]..=DELAY_TICKS[1]);
        let limit = log_normal(LIMIT_MEDIAN, LIMIT_SPREAD, &mut random).clamp(1.0, LIMIT_MAX) as u32;
        Self { sigma_ms, delay_ticks, limit, is_at_home: false, plays_on: false, seed }
    }

    /// The same with a steady hand.
    pub fn steady(seed: u64, number: u32) -> Self {
        Self { sigma_ms: SIGMA_MS[0], ..Self::of_population(seed, number) }
    }

    /// The same, playing on for so many tries to better its time.
    #[must_use]
    pub fn for_tries(self, tries: u32) -> Self {
        Self { limit: tries, plays_on: true, ..self }
    }

    /// The spread of a practiced press in ticks.
    pub fn sigma_ticks(&self) -> f32 {
        self.sigma_ms / 1000.0 * TICKS_PER_SECOND as f32
    }

    /// An average player that tries a way out.
    pub fn pilot(number: u32, is_at_home: bool) -> Self {
        let delay_ticks = DELAY_TICKS[0].midpoint(DELAY_TICKS[1]);
        Self {
            sigma_ms: SIGMA_MEDIAN_MS,
            delay_ticks,
            limit: 1,
            is_at_home,
            plays_on: false,
            seed: stream(0, u64::from(number)),
        }
    }
}

/// A seed for one of many streams of chance (SplitMix64).
pub fn stream(seed: u64, number: u64) -> u64 {
    let mut mixed = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
