//! What keeps the ninja's center out of a square for certain: walls, bodies that never move, shut doors, beams that are always
//! lit, spikes.

use bevy_math::{IVec2, Rect, Vec2};

use hairline_geometry::cells::crossed_cells;
use hairline_geometry::ray::RayDirection;
use hairline_geometry::shapes::segment::distance_point_segment;
use hairline_geometry::terrain::{Layer, Terrain};
use hairline_level::{
    Aim, Channel, Condition, CrumbleSettings, DoorSettings, LaserSettings, Level, MoverSettings, MoverSurface,
    SpringSettings,
};
use hairline_sim::hazards::spikes::spike_boxes;
use hairline_sim::tuning::{BODY_RADIUS, HURT_RADIUS, TICKS_PER_SECOND, half_ticks};

use super::grid::{HALF, TileTable, is_outermost};

/// Tiles by which radii are taken smaller than they are, against rounding.
const SLACK: f32 = 1.0e-3;
/// How often a square is halved before it counts as open: squares of 1/64 tile.
const HALVINGS: u32 = 3;

/// Something that bars the way besides walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BarKind {
    /// A mover that never moves, by its index; it stops all bodies.
    Mover(usize),
    /// What a door takes up however far it is open, by its index.
    OpenDoor(usize),
    /// A door, by its index: no body passes.
    Door(usize),
    /// A laser, by its index: its beam kills.
    Beam(usize),
    /// Spikes: they kill.
    Spikes,
}

/// A bar, and what takes it away.
#[derive(Clone, Debug)]
pub(super) struct Bar {
    pub kind: BarKind,
    /// When it is not there; never if none.
    pub opens: Option<Condition>,
    shape: BarShape,
    /// The ninja's center is no nearer to the shape than this.
    distance: f32,
}

#[derive(Clone, Copy, Debug)]
enum BarShape {
    Box(Rect),
    Segment(Vec2, Vec2),
}

impl Bar {
    /// Whether it may be away at some time, given which channels may be raised and which may be lowered.
    pub fn may_open(&self, may_raise: &impl Fn(Channel) -> bool, may_lower: &impl Fn(Channel) -> bool) -> bool {
        self.opens.as_ref().is_some_and(|opens| opens.may_hold(may_raise, may_lower))
    }

    fn distance(&self, point: Vec2) -> f32 {
        match self.shape {
            BarShape::Box(Rect { min, max }) => point.clamp(min, max).distance(point),
            BarShape::Segment(a, b) => distance_point_segment(point, a, b),
        }
    }

    /// The cells within its distance, and some around them; some of them more than once.
    fn cells(&self) -> Vec<IVec2> {
        let cells_in =
            |min: IVec2, max: IVec2| (min.y..=max.y).flat_map(move |y| (min.x..=max.x).map(move |x| IVec2::new(x, y)));
        match self.shape {
            BarShape::Box(Rect { min, max }) => {
                let (min, max) = (min - self.distance, max + self.distance);
                cells_in(min.floor().as_ivec2(), max.floor().as_ivec2()).collect()
            }
            BarShape::Segment(a, b) => {
                let crossed = crossed_cells(a, b).into_iter().flatten();
                crossed.flat_map(|cell| cells_in(cell - 1, cell + 1)).collect()
            }
        }
    }
}

/// The walls and bars of a level, sorted by tiles.
pub(super) struct Bars<'l> {
    terrain: &'l Terrain,
    bars: Vec<Bar>,
    /// The bars near each tile.
    near: TileTable<Vec<u16>>,
    /// The tiles that are open and have only open ones around them, without bars.
    open: TileTable<bool>,
}

impl<'l> Bars<'l> {
    pub fn new(level: &'l Level) -> Self {
        let terrain = &*level.terrain;
        let size = terrain.size().as_ivec2();
        let bars: Vec<Bar> = bodies(level).chain(doors(level)).chain(beams(level)).chain(spikes(terrain)).collect();
        let mut near = TileTable::<Vec<u16>>::new(size);
        for (index, bar) in bars.iter().enumerate().take(usize::from(u16::MAX)) {
            for cell in bar.cells() {
                if let Some(near) = near.get_mut(cell).filter(|near| near.last() != Some(&(index as u16))) {
                    near.push(index as u16);
                }
            }
        }
        let mut open = TileTable::new(size);
        for cell in near.cells() {
            let mut around = (-1..=1).flat_map(|y| (-1..=1).map(move |x| cell + IVec2::new(x, y)));
            let is_open =
                around.all(|cell| !terrain.tile(cell).stops_bodies()) && near.get(cell).is_some_and(Vec::is_empty);
            if let Some(open) = open.get_mut(cell) {
                *open = is_open;
            }
        }
        Self { terrain, bars, near, open }
    }

