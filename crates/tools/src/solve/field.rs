//! Distances through the map to one target as the ninja moves: it climbs beside walls and jumps from what it can stand on, and
//! from the top of a jump it only falls. So the way up a staircase is far, even where the exit is right overhead.
//!
//! A node is a cell and a *rise*, what is left of a jump there: up to three cells up, then four aside. All of this is a little
//! generous, and hazards are ignored: it guides a search and proves nothing.

use std::collections::VecDeque;

use bevy_math::{IVec2, Vec2};

use hairline_geometry::tile::TileShape;
use hairline_level::{Level, Throw};
use hairline_sim::ninja::Ninja;
use hairline_sim::tuning::{APEX_GRAVITY, APEX_SPEED, GRAVITY};

use super::noise::noise;
use crate::logic::{LevelLogic, cells_between};

/// The rises of a cell, from 0: it falls.
const RISES: usize = 8;
/// The rise of a ninja that stands, or touches a wall, from which it jumps less high.
const STANDING: usize = RISES - 1;
const CLINGING: usize = STANDING - 1;
/// The rise at the top of a jump, where it goes aside but no more up.
const APEX: usize = 4;

/// Costs are in fifths of a tile.
const STRAIGHT: u16 = 5;
const DIAGONAL: u16 = 7;
/// A jump off a wall takes time.
const WALL_JUMP: u16 = 10;
const UNREACHED: u16 = u16::MAX;
/// On a bent map, cells of a block on each side, and the parts in which its slowness is counted.
const BLOCK_CELLS: i32 = 5;
const QUARTERS: u16 = 4;
/// The greatest cost of an edge: a throw is cut off there.
const EDGE_MAX: u16 = 255;

/// Tiles by which a place counts as farther away from which no jumps lead to the target.
pub(super) const NO_WAY_TILES: f32 = 1000.0;
/// Tiles around an obstacle within which the ninja can stand on it or jump off it.
const OBSTACLE_REACH: f32 = 0.9;
/// Seconds from one point of a throw's flight to the next.
const THROW_STEP: f32 = 1.0 / 32.0;

/// How the ninja can move in the cells of a level, whatever is open.
pub(super) struct Moves {
    size: IVec2,
    /// Whether a body can never be in a cell.
    pub walls: Vec<bool>,
    /// The highest rise that a cell gives, and the cost of taking it; a rise of 0 is none.
    supports: Vec<(usize, u16)>,
    teleports: Vec<[usize; 2]>,
    /// Cells from which the ninja is thrown, the cells that it flies to, and the costs.
    throws: Vec<(usize, usize, u16)>,
    /// What a step from a cell costs, in quarters of what it does on a map that is not bent.
    slowness: Vec<u16>,
}

/// Tiles from everywhere to one target.
pub(super) struct Field {
    /// By cell and rise, in fifths of a tile.
    flights: Vec<u16>,
    /// The same for a body without weight, by cell.
    straight: Vec<u16>,
}

impl Moves {
    /// `seed` bends the map: it makes some blocks of cells slow; with 0 none is.
    pub fn new(level: &Level, logic: &LevelLogic, seed: u64) -> Self {
        let size = level.terrain.size().as_ivec2();
        let tile = |cell: IVec2| level.terrain.tile(cell);
        let cells: Vec<IVec2> = cells_between(IVec2::ZERO, size - 1).collect();
        let walls = cells.iter().map(|&cell| is_wall(tile(cell)) || tile(cell) == TileShape::Spikes).collect();
        let bounds: Vec<_> = logic.obstacles().map(|obstacle| obstacle.bounds.inflate(OBSTACLE_REACH)).collect();
        let support = |&cell: &IVec2| {
            let below = tile(cell - IVec2::Y);
            let stands = is_wall(below) || below == TileShape::OneWay || below.is_slope() || tile(cell).is_slope();
            let center = cell.as_vec2() + 0.5;
            if stands || bounds.iter().any(|area| area.contains(center)) {
                (STANDING, 0)
            } else if is_wall(tile(cell - IVec2::X)) || is_wall(tile(cell + IVec2::X)) {
                (CLINGING, WALL_JUMP)
            } else {
                (0, 0)
            }
        };
        let supports = cells.iter().map(support).collect();
        let slowness = cells.iter().map(|&cell| slowness(cell / BLOCK_CELLS, seed)).collect();
        let mut moves = Self { size, walls, supports, teleports: vec![], throws: vec![], slowness };
        let ends = |pair: [Vec2; 2]| Some([moves.index(cell_of(pair[0]))?, moves.index(cell_of(pair[1]))?]);
        moves.teleports = logic.teleports().filter_map(ends).collect();
        moves.throws = logic
            .actors
            .iter()
            .flat_map(|actor| {
                let (declared, throw) = (&actor.declared, actor.declared.throw);
                let touched = declared.touch.iter().flat_map(|touch| &touch.places).map(|&place| vec![cell_of(place)]);
                let sides = declared.obstacle.iter().map(|obstacle| {
                    let area = obstacle.bounds.inflate(OBSTACLE_REACH);
                    cells_between(cell_of(area.min), cell_of(area.max)).collect()
                });
                let from: Vec<IVec2> = touched.chain(sides).flatten().collect();
                throw.map_or(vec![], |throw| moves.flights_of(&from, throw))
            })
            .collect();
        moves
    }

