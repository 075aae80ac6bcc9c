//! Where the ninja can get in a level, as far as that is certain without playing: a flood of squares of a quarter tile over
//! the places where its center can be.
//!
//! It never says that a place cannot be reached unless that is certain. Of the level's logic only certain blockers count, and
//! none that may open because something in reach may have raised its channel; a jump carries a little higher than any does;
//! and a teleport leads both ways. What it calls reached may well be out of reach.

mod blockers;
mod climb;
mod clocks;
mod falls;
mod grid;
pub mod means;
mod pulses;
pub mod states;

use std::collections::BinaryHeap;

use bevy_math::{FloatOrd, IVec2, Rect, Vec2};

use hairline_level::{Channel, ExitOpens, Level};
use hairline_sim::tuning::{EXIT_REACH, SHARD_REACH, TELEPORT_REACH};

use crate::logic::{Blocker, BlockerClass, BlockerId, BlockerShape, ChannelSource, LevelLogic, RaisedFrom, bit};
use blockers::BlockerIndex;
pub use climb::Means;
use climb::{Bound, Climb};
use grid::Grid;
use pulses::{Pulse, pulses};

/// How often each square may be looked at on average before heights are given up: enough for every level that people make.
const VISITS_PER_SQUARE_MAX: usize = 64;

/// The most squares of a map in which heights count: 300 by 200 tiles. More would take more than a second.
const CLIMBED_SQUARES_MAX: usize = 1_000_000;

/// The most squares of a map in which doors are looked at as steps, at four floods each: three screens.
const STEP_SQUARES_MAX: usize = 60_000;

/// What keeps the ninja out in a flood.
#[derive(Clone, Copy, Debug)]
pub struct Constraints {
    pub bodies: bool,
    /// [`BlockerClass::Door`] counts until something in reach raises its channels.
    pub doors: bool,
    pub hazards: bool,
    /// The ninja gets no higher than it can jump or be thrown.
    pub heights: bool,
    /// A channel that is raised for ever from the start shuts what it opens while it is lowered.
    pub shut_for_ever: bool,
    /// A blocker that is taken away.
    pub without: Option<BlockerId>,
    /// If set, this blocker alone counts, and it never opens.
    pub only: Option<BlockerId>,
}

impl Constraints {
    pub const WALLS: Self = Self {
        bodies: false,
        doors: false,
        hazards: false,
        heights: false,
        shut_for_ever: false,
        without: None,
        only: None,
    };
    /// Walls and bodies that are always there.
    pub const BODIES: Self = Self { bodies: true, ..Self::WALLS };
    pub const DOORS: Self = Self { doors: true, ..Self::BODIES };
    /// All that kills too.
    pub const HAZARDS: Self = Self { hazards: true, ..Self::DOORS };
    pub const ALL: Self = Self { heights: true, ..Self::HAZARDS };

    /// Whether a blocker counts while the channels of a mask may be raised, some of them for ever.
    fn count(&self, blocker: &Blocker, raised: u32, for_ever: u32) -> bool {
        if self.only.is_some() {
            return self.only == Some(blocker.id);
        }
        let counts = match blocker.id.class {
            BlockerClass::Body => self.bodies,
            BlockerClass::Door => self.doors,
            BlockerClass::Hazard => self.hazards,
        };
        let may_raise = |channel| raised & bit(channel) != 0;
        let may_lower = |channel| !(self.shut_for_ever && for_ever & bit(channel) != 0);
        let is_open = blocker.opens.as_ref().is_some_and(|opens| opens.may_hold(&may_raise, &may_lower));
        counts && !is_open && Some(blocker.id) != self.without
    }
}

/// Where a flood begins, and which channels are raised there.
#[derive(Clone, Copy, Debug)]
pub struct Origin {
    /// The ninja's center. It is at rest, or as good as.
    pub place: Vec2,
    /// One bit for each channel that is raised for the rest of the run.
    pub for_ever: u32,
    /// One bit for each channel that is raised for a while.
    pub for_now: u32,
}

