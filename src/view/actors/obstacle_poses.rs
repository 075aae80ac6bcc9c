//! Poses of obstacles, interpolated between two ticks.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use hairline_sim::colliders::Colliders;
use hairline_sim::obstacles::{ObstacleIndex, Pose};

use crate::view::frame::interpolation::Interpolation;
use crate::view::frame::schedule::PaintSystems;

/// The pose of each obstacle before the last tick. `Obstacles::previous_pose` does not serve: while no tick is played it
/// stays a tick behind the pose, and obstacles would jitter.
#[derive(Resource, Debug, Default)]
struct PreviousPoses(Vec<Pose>);

/// The obstacles at the moment that this frame shows.
#[derive(SystemParam)]
pub struct DrawnObstacles<'w> {
    colliders: Option<Res<'w, Colliders>>,
    before: Res<'w, PreviousPoses>,
    interpolation: Res<'w, Interpolation>,
}

impl DrawnObstacles<'_> {
    /// The position and the rotation (radians) of an obstacle, interpolated; none without a level.
    pub fn pose(&self, index: ObstacleIndex) -> Option<(Vec2, f32)> {
        let now = self.colliders.as_ref()?.obstacles().pose(index.0);
        let before = self.before.0.get(index.0);
        let position = self.interpolation.point(before.map(|pose| pose.position), now.position);
        let angle = self.interpolation.angle(before.map(|pose| pose.rotation.as_radians()), now.rotation.as_radians());
        Some((position, angle))
    }
}

/// Remembers the poses before each tick.
pub fn plugin(app: &mut App) {
    app.init_resource::<PreviousPoses>()
        .add_systems(FixedPreUpdate, remember_poses.run_if(resource_exists::<Colliders>))
        .add_systems(Update, forget_poses.in_set(PaintSystems::BuildLevel));
}

fn remember_poses(mut previous: ResMut<PreviousPoses>, colliders: Res<Colliders>) {
    let obstacles = colliders.obstacles();
    previous.0.clear();
    previous.0.extend((0..obstacles.len()).map(|index| obstacles.pose(index)));
}

fn forget_poses(mut previous: ResMut<PreviousPoses>) {
    previous.0.clear();
}
