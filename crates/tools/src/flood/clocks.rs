//! The least time that the ninja needs from one place to another, by the greatest speeds that the rules allow.
//!
//! It runs, and jumps off a wall, at [`SPEED_MAX`]. It is faster for a while where a fall becomes speed to a side, at the upper
//! corner of a floor, or a rise at the lower corner of a ceiling; each corner throws it to its own open side.

use std::collections::BinaryHeap;

use bevy_math::{FloatOrd, IVec2, Vec2};

use hairline_geometry::terrain::Terrain;
use hairline_level::{Level, Obstacle};
use hairline_sim::tuning::{JUMP_SPEED, TERMINAL_FALL};

use super::climb::{SPEED_MAX, holds, is_hidden, moves_aside};
use super::grid::{Grid, HALF, TileTable};
use crate::logic::LevelLogic;

/// Tiles of each way that count for nothing: where it begins and ends within a square, and how it cuts corners.
const SLACK: f32 = 0.5;
/// Tiles beyond a corner within which the speed that it gave is lost, by what the ninja brakes above its running speed: from the 18
/// tiles a second that a fall at full speed may become.
const BURST: i32 = 9;
/// The most corners, one soon after the other, of which each adds to the speed.
const CORNERS_MAX: i32 = 4;
/// The speeds to a side without a corner, after one, and after several.
const SPEEDS: [f32; 3] = [SPEED_MAX, 2.0 * SPEED_MAX, SPEED_MAX + TERMINAL_FALL];

/// The least seconds from one place to each region and to some places.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    pub regions: Vec<f32>,
    pub posts: Vec<f32>,
}

/// How fast the ninja may be at the squares of a map.
pub(super) struct Pace {
    /// What is added to every speed to a side.
    aside: f32,
    upright: f32,
    /// For each tile how many corners, up to two, may have thrown the ninja to the left and to the right.
    corners: TileTable<[u8; 2]>,
}

impl Clock {
    /// By the seconds to each square; `of` has the region of each square, and `posts` the squares of each place.
    pub fn new(of: &[usize], regions: usize, posts: &[&[usize]], seconds: &[f32]) -> Self {
        let mut clock = Self { regions: vec![f32::INFINITY; regions], posts: vec![] };
        for (square, &region) in of.iter().enumerate().filter(|&(_, &region)| region != usize::MAX) {
            clock.regions[region] = clock.regions[region].min(seconds[square]);
        }
        let first = |post: &&[usize]| post.iter().map(|&square| seconds[square]).fold(f32::INFINITY, f32::min);
        clock.posts = posts.iter().map(first).collect();
        clock
    }

    /// A clock that starts some time after the first of others that is still of use.
    pub fn after<'a>(clocks: impl Iterator<Item = (&'a Self, f32)>) -> Self {
        let later = |times: &[f32], delay: f32| times.iter().map(|time| (time - delay).max(0.0)).collect();
        let clocks = clocks
            .map(|(clock, delay)| Self { regions: later(&clock.regions, delay), posts: later(&clock.posts, delay) });
        let sooner = |a: Vec<f32>, b: Vec<f32>| a.into_iter().zip(b).map(|(a, b)| a.min(b)).collect();
        let first = |a: Self, b: Self| Self { regions: sooner(a.regions, b.regions), posts: sooner(a.posts, b.posts) };
        clocks.reduce(first).unwrap_or(Self { regions: vec![], posts: vec![] })
    }
}

impl Pace {
    pub fn new(level: &Level, logic: &LevelLogic) -> Self {
        let terrain = &*level.terrain;
        let throws = || logic.actors.iter().filter_map(|actor| actor.declared.throw);
        let thrown = throws().map(|throw| throw.speed_max).fold(0.0, f32::max);
        let fastest = |counts: &dyn Fn(&Obstacle) -> bool| {
            let counted = logic.obstacles().filter(|obstacle| counts(obstacle));
            counted.map(|obstacle| obstacle.speed_max).fold(0.0, f32::max)
        };
        let (lift, aside) = (fastest(&|_| true), fastest(&moves_aside));
        let is_upright = |angle: f32| bevy_math::ops::cos(angle).abs() < 0.01;
        let has_slopes = terrain.cells().any(|cell| terrain.tile(cell).is_slope())
            || logic.obstacles().any(|obstacle| !obstacle.is_upright);
        let exposed: Vec<&Obstacle> = logic.obstacles().filter(|obstacle| !is_hidden(level, obstacle)).collect();
        let mut corners = corners_of(terrain, &exposed);
        if has_slopes || throws().any(|throw| !throw.angle.is_some_and(is_upright)) {
            // Any speed may become any other.
            fill(&mut corners);
            let any = TERMINAL_FALL + lift + thrown;
            return Self { aside: any, upright: SPEED_MAX + any, corners };
        }
        Self { aside, upright: TERMINAL_FALL.max(JUMP_SPEED + lift).max(thrown), corners }
    }

