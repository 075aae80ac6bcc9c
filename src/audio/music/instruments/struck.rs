//! Instruments that are plucked or struck: a synthesizer's pluck, a string, a mallet, a bass, a thump and a tick.
//! Half-lives, attacks and releases are in seconds. All but the bass ring whatever the length of the note.

use bevy::math::ops;
use serde::Deserialize;

use super::{Decay, Envelope, Note, Rotor};
use crate::audio::engine::synth::{Coefficients, Filter, Noise, Phase, rise, saw, semitones, sine};
use crate::audio::music::canvas::Canvas;

/// Two sawtooths an octave apart through a low-pass filter that closes as the note decays.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Pluck {
    pub half_life: f32,
    /// Multiples of the note's frequency that the filter lets through at first.
    pub brightness: f32,
}

impl Pluck {
    pub fn play(&self, canvas: &mut Canvas, note: Note) {
        let (rate, hertz) = (canvas.rate(), note.hertz());
        let (mut low, mut high) = (Phase::default(), Phase::default());
        let (mut decay, mut closing) = (Decay::new(self.half_life, rate), Decay::new(0.45 * self.half_life, rate));
        let mut filter = Filter::default();
        let mut coefficients = Coefficients::new(hertz, 0.9, rate);
        let (sides, mut sample) = (note.sides(), 0_usize);
        canvas.add(note.beat, 9.0 * self.half_life, || {
            let bright = closing.next();
            if sample.is_multiple_of(32) {
                coefficients = Coefficients::new(hertz * (1.2 + 1.5 * self.brightness * bright), 0.9, rate);
            }
            sample += 1;
            let raw = saw(low.advance_at(hertz, rate), hertz / rate)
                + 0.35 * saw(high.advance_at(2.004 * hertz, rate), 2.004 * hertz / rate);
            let level = 0.7 * decay.next() * rise(sample as f32, 0.002 * rate) * filter.run(raw, coefficients).low;
            sides.map(|side| side * level)
        });
    }
}

/// A plucked string: a loop of one period that loses its edges (Karplus and Strong, 1983), begun with the triangle of a
/// string that a finger has drawn aside instead of with noise, which is softer.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct PluckedString {
    pub half_life: f32,
    /// How sharp the triangle and how loud the finger's noise is, `0..1`.
    pub brightness: f32,
}

impl PluckedString {
    const FINGER: f32 = 0.22;

    pub fn play(&self, canvas: &mut Canvas, note: Note) {
        let (rate, hertz) = (canvas.rate(), note.hertz());
        // The averaging of two samples delays by half a sample; the rest of the period is tuned by interpolation.
        let period = rate / hertz - 0.5;
        let (whole, part) = (period as usize, period.fract());
        let mut line = self.displacement(whole + 1, note);
        let feedback = ops::exp2(-1.0 / (self.half_life * hertz));
        let (mut index, mut last, mut sample) = (0, 0.0, 0_usize);
        let (sides, mut body) = (note.sides(), Filter::default());
        let resonance = Coefficients::new(240.0, 0.8, rate);
        let seconds = (9.0 * self.half_life).min(5.0);
        let mut fade = Envelope::new(0.0005, 0.85 * seconds, 0.15 * seconds, rate);
        canvas.add(note.beat, seconds, || {
            let next = (index + 1) % line.len();
            let delayed = line[next] + (line[index] - line[next]) * part;
            line[index] = feedback * 0.5 * (delayed + last);
            last = delayed;
            index = next;
            sample += 1;
            let wood = 0.35 * body.run(delayed, resonance).band;
            let level = 0.6 * (delayed + wood) * fade.next() * rise(sample as f32, 0.003 * rate);
            sides.map(|side| side * level)
        });
    }

    /// One period of the string as it is let go: without offset, its largest amplitude about 1.
    fn displacement(&self, count: usize, note: Note) -> Vec<f32> {
        let mut noise = Noise::new((note.pitch * 16.0) as u64 ^ (note.beat * 64.0) as u64);
        let triangle = |index: usize| {
            let x = index as f32 / count as f32;
            let shape = if x < Self::FINGER { x / Self::FINGER } else { (1.0 - x) / (1.0 - Self::FINGER) };
            2.0 * shape - 1.0
        };
        let raw: Vec<f32> = (0..count).map(|index| triangle(index) + 0.35 * self.brightness * noise.sample()).collect();
        // Rounded off twice around the loop, so that its end meets its beginning.
        let (mut soft, mut softer) = (0.0, 0.0);
        let keep = 0.15 + 0.75 * self.brightness;
        let mut line = vec![0.0; count];
        for index in 0..2 * count {
            soft += (raw[index % count] - soft) * keep;
            softer += (soft - softer) * keep;
            line[index % count] = softer;
        }
        let mean = line.iter().sum::<f32>() / count as f32;
        line.iter_mut().for_each(|sample| *sample -= mean);
        line
    }
}

/// A bar that is struck: a sine, two partials that die sooner, and the knock of the mallet.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Mallet {
    pub half_life: f32,
    /// The partials' frequencies in multiples of the note's: 3.93 and 9.2 for wood, 2.76 and 5.4 for glass or metal.
    pub ratios: [f32; 2],
    /// How loud they are, `0..1`.
    pub hardness: f32,
}