    /// All bars.
    pub fn all(&self) -> impl Iterator<Item = &Bar> + '_ {
        self.bars.iter()
    }

    /// The doors among the bars.
    pub fn doors(&self) -> impl Iterator<Item = (usize, &Bar)> + '_ {
        self.bars.iter().filter_map(|bar| match bar.kind {
            BarKind::Door(door) => Some((door, bar)),
            _ => None,
        })
    }

    /// Whether the ninja's center can be at no point of a square, given which bars count. The outermost squares stand for all
    /// that lies beyond them, where a bar can be flown around.
    pub fn close(&self, center: Vec2, counts: &impl Fn(&Bar) -> bool) -> bool {
        if is_outermost(center, self.terrain.size().as_vec2()) {
            return false;
        }
        if self.open.get(center.floor().as_ivec2()).is_some_and(|open| *open) {
            return false;
        }
        self.close_square(center, HALF, HALVINGS, counts)
    }

    fn close_square(&self, center: Vec2, half: f32, halvings: u32, counts: &impl Fn(&Bar) -> bool) -> bool {
        if !self.keep_out(center, 0.0, counts) {
            return false;
        }
        if self.keep_out(center, half * std::f32::consts::SQRT_2, counts) {
            return true;
        }
        let quarter = half / 2.0;
        let corners = [Vec2::new(-1.0, -1.0), Vec2::new(1.0, -1.0), Vec2::new(-1.0, 1.0), Vec2::ONE];
        halvings > 0
            && corners.iter().all(|&corner| self.close_square(center + corner * quarter, quarter, halvings - 1, counts))
    }

    /// Whether one wall or bar keeps the ninja's center away from every point within `around` tiles.
    fn keep_out(&self, point: Vec2, around: f32, counts: &impl Fn(&Bar) -> bool) -> bool {
        let body = BODY_RADIUS - SLACK - around;
        if body > 0.0 && self.terrain.depth(point, body) > 0.0 {
            return true;
        }
        let near = self.near.get(point.floor().as_ivec2()).into_iter().flatten();
        let mut near = near.map(|&index| &self.bars[usize::from(index)]).filter(|bar| counts(bar));
        near.any(|bar| bar.distance(point) < bar.distance - SLACK - around)
    }
}

/// The movers that never move, as far as they are upright boxes, and what doors take up even while they are open.
fn bodies(level: &Level) -> impl Iterator<Item = Bar> + '_ {
    let bar = |kind, area| Bar { kind, opens: None, shape: BarShape::Box(area), distance: BODY_RADIUS };
    let movers = level.actors::<MoverSettings>().iter().enumerate();
    let movers = movers.filter_map(move |(index, mover)| Some(bar(BarKind::Mover(index), still_box(mover)?)));
    let doors = level.actors::<DoorSettings>().iter().enumerate().filter_map(move |(index, door)| {
        let shut = Rect::from_center_size(door.position, door.size);
        let open = Rect::from_center_size(door.position + door.slide, door.size);
        let always = shut.intersect(open);
        (!always.is_empty()).then(|| bar(BarKind::OpenDoor(index), always))
    });
    movers.chain(doors)
}

/// The box that a mover fills for ever; `None` if it moves or turns, or is no upright box.
fn still_box(mover: &MoverSettings) -> Option<Rect> {
    let is_still = mover.path.is_none() && matches!(mover.turn, Aim::Fixed { angle } if angle == 0.0);
    let corners = mover.shape.corners();
    let (min, max) = (corners.iter().copied().reduce(Vec2::min)?, corners.iter().copied().reduce(Vec2::max)?);
    let is_corner = |at: &Vec2| (at.x == min.x || at.x == max.x) && (at.y == min.y || at.y == max.y);
    let is_box = corners.len() == 4 && corners.iter().all(is_corner);
    (is_still && is_box).then(|| Rect { min: mover.position + min, max: mover.position + max })
}

/// The doors while they are shut.
fn doors(level: &Level) -> impl Iterator<Item = Bar> + '_ {
    level.actors::<DoorSettings>().iter().enumerate().map(|(index, door)| {
        let opens = Some(door.when.condition(&level.conditions));
        let shape = BarShape::Box(Rect::from_center_size(door.position, door.size));
        Bar { kind: BarKind::Door(index), opens, shape, distance: BODY_RADIUS }
    })
}

