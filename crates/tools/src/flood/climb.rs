//! How high and far the ninja can get through the air. It knows where something can be jumped from and how any jump or throw
//! carries, and over-approximates: what it does not know counts as possible. A low estimate of jumps alone stands beside it, to ask
//! whether something is needed.
//!
//! A flight is bounded by straight lines: it stays below its highest point, and below the tangents to its path where it falls
//! at [`TANGENT_FALLS`], since the path bends downwards everywhere.

use bevy_math::{IVec2, Rect, Vec2, ops};

use hairline_geometry::terrain::Terrain;
use hairline_geometry::tile::TileShape;
use hairline_level::{Fill, Level, Obstacle, Throw};
use hairline_sim::tuning::*;

use super::grid::{HALF, TileTable, around};
use crate::logic::{Actor, LevelLogic};

/// Tiles that a high estimate adds to every height: the rise of one tick, twice, and some more.
const SLACK: f32 = 0.5;
/// Tiles from the center of a square to what the ninja touches there, in a low estimate.
const TOUCHED: f32 = BODY_RADIUS + WALL_REACH + HALF;
/// The least height of the center above a corner that the ninja stands on, in tiles.
const STANDING_RISE: f32 = WALKABLE_NORMAL * BODY_RADIUS;
/// Rows above a place in which a ceiling cuts jumps short, in a low estimate; and seconds in which a jump gets up to it.
const CEILING_ROWS: i32 = 5;
const CEILING_DELAY: f32 = 0.1;
/// The greatest |cosine| of a spring's angle with which it counts as straight up.
const UPRIGHT: f32 = 0.01;

/// The speeds (tiles/s) of the fall at the tangents that bound a flight: one soon after the top, one near the end of a long fall.
const TANGENT_FALLS: [f32; 2] = [10.0, 20.0];
/// The greatest horizontal speed (tiles/s) in the air where no fall became one and no mover adds to it: that of a wall jump,
/// and some more.
pub(super) const SPEED_MAX: f32 = WALL_JUMP_SPEED_AWAY + 1.0;

/// How far up the ninja's center can be after it was somewhere, in tiles of the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bound {
    pub ceiling: f32,
    /// No higher than these at the same column; and less by [`Climb::decays`] for each tile to a side.
    pub tangents: [f32; 2],
}

impl Bound {
    pub const NONE: Self = Self { ceiling: f32::NEG_INFINITY, tangents: [f32::NEG_INFINITY; 2] };
    pub const ALL: Self = Self { ceiling: f32::INFINITY, tangents: [f32::INFINITY; 2] };

    /// The most that either of two allows.
    pub fn max(self, other: Self) -> Self {
        let [soon, late] = self.tangents;
        let tangents = [soon.max(other.tangents[0]), late.max(other.tangents[1])];
        Self { ceiling: self.ceiling.max(other.ceiling), tangents }
    }

    /// What each of two allows.
    pub fn min(self, other: Self) -> Self {
        let [soon, late] = self.tangents;
        let tangents = [soon.min(other.tangents[0]), late.min(other.tangents[1])];
        Self { ceiling: self.ceiling.min(other.ceiling), tangents }
    }

    /// A fall from rest.
    pub fn fall(from: f32) -> Self {
        Self::flight(from, 0.0, 0.0, 0.0)
    }

    /// The same a step to a side, where the tangents are so much lower.
    pub fn lower(self, by: [f32; 2]) -> Self {
        Self { tangents: [self.tangents[0] - by[0], self.tangents[1] - by[1]], ..self }
    }

    /// The greatest height that it allows.
    pub fn height(self) -> f32 {
        self.ceiling.min(self.tangents[0]).min(self.tangents[1])
    }

