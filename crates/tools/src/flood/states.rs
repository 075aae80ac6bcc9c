//! Which places the ninja can get to if each door is open only while its channels say so: a search over the ninja's place and the
//! channels that are raised.
//!
//! A flood takes a door for open for ever once something may open it. This search knows what is raised at once, so that it sees
//! when two doors are never open for one run. It over-approximates like the flood: the ninja does whatever it likes at any
//! time, and is never too late unless no speed that the rules allow would do.
//!
//! Places are regions: squares that hang together and are closed by the same gated blockers. After a channel changed, a door is
//! not shut at once: a region of it stays open as long as the ninja, from where it caused the change, could get there before
//! the door settles. Some clocks measure that.

use std::collections::BTreeMap;

use bevy_math::Vec2;

use hairline_level::{Channel, Condition, Hold, Trigger};
use hairline_sim::tuning::{BODY_RADIUS, TELEPORT_REACH};

use super::clocks::{Clock, Pace};
use super::grid::HALF;
use super::{Reachability, Reached};
use crate::logic::light::Light;
use crate::logic::{Blocker, BlockerClass, BlockerId, ChannelSource, RaisedFrom, SETTLING_SLACK, bit, cells_of};

/// The most gated blockers that are told apart; further ones count as open.
const GATES_MAX: usize = 64;
/// The most regions, and the most that one search looks at in all: a tenth of a second.
const REGIONS_MAX: usize = 2048;
const VISITS_MAX: usize = 2_000_000;
/// The most squares that all clocks measure together.
const MEASURED_MAX: usize = 30_000_000;
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

