//! The marks of channels. Each channel has a shape of its own, on everything that raises it and on everything that listens
//! to it, so that players see what opens what. Color only helps. A gate of several channels shows the marks of all of them.

use bevy_math::Vec2;

use crate::painter::Painter;
use crate::palette::marks::mark_corners;
use crate::palette::{Role, glow, tint};
use hairline_level::{Channel, Condition, Gate};

pub use crate::palette::marks::channel_color;

/// Paints a channel's mark within `size` tiles of a point: filled and bright while the channel is raised, otherwise an
/// outline.
pub fn paint_mark(painter: &mut Painter, channel: Channel, at: Vec2, size: f32, raised: bool) {
    let corners: Vec<Vec2> = mark_corners(channel).iter().map(|&corner| at + corner * size).collect();
    let color = channel_color(channel);
    if raised {
        painter.polygon(&corners, glow(color, 1.25));
        return;
    }
    for (index, &from) in corners.iter().enumerate() {
        let to = corners[(index + 1) % corners.len()];
        painter.line(from, to, (size * 0.26).min(0.05), tint(color, 0.9));
    }
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

impl MarkRow {
    /// The row across a robot.
    pub fn on_robot(at: Vec2) -> Self {
        Self { at, along: Vec2::X, length: 0.7, size: 0.15, is_framed: false }
    }

    /// The row on a path, in the middle of its first leg.
    pub fn on_path(points: &[Vec2]) -> Self {
        let at = points.iter().take(2).sum::<Vec2>() / points.len().clamp(1, 2) as f32;
        Self { size: 0.19, is_framed: true, ..Self::on_robot(at) }
    }

    /// Paints the marks of a gate, each filled while its channel is raised. A line joins marks that must all be as the gate
    /// wants them.
    pub fn paint(
        &self,
        painter: &mut Painter,
        gate: Gate,
        conditions: &[Condition],
        is_raised: impl Fn(Channel) -> bool,
    ) {
        let condition = gate.condition(conditions);
        let mut marks: Vec<(Channel, bool)> = Vec::new();
        condition.for_each_channel(&mut |channel, raised| {
            if !marks.contains(&(channel, raised)) {
                marks.push((channel, raised));
            }
        });
        // A mark, its bars and the gap to the next take three times its size.
        let size = self.size.min(self.length / (3.0 * marks.len() as f32 - 1.0));
        let middle = (marks.len() as f32 - 1.0) * 0.5;
        let place = |index: usize| self.at + self.along * (3.0 * size * (index as f32 - middle));
        if let (Condition::All(_), [_, .., _]) = (&condition, &*marks) {
            painter.line(place(0), place(marks.len() - 1), 0.05, Role::Steel);
        }
        for (index, &(channel, raised)) in marks.iter().enumerate() {
            let at = place(index);
            if self.is_framed {
                painter.disc(at, size * 1.45, Role::Ink);
            }
            if self.is_framed && !raised {
                let (across, up) = (Vec2::X * size, Vec2::Y * (size * 1.7));
                for at in [at + up, at - up] {
                    painter.line(at - across, at + across, (size * 0.2).min(0.08), channel_color(channel));
                }
            }
            paint_mark(painter, channel, at, size, is_raised(channel));
        }
    }
}

/// The color of a gate: that of its channel, or steel for several.
pub fn gate_color(gate: Gate) -> Role {
    match gate {
        Gate::Raised(channel) | Gate::Lowered(channel) => channel_color(channel),
        Gate::Holds(_) => Role::Steel,
    }
}
