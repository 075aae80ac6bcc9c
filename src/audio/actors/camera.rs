//! Security cameras: the alarm, its throb while it lasts, and the all-clear.

use bevy::prelude::*;

use hairline_sim::hazards::camera::{CameraAlarmed, CameraState, SecurityCamera};
use hairline_sim::run::Run;
use hairline_sim::run::channels::ChannelLowered;
use hairline_sim::tuning::seconds;

use crate::audio::engine::commands::{AudioCommands, LoopLevel};
use crate::audio::engine::sound::{Bus, LoopSpec, RegisterSounds, SoundSpec};
use crate::audio::engine::synth::{Filter, Pcm, Phase, decay, note, pluck, render, rise, sine, triangle};
use crate::audio::playback::{AddSoundCue, Danger, Listener, SlowMotion, SoundCue};
use crate::audio::scene::{AudioScene, AudioSystems};

pub static ALARM: SoundSpec =
    SoundSpec { name: "Alarm", make: alarm, reverb: 0.22, is_tuned: true, ..SoundSpec::DIEGETIC };
pub static ALL_CLEAR: SoundSpec =
    SoundSpec { name: "AllClear", make: all_clear, reverb: 0.22, is_tuned: true, ..SoundSpec::DIEGETIC };
/// For as long as the alarm lasts.
pub static ALARM_THROB: LoopSpec =
    LoopSpec { name: "AlarmThrob", make: alarm_throb, fade_seconds: 0.04, bus: Bus::Effects };

/// Quiet, since it may last for half a minute.
const THROB_GAIN: f32 = 0.22;
/// Seconds of hazard time in which the throb fades before the end of an alarm.
const THROB_FADE: f32 = 1.5;

/// How dangerous an alarm is, as the music knows it.
const ALARM_DANGER: f32 = 0.6;

pub fn plugin(app: &mut App) {
    app.register_sounds(&[&ALARM, &ALL_CLEAR])
        .register_loop(&ALARM_THROB)
        .add_sound_cue(|alarmed: &CameraAlarmed| SoundCue::new(&ALARM).at(alarmed.position).with_gain(0.8))
        .add_systems(Update, (cue_all_clears, set_throb).in_set(AudioSystems::Cue));
}

/// Of several cameras with one channel the first gives the all-clear.
fn cue_all_clears(
    mut lowered: MessageReader<ChannelLowered>,
    cameras: Query<(&SecurityCamera, &CameraState)>,
    mut cues: MessageWriter<SoundCue>,
) {
    for &ChannelLowered { channel } in lowered.read() {
        if let Some((_, state)) = cameras.iter().find(|(camera, _)| camera.channel == channel) {
            cues.write(SoundCue::new(&ALL_CLEAR).at(state.position).with_gain(0.7));
        }
    }
}

/// An alarm throbs at its camera for as long as its channel is raised; of several alarms the one that lasts longest. A
/// channel that stays raised for the rest of the run is no alarm: a switch or a key raised it.
fn set_throb(
    scene: Res<AudioScene>,
    run: Option<Res<Run>>,
    cameras: Query<(&SecurityCamera, &CameraState)>,
    slow_motion: SlowMotion,
    listener: Listener,
    mut danger: ResMut<Danger>,
    commands: Res<AudioCommands>,
) {
    let mut throb = LoopLevel::SILENT;
    if let (AudioScene::Playing, Some(run)) = (*scene, run) {
        let now = run.hazard_half_ticks;
        for (camera, state) in &cameras {
            let until = run.channels.raised_until(camera.channel, now).filter(|until| *until != u32::MAX);
            let Some(until) = until else { continue };
            let left = seconds(until - now);
            let gain = THROB_GAIN * (left / THROB_FADE).min(1.0);
            danger.raise(ALARM_DANGER * (left / THROB_FADE).min(1.0));
            let pan = listener.pan(state.position.x);
            throb = throb.louder(LoopLevel { gain, pan, rate: slow_motion.hazard_rate() });
        }
    }
    commands.set_loop(&ALARM_THROB, throb);
}

/// A reedy tone: a sawtooth through a resonant low-pass filter.
#[derive(Default)]
struct Reed {
    tone: Phase,
    filter: Filter,
}

impl Reed {
    fn sample(&mut self, hertz: f32, cutoff: f32) -> f32 {
        self.filter.low(self.tone.saw(hertz), cutoff, 1.6)
    }
}

/// Two tones, up a fifth; the second is held.
fn alarm() -> Pcm {
    let mut reeds = [Reed::default(), Reed::default()];
    render(0.44, |time| {
        let first = rise(time, 0.006) * (1.0 - rise(time - 0.105, 0.012));
        let second = rise(time - 0.125, 0.006) * decay(time - 0.23, 0.040).max(f32::from(u8::from(time < 0.23)));
        reeds[0].sample(note::D4, 1700.0) * first + 1.1 * reeds[1].sample(note::A4, 2400.0) * second
    })
    .one_shot(-11.0)
}

/// The same two tones back down, soft and round.
fn all_clear() -> Pcm {
    let mut tones = [Phase::default(); 2];
    render(0.46, |time| {
        let first = tones[0].triangle(note::A4) * rise(time, 0.012) * (1.0 - rise(time - 0.11, 0.04));
        first + tones[1].triangle(note::D4) * pluck(time - 0.12, 0.015, 0.060)
    })
    .one_shot(-14.0)
}

/// Two low notes a tone apart that throb twice a second, all with whole periods in the loop.
fn alarm_throb() -> Pcm {
    render(2.0, |time| {
        let throb = 0.55 - 0.45 * sine((time * 2.0 + 0.25).fract());
        let tone = triangle((time * 293.5).fract()) + 0.7 * triangle((time * 329.5).fract());
        (tone + 0.25 * sine((time * 587.0).fract())) * throb
    })
    .looped(-14.0)
}
