//! Footsteps: one for each stride that the ninja runs.

use bevy::prelude::*;

use hairline_sim::ninja::Ninja;
use hairline_sim::run::Run;
use hairline_sim::tuning::RUN_SPEED;

use crate::audio::engine::sound::{RegisterSounds, SoundSpec};
use crate::audio::engine::synth::{Filter, Noise, Pcm, Phase, glide, pluck, render};
use crate::audio::playback::SoundCue;
use crate::audio::scene::{AudioScene, AudioSystems};

pub static STEP: SoundSpec = SoundSpec { name: "Step", make: step, reverb: 0.06, ..SoundSpec::DIEGETIC };

/// Tiles from one footstep to the next, as the running figure is drawn.
const STRIDE: f32 = 1.08;
/// Tiles a second below which the ninja counts as standing.
const STANDING_SPEED: f32 = 0.6;
const GAIN: f32 = 0.38;

pub fn plugin(app: &mut App) {
    app.register_sounds(&[&STEP]).add_systems(Update, cue_steps.in_set(AudioSystems::Cue));
}

/// The distance since the last footstep, and which foot is next.
#[derive(Clone, Copy, Debug, PartialEq)]
struct StepCycle {
    tiles: f32,
    is_left: bool,
}

impl Default for StepCycle {
    fn default() -> Self {
        // The first footstep comes soon after the start of a run.
        Self { tiles: 0.6 * STRIDE, is_left: false }
    }
}

impl StepCycle {
    /// Advances by some tiles; returns whether a foot came down.
    fn advance(&mut self, tiles: f32) -> bool {
        self.tiles += tiles;
        let is_due = self.tiles >= STRIDE;
        if is_due {
            self.tiles %= STRIDE;
            self.is_left = !self.is_left;
        }
        is_due
    }
}

fn cue_steps(
    scene: Res<AudioScene>,
    ninja: Option<Res<Ninja>>,
    run: Option<Res<Run>>,
    time: Res<Time>,
    mut cycle: Local<StepCycle>,
    mut cues: MessageWriter<SoundCue>,
) {
    let (Some(ninja), Some(run)) = (ninja, run) else { return };
    let speed = ninja.velocity.length();
    let is_playing = run.is_running() && *scene == AudioScene::Playing;
    if !is_playing || ninja.ground.is_none() || speed <= STANDING_SPEED {
        *cycle = StepCycle { is_left: cycle.is_left, ..default() };
    } else if cycle.advance(speed * time.delta_secs()) {
        let gain = GAIN * (0.5 + 0.5 * (speed / RUN_SPEED).min(1.0));
        let rate = if cycle.is_left { 0.95 } else { 1.05 };
        cues.write(SoundCue::new(&STEP).at(ninja.position).with_gain(gain).with_rate(rate));
    }
}

/// The ball of the foot, hardly more than a tick.
fn step() -> Pcm {
    let (mut tone, mut sole, mut noise) = (Phase::default(), Filter::default(), Noise::new(4));
    render(0.06, |time| {
        let weight = tone.sine(glide(time, 210.0, 120.0, 0.02)) * pluck(time, 0.001, 0.009);
        let scuff = sole.band(noise.sample(), 1700.0, 1.0);
        0.5 * weight + 0.6 * scuff * pluck(time, 0.001, 0.007)
    })
    .one_shot(-14.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_run_speed_there_are_nine_steps_a_second_at_any_frame_rate() {
        for frames in [60, 144] {
            let mut cycle = StepCycle::default();
            let steps = (0..10 * frames).filter(|_| cycle.advance(RUN_SPEED / frames as f32)).count();
            assert!((87..=89).contains(&steps), "{steps} at {frames}");
        }
    }

    #[test]
    fn feet_alternate() {
        let mut cycle = StepCycle::default();
        assert!(cycle.advance(0.5 * STRIDE));
        let first = cycle.is_left;
        assert!(!cycle.advance(0.5 * STRIDE));
        assert!(cycle.advance(0.5 * STRIDE));
        assert_ne!(cycle.is_left, first);
    }
}
