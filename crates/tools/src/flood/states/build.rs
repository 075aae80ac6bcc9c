//! Makes a level ready for searches over states: its gates, its regions, what raises its channels, and the clocks.

use std::collections::BTreeMap;

use hairline_level::{Channel, Hold, Trigger};
use hairline_sim::tuning::{BODY_RADIUS, TELEPORT_REACH};

use super::{GatedBlocker, Goal, Regions, Source, States};
use crate::flood::clocks::{Clock, Pace};
use crate::flood::grid::HALF;
use crate::flood::{Reachability, Reached};
use crate::logic::{Blocker, BlockerClass, ChannelSource, RaisedFrom, SETTLING_SLACK, bit, cells_of};

/// The most gated blockers that are told apart; further ones count as open.
const GATES_MAX: usize = 64;
/// The most regions: with more, a level is left out.
const REGIONS_MAX: usize = 2048;
/// The most squares that all clocks measure together.
const MEASURED_MAX: usize = 30_000_000;

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
