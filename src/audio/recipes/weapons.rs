//! What turrets, orbs and mines do: dry and short while it is only near, and low and broad where it kills.

use super::note::{C6, D6};
use crate::audio::engine::synth::RATE;
use crate::audio::engine::synth::envelope::{glide, pluck, rise};
use crate::audio::engine::synth::filter::{Filter, Tuning};
use crate::audio::engine::synth::noise::Noise;
use crate::audio::engine::synth::oscillator::{Phase, sine, triangle};
use crate::audio::engine::synth::pcm::{Pcm, render};

/// A turret fires: a click, and a short dry bark that falls away.
pub fn shot() -> Pcm {
    let (mut tone, mut bolt, mut breath, mut noise) =
        (Phase::default(), Filter::default(), Filter::default(), Noise::new(31));
    render(0.11, |time| {
        let sample = noise.sample();
        let click = bolt.run(sample, Tuning::new(3600.0, 1.2, RATE)).band * pluck(time, 0.0006, 0.0025);
        let puff = breath.run(sample, Tuning::new(glide(time, 1400.0, 500.0, 0.04), 0.9, RATE)).band;
        let bark = triangle(tone.advance(glide(time, 440.0, 98.0, 0.040))) * pluck(time, 0.001, 0.014);
        0.9 * click + 0.8 * puff * pluck(time, 0.001, 0.010) + 0.7 * bark
    })
    .struck(-10.0)
}

/// A bullet ends on a wall: a grain of stone.
pub fn impact() -> Pcm {
    let (mut tone, mut grain, mut noise) = (Phase::default(), Filter::default(), Noise::new(32));
    render(0.05, |time| {
        let chip = grain.run(noise.sample(), Tuning::new(5200.0, 2.2, RATE)).band * pluck(time, 0.0006, 0.0035);
        chip + 0.25 * sine(tone.advance(glide(time, 2400.0, 1500.0, 0.01))) * pluck(time, 0.0006, 0.003)
    })
    .struck(-14.0)
}

/// An orb bounces: a soft knock on glass. Its partials are those of a free bar (1 : 2.76 : 5.40), the high ones gone first.
pub fn orb_bounce() -> Pcm {
    let mut tones = [Phase::default(); 3];
    render(0.16, |time| {
        let partials = [(1.0, 0.75, 0.017), (2.756, 0.30, 0.009), (5.404, 0.12, 0.004)];
        let partial = |(tone, (ratio, level, half_life)): (&mut Phase, (f32, f32, f32))| {
            level * sine(tone.advance(ratio * D6)) * pluck(time, 0.0015, half_life)
        };
        tones.iter_mut().zip(partials).map(partial).sum()
    })
    .struck(-14.0)
}

/// A mine is lit: two beeps on one note that is not of the chord under it. They are held and not plucked: nothing else
/// that can be heard is.
pub fn mine_lit() -> Pcm {
    let (mut tone, mut edge) = (Phase::default(), Phase::default());
    render(0.21, |time| {
        let beep = |start: f32| rise(time - start, 0.003) * (1.0 - rise(time - start - 0.055, 0.010));
        // Odd harmonics, as those of a cheap buzzer.
        let buzz = sine(tone.advance(C6)) + 0.30 * sine(edge.advance(3.0 * C6));
        buzz * (beep(0.0) + beep(0.100))
    })
    .struck(-15.0)
}

/// A mine blows up: a burst that darkens over a body that sinks.
pub fn mine_blown() -> Pcm {
    let (mut body, mut blast, mut debris) = (Phase::default(), Filter::default(), Filter::default());
    let mut noise = Noise::new(33);
    render(0.80, |time| {
        let sample = noise.sample();
        let low = sine(body.advance(glide(time, 110.0, 36.7, 0.30))) * pluck(time, 0.003, 0.095);
        let burst = blast.run(sample, Tuning::new(glide(time, 7000.0, 160.0, 0.40), 0.8, RATE)).low;
        let grit = debris.run(sample, Tuning::new(2300.0, 1.5, RATE)).band * pluck(time - 0.04, 0.03, 0.07);
        low + 1.1 * burst * pluck(time, 0.001, 0.060) + 0.12 * grit
    })
    .struck(-4.0)
}