    pub fn len(&self) -> usize {
        self.walls.len()
    }

    pub fn index(&self, cell: IVec2) -> Option<usize> {
        let inside = cell.cmpge(IVec2::ZERO).all() && cell.cmplt(self.size).all();
        inside.then(|| (cell.y * self.size.x + cell.x) as usize)
    }

    fn cell(&self, index: usize) -> IVec2 {
        IVec2::new(index as i32 % self.size.x, index as i32 / self.size.x)
    }

    /// Whether a body can never be in a cell.
    fn is_wall(&self, cell: IVec2) -> bool {
        self.index(cell).is_none_or(|index| self.walls[index])
    }

    /// The cells to which a throw carries the ninja from some cells, on its way to the top of its flight.
    fn flights_of(&self, from: &[IVec2], throw: Throw) -> Vec<(usize, usize, u16)> {
        let upright = std::f32::consts::FRAC_PI_2;
        let angles = throw.angle.map_or(vec![upright - 0.6, upright, upright + 0.6], |angle| vec![angle]);
        let mut flights = vec![];
        for (&start, angle) in from.iter().flat_map(|start| angles.iter().map(move |&angle| (start, angle))) {
            let (mut position, mut tiles) = (start.as_vec2() + 0.5, 0.0);
            let mut velocity = Vec2::new(bevy_math::ops::cos(angle), bevy_math::ops::sin(angle)) * throw.speed_max;
            while velocity.y > -APEX_SPEED && tiles * f32::from(STRAIGHT) < f32::from(EDGE_MAX) {
                let step = velocity * THROW_STEP;
                velocity.y -= THROW_STEP * GRAVITY * if velocity.y.abs() < APEX_SPEED { APEX_GRAVITY } else { 1.0 };
                position += step;
                tiles += step.length();
                let cell = cell_of(position);
                if self.is_wall(cell) {
                    break;
                }
                if let (Some(from), Some(to)) = (self.index(start), self.index(cell))
                    && from != to
                {
                    flights.push((from, to, (tiles * f32::from(STRAIGHT)).min(f32::from(EDGE_MAX)) as u16));
                }
            }
        }
        flights.dedup_by_key(|flight| (flight.0, flight.1));
        flights
    }

    /// The field of a target, by the cells in which it is and the cells that are closed now besides walls.
    pub fn field(&self, closed: &[bool], target: &[IVec2]) -> Field {
        let goals: Vec<usize> = target.iter().filter_map(|&cell| self.index(cell)).collect();
        Field { flights: self.flights(closed, &goals), straight: self.straight(closed, &goals) }
    }

