//! A seeded generator for tests: the same cases in every run. Random maps are in [`map`](super::map).

use bevy_math::Vec2;
use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};

/// A generator that gives the same numbers on every platform for the same seed.
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// In 0..1.
    pub fn unit(&mut self) -> f32 {
        self.0.random()
    }

    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// In 0..bound.
    pub fn below(&mut self, bound: u32) -> u32 {
        self.0.random_range(0..bound)
    }

    pub fn unit_vector(&mut self) -> Vec2 {
        loop {
            let v = Vec2::new(self.between(-1.0, 1.0), self.between(-1.0, 1.0));
            if (0.01..1.0).contains(&v.length_squared()) {
                return v.normalize();
            }
        }
    }
}
