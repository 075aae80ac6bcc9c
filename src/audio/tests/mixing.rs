//! The mixer: panning, spacing, the limiter, muting and slow motion.

use super::*;
use crate::audio::actors::laser;
use crate::audio::engine::mixer::CEILING;
use crate::audio::ninja;
use crate::audio::run;

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
        (0..count).for_each(|_| commands.play(PlaySound::new(&ninja::STEP)));
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
    commands.play(PlaySound::new(&ninja::DEATH));
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
    assert!(brightness(&ninja::WALL_JUMP, 650.0) < 0.2 * brightness(&ninja::WALL_JUMP, open));
    assert!(brightness(&run::SHARD, 650.0) > 0.95 * brightness(&run::SHARD, open));
}

#[test]
fn each_volume_applies_to_its_own_sounds_and_to_no_others() {
    let loudness = |looped, settings: MixSettings| {
        let (commands, mut mixer) = mixer();
        commands.set_mix(settings);
        commands.set_loop(looped, LoopLevel { gain: 1.0, pan: 0.0, rate: 1.0 });
        mix(&mut mixer, 1.0);
        mean_square(&mix(&mut mixer, 0.5))
    };
    let full = MixSettings::default();
    let (no_effects, no_hazards) = (MixSettings { effects: 0.0, ..full }, MixSettings { hazards: 0.0, ..full });
    let no_music = MixSettings { music: 0.0, ..full };
    for (looped, silenced, other) in [
        (&laser::HUM, no_hazards, no_effects),
        (&laser::WHINE, no_hazards, no_music),
        (&ninja::SLIDE, no_effects, no_hazards),
    ] {
        assert!(loudness(looped, silenced) < 1e-9, "{looped:?}");
        assert_eq!(loudness(looped, other), loudness(looped, full), "{looped:?}");
    }
}

#[test]
fn the_voices_of_beams_follow_the_volume_of_hazards() {
    let loudness = |sound: Sound, settings: MixSettings| {
        let (commands, mut mixer) = mixer();
        commands.set_mix(settings);
        mix(&mut mixer, 0.3);
        commands.play(PlaySound::new(sound));
        mean_square(&mix(&mut mixer, 0.2))
    };
    let no_hazards = MixSettings { hazards: 0.0, ..default() };
    for sound in [&laser::CHARGE_BEAT, &laser::IGNITED, &laser::NEAR_MISS] {
        assert!(loudness(sound, no_hazards) < 1e-6 * loudness(sound, MixSettings::default()), "{sound:?}");
    }
    assert_eq!(loudness(&ninja::JUMP, no_hazards), loudness(&ninja::JUMP, MixSettings::default()));
}

#[test]
fn mono_gives_both_ears_the_same_and_loses_nothing() {
    let (commands, mut mixer) = mixer();
    commands.set_mix(MixSettings { mono: 1.0, ..default() });
    mix(&mut mixer, 0.8);
    commands.play(PlaySound { pan: -0.75, ..PlaySound::new(&ninja::JUMP) });
    let mix = mix(&mut mixer, 0.2);
    let [left, right] = [channel(&mix, 0), channel(&mix, 1)];
    assert!(left.iter().zip(&right).all(|(left, right)| (left - right).abs() < 1e-5));
    assert!(mean_square(&left) > 0.0);
}

#[test]
fn balance_takes_from_one_side_and_adds_to_none() {
    let sides = |balance: f32| {
        let (commands, mut mixer) = mixer();
        commands.set_mix(MixSettings { balance, ..default() });
        mix(&mut mixer, 0.5);
        commands.play(PlaySound::new(&ninja::JUMP));
        let mix = mix(&mut mixer, 0.2);
        [0, 1].map(|side| mean_square(&channel(&mix, side)))
    };
    let [left, right] = sides(0.0);
    let close = |a: f32, b: f32| (a - b).abs() < 0.02 * right;
    assert!(close(left, right));
    let [left_at_right, right_at_right] = sides(1.0);
    assert!(left_at_right < 1e-9 && close(right_at_right, right));
    let [left_at_half, right_at_half] = sides(-0.5);
    assert!(close(left_at_half, left) && close(right_at_half, 0.25 * right));
}

#[test]
fn no_setting_clicks_when_it_changes() {
    let steepest = |mix: &[f32]| {
        let steps = |side| channel(mix, side).windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f32::max);
        f32::max(steps(0), steps(1))
    };
    let full = MixSettings::default();
    let changes = [
        MixSettings { master: 0.2, ..full },
        MixSettings { hazards: 0.0, ..full },
        MixSettings { mono: 1.0, ..full },
        MixSettings { balance: 1.0, ..full },
        MixSettings { balance: -1.0, mono: 1.0, ..full },
    ];
    for change in changes {
        let (commands, mut mixer) = mixer();
        commands.set_mix(full);
        commands.set_loop(&laser::HUM, LoopLevel { gain: 1.0, pan: 0.5, rate: 1.0 });
        mix(&mut mixer, 1.0);
        let before = steepest(&mix(&mut mixer, 2.0));
        for settings in [change, full] {
            commands.set_mix(settings);
            let during = steepest(&mix(&mut mixer, 0.5));
            assert!(during <= 1.2 * before, "{settings:?}: {during} after {before}");
        }
    }
}

#[test]
fn until_the_bank_is_filled_sounds_are_dropped_and_not_kept() {
    let (commands, input) = AudioCommands::channel();
    let bank = Arc::new(OnceLock::new());
    let mut mixer = Mixer::new(REGISTRY.clone(), bank.clone(), input);
    commands.play(PlaySound::new(&ninja::DEATH));
    assert_eq!(mean_square(&mix(&mut mixer, 0.1)), 0.0);
    assert!(bank.set(Bank::synthesize(&REGISTRY)).is_ok());
    assert_eq!(mean_square(&mix(&mut mixer, 0.1)), 0.0);
    commands.play(PlaySound::new(&ninja::DEATH));
    assert!(mean_square(&mix(&mut mixer, 0.1)) > 0.0);
}
