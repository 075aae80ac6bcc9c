//! A number that follows its target without a step, so that a change of volume or pitch never clicks.

use bevy::math::StableInterpolate;

use super::BLOCK_FRAMES;
use super::synth::RATE;

/// A value that decays exponentially towards its target, block by block.
#[derive(Clone, Copy, Debug)]
pub struct Smoother {
    /// The value at the end of the last block.
    pub value: f32,
    pub target: f32,
    /// Decays a second towards a higher target, and towards a lower one.
    decay_rates: [f32; 2],
}

/// The values of a [`Smoother`] within one block: a straight line.
#[derive(Clone, Copy, Debug)]
pub struct Ramp {
    from: f32,
    slope: f32,
}

impl Smoother {
    /// Starts at `value`; `seconds` is the time constant of later changes.
    pub fn new(value: f32, seconds: f32) -> Self {
        Self::rising_and_falling(value, (seconds, seconds))
    }

    /// The same with a time constant for the way up and one for the way down.
    pub fn rising_and_falling(value: f32, (up, down): (f32, f32)) -> Self {
        Self { value, target: value, decay_rates: [up.recip(), down.recip()] }
    }

    pub fn step(&mut self) -> Ramp {
        let from = self.value;
        let decay_rate = self.decay_rates[usize::from(self.target < self.value)];
        self.value.smooth_nudge(&self.target, decay_rate, BLOCK_FRAMES as f32 / RATE);
        Ramp { from, slope: (self.value - from) / BLOCK_FRAMES as f32 }
    }
}

impl Ramp {
    pub fn at(self, frame: usize) -> f32 {
        self.from + self.slope * frame as f32
    }

    /// Two ramps multiplied, exact at both ends of the block.
    pub fn product(one: Self, other: Self) -> Self {
        let (from, to) = (one.at(0) * other.at(0), one.at(BLOCK_FRAMES) * other.at(BLOCK_FRAMES));
        Self { from, slope: (to - from) / BLOCK_FRAMES as f32 }
    }

    pub fn mean(self) -> f32 {
        self.at(BLOCK_FRAMES / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_smoother_reaches_its_target_without_a_step() {
        let mut smoother = Smoother::new(0.0, 0.03);
        smoother.target = 1.0;
        let mut last = 0.0;
        for _ in 0..200 {
            let ramp = smoother.step();
            assert!((ramp.at(0) - last).abs() < 1e-6);
            last = ramp.at(BLOCK_FRAMES);
        }
        assert!((last - 1.0).abs() < 1e-3);
    }
}
