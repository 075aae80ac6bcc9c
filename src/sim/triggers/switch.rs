//! Switches and keys: what the ninja touches to raise a channel.

use bevy::prelude::*;

use crate::level::{Channel, KeySettings, SwitchSettings};
use crate::stable_hash::StableHasher;

use super::channel::Channels;
use crate::sim::facts::Fact;
use crate::sim::ninja::Ninja;
use crate::sim::run::Run;
use crate::sim::state::actor::{ActorIndex, ActorState};
use crate::sim::tuning::{KEY_REACH, SWITCH_REACH, half_ticks};

/// Half ticks for which a press lasts at least: over the longest tick, so that a channel does not fall between two of them
/// while he stands on the switch.
const PRESS_HALF_TICKS: u32 = 3;

/// A plate that raises a channel when the ninja touches it.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Switch {
    /// Its center.
    pub position: Vec2,
    /// What it raises.
    pub channel: Channel,
    /// Half ticks of hazard time for which the channel stays raised after he has left; `None` is for the rest of the run.
    pub half_ticks: Option<u32>,
}

impl Switch {
    /// A switch as a level describes it.
    pub fn new(settings: &SwitchSettings) -> Self {
        let SwitchSettings { position, channel, seconds } = *settings;
        Self { position, channel, half_ticks: seconds.map(half_ticks) }
    }
}

/// What of a switch changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct SwitchState {
    /// The ninja stands on it.
    pub pressed: bool,
}

/// A thing to pick up that raises a channel for the rest of the run.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Key {
    /// Its center.
    pub position: Vec2,
    /// What it raises.
    pub channel: Channel,
}

impl Key {
    /// A key as a level describes it.
    pub fn new(settings: &KeySettings) -> Self {
        Self { position: settings.position, channel: settings.channel }
    }
}

/// What of a key changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct KeyState {
    /// Whether it has been picked up.
    pub taken: bool,
}

impl ActorState for SwitchState {
    fn hash_into(&self, hasher: &mut StableHasher) {
        hasher.write_bool(self.pressed);
    }
}

impl ActorState for KeyState {
    fn hash_into(&self, hasher: &mut StableHasher) {
        hasher.write_bool(self.taken);
    }
}

/// The switches of a level.
pub type Switches<'w, 's> = Query<'w, 's, (&'static ActorIndex, &'static Switch, &'static mut SwitchState)>;

/// The keys of a level.
pub type Keys<'w, 's> = Query<'w, 's, (&'static ActorIndex, &'static Key, &'static mut KeyState)>;

/// Raises the channels of the switches and keys that the ninja touches.
pub fn press_switches(
    run: &Run,
    ninja: &Ninja,
    channels: &mut Channels,
    switches: &mut Switches,
    keys: &mut Keys,
    facts: &mut MessageWriter<Fact>,
) {
    if !run.is_running() {
        return;
    }
    let now = run.hazard_half_ticks;
    let is_near = |position: Vec2, reach: f32| position.distance_squared(ninja.position) <= reach * reach;
    let mut raise = |channel: Channel, until: u32, by: Vec2, facts: &mut MessageWriter<Fact>| {
        if channels.raise(channel, now, until) {
            facts.write(Fact::ChannelRaised { channel, by });
        }
    };
    for (_, switch, mut state) in switches {
        state.pressed = is_near(switch.position, SWITCH_REACH);
        if state.pressed {
            let lasts = |half_ticks: u32| now.saturating_add(half_ticks.max(PRESS_HALF_TICKS));
            raise(switch.channel, switch.half_ticks.map_or(u32::MAX, lasts), switch.position, facts);
        }
    }
    for (_, key, mut state) in keys {
        if !state.taken && is_near(key.position, KEY_REACH) {
            state.taken = true;
            facts.write(Fact::KeyTaken { position: key.position });
            raise(key.channel, u32::MAX, key.position, facts);
        }
    }
}
