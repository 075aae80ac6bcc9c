//! What lit beams do to the ninja: touch the hurt circle and he dies, miss it by little and focus refills.

use bevy::prelude::*;

use crate::geometry::segment::closest_point_segment;

use super::facts::{DeathCause, Fact};
use super::focus::Focus;
use super::laser::{Beam, Beams, LaserIndex, LaserState};
use super::ninja::Ninja;
use super::reflection::Reflections;
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

/// The nearest of a robot's beams, those that mirrors threw back included.
#[inline(never)]
pub fn nearest_beam(beams: &Beams, reflections: Option<&Reflections>, start: Vec2, centre: Vec2) -> Option<Nearest> {
    let mut nearest: Option<Nearest> = None;
    let mut least = f32::INFINITY;
    let reflected = reflections.into_iter().flat_map(Reflections::iter);
    for beam in beams.iter(start).chain(reflected) {
        let point = closest_point_segment(centre, beam.start, beam.end);
        let distance_squared = point.distance_squared(centre);
        if distance_squared < least {
            least = distance_squared;
            nearest = Some(Nearest { beam, point, clearance: 0.0 });
        }
    }
    nearest.map(|nearest| Nearest { clearance: least.sqrt() - HURT_RADIUS, ..nearest })
}

/// Tiles between his centre and a beam beyond which nothing comes of it: where a near miss is over, and a little more than
/// rounding can make of it on the largest map.
const FAR: f32 = HURT_RADIUS + GRAZE_RESET_CLEARANCE + 0.05;

/// [`nearest_beam`] of the lit beams that pass within reach of any rule.
#[inline]
fn nearest_lit(beams: &Beams, reflections: Option<&Reflections>, start: Vec2, centre: Vec2) -> Option<Nearest> {
    // What lies aside of a line lies as far from the segment, at least; and that takes no division to tell.
    let may_be_near = |beam: Beam| {
        let along = beam.end - beam.start;
        let aside = along.perp_dot(centre - beam.start);
        aside * aside <= FAR * FAR * along.length_squared()
    };
    if !beams.is_lit() {
        return None;
    }
    let any_is_near = beams.iter(start).any(may_be_near)
        || reflections.is_some_and(|reflections| reflections.iter().any(may_be_near));
    if any_is_near { nearest_beam(beams, reflections, start, centre) } else { None }
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
    lasers: &mut Query<(&LaserIndex, &Beams, Option<&Reflections>, &mut LaserState)>,
    facts: &mut MessageWriter<Fact>,
) {
    if !run.is_running() {
        return;
    }
    let centre = ninja.position;
    let mut killer: Option<(f32, u32, Nearest)> = None;
    let mut all_are_far = true;
    for (index, beams, reflections, state) in &*lasers {
        all_are_far &= !state.in_graze;
        let Some(nearest) = nearest_lit(beams, reflections, state.position, centre) else { continue };
        all_are_far &= nearest.clearance >= GRAZE_RESET_CLEARANCE;
        if nearest.clearance > 0.0 {
            continue;
        }
        if killer.is_none_or(|(clearance, first, _)| (nearest.clearance, index.0) < (clearance, first)) {
            killer = Some((nearest.clearance, index.0, nearest));
        }
    }
    if let Some((_, _, nearest)) = killer {
        run.phase = Phase::Dead { ticks: 0 };
        let Beam { start, end, .. } = nearest.beam;
        let cause = DeathCause::Beam { start, end, point: nearest.point };
        facts.write(Fact::NinjaDied { position: centre, velocity: ninja.velocity, cause });
        return;
    }
    if all_are_far {
        return;
    }
    for (_, beams, reflections, mut state) in lasers {
        let Some(nearest) = nearest_lit(beams, reflections, state.position, centre) else {
            state.in_graze = false;
            continue;
        };
        if is_new_graze(&mut state, nearest.clearance, run.hazard_half_ticks) {
            focus.refill(FOCUS_TICKS_PER_GRAZE);
            facts.write(Fact::BeamGrazed { point: nearest.point, clearance: nearest.clearance });
        }
    }
}
