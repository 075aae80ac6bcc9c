//! What stands in a level and works: cameras, switches, doors, springs, bumpers and teleports. Mechanical where it is a
//! mechanism, tuned where it speaks to the player.

use super::note::{A4, A5, D4, D5, D6};
use crate::audio::engine::synth::RATE;
use crate::audio::engine::synth::envelope::{decay, glide, pluck, rise, swell};
use crate::audio::engine::synth::filter::{Filter, Tuning};
use crate::audio::engine::synth::noise::Noise;
use crate::audio::engine::synth::oscillator::{Phase, saw, sine, triangle};
use crate::audio::engine::synth::pcm::{Pcm, render};

/// A tone of the warning kind: reedy, with a mouth that is half closed.
struct Reed {
    tone: Phase,
    mouth: Filter,
}

impl Reed {
    fn new() -> Self {
        Self { tone: Phase::default(), mouth: Filter::default() }
    }

    fn sample(&mut self, hertz: f32, cutoff: f32) -> f32 {
        self.mouth.run(saw(self.tone.advance(hertz), hertz / RATE), Tuning::new(cutoff, 1.6, RATE)).low
    }
}

/// A camera has seen him: two tones, up a fifth, the second one held.
pub fn alarm() -> Pcm {
    let mut reeds = [Reed::new(), Reed::new()];
    render(0.44, |time| {
        let first = rise(time, 0.006) * (1.0 - rise(time - 0.105, 0.012));
        let second = rise(time - 0.125, 0.006) * decay(time - 0.23, 0.040).max(f32::from(u8::from(time < 0.23)));
        reeds[0].sample(D4, 1700.0) * first + 1.1 * reeds[1].sample(A4, 2400.0) * second
    })
    .struck(-11.0)
}

/// A camera has lost him: the same two tones back down, soft and round.
pub fn calm() -> Pcm {
    let mut tones = [Phase::default(); 2];
    render(0.46, |time| {
        let first = triangle(tones[0].advance(A4)) * rise(time, 0.012) * (1.0 - rise(time - 0.11, 0.04));
        first + triangle(tones[1].advance(D4)) * pluck(time - 0.12, 0.015, 0.060)
    })
    .struck(-14.0)
}

/// As long as an alarm lasts; goes round. Two low notes beside each other that throb, twice a second.
pub fn watch() -> Pcm {
    render(2.0, |time| {
        // Whole periods in the loop.
        let throb = 0.55 - 0.45 * sine((time * 2.0 + 0.25).fract());
        let tone = triangle((time * 293.5).fract()) + 0.7 * triangle((time * 329.5).fract());
        (tone + 0.25 * sine((time * 587.0).fract())) * throb
    })
    .looped(-14.0)
}

/// A click and a clack: two small hard parts of a mechanism, some hertz each.
fn clicks(seconds: f32, gap: f32, hertz: [f32; 2], levels: [f32; 2], seed: u32) -> Pcm {
    let (mut parts, mut tones, mut noise) = ([Filter::default(); 2], [Phase::default(); 2], Noise::new(seed));
    render(seconds, |time| {
        let sample = noise.sample();
        (0..2)
            .map(|index| {
                let (since, hertz) = (time - index as f32 * gap, hertz[index]);
                let hard = parts[index].run(sample, Tuning::new(2.4 * hertz, 2.0, RATE)).band;
                let body = triangle(tones[index].advance(hertz));
                levels[index] * (hard * pluck(since, 0.0007, 0.004) + 0.55 * body * pluck(since, 0.001, 0.009))
            })
            .sum()
    })
}

/// A plate goes down: a click, and a brighter one on A.
pub fn switch_on() -> Pcm {
    clicks(0.12, 0.022, [D5, A5], [0.6, 1.0], 41).struck(-11.0)
}

/// It comes up again: the same the other way round, lower.
pub fn switch_off() -> Pcm {
    clicks(0.14, 0.030, [A4, D4], [0.8, 1.0], 42).struck(-13.0)
}

/// A timed switch runs down: a small wooden tick.
pub fn tick() -> Pcm {
    let (mut tone, mut wood, mut noise) = (Phase::default(), Filter::default(), Noise::new(43));
    render(0.06, |time| {
        let knock = wood.run(noise.sample(), Tuning::new(1174.66, 6.0, RATE)).band * pluck(time, 0.0008, 0.004);
        0.5 * sine(tone.advance(D5)) * pluck(time, 0.001, 0.007) + 0.8 * knock
    })
    .struck(-16.0)
}

/// What a door's slide is made of: rollers over the joints of a rail under a motor that pulls.
fn slide(seconds: f32, motor: [f32; 2], rail: [f32; 2], joints: f32, peak: f32, seed: u32) -> impl FnMut(f32) -> f32 {
    let (mut pull, mut mouth, mut rollers, mut noise) =
        (Phase::default(), Filter::default(), Filter::default(), Noise::new(seed));
    move |time| {
        let hertz = glide(time, motor[0], motor[1], seconds);
        let hum = mouth.run(saw(pull.advance(hertz), hertz / RATE), Tuning::new(6.0 * hertz, 0.9, RATE)).low;
        let tuning = Tuning::new(glide(time, rail[0], rail[1], seconds), 1.4, RATE);
        let joint = decay((time * joints).fract(), 0.35);
        let rub = rollers.run(noise.sample(), tuning).band * (0.25 + 0.75 * joint);
        (0.55 * hum + 1.1 * rub) * swell(time, seconds, peak)
    }
}

