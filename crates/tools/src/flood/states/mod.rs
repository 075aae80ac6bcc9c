//! Where the ninja can get to when doors are open only while their channels are raised: a search over its place and the raised
//! channels.
//!
//! A flood takes a door for open for ever once something may open it. This search knows what is raised at once, so that it sees
//! when two doors are never open for one run. It over-approximates like the flood: the ninja does whatever it likes at any
//! time, and is never too late unless no speed that the rules allow would do.
//!
//! Places are regions: squares that hang together and are closed by the same gated blockers. After a channel changed, a door is
//! not shut at once: a region of it stays open as long as the ninja, from where it caused the change, could get there before
//! the door settles. Some clocks measure that.

mod build;

use std::collections::BTreeMap;

use bevy_math::Vec2;

use hairline_level::{Condition, Hold};

use super::clocks::Clock;
use crate::logic::light::Light;
use crate::logic::{BlockerClass, BlockerId, ChannelSource, RaisedFrom, bit};

/// The most regions that one search looks at in all: a tenth of a second.
const VISITS_MAX: usize = 2_000_000;
/// How often the lights of a state are followed from one to the next.
const LIGHTS_MAX: usize = 24;

/// A blocker that channels open and shut.
pub struct GatedBlocker {
    pub id: BlockerId,
    pub opens: Condition,
    /// The seconds after which it is certainly there, once its condition holds no more.
    settles: f32,
}

/// What a search leaves out, to find what is to blame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relaxed {
    Nothing,
    /// All blockers of an actor or a tile.
    Blocker(BlockerId),
    /// What plates and cameras raise stays raised as long as the ninja likes.
    Time,
}

/// Places to get to: one of these, this near.
pub struct Goal {
    pub places: Vec<Vec2>,
    pub reach: f32,
    /// Whether it counts only after all goals with `is_shard` were reached.
    pub is_last: bool,
    pub is_shard: bool,
}

/// A level, made ready for searches over states.
pub struct States<'l> {
    pub gates: Vec<GatedBlocker>,
    regions: Regions,
    sources: Vec<Source<'l>>,
    /// Where a run begins, and the clock that starts there.
    start: usize,
    start_clock: usize,
    clocks: Vec<Clock>,
    /// For each channel that only lasts for a time, the clock that starts when it ends.
    ends: BTreeMap<u32, usize>,
    /// Channels that light raises, and those among them that nothing else raises.
    lit: u32,
    only_lit: u32,
    /// Channels that are raised for good and never shut anything: there is no reason to wait.
    harmless: u32,
    /// For each goal the regions from which it is reached.
    goals: Vec<Vec<usize>>,
    last: Vec<bool>,
    shards: Vec<Option<u32>>,
    /// Seconds of the ninja in a second of hazards, at most.
    focus: f32,
}

/// What raises a channel where the ninja is.
struct Source<'l> {
    source: &'l ChannelSource,
    /// For touches and sight: the regions in which it happens, and its clock.
    regions: Vec<usize>,
    clock: Option<usize>,
}

/// The squares that hang together and are closed by the same gated blockers.
struct Regions {
    /// The region of each square; [`usize::MAX`] for those that cannot be reached.
    of: Vec<usize>,
    /// One bit for each gated blocker that closes the region.
    covers: Vec<u64>,
    neighbors: Vec<Vec<usize>>,
}

/// What is raised, and what was raised a moment ago.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    raised: u32,
    /// The channels that were raised all the time since the clock started, and those that were at some time.
    low: u32,
    high: u32,
    /// Started at the last change; `None` if the ninja may have been anywhere then.
    clock: Option<usize>,
}

/// Regions of a state among which the ninja moves freely, and one bit for each kind of place with shards that it was at.
struct Node {
    state: State,
    regions: Vec<bool>,
    shards: u32,
}

impl State {
    /// Without anything that is still about to settle.
    fn settled(raised: u32) -> Self {
        Self { raised, low: raised, high: raised, clock: None }
    }

    fn is_settled(self) -> bool {
        self.low == self.high
    }

    /// After a change, and then what light makes of it.
    fn then(self, changed: u32, raised: u32, clock: Option<usize>) -> Self {
        Self { raised, low: self.low & changed & raised, high: self.high | changed | raised, clock }
    }

    fn holds(raised: u32, condition: &Condition) -> bool {
        condition.holds(&|channel| raised & bit(channel) != 0)
    }

    /// Whether a condition holds, or may have held a moment ago.
    fn may_hold(self, condition: &Condition) -> bool {
        condition.may_hold(&|channel| self.high & bit(channel) != 0, &|channel| self.low & bit(channel) == 0)
    }
}

