//! Samples on their way through the mixer: a [`Voice`] plays once, a [`LoopVoice`] repeats.

use std::f32::consts::FRAC_1_SQRT_2;

use bevy::prelude::*;

use super::BLOCK_FRAMES;
use super::commands::{LoopLevel, PlaySound};
use super::smoother::{Ramp, Smoother};
use super::sound::{LoopSpec, SoundSpec};
use super::synth::{Pcm, RATE, pan_gains};

pub type StereoBlock = [[f32; 2]; BLOCK_FRAMES];

#[derive(Clone, Copy, Debug)]
pub struct Voice {
    pub sound: &'static SoundSpec,
    pub index: usize,
    /// Read position, in samples from the beginning.
    position: f64,
    rate: f64,
    gains: [f32; 2],
}

impl Voice {
    /// Starts a sound, whose index in the bank is known.
    pub fn new(play: PlaySound, index: usize) -> Self {
        let gains = pan_gains(play.pan).map(|gain| gain * play.gain);
        Self { sound: play.sound, index, position: 0.0, rate: f64::from(play.rate.clamp(0.25, 4.0)), gains }
    }

    /// Adds its next block to a bus and to the reverb's input. Returns the block's peak.
    pub fn add(&mut self, pcm: &Pcm, gain: Ramp, bus: &mut StereoBlock, reverb: &mut [f32; BLOCK_FRAMES]) -> f32 {
        let mut peak = 0.0_f32;
        let step = self.rate * f64::from(pcm.rate / RATE);
        let send = self.sound.reverb * (self.gains[0] + self.gains[1]) * FRAC_1_SQRT_2;
        let at = |index: i64| usize::try_from(index).ok().and_then(|index| pcm.samples.get(index)).copied();
        for (index, (frame, reverb)) in bus.iter_mut().zip(reverb).enumerate() {
            let sample = Pcm::interpolate(self.position, |index| at(index).unwrap_or(0.0)) * gain.at(index);
            frame[0] += sample * self.gains[0];
            frame[1] += sample * self.gains[1];
            *reverb += sample * send;
            peak = peak.max(sample.abs());
            self.position += step;
        }
        peak * self.gains[0].max(self.gains[1])
    }

    pub fn is_over(&self, pcm: &Pcm) -> bool {
        self.position >= pcm.samples.len() as f64
    }
}

#[derive(Clone, Copy, Debug)]
pub struct LoopVoice {
    pub looped: &'static LoopSpec,
    /// Read position, in samples from the beginning.
    position: f64,
    gain: Smoother,
    pan: Smoother,
    rate: Smoother,
}

impl LoopVoice {
    pub fn new(looped: &'static LoopSpec) -> Self {
        Self {
            looped,
            position: 0.0,
            gain: Smoother::new(0.0, looped.fade_seconds),
            pan: Smoother::new(0.0, 0.08),
            rate: Smoother::new(1.0, 0.05),
        }
    }

    /// Sets the level to go to. A silent loop starts at its pan and rate at once, rather than sweeping there audibly.
    pub fn set_level(&mut self, level: LoopLevel) {
        self.gain.target = level.gain;
        self.pan.target = level.pan;
        self.rate.target = level.rate;
        if self.gain.value < 1e-4 {
            (self.pan.value, self.rate.value) = (level.pan, level.rate);
        }
    }

    pub fn add(&mut self, pcm: &Pcm, volume: Ramp, bus: &mut StereoBlock) {
        if self.gain.value < 1e-5 && self.gain.target < 1e-5 || pcm.samples.is_empty() {
            return;
        }
        let (gain, pan, rate) = (self.gain.step(), self.pan.step(), self.rate.step());
        let count = pcm.samples.len() as i64;
        let at = |index: i64| pcm.samples[index.rem_euclid(count) as usize];
        let (from, to) = (pan_gains(pan.at(0)), pan_gains(pan.at(BLOCK_FRAMES)));
        for (index, frame) in bus.iter_mut().enumerate() {
            let fraction = index as f32 / BLOCK_FRAMES as f32;
            let sample = Pcm::interpolate(self.position, at) * gain.at(index) * volume.at(index);
            for (channel, out) in frame.iter_mut().enumerate() {
                *out += sample * from[channel].lerp(to[channel], fraction);
            }
            self.position += f64::from(rate.at(index) * pcm.rate / RATE);
        }
        self.position %= count as f64;
    }
}
