//! Aims: how lasers, turrets, cameras and movers turn over time.

use bevy::prelude::*;

use crate::colliders::Colliders;
use crate::run::Run;
use crate::state::actor::ActorIndex;
use crate::tuning::{HALF_TICKS_PER_SECOND, SIGHT_HALF_TICKS, half_ticks};
use hairline_geometry::limit::Limit;
use hairline_geometry::ray::unit;
use hairline_geometry::terrain::Layer;
use hairline_level::Aim;

/// How something points over time: half ticks of hazard time, radians.
#[derive(Clone, Copy, Debug)]
pub enum TickedAim {
    /// It never turns.
    Fixed,
    /// To and fro from an angle, smooth at both ends.
    Sweep { from: f32, turn: f32, period: u32, offset: u32 },
    /// Round and round.
    Spin { from: f32, turn: f32, period: u32, offset: u32 },
    /// Towards the ninja, by at most these rotations in one and in two half ticks.
    Track { turn_per_half_tick: [Vec2; 2], needs_sight: bool },
}

/// Most radians in one step, a little under half a turn: more would look like a turn the other way round.
const TURN_MAX: f32 = 3.0;

impl TickedAim {
    /// The aim in half ticks, and its angle at the start.
    pub fn new(aim: Aim) -> (Self, f32) {
        match aim {
            Aim::Fixed { angle } => (Self::Fixed, angle),
            Aim::Sweep { from, to, period, offset } => {
                let period = half_ticks(period).max(1);
                (Self::Sweep { from, turn: to - from, period, offset: half_ticks(offset) }, from)
            }
            Aim::Spin { from, period, clockwise } => {
                let turn = if clockwise { -std::f32::consts::TAU } else { std::f32::consts::TAU };
                (Self::Spin { from, turn, period: half_ticks(period).max(1), offset: 0 }, from)
            }
            Aim::Track { from, turn_rate, needs_sight } => {
                let rotor = |steps: f32| unit((turn_rate * steps / HALF_TICKS_PER_SECOND as f32).at_most(TURN_MAX));
                (Self::Track { turn_per_half_tick: [rotor(1.0), rotor(2.0)], needs_sight }, from)
            }
        }
    }

    /// Shifts the phase of a sweep or spin by half ticks, forward if positive.
    pub(crate) fn shift_clock(&mut self, by: i32) {
        match self {
            Self::Fixed | Self::Track { .. } => {}
            Self::Sweep { period, offset, .. } | Self::Spin { period, offset, .. } => {
                *offset = shifted(*offset, by, *period);
            }
        }
    }

    /// The angle at a hazard time in half ticks; `None` if it is fixed or tracks.
    pub(crate) fn angle_at(&self, hazard_half_ticks: u32) -> Option<f32> {
        match *self {
            Self::Fixed | Self::Track { .. } => None,
            Self::Sweep { from, turn, period, offset } => {
                let phase = (hazard_half_ticks.wrapping_add(offset) % period) as f32 / period as f32;
                let there = 1.0 - (2.0 * phase - 1.0).abs();
                let smooth = there * there * (3.0 - 2.0 * there);
                Some(from + turn * smooth)
            }
            Self::Spin { from, turn, period, offset } => {
                let phase = (hazard_half_ticks.wrapping_add(offset) % period) as f32 / period as f32;
                Some(from + turn * phase)
            }
        }
    }

    /// The direction at a hazard time in half ticks; `None` if it is fixed or tracks.
    pub(crate) fn direction_at(&self, hazard_half_ticks: u32) -> Option<Vec2> {
        self.angle_at(hazard_half_ticks).map(unit)
    }

    /// The unit direction at the start of a run, for the angle that [`Self::new`] returned.
    pub(crate) fn first_direction(&self, angle: f32) -> Vec2 {
        self.direction_at(0).unwrap_or_else(|| unit(angle))
    }

    /// Turns `direction` to the hazard time of `run`. One that tracks turns towards `target` if it has it: it saw the target
    /// from `position` when it last looked, or it needs no sight. It looks every [`SIGHT_HALF_TICKS`], staggered by `index`.
    pub fn turn(
        &self,
        direction: &mut Vec2,
        has_target: &mut bool,
        position: Vec2,
        index: ActorIndex,
        run: &Run,
        target: Vec2,
        colliders: &Colliders,
    ) {
        if let Some(at_this_time) = self.direction_at(run.hazard_half_ticks) {
            *direction = at_this_time;
            return;
        }
        let Self::Track { turn_per_half_tick, needs_sight } = *self else { return };
        if !needs_sight {
            *has_target = true;
        } else if is_time_to_look(index, run) {
            *has_target = colliders.line_of_sight(position, target, Layer::Light);
        }
        if *has_target {
            let rotor = turn_per_half_tick[usize::from(run.hazard_step == 2)];
            *direction = turn_towards(*direction, target - position, rotor);
        }
    }
}

/// An offset moved by half ticks, within `0..period`; `period` is not 0.
pub(crate) fn shifted(offset: u32, by: i32, period: u32) -> u32 {
    (i64::from(offset) + i64::from(by)).rem_euclid(i64::from(period)) as u32
}

/// Whether the tracker of an index looks in this tick. Consecutive indices look two half ticks apart.
fn is_time_to_look(index: ActorIndex, run: &Run) -> bool {
    let now = run.hazard_half_ticks.wrapping_add(2 * index.0);
    now / SIGHT_HALF_TICKS != now.wrapping_sub(run.hazard_step) / SIGHT_HALF_TICKS
}

/// `direction` turned towards `to` by at most the rotor's angle. It computes no angle, so nothing can wrap.
fn turn_towards(direction: Vec2, to: Vec2, rotor: Vec2) -> Vec2 {
    let Some(wanted) = to.try_normalize() else { return direction };
    let cross = direction.perp_dot(wanted);
    // Within one step if the cosine of the angle is no less than that of the step.
    if direction.dot(wanted) >= rotor.x {
        return wanted;
    }
    let rotor = if cross < 0.0 { Vec2::new(rotor.x, -rotor.y) } else { rotor };
    direction.rotate(rotor).normalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_of_an_offset_add_up_and_stay_within_the_period() {
        assert_eq!([0, 7, -7, 10, -23].map(|by| shifted(4, by, 10)), [4, 1, 7, 4, 1]);
        assert_eq!(shifted(shifted(4, 123, 10), -123, 10), 4);
    }
}
