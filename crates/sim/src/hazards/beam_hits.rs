//! What lit beams do to the ninja: a touch of the hurt circle kills, a near miss refills focus.

use bevy::prelude::*;

use crate::death::{Death, Weapon};
use crate::ninja::Ninja;
use crate::run::Run;
use crate::schedule::{Simulate, SimulationSystems};
use crate::state::actor::ActorIndex;
use crate::tuning::*;
use hairline_geometry::shapes::segment::closest_point_segment;

use super::beam::Beam;
use super::laser::{Beams, LaserState};
use super::reflection::Reflections;

/// A beam as a cause of death.
pub(crate) const WEAPON: Weapon = Weapon { name: "a beam", kind: Some("laser"), presses: false };

/// Beams farther away than this (in tiles) can neither kill nor graze, nor keep a graze going; padded for rounding.
const REJECT_DISTANCE: f32 = HURT_RADIUS + GRAZE_RESET_CLEARANCE + 0.05;

/// A lit beam missed the ninja by less than half a tile.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct BeamGrazed {
    /// Which laser.
    pub source: ActorIndex,
    /// The point of the beam nearest to the ninja.
    pub point: Vec2,
    /// Tiles between the beam and the hurt circle.
    pub clearance: f32,
}

/// The nearest point of a laser's beams to the ninja.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestBeam {
    /// The segment on which it lies.
    pub beam: Beam,
    /// The point of it nearest to the ninja's center.
    pub point: Vec2,
    /// Tiles between the segment and the hurt circle; 0 or less is a touch. A segment wholly inside the circle touches
    /// too.
    pub clearance: f32,
}

/// The nearest to `center` of a laser's beams, reflected segments included; of equally near ones the first. Beams too
/// far away to matter to any rule may be left out.
pub fn nearest_beam(
    beams: &Beams,
    reflections: Option<&Reflections>,
    start: Vec2,
    center: Vec2,
) -> Option<NearestBeam> {
    let mut nearest: Option<(Beam, Vec2)> = None;
    let mut least = f32::INFINITY;
    let mut compare = |beam: Beam| {
        if !passes_near(&beam, center) {
            return;
        }
        let point = closest_point_segment(center, beam.start, beam.end);
        let distance_squared = point.distance_squared(center);
        if distance_squared < least {
            least = distance_squared;
            nearest = Some((beam, point));
        }
    };
    beams.iter(start).for_each(&mut compare);
    if let Some(reflections) = reflections {
        reflections.iter().for_each(compare);
    }
    nearest.map(|(beam, point)| NearestBeam { beam, point, clearance: least.sqrt() - HURT_RADIUS })
}

/// Whether a center lies within [`REJECT_DISTANCE`] of the line through a beam, and no farther before its start or beyond
/// its end. Needs no division: all lengths are multiplied by the beam's.
fn passes_near(beam: &Beam, center: Vec2) -> bool {
    let (along, to_center) = (beam.end - beam.start, center - beam.start);
    let length_squared = along.length_squared();
    let reach_squared = REJECT_DISTANCE * REJECT_DISTANCE * length_squared;
    let (aside, ahead) = (along.perp_dot(to_center), along.dot(to_center));
    let outside = ahead - ahead.clamp(0.0, length_squared);
    aside * aside <= reach_squared && outside * outside <= reach_squared
}

/// Whether a pass this close counts as a graze now; remembers it in `state`.
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

pub(super) fn plugin(app: &mut App) {
    app.add_message::<BeamGrazed>().add_systems(Simulate, detect_beam_hits.in_set(SimulationSystems::BeamHits));
}

/// Lets lit beams kill, and near misses refill the focus meter. Of several beams that touch, the nearest one kills (of
/// equally near ones, that of the first laser); in the tick of a death nothing grazes.
fn detect_beam_hits(
    mut lasers: Populated<(&ActorIndex, &mut LaserState, &Beams, Option<&Reflections>)>,
    mut run: ResMut<Run>,
    ninja: Res<Ninja>,
    mut nearest_beams: Local<Vec<Option<NearestBeam>>>,
    mut commands: Commands,
) {
    if !run.is_running() {
        return;
    }
    let mut killer: Option<(f32, ActorIndex, NearestBeam)> = None;
    let mut any_graze = false;
    nearest_beams.clear();
    for (&index, state, beams, reflections) in &lasers {
        let nearest =
            if beams.is_lit() { nearest_beam(beams, reflections, state.position, ninja.position) } else { None };
        nearest_beams.push(nearest);
        any_graze |= state.in_graze || nearest.is_some();
        let Some(nearest) = nearest.filter(|nearest| nearest.clearance <= 0.0) else { continue };
        if killer.is_none_or(|(clearance, first, _)| (nearest.clearance, index) < (clearance, first)) {
            killer = Some((nearest.clearance, index, nearest));
        }
    }
    if let Some((_, source, NearestBeam { beam, point, .. })) = killer {
        let path = Some([beam.start, beam.end]);
        ninja.hit(Death { weapon: WEAPON, source: Some(source), path, at: Some(point) }, &mut run, &mut commands);
        return;
    }
    if !any_graze {
        return;
    }
    for ((&source, mut state, ..), nearest) in lasers.iter_mut().zip(&*nearest_beams) {
        match nearest {
            None => state.in_graze = false,
            Some(NearestBeam { point, clearance, .. }) => {
                if is_new_graze(&mut state, *clearance, run.hazard_half_ticks) {
                    run.focus.refill(FOCUS_TICKS_PER_GRAZE);
                    commands.write_message(BeamGrazed { source, point: *point, clearance: *clearance });
                }
            }
        }
    }
}
