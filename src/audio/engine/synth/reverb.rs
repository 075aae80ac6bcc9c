//! A small bare room, after Schroeder: for each ear four combs side by side and two all-passes in a row.

/// Delays in samples at 48 kHz, without common divisors, so that echoes do not fall together.
const COMBS: [[usize; 4]; 2] = [[1427, 1601, 1787, 1949], [1453, 1627, 1811, 1979]];
const ALL_PASSES: [[usize; 2]; 2] = [[347, 113], [367, 127]];
/// What of an echo comes back: the room falls silent (by 60 dB) in about 0.7 s.
const FEEDBACK: f32 = 0.70;
/// How much of the high tones each echo loses.
const DAMPING: f32 = 0.45;
const DIFFUSION: f32 = 0.6;

/// The room.
#[derive(Clone, Debug)]
pub struct Reverb {
    ears: [Ear; 2],
}

#[derive(Clone, Debug)]
struct Ear {
    combs: [Comb; 4],
    all_passes: [Line; 2],
}

#[derive(Clone, Debug)]
struct Comb {
    line: Line,
    damped: f32,
}

/// What went in comes out again after a fixed time.
#[derive(Clone, Debug)]
struct Line {
    samples: Vec<f32>,
    at: usize,
}

impl Line {
    fn new(length: usize) -> Self {
        Self { samples: vec![0.0; length], at: 0 }
    }

    fn oldest(&self) -> f32 {
        self.samples[self.at]
    }

    fn push(&mut self, sample: f32) {
        self.samples[self.at] = sample;
        self.at = (self.at + 1) % self.samples.len();
    }
}

impl Default for Reverb {
    fn default() -> Self {
        let ear = |index: usize| Ear {
            combs: COMBS[index].map(|length| Comb { line: Line::new(length), damped: 0.0 }),
            all_passes: ALL_PASSES[index].map(Line::new),
        };
        Self { ears: [ear(0), ear(1)] }
    }
}

impl Reverb {
    /// One sample into the room; what comes back to the left and to the right ear.
    pub fn run(&mut self, input: f32) -> [f32; 2] {
        self.ears.each_mut().map(|ear| ear.run(input))
    }
}

impl Ear {
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
            let into = sample + DIFFUSION * delayed;
            line.push(into);
            sample = delayed - DIFFUSION * into;
        }
        sample
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clap_echoes_differently_in_each_ear_and_dies_away() {
        let mut room = Reverb::default();
        let echo: Vec<[f32; 2]> = (0..96_000).map(|index| room.run(f32::from(u8::from(index == 0)))).collect();
        let energy =
            |range: std::ops::Range<usize>, ear: usize| echo[range].iter().map(|s| s[ear] * s[ear]).sum::<f32>();
        assert!(energy(0..48_000, 0) > 1e-3);
        assert!(energy(48_000..96_000, 0) < 1e-6 * energy(0..48_000, 0));
        assert!(echo.iter().any(|sample| (sample[0] - sample[1]).abs() > 0.05));
    }
}
