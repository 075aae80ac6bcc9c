//! Envelopes: how the amplitude or the pitch of a sound changes over time. Times are in seconds since the sound began;
//! amplitudes are `0..=1`.

use bevy::math::ops;

/// Falls exponentially from 1, by half in every `half_life`; 0 before the sound begins.
pub fn decay(time: f32, half_life: f32) -> f32 {
    if time < 0.0 { 0.0 } else { ops::exp2(-time / half_life) }
}

/// Rises from 0 to 1 within `attack` (smoothstep), and stays.
pub fn rise(time: f32, attack: f32) -> f32 {
    // No attack at all is a step.
    let fraction = if attack > 0.0 { (time / attack).clamp(0.0, 1.0) } else { f32::from(u8::from(time >= 0.0)) };
    fraction * fraction * (3.0 - 2.0 * fraction)
}

/// A short attack, then [`decay`]: something plucked or struck.
pub fn pluck(time: f32, attack: f32, half_life: f32) -> f32 {
    rise(time, attack) * decay(time - attack, half_life).max(f32::from(u8::from(time < attack)))
}

/// Rises and falls smoothly over `length`; `peak` is the fraction of it at which it is highest (`0..1`).
pub fn swell(time: f32, length: f32, peak: f32) -> f32 {
    let fraction = (time / length).clamp(0.0, 1.0);
    rise(fraction, peak) * (1.0 - rise(fraction - peak, 1.0 - peak))
}

/// An exponential glide from one positive value to another within `length`; stays there afterwards.
pub fn glide(time: f32, from: f32, to: f32, length: f32) -> f32 {
    from * ops::powf(to / from, (time / length).clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decay_halves_and_never_sounds_before_its_time() {
        assert_eq!(decay(0.0, 0.1), 1.0);
        assert!((decay(0.2, 0.1) - 0.25).abs() < 1e-6);
        assert_eq!(decay(-0.01, 0.1), 0.0);
    }

    #[test]
    fn a_pluck_begins_at_silence_peaks_after_its_attack_and_has_no_step() {
        let level = |step: i32| pluck(step as f32 * 1e-4, 0.005, 0.05);
        assert_eq!(level(0), 0.0);
        assert!((level(50) - 1.0).abs() < 1e-3);
        assert!(level(3000) < 0.02);
        assert!((1..3000).all(|step| (level(step) - level(step - 1)).abs() < 0.04));
    }

    #[test]
    fn a_swell_begins_and_ends_at_silence() {
        assert_eq!(swell(0.0, 0.3, 0.4), 0.0);
        assert!((swell(0.12, 0.3, 0.4) - 1.0).abs() < 1e-4);
        assert!(swell(0.3, 0.3, 0.4) < 1e-6);
    }

    #[test]
    fn a_glide_is_halfway_at_the_geometric_mean() {
        assert!((glide(0.5, 100.0, 400.0, 1.0) - 200.0).abs() < 0.1);
        assert!((glide(9.0, 100.0, 400.0, 1.0) - 400.0).abs() < 0.1);
    }
}
