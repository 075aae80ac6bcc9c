//! What he has earned: clear, tuned, and the only sounds that ring.

use super::note::{A4, A5, D4, D5, D6, E5, E6};
use crate::audio::engine::synth::RATE;
use crate::audio::engine::synth::envelope::{glide, pluck, rise, swell};
use crate::audio::engine::synth::filter::{Filter, Tuning};
use crate::audio::engine::synth::noise::Noise;
use crate::audio::engine::synth::oscillator::{Phase, saw, sine};
use crate::audio::engine::synth::pcm::{Pcm, render};

/// A small bell by frequency modulation (Chowning 1973): it strikes bright and rings pure.
struct Bell {
    carrier: Phase,
    modulator: Phase,
    hertz: f32,
    /// The modulator's frequency, in the carrier's.
    ratio: f32,
    start: f32,
    half_life: f32,
}

/// Of small bells: bright, and gone at once.
const BELL: f32 = 3.5;
/// Of keys: no whole number and no half, which is metal that is no bell.
const KEY: f32 = 5.19;

impl Bell {
    fn new(hertz: f32, ratio: f32, start: f32, half_life: f32) -> Self {
        Self { carrier: Phase::default(), modulator: Phase::default(), hertz, ratio, start, half_life }
    }

    fn sample(&mut self, time: f32) -> f32 {
        if time < self.start {
            return 0.0;
        }
        let time = time - self.start;
        let index = 0.22 * pluck(time, 0.001, 0.35 * self.half_life);
        let bend = index * sine(self.modulator.advance(self.hertz * self.ratio));
        sine((self.carrier.advance(self.hertz) + bend).rem_euclid(1.0)) * pluck(time, 0.002, self.half_life)
    }
}

/// Some bells, each a little after the one before.
fn bells(seconds: f32, gap: f32, notes: &[(f32, f32)]) -> impl FnMut(f32) -> f32 {
    let at = |(index, &(hertz, half_life)): (usize, &(f32, f32))| Bell::new(hertz, BELL, index as f32 * gap, half_life);
    let mut bells: Vec<Bell> = notes.iter().enumerate().map(at).collect();
    move |time| {
        bells.iter_mut().map(|bell| bell.sample(time)).sum::<f32>() * (1.0 - rise(time - 0.6 * seconds, 0.4 * seconds))
    }
}

/// A shard: two notes so close that they are one. It is played higher with each shard.
pub fn shard() -> Pcm {
    render(0.55, bells(0.55, 0.028, &[(D5, 0.05), (A5, 0.085)])).struck(-11.0)
}

/// The last shard: up and over.
pub fn last_shard() -> Pcm {
    render(1.1, bells(1.1, 0.055, &[(D5, 0.07), (A5, 0.08), (D6, 0.10), (E6, 0.16)])).struck(-9.0)
}

/// A key: two notes that stand apart, and the teeth of it.
pub fn key() -> Pcm {
    let mut notes = [Bell::new(A5, KEY, 0.0, 0.045), Bell::new(D6, KEY, 0.085, 0.095)];
    let (mut teeth, mut noise) = (Filter::default(), Noise::new(14));
    render(0.60, |time| {
        let jingle = teeth.run(noise.sample(), Tuning::new(6200.0, 3.0, RATE)).band;
        let shaken = pluck(time, 0.001, 0.006) + 0.7 * pluck(time - 0.085, 0.001, 0.010);
        notes.iter_mut().map(|note| note.sample(time)).sum::<f32>() + 0.5 * jingle * shaken
    })
    .struck(-12.0)
}

/// A bolt falls and light comes through the door.
pub fn exit_opens() -> Pcm {
    let (mut tones, mut bolt) = ([Phase::default(); 3], Phase::default());
    let (mut mouth, mut clack, mut noise) = (Filter::default(), Filter::default(), Noise::new(11));
    render(1.0, |time| {
        let late = (time - 0.07).max(0.0);
        let hertz = [146.83, 220.4, 293.3];
        let raw: f32 = tones.iter_mut().zip(hertz).map(|(tone, hertz)| saw(tone.advance(hertz), hertz / RATE)).sum();
        let light = mouth.run(raw, Tuning::new(glide(late, 180.0, 2400.0, 0.45), 0.8, RATE)).low;
        let knock = sine(bolt.advance(glide(time, 190.0, 82.0, 0.04))) * pluck(time, 0.001, 0.022);
        let click = clack.run(noise.sample(), Tuning::new(1900.0, 1.6, RATE)).band * pluck(time, 0.001, 0.008);
        0.22 * light * swell(late, 0.92, 0.38) + 0.9 * knock + 0.7 * click
    })
    .struck(-9.0)
}

/// Through: the level's chord runs up, and the air after him.
pub fn exit_reached() -> Pcm {
    let notes = [(D4, 0.12), (A4, 0.12), (D5, 0.14), (E5, 0.16), (A5, 0.20), (D6, 0.26)];
    let (mut run, mut air, mut noise) = (bells(1.6, 0.048, &notes), Filter::default(), Noise::new(12));
    render(1.6, |time| {
        let wind = air.run(noise.sample(), Tuning::new(glide(time, 700.0, 5200.0, 0.5), 0.9, RATE)).band;
        run(time) + 0.35 * wind * swell(time, 0.75, 0.3)
    })
    .struck(-7.0)
}

/// A beam went by: air torn past the ear.
pub fn near_miss() -> Pcm {
    let (mut air, mut edge, mut noise) = (Filter::default(), Filter::default(), Noise::new(13));
    render(0.26, |time| {
        let up = glide(time, 600.0, 3800.0, 0.09);
        let hertz = if time < 0.09 { up } else { glide(time - 0.09, 3800.0, 800.0, 0.15) };
        let sample = noise.sample();
        let body = air.run(sample, Tuning::new(hertz, 1.5, RATE)).band;
        let ring = edge.run(sample, Tuning::new(hertz * 1.5, 9.0, RATE)).band;
        (body + 0.8 * ring) * swell(time, 0.25, 0.33)
    })
    .struck(-10.0)
}
