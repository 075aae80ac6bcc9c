//! What lit beams do to the ninja: touch the hurt circle and he dies, miss it by little and focus refills.

use bevy::prelude::*;

use crate::geometry::segment::closest_point_segment;

use super::facts::{DeathCause, Fact};
use super::focus::Focus;
use super::laser::{Beam, Beams, LaserState};
use super::ninja::Ninja;
use super::run::{Phase, Run};
use super::tuning::*;

/// The nearest point of a beam to the ninja.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// The beam.
    pub beam: Beam,
    /// The point of it nearest to the ninja's centre.
    pub point: Vec2,
    /// Tiles between the segment and the hurt circle; 0 or less is a touch. The segment counts from end to end, also
    /// when it lies wholly inside the circle.
    pub clearance: f32,
}

/// The nearest of a robot's beams.
pub fn nearest_beam(beams: &Beams, start: Vec2, centre: Vec2) -> Option<Nearest> {
    let mut nearest: Option<Nearest> = None;
    let mut least = f32::INFINITY;
    for beam in beams.iter(start) {
        let point = closest_point_segment(centre, beam.start, beam.end);
        let distance_squared = point.distance_squared(centre);
        if distance_squared < least {
            least = distance_squared;
            nearest = Some(Nearest { beam, point, clearance: 0.0 });
        }
    }
    nearest.map(|nearest| Nearest { clearance: least.sqrt() - HURT_RADIUS, ..nearest })
}

/// Whether a pass this close counts as a near miss now; remembers it in `state`.
fn is_new_graze(state: &mut LaserState, clearance: f32, hazard_half_ticks: u32) -> bool {
    if clearance >= GRAZE_CLEARANCE {
        state.in_graze &= clearance < GRAZE_RESET_CLEARANCE;
        return false;
    }
    let cooled = state.grazed_at == 0 || hazard_half_ticks + 1 - state.grazed_at >= GRAZE_COOLDOWN_HALF_TICKS;
    if state.in_graze || !cooled {
        return false;
    }
    state.in_graze = true;
    state.grazed_at = hazard_half_ticks + 1;
    true
}

/// Lets lit beams kill, and near misses refill the focus meter.
pub fn detect_hits(
    mut run: ResMut<Run>,
    mut focus: ResMut<Focus>,
    ninja: Single<&Ninja>,
    mut lasers: Query<(&Beams, &mut LaserState)>,
    mut facts: MessageWriter<Fact>,
) {
    if !run.is_running() {
        return;
    }
    let centre = ninja.position;
    for (beams, mut state) in &mut lasers {
        if !beams.is_lit() {
            state.in_graze = false;
            continue;
        }
        let Some(nearest) = nearest_beam(beams, state.position, centre) else { continue };
        if nearest.clearance <= 0.0 {
            run.phase = Phase::Dead { ticks: 0 };
            let Beam { start, end, .. } = nearest.beam;
            let cause = DeathCause::Beam { start, end, point: nearest.point };
            facts.write(Fact::NinjaDied { position: centre, velocity: ninja.velocity, cause });
            return;
        }
        if is_new_graze(&mut state, nearest.clearance, run.hazard_half_ticks) {
            focus.refill(FOCUS_TICKS_PER_GRAZE);
            facts.write(Fact::BeamGrazed { point: nearest.point, clearance: nearest.clearance });
        }
    }
}