/// A door sets off to open: its bolt lifts, and it slides away ever lighter.
pub fn door_opens() -> Pcm {
    let mut away = slide(0.42, [73.4, 110.0], [900.0, 2100.0], 36.0, 0.30, 44);
    let (mut bolt, mut noise) = (Filter::default(), Noise::new(45));
    render(0.44, |time| {
        let lift = bolt.run(noise.sample(), Tuning::new(2300.0, 2.4, RATE)).band * pluck(time, 0.0008, 0.006);
        away((time - 0.02).max(0.0)) + 0.8 * lift
    })
    .struck(-12.0)
}

/// A door sets off to close: lower, and pulled harder as it goes. Its stop is a sound of its own.
pub fn door_closes() -> Pcm {
    render(0.42, slide(0.42, [110.0, 55.0], [1300.0, 480.0], 24.0, 0.65, 46)).struck(-11.0)
}

/// A door is shut: a weight against its stop, and iron that rings briefly.
pub fn door_shut() -> Pcm {
    let (mut weight, mut iron, mut plate, mut noise) =
        (Phase::default(), Filter::default(), Filter::default(), Noise::new(47));
    render(0.30, |time| {
        let thud = sine(weight.advance(glide(time, 98.0, 49.0, 0.08))) * pluck(time, 0.002, 0.045);
        let hit = noise.sample() * pluck(time, 0.001, 0.006);
        let ring = iron.run(hit, Tuning::new(1174.66, 14.0, RATE)).band;
        let clank = plate.run(hit, Tuning::new(1870.0, 9.0, RATE)).band;
        thud + 4.0 * ring + 2.5 * clank + 0.3 * hit
    })
    .struck(-8.0)
}

/// A bumper throws him: a thud in rubber that swings back up, wobbling.
pub fn bumper() -> Pcm {
    let (mut blow, mut rubber, mut skin, mut noise) =
        (Phase::default(), Phase::default(), Filter::default(), Noise::new(48));
    render(0.32, |time| {
        let thud = sine(blow.advance(glide(time, 130.0, 62.0, 0.05))) * pluck(time, 0.002, 0.024);
        let wobble = 1.0 + 0.14 * decay(time, 0.08) * sine((time * 26.0).fract());
        let back = triangle(rubber.advance(glide(time - 0.02, 146.8, 440.0, 0.15) * wobble));
        let slap = skin.run(noise.sample(), Tuning::new(760.0, 1.0, RATE)).band * pluck(time, 0.001, 0.010);
        0.7 * thud + 0.9 * back * pluck(time - 0.012, 0.010, 0.060) + 0.5 * slap
    })
    .struck(-10.0)
}

/// A spring throws him: a taut string, let go. It is up on its note before one can hear it bend.
pub fn spring() -> Pcm {
    let (mut string, mut octave, mut mouth, mut catch, mut noise) =
        (Phase::default(), Phase::default(), Filter::default(), Filter::default(), Noise::new(49));
    render(0.28, |time| {
        let hertz = glide(time, D4, D5, 0.035);
        let raw = saw(string.advance(hertz), hertz / RATE) + 0.35 * sine(octave.advance(2.0 * hertz));
        let twang = mouth.run(raw, Tuning::new(glide(time, 6400.0, 620.0, 0.11), 1.0, RATE)).low;
        let latch = catch.run(noise.sample(), Tuning::new(2800.0, 1.6, RATE)).band * pluck(time, 0.0007, 0.004);
        0.8 * twang * pluck(time, 0.002, 0.034) + 0.7 * latch
    })
    .struck(-9.0)
}

/// Into a teleport: air and a shimmer drawn up and in, cut off at the top.
pub fn teleport_in() -> Pcm {
    let (mut air, mut tones, mut noise) = (Filter::default(), [Phase::default(); 2], Noise::new(50));
    render(0.20, |time| {
        let wind = air.run(noise.sample(), Tuning::new(glide(time, 420.0, 5200.0, 0.17), 1.8, RATE)).band;
        let hertz = glide(time, D4, D6, 0.17);
        let shimmer = sine(tones[0].advance(hertz)) * sine(tones[1].advance(1.498 * hertz));
        (wind + 0.5 * shimmer) * swell(time, 0.19, 0.82)
    })
    .struck(-11.0)
}

/// Out of its other end, a moment later: the same the other way round, opening downwards.
pub fn teleport_out() -> Pcm {
    let (mut air, mut tones, mut noise) = (Filter::default(), [Phase::default(); 2], Noise::new(51));
    const LATE: f32 = 0.10;
    render(0.48, |time| {
        let since = (time - LATE).max(0.0);
        let wind = air.run(noise.sample(), Tuning::new(glide(since, 4600.0, 380.0, 0.28), 1.4, RATE)).band;
        let hertz = glide(since, D6, D4, 0.16);
        let shimmer = sine(tones[0].advance(hertz)) * (0.5 + 0.5 * sine(tones[1].advance(1.498 * hertz)));
        (wind + 0.6 * shimmer) * swell(since, 0.36, 0.12)
    })
    .struck(-10.0)
}
