//! The mixer: panning, spacing, the limiter, muting and slow motion.

use super::*;
use crate::audio::actors::laser;
use crate::audio::ambience;
use crate::audio::engine::mixer::CEILING;
use crate::audio::ninja::{moves, steps};
use crate::audio::run::shard;

#[test]
fn a_sound_to_the_left_is_louder_on_the_left() {
    let (commands, mut mixer) = mixer();
    commands.set_mix(MixSettings::default());
    mix(&mut mixer, 0.2);
    commands.play(PlaySound { pan: -0.7, ..PlaySound::new(&laser::NEAR_MISS) });
    let mix = mix(&mut mixer, 0.3);
    assert!(mean_square(&channel(&mix, 0)) > 4.0 * mean_square(&channel(&mix, 1)));
}

#[test]
fn the_same_sound_twice_within_a_moment_is_heard_once() {
    let loudness = |count: usize| {
        let (commands, mut mixer) = mixer();
        mix(&mut mixer, 0.2);
        (0..count).for_each(|_| commands.play(PlaySound::new(&steps::STEP)));
        mean_square(&mix(&mut mixer, 0.1))
    };
    assert_eq!(loudness(2), loudness(1));
    assert!(loudness(1) > 0.0 && loudness(0) == 0.0);
}

#[test]
fn nothing_exceeds_the_ceiling_however_much_plays_at_once() {
    let (commands, mut mixer) = mixer();
    let mut peak = 0.0_f32;
    for _ in 0..20 {
        commands.set_mix(MixSettings::default());
        for looped in REGISTRY.loops() {
            commands.set_loop(looped, LoopLevel { gain: 2.0, pan: 0.0, rate: 1.0 });
        }
        for sound in REGISTRY.sounds() {
            commands.play(PlaySound { gain: 3.0, ..PlaySound::new(sound) });
        }
        peak = mix(&mut mixer, 0.05).iter().fold(peak, |peak, sample| peak.max(sample.abs()));
    }
    assert!(peak > 0.7 && peak <= CEILING, "{peak}");
}

#[test]
fn a_muted_mix_falls_silent_without_a_click_and_resumes_where_it_stopped() {
    let (commands, mut mixer) = mixer();
    commands.set_mix(MixSettings::default());
    commands.set_loop(&laser::HUM, LoopLevel { gain: 1.0, pan: 0.0, rate: 1.0 });
    mix(&mut mixer, 0.2);
    let before = mix(&mut mixer, 0.5);
    commands.set_mix(MixSettings { master: 0.0, ..default() });
    let fading = mix(&mut mixer, 0.4);
    assert_eq!(mean_square(&fading[fading.len() - 9600..]), 0.0);
    let steepest = |mix: &[f32]| channel(mix, 0).windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f32::max);
    assert!(steepest(&fading) <= 1.2 * steepest(&before));
    commands.play(PlaySound::new(&moves::DEATH));
    assert_eq!(mean_square(&mix(&mut mixer, 0.1)), 0.0);
    commands.set_mix(MixSettings::default());
    assert!(mean_square(&mix(&mut mixer, 0.4)) > 0.3 * mean_square(&before));
}

#[test]
fn slow_motion_muffles_the_world_and_leaves_a_shard_bright() {
    let brightness = |sound: Sound, cutoff: f32| {
        let (commands, mut mixer) = mixer();
        commands.set_mix(MixSettings { cutoff, ..default() });
        mix(&mut mixer, 0.6);
        commands.play(PlaySound::new(sound));
        let mix = channel(&mix(&mut mixer, 0.2), 0);
        mix.windows(2).map(|pair| bevy::math::ops::powf((pair[1] - pair[0]).abs(), 2.0)).sum::<f32>()
    };
    let open = MixSettings::OPEN_CUTOFF;
    assert!(brightness(&moves::WALL_JUMP, 650.0) < 0.2 * brightness(&moves::WALL_JUMP, open));
    assert!(brightness(&shard::SHARD, 650.0) > 0.95 * brightness(&shard::SHARD, open));
}

#[test]
fn the_players_volumes_apply_to_effects_and_to_music() {
    let loudness = |looped, settings: MixSettings| {
        let (commands, mut mixer) = mixer();
        commands.set_mix(settings);
        commands.set_loop(looped, LoopLevel { gain: 1.0, pan: 0.0, rate: 1.0 });
        mix(&mut mixer, 2.0);
        mean_square(&mix(&mut mixer, 0.5))
    };
    let (full, no_effects) = (MixSettings::default(), MixSettings { effects: 0.0, ..default() });
    let no_music = MixSettings { music: 0.0, ..default() };
    for (looped, silenced, other) in [(&laser::HUM, no_effects, no_music), (&ambience::DRONE, no_music, no_effects)] {
        assert!(loudness(looped, silenced) < 1e-9, "{looped:?}");
        assert_eq!(loudness(looped, other), loudness(looped, full), "{looped:?}");
    }
}

#[test]
fn until_the_bank_is_filled_sounds_are_dropped_and_not_kept() {
    let (commands, receiver) = AudioCommands::channel();
    let bank = Arc::new(OnceLock::new());
    let mut mixer = Mixer::new(REGISTRY.clone(), bank.clone(), receiver);
    commands.play(PlaySound::new(&moves::DEATH));
    assert_eq!(mean_square(&mix(&mut mixer, 0.1)), 0.0);
    assert!(bank.set(Bank::synthesize(&REGISTRY)).is_ok());
    assert_eq!(mean_square(&mix(&mut mixer, 0.1)), 0.0);
    commands.play(PlaySound::new(&moves::DEATH));
    assert!(mean_square(&mix(&mut mixer, 0.1)) > 0.0);
}
