//! The ninja's feet: a step for each length of ground that he runs, and the rub of a wall that he slides along.

use bevy::prelude::*;

use crate::sim::ninja::Ninja;
use crate::sim::run::Run;
use crate::sim::run::focus::Focus;
use crate::sim::tuning::{RUN_SPEED, WALL_SLIDE_SPEED};

use super::cues::{SLOW_RATE, Wander};
use super::soundscape::SoundscapeSystems;
use crate::audio::bank::Sound;
use crate::audio::engine::commands::{LoopLevel, Orders, Strike};
use crate::audio::engine::listener::Ear;
use crate::audio::{AudioSystems, Setting};

/// Tiles from one foot to the next, as he is drawn.
const STRIDE: f32 = 1.08;
/// Tiles a second under which he stands.
const STANDING_SPEED: f32 = 0.6;
const STEP_GAIN: f32 = 0.38;
const SLIDE_GAIN: f32 = 0.30;

/// The wall that he slides along, as it is heard now.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct SlideSound(pub LoopLevel);

/// How far he has run since the last foot, and which foot is next.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Gait {
    tiles: f32,
    is_left: bool,
}

impl Default for Gait {
    fn default() -> Self {
        // The first foot comes down soon after he starts.
        Self { tiles: 0.6 * STRIDE, is_left: false }
    }
}

impl Gait {
    /// Runs on by some tiles; tells whether a foot came down.
    fn run(&mut self, tiles: f32) -> bool {
        self.tiles += tiles;
        let is_due = self.tiles >= STRIDE;
        if is_due {
            self.tiles %= STRIDE;
            self.is_left = !self.is_left;
        }
        is_due
    }
}

/// Adds the feet.
pub fn plugin(app: &mut App) {
    app.insert_resource(SlideSound(LoopLevel::SILENT))
        .add_systems(Update, (hear_steps, hear_slide).in_set(AudioSystems).before(SoundscapeSystems));
}

fn hear_steps(
    setting: Res<Setting>,
    ninja: Option<Single<&Ninja>>,
    run: Option<Res<Run>>,
    focus: Option<Res<Focus>>,
    time: Res<Time>,
    ear: Ear,
    mut gait: Local<Gait>,
    mut wander: ResMut<Wander>,
    orders: Res<Orders>,
) {
    let (Some(ninja), Some(run)) = (ninja, run) else { return };
    let speed = ninja.velocity.length();
    let runs = ninja.ground.is_some() && speed > STANDING_SPEED && run.is_running() && *setting == Setting::Play;
    if !runs {
        *gait = Gait { is_left: gait.is_left, ..default() };
    } else if gait.run(speed * time.delta_secs()) {
        let foot = if gait.is_left { 0.95 } else { 1.05 };
        let slow = if focus.is_some_and(|focus| focus.active) { SLOW_RATE } else { 1.0 };
        let gain = STEP_GAIN * (0.5 + 0.5 * (speed / RUN_SPEED).min(1.0));
        let strike =
            Strike { sound: Sound::Step, gain, pan: ear.pan(ninja.position.x), rate: foot * slow * wander.rate() };
        orders.strike(strike);
    }
}

fn hear_slide(
    setting: Res<Setting>,
    ninja: Option<Single<&Ninja>>,
    run: Option<Res<Run>>,
    focus: Option<Res<Focus>>,
    ear: Ear,
    mut sound: ResMut<SlideSound>,
) {
    sound.0 = LoopLevel::SILENT;
    let (Some(ninja), Some(run)) = (ninja, run) else { return };
    if ninja.sliding && run.is_running() && *setting == Setting::Play {
        let share = (-ninja.velocity.y / WALL_SLIDE_SPEED).clamp(0.0, 1.0);
        let slow = if focus.is_some_and(|focus| focus.active) { SLOW_RATE } else { 1.0 };
        sound.0 = LoopLevel {
            gain: SLIDE_GAIN * share,
            pan: ear.pan(ninja.position.x + ninja.wall),
            rate: slow * (0.85 + 0.2 * share),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_run_speed_there_are_nine_steps_a_second_at_any_frame_rate() {
        for frames in [60, 144] {
            let mut gait = Gait::default();
            let steps = (0..10 * frames).filter(|_| gait.run(RUN_SPEED / frames as f32)).count();
            assert!((87..=89).contains(&steps), "{steps} at {frames}");
        }
    }

    #[test]
    fn feet_take_turns() {
        let mut gait = Gait::default();
        assert!(gait.run(0.5 * STRIDE));
        let first = gait.is_left;
        assert!(!gait.run(0.5 * STRIDE));
        assert!(gait.run(0.5 * STRIDE));
        assert_ne!(gait.is_left, first);
    }
}
