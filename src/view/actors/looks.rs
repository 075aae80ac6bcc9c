//! The kinds of actors that the painter's [`Look`] shows whole, between two ticks.

use bevy::prelude::*;

use hairline_painter::look::{Look, Moment};
use hairline_sim::obstacles::{ObstacleIndex, Pose};
use hairline_sim::run::Run;
use hairline_sim::run::channels::Conditions;
use hairline_sim::state::actor::ActorIndex;

use super::obstacle_poses::DrawnObstacles;
use crate::view::canvas::Canvas;
use crate::view::frame::interpolation::Interpolation;
use crate::view::frame::schedule::PaintSystems;

pub fn plugin<L: Look>(app: &mut App) {
    let set = if L::IS_OBSTACLE { PaintSystems::Obstacles } else { PaintSystems::Behind };
    app.add_systems(Update, paint::<L>.in_set(set));
}

fn paint<L: Look>(
    mut canvas: ResMut<Canvas>,
    interpolation: Res<Interpolation>,
    time: Res<Time>,
    run: Option<Res<Run>>,
    (obstacles, conditions): (DrawnObstacles, Query<&Conditions>),
    actors: Query<(&ActorIndex, &L, &L::State, Option<&ObstacleIndex>)>,
) {
    let Some(run) = run else { return };
    for (index, actor, state, obstacle) in &actors {
        let pose = obstacle.and_then(|obstacle| obstacles.pose(*obstacle));
        let moment = Moment {
            run: &run,
            conditions: conditions.iter().next().map_or(&[][..], |conditions| &conditions.0),
            hazard_half_ticks: interpolation.hazard_half_ticks(&run),
            ticks: interpolation.ticks(&run),
            seconds: time.elapsed_secs_wrapped(),
            index: index.0,
            pose: pose.map(|(position, angle)| Pose { position, rotation: Rot2::radians(angle) }),
        };
        actor.paint(state, &moment, &mut canvas.behind);
    }
}