    /// The greatest speed in any direction at a place.
    pub fn fastest_at(&self, place: Vec2) -> f32 {
        let corners = self.corners.get(place.floor().as_ivec2()).copied().unwrap_or([2; 2]);
        (SPEEDS[usize::from(corners[0].max(corners[1]))] + self.aside).max(self.upright)
    }

    /// The least seconds from some squares to each other one among those that count; the most that either of two measures says, of
    /// the way to a side and of the way up and down. `jumps` are pairs of places between which a way takes no time.
    pub fn seconds_from(
        &self,
        grid: Grid,
        from: &[usize],
        counts: impl Fn(usize) -> bool,
        jumps: &[[Vec<usize>; 2]],
    ) -> Vec<f32> {
        let side = 2.0 * HALF;
        let aside = |square: usize, next: usize| {
            let (from, to) = (grid.center(square), grid.center(next));
            let corners = self.corners.get(to.floor().as_ivec2()).copied().unwrap_or([2; 2]);
            let speed = SPEEDS[usize::from(corners[usize::from(to.x > from.x)])] + self.aside;
            if from.x == to.x { 0.0 } else { side / speed }
        };
        let upright = |square: usize, next: usize| {
            if grid.center(square).x == grid.center(next).x { side / self.upright } else { 0.0 }
        };
        let aside = shortest(grid, from, &counts, jumps, &aside);
        let upright = shortest(grid, from, &counts, jumps, &upright);
        let less = |seconds: f32, speed: f32| (seconds - SLACK / speed).max(0.0);
        let both = aside.into_iter().zip(upright);
        both.map(|(aside, upright)| less(aside, SPEED_MAX).max(less(upright, self.upright))).collect()
    }
}

/// The shortest way from some squares to each other one, by what each step costs.
fn shortest(
    grid: Grid,
    from: &[usize],
    counts: &impl Fn(usize) -> bool,
    jumps: &[[Vec<usize>; 2]],
    cost: &dyn Fn(usize, usize) -> f32,
) -> Vec<f32> {
    let mut costs = vec![f32::INFINITY; grid.len()];
    // The greatest first, so that costs are negative.
    let mut heap: BinaryHeap<(FloatOrd, usize)> = from.iter().map(|&square| (FloatOrd(-0.0), square)).collect();
    for &square in from {
        costs[square] = 0.0;
    }
    while let Some((FloatOrd(negative), square)) = heap.pop() {
        if -negative > costs[square] {
            continue;
        }
        let mut enter = |next: usize, step: f32| {
            let there = step - negative;
            if counts(next) && there < costs[next] {
                costs[next] = there;
                heap.push((FloatOrd(-there), next));
            }
        };
        for next in grid.neighbors(square) {
            enter(next, cost(square, next));
        }
        for ends in jumps.iter().filter(|ends| ends.iter().any(|end| end.contains(&square))) {
            ends.iter().flatten().for_each(|&next| enter(next, 0.0));
        }
    }
    costs
}

/// For each tile how many corners, up to two, of tiles and of exposed obstacles may have thrown the ninja to the left and to the
/// right.
fn corners_of(terrain: &Terrain, exposed: &[&Obstacle]) -> TileTable<[u8; 2]> {
    let mut corners = TileTable::<[u8; 2]>::new(terrain.size().as_ivec2());
    let is_free = |cell: IVec2| !holds(terrain, cell);
    for (side, step) in [(0, IVec2::NEG_X), (1, IVec2::X)] {
        let is_corner = |cell: IVec2| {
            let ends = is_free(cell + step) && (is_free(cell + IVec2::Y) || is_free(cell + IVec2::NEG_Y));
            !is_free(cell) && ends && terrain.contains_cell(cell + step)
        };
        let is_beside = |x: i32| {
            exposed.iter().any(|obstacle| {
                let [low, high] = [obstacle.bounds.min.x, obstacle.bounds.max.x].map(|edge| edge.floor() as i32);
                if moves_aside(obstacle) { (low..=high).contains(&x) } else { x == if side == 0 { low } else { high } }
            })
        };
        let columns: Vec<i32> = (0..terrain.size().x as i32)
            .filter(|&x| is_beside(x) || (0..terrain.size().y as i32).any(|y| is_corner(IVec2::new(x, y))))
            .collect();
        for &column in &columns {
            // A chain of corners, each soon after the one before, is faster and lasts longer.
            let before =
                columns.iter().filter(|&&other| (1..=2 * BURST).contains(&((column - other) * step.x))).count();
            let burst = BURST * (before as i32 + 1).min(CORNERS_MAX);
            for cell in corners.cells().filter(|cell| (-1..=burst).contains(&((cell.x - column) * step.x))) {
                if let Some(corners) = corners.get_mut(cell) {
                    corners[side] = (corners[side] + 1).min(2);
                }
            }
        }
    }
    corners
}

/// Makes each tile one where corners may have thrown the ninja.
fn fill(corners: &mut TileTable<[u8; 2]>) {
    for cell in corners.cells() {
        if let Some(corners) = corners.get_mut(cell) {
            *corners = [2; 2];
        }
    }
}
