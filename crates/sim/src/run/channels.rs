//! Channels: actors such as switches and cameras raise them, and gates of others, such as doors and lasers, listen.
//!
//! Events raise a channel; time lowers it, right after the clocks have advanced and before anything that listens to it
//! acts in that tick. A switch that toggles lowers it too. Conditions on several channels are decided once a tick, right
//! after the clocks: a gate of several channels follows them a tick later.

use bevy::prelude::*;

use hairline_level::stable_hash::StableHasher;

use crate::state::feature::FeatureAppExt;
use crate::state::spawn::{LevelEntity, SpawnStage};
use hairline_level::limits::{CHANNELS_MAX, CONDITIONS_MAX};
use hairline_level::{Channel, Condition, Gate};

/// A channel was raised after it had been lowered.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct ChannelRaised {
    /// The channel.
    pub channel: Channel,
    /// The center of the actor that raised it.
    pub position: Vec2,
}

/// A channel was lowered after it had been raised.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct ChannelLowered {
    /// The channel.
    pub channel: Channel,
}

/// The conditions of a level, in its order: an entity of levels that have any.
#[derive(Component, Clone, Debug)]
pub struct Conditions(pub Vec<Condition>);

/// The channels of a level, and after them its conditions, as channels that are raised while the condition holds. Times
/// are hazard time in half ticks: focus makes an alarm last longer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
pub struct Channels([ChannelState; CHANNELS_MAX + CONDITIONS_MAX]);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
struct ChannelState {
    /// When it was last raised, or lowered by an event.
    changed_at: u32,
    /// Until when it is raised; it is lowered from then on.
    raised_until: u32,
    /// Half ticks for which it was raised before `changed_at`. Counted only where a path follows it, so that other levels
    /// keep their hashes.
    raised_before: Option<u32>,
}

impl Channels {
    /// The channels at the start of a level with these conditions: all lowered. `timed` are the gates whose open time counts.
    pub(super) fn new(conditions: &[Condition], timed: impl Iterator<Item = Gate>) -> Self {
        let mut channels = Self::default();
        timed.for_each(|gate| channels.0[place(gate).0].raised_before = Some(0));
        channels.decide(conditions, 0);
        channels
    }

    /// Raises a channel from `now` until `until`, `u32::MAX` for the rest of the run. A channel that
    /// stays raised longer anyway keeps its time. Returns whether it was lowered before.
    pub fn raise(&mut self, channel: Channel, now: u32, until: u32) -> bool {
        let state = &mut self.0[usize::from(channel.0)];
        let was_lowered = state.raised_until <= now;
        if was_lowered {
            state.change(now, until);
        }
        state.raised_until = state.raised_until.max(until);
        was_lowered
    }

    /// Whether a channel is raised.
    pub fn is_raised(&self, channel: Channel, now: u32) -> bool {
        now < self.0[usize::from(channel.0)].raised_until
    }

    /// Until when a channel is raised, `u32::MAX` for the rest of the run; none while it is lowered.
    pub fn raised_until(&self, channel: Channel, now: u32) -> Option<u32> {
        self.is_raised(channel, now).then_some(self.0[usize::from(channel.0)].raised_until)
    }

    /// Lowers a channel, whatever raised it, until it is raised again.
    pub fn lower(&mut self, channel: Channel, now: u32) {
        self.0[usize::from(channel.0)].change(now, now);
    }

    /// Decides each condition by the channels as they are.
    pub fn decide(&mut self, conditions: &[Condition], now: u32) {
        for (index, condition) in conditions.iter().enumerate() {
            let holds = condition.holds(&|channel| self.is_raised(channel, now));
            let state = &mut self.0[CHANNELS_MAX + index];
            match (state.is_raised(now), holds) {
                (false, true) => state.change(now, u32::MAX),
                (true, false) => state.raised_until = now,
                _ => {}
            }
        }
    }

    /// What a gate listens to, and whether it is open while that is raised.
    fn listened(&self, gate: Gate) -> (ChannelState, bool) {
        let (index, opens_raised) = place(gate);
        (self.0[index], opens_raised)
    }

