//! What every sound must satisfy by itself.

use super::*;
use crate::audio::engine::mixer::CEILING;
use crate::audio::menu;
use crate::audio::ninja;

#[test]
fn every_sound_is_short_within_its_level_and_free_of_clicks_and_offset() {
    for (sound, pcm) in REGISTRY.sounds().iter().zip(&bank().sounds) {
        let Pcm { samples, rate } = pcm;
        assert!((0.05..=1.7).contains(&pcm.seconds()), "{sound:?} lasts {}", pcm.seconds());
        assert!((0.1..CEILING).contains(&pcm.peak()), "{sound:?} peaks at {}", pcm.peak());
        assert_eq!((samples[0], samples[samples.len() - 1]), (0.0, 0.0), "{sound:?}");
        let mean = samples.iter().sum::<f32>() / samples.len() as f32;
        assert!(mean.abs() < 1e-3, "{sound:?} has an offset of {mean}");
        // The last hundredth of a second has died away: the fade at the end cuts hardly anything.
        let tail = (0.01 * rate) as usize;
        let (end, whole) = (mean_square(&samples[samples.len() - tail..]), mean_square(samples));
        assert!(end < 0.05 * whole, "{sound:?} is cut off: {end} of {whole}");
    }
}

#[test]
fn the_seam_of_every_loop_is_no_rougher_than_the_loop() {
    for (looped, pcm) in REGISTRY.loops().iter().zip(&bank().loops) {
        let samples = &pcm.samples;
        assert!(pcm.peak() < CEILING);
        let count = samples.len();
        let roughness = |index: usize| {
            let at = |offset: usize| samples[(index + offset) % count];
            (at(0) - 2.0 * at(1) + at(2)).abs()
        };
        let within = (0..count - 2).map(roughness).fold(0.0, f32::max);
        assert!(roughness(count - 1) <= within && roughness(count - 2) <= within, "{looped:?}");
        assert!((samples.iter().sum::<f32>() / count as f32).abs() < 1e-4, "{looped:?} has an offset");
    }
}

#[test]
fn frequent_sounds_are_quieter_than_rare_ones() {
    let loudness = |sound: Sound| mean_square(&pcm(sound).samples[..2400]);
    assert!(loudness(&ninja::STEP) < 0.5 * loudness(&ninja::JUMP));
    assert!(loudness(&ninja::JUMP) < loudness(&ninja::DEATH));
    assert!(loudness(&menu::MOVED) < loudness(&menu::ACCEPTED));
}

#[test]
fn synthesis_gives_the_same_samples_each_time() {
    assert!(Bank::synthesize(&REGISTRY) == *bank());
}