impl Origin {
    /// The start of a run.
    fn start(level: &Level) -> Self {
        Self { place: level.ninja, for_ever: 0, for_now: 0 }
    }
}

/// A level, made ready for floods.
pub struct Reachability<'l> {
    level: &'l Level,
    logic: &'l LevelLogic,
    grid: Grid,
    blockers: BlockerIndex<'l>,
    /// How the ninja flies, from wherever nothing throws it aside; `None` where no estimate holds.
    climb: Option<Climb<'l>>,
    pulses: Vec<Pulse>,
}

/// The squares that a flood reached.
pub struct Reached {
    grid: Grid,
    /// Whether the ninja's center can be in each square.
    squares: Vec<bool>,
    /// One bit for each channel that something in reach can raise.
    raised: u32,
    /// Whether a fall may have become speed to a side.
    turned: bool,
    /// Whether the flood stopped checking heights, because it had visited squares too often.
    gave_up_heights: bool,
    /// Whether the flood ended at a square that is enough.
    pub has_enough: bool,
}

impl<'l> Reachability<'l> {
    pub fn new(level: &'l Level, logic: &'l LevelLogic) -> Self {
        let grid = Grid::new(level.terrain.size().as_ivec2());
        let climb = Climb::new(level, logic).filter(|_| grid.len() <= CLIMBED_SQUARES_MAX);
        let blockers = BlockerIndex::new(level, logic);
        let knows_flights = climb.as_ref().is_some_and(Climb::knows_all_flights);
        let pulses = if knows_flights { pulses(level, logic, grid, &blockers) } else { vec![] };
        Self { level, logic, grid, blockers, climb, pulses }
    }

    /// The lasers with cycles whose beams nobody gets through, each once.
    pub fn pulsing(&self) -> Vec<BlockerId> {
        let mut lasers = vec![];
        for &laser in self.pulses.iter().flat_map(|pulse| &pulse.lasers) {
            if !lasers.contains(&laser) {
                lasers.push(laser);
            }
        }
        lasers
    }

    /// Whether beams with cycles close a square.
    fn pulses_close(&self, square: usize, constraints: Constraints) -> bool {
        let counts = |pulse: &Pulse| constraints.without.is_none_or(|without| !pulse.lasers.contains(&without));
        let closes = |pulse: &Pulse| counts(pulse) && pulse.squares.binary_search(&square).is_ok();
        constraints.hazards && constraints.only.is_none() && self.pulses.iter().any(closes)
    }

