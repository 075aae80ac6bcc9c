//! Sensors: glass that rings when light meets it, and a dull tap when it is dark again.

use bevy::prelude::*;

use hairline_sim::hazards::camera::SecurityCamera;
use hairline_sim::hazards::sensor::{Sensor, SensorLit};
use hairline_sim::run::channels::ChannelLowered;
use hairline_sim::triggers::switch::Switch;

use crate::audio::engine::sound::{RegisterSounds, SoundSpec};
use crate::audio::engine::synth::{Bell, Filter, Noise, Pcm, Phase, note, pluck, render};
use crate::audio::playback::{AddSoundCue, SoundCue};
use crate::audio::scene::AudioSystems;

/// Light raises a sensor's channel.
pub static LIT: SoundSpec =
    SoundSpec { name: "SensorLit", make: lit, reverb: 0.30, is_tuned: true, ..SoundSpec::DIEGETIC };
/// A sensor's channel is lowered: it has been dark for long enough.
pub static DARK: SoundSpec =
    SoundSpec { name: "SensorDark", make: dark, reverb: 0.16, is_tuned: true, ..SoundSpec::DIEGETIC };

/// The modulator's frequency ratio: thin glass.
const GLASS_RATIO: f32 = 2.76;

pub fn plugin(app: &mut App) {
    app.register_sounds(&[&LIT, &DARK])
        .add_sound_cue(|lit: &SensorLit| SoundCue::new(&LIT).at(lit.position).with_gain(0.6))
        .add_systems(Update, cue_dark.in_set(AudioSystems::Cue));
}

/// A channel that a camera or a switch raises too ends with a sound of theirs. Of several sensors with one channel only the
/// first is heard.
fn cue_dark(
    mut lowered: MessageReader<ChannelLowered>,
    sensors: Query<&Sensor>,
    switches: Query<&Switch>,
    cameras: Query<&SecurityCamera>,
    mut cues: MessageWriter<SoundCue>,
) {
    for &ChannelLowered { channel } in lowered.read() {
        let is_others = cameras.iter().any(|camera| camera.channel == channel)
            || switches.iter().any(|switch| switch.channel == channel);
        if let (false, Some(sensor)) = (is_others, sensors.iter().find(|sensor| sensor.channel == channel)) {
            cues.write(SoundCue::new(&DARK).at(sensor.position).with_gain(0.45));
        }
    }
}

/// Two thin glass notes close together, the second higher.
fn lit() -> Pcm {
    let mut notes = [Bell::new(note::A5, GLASS_RATIO, 0.0, 0.030), Bell::new(note::E6, GLASS_RATIO, 0.045, 0.070)];
    render(0.40, |time| notes.iter_mut().map(|note| note.sample(time)).sum()).one_shot(-13.0)
}

/// A soft tap on glass, low.
fn dark() -> Pcm {
    let (mut body, mut glass, mut noise) = (Phase::default(), Filter::default(), Noise::new(77));
    render(0.16, |time| {
        let tap = glass.band(noise.sample(), 2.0 * note::A5, 5.0) * pluck(time, 0.001, 0.006);
        body.triangle(note::D4) * pluck(time, 0.003, 0.028) + 0.4 * tap
    })
    .one_shot(-16.0)
}
