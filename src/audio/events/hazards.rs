//! Hazards for the ears: the hum of the nearest lit beam, the whine of the nearest that charges, the count of three
//! before a beam is lit, in the hazards' own time, and the throb of an alarm while it lasts.

use bevy::math::ops;
use bevy::prelude::*;

use crate::sim::hazards::beam_hits::nearest_beam;
use crate::sim::hazards::camera::{CameraState, SecurityCamera};
use crate::sim::hazards::laser::{BeamPhase, Beams, LaserState};
use crate::sim::hazards::reflection::Reflections;
use crate::sim::ninja::Ninja;
use crate::sim::run::Run;
use crate::sim::run::focus::Focus;
use crate::sim::state::actor::ActorIndex;
use crate::sim::triggers::channel::Channels;
use crate::sim::tuning::HALF_TICKS_PER_SECOND;

use super::soundscape::SoundscapeSystems;
use crate::audio::bank::Sound;
use crate::audio::engine::commands::{LoopLevel, Orders, Strike};
use crate::audio::engine::listener::{Ear, nearness};
use crate::audio::{AudioSystems, Setting};

/// Tiles. How far a lit beam hums: near enough to be a warning, far enough not to be a carpet.
const HUM_RANGE: f32 = 6.0;
/// Tiles. How far a charge is heard.
const CHARGE_RANGE: f32 = 14.0;
const HUM_GAIN: f32 = 0.42;
const WHINE_GAIN: f32 = 0.16;
const COUNT_GAIN: f32 = 0.55;
const IGNITE_GAIN: f32 = 0.60;
/// Quiet, since it may last for half a minute.
const WATCH_GAIN: f32 = 0.22;
/// Seconds of hazard time before its end from which on an alarm fades.
const WATCH_FADE: f32 = 1.5;
/// How fast hazards sound while time is slow. Their true speed, a sixth, would be below hearing.
const HAZARD_SLOW_RATE: f32 = 0.56;

/// What of the hazards lasts, as it is heard now.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct HazardSound {
    /// The nearest lit beam.
    pub hum: LoopLevel,
    /// The nearest charge.
    pub whine: LoopLevel,
    /// An alarm; of several the one that is not about to end.
    pub watch: LoopLevel,
}

impl HazardSound {
    /// No beam far and wide, and no alarm.
    const NONE: Self = Self { hum: LoopLevel::SILENT, whine: LoopLevel::SILENT, watch: LoopLevel::SILENT };
}

/// How far a robot's cycle is: 0 off, 1 to 3 the thirds of the charge, 4 lit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
struct Stage(u8);

impl Stage {
    const LIT: u8 = 4;

    fn of(phase: BeamPhase) -> Self {
        Self(match phase {
            BeamPhase::Off => 0,
            BeamPhase::Charging { fraction } => 1 + (3.0 * fraction.clamp(0.0, 0.99)) as u8,
            BeamPhase::Lit => Self::LIT,
        })
    }

    /// The sound with which it is entered, its loudness and its pitch.
    fn strike(self) -> Option<(Sound, f32, f32)> {
        match self.0 {
            0 => None,
            Self::LIT => Some((Sound::Ignite, IGNITE_GAIN, 1.0)),
            beat => {
                Some((Sound::Count, COUNT_GAIN * (0.6 + 0.2 * f32::from(beat - 1)), 0.89 + 0.11 * f32::from(beat - 1)))
            }
        }
    }
}

/// Adds the hazards.
pub fn plugin(app: &mut App) {
    app.insert_resource(HazardSound::NONE)
        .add_systems(Update, (hear_beams, hear_alarms, count_charges).in_set(AudioSystems).before(SoundscapeSystems));
}

fn hear_beams(
    setting: Res<Setting>,
    ninja: Option<Single<&Ninja>>,
    lasers: Query<(&LaserState, &Beams, Option<&Reflections>)>,
    focus: Option<Res<Focus>>,
    ear: Ear,
    mut sound: ResMut<HazardSound>,
) {
    *sound = HazardSound { watch: sound.watch, ..HazardSound::NONE };
    let Some(ninja) = ninja.filter(|_| *setting == Setting::Play) else { return };
    let slow = if focus.is_some_and(|focus| focus.active) { HAZARD_SLOW_RATE } else { 1.0 };
    for (state, beams, reflections) in &lasers {
        let Some(nearest) = nearest_beam(beams, reflections, state.position, ninja.position) else { continue };
        let pan = ear.pan(nearest.point.x);
        match beams.phase {
            BeamPhase::Off => {}
            BeamPhase::Lit => {
                let gain = HUM_GAIN * nearness(nearest.clearance, HUM_RANGE);
                let level = LoopLevel { gain, pan, rate: slow };
                sound.hum = louder(sound.hum, level);
            }
            BeamPhase::Charging { fraction } => {
                let gain = WHINE_GAIN * nearness(nearest.clearance, CHARGE_RANGE) * fraction * fraction;
                let level = LoopLevel { gain, pan, rate: slow * ops::exp2(0.9 * fraction - 0.4) };
                sound.whine = louder(sound.whine, level);
            }
        }
    }
}