    /// The certain blockers of a class that nothing reached opens, each once.
    pub fn closed(&self, class: BlockerClass, reached: &Reached) -> Vec<&'l Blocker> {
        let is_closed =
            |blocker: &&Blocker| blocker.id.class == class && blocker.is_certain && !blocker.may_open(reached.raised);
        let mut closed: Vec<&Blocker> = self.logic.blockers.iter().filter(is_closed).collect();
        closed.dedup_by_key(|blocker| blocker.id);
        closed
    }

    /// Where the ninja can get from its start.
    pub fn flood_from_start(&self, constraints: Constraints) -> Reached {
        self.flood_until(Origin::start(self.level), constraints, &|_| false)
    }

    /// Where the ninja can get from a place, as far as one of the squares that are enough, where there is one.
    pub fn flood_until(&self, origin: Origin, constraints: Constraints, is_enough: &dyn Fn(usize) -> bool) -> Reached {
        let climb = self.climb.as_ref().filter(|climb| climb.knows_all_flights());
        self.flood_by(climb, origin, constraints, is_enough)
    }

    /// [`Self::flood_until`] by an estimate of jumps, if heights count.
    fn flood_by(
        &self,
        climb: Option<&Climb>,
        origin: Origin,
        constraints: Constraints,
        is_enough: &dyn Fn(usize) -> bool,
    ) -> Reached {
        let climb = climb.filter(|_| constraints.heights);
        let raised = origin.for_ever | origin.for_now;
        let mut reached = Reached {
            grid: self.grid,
            squares: vec![],
            raised,
            turned: false,
            gave_up_heights: false,
            has_enough: false,
        };
        loop {
            let (raised, turned) = (reached.raised, reached.turned);
            self.flood(climb, origin, &mut reached, constraints, is_enough);
            if reached.has_enough {
                return reached;
            }
            let done = self.logic.sources.iter().filter(|source| reached.may_trigger(source));
            reached.raised |= done.fold(0, |mask, source| mask | bit(source.channel));
            if let Some(climb) = climb.filter(|_| !turned) {
                let squares = (0..self.grid.len()).filter(|&square| reached.has(square));
                reached.turned = squares.map(|square| self.grid.center(square)).any(|center| climb.turns(center));
            }
            if (reached.raised, reached.turned) == (raised, turned) {
                return reached;
            }
        }
    }

    /// Whether a door is redundant: kept shut, it cuts off no goal (a place and how near to it the ninja's center must come) and
    /// no square but its own, and the ninja does not need it to jump from.
    pub fn is_redundant(&self, door: &Blocker, goals: &[(Vec2, f32)]) -> bool {
        let open = self.flood_from_start(Constraints::WALLS);
        let shut = self.flood_from_start(Constraints { only: Some(door.id), ..Constraints::WALLS });
        if goals.iter().any(|&(at, reach)| open.comes_near(at, reach) && !shut.comes_near(at, reach)) {
            return false;
        }
        let is_lost = |&square: &usize| open.has(square) && !shut.has(square);
        let mut lost = (0..self.grid.len()).filter(is_lost);
        lost.all(|square| self.blockers.close(self.grid.center(square), &|counted| counted.id == door.id))
            && !self.is_foothold(door, goals)
    }

    /// Whether a shut door may serve as a foothold: without it, the ninja reaches fewer footholds, goals or sources, by a high or a
    /// low estimate of its jumps. Assumed on large maps, where a flood gives up heights, and where jumps alone do not lead to the
    /// door.
    fn is_foothold(&self, door: &Blocker, goals: &[(Vec2, f32)]) -> bool {
        let (BlockerShape::Box(area), Some(actor)) = (door.shape, door.id.actor) else { return true };
        if self.grid.len() > STEP_SQUARES_MAX {
            return true;
        }
        let constraints = Constraints { heights: true, only: Some(door.id), ..Constraints::WALLS };
        let open = Constraints { only: None, ..constraints };
        let origin = Origin::start(self.level);
        let beside = area.size().max_element() / 2.0 + 1.0;
        [false, true].into_iter().any(|is_low| {
            let climb = |rest: Option<Rect>| {
                let high = Climb::high_jumps(self.level, self.logic, actor, rest);
                if is_low { high.low() } else { high }
            };
            let flood = |climb: &Climb, constraints| self.flood_by(Some(climb), origin, constraints, &|_| false);
            let there = flood(&climb(Some(area)), constraints);
            let climb = climb(None);
            let gone = flood(&climb, open);
            let is_foothold = |square: usize| climb.touches(self.grid.center(square));
            there.gave_up_heights
                || gone.gave_up_heights
                || !there.comes_near(area.center(), beside)
                || (0..self.grid.len()).any(|square| there.has(square) && !gone.has(square) && is_foothold(square))
                || goals.iter().any(|&(at, reach)| there.comes_near(at, reach) && !gone.comes_near(at, reach))
                || self.logic.sources.iter().any(|source| there.may_trigger(source) && !gone.may_trigger(source))
        })
    }

    /// Whether a flood would begin within a blocker, such as a door that waits for the ninja to leave.
    pub fn begins_in_blocker(&self, origin: Origin, constraints: Constraints) -> bool {
        let raised = self.logic.with_light(origin.for_ever | origin.for_now, true);
        self.blockers.close(origin.place, &|blocker| constraints.count(blocker, raised, origin.for_ever))
    }

    /// The square around a place, if it is on the grid.
    pub fn square_at(&self, place: Vec2) -> Option<usize> {
        self.grid.at(place)
    }

    pub fn squares(&self) -> usize {
        self.grid.len()
    }

    /// Floods with the channels that [`Reached`] notes raised at times.
    fn flood(
        &self,
        climb: Option<&Climb>,
        origin: Origin,
        reached: &mut Reached,
        constraints: Constraints,
        is_enough: &dyn Fn(usize) -> bool,
    ) {
        let raised = reached.raised;
        let counts = |blocker: &Blocker| constraints.count(blocker, raised, origin.for_ever);
        let close = |square: usize| {
            self.blockers.close(self.grid.center(square), &counts) || self.pulses_close(square, constraints)
        };
        reached.squares = vec![false; self.grid.len()];
        // Cached: whether each square is closed.
        let mut closed: Vec<Option<bool>> = vec![None; self.grid.len()];
        let mut teleports: Vec<[Vec2; 2]> = self.logic.teleports().collect();
        let mut front = Front::new(if climb.is_some() { self.grid.len() } else { 0 });
        if let Some(start) = self.grid.at(origin.place) {
            let height = self.grid.center(start).y + grid::HALF;
            (closed[start], reached.squares[start]) = (Some(false), true);
            front.enter(start, Bound::fall(height));
        }
        let mut visits_left = VISITS_PER_SQUARE_MAX.saturating_mul(self.grid.len());
        loop {
            while let Some((square, mut bound)) = front.next() {
                let center = self.grid.center(square);
                visits_left = visits_left.saturating_sub(1);
                let decays = match climb {
                    Some(climb) if visits_left > 0 => {
                        front.enter(square, climb.bound(center).min(climb.under_ceiling(center)));
                        climb.decays(reached.turned).map(|decay| decay * 2.0 * grid::HALF)
                    }
                    _ => {
                        reached.gave_up_heights = climb.is_some();
                        bound = Bound::ALL;
                        [0.0; 2]
                    }
                };
                for next in self.grid.neighbors(square) {
                    let to = self.grid.center(next);
                    let carried = if to.x == center.x { bound } else { bound.lower(decays) };
                    let carried = climb.map_or(carried, |climb| carried.min(climb.under_ceiling(to)));
                    let is_known = climb.is_none() && reached.squares[next];
                    if is_known || to.y - grid::HALF > carried.height() {
                        continue;
                    }
                    if !*closed[next].get_or_insert_with(|| close(next)) {
                        reached.squares[next] = true;
                        if is_enough(next) {
                            reached.has_enough = true;
                            return;
                        }
                        front.enter(next, carried);
                    }
                }
            }
            // A ninja at an end came out of it; it is sent back only after it has left both.
            let was_away = |ends: &[Vec2; 2]| {
                let is_at_end = |place: Vec2| ends.iter().any(|end| end.distance(place) <= TELEPORT_REACH);
                !is_at_end(origin.place)
                    || (0..self.grid.len())
                        .any(|square| reached.squares[square] && !is_at_end(self.grid.center(square)))
            };
            let is_met = |ends: &[Vec2; 2]| ends.iter().any(|&end| reached.comes_near(end, TELEPORT_REACH));
            let Some(used) = teleports.iter().position(|ends| is_met(ends) && was_away(ends)) else { return };
            for end in teleports.swap_remove(used) {
                let Some(square) = self.grid.at(end) else { continue };
                if !*closed[square].get_or_insert_with(|| close(square)) {
                    reached.squares[square] = true;
                    front.enter(square, climb.map_or(Bound::ALL, |climb| climb.bound_after_teleport(end.y)));
                }
            }
        }
    }
}

