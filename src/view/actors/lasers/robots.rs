//! The robots of lasers.

use bevy::prelude::*;

use hairline_painter::actors::laser::LaserLook;
use hairline_painter::actors::marks::MarkRow;
use hairline_painter::actors::paint_rail;
use hairline_sim::hazards::laser::{Beams, Laser, LaserState};
use hairline_sim::run::Run;
use hairline_sim::state::actor::ActorIndex;

use crate::view::actors::channel_marks::GateMarks;
use crate::view::canvas::Canvas;
use crate::view::frame::interpolation::{InterpolateApp, Interpolation, Previous};
use crate::view::frame::schedule::PaintSystems;
use crate::view::ninja::DrawnNinja;

pub fn plugin(app: &mut App) {
    app.interpolate::<LaserState>()
        .add_systems(Update, (paint_rails, paint_robots).chain().in_set(PaintSystems::Behind));
}

fn paint_rails(mut canvas: ResMut<Canvas>, lasers: Query<&Laser>) {
    for path in lasers.iter().filter_map(|laser| laser.route().points()) {
        paint_rail(&mut canvas.behind, path);
    }
}

fn paint_robots(
    mut canvas: ResMut<Canvas>,
    (interpolation, before): (Res<Interpolation>, Res<Previous<LaserState>>),
    time: Res<Time>,
    ninja: DrawnNinja,
    run: Option<Res<Run>>,
    marks: GateMarks,
    lasers: Query<(&ActorIndex, &Laser, &LaserState, &Beams)>,
) {
    let Some(run) = run else { return };
    let now = run.hazard_half_ticks;
    for (index, laser, state, beams) in &lasers {
        let old = before.get(*index).map(|old| (old.position, old.direction));
        let (at, direction) = interpolation.pose(old, (state.position, state.direction));
        let look = LaserLook {
            at,
            direction,
            phase: beams.phase,
            seconds: time.elapsed_secs_wrapped(),
            target: ninja.position().filter(|_| state.has_target),
            is_awake: laser.is_awake(&run.channels, now),
            tracks: laser.tracks(),
            patrols: laser.route().points().is_some(),
        };
        look.paint(&mut canvas.behind, laser.directions(direction));
        if let Some(gate) = laser.gate() {
            marks.paint(&mut canvas.behind, gate, MarkRow::on_robot(at));
        }
    }
}