impl States<'_> {
    /// For each goal, whether it is reached; `None` if that takes too long.
    pub fn search(&self, relaxed: Relaxed) -> Option<Vec<bool>> {
        let mut reached = vec![false; self.goals.len()];
        let mut known: BTreeMap<State, Vec<Node>> = BTreeMap::new();
        let mut visits = 0;
        let start = State::settled(0).then(0, self.with_lights(0), Some(self.start_clock));
        let mut queue = vec![(start, vec![self.start], 0)];
        while let Some((state, from, shards)) = queue.pop() {
            let Some(mut node) = self.node(state, &from, shards, relaxed) else { continue };
            visits += self.regions.covers.len();
            if visits > VISITS_MAX {
                return None;
            }
            self.visit(&mut node, &mut reached);
            let covers = |other: &Node| {
                let has = |(own, theirs): (&bool, &bool)| !own || *theirs;
                node.shards & !other.shards == 0 && node.regions.iter().zip(&other.regions).all(has)
            };
            let others = known.entry(node.state).or_default();
            if others.iter().any(covers) {
                continue;
            }
            queue.extend(self.changes(&node, relaxed));
            others.push(node);
        }
        Some(reached)
    }

    /// Where the ninja can be in a state, from some regions; with all that there is no reason to leave lying there.
    fn node(&self, mut state: State, from: &[usize], shards: u32, relaxed: Relaxed) -> Option<Node> {
        let mut from = from.to_vec();
        loop {
            let regions = self.flood(state, &from, relaxed);
            if !regions.contains(&true) {
                return None;
            }
            let taken = self.sources.iter().filter(|source| {
                let channel = bit(source.source.channel);
                source.source.hold == Hold::ForGood
                    && self.harmless & !state.raised & channel != 0
                    && source.regions.iter().any(|&region| regions[region])
            });
            let taken = taken.fold(0, |mask, source| mask | bit(source.source.channel));
            if taken == 0 {
                return Some(Node { state, regions, shards });
            }
            from = (0..regions.len()).filter(|&region| regions[region]).collect();
            let raised = self.with_lights(state.raised | taken);
            state = State { raised, low: state.low & raised | taken, high: state.high | raised, ..state };
        }
    }

    /// The regions in which the ninja can be in a state, from those where it is when the state begins.
    fn flood(&self, state: State, from: &[usize], relaxed: Relaxed) -> Vec<bool> {
        let mut reached = vec![false; self.regions.covers.len()];
        let shut: Vec<Option<bool>> = self.gates.iter().map(|gate| gate.shut(state, relaxed)).collect();
        // One bit for each gate that keeps the ninja out of a region.
        let barred = |region: usize| {
            let covers = (0..self.gates.len()).filter(|gate| self.regions.covers[region] >> gate & 1 == 1);
            let barring = covers.filter(|&gate| match shut[gate] {
                None => false,
                Some(settles) => !settles || !self.is_in_time(state.clock, region, self.gates[gate].settles),
            });
            barring.fold(0_u64, |mask, gate| mask | 1 << gate)
        };
        let hazards = self.gates.iter().enumerate().filter(|(_, gate)| gate.id.class == BlockerClass::Hazard);
        let hazards = hazards.fold(0_u64, |mask, (gate, _)| mask | 1 << gate);
        let is_held = |region: usize| self.lasts(state, region, relaxed);
        let mut left: Vec<usize> =
            from.iter().copied().filter(|&region| is_held(region) && barred(region) & hazards == 0).collect();
        for &region in &left {
            reached[region] = true;
        }
        while let Some(region) = left.pop() {
            for &next in &self.regions.neighbors[region] {
                // A door waits for the ninja that stands in it, so it is open to all that it covers.
                let kept = self.regions.covers[region] & !hazards;
                if !reached[next] && barred(next) & !kept == 0 && is_held(next) {
                    reached[next] = true;
                    left.push(next);
                }
            }
        }
        reached
    }

    /// Whether the ninja can be in a region while all that is raised for a time is still raised.
    fn lasts(&self, state: State, region: usize, relaxed: Relaxed) -> bool {
        let mut ends = self.ends.iter().filter(|(channel, _)| state.raised & *channel != 0);
        relaxed == Relaxed::Time || ends.all(|(_, &clock)| self.clocks[clock].regions[region] <= 0.0)
    }

    /// Whether a region can be reached before something settles.
    fn is_in_time(&self, clock: Option<usize>, region: usize, settles: f32) -> bool {
        clock.is_none_or(|clock| self.clocks[clock].regions[region] <= settles * self.focus)
    }

    /// Notes the goals that are reached, and the shards.
    fn visit(&self, node: &mut Node, reached: &mut [bool]) {
        let is_near = |goal: usize| self.goals[goal].iter().any(|&region| node.regions[region]);
        let near: Vec<usize> = (0..self.goals.len()).filter(|&goal| is_near(goal)).collect();
        let all = self.shards.iter().flatten().fold(0, |all, bit| all | bit);
        node.shards = near.iter().filter_map(|&goal| self.shards[goal]).fold(node.shards, |mask, bit| mask | bit);
        for goal in near {
            reached[goal] |= !self.last[goal] || node.shards == all;
        }
    }

    /// What may happen next: a state, the regions where the ninja is then, and the shards that it has.
    fn changes(&self, node: &Node, relaxed: Relaxed) -> Vec<(State, Vec<usize>, u32)> {
        let Node { state, regions, shards } = node;
        let inside: Vec<usize> = (0..regions.len()).filter(|&region| regions[region]).collect();
        let mut changes = vec![];
        let mut change = |changed: u32, clock: Option<usize>, from: Vec<usize>| {
            let next = state.then(changed, self.with_lights(changed), clock);
            let is_same = next.raised == state.raised && next.low == state.low && next.high == state.high;
            if !from.is_empty() && !is_same {
                changes.push((next, from, *shards));
            }
        };
        for Source { source, regions: near, clock } in &self.sources {
            let channel = bit(source.channel);
            let is_raised = state.raised & channel != 0;
            match (&source.raised_from, clock) {
                (RaisedFrom::Light(lights), _)
                    if !is_raised && lights.iter().any(|light| state.may_hold(&light.lamp)) =>
                {
                    change(state.raised | channel, None, inside.clone());
                }
                (RaisedFrom::Light(_), _) => {}
                (_, Some(clock)) if self.may_act(*state, *clock, relaxed) => {
                    let here = near.iter().copied().filter(|&region| regions[region]).collect();
                    match source.hold {
                        Hold::UntilNextTouch => change(state.raised ^ channel, Some(*clock), here),
                        _ if is_raised => {}
                        _ => change(state.raised | channel, Some(*clock), here),
                    }
                }
                _ => {}
            }
            // A time that is up; and light that leaves, unless it never does.
            let is_up = matches!(source.hold, Hold::While { .. });
            let stays = clock.is_none() && self.with_lights(state.raised & !channel) & channel != 0;
            if is_raised && is_up && !stays {
                let clock = self.ends.get(&channel).copied().filter(|_| relaxed != Relaxed::Time);
                change(state.raised & !channel, clock, inside.clone());
            }
        }
        if !state.is_settled() {
            changes.push((State::settled(state.raised), inside, *shards));
        }
        changes
    }

    /// Whether a source may act in a state: the ninja gets there while what is raised for a time lasts and, if something has yet to
    /// settle, before that. Without anything to settle the same happens later.
    fn may_act(&self, state: State, source: usize, relaxed: Relaxed) -> bool {
        let mut ends = self.ends.iter().filter(|(channel, _)| state.raised & *channel != 0);
        let lasts = relaxed == Relaxed::Time || ends.all(|(_, &clock)| self.clocks[clock].posts[source] <= 0.0);
        let settling = self.gates.iter().filter(|gate| gate.shut(state, relaxed) == Some(true));
        let settles = settling.map(|gate| gate.settles).fold(0.0, f32::max) * self.focus;
        let is_soon = |clock: usize| self.clocks[clock].posts[source] <= settles;
        lasts && (state.is_settled() || state.clock.is_none_or(is_soon))
    }

    /// Some channels with those that light is certain to raise, and without those that only light raises and none does; as
    /// they are if that goes round in a circle.
    fn with_lights(&self, raised: u32) -> u32 {
        let mut now = raised;
        for _ in 0..LIGHTS_MAX {
            let lights = |channel: u32, is_lit: &dyn Fn(&Light) -> bool| {
                let mut of = self.sources.iter().filter(|source| bit(source.source.channel) == channel);
                of.any(|source| match &source.source.raised_from {
                    RaisedFrom::Light(lights) => lights.iter().any(is_lit),
                    _ => false,
                })
            };
            let before = now;
            for channel in (0..u32::BITS).map(|index| 1 << index).filter(|channel| self.lit & channel != 0) {
                if lights(channel, &|light| light.is_certain && State::holds(before, &light.lamp)) {
                    now |= channel;
                } else if self.only_lit & channel != 0 && !lights(channel, &|light| State::holds(before, &light.lamp)) {
                    now &= !channel;
                }
            }
            if now == before {
                return now;
            }
        }
        raised
    }
}

impl GatedBlocker {
    /// Whether it bars the way in a state: `None` if not, and otherwise whether it still has to settle.
    fn shut(&self, state: State, relaxed: Relaxed) -> Option<bool> {
        if relaxed == Relaxed::Blocker(self.id) || State::holds(state.raised, &self.opens) {
            return None;
        }
        Some(state.may_hold(&self.opens))
    }
}
