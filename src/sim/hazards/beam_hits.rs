//! What lit beams do to the ninja: touch the hurt circle and he dies, miss it by little and focus refills.

use bevy::prelude::*;

use crate::geometry::shapes::segment::closest_point_segment;

use super::laser::{Beams, LaserState, Lasers};
use super::reflection::Reflections;
use crate::sim::facts::{DeathCause, Fact};
use crate::sim::ninja::Ninja;
use crate::sim::run::Run;
use crate::sim::run::focus::Focus;
use crate::sim::tuning::*;

/// The nearest point of a beam to the ninja.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// Where the beam starts.
    pub start: Vec2,
    /// Where it ends.
    pub end: Vec2,
    /// The point of it nearest to the ninja's center.
    pub point: Vec2,
    /// Tiles between the segment and the hurt circle; 0 or less is a touch. The segment counts from end to end, also
    /// when it lies wholly inside the circle.
    pub clearance: f32,
}

/// The nearest of a robot's beams, those that mirrors threw back included.
pub fn nearest_beam(beams: &Beams, reflections: Option<&Reflections>, start: Vec2, center: Vec2) -> Option<Nearest> {
    let mut nearest: Option<(Vec2, Vec2, Vec2)> = None;
    let mut least = f32::INFINITY;
    let mut look_at = |start: Vec2, end: Vec2| {
        let point = closest_point_segment(center, start, end);
        let distance_squared = point.distance_squared(center);
        if distance_squared < least {
            least = distance_squared;
            nearest = Some((start, end, point));
        }
    };
    for &end in beams.ends() {
        look_at(start, end);
    }
    if let Some(reflections) = reflections {
        reflections.iter().for_each(|beam| look_at(beam.start, beam.end));
    }
    nearest.map(|(start, end, point)| Nearest { start, end, point, clearance: least.sqrt() - HURT_RADIUS })
}

/// The nearest of a robot's beams, if they are lit and may be near enough for any rule.
#[inline(always)]
fn nearest_lit(beams: &Beams, reflections: Option<&Reflections>, start: Vec2, center: Vec2) -> Option<Nearest> {
    if beams.is_lit() && beams.may_be_near() { nearest_beam(beams, reflections, start, center) } else { None }
}

/// Whether a pass this close counts as a near miss now; remembers it in `state`.
fn is_new_graze(state: &mut LaserState, clearance: f32, hazard_half_ticks: u32) -> bool {
    if clearance >= GRAZE_CLEARANCE {
        state.in_graze &= clearance < GRAZE_RESET_CLEARANCE;
        return false;
    }
    let cooled = state.grazed_at.is_none_or(|at| hazard_half_ticks.saturating_sub(at) >= GRAZE_COOLDOWN_HALF_TICKS);
    if state.in_graze || !cooled {
        return false;
    }
    state.in_graze = true;
    state.grazed_at = Some(hazard_half_ticks);
    true
}

/// Lets lit beams kill, and near misses refill the focus meter. Of several beams that touch him the nearest one killed
/// him (of equally near ones, that of the first robot); in the tick of a death nothing is a near miss.
pub fn detect_hits(
    run: &mut Run,
    focus: &mut Focus,
    ninja: &Ninja,
    lasers: &mut Lasers,
    facts: &mut MessageWriter<Fact>,
) {
    if !run.is_running() {
        return;
    }
    let center = ninja.position;
    let mut killer: Option<(f32, u32, Nearest)> = None;
    // By their place in this loop, which the next one shares; from the 64th on they share a bit.
    let mut near_robots = 0u64;
    let bit = |place: usize| 1u64 << place.min(63);
    for (place, (index, _, state, beams, reflections)) in lasers.iter().enumerate() {
        let nearest = nearest_lit(beams, reflections, state.position, center);
        if nearest.is_some() || state.in_graze {
            near_robots |= bit(place);
        }
        let Some(nearest) = nearest.filter(|nearest| nearest.clearance <= 0.0) else { continue };
        if killer.is_none_or(|(clearance, first, _)| (nearest.clearance, index.0) < (clearance, first)) {
            killer = Some((nearest.clearance, index.0, nearest));
        }
    }
    if let Some((_, _, nearest)) = killer {
        let Nearest { start, end, point, .. } = nearest;
        ninja.die(DeathCause::Beam { start, end, point }, run, facts);
        return;
    }
    if near_robots == 0 {
        return;
    }
    for (place, (_, _, mut state, beams, reflections)) in lasers.iter_mut().enumerate() {
        if near_robots & bit(place) == 0 {
            continue;
        }
        let Some(nearest) = nearest_lit(&beams, reflections.as_deref(), state.position, center) else {
            state.in_graze = false;
            continue;
        };
        if is_new_graze(&mut state, nearest.clearance, run.hazard_half_ticks) {
            focus.refill(FOCUS_TICKS_PER_GRAZE);
            facts.write(Fact::BeamGrazed { point: nearest.point, clearance: nearest.clearance });
        }
    }
}
