//! Shards: bells that climb a scale with each one taken.

use bevy::prelude::*;

use hairline_sim::run::shard::{Shard, ShardTaken};

use crate::audio::engine::sound::{RegisterSounds, SoundSpec};
use crate::audio::engine::synth::{
    Pcm, arpeggio,
    note::{A5, D5, D6, E6},
    render, semitones,
};
use crate::audio::playback::SoundCue;
use crate::audio::scene::AudioSystems;

pub static SHARD: SoundSpec =
    SoundSpec { name: "Shard", make: shard, reverb: 0.34, is_tuned: true, ..SoundSpec::NON_DIEGETIC };
pub static LAST_SHARD: SoundSpec =
    SoundSpec { name: "LastShard", make: last_shard, reverb: 0.34, is_tuned: true, ..SoundSpec::NON_DIEGETIC };

/// The scale that shards climb, in semitones: minor pentatonic, two and a half octaves.
const SCALE: [f32; 13] = [0.0, 3.0, 5.0, 7.0, 10.0, 12.0, 15.0, 17.0, 19.0, 22.0, 24.0, 27.0, 29.0];

pub fn plugin(app: &mut App) {
    app.register_sounds(&[&SHARD, &LAST_SHARD]).add_systems(Update, cue_shards.in_set(AudioSystems::Cue));
}

fn cue_shards(mut taken: MessageReader<ShardTaken>, shards: Query<&Shard>, mut cues: MessageWriter<SoundCue>) {
    let count = shards.iter().len() as u32;
    cues.write_batch(taken.read().map(|taken| cue(count, taken.left).at(taken.position)));
}

/// The sound of a shard in a level of some shards, of which some are left.
fn cue(shards: u32, left: u32) -> SoundCue {
    if left == 0 {
        return SoundCue::new(&LAST_SHARD).with_gain(0.9);
    }
    let taken_before = shards.saturating_sub(left + 1) as usize;
    SoundCue::new(&SHARD).with_gain(0.8).with_rate(semitones(SCALE[taken_before.min(SCALE.len() - 1)]))
}

/// Two notes so close together that they are heard as one.
fn shard() -> Pcm {
    render(0.55, arpeggio(0.55, 0.028, &[(D5, 0.05), (A5, 0.085)])).one_shot(-11.0)
}

/// Up and over the octave.
fn last_shard() -> Pcm {
    render(1.1, arpeggio(1.1, 0.055, &[(D5, 0.07), (A5, 0.08), (D6, 0.10), (E6, 0.16)])).one_shot(-9.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_shard_is_higher_than_the_one_before_however_many_there_are() {
        let rate = |left| cue(40, left).rate;
        assert_eq!(rate(39), 1.0);
        assert!((28..39).all(|left| rate(left) > rate(left + 1)));
        assert!(rate(1) < 6.0, "the highest is still a note");
    }
}
