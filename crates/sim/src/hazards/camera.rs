//! Cameras: robots that watch a cone and raise a channel while they see the ninja.
//!
//! A camera scans with a fan of rays at intervals of hazard time; in between, the last result holds. It sees the cells
//! that its rays touch, blocking ones included, and the ninja if its cell is among them. The debug view draws exactly
//! these cells.

use bevy::prelude::*;

use crate::colliders::Colliders;
use crate::motion::aim::TickedAim;
use crate::motion::route::Route;
use crate::ninja::Ninja;
use crate::run::Run;
use crate::run::channels::{ChannelRaised, Channels};
use crate::schedule::SimulationSystems;
use crate::state::actor::{ActorIndex, SimState, sim_state};
use crate::state::feature::FeatureAppExt;
use crate::tuning::half_ticks;
use hairline_geometry::cells::crossed_cells;
use hairline_geometry::ray::RayDirection;
use hairline_geometry::ray::cone::Cone;
use hairline_geometry::terrain::Layer;
use hairline_level::limits::CAMERA_RAYS_MAX;
use hairline_level::stable_hash::{StableHash, StableHasher};
use hairline_level::{CameraSettings, Channel};

/// The part of a camera that is fixed during a run. Times in half ticks.
#[derive(Component, Clone, Debug)]
pub struct SecurityCamera {
    route: Route,
    aim: TickedAim,
    /// Unit direction at the start, and always if the aim is fixed.
    start: Vec2,
    /// The rays' directions for a camera that faces +x.
    fan: Vec<RayDirection>,
    range: f32,
    refresh: u32,
    /// What it raises.
    pub channel: Channel,
    alarm: u32,
}

/// The part of a camera that changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
pub struct CameraState {
    /// Its center.
    pub position: Vec2,
    /// Unit direction in which it faces.
    pub direction: Vec2,
    /// Its center at its last scan.
    pub last_scan_position: Vec2,
    /// Unit direction in which it faced at its last scan.
    pub last_scan_direction: Vec2,
    /// Hazard time (half ticks) of the next scan.
    pub next_scan: u32,
    /// Whether its last scan found the ninja.
    pub has_target: bool,
}

/// Where a camera's rays ended at its last scan, for the view. It is state because obstacles have moved since then.
#[derive(Component, Debug, Default, PartialEq, Reflect)]
pub struct Vision {
    /// Where its rays ended, counter-clockwise.
    pub ends: Vec<Vec2>,
}

impl Clone for Vision {
    fn clone(&self) -> Self {
        Self { ends: self.ends.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.ends.clone_from(&source.ends);
    }
}

impl Vision {
    /// The cells that the rays from a point touched, those that stopped them included; each once, ordered by row and column.
    pub fn cells(&self, from: Vec2) -> Vec<IVec2> {
        let mut cells: Vec<IVec2> = self.ends.iter().flat_map(|&end| touched_cells(from, end)).collect();
        cells.sort_by_key(|cell| (cell.y, cell.x));
        cells.dedup();
        cells
    }
}

/// How far beyond its end a ray is followed, in tiles, so that the cell that stopped it counts as touched.
const INTO_WALL: f32 = 1.0 / 1024.0;

fn touched_cells(from: Vec2, end: Vec2) -> impl Iterator<Item = IVec2> {
    crossed_cells(from, end + (end - from).normalize_or_zero() * INTO_WALL).into_iter().flatten()
}

impl SecurityCamera {
    /// A camera as a level describes it, and its state at the start.
    pub fn new(settings: &CameraSettings) -> (Self, CameraState, Vision) {
        let (aim, angle) = TickedAim::new(settings.aim);
        let rays = usize::from(settings.rays).min(CAMERA_RAYS_MAX);
        let fan = Cone { rays, ..Cone::new(Vec2::ZERO, 0.0, settings.fov) }.directions().unwrap_or_default();
        let camera = Self {
            route: Route::new(settings.position, settings.path.as_ref()),
            start: aim.first_direction(angle),
            aim,
            range: settings.range,
            refresh: half_ticks(settings.refresh).max(1),
            channel: settings.channel,
            alarm: half_ticks(settings.alarm).max(1),
            fan,
        };
        let mut state = CameraState::default();
        camera.turn(&mut state, &Channels::default(), 0);
        (state.last_scan_position, state.last_scan_direction) = (state.position, state.direction);
        let vision = Vision { ends: vec![state.position; camera.fan.len()] };
        (camera, state, vision)
    }

