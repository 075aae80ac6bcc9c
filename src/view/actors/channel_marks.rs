//! The marks of channels. Each channel has a shape of its own, on everything that raises it and on everything that listens
//! to it, so that players see what opens what. Color only helps. A gate of several channels shows the marks of all of them.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use hairline_level::{Channel, Condition, Gate};
pub use hairline_painter::palette::marks::channel_color;
use hairline_painter::palette::marks::mark_corners;
use hairline_sim::run::Run;
use hairline_sim::run::channels::{ChannelRaised, Conditions};

use crate::view::canvas::painter::Painter;
use crate::view::canvas::palette::{Role, glow, tint};
use crate::view::effects::Effects;
use crate::view::frame::schedule::PaintSystems;

/// Adds the effect of a raised channel.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, show_raised.in_set(PaintSystems::Effects));
}

fn show_raised(mut raised: MessageReader<ChannelRaised>, mut effects: Effects) {
    for &ChannelRaised { channel, position } in raised.read() {
        effects.ring(position, 1.3, channel_color(channel));
        effects.ring(position, 0.8, channel_color(channel));
    }
}

/// Paints a channel's mark within `size` tiles of a point: filled and bright while the channel is raised, otherwise an
/// outline.
pub fn paint_mark(painter: &mut Painter, channel: Channel, at: Vec2, size: f32, raised: bool) {
    let corners = mark_corners(channel);
    let color = channel_color(channel);
    let place = |index: usize| at + corners[index % corners.len()] * size;
    for index in 0..corners.len() {
        let (from, to) = (place(index), place(index + 1));
        if raised {
            painter.triangle([at, from, to], [glow(color, 1.25); 3]);
        } else {
            painter.line(from, to, (size * 0.26).min(0.05), tint(color, 0.9));
        }
    }
}

/// What the marks of gates show, for the systems that paint them.
#[derive(SystemParam)]
pub struct GateMarks<'w, 's> {
    run: Option<Res<'w, Run>>,
    conditions: Query<'w, 's, &'static Conditions>,
}

/// How the marks of a gate lie on their actor.
#[derive(Clone, Copy, Debug)]
pub struct MarkRow {
    /// The center of the row.
    pub at: Vec2,
    /// The unit direction of the row.
    pub along: Vec2,
    /// As long as this (tiles) at most; smaller marks fit in.
    pub length: f32,
    /// Tiles from a mark's center to its rim, where the row is not too short for that.
    pub size: f32,
    /// Whether each lies on a dark disc, with bars around one that must be lowered.
    pub is_framed: bool,
}

impl GateMarks<'_, '_> {
    /// Paints the marks of a gate in a row, each filled while its channel is raised. A line joins marks that must all be as
    /// the gate wants them.
    pub fn paint(&self, painter: &mut Painter, gate: Gate, row: MarkRow) {
        let conditions = self.conditions.iter().next().map_or(&[][..], |conditions| &conditions.0);
        let condition = gate.condition(conditions);
        let mut marks: Vec<(Channel, bool)> = Vec::new();
        condition.for_each_channel(&mut |channel, raised| {
            if !marks.contains(&(channel, raised)) {
                marks.push((channel, raised));
            }
        });
        // A mark, its bars and the gap to the next take three times its size.
        let size = row.size.min(row.length / (3.0 * marks.len() as f32 - 1.0));
        let place = |index: usize| row.at + row.along * (3.0 * size * (index as f32 - (marks.len() - 1) as f32 * 0.5));
        if let (Condition::All(_), [_, .., _]) = (&condition, &*marks) {
            painter.line(place(0), place(marks.len() - 1), 0.05, Role::Steel);
        }
        for (index, &(channel, raised)) in marks.iter().enumerate() {
            let at = place(index);
            if row.is_framed {
                painter.disc(at, size * 1.45, Role::Ink);
            }
            if row.is_framed && !raised {
                let (across, up) = (Vec2::X * size, Vec2::Y * (size * 1.7));
                for at in [at + up, at - up] {
                    painter.line(at - across, at + across, (size * 0.2).min(0.08), tint(channel_color(channel), 1.0));
                }
            }
            let is_raised = self.run.as_ref().is_some_and(|run| run.channels.is_raised(channel, run.hazard_half_ticks));
            paint_mark(painter, channel, at, size, is_raised);
        }
    }

    /// The color of a gate: that of its channel, or steel for several.
    pub fn color(&self, gate: Gate) -> Role {
        match gate {
            Gate::Raised(channel) | Gate::Lowered(channel) => channel_color(channel),
            Gate::Holds(_) => Role::Steel,
        }
    }
}
