//! What bars the way on from the place nearest to the exit that a search came to: a body or a door, a gap, or a height.

use std::collections::{HashSet, VecDeque};

use bevy_math::{IVec2, Vec2};

use hairline_geometry::terrain::Terrain;
use hairline_geometry::tile::TileShape;
use hairline_level::Level;

use crate::logic::{BlockerClass, LevelLogic};
use crate::weapon::ActorId;

/// Tiles around the place where the ground is searched that the tries came from.
const BEHIND: i32 = 14;
/// Tiles that nobody jumps high.
const HIGH: i32 = 4;
/// The widest gaps that a held jump crosses to a ledge so many tiles higher, as the manual's table has them.
const WIDEST: [i32; HIGH as usize] = [8, 8, 7, 6];
/// The same, to a ledge as high, under a ceiling so many tiles above the floor.
const WIDEST_UNDER: [i32; 4] = [0, 2, 5, 7];

/// What is in the way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Barrier {
    /// A door, or another body.
    Body(ActorId),
    /// From one place to stand to the next; under a ceiling so many tiles high, if that is what makes it too wide.
    Gap(Ledges, Option<i32>),
    /// Up from one place to stand to the next.
    Height(Ledges),
}

/// The cells of two places to stand, on either side of what bars the way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ledges {
    pub near: IVec2,
    pub far: IVec2,
}

impl Ledges {
    pub fn gap(self) -> i32 {
        (self.far.x - self.near.x).abs() - 1
    }

    pub fn height(self) -> i32 {
        self.far.y - self.near.y
    }
}

/// What bars the way from a place to a target; none if nothing on it is known for a barrier.
pub fn ahead(level: &Level, logic: &LevelLogic, from: Vec2, target: Vec2) -> Option<Barrier> {
    let way = way(&level.terrain, from.floor().as_ivec2(), target.floor().as_ivec2())?;
    let bodies = || logic.blockers.iter().filter(|blocker| blocker.id.class != BlockerClass::Hazard);
    let body = way.iter().find_map(|cell| bodies().find(|body| body.cells().contains(cell)));
    if let Some(actor) = body.and_then(|body| body.id.actor) {
        let actor = &logic.actors[actor];
        return Some(Barrier::Body((actor.kind, actor.index)));
    }
    let near = ground_behind(&level.terrain, &way)?;
    let ground = ground_around(&level.terrain, near);
    let far = way.iter().filter_map(|&cell| floor_below(&level.terrain, cell)).find(|far| !ground.contains(far))?;
    let near = ground.into_iter().min_by_key(|cell| ((cell.x - far.x).abs(), (cell.y - far.y).abs(), cell.x))?;
    let ledges = Ledges { near, far };
    match WIDEST.get(ledges.height().max(0) as usize) {
        None => Some(Barrier::Height(ledges)),
        Some(&widest) if ledges.gap() >= widest => Some(Barrier::Gap(ledges, None)),
        Some(_) => {
            let room = room_above(&level.terrain, ledges)?;
            (ledges.gap() >= WIDEST_UNDER[room as usize]).then_some(Barrier::Gap(ledges, Some(room)))
        }
    }
}

/// Tiles from the nearer of two ledges up to a ceiling that covers all of the way from the one to the other.
fn room_above(terrain: &Terrain, Ledges { near, far }: Ledges) -> Option<i32> {
    let columns = || near.x.min(far.x)..=near.x.max(far.x);
    let covers = |y: i32| columns().all(|x| terrain.tile(IVec2::new(x, y)).stops_bodies());
    (1..WIDEST_UNDER.len() as i32).find(|&room| covers(near.y + room))
}

/// The cells of a shortest way around walls, with its start and its end.
fn way(terrain: &Terrain, from: IVec2, to: IVec2) -> Option<Vec<IVec2>> {
    let size = terrain.size().as_ivec2();
    let index = |cell: IVec2| (cell.y * size.x + cell.x) as usize;
    let is_open = |cell: IVec2| {
        let tile = terrain.tile(cell);
        terrain.contains_cell(cell) && !matches!(tile, TileShape::Solid | TileShape::Glass | TileShape::Mirror)
    };
    let from = from.clamp(IVec2::ZERO, size - 1);
    // From the target, so that each cell knows the next one on the way to it.
    let mut next: Vec<Option<IVec2>> = vec![None; (size.x * size.y) as usize];
    let mut queue = VecDeque::from([to]);
    next[index(to)] = Some(to);
    while let Some(cell) = queue.pop_front().filter(|&cell| cell != from) {
        for beside in [IVec2::X, IVec2::NEG_X, IVec2::Y, IVec2::NEG_Y].map(|side| cell + side) {
            if (is_open(beside) || beside == from) && terrain.contains_cell(beside) && next[index(beside)].is_none() {
                next[index(beside)] = Some(cell);
                queue.push_back(beside);
            }
        }
    }
    let mut way = vec![from];
    while let Some(cell) = way.last().filter(|&&cell| cell != to) {
        way.push(next[index(*cell)]?);
    }
    Some(way)
}

/// Where a ninja in a cell lands, if it can stand there and does not fall too far.
fn floor_below(terrain: &Terrain, cell: IVec2) -> Option<IVec2> {
    let falls = (0..=HIGH).map(|fall| cell - IVec2::new(0, fall));
    let mut falls = falls.take_while(|&cell| terrain.contains_cell(cell) && is_free(terrain, cell));
    falls.find(|&cell| stands(terrain, cell))
}

/// Whether the cell neither stops the ninja nor kills it.
fn is_free(terrain: &Terrain, cell: IVec2) -> bool {
    let tile = terrain.tile(cell);
    tile != TileShape::Spikes && (!tile.stops_bodies() || tile.is_slope())
}

/// Whether the ninja can stand in a cell.
fn stands(terrain: &Terrain, cell: IVec2) -> bool {
    let below = terrain.tile(cell - IVec2::Y);
    let is_held = below.stops_bodies() || below == TileShape::OneWay || terrain.tile(cell).is_slope();
    is_free(terrain, cell) && is_held
}

/// The ground below the first cell of a way or, over a pit, the nearest on the side that the way leads away from.
fn ground_behind(terrain: &Terrain, way: &[IVec2]) -> Option<IVec2> {
    let at = way[0];
    let side = way.iter().map(|cell| (at.x - cell.x).signum()).find(|&side| side != 0).unwrap_or(-1);
    let columns =
        [side, -side].into_iter().flat_map(|side| (1..BEHIND).map(move |aside| at + IVec2::new(side * aside, 0)));
    let grounds = columns.flat_map(|cell| (-2..=HIGH).map(move |down| cell - IVec2::new(0, down)));
    let mut grounds = grounds.filter(|&cell| terrain.contains_cell(cell) && stands(terrain, cell));
    floor_below(terrain, at).or_else(|| grounds.next())
}

/// The cells to stand in that are joined to one by steps of a tile.
fn ground_around(terrain: &Terrain, near: IVec2) -> HashSet<IVec2> {
    let (mut ground, mut queue) = (HashSet::from([near]), VecDeque::from([near]));
    while let Some(cell) = queue.pop_front() {
        for step in [-1, 0, 1].into_iter().flat_map(|y| [IVec2::new(-1, y), IVec2::new(1, y)]) {
            let beside = cell + step;
            if terrain.contains_cell(beside) && stands(terrain, beside) && ground.insert(beside) {
                queue.push_back(beside);
            }
        }
    }
    ground
}
