//! The one case in which a level is shown to be impossible: walls seal the exit, or a shard that the exit asks for.
//!
//! Everything that could move, open or break counts as open, and so does the free space around the map, so what this names
//! is certain. Most impossible levels are not of this kind, and it says nothing of them.

use bevy::math::{IVec2, Vec2};

use crate::level::{ExitOpens, Level, TeleportSettings};
use crate::sim::tuning::{EXIT_REACH, SHARD_REACH, TELEPORT_REACH};

use super::barriers::is_wall;

/// Free cells around the map through which the ninja may pass.
const MARGIN: i32 = 2;

/// What no run can reach, in words; `None` if walls alone rule nothing out. `shards` says whether all shards are needed.
pub fn sealed_goal(level: &Level, shards: bool) -> Option<String> {
    let reached = Reached::from_start(level);
    let place = |place: Vec2| format!("({:.1}, {:.1})", place.x, place.y);
    if !reached.comes_near(level.exit, EXIT_REACH) {
        return Some(format!("walls seal the exit at {}", place(level.exit)));
    }
    let needed = shards || level.exit_opens == ExitOpens::AfterAllShards;
    let mut shards = level.shards.iter().filter(|_| needed);
    let sealed = shards.find(|&&shard| !reached.comes_near(shard, SHARD_REACH))?;
    Some(format!("walls seal the shard at {}", place(*sealed)))
}

/// The cells that the ninja's center could get to if nothing but whole solid tiles stopped it.
struct Reached {
    size: IVec2,
    cells: Vec<bool>,
}

impl Reached {
    fn from_start(level: &Level) -> Self {
        let size = level.terrain.size().as_ivec2() + 2 * MARGIN;
        let mut reached = Self { size, cells: vec![false; (size.x * size.y) as usize] };
        let mut open = vec![level.ninja.floor().as_ivec2()];
        let mut teleports: Vec<[Vec2; 2]> = level.actors::<TeleportSettings>().iter().map(|pair| pair.ends).collect();
        loop {
            while let Some(cell) = open.pop() {
                let Some(index) = reached.index(cell).filter(|&index| !reached.cells[index]) else { continue };
                if is_wall(level, cell) {
                    continue;
                }
                reached.cells[index] = true;
                // Diagonal neighbors touch at a corner only, and a circle does not fit through.
                open.extend([IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y].map(|step| cell + step));
            }
            let used =
                teleports.iter().position(|ends| ends.iter().any(|&end| reached.comes_near(end, TELEPORT_REACH)));
            let Some(used) = used else { return reached };
            // The whole surroundings of an end, in case it lies in a wall.
            for end in teleports.swap_remove(used).map(|end| end.floor().as_ivec2()) {
                open.extend((-1..=1).flat_map(|y| (-1..=1).map(move |x| end + IVec2::new(x, y))));
            }
        }
    }

    fn index(&self, cell: IVec2) -> Option<usize> {
        let shifted = cell + MARGIN;
        let inside = shifted.cmpge(IVec2::ZERO).all() && shifted.cmplt(self.size).all();
        inside.then(|| (shifted.y * self.size.x + shifted.x) as usize)
    }

    /// Whether a point of a reached cell is within `reach` tiles of a place.
    fn comes_near(&self, place: Vec2, reach: f32) -> bool {
        let center = place.floor().as_ivec2();
        let mut cells = (-1..=1).flat_map(|y| (-1..=1).map(move |x| center + IVec2::new(x, y)));
        cells.any(|cell| {
            let low = cell.as_vec2();
            let nearest = place.clamp(low, low + 1.0);
            self.index(cell).is_some_and(|index| self.cells[index]) && nearest.distance(place) <= reach
        })
    }
}
