//! Doors: sliding open, sliding closed, and the stop when one has closed.

use bevy::prelude::*;

use hairline_sim::obstacles::door::{Door, DoorMoved, DoorState};
use hairline_sim::run::Run;
use hairline_sim::state::actor::ActorIndex;

use crate::audio::engine::sound::{RegisterSounds, SoundSpec};
use crate::audio::engine::synth::{Filter, Noise, Pcm, Phase, decay, glide, note, pluck, render, swell};
use crate::audio::playback::{AddSoundCue, SoundCue};
use crate::audio::scene::AudioSystems;

pub static OPENS: SoundSpec = SoundSpec { name: "DoorOpens", make: opens, reverb: 0.16, ..SoundSpec::DIEGETIC };
pub static CLOSES: SoundSpec = SoundSpec { name: "DoorCloses", make: closes, reverb: 0.16, ..SoundSpec::DIEGETIC };
pub static SHUT: SoundSpec =
    SoundSpec { name: "DoorShut", make: shut, reverb: 0.16, is_tuned: true, ..SoundSpec::DIEGETIC };

pub fn plugin(app: &mut App) {
    app.register_sounds(&[&OPENS, &CLOSES, &SHUT])
        .add_sound_cue(|moved: &DoorMoved| {
            SoundCue::new(if moved.opens { &OPENS } else { &CLOSES }).at(moved.position).with_gain(0.7)
        })
        .add_systems(Update, cue_stops.in_set(AudioSystems::Cue));
}

/// The rules have no message for a door that has closed, so compare its state with the last frame's.
fn cue_stops(
    run: Option<Res<Run>>,
    doors: Query<(&ActorIndex, &Door, &DoorState)>,
    mut last_time: Local<u32>,
    mut openness: Local<Vec<f32>>,
    mut cues: MessageWriter<SoundCue>,
) {
    let Some(run) = run else { return };
    // A restart resets every door, which does not count as closing.
    let is_restarted = run.hazard_half_ticks < *last_time;
    *last_time = run.hazard_half_ticks;
    openness.resize(doors.iter().len(), 0.0);
    for (index, door, state) in &doors {
        let Some(slot) = openness.get_mut(index.0 as usize) else { continue };
        let before = std::mem::replace(slot, state.openness);
        if before > 0.0 && state.openness == 0.0 && !is_restarted {
            cues.write(SoundCue::new(&SHUT).at(door.position()).with_gain(0.75));
        }
    }
}

/// A sliding door: rollers over the joints of a rail, and the motor that pulls it.
fn slide(seconds: f32, motor: [f32; 2], rail: [f32; 2], joints: f32, peak: f32, seed: u64) -> impl FnMut(f32) -> f32 {
    let (mut pull, mut mouth, mut rollers, mut noise) =
        (Phase::default(), Filter::default(), Filter::default(), Noise::new(seed));
    move |time| {
        let hertz = glide(time, motor[0], motor[1], seconds);
        let hum = mouth.low(pull.saw(hertz), 6.0 * hertz, 0.9);
        let joint = decay((time * joints).fract(), 0.35);
        let rub = rollers.band(noise.sample(), glide(time, rail[0], rail[1], seconds), 1.4) * (0.25 + 0.75 * joint);
        (0.55 * hum + 1.1 * rub) * swell(time, seconds, peak)
    }
}

/// The bolt lifts, and the door slides away ever lighter.
fn opens() -> Pcm {
    let mut away = slide(0.42, [73.4, 110.0], [900.0, 2100.0], 36.0, 0.30, 44);
    let (mut bolt, mut noise) = (Filter::default(), Noise::new(45));
    render(0.44, |time| {
        let lift = bolt.band(noise.sample(), 2300.0, 2.4) * pluck(time, 0.0008, 0.006);
        away((time - 0.02).max(0.0)) + 0.8 * lift
    })
    .one_shot(-12.0)
}

/// Lower than opening, and the motor labors towards the end.
fn closes() -> Pcm {
    render(0.42, slide(0.42, [110.0, 55.0], [1300.0, 480.0], 24.0, 0.65, 46)).one_shot(-11.0)
}

/// A weight against its stop, and iron that rings briefly on D6.
fn shut() -> Pcm {
    let (mut weight, mut iron, mut plate, mut noise) =
        (Phase::default(), Filter::default(), Filter::default(), Noise::new(47));
    render(0.30, |time| {
        let thud = weight.sine(glide(time, 98.0, 49.0, 0.08)) * pluck(time, 0.002, 0.045);
        let hit = noise.sample() * pluck(time, 0.001, 0.006);
        let ring = iron.band(hit, note::D6, 14.0);
        let clank = plate.band(hit, 1870.0, 9.0);
        thud + 4.0 * ring + 2.5 * clank + 0.3 * hit
    })
    .one_shot(-8.0)
}