/// The bounds that are kept for each square; where there would be more, two are taken for one that allows what either does.
const BOUNDS_MAX: usize = 3;

/// The squares from which a flood goes on, the one with the highest first tangent first: what carries farthest is mostly seen before
/// what carries less.
struct Front {
    heap: BinaryHeap<(FloatOrd, usize, FloatOrd, FloatOrd)>,
    /// The bounds with which each square was entered, none of which allows all that another does. Empty where heights do not
    /// count.
    known: Vec<[Bound; BOUNDS_MAX]>,
}

impl Front {
    /// For so many squares, or for none where heights do not count.
    fn new(squares: usize) -> Self {
        Self { heap: BinaryHeap::new(), known: vec![[Bound::NONE; BOUNDS_MAX]; squares] }
    }

    /// Goes on from a square, unless it was entered with a bound that allows as much.
    fn enter(&mut self, square: usize, mut bound: Bound) {
        if bound == Bound::NONE {
            return;
        }
        if let Some(known) = self.known.get_mut(square) {
            if known.iter().any(|known| known.max(bound) == *known) {
                return;
            }
            known.iter_mut().filter(|known| bound.max(**known) == bound).for_each(|known| *known = Bound::NONE);
            let free = known.iter().position(|known| *known == Bound::NONE);
            let place = free.unwrap_or(BOUNDS_MAX - 1);
            bound = known[place].max(bound);
            known[place] = bound;
        }
        let [soon, late] = bound.tangents.map(FloatOrd);
        self.heap.push((soon, square, late, FloatOrd(bound.ceiling)));
    }

