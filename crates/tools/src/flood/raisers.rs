//! What can raise a channel: keys, switches, cameras and sensors, and where the ninja must be for it.

use std::collections::VecDeque;

use bevy_math::{IVec2, Rect, Vec2};

use hairline_geometry::cells::crossed_cells;
use hairline_geometry::shapes::segment::distance_point_segment;
use hairline_geometry::tile::TileShape;
use hairline_level::{
    Aim, CameraSettings, Channel, Condition, KeySettings, LaserSettings, Level, MoverSettings, MoverSurface,
    SensorSettings, SwitchSettings,
};
use hairline_sim::colliders::Colliders;
use hairline_sim::hazards::camera::SecurityCamera;
use hairline_sim::hazards::laser::{BeamPhase, Laser};
use hairline_sim::hazards::reflection::Reflections;
use hairline_sim::hazards::sensor::Sensor;
use hairline_sim::tuning::{KEY_REACH, SWITCH_REACH};

/// Tiles by which a cell may reach out of a camera's range and still be touched by a ray.
const CELL_REACH: f32 = 1.5;

/// The words of the kinds that are known: those of [`Raiser::all`].
pub(super) const KNOWN_WORDS: [&str; 4] = ["Key", "Switch", "Camera", "Sensor"];

/// What raises a channel, by its index among its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RaiserKind {
    /// Taken once, for the rest of the run.
    Key(usize),
    /// Touched.
    Switch(usize),
    /// Sees the ninja.
    Camera(usize),
    /// Is lit by a beam.
    Sensor(usize),
}

/// What raises a channel, and where.
#[derive(Clone, Debug)]
pub(crate) struct Raiser {
    pub kind: RaiserKind,
    pub channel: Channel,
    /// Its center, at the start.
    pub position: Vec2,
    /// Where the ninja's center must be.
    pub(super) from: RaisedFrom,
}

/// What must hold to raise a channel: where the ninja's center is, or which laser is on.
#[derive(Clone, Debug)]
pub(super) enum RaisedFrom {
    /// Within so many tiles of the raiser's position.
    Around(f32),
    /// In one of these cells, and perhaps in none of them.
    Cells(Vec<IVec2>),
    /// Anywhere, while one of the lasers that may light the sensor is on: the condition of each, if it has one.
    Light(Vec<Option<Condition>>),
}

impl Raiser {
    /// Whether it is a camera whose rays could go through an area; perhaps also if they never do.
    pub fn may_look_through(&self, area: Rect) -> bool {
        let RaisedFrom::Cells(cells) = &self.from else { return false };
        cells.iter().any(|&cell| !area.intersect(Rect::from_corners(cell.as_vec2(), cell.as_vec2() + 1.0)).is_empty())
    }

    /// Whether it is a sensor that no beam of the level can ever touch, whatever is open and lit.
    pub fn is_dark(&self) -> bool {
        matches!(&self.from, RaisedFrom::Light(lasers) if lasers.is_empty())
    }

    /// All of a level: keys, switches, cameras, sensors.
    pub fn all(level: &Level) -> Vec<Self> {
        let keys = level.actors::<KeySettings>().iter().enumerate().map(|(index, key)| Self {
            kind: RaiserKind::Key(index),
            channel: key.channel,
            position: key.position,
            from: RaisedFrom::Around(KEY_REACH),
        });
        let switches = level.actors::<SwitchSettings>().iter().enumerate().map(|(index, switch)| Self {
            kind: RaiserKind::Switch(index),
            channel: switch.channel,
            position: switch.position,
            from: RaisedFrom::Around(SWITCH_REACH),
        });
        let cameras = level.actors::<CameraSettings>().iter().enumerate().map(|(index, camera)| Self {
            kind: RaiserKind::Camera(index),
            channel: camera.channel,
            position: camera.position,
            from: RaisedFrom::Cells(watched_cells(level, camera)),
        });
        let sensors = level.actors::<SensorSettings>().iter().enumerate().map(|(index, sensor)| Self {
            kind: RaiserKind::Sensor(index),
            channel: sensor.channel,
            position: sensor.position,
            from: RaisedFrom::Light(lasers_that_may_light(level, sensor)),
        });
        keys.chain(switches).chain(cameras).chain(sensors).collect()
    }
}

