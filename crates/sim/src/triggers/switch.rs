//! Switches: plates that raise a channel while the ninja touches them, and for a time afterwards; or that turn it on and off
//! in turn.

use bevy::prelude::*;

use crate::ninja::Ninja;
use crate::run::Run;
use crate::run::channels::{ChannelLowered, ChannelRaised};
use crate::schedule::SimulationSystems;
use crate::state::actor::{ActorIndex, sim_state};
use crate::state::feature::FeatureAppExt;
use crate::tuning::{SWITCH_REACH, half_ticks};
use hairline_level::{Channel, SwitchSettings};

/// Half ticks for which a press lasts at least: over the longest tick, so that a channel stays raised between two ticks
/// while the ninja stands on the switch.
const PRESS_HALF_TICKS: u32 = 3;

/// A plate; fixed during a run.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Switch {
    /// Its center.
    pub position: Vec2,
    /// What it raises.
    pub channel: Channel,
    /// Half ticks of hazard time for which the channel stays raised after a touch; `None` is the rest of the run.
    pub half_ticks: Option<u32>,
    /// Whether each new touch lowers a raised channel, and raises a lowered one.
    pub toggle: bool,
}

/// The part of a switch that changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
pub struct SwitchState {
    /// The ninja stands on it.
    pub pressed: bool,
}

sim_state!(SwitchState, "switch", pressed);

/// A switch raised its channel, which had been lowered.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct SwitchPressed {
    /// Which switch.
    pub source: ActorIndex,
    /// Its center.
    pub position: Vec2,
    /// What it raised.
    pub channel: Channel,
}

impl Switch {
    /// A switch as a level describes it.
    pub fn new(settings: &SwitchSettings) -> Self {
        let SwitchSettings { position, channel, seconds, toggle } = *settings;
        Self { position, channel, half_ticks: seconds.map(half_ticks), toggle }
    }

    /// Until when a press at `now` raises the channel, in half ticks.
    fn raised_until(&self, now: u32) -> u32 {
        self.half_ticks.map_or(u32::MAX, |half_ticks| now.saturating_add(half_ticks.max(PRESS_HALF_TICKS)))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<SwitchPressed>()
        .register_state::<SwitchState>()
        .register_actor(|settings: &SwitchSettings| (Switch::new(settings), SwitchState::default()))
        .add_rule::<Switch, _>(SimulationSystems::Switches, press_switches);
}

/// Raises the channels of the switches that the ninja touches.
fn press_switches(
    mut switches: Populated<(&ActorIndex, &Switch, &mut SwitchState)>,
    mut run: ResMut<Run>,
    ninja: Res<Ninja>,
    mut commands: Commands,
) {
    if !run.is_running() {
        return;
    }
    let now = run.hazard_half_ticks;
    for (&source, switch, mut state) in &mut switches {
        let &Switch { position, channel, toggle, .. } = switch;
        let was_pressed = std::mem::replace(&mut state.pressed, ninja.is_near(position, SWITCH_REACH));
        // A switch that toggles acts on a new touch only; the others hold their channel up.
        if !state.pressed || toggle && was_pressed {
            continue;
        }
        if toggle && run.channels.is_raised(channel, now) {
            run.channels.lower(channel, now);
            commands.write_message(ChannelLowered { channel });
        } else if run.channels.raise(channel, now, switch.raised_until(now)) {
            commands.write_message(SwitchPressed { source, position, channel });
            commands.write_message(ChannelRaised { channel, position });
        }
    }
}
