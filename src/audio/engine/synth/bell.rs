//! Small bells by frequency modulation (Chowning 1973): the attack is bright, the ring is pure. Only rewards ring.

use super::envelope::{pluck, rise};
use super::oscillator::{Phase, sine};

/// The modulator's frequency ratio of a small bell: bright, with a short metallic attack.
const RATIO: f32 = 3.5;

pub struct Bell {
    carrier: Phase,
    modulator: Phase,
    hertz: f32,
    /// The modulator's frequency in multiples of the carrier's.
    ratio: f32,
    start: f32,
    half_life: f32,
}

impl Bell {
    /// A note of `hertz` that begins at `start` and decays by `half_life`, both in seconds.
    pub fn new(hertz: f32, ratio: f32, start: f32, half_life: f32) -> Self {
        Self { carrier: Phase::default(), modulator: Phase::default(), hertz, ratio, start, half_life }
    }

    pub fn sample(&mut self, time: f32) -> f32 {
        if time < self.start {
            return 0.0;
        }
        let time = time - self.start;
        let index = 0.22 * pluck(time, 0.001, 0.35 * self.half_life);
        let bend = index * sine(self.modulator.advance(self.hertz * self.ratio));
        sine((self.carrier.advance(self.hertz) + bend).rem_euclid(1.0)) * pluck(time, 0.002, self.half_life)
    }
}

/// An arpeggio of bells, `gap` seconds apart; each note has its hertz and its half-life.
pub fn arpeggio(seconds: f32, gap: f32, notes: &[(f32, f32)]) -> impl FnMut(f32) -> f32 {
    let bell =
        |(index, &(hertz, half_life)): (usize, &(f32, f32))| Bell::new(hertz, RATIO, index as f32 * gap, half_life);
    let mut bells: Vec<Bell> = notes.iter().enumerate().map(bell).collect();
    move |time| {
        bells.iter_mut().map(|bell| bell.sample(time)).sum::<f32>() * (1.0 - rise(time - 0.6 * seconds, 0.4 * seconds))
    }
}
