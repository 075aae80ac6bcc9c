//! Switches: a click down, ticks while the time of a timed one runs out, and a click back up.

use bevy::prelude::*;

use hairline_level::limits::CHANNELS_MAX;
use hairline_sim::hazards::camera::SecurityCamera;
use hairline_sim::run::Run;
use hairline_sim::run::channels::ChannelLowered;
use hairline_sim::triggers::switch::{Switch, SwitchPressed};
use hairline_sim::tuning::HALF_TICKS_PER_SECOND;

use crate::audio::engine::sound::{RegisterSounds, SoundSpec};
use crate::audio::engine::synth::{Filter, Noise, Pcm, Phase, note, pluck, render};
use crate::audio::playback::{AddSoundCue, SoundCue};
use crate::audio::scene::AudioSystems;

pub static PRESSED: SoundSpec = SoundSpec { name: "SwitchPressed", make: pressed, reverb: 0.10, ..SoundSpec::DIEGETIC };
/// A timed switch comes up again, or one that toggles turns its channel off.
pub static RELEASED: SoundSpec =
    SoundSpec { name: "SwitchReleased", make: released, reverb: 0.10, ..SoundSpec::DIEGETIC };
/// The time of a switch runs out.
pub static TICK: SoundSpec =
    SoundSpec { name: "SwitchTick", make: tick, reverb: 0.06, is_tuned: true, ..SoundSpec::DIEGETIC };

/// Half ticks of hazard time (0.5 s) between two ticks of a switch.
const INTERVAL: u32 = HALF_TICKS_PER_SECOND / 2;
/// Half ticks (2 s) before its end from which on it ticks twice as fast.
const HURRY: u32 = 2 * HALF_TICKS_PER_SECOND;
const TICK_GAIN: f32 = 0.45;
const HURRIED_GAIN: f32 = 0.70;
/// Every other tick is a fourth lower, like a clock's, so that it is not mistaken for a charging beam.
const TOCK_RATE: f32 = 0.75;

pub fn plugin(app: &mut App) {
    app.register_sounds(&[&PRESSED, &RELEASED, &TICK])
        .add_sound_cue(|pressed: &SwitchPressed| SoundCue::new(&PRESSED).at(pressed.position).with_gain(0.8))
        .add_systems(Update, (cue_releases, cue_ticks).in_set(AudioSystems::Cue));
}

/// A channel that a camera raises too ends with the camera's all-clear instead. Of several switches with one channel only
/// the first is heard.
fn cue_releases(
    mut lowered: MessageReader<ChannelLowered>,
    switches: Query<&Switch>,
    cameras: Query<&SecurityCamera>,
    mut cues: MessageWriter<SoundCue>,
) {
    for &ChannelLowered { channel } in lowered.read() {
        let comes_up = |switch: &&Switch| switch.channel == channel && (switch.half_ticks.is_some() || switch.toggle);
        if cameras.iter().all(|camera| camera.channel != channel)
            && let Some(switch) = switches.iter().find(comes_up)
        {
            cues.write(SoundCue::new(&RELEASED).at(switch.position).with_gain(0.8));
        }
    }
}

/// Ticks for each channel that a timed switch has raised. While the ninja stands on the switch, its time does not run.
fn cue_ticks(
    run: Option<Res<Run>>,
    switches: Query<&Switch>,
    mut last_ticks_left: Local<[Option<u32>; CHANNELS_MAX]>,
    mut cues: MessageWriter<SoundCue>,
) {
    let Some(run) = run else { return };
    let now = run.hazard_half_ticks;
    let before = std::mem::take(&mut *last_ticks_left);
    for switch in switches.iter().filter(|switch| switch.half_ticks.is_some()) {
        let channel = usize::from(switch.channel.0);
        let until = run.channels.raised_until(switch.channel, now).filter(|until| *until != u32::MAX);
        let Some(time_left) = until.map(|until| until - now) else { continue };
        let ticks = ticks_left(time_left);
        // Of several switches with one channel only the first ticks.
        let is_first = last_ticks_left[channel].replace(ticks).is_none();
        if is_first && before[channel].is_some_and(|before| ticks < before) {
            let gain = if time_left <= HURRY { HURRIED_GAIN } else { TICK_GAIN };
            let rate = if ticks.is_multiple_of(2) { 1.0 } else { TOCK_RATE };
            cues.write(SoundCue::new(&TICK).at(switch.position).with_gain(gain).with_rate(rate));
        }
    }
}

/// How many ticks are left in this time (half ticks).
fn ticks_left(half_ticks: u32) -> u32 {
    half_ticks.min(HURRY).div_ceil(INTERVAL / 2) + half_ticks.saturating_sub(HURRY).div_ceil(INTERVAL)
}

/// Two small hard parts of a mechanism, `gap` seconds apart, of some hertz each.
fn clicks(seconds: f32, gap: f32, hertz: [f32; 2], levels: [f32; 2], seed: u64) -> Pcm {
    let (mut parts, mut tones, mut noise) = ([Filter::default(); 2], [Phase::default(); 2], Noise::new(seed));
    render(seconds, |time| {
        let sample = noise.sample();
        (0..2)
            .map(|index| {
                let (since, hertz) = (time - index as f32 * gap, hertz[index]);
                let hard = parts[index].band(sample, 2.4 * hertz, 2.0);
                let body = tones[index].triangle(hertz);
                levels[index] * (hard * pluck(since, 0.0007, 0.004) + 0.55 * body * pluck(since, 0.001, 0.009))
            })
            .sum()
    })
}

/// A plate goes down: a click, and a brighter one on A.
fn pressed() -> Pcm {
    clicks(0.12, 0.022, [note::D5, note::A5], [0.6, 1.0], 41).one_shot(-11.0)
}

/// The plate comes up: the reverse, lower.
fn released() -> Pcm {
    clicks(0.14, 0.030, [note::A4, note::D4], [0.8, 1.0], 42).one_shot(-13.0)
}

/// A small wooden tick.
fn tick() -> Pcm {
    let (mut tone, mut wood, mut noise) = (Phase::default(), Filter::default(), Noise::new(43));
    render(0.06, |time| {
        let knock = wood.band(noise.sample(), note::D6, 6.0) * pluck(time, 0.0008, 0.004);
        0.5 * tone.sine(note::D5) * pluck(time, 0.001, 0.007) + 0.8 * knock
    })
    .one_shot(-16.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_switch_ticks_twice_a_second_and_four_times_in_its_last_two() {
        let ticks =
            |from: u32, to: u32| ticks_left(from * HALF_TICKS_PER_SECOND) - ticks_left(to * HALF_TICKS_PER_SECOND);
        assert_eq!((ticks(10, 9), ticks(3, 2), ticks(2, 1), ticks(1, 0)), (2, 2, 4, 4));
        assert_eq!((ticks_left(0), ticks_left(1)), (0, 1));
        assert!((0..2000).all(|left| ticks_left(left) <= ticks_left(left + 1)));
    }
}