    /// A flight that begins upwards at a speed (tiles/s), some tiles above a height, and some seconds after it was left.
    fn flight(from: f32, speed: f32, slack: f32, delay: f32) -> Self {
        let top = from + rise(speed) + slack;
        // Near the top at half gravity.
        let (half, full) = (GRAVITY * APEX_GRAVITY, GRAVITY);
        let apex = speed.min(APEX_SPEED);
        let up = (speed - apex) / full + apex / half;
        let tangents = TANGENT_FALLS.map(|fall| {
            let seconds = up + APEX_SPEED / half + (fall - APEX_SPEED) / full;
            let dropped =
                APEX_SPEED * APEX_SPEED / (2.0 * half) + (fall * fall - APEX_SPEED * APEX_SPEED) / (2.0 * full);
            top - dropped + fall * (delay + seconds)
        });
        Self { ceiling: top, tangents }
    }
}

/// How the ninja gets to a place, the simplest means first; each includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Means {
    /// It runs, falls and jumps from the ground.
    Jumps,
    /// It slides down walls and jumps off them.
    Climbing,
    /// Springs and bumpers throw it.
    Springs,
}

/// What carries the ninja through the air in a level.
pub(super) struct Climb<'l> {
    terrain: &'l Terrain,
    springs: Vec<Spring>,
    /// What throws the ninja otherwise than straight up: a high estimate knows nothing of such a flight.
    unknown_throws: Vec<Spring>,
    /// All that obstacles ever take up.
    obstacles: Vec<Rect>,
    /// The speeds of these obstacles, in tiles a second; empty where they count as still.
    obstacle_speeds: Vec<f32>,
    /// What the obstacles that carry the ninja ever take up, in a low estimate.
    carriers: Vec<Rect>,
    /// The fastest that an obstacle moves, in tiles a second; 0 in a low estimate.
    obstacle_speed_max: f32,
    /// The fastest that something throws to a side, in tiles a second; 0 in a high estimate.
    throw_speed_aside: f32,
    /// The tiles at which a fall may become speed to a side.
    turning: TileTable<bool>,
    /// The height of the ceiling over each tile, if it also covers the tiles beside it. Empty in a high estimate, which knows none.
    ceilings: TileTable<Option<i32>>,
    /// Set if it estimates low: only what the ninja can almost certainly do by these means.
    low: Option<Means>,
}

/// A place from which the ninja is thrown upwards.
struct Spring {
    /// It throws a ninja whose center comes within `reach` tiles of this.
    area: Rect,
    reach: f32,
    speed: f32,
}

impl Spring {
    /// What an actor throws the ninja from, if it throws at a place and straight up.
    fn new(actor: &Actor, throw: Throw) -> Option<Self> {
        let (touch, angle) = (actor.declared.touch.as_ref()?, throw.angle?);
        let is_upright = ops::cos(angle).abs() < UPRIGHT && ops::sin(angle) > 0.0;
        is_upright.then(|| Self { area: point(touch.places[0]), reach: touch.reach, speed: throw.speed_max })
    }

    /// What an actor throws the ninja from, at any angle, and how fast to a side.
    fn at_any_angle(actor: &Actor) -> Option<(Self, f32)> {
        let (declared, throw) = (&actor.declared, actor.declared.throw?);
        let (area, reach) = match (&declared.obstacle, &declared.touch) {
            (Some(obstacle), _) => (obstacle.bounds, TOUCHED),
            (None, Some(touch)) => (point(touch.places[0]), touch.reach),
            (None, None) => return None,
        };
        let (up, aside) = throw.angle.map_or((1.0, 1.0), |angle| (ops::sin(angle).max(0.0), ops::cos(angle).abs()));
        Some((Self { area, reach, speed: throw.speed_max * up }, throw.speed_max * aside))
    }

    fn distance(&self, center: Vec2) -> f32 {
        center.clamp(self.area.min, self.area.max).distance(center)
    }
}

