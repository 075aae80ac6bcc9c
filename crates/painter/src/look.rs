//! Kinds of actors whose picture follows from their component, their state and a moment of play. The game paints them between
//! two ticks, [`still`](crate::still) at the start of their level; a kind declares its look once for both.

use bevy::ecs::component::Component;
use bevy_math::ops;

use crate::actors::marks::MarkRow;
use crate::painter::Painter;
use hairline_level::{Channel, Condition, Gate};
use hairline_sim::obstacles::Pose;
use hairline_sim::run::Run;

/// How the actors of a kind look.
pub trait Look: Component {
    /// What changes about them during a run.
    type State: Component;
    /// Whether they are obstacles, which lie below all other actors.
    const IS_OBSTACLE: bool = false;

    /// Paints one actor.
    fn paint(&self, state: &Self::State, moment: &Moment, painter: &mut Painter);
}

/// The moment of play that a picture shows, which may lie between two ticks, for one actor.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    pub run: &'a Run,
    /// Those of the level.
    pub conditions: &'a [Condition],
    /// Hazard time, in half ticks.
    pub hazard_half_ticks: f32,
    /// Ticks since the run began.
    pub ticks: f32,
    /// Seconds of the picture's own time, for what sways.
    pub seconds: f32,
    /// The actor's index among those of its kind.
    pub index: u32,
    /// The pose of the obstacle that it is.
    pub pose: Option<Pose>,
}

impl Moment<'_> {
    /// The sway of an actor that hangs or floats, from -1 to 1, each out of step with the next.
    pub fn sway(&self, radians_per_second: f32) -> f32 {
        ops::sin(self.seconds * radians_per_second + self.index as f32)
    }

    /// Whether a channel is raised.
    pub fn is_raised(&self, channel: Channel) -> bool {
        self.run.channels.is_raised(channel, self.run.hazard_half_ticks)
    }

    /// Whether a gate is open, or there is none.
    pub fn is_open(&self, gate: Option<Gate>) -> bool {
        self.run.channels.is_open(gate, self.run.hazard_half_ticks)
    }

    /// Paints the marks of a gate in a row.
    pub fn paint_gate(&self, painter: &mut Painter, gate: Gate, row: MarkRow) {
        row.paint(painter, gate, self.conditions, |channel| self.is_raised(channel));
    }

    /// The share that is left, `0..=1`, of the half ticks for which something raises a channel; none while it is lowered.
    pub fn time_left(&self, channel: Channel, whole: u32) -> Option<f32> {
        let until = self.run.channels.raised_until(channel, self.run.hazard_half_ticks)?;
        Some(((until as f32 - self.hazard_half_ticks) / whole.max(1) as f32).clamp(0.0, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_channel_runs_out_when_it_is_lowered() {
        let left_at = |hazard_half_ticks: f32, until: u32| {
            let mut run = Run { hazard_half_ticks: hazard_half_ticks.ceil() as u32, ..Run::default() };
            run.channels.raise(Channel(0), 1, until);
            let moment = Moment {
                run: &run,
                conditions: &[],
                hazard_half_ticks,
                ticks: 0.0,
                seconds: 0.0,
                index: 0,
                pose: None,
            };
            moment.time_left(Channel(0), 100)
        };
        assert_eq!(left_at(200.0, 300), Some(1.0));
        assert_eq!(left_at(275.0, 300), Some(0.25));
        assert_eq!(left_at(299.5, 300), None, "it is lowered in the tick that the picture leads to");
        assert_eq!(left_at(0.0, u32::MAX), Some(1.0), "a key keeps it raised for good");
    }
}
