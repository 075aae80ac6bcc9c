//! When channels are raised and lowered, and since when a gate is open.

use hairline_level::{Channel, Condition, ConditionIndex, Gate};
use hairline_sim::run::channels::Channels;

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
