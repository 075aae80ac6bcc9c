//! Cameras: robots that watch a cone and raise a channel while they see the ninja.
//!
//! A camera looks every so many half ticks of hazard time, by a fan of rays, and what it saw stays true until it looks
//! again. It sees the cells that its rays touch, those that block them included, and the ninja when his cell is among
//! them: what is drawn lit is what is seen.

use bevy::prelude::*;

use crate::geometry::cells::crossed_cells;
use crate::geometry::ray::RayDirection;
use crate::geometry::ray::cone::Cone;
use crate::level::limits::CAMERA_RAYS_MAX;
use crate::level::{CameraSettings, Channel};
use crate::stable_hash::StableHasher;

use crate::sim::facts::Fact;
use crate::sim::motion::aim::TickedAim;
use crate::sim::motion::patrol::Patrol;
use crate::sim::ninja::Ninja;
use crate::sim::obstacles::Surroundings;
use crate::sim::run::Run;
use crate::sim::state::actor::{ActorIndex, ActorState};
use crate::sim::triggers::channel::Channels;
use crate::sim::tuning::half_ticks;

/// What a camera is: nothing here changes during a run. Times in half ticks.
#[derive(Component, Clone, Debug)]
pub struct SecurityCamera {
    position: Vec2,
    patrol: Option<Patrol>,
    aim: TickedAim,
    start: Vec2,
    /// Its rays' directions for one that faces +x.
    fan: Vec<RayDirection>,
    range: f32,
    refresh: u32,
    /// What it raises.
    pub channel: Channel,
    alarm: u32,
}

/// What of a camera changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct CameraState {
    /// Its center.
    pub position: Vec2,
    /// Unit direction in which it faces.
    pub direction: Vec2,
    /// Where it stood when it last looked.
    pub looked_from: Vec2,
    /// Unit direction in which it faced when it last looked.
    pub looked_along: Vec2,
    /// Hazard time (half ticks) of the next look.
    pub looks_at: u32,
    /// Whether it saw the ninja when it last looked.
    pub sees: bool,
}

/// How far a camera's rays went when it last looked, for the picture. It is kept in snapshots, since it follows from what
/// stood in the cone at that time, but not hashed: what counts of it is in [`CameraState::sees`].
#[derive(Component, Debug, Default, PartialEq)]
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
    /// The cells that the rays from a point touched, those that stopped them included; each once, by row and column.
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
    // A camera stands within the map's reach, and so does what it sees.
    crossed_cells(from, end + (end - from).normalize_or_zero() * INTO_WALL).into_iter().flatten()
}

impl SecurityCamera {
    /// A camera as a level describes it, and its state at the start.
    pub fn new(settings: &CameraSettings) -> (Self, CameraState, Vision) {
        let (aim, angle) = TickedAim::new(settings.aim);
        let rays = usize::from(settings.rays).min(CAMERA_RAYS_MAX);
        let fan = Cone { rays, ..Cone::new(Vec2::ZERO, 0.0, settings.fov) }.directions().unwrap_or_default();
        let camera = Self {
            position: settings.position,
            patrol: settings.path.as_ref().map(Patrol::new),
            aim,
            start: RayDirection::at_angle(angle).get(),
            range: settings.range,
            refresh: half_ticks(settings.refresh).max(1),
            channel: settings.channel,
            alarm: half_ticks(settings.alarm).max(1),
            fan,
        };
        let mut state = CameraState::default();
        camera.turn(&mut state, 0);
        (state.looked_from, state.looked_along) = (state.position, state.direction);
        let vision = Vision { ends: vec![state.position; camera.fan.len()] };
        (camera, state, vision)
    }

    /// The points of its patrol, a closing leg included; nothing for one that stays where it is.
    pub fn path(&self) -> Option<&[Vec2]> {
        self.patrol.as_ref().map(Patrol::points)
    }

    /// How far it sees, in tiles.
    pub fn range(&self) -> f32 {
        self.range
    }

    /// Moves and turns it to a hazard time in half ticks.
    fn turn(&self, state: &mut CameraState, now: u32) {
        state.position = self.patrol.as_ref().map_or(self.position, |patrol| patrol.position(now));
        state.direction = self.aim.direction_at(now).unwrap_or(self.start);
    }

    /// Looks along every ray, and says whether one of them touches the target's cell.
    fn look(&self, state: &mut CameraState, vision: &mut Vision, target: Vec2, around: &Surroundings) {
        (state.looked_from, state.looked_along) = (state.position, state.direction);
        let cell = target.floor();
        let from = state.position;
        let mut seen = Rect { min: from, max: from };
        let along = |ray: &RayDirection| RayDirection::from_unit(state.direction.rotate(ray.get()));
        for (ray, end) in self.fan.iter().zip(&mut vision.ends) {
            (*end, _) = around.terrain.light_end(from, along(ray), self.range);
            seen = Rect { min: seen.min.min(*end), max: seen.max.max(*end) };
        }
        // Mostly no obstacle stands in the cone: that is found out once and not for each ray.
        if around.obstacles.near(seen) != 0 {
            for (ray, end) in self.fan.iter().zip(&mut vision.ends) {
                (*end, _) = around.light_end_before((*end, true), from, along(ray), self.range);
            }
        }
        let touches = |&end: &Vec2| {
            comes_near(from, end, cell) && touched_cells(from, end).any(|touched| touched == cell.as_ivec2())
        };
        state.sees = vision.ends.iter().any(touches);
    }

    /// One tick: turns, looks when it is time to, and says whether it sees the target.
    pub fn watch(
        &self,
        state: &mut CameraState,
        vision: &mut Vision,
        now: u32,
        target: Vec2,
        around: &Surroundings,
    ) -> bool {
        self.turn(state, now);
        if now >= state.looks_at {
            state.looks_at = (now - now % self.refresh).saturating_add(self.refresh);
            self.look(state, vision, target, around);
        }
        state.sees
    }
}

/// Whether the box around a segment comes within a hair of a cell, given by its lower left corner.
fn comes_near(a: Vec2, b: Vec2, cell: Vec2) -> bool {
    let slack = Vec2::splat(2.0 * INTO_WALL);
    (a.min(b) - slack).cmple(cell + 1.0).all() && (a.max(b) + slack).cmpge(cell).all()
}

impl ActorState for Vision {
    fn hash_into(&self, _: &mut StableHasher) {}
}

impl ActorState for CameraState {
    fn hash_into(&self, hasher: &mut StableHasher) {
        for vector in [self.position, self.direction, self.looked_from, self.looked_along] {
            hasher.write_vec2(vector);
        }
        hasher.write_u32(self.looks_at);
        hasher.write_bool(self.sees);
    }
}

/// The cameras of a level.
pub type SecurityCameras<'w, 's> =
    Query<'w, 's, (&'static ActorIndex, &'static SecurityCamera, &'static mut CameraState, &'static mut Vision)>;

/// Turns every camera, looks where it is time to, and raises the channels of those that see the ninja. A dead ninja is
/// not seen any more.
pub fn operate_cameras(
    run: &Run,
    channels: &mut Channels,
    around: &Surroundings,
    ninja: &Ninja,
    cameras: &mut SecurityCameras,
    facts: &mut MessageWriter<Fact>,
) {
    let now = run.hazard_half_ticks;
    for (_, camera, mut state, mut vision) in cameras {
        let sees = camera.watch(&mut state, &mut vision, now, ninja.position, around);
        if sees && run.is_running() && channels.raise(camera.channel, now, now.saturating_add(camera.alarm)) {
            facts.write(Fact::ChannelRaised { channel: camera.channel, by: state.position });
        }
    }
}
