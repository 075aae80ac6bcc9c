//! Keys: picked up by touch, each raises a channel for the rest of the run.

use bevy::prelude::*;

use crate::ninja::Ninja;
use crate::run::Run;
use crate::run::channels::ChannelRaised;
use crate::schedule::{HasOptionalRule, OptionalSystems, Simulate, SimulationSystems};
use crate::state::actor::{ActorIndex, SimState};
use crate::state::snapshot::StateAppExt;
use crate::state::spawn::SpawnAppExt;
use crate::tuning::KEY_REACH;
use hairline_level::stable_hash::StableHasher;
use hairline_level::{Channel, KeySettings};

/// A key; fixed during a run.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[require(HasOptionalRule)]
pub struct Key {
    /// Its center.
    pub position: Vec2,
    /// What it raises.
    pub channel: Channel,
}

/// The part of a key that changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
pub struct KeyState {
    /// Whether it has been picked up.
    pub taken: bool,
}

impl SimState for KeyState {
    const KEY: &'static str = "key";

    fn hash_into(&self, hasher: &mut StableHasher) {
        let Self { taken } = *self;
        hasher.write_bool(taken);
    }
}

/// A key was picked up.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct KeyTaken {
    /// Which key.
    pub source: ActorIndex,
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

pub(super) fn plugin(app: &mut App) {
    app.add_message::<KeyTaken>()
        .register_state::<KeyState>()
        .register_actor(|settings: &KeySettings, _| (Key::new(settings), KeyState::default()))
        .add_systems(Simulate, take_keys.in_set(SimulationSystems::Keys).in_set(OptionalSystems));
}

/// Takes every key within reach.
fn take_keys(
    mut keys: Populated<(&ActorIndex, &Key, &mut KeyState)>,
    mut run: ResMut<Run>,
    ninja: Res<Ninja>,
    mut commands: Commands,
) {
    if !run.is_running() {
        return;
    }
    let now = run.hazard_half_ticks;
    for (&source, &Key { position, channel }, mut state) in &mut keys {
        if !state.taken && position.distance_squared(ninja.position) <= KEY_REACH * KEY_REACH {
            state.taken = true;
            commands.write_message(KeyTaken { source, position, channel });
            if run.channels.raise(channel, now, u32::MAX) {
                commands.write_message(ChannelRaised { channel, position });
            }
        }
    }
}