    /// The next square, and a bound with which it was entered.
    fn next(&mut self) -> Option<(usize, Bound)> {
        let (soon, square, late, ceiling) = self.heap.pop()?;
        Some((square, Bound { ceiling: ceiling.0, tangents: [soon.0, late.0] }))
    }
}

impl Reached {
    fn has(&self, square: usize) -> bool {
        self.squares[square]
    }

    pub fn may_raise(&self, channel: Channel) -> bool {
        self.raised & bit(channel) != 0
    }

    /// Whether a source may raise its channel: the ninja can be where it does, or light may.
    pub fn may_trigger(&self, source: &ChannelSource) -> bool {
        match &source.raised_from {
            RaisedFrom::Near(places, reach) => places.iter().any(|&place| self.comes_near(place, *reach)),
            RaisedFrom::Cells(cells) => cells.iter().any(|&cell| self.enters(cell)),
            RaisedFrom::Light(_) => source.raised_from.is_lit(self.raised, true),
        }
    }

    /// Whether the ninja's center can be within `reach` tiles of a place.
    pub fn comes_near(&self, place: Vec2, reach: f32) -> bool {
        self.grid.within(place, reach).any(|square| self.has(square))
    }

    /// Whether the ninja's center can be in a cell.
    pub fn enters(&self, cell: IVec2) -> bool {
        self.grid.in_cell(cell).any(|square| self.has(square))
    }
}

/// What no run can reach, in words; `None` if that is not certain of anything. `shards` says whether all shards are needed.
pub(crate) fn sealed_goal(level: &Level, logic: &LevelLogic, shards: bool) -> Option<String> {
    let reachability = Reachability::new(level, logic);
    let walls = reachability.flood_from_start(Constraints::WALLS);
    let what = |reached: &Reached, by: &str| {
        let place = |place: Vec2| format!("({:.1}, {:.1})", place.x, place.y);
        if !reached.comes_near(level.exit, EXIT_REACH) {
            return Some(format!("{by} seal the exit at {}", place(level.exit)));
        }
        let needed = shards || level.exit_opens == ExitOpens::AfterAllShards;
        let mut shards = level.shards.iter().filter(|_| needed);
        let sealed = shards.find(|&&shard| !reached.comes_near(shard, SHARD_REACH))?;
        Some(format!("{by} seal the shard at {}", place(*sealed)))
    };
    what(&walls, "walls")
        .or_else(|| what(&reachability.flood_from_start(Constraints::BODIES), "bodies that never leave their places"))
        .or_else(|| what(&reachability.flood_from_start(Constraints::DOORS), "doors that nothing in reach opens"))
}
