//! Runs to race against: quiet silhouettes that fade where they would hide the ninja.

use std::sync::Arc;

use bevy::prelude::*;

use super::silhouette::paint_silhouette;
use crate::view::canvas::Canvas;
use crate::view::canvas::palette::{Role, tint};
use crate::view::frame::interpolation::Interpolation;
use crate::view::frame::schedule::PaintSystems;
use crate::view::ninja::{DrawnNinja, NinjaSystems};
use hairline_painter::painter::Painter;
use hairline_sim::history::ghost::Ghost;
use hairline_sim::run::Run;
use hairline_sim::tuning::BODY_RADIUS;

/// How opaque a ghost is.
const OPACITY: f32 = 0.5;
/// Tiles from the ninja within which a ghost fades.
const FADE_DISTANCE: f32 = 2.0;
/// Ticks in which the motion that its scarf shows took place.
const TRAIL_TICKS: f32 = 10.0;

/// Whose run it is. A shape tells them apart: the player's own has none, a medal's a triangle, a proof a ring, a file's a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runner {
    /// The player's best.
    Own,
    /// A run that just earns the next medal.
    Medal,
    /// The proof of the level.
    Proof,
    /// A replay that was named on the command line.
    File,
}

/// The runs that are raced against.
#[derive(Resource, Clone, Debug, Default)]
pub struct Ghosts {
    /// Whether they are shown.
    pub is_shown: bool,
    /// At most four.
    pub runs: Vec<(Runner, Arc<Ghost>)>,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        paint_ghosts
            .run_if(|ghosts: Option<Res<Ghosts>>| ghosts.is_some_and(|ghosts| ghosts.is_shown))
            .in_set(PaintSystems::Front)
            .before(NinjaSystems),
    );
}

fn paint_ghosts(
    mut canvas: ResMut<Canvas>,
    (ghosts, interpolation): (Res<Ghosts>, Res<Interpolation>),
    ninja: DrawnNinja,
    run: Option<Res<Run>>,
) {
    let (Some(run), Some(ninja)) = (run, ninja.position()) else { return };
    let now = interpolation.ticks(&run);
    for (runner, ghost) in &ghosts.runs {
        let Some(at) = ghost.at(now) else { continue };
        let before = ghost.at((now - TRAIL_TICKS).max(0.0)).unwrap_or(at);
        let opacity = OPACITY * opacity_at(at.distance(ninja));
        if opacity > 0.0 {
            paint_silhouette(&mut canvas.front, at, before, opacity);
            paint_mark(&mut canvas.front, *runner, at, opacity);
        }
    }
}

/// How much of a ghost is seen at a distance from the ninja.
fn opacity_at(distance: f32) -> f32 {
    ((distance - BODY_RADIUS) / (FADE_DISTANCE - BODY_RADIUS)).clamp(0.0, 1.0)
}

fn paint_mark(painter: &mut Painter, runner: Runner, at: Vec2, opacity: f32) {
    match runner {
        Runner::Own => {}
        Runner::Medal => {
            let corners = [Vec2::new(-0.8, -0.55), Vec2::new(0.8, -0.55), Vec2::new(0.0, 0.85)];
            painter.stroke_inside(&corners.map(|corner| at + corner), [0.0, 0.06], tint(Role::Paper, opacity));
        }
        Runner::Proof => painter.ring(at, 0.56, 0.62, tint(Role::Exit, opacity)),
        Runner::File => {
            let corners = [Vec2::new(-1.0, -1.0), Vec2::new(1.0, -1.0), Vec2::ONE, Vec2::new(-1.0, 1.0)];
            painter.stroke_inside(&corners.map(|corner| at + 0.6 * corner), [0.0, 0.06], tint(Role::Shard, opacity));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ghost_fades_within_two_tiles_of_the_ninja() {
        assert_eq!((opacity_at(0.0), opacity_at(BODY_RADIUS)), (0.0, 0.0));
        assert!(opacity_at(1.0) > 0.2 && opacity_at(1.0) < 0.6);
        assert_eq!((opacity_at(2.0), opacity_at(30.0)), (1.0, 1.0));
    }
}
