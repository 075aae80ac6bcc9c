//! The marks of gates by the state of their channels, and the effect of a raised channel.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use hairline_level::Gate;
use hairline_painter::actors::marks::{MarkRow, channel_color};
use hairline_painter::painter::Painter;
use hairline_sim::run::Run;
use hairline_sim::run::channels::{ChannelRaised, Conditions};

use crate::view::effects::Effects;
use crate::view::frame::schedule::PaintSystems;

pub fn plugin(app: &mut App) {
    app.add_systems(Update, show_raised.in_set(PaintSystems::Effects));
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
    /// Paints the marks of a gate in a row.
    pub fn paint(&self, painter: &mut Painter, gate: Gate, row: MarkRow) {
        let conditions = self.conditions.iter().next().map_or(&[][..], |conditions| &conditions.0);
        let run = self.run.as_ref();
        let is_raised = |channel| run.is_some_and(|run| run.channels.is_raised(channel, run.hazard_half_ticks));
        row.paint(painter, gate, conditions, is_raised);
    }
}
