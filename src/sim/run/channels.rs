//! Channels: raised by cameras, switches and keys; gates of lasers, turrets and doors listen to them.
//!
//! Events raise a channel; only time lowers it, right after the clocks have advanced and before anything that listens to it
//! acts in that tick.

use bevy::prelude::*;

use crate::stable_hash::StableHasher;

use crate::level::limits::CHANNELS_MAX;
use crate::level::{Channel, Gate};

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

/// The channels of a level. Times are hazard time in half ticks: focus makes an alarm last longer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
pub struct Channels([ChannelState; CHANNELS_MAX]);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
struct ChannelState {
    /// When it was last raised or lowered.
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

    /// Since when a gate is open, in half ticks; `None` while it is shut. No gate is always open.
    pub fn open_since(&self, gate: Option<Gate>, now: u32) -> Option<u32> {
        let Some(gate) = gate else { return Some(0) };
        let (Gate::Raised(channel) | Gate::Lowered(channel)) = gate;
        let state = self.0[usize::from(channel.0)];
        match (gate, self.is_raised(channel, now)) {
            (Gate::Raised(_), true) => Some(state.changed_at),
            (Gate::Lowered(_), false) => Some(state.raised_until),
            _ => None,
        }
    }

    /// Whether a gate is open. No gate is always open.
    pub fn is_open(&self, gate: Option<Gate>, now: u32) -> bool {
        self.open_since(gate, now).is_some()
    }

    /// The channels whose time ran out after `before` and not after `now`.
    pub fn lowered_between(&self, before: u32, now: u32) -> impl Iterator<Item = Channel> + '_ {
        let ran_out = move |state: &ChannelState| before < state.raised_until && state.raised_until <= now;
        self.0.iter().enumerate().filter(move |(_, state)| ran_out(state)).map(|(index, _)| Channel(index as u8))
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
