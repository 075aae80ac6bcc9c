//! Samples on their way through the mixer: struck once ([`Voice`]) or round and round ([`Circle`]).

use std::f32::consts::FRAC_PI_4;

use bevy::math::ops;

use super::commands::LoopLevel;
use super::mixer::BLOCK;
use super::synth::RATE;
use super::synth::pcm::Pcm;
use crate::audio::bank::{Loop, Sound};

/// Where a sound is heard between the ears, −1 left to 1 right, as a factor for each: equally loud everywhere.
pub fn panned(pan: f32) -> [f32; 2] {
    let (right, left) = ops::sin_cos((pan.clamp(-1.0, 1.0) + 1.0) * FRAC_PI_4);
    [left, right]
}

/// A number that follows another without a step.
#[derive(Clone, Copy, Debug)]
pub struct Glide {
    /// The value at the end of the last block.
    pub now: f32,
    /// Where it goes.
    pub target: f32,
    /// The share of the way that it makes in a block.
    share: f32,
}

/// The way that a [`Glide`] makes in one block.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    from: f32,
    slope: f32,
}

impl Glide {
    /// Stands at `value`, and makes most of each later way within `seconds`.
    pub fn new(value: f32, seconds: f32) -> Self {
        let share = 1.0 - ops::exp2(-1.44 * BLOCK as f32 / (seconds * RATE));
        Self { now: value, target: value, share }
    }

    /// Goes on by one block.
    pub fn step(&mut self) -> Way {
        let from = self.now;
        self.now += (self.target - self.now) * self.share;
        Way { from, slope: (self.now - from) / BLOCK as f32 }
    }
}

impl Way {
    /// The value at a frame of the block.
    pub fn at(self, frame: usize) -> f32 {
        self.from + self.slope * frame as f32
    }
}

/// A struck sound on its way.
#[derive(Clone, Copy, Debug)]
pub struct Voice {
    /// Which.
    pub sound: Sound,
    /// Samples from its beginning.
    pub place: f64,
    /// Speed, 1 as it was made.
    pub rate: f64,
    /// How loud it is for each ear.
    pub ears: [f32; 2],
}

impl Voice {
    /// Adds its next block, `level` loud, and its part for the room.
    pub fn add(&mut self, pcm: &Pcm, level: Way, bus: &mut [[f32; 2]; BLOCK], send: &mut [f32; BLOCK]) {
        let step = self.rate * f64::from(pcm.rate / RATE);
        let room = self.sound.room() * (self.ears[0] + self.ears[1]) * std::f32::consts::FRAC_1_SQRT_2;
        let at = |index: i64| usize::try_from(index).ok().and_then(|index| pcm.samples.get(index)).copied();
        for (index, (frame, send)) in bus.iter_mut().zip(send).enumerate() {
            let sample = Pcm::between(self.place, |index| at(index).unwrap_or(0.0)) * level.at(index);
            frame[0] += sample * self.ears[0];
            frame[1] += sample * self.ears[1];
            *send += sample * room;
            self.place += step;
        }
    }

    /// Whether nothing of it is left.
    pub fn is_over(&self, pcm: &Pcm) -> bool {
        self.place >= pcm.samples.len() as f64
    }
}

/// A loop on its way.
#[derive(Clone, Copy, Debug)]
pub struct Circle {
    /// Which.
    pub sound: Loop,
    place: f64,
    gain: Glide,
    pan: Glide,
    rate: Glide,
}

impl Circle {
    /// A loop that is silent.
    pub fn new(sound: Loop) -> Self {
        let seconds = if sound == Loop::Pad { 0.8 } else { 0.04 };
        Self {
            sound,
            place: 0.0,
            gain: Glide::new(0.0, seconds),
            pan: Glide::new(0.0, 0.08),
            rate: Glide::new(1.0, 0.05),
        }
    }

    /// Takes a new level to go to. One that was silent starts from there, it does not swoop.
    pub fn follow(&mut self, level: LoopLevel, pcm: &Pcm) {
        self.gain.target = level.gain;
        self.pan.target = level.pan;
        self.rate.target = level.rate;
        if self.gain.now < 1e-4 {
            (self.pan.now, self.rate.now) = (level.pan, level.rate);
            self.place %= pcm.samples.len().max(1) as f64;
        }
    }

    /// Adds its next block.
    pub fn add(&mut self, pcm: &Pcm, bus: &mut [[f32; 2]; BLOCK]) {
        if self.gain.now < 1e-5 && self.gain.target < 1e-5 || pcm.samples.is_empty() {
            return;
        }
        let (gain, pan, rate) = (self.gain.step(), self.pan.step(), self.rate.step());
        let count = pcm.samples.len() as i64;
        let at = |index: i64| pcm.samples[index.rem_euclid(count) as usize];
        // The bed is wide: the right ear hears it half a round later.
        let apart = if self.sound == Loop::Pad { (count / 2) as f64 } else { 0.0 };
        let (from, to) = (panned(pan.at(0)), panned(pan.at(BLOCK)));
        for (index, frame) in bus.iter_mut().enumerate() {
            let share = index as f32 / BLOCK as f32;
            let left = Pcm::between(self.place, at);
            let right = if apart == 0.0 { left } else { Pcm::between(self.place + apart, at) };
            for (ear, sample) in [left, right].into_iter().enumerate() {
                frame[ear] += sample * gain.at(index) * (from[ear] + (to[ear] - from[ear]) * share);
            }
            self.place += f64::from(rate.at(index) * pcm.rate / RATE);
        }
        self.place %= count as f64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sound_is_as_loud_on_either_side_as_in_the_middle() {
        for pan in [-1.0, -0.4, 0.0, 0.7, 1.0, 5.0] {
            let [left, right] = panned(pan);
            assert!((left * left + right * right - 1.0).abs() < 1e-5);
            assert_eq!(pan > 0.0, right > left + 1e-6);
        }
    }

    #[test]
    fn a_glide_gets_there_without_a_step() {
        let mut glide = Glide::new(0.0, 0.03);
        glide.target = 1.0;
        let mut last = 0.0;
        for _ in 0..200 {
            let way = glide.step();
            assert!((way.at(0) - last).abs() < 1e-6);
            last = way.at(BLOCK);
        }
        assert!((last - 1.0).abs() < 1e-3);
    }
}