/// An alarm is heard from the camera that gave it for as long as its channel is raised, and fades as its time runs out. A
/// channel that is raised for the rest of the run is none: that was a switch or a key.
fn hear_alarms(
    setting: Res<Setting>,
    run: Option<Res<Run>>,
    channels: Option<Res<Channels>>,
    cameras: Query<(&SecurityCamera, &CameraState)>,
    focus: Option<Res<Focus>>,
    ear: Ear,
    mut sound: ResMut<HazardSound>,
) {
    sound.watch = LoopLevel::SILENT;
    let (Some(run), Some(channels)) = (run, channels) else { return };
    if *setting != Setting::Play {
        return;
    }
    let slow = if focus.is_some_and(|focus| focus.active) { HAZARD_SLOW_RATE } else { 1.0 };
    let now = run.hazard_half_ticks;
    for (camera, state) in &cameras {
        let Some(until) = channels.raised_until(camera.channel, now).filter(|until| *until != u32::MAX) else {
            continue;
        };
        let seconds = (until - now) as f32 / HALF_TICKS_PER_SECOND as f32;
        let gain = WATCH_GAIN * (seconds / WATCH_FADE).min(1.0);
        sound.watch = louder(sound.watch, LoopLevel { gain, pan: ear.pan(state.position.x), rate: slow });
    }
}

fn louder(one: LoopLevel, other: LoopLevel) -> LoopLevel {
    if other.gain > one.gain { other } else { one }
}

/// Strikes each beat once; of robots that beat together the nearest is heard.
fn count_charges(
    setting: Res<Setting>,
    ninja: Option<Single<&Ninja>>,
    run: Option<Res<Run>>,
    lasers: Query<(&ActorIndex, &LaserState, &Beams, Option<&Reflections>)>,
    ear: Ear,
    mut last_time: Local<u32>,
    mut stages: Local<Vec<Option<Stage>>>,
    orders: Res<Orders>,
) {
    let (Some(ninja), Some(run)) = (ninja, run) else { return };
    // After a restart the hazards are where they were at the beginning: nothing has been lit, it is lit.
    let is_new = run.hazard_half_ticks < *last_time;
    *last_time = run.hazard_half_ticks;
    let mut loudest: [Option<Strike>; 2] = [None; 2];
    stages.resize(lasers.iter().len(), None);
    for (index, state, beams, reflections) in &lasers {
        let Some(slot) = stages.get_mut(index.0 as usize) else { continue };
        let stage = Stage::of(beams.phase);
        let before = slot.replace(stage);
        let is_entered = before.is_some_and(|before| stage > before || before.0 == Stage::LIT && stage < before);
        if is_new || !is_entered || *setting != Setting::Play {
            continue;
        }
        let Some((sound, gain, rate)) = stage.strike() else { continue };
        let Some(nearest) = nearest_beam(beams, reflections, state.position, ninja.position) else { continue };
        let gain = gain * nearness(nearest.clearance, CHARGE_RANGE);
        let slot = &mut loudest[usize::from(sound == Sound::Ignite)];
        if gain > 0.01 && slot.is_none_or(|strike| gain > strike.gain) {
            *slot = Some(Strike { sound, gain, pan: ear.pan(nearest.point.x), rate });
        }
    }
    loudest.into_iter().flatten().for_each(|strike| orders.strike(strike));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_charge_counts_three_and_ignites() {
        let stages: Vec<u8> = (0..30)
            .map(|step| BeamPhase::Charging { fraction: step as f32 / 30.0 })
            .chain([BeamPhase::Lit, BeamPhase::Off])
            .map(|phase| Stage::of(phase).0)
            .collect();
        let mut changes = stages.clone();
        changes.dedup();
        assert_eq!(changes, [1, 2, 3, 4, 0]);
        let beats: Vec<_> = changes.iter().filter_map(|&stage| Stage(stage).strike()).collect();
        assert_eq!(beats.iter().filter(|beat| beat.0 == Sound::Count).count(), 3);
        assert_eq!(beats[3].0, Sound::Ignite);
        assert!(beats[0].2 < beats[1].2 && beats[1].2 < beats[2].2);
    }
}
