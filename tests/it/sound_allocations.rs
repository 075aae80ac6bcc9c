//! What runs in the sound device's thread allocates nothing and frees nothing.

use std::sync::{Arc, Mutex, OnceLock};

use bevy::prelude::*;
use hairline::audio;
use hairline::audio::engine::commands::{AudioCommands, LoopLevel, MixSettings, MusicLevel, PlaySound};
use hairline::audio::engine::mixer::Mixer;
use hairline::audio::engine::music::{LAYERS, Layer, Piece, PieceId};
use hairline::audio::engine::output::feed::{Feed, fill_from};
use hairline::audio::engine::sound::{Bank, SoundRegistry};

use hairline_testing::counting::{allocations, frees};

fn piece(id: usize) -> Arc<Piece> {
    let frames = vec![[0.1, -0.1]; 16_000];
    Arc::new(Piece { id: PieceId(id), layers: std::array::from_fn(|_| Layer::new(&frames, 16_000.0)) })
}

#[test]
fn mixing_everything_at_once_allocates_and_frees_nothing() {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, hairline_sim::plugin, audio::plugin));
    let registry = app.world().resource::<SoundRegistry>().clone();
    let bank = Arc::new(OnceLock::from(Bank::synthesize(&registry)));
    let (commands, input) = AudioCommands::channel();
    let feed = Mutex::new(Feed::new(Mixer::new(registry.clone(), bank, input)));
    let pieces = [piece(0), piece(1)];
    let mut out = [0.0_f32; 2 * 512];
    for round in 0..200 {
        // The game's side may allocate.
        commands.set_mix(MixSettings { mono: (round % 2) as f32, ..default() });
        registry.sounds().iter().for_each(|sound| commands.play(PlaySound::new(sound)));
        let level = LoopLevel { gain: 1.0, pan: 0.3, rate: 1.1 };
        registry.loops().iter().for_each(|looped| commands.set_loop(looped, level));
        let playing = &pieces[round / 50 % 2];
        if round % 50 == 0 {
            assert!(commands.send_piece(playing.clone()));
        }
        let music = MusicLevel { piece: playing.id, gains: [1.0; LAYERS], rate: 0.9, cutoff: 900.0 };
        commands.set_music(music);
        let before = (allocations(), frees());
        // At the mixer's own rate and at another.
        for rate in [48_000, 44_100] {
            fill_from(&feed, &mut out, 2, rate, |sample| sample);
        }
        assert_eq!((allocations(), frees()), before, "in round {round}");
    }
    assert!(out.iter().any(|sample| *sample != 0.0));
}
