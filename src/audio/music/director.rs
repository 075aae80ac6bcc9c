//! Which piece plays, and which of its layers: the ground always, the beat in play, the melody as far as the player has come,
//! danger with lit beams near, and more for focus and for an open exit.

use bevy::prelude::*;

use super::pieces::{MENU, of_world};
use crate::audio::engine::commands::{AudioCommands, MixSettings, MusicLevel};
use crate::audio::engine::music::{LAYERS, PieceId, Role};
use crate::audio::playback::{Danger, SlowMotion};
use crate::audio::scene::{AudioScene, AudioSystems, MusicWorld};
use hairline_level::LevelWorld;
use hairline_sim::run::exit::ExitState;
use hairline_sim::run::shard::ShardState;

/// The music's speed in slow motion: a fourth lower.
const SLOW_RATE: f32 = 0.75;
/// Hertz. The low-pass filter on the music in slow motion, behind the pause menu and behind the results.
const SLOW_CUTOFF: f32 = 900.0;
const PAUSE_CUTOFF: f32 = 480.0;
const RESULTS_CUTOFF: f32 = 2_400.0;
/// How much of the melody is there before the first shard.
const MOTIF_AT_START: f32 = 0.35;
/// How much of the beat is left in slow motion.
const SLOW_PULSE: f32 = 0.35;

/// What the music follows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Situation {
    pub scene: AudioScene,
    pub world: LevelWorld,
    /// How near lit beams are, 0 far to 1 at the ninja.
    pub danger: f32,
    pub is_slow: bool,
    /// The share of the level's shards that are taken, 0 to 1.
    pub progress: f32,
    /// Whether the exit is open, and had to be opened.
    pub is_exit_open: bool,
}

pub fn level(situation: &Situation) -> MusicLevel {
    let mut gains = [0.0; LAYERS];
    let mut set = |role: Role, gain: f32| gains[role.index()] = gain;
    let motif = MOTIF_AT_START + (1.0 - MOTIF_AT_START) * situation.progress.clamp(0.0, 1.0);
    let is_slow = situation.is_slow && situation.scene == AudioScene::Playing;
    match situation.scene {
        AudioScene::Menu => {
            set(Role::Ground, 1.0);
            set(Role::Motif, 0.8);
        }
        AudioScene::Playing => {
            set(Role::Ground, 1.0);
            set(Role::Pulse, if is_slow { SLOW_PULSE } else { 1.0 });
            set(Role::Motif, if is_slow { 0.5 * motif } else { motif });
            set(Role::Danger, situation.danger.clamp(0.0, 1.0));
            set(Role::Focus, f32::from(u8::from(is_slow)));
            set(Role::Exit, if situation.is_exit_open { 0.9 } else { 0.0 });
        }
        AudioScene::Paused => {
            set(Role::Ground, 0.8);
            set(Role::Pulse, 0.2);
        }
        AudioScene::Results => {
            set(Role::Ground, 0.9);
            set(Role::Motif, 0.7);
        }
    }
    MusicLevel {
        piece: piece(situation.scene, situation.world),
        gains,
        rate: if is_slow { SLOW_RATE } else { 1.0 },
        cutoff: match situation.scene {
            AudioScene::Paused => PAUSE_CUTOFF,
            AudioScene::Results => RESULTS_CUTOFF,
            AudioScene::Playing if is_slow => SLOW_CUTOFF,
            _ => MixSettings::OPEN_CUTOFF,
        },
    }
}

pub fn piece(scene: AudioScene, world: LevelWorld) -> PieceId {
    if scene == AudioScene::Menu { MENU } else { of_world(world) }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, set_music.in_set(AudioSystems::Play));
}

fn set_music(
    scene: Res<AudioScene>,
    world: Res<MusicWorld>,
    danger: Res<Danger>,
    slow_motion: SlowMotion,
    shards: Query<&ShardState>,
    exits: Query<&ExitState>,
    commands: Res<AudioCommands>,
) {
    let (count, taken) = (shards.iter().len(), shards.iter().filter(|shard| shard.taken).count());
    commands.set_music(level(&Situation {
        scene: *scene,
        world: world.0,
        danger: danger.level(),
        is_slow: slow_motion.is_active(),
        // A level without shards begins where others end.
        progress: if count == 0 { 1.0 } else { taken as f32 / count as f32 },
        is_exit_open: count > 0 && exits.iter().any(|exit| exit.open),
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    const CALM: Situation = Situation {
        scene: AudioScene::Playing,
        world: LevelWorld::Moonrise,
        danger: 0.0,
        is_slow: false,
        progress: 0.0,
        is_exit_open: false,
    };

    fn gain(situation: Situation, role: Role) -> f32 {
        level(&situation).gains[role.index()]
    }

    #[test]
    fn every_layer_follows_what_it_is_for() {
        let cases = [
            (Role::Danger, Situation { danger: 0.7, ..CALM }),
            (Role::Focus, Situation { is_slow: true, ..CALM }),
            (Role::Motif, Situation { progress: 0.5, ..CALM }),
            (Role::Exit, Situation { is_exit_open: true, ..CALM }),
        ];
        for (role, situation) in cases {
            assert!(gain(situation, role) > gain(CALM, role) + 0.2, "{role:?}");
        }
        assert_eq!(gain(CALM, Role::Ground), 1.0);
        let slow = Situation { is_slow: true, ..CALM };
        assert!(gain(slow, Role::Pulse) < gain(CALM, Role::Pulse), "the beat steps back in slow motion");
    }

    #[test]
    fn only_play_has_a_beat_in_full_and_danger_is_heard_in_play_alone() {
        for scene in [AudioScene::Menu, AudioScene::Paused, AudioScene::Results] {
            let situation = Situation { scene, danger: 1.0, is_slow: true, is_exit_open: true, ..CALM };
            assert_eq!(gain(situation, Role::Danger), 0.0, "{scene:?}");
            assert_eq!(gain(situation, Role::Focus), 0.0, "{scene:?}");
            assert!(gain(situation, Role::Pulse) < 0.5, "{scene:?}");
            assert_eq!(level(&situation).rate, 1.0, "{scene:?}");
        }
    }

    #[test]
    fn each_world_has_a_piece_and_the_menu_one_of_its_own() {
        let mut pieces: Vec<usize> = LevelWorld::ALL.map(|world| piece(AudioScene::Playing, world).0).into();
        pieces.push(piece(AudioScene::Menu, LevelWorld::Ironworks).0);
        pieces.dedup();
        assert_eq!(pieces.len(), 9);
        assert_eq!(piece(AudioScene::Paused, LevelWorld::Ironworks), piece(AudioScene::Playing, LevelWorld::Ironworks));
    }
}
