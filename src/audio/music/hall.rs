//! The reverberation of a large hall: a feedback delay network of eight lines (Jot and Chaigne, 1991) that a Hadamard
//! matrix mixes without loss, each damped so that high frequencies die first.

use crate::audio::engine::synth::DelayLine;

/// Seconds of the delay lines, without common divisors in samples to speak of.
const DELAYS: [f32; 8] = [0.0297, 0.0371, 0.0411, 0.0437, 0.0533, 0.0617, 0.0683, 0.0791];
/// How much of the high frequencies each round loses.
const DAMPING: f32 = 0.38;

#[derive(Clone, Debug)]
pub struct Hall {
    lines: [Line; 8],
}

#[derive(Clone, Debug)]
struct Line {
    delay: DelayLine,
    damped: f32,
    feedback: f32,
}

impl Hall {
    /// A hall that decays by 60 dB in `seconds`.
    pub fn new(rate: f32, seconds: f32) -> Self {
        let line = |delay: f32| Line {
            delay: DelayLine::new((delay * rate) as usize),
            damped: 0.0,
            feedback: bevy::math::ops::powf(10.0, -3.0 * delay / seconds),
        };
        Self { lines: DELAYS.map(line) }
    }

    /// Processes one frame; returns the reverberation alone.
    pub fn run(&mut self, [left, right]: [f32; 2]) -> [f32; 2] {
        let mut echoes = [0.0; 8];
        for (echo, line) in echoes.iter_mut().zip(&mut self.lines) {
            line.damped += (line.delay.oldest() - line.damped) * (1.0 - DAMPING);
            *echo = line.damped * line.feedback;
        }
        let [a, b, c, d, e, f, g, h] = echoes;
        let out = [0.5 * (a - c + e - g), 0.5 * (b - d + f - h)];
        for (index, (line, mixed)) in self.lines.iter_mut().zip(hadamard(echoes)).enumerate() {
            let input = if index % 2 == 0 { left } else { right };
            line.delay.push(0.5 * input + mixed);
        }
        out
    }
}

/// The fast Walsh–Hadamard transform of eight numbers, scaled so that it keeps their energy.
fn hadamard(mut numbers: [f32; 8]) -> [f32; 8] {
    for half in [1, 2, 4] {
        for start in (0..8).step_by(2 * half) {
            for index in start..start + half {
                let (a, b) = (numbers[index], numbers[index + half]);
                (numbers[index], numbers[index + half]) = (a + b, a - b);
            }
        }
    }
    numbers.map(|number| number * std::f32::consts::FRAC_1_SQRT_2 * 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mixing_keeps_the_energy() {
        let numbers = [1.0, -2.0, 0.5, 3.0, 0.0, 1.5, -1.0, 2.5];
        let energy = |numbers: [f32; 8]| numbers.iter().map(|number| number * number).sum::<f32>();
        assert!((energy(hadamard(numbers)) - energy(numbers)).abs() < 1e-3);
    }

    #[test]
    fn an_impulse_decays_by_about_60_decibels_in_its_time() {
        let (rate, seconds) = (16_000.0, 2.0);
        let mut hall = Hall::new(rate, seconds);
        let echo: Vec<f32> = (0..48_000).map(|index| hall.run([f32::from(u8::from(index == 0)); 2])[0]).collect();
        let energy = |from: usize| echo[from..from + 1600].iter().map(|sample| sample * sample).sum::<f32>();
        let fall = 10.0 * bevy::math::ops::log10(energy(33_000) / energy(1_600));
        assert!((-90.0..-45.0).contains(&fall), "{fall} dB");
    }
}
