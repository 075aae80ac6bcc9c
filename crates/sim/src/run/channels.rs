//! Channels: raised by cameras, switches, sensors and keys; gates of lasers, turrets and doors listen to them.
//!
//! Events raise a channel; time lowers it, right after the clocks have advanced and before anything that listens to it
//! acts in that tick. A switch that toggles lowers it too. Conditions on several channels are decided once a tick, right
//! after the clocks: a gate of several channels follows them a tick later.

use bevy::prelude::*;

use hairline_level::stable_hash::StableHasher;

use crate::schedule::{HasRareRule, RareSystems, Simulate, SimulationSystems};
use crate::state::spawn::{LevelEntity, SpawnAppExt};
use hairline_level::limits::{CHANNELS_MAX, CONDITIONS_MAX};
use hairline_level::{Channel, Condition, Gate};

use super::Run;

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
#[require(HasRareRule)]
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
}

impl Channels {
    /// Raises a channel from `now` until `until`, `u32::MAX` for the rest of the run. A channel that
    /// stays raised longer anyway keeps its time. Returns whether it was lowered before.
    pub fn raise(&mut self, channel: Channel, now: u32, until: u32) -> bool {
        let state = &mut self.0[usize::from(channel.0)];
        let was_lowered = state.raised_until <= now;
        if was_lowered {
            state.changed_at = now;
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
        self.0[usize::from(channel.0)] = ChannelState { changed_at: now, raised_until: now };
    }

    /// Decides each condition by the channels as they are.
    fn decide(&mut self, conditions: &[Condition], now: u32) {
        for (index, condition) in conditions.iter().enumerate() {
            let holds = condition.holds(&|channel| self.is_raised(channel, now));
            let state = &mut self.0[CHANNELS_MAX + index];
            match (state.is_raised(now), holds) {
                (false, true) => *state = ChannelState { changed_at: now, raised_until: u32::MAX },
                (true, false) => state.raised_until = now,
                _ => {}
            }
        }
    }

    /// What a gate listens to, and whether it is open while that is raised.
    fn listened(&self, gate: Gate) -> (ChannelState, bool) {
        match gate {
            Gate::Raised(channel) => (self.0[usize::from(channel.0)], true),
            Gate::Lowered(channel) => (self.0[usize::from(channel.0)], false),
            Gate::Holds(condition) => (self.0[CHANNELS_MAX + usize::from(condition.0)], true),
        }
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
        for (index, ChannelState { changed_at, raised_until }) in raised {
            hasher.write_u32(index as u32);
            hasher.write_u32(*changed_at);
            hasher.write_u32(*raised_until);
        }
    }
}

impl ChannelState {
    fn is_raised(self, now: u32) -> bool {
        now < self.raised_until
    }
}

/// Adds conditions. The run must be spawned before them.
pub(super) fn plugin(app: &mut App) {
    app.add_message::<ChannelRaised>()
        .add_message::<ChannelLowered>()
        .add_spawner(|world, level| {
            if !level.conditions.is_empty() {
                world.resource_mut::<Run>().channels.decide(&level.conditions, 0);
                world.spawn((LevelEntity, Conditions(level.conditions.clone())));
            }
        })
        .add_systems(Simulate, decide_conditions.in_set(SimulationSystems::Conditions).in_set(RareSystems));
}

/// Decides the conditions of the level by its channels.
fn decide_conditions(conditions: Populated<&Conditions>, mut run: ResMut<Run>) {
    let now = run.hazard_half_ticks;
    conditions.iter().for_each(|conditions| run.channels.decide(&conditions.0, now));
}

#[cfg(test)]
mod tests {
    use super::*;
    use hairline_level::ConditionIndex;

    const A: Channel = Channel(0);

