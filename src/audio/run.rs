//! What the course of a run sounds like: its restart, focus, shards and the exit.

use bevy::prelude::*;

use hairline_sim::run::RunRestarted;
use hairline_sim::run::exit::{ExitOpened, ExitReached};
use hairline_sim::run::focus::{FocusEnded, FocusStarted};
use hairline_sim::run::shard::{Shard, ShardTaken};

use super::engine::sound::{RegisterSounds, SoundSpec};
use super::engine::synth::{
    Filter, Noise, Pcm, Phase, arpeggio, decay, glide, note, pluck, render, rise, semitones, swell,
};
use super::playback::{AddSoundCue, SoundCue};
use super::scene::AudioSystems;

pub static RESTART: SoundSpec = SoundSpec { name: "Restart", make: restart, reverb: 0.10, ..SoundSpec::DIEGETIC };
pub static FOCUS_STARTED: SoundSpec =
    SoundSpec { name: "FocusStarted", make: focus_started, reverb: 0.34, ..SoundSpec::NON_DIEGETIC };
pub static FOCUS_ENDED: SoundSpec =
    SoundSpec { name: "FocusEnded", make: focus_ended, reverb: 0.22, ..SoundSpec::NON_DIEGETIC };
pub static SHARD: SoundSpec =
    SoundSpec { name: "Shard", make: shard, reverb: 0.34, is_tuned: true, ..SoundSpec::NON_DIEGETIC };
pub static LAST_SHARD: SoundSpec =
    SoundSpec { name: "LastShard", make: last_shard, reverb: 0.34, is_tuned: true, ..SoundSpec::NON_DIEGETIC };
pub static EXIT_OPENED: SoundSpec =
    SoundSpec { name: "ExitOpened", make: exit_opened, reverb: 0.34, is_tuned: true, ..SoundSpec::NON_DIEGETIC };
pub static EXIT_REACHED: SoundSpec =
    SoundSpec { name: "ExitReached", make: exit_reached, reverb: 0.34, is_tuned: true, ..SoundSpec::NON_DIEGETIC };

/// How much lower the end of focus sounds when the meter ran out, rather than the player letting go.
const EXHAUSTED_RATE: f32 = 0.72;
/// The scale that shards climb, in semitones: minor pentatonic, two and a half octaves.
const SCALE: [f32; 13] = [0.0, 3.0, 5.0, 7.0, 10.0, 12.0, 15.0, 17.0, 19.0, 22.0, 24.0, 27.0, 29.0];

pub(super) fn plugin(app: &mut App) {
    app.register_sounds(&[&RESTART, &FOCUS_STARTED, &FOCUS_ENDED, &SHARD, &LAST_SHARD, &EXIT_OPENED, &EXIT_REACHED])
        // After a death a restart comes by itself, and often: quieter than one that the player asks for.
        .add_sound_cue(|restarted: &RunRestarted| {
            SoundCue::new(&RESTART).with_gain(if restarted.after_death { 0.35 } else { 0.8 })
        })
        .add_sound_cue(|_: &FocusStarted| SoundCue::new(&FOCUS_STARTED).with_gain(0.8))
        .add_sound_cue(|ended: &FocusEnded| {
            SoundCue::new(&FOCUS_ENDED).with_rate(if ended.exhausted { EXHAUSTED_RATE } else { 1.0 })
        })
        // In the center: they concern the player wherever the exit is.
        .add_sound_cue(|_: &ExitOpened| SoundCue::new(&EXIT_OPENED).with_gain(0.8))
        .add_sound_cue(|_: &ExitReached| SoundCue::new(&EXIT_REACHED))
        .add_systems(Update, cue_shards.in_set(AudioSystems::Cue));
}

fn cue_shards(mut taken: MessageReader<ShardTaken>, shards: Query<&Shard>, mut cues: MessageWriter<SoundCue>) {
    let count = shards.iter().len() as u32;
    cues.write_batch(taken.read().map(|taken| shard_cue(count, taken.left).at(taken.position)));
}

/// The sound of a shard in a level of some shards, of which some are left: higher with each one taken.
fn shard_cue(shards: u32, left: u32) -> SoundCue {
    if left == 0 {
        return SoundCue::new(&LAST_SHARD).with_gain(0.9);
    }
    let taken_before = shards.saturating_sub(left + 1) as usize;
    SoundCue::new(&SHARD).with_gain(0.8).with_rate(semitones(SCALE[taken_before.min(SCALE.len() - 1)]))
}

