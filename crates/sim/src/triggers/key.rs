//! Keys: picked up by touch, each raises a channel for the rest of the run.

use bevy::prelude::*;

use crate::ninja::Ninja;
use crate::run::Run;
use crate::run::channels::ChannelRaised;
use crate::schedule::SimulationSystems;
use crate::state::actor::{ActorIndex, sim_state};
use crate::state::feature::FeatureAppExt;
use crate::tuning::KEY_REACH;
use hairline_level::{Channel, KeySettings};

/// A key; fixed during a run.
#[derive(Component, Clone, Copy, Debug, Deref)]
pub struct Key(pub KeySettings);

/// The part of a key that changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
pub struct KeyState {
    /// Whether it has been picked up.
    pub taken: bool,
}

sim_state!(KeyState, "key", taken);

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

pub(super) fn plugin(app: &mut App) {
    app.add_message::<KeyTaken>()
        .register_state::<KeyState>()
        .register_actor(|settings: &KeySettings| (Key(*settings), KeyState::default()))
        .add_rule::<Key, _>(SimulationSystems::Keys, take_keys);
}

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
    for (&source, &Key(KeySettings { position, channel }), mut state) in &mut keys {
        if !state.taken && ninja.is_near(position, KEY_REACH) {
            state.taken = true;
            commands.write_message(KeyTaken { source, position, channel });
            if run.channels.raise(channel, now, u32::MAX) {
                commands.write_message(ChannelRaised { channel, position });
            }
        }
    }
}
