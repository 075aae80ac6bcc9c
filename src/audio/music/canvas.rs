//! What a layer of music is composed on: a loop of stereo frames whose end is its beginning. A note that rings beyond the
//! end rings on at the beginning, and so do echoes and the hall, so that no loop has a seam.

use std::collections::VecDeque;

use super::hall::Hall;
use crate::audio::engine::music::Layer;
use crate::audio::engine::music::pages::Pages;
use crate::audio::engine::synth::{Coefficients, Filter, decibels};

/// Frames a second of a layer without overtones above 5 kHz.
pub const DARK: f32 = 16_000.0;
/// Frames a second of a layer with overtones up to 10 kHz. A whole multiple of [`DARK`].
pub const BRIGHT: f32 = 32_000.0;
/// Seconds of the loop's end that effects hear before its beginning, so that they are as they will be after the first round.
const WARM_UP: f32 = 5.0;
/// Hertz. Below this the loudness of a layer does not count: the ear hardly hears it, and small speakers not at all.
const LOUDNESS_CUTOFF: f32 = 80.0;
const LOWEST: f32 = 30.0;
/// Hertz, and how much is taken away there: the charges of beams beat between C6 and E6, and the music leaves them room.
const CUES: f32 = 1_175.0;
const CUES_CUT: f32 = 0.5;
/// Decibels. No layer peaks above this, however sparse it is.
const PEAK_MAX: f32 = -20.0;

/// The tempo of a piece. A beat is a whole number of frames at both rates, so that layers of different lengths never drift.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tempo {
    /// Frames of a beat at [`DARK`].
    beat_frames: usize,
}

impl Tempo {
    /// The tempo nearest to so many beats a minute.
    pub fn new(beats_per_minute: f32) -> Self {
        Self { beat_frames: (60.0 * DARK / beats_per_minute).round() as usize }
    }

    pub fn seconds(self, beats: f32) -> f32 {
        beats * self.beat_frames as f32 / DARK
    }
}

pub struct Canvas {
    tempo: Tempo,
    rate: f32,
    frames: Pages<[f32; 2]>,
}

impl Canvas {
    /// A silent loop of so many beats at [`DARK`] or [`BRIGHT`].
    pub fn new(tempo: Tempo, beats: usize, rate: f32) -> Self {
        let frames = Pages::zeroed(beats * tempo.beat_frames * (rate / DARK) as usize);
        Self { tempo, rate, frames }
    }

    pub fn rate(&self) -> f32 {
        self.rate
    }

    pub fn seconds(&self, beats: f32) -> f32 {
        self.tempo.seconds(beats)
    }

    /// Adds `seconds` of a stereo sound that begins at a beat; `frame` gives its frames in turn.
    pub fn add(&mut self, beat: f32, seconds: f32, mut frame: impl FnMut() -> [f32; 2]) {
        let count = self.frames.len();
        let start = (self.tempo.seconds(beat) * self.rate).round() as i64;
        let mut index = start.rem_euclid(count as i64) as usize;
        for _ in 0..(seconds * self.rate) as usize {
            let [left, right] = frame();
            self.frames[index][0] += left;
            self.frames[index][1] += right;
            index = if index + 1 == count { 0 } else { index + 1 };
        }
    }

    /// Runs an effect over the end of the loop, so that its state fits the beginning.
    fn warm_up(&self, effect: &mut impl FnMut([f32; 2]) -> [f32; 2]) {
        let count = self.frames.len();
        let warm_up = (WARM_UP * self.rate) as usize;
        // From where it arrives at the beginning of the loop after so many frames.
        let from = count - warm_up % count;
        for index in 0..warm_up {
            effect(self.frames[(from + index) % count]);
        }
    }

    /// Replaces every frame by what an effect makes of it. The effect hears the end of the loop first.
    fn process(&mut self, mut effect: impl FnMut([f32; 2]) -> [f32; 2]) {
        self.warm_up(&mut effect);
        for frame in self.frames.iter_mut() {
            *frame = effect(*frame);
        }
    }

    /// Echoes that alternate between the sides, `beats` apart, each softer by `feedback` and darker than the one before.
    pub fn echo(mut self, beats: f32, feedback: f32, cutoff: f32) -> Self {
        let count = (self.seconds(beats) * self.rate).round() as usize;
        let mut line = VecDeque::from(vec![[0.0_f32; 2]; count.max(1)]);
        let coefficients = Coefficients::new(cutoff, 0.6, self.rate);
        let mut filters = [Filter::default(); 2];
        self.process(|[left, right]| {
            let [echo_left, echo_right] = line.pop_front().unwrap_or_default();
            let mut run = |channel: usize, sample: f32| filters[channel].run(sample, coefficients).low;
            line.push_back([run(0, feedback * (echo_right + left)), run(1, feedback * (echo_left + right))]);
            [left + echo_left, right + echo_right]
        });
        self
    }

    /// Adds the reverberation of a large hall, which decays by 60 dB in `seconds`.
    pub fn hall(mut self, wet: f32, seconds: f32) -> Self {
        let mut hall = Hall::new(self.rate, seconds);
        self.process(|frame| {
            let [left, right] = hall.run(frame);
            [frame[0] + wet * left, frame[1] + wet * right]
        });
        self
    }

    /// An effect that leaves out what is below `hertz`.
    fn high_pass(&self, hertz: f32) -> impl FnMut([f32; 2]) -> [f32; 2] + use<> {
        let (mut filters, coefficients) = ([Filter::default(); 2], Coefficients::new(hertz, 0.7, self.rate));
        move |frame| [0, 1].map(|channel| filters[channel].run(frame[channel], coefficients).high)
    }

    /// The root mean square of what is above [`LOUDNESS_CUTOFF`].
    fn loudness(&self) -> f32 {
        let mut heard = self.high_pass(LOUDNESS_CUTOFF);
        self.warm_up(&mut heard);
        let squares: f32 = self.frames.iter().flat_map(|frame| heard(*frame)).map(|sample| sample * sample).sum();
        (squares / (2 * self.frames.len()) as f32).sqrt()
    }

    /// Takes 6 dB away around [`CUES`].
    fn make_room(mut self) -> Self {
        let (mut filters, coefficients) = ([Filter::default(); 2], Coefficients::new(CUES, 1.0, self.rate));
        self.process(|frame| {
            [0, 1].map(|side| frame[side] - CUES_CUT * filters[side].run(frame[side], coefficients).band)
        });
        self
    }

    /// The loop at a loudness: the root mean square above 80 Hz, in decibels.
    pub fn finish(mut self, loudness: f32) -> Layer {
        self.process(self.high_pass(LOWEST));
        let mut canvas = self.make_room();
        let loudness_now = canvas.loudness();
        let peak = canvas.frames.iter().flatten().fold(0.0_f32, |peak, sample| peak.max(sample.abs()));
        if peak > 0.0 {
            let gain = (decibels(loudness) / loudness_now.max(1e-9)).min(decibels(PEAK_MAX) / peak);
            canvas.frames.iter_mut().flatten().for_each(|sample| *sample *= gain);
        }
        Layer::new(&canvas.frames, canvas.rate)
    }
}