impl Mallet {
    pub fn play(&self, canvas: &mut Canvas, note: Note) {
        let (rate, hertz) = (canvas.rate(), note.hertz());
        let partial = |ratio: f32, half_life: f32| (Rotor::new(hertz * ratio, rate, 0.0), Decay::new(half_life, rate));
        let audible = |ratio: f32| if hertz * ratio < 0.45 * rate { self.hardness } else { 0.0 };
        let levels = [1.0, 0.9 * audible(self.ratios[0]), 0.5 * audible(self.ratios[1])];
        let mut partials = [
            partial(1.0, self.half_life),
            partial(self.ratios[0], 0.22 * self.half_life),
            partial(self.ratios[1], 0.09 * self.half_life),
        ];
        let (sides, mut sample) = (note.sides(), 0_usize);
        canvas.add(note.beat, 10.0 * self.half_life, || {
            sample += 1;
            let sum: f32 =
                partials.iter_mut().zip(levels).map(|((tone, decay), level)| level * tone.next() * decay.next()).sum();
            let level = sum * rise(sample as f32, 0.003 * rate);
            sides.map(|side| side * level)
        });
    }
}

/// A round bass: a sine with a little of its octave and its twelfth, so that small speakers have something of it.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Bass {
    pub attack: f32,
    pub release: f32,
    /// Amplitude of the overtones.
    pub edge: f32,
}

impl Bass {
    pub fn play(&self, canvas: &mut Canvas, note: Note) {
        let (rate, hertz) = (canvas.rate(), note.hertz());
        let held = canvas.seconds(note.beats);
        let mut envelope = Envelope::new(self.attack, held, self.release, rate);
        let mut tones = [1.0, 2.0, 3.0].map(|ratio| Rotor::new(hertz * ratio, rate, 0.0));
        let mut edge = Decay::new(0.25, rate);
        let sides = note.sides();
        canvas.add(note.beat, held + self.release, || {
            let edge = self.edge * (0.4 + 0.6 * edge.next());
            let [first, second, third] = tones.each_mut().map(Rotor::next);
            let level = envelope.next() * (first + edge * (0.8 * second + 0.5 * third));
            sides.map(|side| side * level)
        });
    }
}

/// A soft drum: a sine that falls onto its note, like a heart rather than like a dance floor.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Thump {
    pub half_life: f32,
    /// Semitones from which it falls.
    pub fall: f32,
}

impl Thump {
    pub fn play(&self, canvas: &mut Canvas, note: Note) {
        let rate = canvas.rate();
        let (mut phase, mut falling) = (Phase::default(), Decay::new(0.018, rate));
        let mut decay = Decay::new(self.half_life, rate);
        let (sides, mut sample) = (note.sides(), 0_usize);
        let hertz = note.hertz();
        canvas.add(note.beat, 9.0 * self.half_life, || {
            sample += 1;
            let now = hertz * semitones(self.fall * falling.next());
            let tone = sine(phase.advance_at(now, rate));
            let level = 0.6 * tone * decay.next() * rise(sample as f32, 0.004 * rate);
            sides.map(|side| side * level)
        });
    }
}

/// A grain of noise at a pitch: wood, metal or sand.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Tick {
    pub half_life: f32,
    /// How much of a tone it is.
    pub resonance: f32,
}

impl Tick {
    pub fn play(&self, canvas: &mut Canvas, note: Note) {
        let rate = canvas.rate();
        let mut noise = Noise::new((note.beat * 96.0) as u64 + 7 * note.pitch as u64);
        let (mut decay, mut filter) = (Decay::new(self.half_life, rate), Filter::default());
        let coefficients = Coefficients::new(note.hertz(), self.resonance, rate);
        let (sides, mut sample) = (note.sides(), 0_usize);
        canvas.add(note.beat, 9.0 * self.half_life, || {
            sample += 1;
            let grain = 3.0 * filter.run(noise.sample(), coefficients).band * self.resonance.sqrt();
            let level = grain * decay.next() * rise(sample as f32, 0.0008 * rate);
            sides.map(|side| side * level)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audio::music::canvas::{BRIGHT, DARK, Tempo};
    use crate::audio::music::instruments::hertz;

    /// How many cents a string of a pitch is off, by the best lag of its autocorrelation over twenty periods.
    fn cents_off(pitch: i32, rate: f32) -> f32 {
        let mut canvas = Canvas::new(Tempo::new(60.0), 4, rate);
        let note = Note { beat: 0.0, beats: 1.0, pitch: pitch as f32, gain: 1.0, pan: 0.0 };
        PluckedString { half_life: 0.5, brightness: 0.3 }.play(&mut canvas, note);
        let samples: Vec<f32> = canvas.finish(-30.0).frames().map(|frame| frame[0]).collect();
        let (from, count) = ((0.3 * rate) as usize, (0.2 * rate) as usize);
        let expected = 20.0 * rate / hertz(pitch as f32);
        let correlation = |lag: f32| -> f32 {
            let at = |index: usize| samples[index] + (samples[index + 1] - samples[index]) * lag.fract();
            (from..from + count).map(|index| samples[index] * at(index + lag as usize)).sum()
        };
        let lags = (-200..=200).map(|step| expected * (1.0 + 1e-4 * step as f32));
        let best = lags.max_by(|a, b| correlation(*a).total_cmp(&correlation(*b))).expect("there are lags");
        1200.0 * ops::log2(expected / best)
    }

    #[test]
    fn a_string_is_in_tune() {
        for (pitch, rate) in [(43, DARK), (57, DARK), (50, BRIGHT), (64, BRIGHT), (76, BRIGHT), (81, BRIGHT)] {
            let cents = cents_off(pitch, rate);
            assert!(cents.abs() < 4.0, "{pitch} at {rate} is {cents} cents off");
        }
    }
}