impl<'l> Climb<'l> {
    /// A high estimate. `None` where it would not hold: a slope may turn the speed of a moving obstacle upwards.
    pub fn new(level: &'l Level, logic: &LevelLogic) -> Option<Self> {
        let (mut springs, mut unknown_throws) = (vec![], vec![]);
        for (actor, throw) in logic.actors.iter().filter_map(|actor| Some((actor, actor.declared.throw?))) {
            match Spring::new(actor, throw) {
                Some(spring) => springs.push(spring),
                None => unknown_throws.push(Spring::at_any_angle(actor)?.0),
            }
        }
        // What never shows its upper side lifts nobody.
        let speed = |obstacle: &Obstacle| if is_hidden(level, obstacle) { 0.0 } else { obstacle.speed_max };
        let obstacle_speeds: Vec<f32> = logic.obstacles().map(speed).collect();
        let obstacle_speed_max = obstacle_speeds.iter().copied().fold(0.0, f32::max);
        let terrain = &*level.terrain;
        let has_slopes = terrain.cells().any(|cell| terrain.tile(cell).is_slope())
            || logic.obstacles().any(|obstacle| !obstacle.is_upright);
        if obstacle_speed_max > 0.0 && has_slopes {
            return None;
        }
        let obstacles = logic.obstacles().map(|obstacle| obstacle.bounds).collect();
        let at_rest = Self::at_rest(terrain, obstacles);
        Some(Self { obstacle_speeds, obstacle_speed_max, springs, unknown_throws, ..at_rest })
    }

    /// A high estimate of jumps alone, without springs and moving floors. An obstacle, by its actor, fills no more than `rest`.
    pub fn high_jumps(level: &'l Level, logic: &LevelLogic, actor: usize, rest: Option<Rect>) -> Self {
        let actors = logic.actors.iter().enumerate().filter(|&(index, _)| index != actor);
        let others = actors.filter_map(|(_, actor)| Some(actor.declared.obstacle.as_ref()?.bounds));
        Self::at_rest(&level.terrain, others.chain(rest).collect())
    }

    fn at_rest(terrain: &'l Terrain, obstacles: Vec<Rect>) -> Self {
        let turning = turning_tiles(terrain, &obstacles);
        Self {
            ceilings: TileTable::new(IVec2::ZERO),
            terrain,
            springs: vec![],
            unknown_throws: vec![],
            obstacles,
            obstacle_speeds: vec![],
            carriers: vec![],
            obstacle_speed_max: 0.0,
            throw_speed_aside: 0.0,
            turning,
            low: None,
        }
    }

    /// The same as a low estimate: from where the ninja stands, or from a wall beside it, without a moment of grace.
    pub fn low(self) -> Self {
        Self { ceilings: ceilings(self.terrain), low: Some(Means::Climbing), ..self }
    }

    /// A low estimate of what the ninja does by some means.
    pub fn by(level: &'l Level, logic: &LevelLogic, means: Means) -> Self {
        let throws = logic.actors.iter().filter(|_| means == Means::Springs).filter_map(Spring::at_any_angle);
        let (springs, aside): (Vec<Spring>, Vec<f32>) = throws.unzip();
        // A door fits its gap, so that nothing rides on it.
        let carries =
            |obstacle: &&Obstacle| obstacle.speed_max > 0.0 && obstacle.fills.iter().all(|fill| fill.opens.is_none());
        let carriers = logic.obstacles().filter(carries).map(|obstacle| obstacle.bounds).collect();
        let obstacles = logic.obstacles().map(|obstacle| obstacle.bounds).collect();
        let throw_speed_aside = aside.into_iter().fold(0.0, f32::max);
        let ceilings = ceilings(&level.terrain);
        let at_rest = Self::at_rest(&level.terrain, obstacles);
        Self { springs, carriers, throw_speed_aside, ceilings, low: Some(means), ..at_rest }
    }

    /// Tiles by which the tangents of a flight fall for each tile to a side. `turned` says whether a fall may have become speed
    /// to a side.
    pub fn decays(&self, turned: bool) -> [f32; 2] {
        let aside = SPEED_MAX + self.obstacle_speed_max + self.throw_speed_aside;
        let speed = match self.low {
            Some(Means::Jumps) => RUN_SPEED,
            None if turned => aside + TERMINAL_FALL,
            _ => aside,
        };
        TANGENT_FALLS.map(|fall| fall / speed)
    }