/// A breath drawn in, and a tick.
fn restart() -> Pcm {
    let (mut tone, mut air, mut noise) = (Phase::default(), Filter::default(), Noise::new(7));
    render(0.16, |time| {
        let breath = air.band(noise.sample(), glide(time, 500.0, 2800.0, 0.09), 0.9);
        let tick = tone.sine(note::D5) * pluck(time - 0.075, 0.003, 0.016);
        0.8 * breath * swell(time, 0.10, 0.8) + 0.35 * tick
    })
    .one_shot(-12.0)
}

/// A tone that sinks two octaves and loses its brightness.
fn focus_started() -> Pcm {
    let (mut low, mut high, mut mouth) = (Phase::default(), Phase::default(), Filter::default());
    render(0.55, |time| {
        let hertz = glide(time, 440.0, 73.4, 0.30);
        let raw = low.saw(hertz) + 0.6 * high.triangle(hertz * 1.503);
        let dark = mouth.low(raw, glide(time, 2400.0, 140.0, 0.40), 0.9);
        dark * rise(time, 0.02) * decay(time - 0.12, 0.11).max(f32::from(u8::from(time < 0.12)))
    })
    .one_shot(-10.0)
}

/// The reverse, shorter and lighter.
fn focus_ended() -> Pcm {
    let (mut low, mut mouth, mut air, mut noise) =
        (Phase::default(), Filter::default(), Filter::default(), Noise::new(8));
    render(0.32, |time| {
        let hertz = glide(time, 98.0, 440.0, 0.20);
        let raw = low.triangle(hertz);
        let cutoff = glide(time, 300.0, 3000.0, 0.20);
        let breath = air.band(noise.sample(), cutoff, 0.8);
        (mouth.low(raw, cutoff, 0.8) + 0.25 * breath) * swell(time, 0.30, 0.62)
    })
    .one_shot(-13.0)
}

/// Two notes so close together that they are heard as one.
fn shard() -> Pcm {
    render(0.55, arpeggio(0.55, 0.028, &[(note::D5, 0.05), (note::A5, 0.085)])).one_shot(-11.0)
}

/// Up and over the octave.
fn last_shard() -> Pcm {
    let notes = [(note::D5, 0.07), (note::A5, 0.08), (note::D6, 0.10), (note::E6, 0.16)];
    render(1.1, arpeggio(1.1, 0.055, &notes)).one_shot(-9.0)
}

/// A bolt falls, and a chord swells like light through a door.
fn exit_opened() -> Pcm {
    let (mut tones, mut bolt) = ([Phase::default(); 3], Phase::default());
    let (mut mouth, mut clack, mut noise) = (Filter::default(), Filter::default(), Noise::new(11));
    render(1.0, |time| {
        let late = (time - 0.07).max(0.0);
        let hertz = [146.83, 220.4, 293.3];
        let raw: f32 = tones.iter_mut().zip(hertz).map(|(tone, hertz)| tone.saw(hertz)).sum();
        let light = mouth.low(raw, glide(late, 180.0, 2400.0, 0.45), 0.8);
        let knock = bolt.sine(glide(time, 190.0, 82.0, 0.04)) * pluck(time, 0.001, 0.022);
        let click = clack.band(noise.sample(), 1900.0, 1.6) * pluck(time, 0.001, 0.008);
        0.22 * light * swell(late, 0.92, 0.38) + 0.9 * knock + 0.7 * click
    })
    .one_shot(-9.0)
}

/// The level's chord runs up, followed by a rush of air.
fn exit_reached() -> Pcm {
    let notes =
        [(note::D4, 0.12), (note::A4, 0.12), (note::D5, 0.14), (note::E5, 0.16), (note::A5, 0.20), (note::D6, 0.26)];
    let (mut run, mut air, mut noise) = (arpeggio(1.6, 0.048, &notes), Filter::default(), Noise::new(12));
    render(1.6, |time| {
        let wind = air.band(noise.sample(), glide(time, 700.0, 5200.0, 0.5), 0.9);
        run(time) + 0.35 * wind * swell(time, 0.75, 0.3)
    })
    .one_shot(-7.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_shard_is_higher_than_the_one_before_however_many_there_are() {
        let rate = |left| shard_cue(40, left).rate;
        assert_eq!(rate(39), 1.0);
        assert!((28..39).all(|left| rate(left) > rate(left + 1)));
        assert!(rate(1) < 6.0, "the highest is still a note");
    }
}