    /// Dijkstra's algorithm backwards from the target, in buckets by cost.
    fn flights(&self, closed: &[bool], goals: &[usize]) -> Vec<u16> {
        let mut costs = vec![UNREACHED; self.len() * RISES];
        let mut buckets = Buckets::default();
        for &goal in goals {
            // From the cells beside it the ninja touches the target, however it moves.
            let beside = self.neighbors(closed, self.cell(goal)).map(|(step, from)| (from, cost_of(step)));
            for (near, cost) in beside.chain([(goal, 0)]) {
                for node in (0..RISES).map(|rise| near * RISES + rise) {
                    costs[node] = costs[node].min(cost);
                    buckets.push(cost, node);
                }
            }
        }
        while let Some((cost, node)) = buckets.pop() {
            if costs[node] != cost {
                continue;
            }
            let mut reach = |from: usize, by: u16| {
                let through = cost.saturating_add(by).min(UNREACHED - 1);
                if through < costs[from] {
                    costs[from] = through;
                    buckets.push(through, from);
                }
            };
            let (index, rise) = (node / RISES, node % RISES);
            let (support, price) = self.supports[index];
            if rise > 0 && rise == support {
                (0..rise).for_each(|less| reach(index * RISES + less, price));
            }
            for (step, from) in self.neighbors(closed, self.cell(index)) {
                // The step goes from the neighbor to this cell.
                let by = cost_of(step) * self.slowness[index] / QUARTERS;
                match step.y {
                    -1 if rise == 0 => (0..RISES).for_each(|any| reach(from * RISES + any, by)),
                    0 if rise + 1 < RISES => reach(from * RISES + rise + 1, by),
                    1 if rise >= APEX && rise + 1 < RISES => reach(from * RISES + rise + 1, by),
                    _ => {}
                }
            }
            for &[a, b] in &self.teleports {
                let other = [(a, b), (b, a)].into_iter().find(|ends| ends.0 == index).map(|ends| ends.1);
                other.into_iter().for_each(|other| reach(other * RISES + rise, STRAIGHT));
            }
            if rise == APEX {
                for &(from, _, by) in self.throws.iter().filter(|flight| flight.1 == index) {
                    (0..RISES).for_each(|any| reach(from * RISES + any, by));
                }
            }
        }
        costs
    }

    /// The same without weight, breadth first: near enough, since a step costs 1 or 1.4 tiles.
    fn straight(&self, closed: &[bool], goals: &[usize]) -> Vec<u16> {
        let mut costs = vec![UNREACHED; self.len()];
        let mut queue: VecDeque<usize> = goals.iter().copied().collect();
        goals.iter().for_each(|&goal| costs[goal] = 0);
        while let Some(index) = queue.pop_front() {
            let here = costs[index];
            let mut reach = |from: usize, by: u16| {
                let through = here.saturating_add(by).min(UNREACHED - 1);
                if through < costs[from] {
                    costs[from] = through;
                    queue.push_back(from);
                }
            };
            for (step, from) in self.neighbors(closed, self.cell(index)) {
                reach(from, cost_of(step));
            }
            for &[a, b] in &self.teleports {
                let other = [(a, b), (b, a)].into_iter().find(|ends| ends.0 == index).map(|ends| ends.1);
                other.into_iter().for_each(|other| reach(other, STRAIGHT));
            }
        }
        costs
    }

    /// The open cells beside a cell, each with the step from there; diagonal ones only past two open cells.
    fn neighbors<'a>(&'a self, closed: &'a [bool], cell: IVec2) -> impl Iterator<Item = (IVec2, usize)> + 'a {
        let open = move |cell: IVec2| self.index(cell).filter(|&index| !closed[index]);
        cells_between(-IVec2::ONE, IVec2::ONE).filter_map(move |step| {
            let from = cell - step;
            let free = open(IVec2::new(cell.x, from.y)).is_some() && open(IVec2::new(from.x, cell.y)).is_some();
            open(from).filter(|_| step != IVec2::ZERO && free).map(|index| (step, index))
        })
    }

    /// Tiles from a place to a field's target, smooth within the cell. `rise` is [`rise_of`] the ninja there.
    pub fn tiles(&self, field: &Field, position: Vec2, rise: f32) -> f32 {
        let mut best = self.tiles_at(field, position, rise);
        // Of a throw, the cells beyond a jump's are flown through.
        let mut beyond = 1.0;
        while rise - beyond >= STANDING as f32 && !self.is_wall(cell_of(position + Vec2::Y * beyond)) {
            best = best.min(beyond + self.tiles_at(field, position + Vec2::Y * beyond, rise - beyond));
            beyond += 1.0;
        }
        best
    }

