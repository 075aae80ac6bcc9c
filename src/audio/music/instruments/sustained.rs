//! Instruments that sustain: a pad, an organ, glass and breath. Attacks and releases are in
//! seconds; a release begins when the note ends.

use serde::Deserialize;

use super::{Decay, Envelope, Note, Rotor};
use crate::audio::engine::synth::{Coefficients, Filter, Noise, Phase, saw, semitones};
use crate::audio::music::canvas::Canvas;

/// Six detuned sawtooths, three on each side, through a low-pass filter that opens and closes slowly.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Pad {
    pub attack: f32,
    pub release: f32,
    /// Hertz of the filter, when it is closed and when it is open.
    pub cutoff: (f32, f32),
    /// Semitones between the outermost voices and the note.
    pub detune: f32,
}

impl Pad {
    pub fn play(&self, canvas: &mut Canvas, note: Note) {
        let rate = canvas.rate();
        let held = canvas.seconds(note.beats);
        let mut envelope = Envelope::new(self.attack, held, self.release, rate);
        let mut voices = [-1.0, 0.17, 0.83, -0.83, -0.17, 1.0]
            .map(|offset: f32| (Phase::default(), note.hertz() * semitones(self.detune * offset)));
        // Voices that begin together would begin with a click of all their edges.
        for (index, (phase, _)) in voices.iter_mut().enumerate() {
            phase.advance_at(0.137 + 0.161 * index as f32, 1.0);
        }
        let mut opening = Envelope::new(0.6 * held, 0.6 * held, 0.4 * held + self.release, rate);
        let mut filters = [[Filter::default(); 2]; 2];
        let tunings = |cutoff: f32| [1.0, 2.2].map(|octave| Coefficients::new(octave * cutoff, 0.6, rate));
        let mut coefficients = tunings(self.cutoff.0);
        let (sides, mut sample) = (note.sides(), 0_usize);
        canvas.add(note.beat, held + self.release, || {
            let open = opening.next();
            if sample.is_multiple_of(64) {
                coefficients = tunings(self.cutoff.0 + (self.cutoff.1 - self.cutoff.0) * open);
            }
            sample += 1;
            let level = 0.3 * envelope.next();
            [0, 1].map(|side| {
                let raw: f32 = voices[3 * side..3 * side + 3]
                    .iter_mut()
                    .map(|(phase, hertz)| saw(phase.advance_at(*hertz, rate), *hertz / rate))
                    .sum();
                let [first, second] = &mut filters[side];
                level * sides[side] * second.run(first.run(raw, coefficients[0]).low, coefficients[1]).low
            })
        });
    }
}

/// Sines at whole multiples of the note, each swelling at its own slow pace.
#[derive(Clone, Debug, Deserialize)]
pub struct Organ {
    pub attack: f32,
    pub release: f32,
    /// Amplitudes of the partials, from the first on.
    pub partials: Vec<f32>,
    /// Hertz of the slowest swell; the others are a little faster each.
    pub swell: f32,
}

impl Organ {
    pub fn play(&self, canvas: &mut Canvas, note: Note) {
        let rate = canvas.rate();
        let held = canvas.seconds(note.beats);
        let mut envelope = Envelope::new(self.attack, held, self.release, rate);
        let mut partials: Vec<_> = self
            .partials
            .iter()
            .enumerate()
            .map(|(index, level)| {
                let number = (index + 1) as f32;
                let tone =
                    |cents: f32, phase: f32| Rotor::new(note.hertz() * number * semitones(0.01 * cents), rate, phase);
                let swell = Rotor::new(self.swell * (1.0 + 0.31 * index as f32), rate, 0.21 * number);
                (*level, [tone(-2.5, 0.1 * number), tone(2.5, 0.1 * number + 0.37)], swell)
            })
            .collect();
        let sides = note.sides();
        canvas.add(note.beat, held + self.release, || {
            let level = envelope.next();
            let mut frame = [0.0; 2];
            for (amplitude, tones, swell) in &mut partials {
                let gain = level * *amplitude * (0.7 + 0.3 * swell.next());
                for side in 0..2 {
                    frame[side] += gain * sides[side] * tones[side].next();
                }
            }
            frame
        });
    }
}

/// A rubbed glass: a sine with a faint vibrato and a thin partial above it.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Glass {
    pub attack: f32,
    pub release: f32,
    /// Amplitude of the partial at 2.76 times the note.
    pub shine: f32,
}

impl Glass {
    pub fn play(&self, canvas: &mut Canvas, note: Note) {
        let rate = canvas.rate();
        let held = canvas.seconds(note.beats);
        let mut envelope = Envelope::new(self.attack, held, self.release, rate);
        let mut tones = [-1.0, 1.0].map(|side: f32| {
            let hertz = note.hertz() * semitones(0.03 * side);
            (Rotor::new(hertz, rate, 0.25 + 0.2 * side), Rotor::new(2.76 * hertz, rate, 0.1))
        });
        let mut tremble = [Rotor::new(4.3, rate, 0.0), Rotor::new(4.9, rate, 0.5)];
        let mut fading = Decay::new(0.35 * (held + self.release), rate);
        let sides = note.sides();
        canvas.add(note.beat, held + self.release, || {
            let (level, shine) = (envelope.next(), self.shine * fading.next());
            [0, 1].map(|side| {
                let (tone, upper) = &mut tones[side];
                level * sides[side] * (1.0 + 0.12 * tremble[side].next()) * (tone.next() + shine * upper.next())
            })
        });
    }
}

/// Noise in a band around the note, like breath in a pipe.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Breath {
    pub attack: f32,
    pub release: f32,
    /// How narrow the band is; from 20 on the note is a tone.
    pub resonance: f32,
    pub seed: u64,
}

impl Breath {
    pub fn play(&self, canvas: &mut Canvas, note: Note) {
        let rate = canvas.rate();
        let held = canvas.seconds(note.beats);
        let mut envelope = Envelope::new(self.attack, held, self.release, rate);
        let mut sources = [0, 1].map(|side| (Noise::new(2 * self.seed + side), Filter::default()));
        let coefficients = Coefficients::new(note.hertz(), self.resonance, rate);
        let (sides, boost) = (note.sides(), self.resonance.sqrt());
        canvas.add(note.beat, held + self.release, || {
            let level = boost * envelope.next();
            [0, 1].map(|side| {
                let (noise, filter) = &mut sources[side];
                level * sides[side] * filter.run(noise.sample(), coefficients).band
            })
        });
    }
}