    /// Whether its bounds hold everywhere: nothing throws the ninja otherwise than straight up.
    pub fn knows_all_flights(&self) -> bool {
        self.unknown_throws.is_empty()
    }

    /// Whether something there may throw the ninja aside: no bound covers that flight.
    pub fn has_unknown_throw(&self, center: Vec2) -> bool {
        self.unknown_throws.iter().any(|throw| throw.distance(center) <= throw.reach + 2.0 * HALF)
    }

    /// Whether a fall may become speed to a side there.
    pub fn turns(&self, center: Vec2) -> bool {
        self.turning.get(center.floor().as_ivec2()).is_some_and(|turns| *turns)
    }

    /// How far a flight carries at most that was under a ceiling: one that meets it falls from there.
    pub fn under_ceiling(&self, center: Vec2) -> Bound {
        let ceiling = self.ceilings.get(center.floor().as_ivec2()).copied().flatten();
        ceiling.map_or(Bound::ALL, |y| Bound::flight(y as f32 - BODY_RADIUS, 0.0, 0.0, CEILING_DELAY))
    }

    /// How far up the ninja can be after it was somewhere in a square, by what it can touch there.
    pub fn bound(&self, center: Vec2) -> Bound {
        if let Some(means) = self.low {
            return self.low_jump(center, means);
        }
        let top = center.y + HALF;
        let is_near = |spring: &&Spring| spring.distance(center) <= spring.reach + 2.0 * HALF;
        let springs = self.springs.iter().filter(is_near);
        let thrown = springs.map(|spring| Bound::flight(top, spring.speed, SLACK, 0.0)).fold(Bound::NONE, Bound::max);
        if self.touches(center) { thrown.max(self.jump(top, self.lift(center))) } else { thrown }
    }

    /// How far up the ninja can be after a teleport took it to a height.
    pub fn bound_after_teleport(&self, height: f32) -> Bound {
        if self.low.is_some() {
            return Bound::fall(height);
        }
        let thrown = self.springs.iter().map(|spring| Bound::flight(height, spring.speed, SLACK, 0.0));
        thrown.fold(self.jump(height, self.obstacle_speed_max), Bound::max)
    }

    /// The greatest speed of the obstacles that the ninja may stand on there: a jump takes it along.
    fn lift(&self, center: Vec2) -> f32 {
        let moving = self.obstacles.iter().zip(&self.obstacle_speeds);
        let carrying = moving.filter(|(area, _)| is_within_touch(**area, center));
        carrying.map(|(_, &speed)| speed).fold(0.0, f32::max)
    }

    /// A jump from ground that rises as fast as `lift`, or from a wall that was left as long ago as a wall jump allows,
    /// rising as fast as may be.
    fn jump(&self, from: f32, lift: f32) -> Bound {
        let (coyote, grace) = (ticks(COYOTE_TICKS), ticks(WALL_GRACE_TICKS));
        // Ground that is left without a jump throws the ninja as fast as it rose.
        let lift_max = self.obstacle_speed_max;
        let ground = Bound::flight(from, JUMP_SPEED + lift, lift_max * coyote + SLACK, coyote);
        let wall = Bound::flight(from, WALL_JUMP_SPEED_UP, (JUMP_SPEED + lift_max) * grace + SLACK, grace);
        ground.max(wall)
    }

