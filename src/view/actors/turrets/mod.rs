//! Turrets and their bullets.

mod bullets;

use bevy::prelude::*;

use hairline_painter::actors::marks::MarkRow;
use hairline_painter::actors::paint_rail;
use hairline_painter::actors::turret::TurretLook;
use hairline_sim::hazards::turret::{Turret, TurretState};
use hairline_sim::run::Run;
use hairline_sim::state::actor::ActorIndex;

use crate::view::actors::channel_marks::GateMarks;
use crate::view::canvas::Canvas;
use crate::view::frame::interpolation::{InterpolateApp, Interpolation, Previous};
use crate::view::frame::schedule::PaintSystems;
use crate::view::presentation::Presentation;

pub fn plugin(app: &mut App) {
    app.interpolate::<TurretState>()
        .add_plugins(bullets::plugin)
        .add_systems(Update, paint_turrets.in_set(PaintSystems::Behind));
}

fn paint_turrets(
    mut canvas: ResMut<Canvas>,
    (interpolation, before): (Res<Interpolation>, Res<Previous<TurretState>>),
    run: Option<Res<Run>>,
    marks: GateMarks,
    presentation: Res<Presentation>,
    turrets: Query<(&ActorIndex, &Turret, &TurretState)>,
) {
    let Some(run) = run else { return };
    let painter = &mut canvas.behind;
    for path in turrets.iter().filter_map(|(_, turret, _)| turret.route().points()) {
        paint_rail(painter, path);
    }
    for (index, turret, state) in &turrets {
        let old = before.get(*index).map(|old| (old.position, old.direction));
        let (at, direction) = interpolation.pose(old, (state.position, state.direction));
        let look = TurretLook {
            at,
            direction,
            seconds_left: turret.seconds_to_burst(&run.channels, run.hazard_half_ticks),
            since_shot: state.fired_at.map(|fired| interpolation.hazard_seconds_since(fired, &run)),
            has_target: state.has_target,
            flashes: presentation.flashes,
        };
        look.paint(painter);
        if let Some(gate) = turret.gate() {
            marks.paint(painter, gate, MarkRow::on_robot(at));
        }
    }
}
