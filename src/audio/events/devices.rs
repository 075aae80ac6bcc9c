//! What devices do without a fact: a switch with a time ticks as it runs down, and a door that has closed meets its stop.

use bevy::prelude::*;

use crate::level::limits::CHANNELS_MAX;
use crate::sim::obstacles::{Door, DoorState};
use crate::sim::run::Run;
use crate::sim::run::focus::Focus;
use crate::sim::state::actor::ActorIndex;
use crate::sim::triggers::channel::Channels;
use crate::sim::triggers::switch::Switch;
use crate::sim::tuning::HALF_TICKS_PER_SECOND;

use super::cues::SLOW_RATE;
use crate::audio::bank::Sound;
use crate::audio::engine::commands::{Orders, Strike};
use crate::audio::engine::listener::Ear;
use crate::audio::{AudioSystems, Setting};

/// Half ticks of hazard time (0.5 s) from one tick of a switch to the next.
const BEAT: u32 = HALF_TICKS_PER_SECOND / 2;
/// Half ticks (2 s) before its end from which on it ticks twice as fast.
const HURRY: u32 = 2 * HALF_TICKS_PER_SECOND;
const TICK_GAIN: f32 = 0.45;
const HURRIED_GAIN: f32 = 0.70;
/// Every other tick is a fourth lower: it is a clock, and not the count of a beam.
const TOCK_RATE: f32 = 0.75;
const SHUT_GAIN: f32 = 0.75;

/// How many ticks are still to come in this time (half ticks).
fn beats_left(half_ticks: u32) -> u32 {
    half_ticks.min(HURRY).div_ceil(BEAT / 2) + half_ticks.saturating_sub(HURRY).div_ceil(BEAT)
}

/// Adds the devices.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, (tick_switches, shut_doors).in_set(AudioSystems));
}

/// Strikes a beat of each channel that a timed switch has raised. While he stands on the switch its time stands still.
fn tick_switches(
    setting: Res<Setting>,
    run: Option<Res<Run>>,
    channels: Option<Res<Channels>>,
    switches: Query<&Switch>,
    focus: Option<Res<Focus>>,
    ear: Ear,
    mut beats: Local<[Option<u32>; CHANNELS_MAX]>,
    orders: Res<Orders>,
) {
    let (Some(run), Some(channels)) = (run, channels) else { return };
    let now = run.hazard_half_ticks;
    let before = std::mem::take(&mut *beats);
    for switch in switches.iter().filter(|switch| switch.half_ticks.is_some()) {
        let channel = usize::from(switch.channel.0);
        let until = channels.raised_until(switch.channel, now).filter(|until| *until != u32::MAX);
        let Some(left) = until.map(|until| until - now) else { continue };
        let beat = beats_left(left);
        // Of several switches of one channel the first is heard.
        let is_first = beats[channel].replace(beat).is_none();
        if is_first && *setting == Setting::Play && before[channel].is_some_and(|before| beat < before) {
            let gain = if left <= HURRY { HURRIED_GAIN } else { TICK_GAIN };
            let slow = if focus.as_ref().is_some_and(|focus| focus.active) { SLOW_RATE } else { 1.0 };
            let rate = if beat.is_multiple_of(2) { slow } else { TOCK_RATE * slow };
            orders.strike(Strike { sound: Sound::Tick, gain, pan: ear.pan(switch.position.x), rate });
        }
    }
}

/// Strikes the stop of each door that has just closed.
fn shut_doors(
    setting: Res<Setting>,
    run: Option<Res<Run>>,
    doors: Query<(&ActorIndex, &Door, &DoorState)>,
    focus: Option<Res<Focus>>,
    ear: Ear,
    mut last_time: Local<u32>,
    mut openness: Local<Vec<f32>>,
    orders: Res<Orders>,
) {
    let Some(run) = run else { return };
    // After a restart doors are where they were at the beginning: nothing has closed.
    let is_new = run.hazard_half_ticks < *last_time;
    *last_time = run.hazard_half_ticks;
    openness.resize(doors.iter().len(), 0.0);
    for (index, door, state) in &doors {
        let Some(slot) = openness.get_mut(index.0 as usize) else { continue };
        let before = std::mem::replace(slot, state.openness);
        if before > 0.0 && state.openness == 0.0 && !is_new && *setting == Setting::Play {
            let rate = if focus.as_ref().is_some_and(|focus| focus.active) { SLOW_RATE } else { 1.0 };
            orders.strike(Strike { sound: Sound::DoorShut, gain: SHUT_GAIN, pan: ear.pan(door.position().x), rate });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_switch_ticks_twice_a_second_and_four_times_in_its_last_two() {
        let ticks =
            |from: u32, to: u32| beats_left(from * HALF_TICKS_PER_SECOND) - beats_left(to * HALF_TICKS_PER_SECOND);
        assert_eq!((ticks(10, 9), ticks(3, 2), ticks(2, 1), ticks(1, 0)), (2, 2, 4, 4));
        assert_eq!((beats_left(0), beats_left(1)), (0, 1));
        assert!((0..2000).all(|left| beats_left(left) <= beats_left(left + 1)));
    }
}
