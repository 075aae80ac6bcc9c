//! Switches and keys: what the ninja touches to raise a channel.

use bevy::prelude::*;

use crate::level::fingerprint::Fingerprint;
use crate::level::{Channel, KeySettings, SwitchSettings};

use super::actor::ActorState;
use super::tuning::half_ticks;

/// A plate that raises a channel when the ninja touches it.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Switch {
    /// Its centre.
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
    /// Its centre.
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
    fn fold(&self, print: &mut Fingerprint) {
        print.write_bool(self.pressed);
    }
}

impl ActorState for KeyState {
    fn fold(&self, print: &mut Fingerprint) {
        print.write_bool(self.taken);
    }
}

/// Raises the channels of the switches and keys that the ninja touches.
pub fn press_switches() {}
