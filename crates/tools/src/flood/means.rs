//! What of a level can be reached by which means: by jumps alone, by climbing, by springs. A picture for people who make levels,
//! by a low estimate of what the ninja can do; unlike the flood's other answers, it is a good guess and nothing certain.

use bevy_math::{Rect, Vec2};

use hairline_level::Level;

use super::climb::{Climb, Means};
use super::grid::{Grid, HALF};
use super::{CLIMBED_SQUARES_MAX, Constraints, Origin, Reachability};
use crate::logic::LevelLogic;

impl Means {
    pub const ALL: [Self; 3] = [Self::Jumps, Self::Climbing, Self::Springs];

    /// What it is called after "by".
    pub fn name(self) -> &'static str {
        match self {
            Self::Jumps => "jumps",
            Self::Climbing => "climbing",
            Self::Springs => "springs",
        }
    }
}

/// The squares of a quarter tile in which the ninja's center can be, each with the least means that lead there.
#[derive(Clone, Debug)]
pub struct ReachMap {
    grid: Grid,
    squares: Vec<Option<Means>>,
    areas: Vec<(Means, Rect)>,
}

impl ReachMap {
    /// `None` where heights cannot be followed: the map is too large or too winding.
    pub fn new(level: &Level) -> Option<Self> {
        let grid = Grid::new(level.terrain.size().as_ivec2());
        if grid.len() > CLIMBED_SQUARES_MAX {
            return None;
        }
        let logic = LevelLogic::new(level);
        let reachability = Reachability::new(level, &logic);
        let mut squares = vec![None; grid.len()];
        for means in Means::ALL {
            let climb = Climb::by(level, &logic, means);
            let reached = reachability.flood_by(Some(&climb), Origin::start(level), Constraints::ALL, &|_| false);
            if reached.gave_up_heights {
                return None;
            }
            let new = squares.iter_mut().enumerate().filter(|(square, least)| least.is_none() && reached.has(*square));
            new.for_each(|(_, least)| *least = Some(means));
        }
        let areas = areas(grid, &squares, level.terrain.size().as_vec2());
        Some(Self { grid, squares, areas })
    }

    /// The least means by which the ninja's center comes within `reach` tiles of a place.
    pub fn near(&self, place: Vec2, reach: f32) -> Option<Means> {
        self.grid.within(place, reach).filter_map(|square| self.squares[square]).min()
    }

    /// The rectangles of the map that can be reached by each of the means: in each row, squares of one kind are joined.
    pub fn areas(&self) -> &[(Means, Rect)] {
        &self.areas
    }
}

fn areas(grid: Grid, squares: &[Option<Means>], size: Vec2) -> Vec<(Means, Rect)> {
    let mut areas: Vec<(Means, Rect)> = vec![];
    for (square, means) in squares.iter().enumerate() {
        let center = grid.center(square);
        let is_inside = center.cmpgt(Vec2::ZERO).all() && center.cmplt(size).all();
        let Some(means) = means.filter(|_| is_inside) else { continue };
        let square = Rect::from_center_half_size(center, Vec2::splat(HALF));
        match areas.last_mut() {
            Some((last, area)) if *last == means && area.max == Vec2::new(square.min.x, square.max.y) => {
                area.max = square.max;
            }
            _ => areas.push((means, square)),
        }
    }
    areas
}
