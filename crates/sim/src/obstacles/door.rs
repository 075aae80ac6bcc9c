//! Doors: walls that slide away while their gate is open.

use bevy::prelude::*;

use crate::colliders::Colliders;
use crate::death::Weapon;
use crate::ninja::Ninja;
use crate::run::Run;
use crate::run::channels::Channels;
use crate::schedule::SimulationSystems;
use crate::state::actor::{ActorIndex, sim_state};
use crate::state::feature::FeatureAppExt;
use crate::tuning::{BODY_RADIUS, half_ticks};
use hairline_geometry::limit::Limit;
use hairline_geometry::shapes::polygon::Polygon;
use hairline_level::{DoorSettings, Gate, MoverSurface};

use super::spawn::ObstacleAppExt;
use super::{ObstacleIndex, Obstacles, Pose};

/// A crushing door as a cause of death.
const WEAPON: Weapon = Weapon { name: "a door", kind: Some("door"), presses: true };

/// A door began to open or to close.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct DoorMoved {
    /// Which door.
    pub source: ActorIndex,
    /// Its center while it is closed.
    pub position: Vec2,
    /// Whether it opens.
    pub opens: bool,
}

/// A wall that slides away; fixed during a run.
#[derive(Component, Clone, Debug)]
pub struct Door {
    settings: DoorSettings,
    /// Half ticks of hazard time from closed to open.
    half_ticks: u32,
}

/// The part of a door that changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
pub struct DoorState {
    /// How far it is open, `0..=1`.
    pub openness: f32,
}

sim_state!(DoorState, "door", openness);

impl Door {
    /// A door as a level describes it, and its state at the start: open if its gate is, by the channels at the start.
    pub fn new(settings: &DoorSettings, channels: &Channels) -> (Self, DoorState) {
        let openness = if channels.is_open(Some(settings.when), 0) { 1.0 } else { 0.0 };
        (Self { settings: *settings, half_ticks: half_ticks(settings.seconds).max(1) }, DoorState { openness })
    }

    /// Adds it to a level's obstacles, as open as it is at the start.
    pub fn add_to(&self, obstacles: &mut Obstacles, source: ActorIndex, state: DoorState) -> ObstacleIndex {
        let shape = Polygon::rectangle(self.size()).expect("a level's doors have an area");
        ObstacleIndex(obstacles.add(source, shape, MoverSurface::Plain, WEAPON, self.pose_at(state.openness)))
    }

    /// Its center while it is closed.
    pub fn position(&self) -> Vec2 {
        self.settings.position
    }

    /// How far its center goes until it is open, in tiles.
    pub fn slide(&self) -> Vec2 {
        self.settings.slide
    }

    /// When it opens.
    pub fn gate(&self) -> Gate {
        self.settings.when
    }

    /// Its width and height in tiles.
    pub fn size(&self) -> Vec2 {
        self.settings.size
    }

    /// Whether it crushes a ninja in its way; otherwise it waits.
    pub fn crushes(&self) -> bool {
        self.settings.crushes
    }

    /// Its pose when it is this far open, `0..=1`.
    pub(crate) fn pose_at(&self, openness: f32) -> Pose {
        Pose::at(self.settings.position + self.settings.slide * openness)
    }

    /// How far it is open at the end of this tick if nothing blocks it.
    fn openness_after(&self, state: DoorState, run: &Run) -> f32 {
        let step = run.hazard_step as f32 / self.half_ticks as f32;
        if run.channels.is_open(Some(self.settings.when), run.hazard_half_ticks) {
            (state.openness + step).at_most(1.0)
        } else {
            (state.openness - step).at_least(0.0)
        }
    }

    /// Whether its gate opened (`true`) or shut (`false`) since the previous tick; `None` if neither.
    fn gate_change(&self, run: &Run) -> Option<bool> {
        // Doors move before anything raises a channel in a tick, so they react a tick later.
        run.channels.gate_change(self.settings.when, run.hazard_half_ticks_before(), run.hazard_half_ticks)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<DoorMoved>()
        .register_state::<DoorState>()
        .register_obstacle(|settings: &DoorSettings, channels, obstacles, index| {
            let (door, state) = Door::new(settings, channels);
            (door.add_to(obstacles, index, state), (door, state))
        })
        .add_rule::<Door, _>(SimulationSystems::Doors, move_doors);
}

/// Opens and closes the doors. A door that does not crush waits while the ninja blocks it.
fn move_doors(
    mut doors: Populated<(&ActorIndex, &ObstacleIndex, &Door, &mut DoorState)>,
    run: Res<Run>,
    ninja: Res<Ninja>,
    mut colliders: ResMut<Colliders>,
    mut commands: Commands,
) {
    let obstacles = colliders.bypass_change_detection().obstacles_mut();
    for (&source, obstacle, door, mut state) in &mut doors {
        let before = door.pose_at(state.openness);
        let wanted = door.openness_after(*state, &run);
        if wanted != state.openness {
            if let Some(opens) = door.gate_change(&run) {
                commands.write_message(DoorMoved { source, position: door.position(), opens });
            }
            obstacles.set_poses(obstacle.0, before, before);
            let delta = door.pose_at(wanted).position - before.position;
            // In the door's frame the ninja comes at it by the opposite motion.
            let is_blocked = || {
                let shape = obstacles.shape(obstacle.0);
                run.is_running() && shape.sweep_circle(ninja.position, BODY_RADIUS, -delta).is_some()
            };
            if door.crushes() || !is_blocked() {
                state.openness = wanted;
            }
        }
        obstacles.set_poses(obstacle.0, before, door.pose_at(state.openness));
    }
}
