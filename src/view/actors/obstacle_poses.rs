//! Poses of obstacles (movers and doors), interpolated between two ticks.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::level::MoverSurface;
use crate::sim::obstacles::Obstacles;
use crate::sim::state::spawn::LevelTerrain;

use crate::view::interpolation::Interpolation;
use crate::view::schedule::PaintSystems;

/// The position and the rotation (radians) of each obstacle before the last tick.
#[derive(Resource, Debug, Default)]
struct PreviousPoses(Vec<(Vec2, f32)>);

/// The obstacles at the moment that this frame shows.
#[derive(SystemParam)]
pub struct DrawnObstacles<'w> {
    obstacles: Option<Res<'w, Obstacles>>,
    before: Res<'w, PreviousPoses>,
    interpolation: Res<'w, Interpolation>,
}

impl DrawnObstacles<'_> {
    /// All obstacles in the last tick: the movers, then the doors.
    pub fn get(&self) -> Option<&Obstacles> {
        self.obstacles.as_deref()
    }

    /// The surface of the obstacle at a place among them.
    pub fn surface(&self, place: usize) -> Option<MoverSurface> {
        let obstacles = self.get().filter(|obstacles| place < obstacles.shapes().len())?;
        Some(obstacles.surface(place))
    }

    /// The position and the rotation (radians) of the obstacle at a place among them, interpolated.
    pub fn pose(&self, place: usize) -> Option<(Vec2, f32)> {
        let shape = self.get()?.shapes().get(place)?;
        let before = self.before.0.get(place);
        let position = self.interpolation.point(before.map(|before| before.0), shape.position());
        Some((position, self.interpolation.angle(before.map(|before| before.1), shape.rotation())))
    }
}

/// Adds the memory of poses.
pub fn plugin(app: &mut App) {
    app.init_resource::<PreviousPoses>()
        .add_systems(FixedPreUpdate, remember_poses.run_if(resource_exists::<LevelTerrain>))
        .add_systems(Update, forget_poses.in_set(PaintSystems::BuildLevel));
}

fn remember_poses(mut previous: ResMut<PreviousPoses>, obstacles: Option<Res<Obstacles>>) {
    previous.0.clear();
    if let Some(obstacles) = obstacles {
        previous.0.extend(obstacles.shapes().iter().map(|shape| (shape.position(), shape.rotation())));
    }
}

fn forget_poses(mut previous: ResMut<PreviousPoses>) {
    previous.0.clear();
}