impl<'l> Reachability<'l> {
    /// Prepares searches over states among the squares that a flood reached. `None` if no channel bars anything there, or it would
    /// take too long.
    pub fn states(&self, reached: &Reached, goals: &[Goal]) -> Option<States<'l>> {
        let (gates, covers) = self.gates(reached);
        if gates.is_empty() {
            return None;
        }
        let regions = self.regions(reached, covers).filter(|regions| regions.covers.len() <= REGIONS_MAX)?;
        let start = regions.of[self.grid.at(self.level.ninja)?];
        let pace = Pace::new(self.level, self.logic);
        let focus = if self.level.focus.max > 0.0 { 2.0 } else { 1.0 };
        let touched: Vec<(&ChannelSource, Vec<usize>)> =
            self.logic.sources.iter().map(|source| (source, self.trigger_squares(reached, source))).collect();
        let starts = [self.grid.at(self.level.ninja)?];
        let posts: Vec<&[usize]> =
            touched.iter().map(|(_, squares)| squares.as_slice()).chain([starts.as_slice()]).collect();
        if posts.len() * self.grid.len() > MEASURED_MAX {
            return None;
        }
        let clocks = posts.iter().map(|post| {
            let seconds = pace.seconds_from(self.grid, post, |square| reached.has(square), &self.jumps());
            Clock::new(&regions.of, regions.covers.len(), &posts, &seconds)
        });
        let clocks: Vec<Clock> = clocks.collect();
        let regions_of = |squares: &[usize]| {
            let mut found: Vec<usize> = squares.iter().map(|&square| regions.of[square]).collect();
            found.sort_unstable();
            found.dedup();
            found
        };
        let start_clock = clocks.len() - 1;
        let sources = touched.iter().enumerate().map(|(index, (source, squares))| Source {
            source,
            regions: regions_of(squares),
            clock: (!matches!(source.raised_from, RaisedFrom::Light(_))).then_some(index),
        });
        let sources: Vec<Source> = sources.collect();
        let near = |goal: &Goal| {
            let squares = goal.places.iter().flat_map(|&place| self.grid.within(place, goal.reach));
            let squares: Vec<usize> = squares.filter(|&square| reached.has(square)).collect();
            regions_of(&squares)
        };
        let near: Vec<Vec<usize>> = goals.iter().map(near).collect();
        let shards = shard_bits(goals, &near);
        let mut states = States {
            gates,
            regions,
            sources,
            start,
            start_clock,
            clocks,
            ends: BTreeMap::new(),
            lit: 0,
            only_lit: 0,
            harmless: 0,
            goals: near,
            last: goals.iter().map(|goal| goal.is_last).collect(),
            shards,
            focus,
        };
        states.classify_channels(self);
        Some(states)
    }

    /// The gated blockers, and one bit for each of them at every square that it closes.
    fn gates(&self, reached: &Reached) -> (Vec<GatedBlocker>, Vec<u64>) {
        let mut covers = vec![0; self.grid.len()];
        let mut gates = vec![];
        for blocker in self.logic.blockers.iter().filter(|blocker| blocker.is_certain) {
            let Some(opens) = blocker.opens.clone().filter(|_| gates.len() < GATES_MAX) else { continue };
            let bit = 1 << gates.len();
            let counts = |other: &_| std::ptr::eq::<Blocker>(other, blocker) || other.opens.is_none();
            for cell in blocker.cells_around() {
                for square in self.grid.in_cell(cell).filter(|&square| reached.has(square)) {
                    if covers[square] & bit == 0 && self.blockers.close(self.grid.center(square), &counts) {
                        covers[square] |= bit;
                    }
                }
            }
            // Where the ninja may be in the way of a door beside what it closes, it can hold it open from there.
            let is_loose =
                self.squares_in_the_way(blocker).any(|square| reached.has(square) && covers[square] & bit == 0);
            if is_loose {
                covers.iter_mut().for_each(|covers| *covers &= !bit);
                continue;
            }
            gates.push(GatedBlocker { id: blocker.id, opens, settles: blocker.settles });
        }
        (gates, covers)
    }

    /// The squares in which the ninja is in the way of a door, somewhere between closed and open.
    fn squares_in_the_way(&self, blocker: &Blocker) -> impl Iterator<Item = usize> {
        let actor = blocker.id.actor.filter(|_| blocker.id.class == BlockerClass::Door);
        let obstacle = actor.and_then(|actor| self.logic.actors[actor].declared.obstacle.as_ref());
        let areas = obstacle.into_iter().map(|obstacle| obstacle.bounds);
        areas.flat_map(move |area| {
            let near = move |&square: &usize| {
                let center = self.grid.center(square);
                center.clamp(area.min, area.max).distance(center) < BODY_RADIUS - 2.0 * HALF
            };
            cells_of(area.inflate(BODY_RADIUS)).flat_map(move |cell| self.grid.in_cell(cell)).filter(near)
        })
    }

    fn regions(&self, reached: &Reached, covers: Vec<u64>) -> Option<Regions> {
        let mut regions = Regions { of: vec![usize::MAX; self.grid.len()], covers: vec![], neighbors: vec![] };
        for first in (0..self.grid.len()).filter(|&square| reached.has(square)) {
            if regions.of[first] != usize::MAX {
                continue;
            }
            let region = regions.covers.len();
            if region > REGIONS_MAX {
                return None;
            }
            regions.covers.push(covers[first]);
            regions.of[first] = region;
            let mut left = vec![first];
            while let Some(square) = left.pop() {
                for next in self.grid.neighbors(square) {
                    if reached.has(next) && regions.of[next] == usize::MAX && covers[next] == covers[first] {
                        regions.of[next] = region;
                        left.push(next);
                    }
                }
            }
        }
        regions.neighbors = vec![vec![]; regions.covers.len()];
        let beside =
            (0..self.grid.len()).flat_map(|square| self.grid.neighbors(square).map(move |next| [square, next]));
        let jumps = self.jumps();
        let jumped = jumps.iter().flat_map(|[from, to]| from.iter().flat_map(|&a| to.iter().map(move |&b| [a, b])));
        let jumped = jumped.flat_map(|[a, b]| [[a, b], [b, a]]);
        for [a, b] in beside.chain(jumped) {
            let (a, b) = (regions.of[a], regions.of[b]);
            if a != b && a != usize::MAX && b != usize::MAX && !regions.neighbors[a].contains(&b) {
                regions.neighbors[a].push(b);
            }
        }
        Some(regions)
    }

    /// The squares of both ends of each teleport.
    fn jumps(&self) -> Vec<[Vec<usize>; 2]> {
        self.logic.teleports().map(|ends| ends.map(|end| self.grid.within(end, TELEPORT_REACH).collect())).collect()
    }

    /// The squares in which the ninja makes a source raise its channel.
    fn trigger_squares(&self, reached: &Reached, source: &ChannelSource) -> Vec<usize> {
        let squares: Vec<usize> = match &source.raised_from {
            RaisedFrom::Near(places, reach) => {
                places.iter().flat_map(|&place| self.grid.within(place, *reach)).collect()
            }
            RaisedFrom::Cells(cells) => cells.iter().flat_map(|&cell| self.grid.in_cell(cell)).collect(),
            RaisedFrom::Light(_) => vec![],
        };
        squares.into_iter().filter(|&square| reached.has(square)).collect()
    }
}

