//! Where the ninja can get in a level, as far as that is certain without playing: a flood of squares of a quarter tile over
//! the places where its center can be.
//!
//! It never says that a place cannot be reached unless that is certain. Movers that move and crumbles count as open; a door
//! counts as open, as far as it slides, once something in reach may have raised its channel; a jump carries a little higher
//! than any does; and a teleport leads both ways. What it calls reached may well be out of reach.

pub(crate) mod bars;
mod climb;
mod grid;
pub(crate) mod raisers;

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use bevy_math::{IVec2, Vec2};

use hairline_level::{Channel, Condition, DoorSettings, ExitOpens, KINDS, Kind, Level, TeleportSettings};
use hairline_sim::tuning::{EXIT_REACH, SHARD_REACH, TELEPORT_REACH};

use bars::{Bar, BarKind, Bars};
use climb::{Bound, Climb};
use grid::Grid;
use raisers::{RaisedFrom, Raiser};

/// How often each square may be looked at on average before heights are given up: enough for every level that people make.
const VISITS_PER_SQUARE_MAX: usize = 64;

/// The most squares of a map in which heights count: 300 by 200 tiles. More would take more than a second.
const CLIMBED_SQUARES_MAX: usize = 1_000_000;

/// The most squares of a map in which doors are looked at as steps, at four floods each: three screens.
const STEP_SQUARES_MAX: usize = 60_000;

/// What keeps the ninja out in a flood.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constraints {
    /// Movers that never move, and what a door takes up even while it is open.
    pub bodies: bool,
    /// Doors are shut until something in reach raises their channels.
    pub doors: bool,
    /// Beams that are always lit, and spikes, kill.
    pub hazards: bool,
    /// The ninja gets no higher than it can jump or be thrown.
    pub heights: bool,
    /// A channel that is raised for ever from the start shuts what it opens while it is lowered.
    pub shut_for_ever: bool,
    /// A bar that is taken away.
    pub without: Option<BarKind>,
    /// If set, this bar alone counts, and it never opens.
    pub only: Option<BarKind>,
}

impl Constraints {
    /// Nothing but walls.
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
    /// Walls, bodies and doors.
    pub const DOORS: Self = Self { doors: true, ..Self::BODIES };
    /// All that kills too.
    pub const HAZARDS: Self = Self { hazards: true, ..Self::DOORS };
    /// All of it.
    pub const ALL: Self = Self { heights: true, ..Self::HAZARDS };

    /// Whether a bar counts while the channels of a mask may be raised, some of them for ever.
    fn count(&self, bar: &Bar, raised: u32, for_ever: u32) -> bool {
        if self.only.is_some() {
            return self.only == Some(bar.kind);
        }
        let counts = match bar.kind {
            BarKind::Mover(_) | BarKind::OpenDoor(_) => self.bodies,
            BarKind::Door(_) => self.doors,
            BarKind::Beam(_) | BarKind::Spikes => self.hazards,
        };
        let may_lower = |channel| !(self.shut_for_ever && is_in(for_ever, channel));
        let is_there = !bar.may_open(&|channel| is_in(raised, channel), &may_lower);
        counts && is_there && Some(bar.kind) != self.without
    }
}

/// Where a flood begins, and which channels are raised there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin {
    /// The ninja's center. It is at rest, or as good as.
    pub place: Vec2,
    /// One bit for each channel that is raised for the rest of the run.
    pub for_ever: u32,
    /// One bit for each channel that is raised for a while.
    pub for_now: u32,
}

/// A level, made ready for floods.
pub(crate) struct Reachability<'l> {
    level: &'l Level,
    grid: Grid,
    bars: Bars<'l>,
    climb: Option<Climb<'l>>,
    raisers: Vec<Raiser>,
    /// The channels that something may raise wherever the ninja is: all of them in a level with a kind that this does not know.
    unknown: u32,
}

