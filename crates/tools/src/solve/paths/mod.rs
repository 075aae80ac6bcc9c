//! The distance left through the map, in tiles: to the shards in the best order and then to the exit, by way of the keys,
//! switches and cameras that open what is in between. It ignores jumps and most hazards, so it guides a search and proves
//! nothing.

mod barriers;
mod light;

use std::collections::VecDeque;

use bevy_math::{IVec2, Vec2};

use hairline_level::limits::CHANNELS_MAX;
use hairline_level::{Channel, Level, TeleportSettings};
use hairline_sim::run::channels::Channels;

use barriers::{Barrier, Errand, is_wall};

/// Most errands whose best order is computed; with more, they are done in a fixed order from near to far.
const TOUR_ERRANDS_MAX: usize = 10;
/// Most errands that guide the search: one bit each of a `u64`.
const ERRANDS_MAX: usize = 64;
/// Most channels whose barriers count; those of any others are taken for open.
const BARRIER_CHANNELS_MAX: usize = 6;
/// Most numbers in all fields together (128 MiB); a level with more gets fewer channels, then fewer errands.
const FIELD_CELLS_MAX: usize = 1 << 25;

/// The shortest paths through one level.
pub(super) struct Paths {
    width: i32,
    height: i32,
    barriers: Vec<Barrier>,
    /// What must be done before the exit, or can be.
    errands: Vec<Errand>,
    /// Where each errand is, and last the exit.
    places: Vec<Vec2>,
    /// Which of the errands are shards, as a mask.
    shards: u64,
    /// How many of the shards may be left.
    spare: u32,
    /// The channels of the barriers: a set of raised ones is a mask over these.
    channels: Vec<Channel>,
    /// `fields[raised][target]`: tiles from every cell to a target, which is an errand or, last, the exit.
    fields: Vec<Vec<Vec<f32>>>,
    /// `tours[mask][target]`: tiles from `target` to the exit, with the errands of `mask` still open; empty with more errands
    /// than [`TOUR_ERRANDS_MAX`].
    tours: Vec<Vec<f32>>,
}

/// What closes cells to the search, each less than the one before: the first that leaves a way to the exit is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Closed {
    /// Walls, and barriers until their channels are raised.
    Barriers,
    /// Walls alone: something else than the errands must open a barrier.
    Walls,
    /// Nothing: the way leads round the map, or through what only looks closed.
    Nothing,
}

/// What the search knows of a state when it asks for the distance.
#[derive(Clone, Copy)]
pub(super) struct Whereabouts<'a> {
    pub position: Vec2,
    pub channels: &'a Channels,
    /// Hazard time in half ticks.
    pub now: u32,
    /// One bit for each shard taken, by index; those from 64 on have none.
    pub shards: u64,
    /// One bit for each key taken.
    pub keys: u64,
}

impl Paths {
    /// For a level of which a run takes all shards but `spare`. `guided` says whether shards guide the search at all.
    pub fn new(level: &Level, guided: bool, spare: u32, walls: Closed) -> Self {
        let size = level.terrain.size().as_ivec2();
        let barriers = if walls == Closed::Barriers { Barrier::all(level) } else { vec![] };
        let mut channels = Vec::new();
        barriers.iter().for_each(|barrier| barrier.for_each_channel(&mut |channel| channels.push(channel)));
        channels.sort_by_key(|channel| channel.0);
        channels.dedup();
        let mut errands = Errand::all(level, &channels, guided);
        errands.truncate(ERRANDS_MAX);
        channels.truncate(BARRIER_CHANNELS_MAX);
        let cells = (size.x * size.y) as usize;
        while (cells * (errands.len() + 1)) << channels.len() > FIELD_CELLS_MAX && !channels.is_empty() {
            channels.pop();
        }
        errands.truncate(FIELD_CELLS_MAX / cells - 1);
        let targets: Vec<Vec<IVec2>> =
            errands.iter().map(|errand| errand.2.clone()).chain([vec![level.exit.floor().as_ivec2()]]).collect();
        let places = errands.iter().map(|errand| errand.1).chain([level.exit]).collect();
        let errands: Vec<Errand> = errands.into_iter().map(|errand| errand.0).collect();
        let shards = errands.iter().enumerate().filter(|(_, errand)| matches!(errand, Errand::Shard(_)));
        let shards = shards.fold(0, |mask, (index, _)| mask | 1 << index);
        let (width, height, fields, tours) = (size.x, size.y, Vec::new(), Vec::new());
        let mut paths = Self { width, height, barriers, errands, places, shards, spare, channels, fields, tours };
        for raised in 0..1 << paths.channels.len() {
            let mut closed = paths.closed(level, raised);
            if walls == Closed::Nothing {
                closed.fill(false);
            }
            paths.fields.push(targets.iter().map(|target| paths.field(level, &closed, target)).collect());
        }
        if paths.errands.len() <= TOUR_ERRANDS_MAX {
            for mask in 0..1 << paths.errands.len() {
                let raised = paths.raised_by_errands(mask);
                let tours = paths.places.iter().map(|&from| paths.shortest(mask, raised, from).0).collect();
                paths.tours.push(tours);
            }
        }
        paths
    }

