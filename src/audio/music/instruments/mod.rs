//! The instruments of the music. Each plays notes on a [`Canvas`](super::canvas::Canvas): sustained ones (pad, organ, glass,
//! breath), plucked and struck ones (pluck, string, mallet), and those below and beside the harmony (bass, thump, tick).

mod struck;
mod sustained;

use std::f32::consts::TAU;

use bevy::math::ops;
use serde::Deserialize;

use super::canvas::Canvas;
use crate::audio::engine::synth::{pan_gains, rise};
use struck::{Bass, Mallet, Pluck, PluckedString, Thump, Tick};
use sustained::{Breath, Glass, Organ, Pad};

/// Any of the instruments, as scores name them.
#[derive(Clone, Debug, Deserialize)]
pub enum Instrument {
    Pad(Pad),
    Organ(Organ),
    Glass(Glass),
    Breath(Breath),
    Pluck(Pluck),
    String(PluckedString),
    Mallet(Mallet),
    Bass(Bass),
    Thump(Thump),
    Tick(Tick),
}

impl Instrument {
    /// Plays a note; `voice` tells noises apart that begin together.
    pub fn play(&self, canvas: &mut Canvas, note: Note, voice: u64) {
        match self {
            Self::Pad(pad) => pad.play(canvas, note),
            Self::Organ(organ) => organ.play(canvas, note),
            Self::Glass(glass) => glass.play(canvas, note),
            Self::Breath(breath) => Breath { seed: breath.seed + voice, ..*breath }.play(canvas, note),
            Self::Pluck(pluck) => pluck.play(canvas, note),
            Self::String(string) => string.play(canvas, note),
            Self::Mallet(mallet) => mallet.play(canvas, note),
            Self::Bass(bass) => bass.play(canvas, note),
            Self::Thump(thump) => thump.play(canvas, note),
            Self::Tick(tick) => tick.play(canvas, note),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Note {
    pub beat: f32,
    /// How many beats it is held.
    pub beats: f32,
    /// A MIDI number: 60 is the C in the middle, 69 the A of 440 Hz.
    pub pitch: f32,
    pub gain: f32,
    /// −1 left to 1 right.
    pub pan: f32,
}

impl Note {
    fn hertz(&self) -> f32 {
        hertz(self.pitch)
    }

    /// Its gains on the left and on the right.
    fn sides(&self) -> [f32; 2] {
        pan_gains(self.pan).map(|gain| gain * self.gain)
    }
}

/// The frequency of a MIDI pitch.
fn hertz(pitch: f32) -> f32 {
    440.0 * ops::exp2((pitch - 69.0) / 12.0)
}

/// A sine by rotation of a vector: a few multiplications a sample.
#[derive(Clone, Copy, Debug)]
struct Rotor {
    at: [f32; 2],
    step: [f32; 2],
}

impl Rotor {
    fn new(hertz: f32, rate: f32, phase: f32) -> Self {
        let (sin, cos) = ops::sin_cos(TAU * phase);
        let (step_sin, step_cos) = ops::sin_cos(TAU * (hertz / rate).min(0.5));
        Self { at: [cos, sin], step: [step_cos, step_sin] }
    }

    fn next(&mut self) -> f32 {
        let ([cos, sin], [step_cos, step_sin]) = (self.at, self.step);
        let [x, y] = [cos * step_cos - sin * step_sin, sin * step_cos + cos * step_sin];
        // One step of Newton's method keeps the vector's length at 1.
        let scale = 1.5 - 0.5 * (x * x + y * y);
        self.at = [x * scale, y * scale];
        sin
    }
}

/// An envelope that rises, holds and falls, in samples.
#[derive(Clone, Copy, Debug)]
struct Envelope {
    sample: f32,
    attack: f32,
    hold: f32,
    release: f32,
}

impl Envelope {
    /// Times in seconds; `hold` counts from the beginning.
    fn new(attack: f32, hold: f32, release: f32, rate: f32) -> Self {
        Self { sample: 0.0, attack: attack * rate, hold: hold.max(attack) * rate, release: release * rate }
    }

    /// The next value: smooth at both ends.
    fn next(&mut self) -> f32 {
        let now = self.sample;
        self.sample += 1.0;
        rise(now, self.attack) * (1.0 - rise(now - self.hold, self.release))
    }
}

/// An exponential decay by multiplication.
#[derive(Clone, Copy, Debug)]
struct Decay {
    value: f32,
    factor: f32,
}

impl Decay {
    fn new(half_life: f32, rate: f32) -> Self {
        Self { value: 1.0, factor: ops::exp2(-1.0 / (half_life * rate)) }
    }

    fn next(&mut self) -> f32 {
        let now = self.value;
        self.value *= self.factor;
        now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rotor_is_a_sine_that_neither_grows_nor_fades() {
        let mut rotor = Rotor::new(440.0, 32_000.0, 0.0);
        let samples: Vec<f32> = (0..320_000).map(|_| rotor.next()).collect();
        let peak = |range: std::ops::Range<usize>| samples[range].iter().fold(0.0_f32, |peak, s| peak.max(s.abs()));
        assert!((peak(0..1000) - 1.0).abs() < 1e-2 && (peak(319_000..320_000) - 1.0).abs() < 1e-2);
        let rising = samples.windows(2).filter(|pair| pair[0] < 0.0 && pair[1] >= 0.0).count();
        assert!((4398..=4401).contains(&rising), "{rising}");
    }

    #[test]
    fn an_octave_doubles_the_frequency() {
        assert_eq!(hertz(69.0), 440.0);
        assert!((hertz(57.0) - 220.0).abs() < 1e-3);
    }
}