/// A bit for the shards of each set of regions; none for other goals, and where there would be too many.
fn shard_bits(goals: &[Goal], near: &[Vec<usize>]) -> Vec<Option<u32>> {
    let mut places: Vec<&[usize]> = vec![];
    let is_asked = goals.iter().any(|goal| goal.is_last);
    let mut bits = vec![];
    for (goal, near) in goals.iter().zip(near) {
        if !goal.is_shard || !is_asked || near.is_empty() {
            bits.push(None);
            continue;
        }
        if !places.contains(&near.as_slice()) {
            places.push(near);
        }
        let index = places.iter().position(|place| *place == near.as_slice());
        bits.push(index.and_then(|index| 1_u32.checked_shl(index as u32)));
    }
    bits
}

impl States<'_> {
    /// Sorts the channels by what raises them, and starts a clock for each that ends.
    fn classify_channels(&mut self, reachability: &Reachability) {
        let channels = (0..reachability.level.channels.len() as u8).map(Channel);
        for channel in channels {
            let of: Vec<&Source> = self.sources.iter().filter(|other| other.source.channel == channel).collect();
            let is_lit = |other: &&Source| matches!(other.source.raised_from, RaisedFrom::Light(_));
            self.lit |= if of.iter().any(is_lit) { bit(channel) } else { 0 };
            self.only_lit |= if !of.is_empty() && of.iter().all(is_lit) { bit(channel) } else { 0 };
            let ends = of.iter().map(|other| match other.source.hold {
                Hold::While { longer } if !is_lit(other) => {
                    Some((other.clock?, longer + other.refresh(reachability) + SETTLING_SLACK))
                }
                _ => None,
            });
            if let Some(ends) = ends.collect::<Option<Vec<(usize, f32)>>>().filter(|ends| !ends.is_empty()) {
                let after = ends.iter().map(|&(clock, hold)| (&self.clocks[clock], hold * self.focus));
                let clock = Clock::after(after);
                self.ends.insert(bit(channel), self.clocks.len());
                self.clocks.push(clock);
            }
        }
        self.harmless = self.find_harmless();
        // A light that goes out holds its channel a little longer.
        let held: f32 = self.sources.iter().map(Source::lingers).sum();
        let lit = self.lit;
        for gate in &mut self.gates {
            let mut follows_light = false;
            gate.opens.for_each_channel(&mut |channel, _| follows_light |= lit & bit(channel) != 0);
            gate.settles += if follows_light { held } else { 0.0 };
        }
    }

    /// The channels that no toggle lowers and that, raised, shut nothing and light nothing that does.
    fn find_harmless(&self) -> u32 {
        let mut harmful = 0;
        for gate in &self.gates {
            gate.opens.for_each_channel(&mut |channel, raised| harmful |= if raised { 0 } else { bit(channel) });
        }
        for source in &self.sources {
            let is_toggled = source.source.hold == Hold::UntilNextTouch;
            harmful |= if is_toggled { bit(source.source.channel) } else { 0 };
        }
        loop {
            let before = harmful;
            for source in &self.sources {
                let RaisedFrom::Light(lights) = &source.source.raised_from else { continue };
                let is_harmful = harmful & bit(source.source.channel) != 0;
                for light in lights {
                    light.lamp.for_each_channel(&mut |channel, raised| {
                        harmful |= if is_harmful || !raised { bit(channel) } else { 0 };
                    });
                }
            }
            if before == harmful {
                return !harmful;
            }
        }
    }

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

impl Source<'_> {
    /// Seconds for which its channel may stay raised after its light should be gone.
    fn lingers(&self) -> f32 {
        match (&self.source.raised_from, self.source.hold) {
            (RaisedFrom::Light(_), Hold::While { longer }) => longer + SETTLING_SLACK,
            _ => 0.0,
        }
    }

    /// Seconds between two looks of a camera: what it saw holds so long.
    fn refresh(&self, reachability: &Reachability) -> f32 {
        let declared = &reachability.logic.actors[self.source.actor].declared;
        match declared.source.as_ref().map(|source| &source.trigger) {
            Some(Trigger::Sight(camera)) => camera.refresh,
            _ => 0.0,
        }
    }
}
