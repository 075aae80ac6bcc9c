//! What the ninja does: light, dry and short, because it is heard all the time.

use crate::audio::engine::synth::RATE;
use crate::audio::engine::synth::envelope::{decay, glide, pluck, rise, swell};
use crate::audio::engine::synth::filter::{Filter, Tuning};
use crate::audio::engine::synth::noise::Noise;
use crate::audio::engine::synth::oscillator::{Phase, saw, sine, triangle};
use crate::audio::engine::synth::pcm::{Pcm, render, render_filtered_loop};

/// A push of air under a tone that goes up with him.
pub fn jump() -> Pcm {
    let (mut tone, mut air, mut noise) = (Phase::default(), Filter::default(), Noise::new(1));
    render(0.17, |time| {
        let body = triangle(tone.advance(glide(time, 210.0, 430.0, 0.10))) * pluck(time, 0.004, 0.035);
        let tuning = Tuning::new(glide(time, 900.0, 2600.0, 0.09), 0.8, RATE);
        0.75 * body + 0.55 * air.run(noise.sample(), tuning).band * pluck(time, 0.003, 0.022)
    })
    .struck(-9.0)
}

/// As a jump, brighter, after a scrape at the wall.
pub fn wall_jump() -> Pcm {
    let (mut tone, mut air, mut noise) = (Phase::default(), Filter::default(), Noise::new(2));
    render(0.19, |time| {
        let body = triangle(tone.advance(glide(time, 270.0, 580.0, 0.10))) * pluck(time - 0.012, 0.004, 0.034);
        let scrape = air.run(noise.sample(), Tuning::new(glide(time, 3400.0, 1500.0, 0.08), 1.1, RATE)).band;
        0.7 * body + 0.8 * scrape * pluck(time, 0.002, 0.018)
    })
    .struck(-9.0)
}

/// A soft weight on the ground.
pub fn land() -> Pcm {
    let (mut tone, mut dust, mut noise) = (Phase::default(), Filter::default(), Noise::new(3));
    render(0.17, |time| {
        let weight = sine(tone.advance(glide(time, 150.0, 58.0, 0.07))) * pluck(time, 0.002, 0.030);
        let grit = dust.run(noise.sample(), Tuning::new(glide(time, 1500.0, 420.0, 0.05), 0.7, RATE)).low;
        weight + 0.7 * grit * pluck(time, 0.001, 0.016)
    })
    .struck(-7.0)
}

/// One foot: the ball of it, hardly more than a tick.
pub fn step() -> Pcm {
    let (mut tone, mut sole, mut noise) = (Phase::default(), Filter::default(), Noise::new(4));
    render(0.06, |time| {
        let weight = sine(tone.advance(glide(time, 210.0, 120.0, 0.02))) * pluck(time, 0.001, 0.009);
        let scuff = sole.run(noise.sample(), Tuning::new(1700.0, 1.0, RATE)).band;
        0.5 * weight + 0.6 * scuff * pluck(time, 0.001, 0.007)
    })
    .struck(-14.0)
}

/// Cloth and rubber along a wall; goes round.
pub fn slide() -> Pcm {
    let (mut cloth, mut body) = (Filter::default(), Filter::default());
    let mut noise = Noise::new(5);
    render_filtered_loop(1.0, move |time| {
        if time == 0.0 {
            noise = Noise::new(5);
        }
        let grain = 0.75 + 0.15 * sine(time * 17.0) + 0.10 * sine(time * 29.0 + 0.3);
        let sample = noise.sample();
        let hiss = cloth.run(sample, Tuning::new(2300.0, 0.9, RATE)).band;
        (hiss + 0.5 * body.run(sample, Tuning::new(480.0, 1.2, RATE)).band) * grain
    })
    .looped(-12.0)
}

/// Cut off: a snap, a tone that falls away and a dull blow. Over before the next try has begun in earnest, and without
/// anything shrill: it is heard more often than any reward.
pub fn death() -> Pcm {
    let (mut tone, mut blow) = (Phase::default(), Phase::default());
    let (mut mouth, mut snap, mut noise) = (Filter::default(), Filter::default(), Noise::new(6));
    render(0.30, |time| {
        let hertz = glide(time, 392.0, 73.4, 0.13);
        let raw = saw(tone.advance(hertz), hertz / RATE) * pluck(time, 0.002, 0.040);
        let fall = mouth.run(raw, Tuning::new(glide(time, 3200.0, 260.0, 0.11), 0.9, RATE)).low;
        let crack = snap.run(noise.sample(), Tuning::new(2600.0, 0.7, RATE)).band * pluck(time, 0.001, 0.007);
        let thud = sine(blow.advance(glide(time, 120.0, 46.0, 0.09))) * pluck(time - 0.01, 0.004, 0.045);
        0.55 * fall + 0.8 * crack + 0.9 * thud
    })
    .struck(-6.0)
}

/// A breath drawn in, and the start again.
pub fn restart() -> Pcm {
    let (mut tone, mut air, mut noise) = (Phase::default(), Filter::default(), Noise::new(7));
    render(0.16, |time| {
        let breath = air.run(noise.sample(), Tuning::new(glide(time, 500.0, 2800.0, 0.09), 0.9, RATE)).band;
        let tick = sine(tone.advance(crate::audio::recipes::note::D5)) * pluck(time - 0.075, 0.003, 0.016);
        0.8 * breath * swell(time, 0.10, 0.8) + 0.35 * tick
    })
    .struck(-12.0)
}

/// Time stretches: a tone sinks two octaves and takes the brightness with it.
pub fn focus_start() -> Pcm {
    let (mut low, mut high, mut mouth) = (Phase::default(), Phase::default(), Filter::default());
    render(0.55, |time| {
        let hertz = glide(time, 440.0, 73.4, 0.30);
        let raw = saw(low.advance(hertz), hertz / RATE) + 0.6 * triangle(high.advance(hertz * 1.503));
        let dark = mouth.run(raw, Tuning::new(glide(time, 2400.0, 140.0, 0.40), 0.9, RATE)).low;
        dark * rise(time, 0.02) * decay(time - 0.12, 0.11).max(f32::from(u8::from(time < 0.12)))
    })
    .struck(-10.0)
}

/// And lets go: the same way back, shorter and lighter.
pub fn focus_end() -> Pcm {
    let (mut low, mut mouth, mut air, mut noise) =
        (Phase::default(), Filter::default(), Filter::default(), Noise::new(8));
    render(0.32, |time| {
        let hertz = glide(time, 98.0, 440.0, 0.20);
        let raw = triangle(low.advance(hertz));
        let tuning = Tuning::new(glide(time, 300.0, 3000.0, 0.20), 0.8, RATE);
        let breath = air.run(noise.sample(), tuning).band;
        (mouth.run(raw, tuning).low + 0.25 * breath) * swell(time, 0.30, 0.62)
    })
    .struck(-13.0)
}