/// When each of the lasers is on whose beams could ever touch a sensor; perhaps some more.
fn lasers_that_may_light(level: &Level, sensor: &SensorSettings) -> Vec<Option<Condition>> {
    let sensor = Sensor(*sensor);
    let lasers = level.actors::<LaserSettings>().iter().filter(|laser| may_light(level, laser, &sensor));
    lasers.map(|laser| laser.when.map(|when| when.condition(&level.conditions))).collect()
}

/// Whether a laser's beams could ever touch a sensor. Those of one that neither moves nor turns are followed; obstacles only
/// stop them, but for mirrors that are obstacles.
fn may_light(level: &Level, laser: &LaserSettings, sensor: &Sensor) -> bool {
    let mirrors_move =
        level.actors::<MoverSettings>().iter().any(|mover| mover.surface == MoverSurface::Mirror) && laser.bounces > 0;
    if !matches!(laser.aim, Aim::Fixed { .. }) || laser.path.is_some() || mirrors_move {
        return true;
    }
    let (robot, state) = Laser::new(laser, &level.terrain, false);
    let mut reflections = Reflections::with_capacity(usize::from(laser.beams), laser.bounces);
    let beams = robot.cast(&state, BeamPhase::Lit, &Colliders::new(level.terrain.clone()), Some(&mut reflections));
    beams.iter(state.position).chain(reflections.iter()).any(|beam| sensor.is_touched_by(&beam))
}

/// The cells that a camera could ever touch with a ray; perhaps some more. Exactly those for a camera that neither moves nor
/// turns; otherwise all that light could get to from its path.
fn watched_cells(level: &Level, camera: &CameraSettings) -> Vec<IVec2> {
    if let (Aim::Fixed { .. }, None) = (camera.aim, &camera.path) {
        let (robot, mut state, mut vision) = SecurityCamera::new(camera);
        robot.watch(&mut state, &mut vision, 0, Vec2::splat(-10.0), &Colliders::new(level.terrain.clone()));
        return vision.cells(camera.position);
    }
    let legs: Vec<[Vec2; 2]> = match &camera.path {
        None => vec![[camera.position; 2]],
        Some(path) => {
            let closing = path.closed.then(|| [path.points[path.points.len() - 1], path.points[0]]);
            path.points.windows(2).map(|leg| [leg[0], leg[1]]).chain(closing).collect()
        }
    };
    let (terrain, range) = (&*level.terrain, camera.range + CELL_REACH);
    let passes = |cell: IVec2| {
        let tile = terrain.tile(cell);
        terrain.contains_cell(cell) && !matches!(tile, TileShape::Solid | TileShape::Mirror | TileShape::Curtain)
    };
    let is_near = |cell: IVec2| {
        let center = cell.as_vec2() + 0.5;
        legs.iter().any(|&[from, to]| distance_point_segment(center, from, to) <= range)
    };
    let starts = legs.iter().filter_map(|&[from, to]| crossed_cells(from, to).ok()).flatten();
    let mut queue: VecDeque<IVec2> = starts.filter(|&cell| passes(cell)).collect();
    let mut seen = vec![false; (terrain.size().x * terrain.size().y) as usize];
    let mut cells = vec![];
    while let Some(cell) = queue.pop_front() {
        let index = (cell.y * terrain.size().x as i32 + cell.x) as usize;
        if std::mem::replace(&mut seen[index], true) {
            continue;
        }
        cells.push(cell);
        let around = (-1..=1).flat_map(|y| (-1..=1).map(move |x| cell + IVec2::new(x, y)));
        queue.extend(around.filter(|&next| passes(next) && is_near(next)));
    }
    cells
}