    #[test]
    fn a_channel_is_raised_for_its_time_and_lowered_after_it() {
        let mut channels = Channels::default();
        assert!(!channels.is_raised(A, 10));
        assert!(channels.raise(A, 10, 20), "it was lowered");
        assert!(channels.is_raised(A, 10) && channels.is_raised(A, 19) && !channels.is_raised(A, 20));
        assert!(!channels.raise(A, 15, 25), "it was still raised");
        assert!(!channels.raise(A, 16, 18), "a shorter time takes nothing away");
        assert!(channels.is_raised(A, 24) && !channels.is_raised(A, 25));
        assert_eq!((channels.raised_until(A, 24), channels.raised_until(A, 25)), (Some(25), None));
        assert!(!channels.is_raised(Channel(1), 15), "each channel by itself");
    }

    #[test]
    fn a_channel_is_lowered_in_the_one_tick_in_which_its_time_runs_out() {
        let mut channels = Channels::default();
        channels.raise(A, 10, 20);
        let lowered = |before, now| channels.lowered_between(before, now).collect::<Vec<_>>();
        assert_eq!(lowered(17, 19), []);
        assert_eq!(lowered(18, 20), [A]);
        assert_eq!(lowered(19, 21), [A], "a tick that passes over the end");
        assert_eq!(lowered(20, 22), []);
        assert_eq!(lowered(0, 9), [], "channels that were never raised");
    }

    #[test]
    fn a_gate_knows_since_when_it_is_open() {
        let mut channels = Channels::default();
        assert_eq!(channels.open_since(None, 5), Some(0));
        assert_eq!(channels.open_since(Some(Gate::Raised(A)), 5), None);
        assert_eq!(channels.open_since(Some(Gate::Lowered(A)), 5), Some(0));
        channels.raise(A, 10, 20);
        channels.raise(A, 12, 30);
        assert_eq!(channels.open_since(Some(Gate::Raised(A)), 29), Some(10));
        assert_eq!(channels.open_since(Some(Gate::Lowered(A)), 29), None);
        assert_eq!(channels.open_since(Some(Gate::Lowered(A)), 40), Some(30));
        assert_eq!(channels.open_since(Some(Gate::Raised(A)), 40), None);
    }

    #[test]
    fn a_condition_knows_since_when_it_holds_whichever_part_changed() {
        let gate = Gate::Holds(ConditionIndex(0));
        let conditions = [Condition::Any(vec![Condition::Raised(A), Condition::Raised(Channel(1))])];
        let mut channels = Channels::default();
        let since = |channels: &mut Channels, now| {
            channels.decide(&conditions, now);
            channels.open_since(Some(gate), now)
        };
        assert_eq!(since(&mut channels, 2), None);
        channels.raise(A, 2, 10);
        assert_eq!(since(&mut channels, 4), Some(4));
        assert_eq!([(2, 4), (4, 6)].map(|(before, now)| channels.gate_change(gate, before, now)), [Some(true), None]);
        assert_eq!(since(&mut channels, 8), Some(4));
        channels.raise(Channel(1), 8, 16);
        assert_eq!(since(&mut channels, 12), Some(4), "the other part took over");
        assert_eq!(channels.gate_change(gate, 14, 16), None);
        assert_eq!(since(&mut channels, 16), None);
        assert_eq!(channels.gate_change(gate, 14, 16), Some(false));
        assert_eq!(channels.gate_change(gate, 16, 18), None);
    }

    #[test]
    fn a_gate_notices_each_change_in_exactly_one_tick() {
        let mut channels = Channels::default();
        let change = |channels: &Channels, gate, now| channels.gate_change(gate, now - 2, now);
        let (raised, lowered) = (Gate::Raised(A), Gate::Lowered(A));
        assert_eq!(change(&channels, raised, 2), None);
        channels.raise(A, 4, u32::MAX);
        assert_eq!([6, 8].map(|now| change(&channels, raised, now)), [Some(true), None]);
        assert_eq!([6, 8].map(|now| change(&channels, lowered, now)), [Some(false), None]);
        channels.lower(A, 10);
        assert!(!channels.is_raised(A, 10));
        assert_eq!([12, 14].map(|now| change(&channels, raised, now)), [Some(false), None]);
        assert_eq!(channels.lowered_between(10, 12).count(), 0, "the event said so itself");
        channels.raise(A, 20, 30);
        assert_eq!([28, 30, 32].map(|now| change(&channels, raised, now)), [None, Some(false), None]);
    }
}