/// The squares that a flood reached.
pub(crate) struct Reached {
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
    pub fn new(level: &'l Level) -> Self {
        let grid = Grid::new(level.terrain.size().as_ivec2());
        let (bars, raisers) = (Bars::new(level), Raiser::all(level));
        let climb = Climb::new(level).filter(|_| grid.len() <= CLIMBED_SQUARES_MAX);
        let is_unknown = |kind: &&Kind| kind.raises() && !raisers::KNOWN_WORDS.contains(&kind.word);
        let has_unknown = KINDS.iter().filter(is_unknown).any(|kind| level.actors.count_of(kind.word) > 0);
        Self { level, grid, bars, climb, raisers, unknown: if has_unknown { u32::MAX } else { 0 } }
    }

    /// What raises channels in the level.
    pub fn raisers(&self) -> &[Raiser] {
        &self.raisers
    }

    /// The bodies that bar the way for ever wherever they do: movers that never move, and doors even while they are open.
    pub fn bodies(&self) -> impl Iterator<Item = BarKind> + '_ {
        self.bars.all().map(|bar| bar.kind).filter(|kind| matches!(kind, BarKind::Mover(_) | BarKind::OpenDoor(_)))
    }

    /// The lasers whose beams are always lit, each once, unless something reached switches them off; and whether there are spikes.
    pub fn hazards(&self, reached: &Reached) -> (Vec<usize>, bool) {
        let mut lasers: Vec<usize> = vec![];
        for bar in self.bars.all() {
            if let BarKind::Beam(laser) = bar.kind
                && !bar.may_open(&|channel| is_in(reached.raised, channel), &|_| true)
                && lasers.last() != Some(&laser)
            {
                lasers.push(laser);
            }
        }
        (lasers, self.bars.all().any(|bar| bar.kind == BarKind::Spikes))
    }

    /// The doors that are shut until a channel is raised that nothing reached raises.
    pub fn shut_doors(&self, reached: &Reached) -> impl Iterator<Item = usize> + '_ {
        let raised = reached.raised;
        let is_shut = move |door: &Bar| !door.may_open(&|channel| is_in(raised, channel), &|_| true);
        self.bars.doors().filter(move |&(_, door)| is_shut(door)).map(|(door, _)| door)
    }

    /// Where the ninja can get from its start.
    pub fn flood_from_start(&self, constraints: Constraints) -> Reached {
        let origin = Origin { place: self.level.ninja, for_ever: 0, for_now: 0 };
        self.flood_until(origin, constraints, &|_| false)
    }

    /// Where the ninja can get from a place, as far as one of the squares that are enough, where there is one.
    pub fn flood_until(&self, origin: Origin, constraints: Constraints, is_enough: &dyn Fn(usize) -> bool) -> Reached {
        self.flood_by(self.climb.as_ref(), origin, constraints, is_enough)
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
        let raised = origin.for_ever | origin.for_now | self.unknown;
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
            let done = self.raisers.iter().filter(|raiser| self.is_done_in(raiser, &reached));
            let more = done.fold(0, |mask, raiser| mask | 1_u32 << raiser.channel.0);
            reached.raised |= more;
            if let Some(climb) = climb.filter(|_| !turned) {
                let squares = (0..self.grid.len()).filter(|&square| reached.has(square));
                reached.turned = squares.map(|square| self.grid.center(square)).any(|center| climb.turns(center));
            }
            if (reached.raised, reached.turned) == (raised, turned) {
                return reached;
            }
        }
    }

    /// Whether a door, for ever shut, would keep the ninja from no place but its own, and from none of some places with how
    /// near to them its center must come; and the ninja does not need it to jump from.
    pub fn is_idle(&self, door: usize, goals: &[(Vec2, f32)]) -> bool {
        let bar = BarKind::Door(door);
        let open = self.flood_from_start(Constraints::WALLS);
        let shut = self.flood_from_start(Constraints { only: Some(bar), ..Constraints::WALLS });
        if goals.iter().any(|&(at, reach)| open.comes_near(at, reach) && !shut.comes_near(at, reach)) {
            return false;
        }
        let is_lost = |&square: &usize| open.has(square) && !shut.has(square);
        let mut lost = (0..self.grid.len()).filter(is_lost);
        lost.all(|square| self.bars.close(self.grid.center(square), &|counted| counted.kind == bar))
            && !self.is_step(door, goals)
    }

    /// Whether a shut door may serve as a step: without it, the ninja reaches fewer footholds, goals or raisers, by a high or a low
    /// estimate of its jumps. Assumed on large maps, where a flood gives up heights, and where jumps alone do not lead to the door.
    fn is_step(&self, door: usize, goals: &[(Vec2, f32)]) -> bool {
        if self.grid.len() > STEP_SQUARES_MAX {
            return true;
        }
        let estimates: [fn(&'l Level, usize, bool) -> Climb<'l>; 2] = [Climb::high_jumps, Climb::low_jumps];
        let bar = BarKind::Door(door);
        let constraints = Constraints { heights: true, only: Some(bar), ..Constraints::WALLS };
        let open = Constraints { only: None, ..constraints };
        let origin = Origin { place: self.level.ninja, for_ever: 0, for_now: 0 };
        let settings = &self.level.actors::<DoorSettings>()[door];
        let beside = settings.size.max_element() / 2.0 + 1.0;
        estimates.into_iter().any(|estimate| {
            let flood = |climb: &Climb, constraints| self.flood_by(Some(climb), origin, constraints, &|_| false);
            let there = flood(&estimate(self.level, door, true), constraints);
            let climb = estimate(self.level, door, false);
            let gone = flood(&climb, open);
            let is_foothold = |square: usize| climb.touches(self.grid.center(square));
            there.gave_up_heights
                || gone.gave_up_heights
                || !there.comes_near(settings.position, beside)
                || (0..self.grid.len()).any(|square| there.has(square) && !gone.has(square) && is_foothold(square))
                || goals.iter().any(|&(at, reach)| there.comes_near(at, reach) && !gone.comes_near(at, reach))
                || self.raisers.iter().any(|raiser| self.is_done_in(raiser, &there) && !self.is_done_in(raiser, &gone))
        })
    }

    /// Whether the ninja can be where it raises a channel.
    pub fn is_done_in(&self, raiser: &Raiser, reached: &Reached) -> bool {
        match &raiser.from {
            RaisedFrom::Around(reach) => reached.comes_near(raiser.position, *reach),
            RaisedFrom::Cells(cells) => cells.iter().any(|&cell| reached.enters(cell)),
            RaisedFrom::Light(lasers) => may_be_lit(lasers, reached.raised),
        }
    }

    /// The channels of a mask, and those that sensors raise while some of them are raised.
    fn with_sensors(&self, mut raised: u32) -> u32 {
        loop {
            let is_lit =
                |raiser: &&Raiser| matches!(&raiser.from, RaisedFrom::Light(lasers) if may_be_lit(lasers, raised));
            let more = self.raisers.iter().filter(is_lit).fold(raised, |mask, raiser| mask | 1_u32 << raiser.channel.0);
            if more == raised {
                return raised;
            }
            raised = more;
        }
    }

    /// Whether a flood would begin within a bar, such as a door that waits for the ninja to leave.
    pub fn begins_in_bar(&self, origin: Origin, constraints: Constraints) -> bool {
        let raised = self.with_sensors(origin.for_ever | origin.for_now | self.unknown);
        self.bars.close(origin.place, &|bar| constraints.count(bar, raised, origin.for_ever))
    }

    /// The square around a place, if it is on the grid.
    pub fn square_at(&self, place: Vec2) -> Option<usize> {
        self.grid.at(place)
    }

    /// How many squares there are.
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
        let counts = |bar: &Bar| constraints.count(bar, raised, origin.for_ever);
        reached.squares = vec![false; self.grid.len()];
        // Cached: whether each square is closed.
        let mut closed: Vec<Option<bool>> = vec![None; self.grid.len()];
        let mut teleports: Vec<[Vec2; 2]> =
            self.level.actors::<TeleportSettings>().iter().map(|pair| pair.ends).collect();
        let mut front = Front::new(if climb.is_some() { self.grid.len() } else { 0 });
        if let Some(start) = self.grid.at(origin.place) {
            let height = self.grid.center(start).y + grid::HALF;
            (closed[start], reached.squares[start]) = (Some(false), true);
            front.enter(start, Bound { ceiling: height, tangent: height });
        }
        let mut visits_left = VISITS_PER_SQUARE_MAX.saturating_mul(self.grid.len());
        loop {
            while let Some((square, mut bound)) = front.next() {
                let center = self.grid.center(square);
                visits_left = visits_left.saturating_sub(1);
                let decay = match climb {
                    Some(climb) if visits_left > 0 => {
                        front.enter(square, climb.bound(center));
                        climb.decay(reached.turned) * 2.0 * grid::HALF
                    }
                    _ => {
                        reached.gave_up_heights = climb.is_some();
                        bound = Bound::ALL;
                        0.0
                    }
                };
                for next in self.grid.neighbors(square) {
                    let to = self.grid.center(next);
                    let aside = if to.x == center.x { 0.0 } else { decay };
                    let carried = Bound { tangent: bound.tangent - aside, ..bound };
                    let is_known = climb.is_none() && reached.squares[next];
                    if is_known || to.y - grid::HALF > carried.ceiling.min(carried.tangent) {
                        continue;
                    }
                    if !*closed[next].get_or_insert_with(|| self.bars.close(to, &counts)) {
                        reached.squares[next] = true;
                        if is_enough(next) {
                            reached.has_enough = true;
                            return;
                        }
                        front.enter(next, carried);
                    }
                }
            }
            let used =
                teleports.iter().position(|ends| ends.iter().any(|&end| reached.comes_near(end, TELEPORT_REACH)));
            let Some(used) = used else { return };
            for end in teleports.swap_remove(used) {
                let Some(square) = self.grid.at(end) else { continue };
                let is_closed =
                    *closed[square].get_or_insert_with(|| self.bars.close(self.grid.center(square), &counts));
                if !is_closed {
                    reached.squares[square] = true;
                    front.enter(square, climb.map_or(Bound::ALL, |climb| climb.bound_after_teleport(end.y)));
                }
            }
        }
    }
}

