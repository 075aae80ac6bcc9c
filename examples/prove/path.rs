//! The distance left through the map, in tiles: to the shards in the best order and then to the exit, by way of the keys and
//! switches that open what is in between. It ignores jumps and most hazards.

use std::collections::VecDeque;

use bevy::math::{IVec2, Vec2};
use hairline::geometry::ray::RayDirection;
use hairline::level::{
    Aim, Channel, DoorSettings, Gate, KeySettings, LaserSettings, Level, SwitchSettings, TeleportSettings,
    TurretSettings,
};
use hairline::sim::ninja::Ninja;
use hairline::sim::run::Run;
use hairline::sim::run::shard::ShardState;
use hairline::sim::state::snapshot::Snapshot;
use hairline::sim::triggers::key::KeyState;

/// The shortest paths through one level.
pub struct Paths {
    width: i32,
    height: i32,
    /// The barriers: cells that are closed until a channel is raised.
    barriers: Vec<Barrier>,
    /// What must be fetched before the exit, or can be.
    errands: Vec<Errand>,
    /// Which of the errands are shards, as a mask.
    shards: usize,
    /// The channels of the barriers: a set of raised ones is a mask over these.
    channels: Vec<Channel>,
    /// `fields[raised][target]`: tiles from every cell to a target, which is an errand or, last, the exit.
    fields: Vec<Vec<Vec<f32>>>,
    /// `tours[mask][target]`: tiles from `target` to the exit, with the errands of `mask` still open.
    tours: Vec<Vec<f32>>,
}

/// Cells that are closed until a channel is raised: those of a door, or of a line of fire.
struct Barrier {
    channel: Channel,
    cells: Vec<IVec2>,
}

impl Barrier {
    fn all(level: &Level) -> Vec<Self> {
        let doors = level.actors::<DoorSettings>().iter().filter_map(|door| {
            let Gate::Raised(channel) = door.when else { return None };
            let (low, high) = (door.position - door.size / 2.0, door.position + door.size / 2.0);
            let (low, high) = ((low + 0.25).floor().as_ivec2(), (high - 0.25).floor().as_ivec2());
            let cells = (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| IVec2::new(x, y)));
            Some(Self { channel, cells: cells.collect() })
        });
        let lasers =
            level.actors::<LaserSettings>().iter().filter(|laser| laser.cycle.is_none() && laser.path.is_none());
        let lasers = lasers.map(|laser| (laser.position, laser.aim, laser.when));
        let turrets = level.actors::<TurretSettings>().iter().filter(|turret| turret.path.is_none());
        let turrets = turrets.map(|turret| (turret.position, turret.aim, turret.when));
        let lines = lasers.chain(turrets).filter_map(|(position, aim, when)| {
            let (Some(Gate::Lowered(channel)), Aim::Fixed { angle }) = (when, aim) else { return None };
            let direction = RayDirection::at_angle(angle).get();
            let points = (0..).map(|step| position + direction * (step as f32 * 0.5));
            let points = points.take_while(|&point| level.terrain.contains_point(point));
            let cells = points.map(|point| point.floor().as_ivec2()).take_while(|&cell| !is_wall(level, cell));
            Some(Self { channel, cells: cells.collect() })
        });
        doors.chain(lines).collect()
    }
}

/// Something to go to before the exit.
#[derive(Clone, Copy)]
enum Errand {
    /// A shard, by its index.
    Shard(usize),
    /// A key, by its index, and what it raises.
    Key(usize, Channel),
    /// A switch, done while its channel is raised.
    Switch(Channel),
}

impl Errand {
    fn is_done(self, state: &Snapshot) -> bool {
        match self {
            Self::Shard(index) => state.states::<ShardState>()[index].taken,
            Self::Key(index, _) => state.states::<KeyState>()[index].taken,
            Self::Switch(channel) => is_raised(state, channel),
        }
    }

    fn raises(self) -> Option<Channel> {
        match self {
            Self::Shard(_) => None,
            Self::Key(_, channel) | Self::Switch(channel) => Some(channel),
        }
    }

    /// All errands of a level, each with its place; first those that others may depend on.
    fn all(level: &Level, shards: bool) -> Vec<(Self, Vec2)> {
        let keys = level.actors::<KeySettings>().iter().enumerate();
        let keys = keys.map(|(index, key)| (Self::Key(index, key.channel), key.position));
        let switches =
            level.actors::<SwitchSettings>().iter().map(|switch| (Self::Switch(switch.channel), switch.position));
        let shards = level.shards.iter().enumerate().filter(|_| shards);
        let shards = shards.map(|(index, &position)| (Self::Shard(index), position));
        keys.chain(switches).chain(shards).take(Paths::ERRANDS_MAX).collect()
    }
}

