//! Movers: solid shapes that stay, follow a path or turn. Their poses are functions of hazard time alone.

use bevy::prelude::*;

use crate::colliders::Colliders;
use crate::death::Weapon;
use crate::motion::aim::TickedAim;
use crate::motion::route::Route;
use crate::run::Run;
use crate::schedule::SimulationSystems;
use crate::state::actor::ActorIndex;
use crate::state::feature::FeatureAppExt;
use hairline_geometry::shapes::polygon::Polygon;
use hairline_level::{MoverSettings, MoverSurface};

use super::spawn::ObstacleAppExt;
use super::{ObstacleIndex, Obstacles, Pose};

/// A crushing mover as a cause of death.
const WEAPON: Weapon = Weapon { name: "a mover", kind: Some("mover"), presses: true };

/// The part of a mover that is fixed during a run.
#[derive(Component, Clone, Debug)]
pub struct Mover {
    shape: Polygon,
    surface: MoverSurface,
    route: Route,
    /// The rotation at the start, and always if the turn is fixed.
    rotation: Rot2,
    turn: TickedAim,
}

impl Mover {
    /// A mover as a level describes it.
    pub fn new(settings: &MoverSettings) -> Self {
        let (turn, angle) = TickedAim::new(settings.turn);
        Self {
            shape: settings.shape.clone(),
            surface: settings.surface,
            route: Route::new(settings.position, settings.path.as_ref()),
            rotation: Rot2::radians(angle),
            turn,
        }
    }

    /// Adds it to a level's obstacles, at its start.
    pub fn add_to(&self, obstacles: &mut Obstacles, source: ActorIndex) -> ObstacleIndex {
        ObstacleIndex(obstacles.add(source, self.shape.clone(), self.surface, WEAPON, self.pose_at(0)))
    }

    /// What its surface does.
    pub fn surface(&self) -> MoverSurface {
        self.surface
    }

    /// The points of its path, a closing leg included; `None` if it stays where it is.
    pub fn path(&self) -> Option<&[Vec2]> {
        self.route.points()
    }

    /// Its pose at a hazard time in half ticks.
    pub(crate) fn pose_at(&self, hazard_half_ticks: u32) -> Pose {
        let position = self.route.position_at(hazard_half_ticks);
        let rotation = self.turn.angle_at(hazard_half_ticks).map_or(self.rotation, Rot2::radians);
        Pose { position, rotation }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.register_obstacle(|settings: &MoverSettings, _, obstacles, index| {
        let mover = Mover::new(settings);
        (mover.add_to(obstacles, index), mover)
    })
    .add_rule::<Mover, _>(SimulationSystems::Movers, pose_movers);
}

/// Sets the pose of every mover. The pose of the previous tick is computed rather than remembered: a run that was just
/// restored has no previous tick.
fn pose_movers(movers: Populated<(&ObstacleIndex, &Mover)>, run: Res<Run>, mut colliders: ResMut<Colliders>) {
    let (before, now) = (run.hazard_half_ticks_before(), run.hazard_half_ticks);
    let obstacles = colliders.bypass_change_detection().obstacles_mut();
    for (obstacle, mover) in &movers {
        obstacles.set_poses(obstacle.0, mover.pose_at(before), mover.pose_at(now));
    }
}
