//! All that lasts, put together each frame: what is on screen, how loud the player wants it, and whether time is slow.

use bevy::prelude::*;

use crate::sim::run::focus::Focus;

use super::footsteps::SlideSound;
use super::hazards::HazardSound;
use crate::audio::bank::Loop;
use crate::audio::engine::commands::{LoopLevel, Orders, Soundscape};
use crate::audio::engine::volume::{AudioLevels, IsAttended};
use crate::audio::{AudioSystems, Setting};

/// Hertz. What is left of the world while time is slow, and behind the pause menu.
const SLOW_CUTOFF: f32 = 650.0;
const PAUSE_CUTOFF: f32 = 420.0;

/// The whole is told after its parts have been heard.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SoundscapeSystems;

/// Adds the soundscape.
pub fn plugin(app: &mut App) {
    app.configure_sets(Update, SoundscapeSystems.in_set(AudioSystems))
        .add_systems(Update, tell_soundscape.in_set(SoundscapeSystems));
}

fn tell_soundscape(
    setting: Res<Setting>,
    focus: Option<Res<Focus>>,
    levels: Res<AudioLevels>,
    attended: Res<IsAttended>,
    hazards: Res<HazardSound>,
    slide: Res<SlideSound>,
    orders: Res<Orders>,
) {
    let is_slow = *setting == Setting::Play && focus.is_some_and(|focus| focus.active);
    let mut scape = soundscape(*setting, is_slow, &levels);
    scape.master = if attended.0 { levels.audible() } else { 0.0 };
    let loops =
        [(Loop::Hum, hazards.hum), (Loop::Whine, hazards.whine), (Loop::Watch, hazards.watch), (Loop::Slide, slide.0)];
    for (sound, level) in loops {
        scape.set(sound, LoopLevel { gain: level.gain * scape.effects, ..level });
    }
    orders.sound(scape);
}

/// What does not depend on the level.
fn soundscape(setting: Setting, is_slow: bool, levels: &AudioLevels) -> Soundscape {
    let pad = match setting {
        Setting::Menu => 0.26,
        Setting::Play => 0.14,
        Setting::Result => 0.20,
        Setting::Pause => 0.10,
    };
    let cutoff = match (setting, is_slow) {
        (Setting::Pause, _) => PAUSE_CUTOFF,
        (_, true) => SLOW_CUTOFF,
        _ => Soundscape::OPEN,
    };
    let mut scape = Soundscape { effects: levels.effects.clamp(0.0, 1.0), cutoff, ..default() };
    // While time is slow the bed sinks by a fourth.
    let rate = if is_slow { 0.75 } else { 1.0 };
    scape.set(Loop::Pad, LoopLevel { gain: pad * levels.music.clamp(0.0, 1.0), pan: 0.0, rate });
    scape
}