impl Paths {
    /// Most errands whose best order is computed; the search does any others by chance.
    const ERRANDS_MAX: usize = 10;
    /// Most channels whose barriers count; those of any others are taken for open.
    const CHANNELS_MAX: usize = 4;

    /// For a level, with or without its shards.
    pub fn new(level: &Level, shards: bool) -> Self {
        let size = level.terrain.size().as_ivec2();
        let (errands, places): (Vec<Errand>, Vec<Vec2>) = Errand::all(level, shards).into_iter().unzip();
        let targets: Vec<Vec2> = places.into_iter().chain([level.exit]).collect();
        let shards = errands.iter().enumerate().filter(|(_, errand)| matches!(errand, Errand::Shard(_)));
        let shards = shards.fold(0, |mask, (index, _)| mask | 1 << index);
        let barriers = Barrier::all(level);
        let mut channels: Vec<Channel> = barriers.iter().map(|barrier| barrier.channel).collect();
        channels.sort_by_key(|channel| channel.0);
        channels.dedup();
        channels.truncate(Self::CHANNELS_MAX);
        let (width, height) = (size.x, size.y);
        let mut paths =
            Self { width, height, barriers, errands, shards, channels, fields: Vec::new(), tours: Vec::new() };
        for raised in 0..1 << paths.channels.len() {
            let closed = paths.closed(level, raised);
            paths.fields.push(targets.iter().map(|&target| paths.field(level, &closed, target)).collect());
        }
        for mask in 0..1 << paths.errands.len() {
            let tours = targets.iter().map(|&from| paths.shortest(mask, paths.raised_by_errands(mask), from)).collect();
            paths.tours.push(tours);
        }
        paths
    }

    /// Tiles left from a state to the exit; infinite where no path leads there.
    pub fn distance_left(&self, state: &Snapshot) -> f32 {
        let open = |errand: &usize| !self.errands[*errand].is_done(state);
        let mask = (0..self.errands.len()).filter(open).fold(0, |mask, errand| mask | 1 << errand);
        let raised = self.raised(|channel| is_raised(state, channel));
        self.shortest(mask, raised, state.resource::<Ninja>().position)
    }

    /// Tiles from a place to the exit with the errands of `mask` open: straight there if no shard is left, or to one of
    /// the errands first. So a timed switch that is off again but no longer needed costs nothing.
    fn shortest(&self, mask: usize, raised: usize, from: Vec2) -> f32 {
        let count = self.errands.len();
        let straight = if mask & self.shards == 0 { self.at(raised, count, from) } else { f32::INFINITY };
        let by = |to: usize| self.at(raised, to, from) + self.tours[self.without(mask, to)][to];
        (0..count).filter(|to| mask >> to & 1 == 1).map(by).fold(straight, f32::min)
    }

    /// The errands of `mask` that are open after `done`: one that raises a channel does all errands for that channel.
    fn without(&self, mask: usize, done: usize) -> usize {
        let raises = self.errands[done].raises();
        let also = |other: &usize| raises.is_some() && self.errands[*other].raises() == raises;
        (0..self.errands.len()).filter(also).fold(mask & !(1 << done), |mask, other| mask & !(1 << other))
    }

    fn raised(&self, is_raised: impl Fn(Channel) -> bool) -> usize {
        let raised = self.channels.iter().enumerate().filter(|(_, channel)| is_raised(**channel));
        raised.fold(0, |mask, (index, _)| mask | 1 << index)
    }

    /// The channels that are raised once all errands but those of `mask` are done.
    fn raised_by_errands(&self, mask: usize) -> usize {
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
            let place = self.channels.iter().position(|&channel| channel == barrier.channel);
            if place.is_none_or(|place| raised >> place & 1 == 1) {
                continue;
            }
            barrier.cells.iter().filter_map(|&cell| self.index(cell)).for_each(|index| closed[index] = true);
        }
        closed
    }

    /// Tiles from every cell to the cell of `target`, over eight neighbors. Breadth first instead of Dijkstra's order is near
    /// enough, since a step costs 1 or 1.4.
    fn field(&self, level: &Level, closed: &[bool], target: Vec2) -> Vec<f32> {
        let mut field = vec![f32::INFINITY; closed.len()];
        let start = target.floor().as_ivec2();
        let mut queue = VecDeque::from([start]);
        if let Some(index) = self.index(start) {
            field[index] = 0.0;
        }
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
            for [a, b] in
                level.actors::<TeleportSettings>().iter().map(|pair| pair.ends.map(|end| end.floor().as_ivec2()))
            {
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

fn is_raised(state: &Snapshot, channel: Channel) -> bool {
    let run = state.resource::<Run>();
    run.channels.is_raised(channel, run.hazard_half_ticks)
}

fn is_wall(level: &Level, cell: IVec2) -> bool {
    use hairline::geometry::tile::TileShape::{Glass, Mirror, Solid};
    matches!(level.terrain.tile(cell), Solid | Glass | Mirror)
}
