//! What kills: electric, low and quiet until it is close, and counted in before it strikes.

use super::note::D6;
use crate::audio::engine::synth::RATE;
use crate::audio::engine::synth::envelope::{glide, pluck};
use crate::audio::engine::synth::filter::{Filter, Tuning};
use crate::audio::engine::synth::noise::Noise;
use crate::audio::engine::synth::oscillator::{Phase, saw, sine, triangle};
use crate::audio::engine::synth::pcm::{Pcm, render, render_filtered_loop};

/// Tone frequencies in whole periods of a loop of this many seconds; two that are close beat slowly.
const HUM_SECONDS: f32 = 2.0;

/// A lit beam; goes round. A mains hum on A with a beat, and a sizzle that comes and goes with it.
pub fn hum() -> Pcm {
    let mut tones = [Phase::default(); 3];
    let (mut body, mut sizzle) = (Filter::default(), Filter::default());
    let mut noise = Noise::new(21);
    render_filtered_loop(HUM_SECONDS, move |time| {
        if time == 0.0 {
            noise = Noise::new(21);
            tones = [Phase::default(); 3];
        }
        let hertz = [110.0, 110.5, 220.5];
        let weights = [0.5, 0.5, 0.25];
        let raw: f32 =
            (0..3).map(|index| weights[index] * saw(tones[index].advance(hertz[index]), hertz[index] / RATE)).sum();
        let dark = body.run(raw, Tuning::new(620.0, 1.1, RATE)).low;
        // The sizzle follows the mains: twice in each period.
        let gate = 0.5 + 0.5 * sine(time * 220.0);
        let fizz = sizzle.run(noise.sample(), Tuning::new(4200.0, 1.4, RATE)).band * gate * gate;
        dark + 0.16 * fizz
    })
    .looped(-10.0)
}

/// A charge that builds; goes round. The game raises its pitch and its level with the charge.
pub fn whine() -> Pcm {
    render(1.0, |time| {
        let flutter = 0.72 + 0.28 * sine(time * 24.0);
        (sine(time * 440.0) + 0.30 * triangle((time * 663.0).fract()) + 0.12 * sine(time * 1320.0)) * flutter
    })
    .looped(-12.0)
}

/// One beat of the count before a beam is lit.
pub fn count() -> Pcm {
    let (mut tone, mut tick, mut noise) = (Phase::default(), Filter::default(), Noise::new(22));
    render(0.07, |time| {
        let click = tick.run(noise.sample(), Tuning::new(3000.0, 2.0, RATE)).band * pluck(time, 0.0008, 0.004);
        0.6 * sine(tone.advance(D6)) * pluck(time, 0.001, 0.010) + 0.5 * click
    })
    .struck(-12.0)
}

/// The beam is lit: an arc jumps.
pub fn ignite() -> Pcm {
    let (mut tone, mut mouth, mut arc, mut noise) =
        (Phase::default(), Filter::default(), Filter::default(), Noise::new(23));
    render(0.20, |time| {
        let hertz = glide(time, 1480.0, 110.0, 0.07);
        let raw = saw(tone.advance(hertz), hertz / RATE) * pluck(time, 0.001, 0.030);
        let zap = mouth.run(raw, Tuning::new(glide(time, 5200.0, 700.0, 0.09), 0.9, RATE)).low;
        let spit = arc.run(noise.sample(), Tuning::new(4600.0, 0.8, RATE)).band * pluck(time, 0.0008, 0.012);
        0.7 * zap + 0.5 * spit
    })
    .struck(-10.0)
}