/// The beams that are lit from the start until a channel is raised or for ever, as far as no obstacle can stop them. Where
/// the ninja may be thrown so fast that it jumps over a beam between two ticks, none counts.
fn beams(level: &Level) -> impl Iterator<Item = Bar> + '_ {
    let obstacles = obstacle_bounds(level);
    // Across two throws at right angles.
    let fastest = 2.0 * HURT_RADIUS * TICKS_PER_SECOND as f32 / std::f32::consts::SQRT_2 - 10.0;
    let is_slow = throw_speeds(level).all(|speed| speed < fastest);
    level.actors::<LaserSettings>().iter().enumerate().filter(move |_| is_slow).flat_map(move |(index, laser)| {
        let opens = laser.when.map(|when| when.condition(&level.conditions).negated());
        let beams = match laser.aim {
            Aim::Fixed { angle } if is_always_lit(laser) && laser.path.is_none() => (0..laser.beams)
                .map(|beam| angle + std::f32::consts::TAU * f32::from(beam) / f32::from(laser.beams))
                .collect(),
            _ => vec![],
        };
        let obstacles = obstacles.clone();
        beams.into_iter().map(move |angle| {
            let direction = RayDirection::at_angle(angle);
            let reach = laser.reach.unwrap_or(f32::INFINITY);
            let end = level.terrain.cast_ray(Layer::Light, laser.position, direction, reach).end;
            let end = until_first(laser.position, end, &obstacles);
            let shape = BarShape::Segment(laser.position, end);
            Bar { kind: BarKind::Beam(index), opens: opens.clone(), shape, distance: HURT_RADIUS }
        })
    })
}

/// Whether a laser's beams are lit whenever it is on.
fn is_always_lit(laser: &LaserSettings) -> bool {
    let is_never_off = |[charge, on, off]: [u32; 3]| charge == 0 && off == 0 && on > 0;
    laser.cycle.is_none_or(|cycle| is_never_off([cycle.charge, cycle.on, cycle.off].map(half_ticks)))
}

fn spikes(terrain: &Terrain) -> impl Iterator<Item = Bar> + '_ {
    spike_boxes(terrain).map(|spikes| Bar {
        kind: BarKind::Spikes,
        opens: None,
        shape: BarShape::Box(spikes.area),
        distance: HURT_RADIUS,
    })
}

/// The speeds at which springs and bumpers throw the ninja, in tiles a second.
pub(super) fn throw_speeds(level: &Level) -> impl Iterator<Item = f32> + '_ {
    let springs = level.actors::<SpringSettings>().iter().map(|spring| spring.strength);
    let bumpers = level.actors::<MoverSettings>().iter().filter_map(|mover| match mover.surface {
        MoverSurface::Bumper { strength } => Some(strength + speed(mover)),
        _ => None,
    });
    springs.chain(bumpers)
}

/// The fastest that any point of a mover moves, in tiles a second.
pub(super) fn speed(mover: &MoverSettings) -> f32 {
    let turn = match mover.turn {
        Aim::Fixed { .. } | Aim::Track { .. } => 0.0,
        Aim::Sweep { from, to, period, .. } => 3.0 * (to - from).abs() / period,
        Aim::Spin { period, .. } => std::f32::consts::TAU / period,
    };
    turn * radius(mover) + mover.path.as_ref().map_or(0.0, |path| path.speed)
}

fn radius(mover: &MoverSettings) -> f32 {
    mover.shape.corners().iter().map(|corner| corner.length()).fold(0.0, f32::max)
}

/// The number of a door in [`obstacle_bounds`].
pub(super) fn obstacle_of_door(level: &Level, door: usize) -> usize {
    level.actors::<MoverSettings>().len() + door
}

/// A box around all that each obstacle ever takes up: movers, doors, crumbles.
pub(super) fn obstacle_bounds(level: &Level) -> Vec<Rect> {
    let around = |points: &[Vec2], half: Vec2| {
        let min = points.iter().copied().reduce(Vec2::min).unwrap_or_default();
        let max = points.iter().copied().reduce(Vec2::max).unwrap_or_default();
        Rect { min: min - half, max: max + half }
    };
    let movers = level.actors::<MoverSettings>().iter().map(|mover| {
        let points = mover.path.as_ref().map_or(vec![mover.position], |path| path.points.clone());
        around(&points, Vec2::splat(radius(mover)))
    });
    let doors = level.actors::<DoorSettings>().iter();
    let doors = doors.map(|door| around(&[door.position, door.position + door.slide], door.size / 2.0));
    let crumbles = level.actors::<CrumbleSettings>().iter();
    let crumbles = crumbles.map(|crumble| around(&[crumble.position], crumble.size / 2.0));
    movers.chain(doors).chain(crumbles).collect()
}

/// The end of a segment, or where it first enters one of some boxes.
fn until_first(start: Vec2, end: Vec2, boxes: &[Rect]) -> Vec2 {
    let along = end - start;
    let enters = |area: &Rect| {
        let (mut from, mut to) = (0.0_f32, 1.0_f32);
        for axis in 0..2 {
            let (low, high) = (area.min[axis] - start[axis], area.max[axis] - start[axis]);
            if along[axis].abs() < f32::EPSILON {
                if low > 0.0 || high < 0.0 {
                    return 1.0;
                }
            } else {
                let (a, b) = (low / along[axis], high / along[axis]);
                (from, to) = (from.max(a.min(b)), to.min(a.max(b)));
            }
        }
        if from <= to { from } else { 1.0 }
    };
    start + along * boxes.iter().map(enters).fold(1.0, f32::min)
}
