//! Orbs: a soft knock on glass at each bounce, lower for a larger orb.

use bevy::prelude::*;

use hairline_sim::hazards::orb::{Orb, OrbBounced};
use hairline_sim::state::actor::ActorIndex;

use crate::audio::engine::sound::{RegisterSounds, SoundSpec};
use crate::audio::engine::synth::{Pcm, Phase, note, pluck, render};
use crate::audio::playback::SoundCue;
use crate::audio::scene::AudioSystems;

pub static BOUNCE: SoundSpec =
    SoundSpec { name: "OrbBounce", make: bounce, reverb: 0.16, is_throttled: true, ..SoundSpec::DIEGETIC };

/// Tiles. A bounce is heard across half a screen.
const BOUNCE_RANGE: f32 = 22.0;
/// Tiles. An orb of this radius sounds at the pitch that was synthesized, one of half of it an octave higher.
const RADIUS: f32 = 0.4;

pub fn plugin(app: &mut App) {
    app.register_sounds(&[&BOUNCE]).add_systems(Update, cue_bounces.in_set(AudioSystems::Cue));
}

fn cue_bounces(
    mut bounces: MessageReader<OrbBounced>,
    orbs: Query<(&ActorIndex, &Orb)>,
    mut cues: MessageWriter<SoundCue>,
) {
    for bounced in bounces.read() {
        let orb = orbs.iter().find(|(index, _)| **index == bounced.source);
        let rate = orb.map_or(1.0, |(_, orb)| (RADIUS / orb.radius).clamp(0.4, 2.0));
        cues.write(SoundCue::new(&BOUNCE).at(bounced.point).within(BOUNCE_RANGE).with_gain(0.7).with_rate(rate));
    }
}

/// The partials of a free bar (1 : 2.76 : 5.40), of which the high ones decay first.
fn bounce() -> Pcm {
    let mut tones = [Phase::default(); 3];
    render(0.16, |time| {
        let partials = [(1.0, 0.75, 0.017), (2.756, 0.30, 0.009), (5.404, 0.12, 0.004)];
        let partial = |(tone, (ratio, level, half_life)): (&mut Phase, (f32, f32, f32))| {
            level * tone.sine(ratio * note::D6) * pluck(time, 0.0015, half_life)
        };
        tones.iter_mut().zip(partials).map(partial).sum()
    })
    .one_shot(-14.0)
}