    fn tiles_at(&self, field: &Field, position: Vec2, rise: f32) -> f32 {
        let size = self.size.as_vec2();
        let position = position.clamp(Vec2::splat(0.5), (size - 0.5).max(Vec2::splat(0.5)));
        let low = (position - 0.5).floor();
        let share = position - 0.5 - low;
        let rise = rise.clamp(0.0, STANDING as f32);
        let below = rise.floor();
        let corners = [
            (IVec2::ZERO, (1.0 - share.x) * (1.0 - share.y)),
            (IVec2::X, share.x * (1.0 - share.y)),
            (IVec2::Y, (1.0 - share.x) * share.y),
            (IVec2::ONE, share.x * share.y),
        ];
        let corners = corners.map(|(corner, weight)| (self.index(low.as_ivec2() + corner), weight));
        let mean = |costs: &[u16], rises: usize, rise: usize| {
            let (mut sum, mut weights) = (0.0, 0.0);
            for (index, weight) in corners {
                let cost = index.map_or(UNREACHED, |index| costs[index * rises + rise]);
                if cost != UNREACHED {
                    sum += f32::from(cost) / f32::from(STRAIGHT) * weight;
                    weights += weight;
                }
            }
            if weights > 0.0 { sum / weights } else { f32::INFINITY }
        };
        let flight = |rise: usize| mean(&field.flights, RISES, rise);
        let (less, more) = (flight(below as usize), flight((below as usize + 1).min(STANDING)));
        let share = rise - below;
        let flown = if share == 0.0 || !more.is_finite() { less } else { less * (1.0 - share) + more * share };
        if flown.is_finite() { flown } else { more.min(mean(&field.straight, 1, 0) + NO_WAY_TILES) }
    }
}

/// The nodes to be looked at, by cost: a ring of buckets, since no edge costs more than [`EDGE_MAX`].
struct Buckets {
    ring: Vec<Vec<usize>>,
    cost: usize,
    count: usize,
}

impl Default for Buckets {
    fn default() -> Self {
        Self { ring: vec![vec![]; usize::from(EDGE_MAX) + 1], cost: 0, count: 0 }
    }
}

impl Buckets {
    fn push(&mut self, cost: u16, node: usize) {
        let ring = self.ring.len();
        self.ring[usize::from(cost) % ring].push(node);
        self.count += 1;
    }

    fn pop(&mut self) -> Option<(u16, usize)> {
        let ring = self.ring.len();
        while self.count > 0 {
            if let Some(node) = self.ring[self.cost % ring].pop() {
                self.count -= 1;
                return Some((self.cost as u16, node));
            }
            self.cost += 1;
        }
        None
    }
}

/// What a step from a cell of a block costs, in quarters: half of the blocks are not slow, the others up to twice.
fn slowness(block: IVec2, seed: u64) -> u16 {
    let noise = noise(((i64::from(block.y) << 32) | (i64::from(block.x) + 1)) as u64, seed);
    QUARTERS + (2.0 * f32::from(QUARTERS) * (noise - 0.5)) as u16
}

/// What is left of the ninja's jump, in the rises of a field; more than a jump has after a throw.
pub(super) fn rise_of(ninja: &Ninja) -> f32 {
    let speed = ninja.velocity.y;
    if ninja.ground.is_some() || ninja.wall != 0.0 {
        STANDING as f32
    } else if speed > APEX_SPEED {
        APEX as f32 + (speed * speed - APEX_SPEED * APEX_SPEED) / (2.0 * GRAVITY)
    } else {
        (APEX as f32 / 2.0 * (1.0 + speed / APEX_SPEED)).max(0.0)
    }
}

fn cost_of(step: IVec2) -> u16 {
    if step.x != 0 && step.y != 0 { DIAGONAL } else { STRAIGHT }
}

/// Whether a tile is closed to bodies as a whole, for ever.
pub(super) fn is_wall(tile: TileShape) -> bool {
    matches!(tile, TileShape::Solid | TileShape::Glass | TileShape::Mirror)
}

fn cell_of(place: Vec2) -> IVec2 {
    place.floor().as_ivec2()
}
