//! The marks of gates by the state of their channels, and the effect of a raised channel.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use hairline_level::Gate;
use hairline_painter::actors::marks::{MarkRow, channel_color};
use hairline_painter::painter::Painter;
use hairline_sim::hazards::camera::SecurityCamera;
use hairline_sim::hazards::laser::Laser;
use hairline_sim::hazards::turret::Turret;
use hairline_sim::obstacles::mover::Mover;
use hairline_sim::run::Run;
use hairline_sim::run::channels::{ChannelRaised, Conditions};

use crate::view::canvas::Canvas;
use crate::view::effects::Effects;
use crate::view::frame::schedule::PaintSystems;

pub fn plugin(app: &mut App) {
    app.add_systems(Update, show_raised.in_set(PaintSystems::Effects))
        .add_systems(Update, paint_path_marks.in_set(PaintSystems::Obstacles));
}

/// Paints the marks of gates that let something move, on its path.
fn paint_path_marks(
    mut canvas: ResMut<Canvas>,
    marks: GateMarks,
    robots: (Query<&Laser>, Query<&Turret>, Query<&SecurityCamera>),
    movers: Query<&Mover>,
) {
    let robots = robots
        .0
        .iter()
        .map(Laser::route)
        .chain(robots.1.iter().map(Turret::route))
        .chain(robots.2.iter().map(SecurityCamera::route));
    for route in robots.chain(movers.iter().map(Mover::route)) {
        if let (Some(gate), Some(points)) = (route.gate(), route.points()) {
            marks.paint(&mut canvas.behind, gate, MarkRow::on_path(points));
        }
    }
}

fn show_raised(mut raised: MessageReader<ChannelRaised>, mut effects: Effects) {
    for &ChannelRaised { channel, position } in raised.read() {
        effects.ring(position, 1.3, channel_color(channel));
        effects.ring(position, 0.8, channel_color(channel));
    }
}

/// What the marks of gates show, for the systems that paint them.
#[derive(SystemParam)]
pub struct GateMarks<'w, 's> {
    run: Option<Res<'w, Run>>,
    conditions: Query<'w, 's, &'static Conditions>,
}

impl GateMarks<'_, '_> {
    /// Whether a gate is open, or there is none.
    pub fn is_open(&self, gate: Option<Gate>) -> bool {
        self.run.as_ref().is_none_or(|run| run.channels.is_open(gate, run.hazard_half_ticks))
    }

    /// Paints the marks of a gate in a row.
    pub fn paint(&self, painter: &mut Painter, gate: Gate, row: MarkRow) {
        let conditions = self.conditions.iter().next().map_or(&[][..], |conditions| &conditions.0);
        let run = self.run.as_ref();
        let is_raised = |channel| run.is_some_and(|run| run.channels.is_raised(channel, run.hazard_half_ticks));
        row.paint(painter, gate, conditions, is_raised);
    }
}