    /// A jump from the ground under a square or from a wall beside it, or a throw from there, as far as the means allow it.
    fn low_jump(&self, center: Vec2, means: Means) -> Bound {
        let offset = |area: Rect| center - center.clamp(area.min, area.max);
        let touches = |area: Rect| offset(area).length() <= TOUCHED;
        // A corner farther aside lets the ninja slip off.
        let stands = |area: Rect| offset(area).y + HALF >= STANDING_RISE;
        let is_beside = |area: Rect| offset(area).y == 0.0 && offset(area).x != 0.0 && means >= Means::Climbing;
        // What is stood on decides the height, not the square.
        let from_top = |area: Rect| (JUMP_SPEED, center.y.min(area.max.y + BODY_RADIUS));
        let by_tile = |cell: IVec2| {
            let (tile, area) = (self.terrain.tile(cell), Rect { min: cell.as_vec2(), max: cell.as_vec2() + 1.0 });
            let is_wall = !matches!(tile, TileShape::OneWay | TileShape::Smooth);
            match holds(self.terrain, cell) && touches(area) {
                true if is_floor_slope(tile) => Some((JUMP_SPEED, center.y)),
                true if stands(area) && !hides_top(self.terrain, cell + IVec2::Y) => Some(from_top(area)),
                true if is_beside(area) && is_wall => Some((WALL_JUMP_SPEED_UP, center.y)),
                _ => None,
            }
        };
        // A door slides into walls, where nothing stands on it.
        let is_free = |area: Rect| {
            let above = center.clamp(area.min, area.max) + Vec2::Y * HALF;
            !hides_top(self.terrain, above.floor().as_ivec2())
        };
        let by_obstacle = |&area: &Rect| match touches(area) {
            true if stands(area) && is_free(area) => Some(from_top(area)),
            true if is_beside(area) => Some((WALL_JUMP_SPEED_UP, center.y)),
            _ => None,
        };
        let tiles = around(center.floor().as_ivec2()).filter_map(by_tile);
        let obstacles = self.obstacles.iter().filter_map(by_obstacle);
        let carriers = self.carriers.iter().filter(|&&area| touches(area)).map(|_| (JUMP_SPEED, center.y));
        let springs = self.springs.iter().filter(|spring| spring.distance(center) <= spring.reach);
        let starts = tiles.chain(obstacles).chain(carriers).chain(springs.map(|spring| (spring.speed, center.y)));
        // Semi-implicit Euler: a tick moves at the speed that it ends with, which costs half a tick of rise.
        let flight = |(speed, from): (f32, f32)| Bound::flight(from, speed, -speed * TICK / 2.0, 0.0);
        starts.map(flight).fold(Bound::NONE, Bound::max)
    }

    /// Whether the ninja could touch something to jump from: a floor or a wall, and not only a ceiling.
    pub fn touches(&self, center: Vec2) -> bool {
        // No higher than a wall is touched, wherever in the square the center is.
        let top = center.y + 2.0 * HALF;
        let is_touched = |cell: IVec2| {
            let (low, high) = (cell.as_vec2(), (cell.as_vec2() + 1.0).min(Vec2::new(f32::INFINITY, top)));
            let is_held = if self.terrain.tile(cell) == TileShape::Smooth {
                high.y < top && !hides_top(self.terrain, cell + IVec2::Y)
            } else {
                holds(self.terrain, cell)
            };
            is_held && low.y <= top && is_within_touch(Rect { min: low, max: high }, center)
        };
        around(center.floor().as_ivec2()).any(is_touched)
            || self.obstacles.iter().any(|area| is_within_touch(*area, center))
    }
}

/// Whether the ninja may touch an area from somewhere in the square around a center, in a high estimate.
fn is_within_touch(area: Rect, center: Vec2) -> bool {
    center.clamp(area.min, area.max).distance(center) <= BODY_RADIUS + WALL_REACH + 2.0 * HALF
}

/// Whether a tile may be stood on or clung to.
pub(super) fn holds(terrain: &Terrain, cell: IVec2) -> bool {
    terrain.tile(cell).stops_bodies() || terrain.tile(cell) == TileShape::OneWay
}

fn point(at: Vec2) -> Rect {
    Rect { min: at, max: at }
}