/// The bounds that are kept for each square; where there would be more, two are taken for one that allows what either does.
const BOUNDS_MAX: usize = 3;

/// The squares from which a flood goes on, the one with the highest tangent first: what carries farthest is mostly seen before
/// what carries less.
struct Front {
    heap: BinaryHeap<(Height, usize, Height)>,
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
        self.heap.push((Height(bound.tangent), square, Height(bound.ceiling)));
    }

    /// The next square, and a bound with which it was entered.
    fn next(&mut self) -> Option<(usize, Bound)> {
        let (tangent, square, ceiling) = self.heap.pop()?;
        Some((square, Bound { ceiling: ceiling.0, tangent: tangent.0 }))
    }
}

/// A height that can be sorted.
#[derive(Clone, Copy, PartialEq)]
struct Height(f32);

impl Eq for Height {}

impl PartialOrd for Height {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Height {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl Reached {
    fn has(&self, square: usize) -> bool {
        self.squares[square]
    }

    /// Whether something in reach raises a channel.
    pub fn may_raise(&self, channel: Channel) -> bool {
        is_in(self.raised, channel)
    }

    /// Whether the ninja's center can be within `reach` tiles of a place.
    pub fn comes_near(&self, place: Vec2, reach: f32) -> bool {
        self.grid.within(place, reach).any(|square| self.has(square))
    }

    /// Whether the ninja's center can be in a cell.
    pub fn enters(&self, cell: IVec2) -> bool {
        let half = 0.5 - grid::HALF;
        let quarters = [-half, -half / 3.0, half / 3.0, half];
        let middle = cell.as_vec2() + 0.5;
        let points = quarters.into_iter().flat_map(|y| quarters.map(|x| middle + Vec2::new(x, y)));
        points.filter_map(|point| self.grid.at(point)).any(|square| self.has(square))
    }
}

/// Whether one of some lasers may be on while the channels of a mask may be raised.
fn may_be_lit(lasers: &[Option<Condition>], raised: u32) -> bool {
    let may_be_on =
        |on: &Option<Condition>| on.as_ref().is_none_or(|on| on.may_hold(&|channel| is_in(raised, channel), &|_| true));
    lasers.iter().any(may_be_on)
}

/// Whether a channel is in a mask.
fn is_in(mask: u32, channel: Channel) -> bool {
    mask >> channel.0 & 1 == 1
}

/// What no run can reach, in words; `None` if that is not certain of anything. `shards` says whether all shards are needed.
pub(crate) fn sealed_goal(level: &Level, shards: bool) -> Option<String> {
    let reachability = Reachability::new(level);
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
