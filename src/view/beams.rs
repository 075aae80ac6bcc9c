//! Beams as gizmo lines over everything else: solid and glowing while they kill, thin and dashed while they charge.
//!
//! A line is drawn between the segments of the last two ticks, as everything that moves is; where these lie too far apart
//! to be one motion, it is the last one. The one that kills is the last one.

use bevy::math::ops;
use bevy::prelude::*;

use crate::sim::laser::{Beam, BeamPhase, Beams, LaserIndex, LaserState};
use crate::sim::reflection::Reflections;

use super::PaintSystems;
use super::between_ticks::BetweenTicks;
use super::camera::Framing;
use super::canvas::Canvas;
use super::dashes::dashes;
use super::painter::unit;
use super::palette::{self, BEAM_LIT, ink};

/// Tiles. Width of a lit beam.
const LIT_WIDTH: f32 = 0.10;
/// Tiles. Width of a charging beam.
const CHARGING_WIDTH: f32 = 0.055;

/// Lines that kill.
#[derive(Default, Reflect, GizmoConfigGroup)]
pub struct LitBeams;

/// Lines that are about to.
#[derive(Default, Reflect, GizmoConfigGroup)]
pub struct ChargingBeams;

/// How the dashes of a charging beam look.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Charge {
    dash: f32,
    gap: f32,
    brightness: f32,
}

impl Charge {
    /// Dashes grow, gaps close and the line brightens as the charge, `0..1`, fills up.
    fn at(fraction: f32) -> Self {
        let urgency = fraction * fraction;
        Self { dash: 0.12 + 0.33 * urgency, gap: 0.50 - 0.35 * urgency, brightness: 0.70 + 0.30 * urgency }
    }
}

/// Adds the beams.
pub fn plugin(app: &mut App) {
    app.init_gizmo_group::<LitBeams>()
        .init_gizmo_group::<ChargingBeams>()
        .add_systems(Update, set_widths.in_set(PaintSystems::Behind))
        .add_systems(Update, draw_beams.in_set(PaintSystems::Behind));
}

fn set_widths(framing: Res<Framing>, window: Option<Single<&Window>>, mut store: ResMut<GizmoConfigStore>) {
    if !framing.is_changed() {
        return;
    }
    // Gizmo widths are physical pixels.
    let scale = framing.tile_pixels * window.map_or(1.0, |window| window.scale_factor());
    store.config_mut::<LitBeams>().0.line.width = (LIT_WIDTH * scale).max(2.0);
    store.config_mut::<ChargingBeams>().0.line.width = (CHARGING_WIDTH * scale).max(1.0);
}

fn draw_beams(
    mut lit: Gizmos<LitBeams>,
    mut charging: Gizmos<ChargingBeams>,
    mut canvas: ResMut<Canvas>,
    between: Res<BetweenTicks>,
    time: Res<Time>,
    lasers: Query<(&LaserIndex, &LaserState, &Beams, Option<&Reflections>)>,
) {
    for (index, state, beams, reflections) in &lasers {
        let reflected = reflections.into_iter().flat_map(|reflections| between.reflected(*index, reflections));
        for (number, beam) in between.beams(*index, state, beams).chain(reflected).enumerate() {
            match beams.phase {
                BeamPhase::Off => {}
                BeamPhase::Charging { fraction } => draw_charging(&mut charging, beam, fraction),
                BeamPhase::Lit => {
                    lit.line_2d(beam.start, beam.end, BEAM_LIT);
                    if beam.hit {
                        let seed = index.0 as f32 * 1.7 + number as f32;
                        draw_spark(&mut lit, &mut canvas, beam, time.elapsed_secs_wrapped(), seed);
                    }
                }
            }
        }
    }
}

fn draw_charging(gizmos: &mut Gizmos<ChargingBeams>, beam: Beam, fraction: f32) {
    let Charge { dash, gap, brightness } = Charge::at(fraction);
    let along = beam.end - beam.start;
    let length = along.length();
    let way = along.normalize_or_zero();
    let color = ink(palette::LETHAL, 0.35 + 0.65 * brightness) * brightness;
    // The dashes run outwards with the charge, faster and faster.
    let shift = fraction * (1.0 + 2.5 * fraction);
    for (from, to) in dashes(length, dash, gap, shift) {
        gizmos.line_2d(beam.start + way * from, beam.start + way * to, color);
    }
}

/// A small star where a beam burns into something.
fn draw_spark(gizmos: &mut Gizmos<LitBeams>, canvas: &mut Canvas, beam: Beam, seconds: f32, seed: f32) {
    let back = (beam.start - beam.end).normalize_or_zero();
    canvas.front.halo(beam.end, 0.45, ink(palette::LETHAL, 0.8));
    let angle = ops::atan2(back.y, back.x);
    for ray in 0..3 {
        // Three short rays that sway in front of what is hit; smooth, so that nothing flickers.
        let sway = ops::sin(seconds * (9.0 + 2.0 * ray as f32) + seed * 2.3 + ray as f32 * 2.1);
        let length = 0.16 + 0.10 * ops::sin(seconds * 13.0 + seed + ray as f32 * 1.9);
        let way = unit(angle + (ray as f32 - 1.0) * 0.75 + 0.3 * sway);
        gizmos.line_2d(beam.end, beam.end + way * length, BEAM_LIT * 0.6);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_charge_grows_more_urgent_and_stays_dashed_to_the_end() {
        let charges: Vec<Charge> = (0..=10).map(|step| Charge::at(step as f32 / 10.0)).collect();
        for pair in charges.windows(2) {
            assert!(
                pair[1].dash > pair[0].dash && pair[1].gap < pair[0].gap && pair[1].brightness > pair[0].brightness
            );
        }
        assert!(charges[10].gap > 0.1);
    }
}