fn is_floor_slope(tile: TileShape) -> bool {
    use TileShape::*;
    matches!(tile, FloorRight | FloorLeft | FloorRightLow | FloorRightHigh | FloorLeftHigh | FloorLeftLow)
}

/// Whether a tile covers the whole top of the one below it.
fn hides_top(terrain: &Terrain, above: IVec2) -> bool {
    terrain.tile(above).stops_bodies() && !terrain.tile(above).is_slope()
}

/// The ceilings that are low enough to cut jumps short.
fn ceilings(terrain: &Terrain) -> TileTable<Option<i32>> {
    let mut ceilings = TileTable::new(terrain.size().as_ivec2());
    let is_solid = |cell: IVec2| terrain.tile(cell).stops_bodies() && !terrain.tile(cell).is_slope();
    for cell in ceilings.cells() {
        let covers = |&y: &i32| (-1..=1).all(|x| is_solid(IVec2::new(cell.x + x, y)));
        if let Some(ceiling) = ceilings.get_mut(cell).filter(|_| !is_solid(cell)) {
            *ceiling = (cell.y + 1..=cell.y + CEILING_ROWS).find(covers);
        }
    }
    ceilings
}

/// The tiles beside slopes, obstacles and the upper corners of walls and platforms: there a fall may become speed to a side.
fn turning_tiles(terrain: &Terrain, obstacles: &[Rect]) -> TileTable<bool> {
    let mut turning = TileTable::new(terrain.size().as_ivec2());
    let holds = |cell: IVec2| holds(terrain, cell);
    let is_corner = |cell: IVec2| {
        let ends = !holds(cell + IVec2::X) || !holds(cell - IVec2::X);
        holds(cell) && !holds(cell + IVec2::Y) && ends
    };
    let near = |area: &Rect, cell: IVec2| {
        let low = cell.as_vec2() - 1.0;
        area.min.cmple(low + 3.0).all() && area.max.cmpge(low).all()
    };
    for cell in turning.cells() {
        let row = |y| (-1..=1).map(move |x| cell + IVec2::new(x, y));
        let is_slope = |cell| terrain.tile(cell).is_slope();
        // A ninja on a corner has its center in the row above.
        let turns = row(-1).any(is_corner)
            || row(-1).chain(row(0)).any(is_slope)
            || obstacles.iter().any(|area| near(area, cell));
        if let Some(tile) = turning.get_mut(cell) {
            *tile = turns;
        }
    }
    turning
}

/// Whether an obstacle may carry or push the ninja to a side.
pub(super) fn moves_aside(obstacle: &Obstacle) -> bool {
    let is_as_wide = |fill: &Fill| fill.area.width() + 0.01 >= obstacle.bounds.width();
    obstacle.speed_max > 0.0 && !obstacle.fills.iter().any(is_as_wide)
}

/// Whether an obstacle, such as a door that slides up into a wall, never shows its upper side.
pub(super) fn is_hidden(level: &Level, obstacle: &Obstacle) -> bool {
    let Some(closed) = obstacle.fills.first().map(|fill| fill.area) else { return false };
    let is_solid = |x: i32| {
        let cell = IVec2::new(x, (closed.max.y + 0.05).floor() as i32);
        matches!(level.terrain.tile(cell), TileShape::Solid | TileShape::Mirror | TileShape::Glass)
    };
    let (low, high) = ((closed.min.x + 0.05).floor() as i32, (closed.max.x - 0.05).floor() as i32);
    !moves_aside(obstacle) && obstacle.bounds.min.y >= closed.min.y - 0.01 && (low..=high).all(is_solid)
}

/// Tiles that the ninja rises with a speed (tiles/s), with jump held.
fn rise(speed: f32) -> f32 {
    let apex = speed.min(APEX_SPEED);
    (speed * speed - apex * apex) / (2.0 * GRAVITY) + apex * apex / (2.0 * GRAVITY * APEX_GRAVITY)
}

fn ticks(count: u8) -> f32 {
    f32::from(count) * TICK
}