    /// Tiles left to the exit, infinite where no path leads there; and which target comes next, an errand or, last, the exit.
    pub fn left(&self, state: Whereabouts) -> (f32, usize) {
        let is_open = |errand: Errand| match errand {
            Errand::Shard(index) => index >= 64 || state.shards >> index & 1 == 0,
            Errand::Key(index, _) => index >= 64 || state.keys >> index & 1 == 0,
            Errand::Switch(channel) | Errand::Sight(channel) => !state.channels.is_raised(channel, state.now),
        };
        let mask = self.errands.iter().enumerate();
        let mask = mask.fold(0, |mask, (index, &errand)| mask | u64::from(is_open(errand)) << index);
        let raised = self.raised(|channel| state.channels.is_raised(channel, state.now));
        if self.errands.len() <= TOUR_ERRANDS_MAX {
            self.shortest(mask, raised, state.position)
        } else {
            self.in_turn(mask, raised, state.position)
        }
    }

    /// A target in words, with its place.
    pub fn describe(&self, target: usize) -> String {
        let what = match self.errands.get(target) {
            None => "the exit".to_owned(),
            Some(Errand::Shard(index)) => format!("shard {}", index + 1),
            Some(Errand::Key(index, _)) => format!("key {}", index + 1),
            Some(Errand::Switch(_)) => "a switch".to_owned(),
            Some(Errand::Sight(_)) => "the sight of a camera".to_owned(),
        };
        let place = self.places[target.min(self.errands.len())];
        format!("{what} at ({:.1}, {:.1})", place.x, place.y)
    }

    /// Tiles from a place to the exit with the errands of `mask` open: straight there if enough shards are taken, or to one of
    /// the errands first. So a timed switch that is off again but no longer needed costs nothing.
    fn shortest(&self, mask: u64, raised: usize, from: Vec2) -> (f32, usize) {
        let count = self.errands.len();
        let is_free = (mask & self.shards).count_ones() <= self.spare;
        let mut best = (if is_free { self.at(raised, count, from) } else { f32::INFINITY }, count);
        for to in (0..count).filter(|to| mask >> to & 1 == 1) {
            let way = self.at(raised, to, from) + self.tours[self.without(mask, to) as usize][to];
            if way < best.0 {
                best = (way, to);
            }
        }
        best
    }

    /// Tiles to the nearest open errand, from there to the next nearest and so on, and then to the exit.
    fn in_turn(&self, mut mask: u64, raised: usize, from: Vec2) -> (f32, usize) {
        let (mut place, mut sum, mut first) = (from, 0.0, None);
        while (mask & self.shards).count_ones() > self.spare {
            let open = (0..self.errands.len()).filter(|to| mask >> to & 1 == 1);
            let ways = open.map(|to| (self.at(raised, to, place), to));
            let Some((way, to)) = ways.min_by(|a, b| a.0.total_cmp(&b.0)) else { break };
            sum += way;
            place = self.places[to];
            first.get_or_insert(to);
            mask = self.without(mask, to);
            if !sum.is_finite() {
                break;
            }
        }
        (sum + self.at(raised, self.errands.len(), place), first.unwrap_or(self.errands.len()))
    }

    /// The errands of `mask` that are open after `done`: one that raises a channel does all errands for that channel.
    fn without(&self, mask: u64, done: usize) -> u64 {
        let raises = self.errands[done].raises();
        let also = |other: &usize| raises.is_some() && self.errands[*other].raises() == raises;
        (0..self.errands.len()).filter(also).fold(mask & !(1 << done), |mask, other| mask & !(1 << other))
    }

    fn raised(&self, is_raised: impl Fn(Channel) -> bool) -> usize {
        let raised = self.channels.iter().enumerate().filter(|(_, channel)| is_raised(**channel));
        raised.fold(0, |mask, (index, _)| mask | 1 << index)
    }

