//! The reverb of a small bare room, after Schroeder (1962): for each channel four comb filters in parallel, then two
//! all-pass filters in series.

/// Delays in samples at 48 kHz, without common divisors, so that echoes do not coincide.
const COMBS: [[usize; 4]; 2] = [[1427, 1601, 1787, 1949], [1453, 1627, 1811, 1979]];
const ALL_PASSES: [[usize; 2]; 2] = [[347, 113], [367, 127]];
/// Gain of the combs' feedback; the reverb decays by 60 dB in about 0.7 s.
const FEEDBACK: f32 = 0.70;
/// How much of the high frequencies each echo loses.
const DAMPING: f32 = 0.45;
const DIFFUSION: f32 = 0.6;

#[derive(Clone, Debug)]
pub struct Reverb {
    channels: [Channel; 2],
}

#[derive(Clone, Debug)]
struct Channel {
    combs: [Comb; 4],
    all_passes: [DelayLine; 2],
}

#[derive(Clone, Debug)]
struct Comb {
    line: DelayLine,
    damped: f32,
}

/// A ring buffer: a sample comes out again after a fixed number of samples.
#[derive(Clone, Debug)]
pub(in crate::audio) struct DelayLine {
    samples: Vec<f32>,
    next: usize,
}

impl DelayLine {
    pub fn new(length: usize) -> Self {
        Self { samples: vec![0.0; length], next: 0 }
    }

    pub fn oldest(&self) -> f32 {
        self.samples[self.next]
    }

    pub fn push(&mut self, sample: f32) {
        self.samples[self.next] = sample;
        self.next = (self.next + 1) % self.samples.len();
    }
}

impl Default for Reverb {
    fn default() -> Self {
        let channel = |index: usize| Channel {
            combs: COMBS[index].map(|length| Comb { line: DelayLine::new(length), damped: 0.0 }),
            all_passes: ALL_PASSES[index].map(DelayLine::new),
        };
        Self { channels: [channel(0), channel(1)] }
    }
}

impl Reverb {
    /// Processes one sample; returns the left and the right output.
    pub fn run(&mut self, input: f32) -> [f32; 2] {
        self.channels.each_mut().map(|channel| channel.run(input))
    }
}

impl Channel {
    fn run(&mut self, input: f32) -> f32 {
        let mut sum = 0.0;
        for comb in &mut self.combs {
            let echo = comb.line.oldest();
            comb.damped += (echo - comb.damped) * (1.0 - DAMPING);
            comb.line.push(input + FEEDBACK * comb.damped);
            sum += echo;
        }
        let mut sample = sum * 0.25;
        for line in &mut self.all_passes {
            let delayed = line.oldest();
            let input = sample + DIFFUSION * delayed;
            line.push(input);
            sample = delayed - DIFFUSION * input;
        }
        sample
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_impulse_echoes_differently_in_each_channel_and_dies_away() {
        let mut reverb = Reverb::default();
        let echo: Vec<[f32; 2]> = (0..96_000).map(|index| reverb.run(f32::from(u8::from(index == 0)))).collect();
        let energy =
            |range: std::ops::Range<usize>, side: usize| echo[range].iter().map(|s| s[side] * s[side]).sum::<f32>();
        assert!(energy(0..48_000, 0) > 1e-3);
        assert!(energy(48_000..96_000, 0) < 1e-6 * energy(0..48_000, 0));
        assert!(echo.iter().any(|sample| (sample[0] - sample[1]).abs() > 0.05));
    }
}
