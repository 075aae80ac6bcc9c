//! Movers: solid shapes that stay, follow a path or turn. Their poses are functions of hazard time alone.

use bevy::prelude::*;

use crate::colliders::Colliders;
use crate::death::Weapon;
use crate::motion::aim::TickedAim;
use crate::motion::route::Route;
use crate::run::Run;
use crate::run::channels::Channels;
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
        let pose = self.pose_at(&Channels::default(), 0);
        ObstacleIndex(obstacles.add(source, self.shape.clone(), self.surface, WEAPON, pose))
    }

    /// What its surface does.
    pub fn surface(&self) -> MoverSurface {
        self.surface
    }

    /// Its path.
    pub fn route(&self) -> &Route {
        &self.route
    }

    /// Its pose at a hazard time in half ticks: now, or at the end of the tick before.
    fn pose_at(&self, channels: &Channels, hazard_half_ticks: u32) -> Pose {
        let position = self.route.position_at(channels, hazard_half_ticks);
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

/// Sets the pose of every mover, and whether it throws. The pose of the previous tick is computed rather than remembered: a run that was just
/// restored has no previous tick.
fn pose_movers(movers: Populated<(&ObstacleIndex, &Mover)>, run: Res<Run>, mut colliders: ResMut<Colliders>) {
    let (channels, before, now) = (&run.channels, run.hazard_half_ticks_before(), run.hazard_half_ticks);
    let obstacles = colliders.bypass_change_detection().obstacles_mut();
    for (obstacle, mover) in &movers {
        obstacles.set_poses(obstacle.0, mover.pose_at(channels, before), mover.pose_at(channels, now));
        if let Some(gate) = mover.surface.gate() {
            let is_open = channels.is_open(Some(gate), now);
            obstacles.set_surface(obstacle.0, if is_open { mover.surface } else { MoverSurface::Plain });
        }
    }
}