    /// The channels that are raised once all errands but those of `mask` are done.
    fn raised_by_errands(&self, mask: u64) -> usize {
        let is_done = |index: usize| mask >> index & 1 == 0;
        self.raised(|channel| {
            self.errands.iter().enumerate().any(|(index, errand)| is_done(index) && errand.raises() == Some(channel))
        })
    }

    /// The cells that are closed while the channels of `raised` are raised.
    fn closed(&self, level: &Level, raised: usize) -> Vec<bool> {
        let cells = (0..self.height).flat_map(|y| (0..self.width).map(move |x| IVec2::new(x, y)));
        let mut closed: Vec<bool> = cells.map(|cell| is_wall(level, cell)).collect();
        for barrier in &self.barriers {
            let place = |channel| self.channels.iter().position(|&other| other == channel);
            if barrier.is_open(|channel| place(channel).is_none_or(|place| raised >> place & 1 == 1)) {
                continue;
            }
            barrier.cells.iter().filter_map(|&cell| self.index(cell)).for_each(|index| closed[index] = true);
        }
        closed
    }

    /// Tiles from every cell to the nearest of the target's cells, over eight neighbors. Breadth first instead of Dijkstra's
    /// order is near enough, since a step costs 1 or 1.4.
    fn field(&self, level: &Level, closed: &[bool], target: &[IVec2]) -> Vec<f32> {
        let mut field = vec![f32::INFINITY; closed.len()];
        let mut queue: VecDeque<IVec2> = target.iter().copied().collect();
        for index in target.iter().filter_map(|&cell| self.index(cell)) {
            field[index] = 0.0;
        }
        let teleports = level.actors::<TeleportSettings>().iter();
        let teleports: Vec<[IVec2; 2]> = teleports.map(|pair| pair.ends.map(|end| end.floor().as_ivec2())).collect();
        let open = |cell| self.index(cell).is_some_and(|index| !closed[index]);
        while let Some(cell) = queue.pop_front() {
            let Some(here) = self.index(cell).map(|index| field[index]) else { continue };
            for (x, y) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let next = cell + IVec2::new(x, y);
                let Some(index) = self.index(next) else { continue };
                let free = open(next) && open(IVec2::new(cell.x, next.y)) && open(IVec2::new(next.x, cell.y));
                let distance = here + if x != 0 && y != 0 { 1.414 } else { 1.0 };
                if free && distance + 0.01 < field[index] {
                    field[index] = distance;
                    queue.push_back(next);
                }
            }
            for &[a, b] in &teleports {
                let other = if cell == a { b } else { a };
                let Some(index) = self.index(other).filter(|_| cell == a || cell == b) else { continue };
                if here + 1.0 < field[index] {
                    field[index] = here + 1.0;
                    queue.push_back(other);
                }
            }
        }
        field
    }

    fn index(&self, cell: IVec2) -> Option<usize> {
        let inside = cell.x >= 0 && cell.y >= 0 && cell.x < self.width && cell.y < self.height;
        inside.then(|| (cell.y * self.width + cell.x) as usize)
    }

    /// Tiles from a position to a target, smooth within the cell.
    fn at(&self, raised: usize, target: usize, position: Vec2) -> f32 {
        let field = &self.fields[raised][target];
        let size = IVec2::new(self.width, self.height).as_vec2();
        let position = position.clamp(Vec2::splat(0.5), (size - 0.5).max(Vec2::splat(0.5)));
        let cell = (position - 0.5).floor();
        let share = position - 0.5 - cell;
        let (mut sum, mut weights) = (0.0, 0.0);
        for (corner, weight) in [
            (IVec2::ZERO, (1.0 - share.x) * (1.0 - share.y)),
            (IVec2::X, share.x * (1.0 - share.y)),
            (IVec2::Y, (1.0 - share.x) * share.y),
            (IVec2::ONE, share.x * share.y),
        ] {
            let distance = self.index(cell.as_ivec2() + corner).map_or(f32::INFINITY, |index| field[index]);
            if distance.is_finite() {
                sum += distance * weight;
                weights += weight;
            }
        }
        if weights > 0.0 { sum / weights } else { f32::INFINITY }
    }
}

/// The channels that are raised, one bit each.
pub(super) fn raised_bits(channels: &Channels, now: u32) -> u32 {
    let raised = (0..CHANNELS_MAX as u8).filter(|&index| channels.is_raised(Channel(index), now));
    raised.fold(0, |bits, index| bits | 1 << index)
}