    /// Half ticks for which a gate was open up to a time: now, or the end of the tick before. Only for gates whose open time
    /// counts.
    pub fn open_time(&self, gate: Gate, at: u32) -> u32 {
        let (state, opens_raised) = self.listened(gate);
        let raised = state.raised_before.unwrap_or(0) + state.raised_since_change(at);
        if opens_raised { raised } else { at.saturating_sub(raised) }
    }

    /// Since when a gate is open, in half ticks; `None` while it is shut. No gate is always open.
    pub fn open_since(&self, gate: Option<Gate>, now: u32) -> Option<u32> {
        let Some(gate) = gate else { return Some(0) };
        match self.listened(gate) {
            (state, true) if state.is_raised(now) => Some(state.changed_at),
            (state, false) if !state.is_raised(now) => Some(state.raised_until),
            _ => None,
        }
    }

    /// Whether a gate opened (`true`) or shut (`false`) for something that acts once a tick, after the clocks and before any
    /// event: now or by an event of the tick before, which ended at `before`. `None` if neither.
    pub fn gate_change(&self, gate: Gate, before: u32, now: u32) -> Option<bool> {
        let (state, opens_raised) = self.listened(gate);
        let is_raised = state.is_raised(now);
        // Events come after it in their tick, conditions are decided before it.
        let raised_after = if let Gate::Holds(_) = gate { before + 1 } else { before };
        let was_lowered_by_event = state.changed_at == state.raised_until && state.changed_at >= before;
        let changed = if is_raised {
            state.changed_at >= raised_after
        } else {
            state.raised_until > 0 && (state.is_raised(before) || was_lowered_by_event)
        };
        changed.then_some(is_raised == opens_raised)
    }

    /// Whether a gate is open. No gate is always open.
    pub fn is_open(&self, gate: Option<Gate>, now: u32) -> bool {
        self.open_since(gate, now).is_some()
    }

    /// The channels whose time ran out after `before` and not after `now`.
    pub fn lowered_between(&self, before: u32, now: u32) -> impl Iterator<Item = Channel> + '_ {
        let ran_out = move |state: &ChannelState| before < state.raised_until && state.raised_until <= now;
        self.0[..CHANNELS_MAX]
            .iter()
            .enumerate()
            .filter(move |(_, state)| ran_out(state))
            .map(|(index, _)| Channel(index as u8))
    }

    pub(super) fn hash_into(&self, hasher: &mut StableHasher) {
        // Channels that were never raised are left out, so that a higher cap on channels keeps all hashes.
        let raised = self.0.iter().enumerate().filter(|(_, state)| **state != ChannelState::default());
        for (index, ChannelState { changed_at, raised_until, raised_before }) in raised {
            hasher.write_u32(index as u32);
            hasher.write_u32(*changed_at);
            hasher.write_u32(*raised_until);
            raised_before.iter().for_each(|half_ticks| hasher.write_u32(*half_ticks));
        }
    }
}

/// The index of what a gate listens to, and whether it is open while that is raised.
fn place(gate: Gate) -> (usize, bool) {
    match gate {
        Gate::Raised(channel) => (usize::from(channel.0), true),
        Gate::Lowered(channel) => (usize::from(channel.0), false),
        Gate::Holds(condition) => (CHANNELS_MAX + usize::from(condition.0), true),
    }
}

impl ChannelState {
    /// Raises it from now on, until a time; lowers it if that is now.
    fn change(&mut self, now: u32, until: u32) {
        let raised = self.raised_since_change(now);
        self.raised_before = self.raised_before.map(|before| before + raised);
        (self.changed_at, self.raised_until) = (now, until);
    }

    /// Half ticks for which it was raised from its last change up to a time.
    fn raised_since_change(self, at: u32) -> u32 {
        at.min(self.raised_until).saturating_sub(self.changed_at)
    }

    fn is_raised(self, now: u32) -> bool {
        now < self.raised_until
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<ChannelRaised>().add_message::<ChannelLowered>().add_spawner(
        SpawnStage::Actors,
        |world, level| {
            if !level.conditions.is_empty() {
                world.spawn((LevelEntity, Conditions(level.conditions.clone())));
            }
        },
    );
}