    /// Its patrol.
    pub fn route(&self) -> &Route {
        &self.route
    }

    /// How far it sees, in tiles.
    pub fn range(&self) -> f32 {
        self.range
    }

    /// Moves and turns it to a hazard time in half ticks.
    fn turn(&self, state: &mut CameraState, channels: &Channels, now: u32) {
        state.position = self.route.position_at(channels, now);
        state.direction = self.aim.direction_at(now).unwrap_or(self.start);
    }

    /// Casts every ray, and finds out whether one of them touches the target's cell.
    fn scan(&self, state: &mut CameraState, vision: &mut Vision, target: Vec2, colliders: &Colliders) {
        (state.last_scan_position, state.last_scan_direction) = (state.position, state.direction);
        let from = state.position;
        for (ray, end) in self.fan.iter().zip(&mut vision.ends) {
            let along = RayDirection::from_unit(state.direction.rotate(ray.get()));
            (*end, _) = colliders.ray_end(Layer::Light, from, along, self.range);
        }
        let cell = target.floor();
        let touches = |&end: &Vec2| {
            comes_near(from, end, cell) && touched_cells(from, end).any(|touched| touched == cell.as_ivec2())
        };
        state.has_target = vision.ends.iter().any(touches);
    }

    /// One tick: turns, scans when it is time to, and returns whether it sees the target.
    pub fn watch(
        &self,
        state: &mut CameraState,
        vision: &mut Vision,
        run: &Run,
        target: Vec2,
        colliders: &Colliders,
    ) -> bool {
        let now = run.hazard_half_ticks;
        self.turn(state, &run.channels, now);
        if now >= state.next_scan {
            state.next_scan = (now - now % self.refresh).saturating_add(self.refresh);
            self.scan(state, vision, target, colliders);
        }
        state.has_target
    }
}

/// Whether the box around a segment, padded for rounding, overlaps a cell, given by its lower left corner.
fn comes_near(a: Vec2, b: Vec2, cell: Vec2) -> bool {
    let slack = Vec2::splat(2.0 * INTO_WALL);
    (a.min(b) - slack).cmple(cell + 1.0).all() && (a.max(b) + slack).cmpge(cell).all()
}

impl SimState for Vision {
    const KEY: &'static str = "camera vision";

    fn hash_into(&self, hasher: &mut StableHasher) {
        let Self { ends } = self;
        ends.hash_into(hasher);
    }

    fn heap_bytes(&self) -> usize {
        size_of_val(self.ends.as_slice())
    }
}

sim_state!(CameraState, "camera", position, direction, last_scan_position, last_scan_direction, next_scan, has_target);

/// A camera raised its channel, which had been lowered.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct CameraAlarmed {
    /// Which camera.
    pub source: ActorIndex,
    /// Its center.
    pub position: Vec2,
    /// What it raised.
    pub channel: Channel,
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<CameraAlarmed>()
        .register_state::<CameraState>()
        .register_state::<Vision>()
        .register_actor(|settings: &CameraSettings| SecurityCamera::new(settings))
        .add_rule::<SecurityCamera, _>(SimulationSystems::Cameras, operate_cameras);
}

/// Turns every camera, scans where it is time to, and raises the channels of those that see the ninja. A dead ninja is
/// invisible.
fn operate_cameras(
    mut cameras: Populated<(&ActorIndex, &SecurityCamera, &mut CameraState, &mut Vision)>,
    mut run: ResMut<Run>,
    ninja: Res<Ninja>,
    colliders: Res<Colliders>,
    mut commands: Commands,
) {
    let now = run.hazard_half_ticks;
    for (&source, camera, mut state, mut vision) in &mut cameras {
        let sees = camera.watch(&mut state, &mut vision, &run, ninja.position, &colliders);
        let (channel, position) = (camera.channel, state.position);
        if sees && run.is_running() && run.channels.raise(channel, now, now.saturating_add(camera.alarm)) {
            commands.write_message(CameraAlarmed { source, position, channel });
            commands.write_message(ChannelRaised { channel, position });
        }
    }
}
