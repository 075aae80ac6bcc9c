//! Crumbles: slabs of sandstone in pieces. Touched, the pieces tremble and part; gone, a dashed frame brightens until the
//! slab is back.

use bevy::math::ops;
use bevy::prelude::*;

use hairline_sim::obstacles::crumble::{Crumble, CrumbleChanged, CrumblePhase, CrumbleState};
use hairline_sim::run::Run;
use hairline_sim::state::actor::ActorIndex;

use crate::view::canvas::Canvas;
use crate::view::canvas::dashes::dashed_frame;
use crate::view::canvas::painter::Painter;
use crate::view::canvas::palette::{Role, mix, tint};
use crate::view::effects::Effects;
use crate::view::effects::burst::{Burst, Scatter};
use crate::view::effects::particles::Form;
use crate::view::frame::interpolation::Interpolation;
use crate::view::frame::schedule::PaintSystems;

/// Tiles along the slab for each of its pieces, about.
const PIECE: f32 = 0.55;
/// Tiles between two pieces of a whole slab.
const JOINT: f32 = 0.05;
/// Seconds that a slab takes to settle once it is back.
const SETTLE: f32 = 0.18;

/// Rubble from one piece of a slab that gives way.
const RUBBLE: Burst = Burst {
    count: 5.0,
    form: Form::Scrap,
    colors: &[Role::Platform, Role::SteelDark],
    scatter: Scatter::Cone(0.9),
    speed: (0.5, 3.5),
    drift: Vec2::ZERO,
    size: (0.08, 0.2),
    life: (0.35, 0.8),
    gravity: 26.0,
    drag: 0.5,
};
/// Grit from one piece of a slab that begins to crack.
const GRIT: Burst = Burst { count: 2.0, size: (0.05, 0.09), speed: (0.3, 1.5), life: (0.2, 0.4), ..RUBBLE };

/// Adds the crumbles.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, show_changes.in_set(PaintSystems::Effects))
        .add_systems(Update, paint_gone.in_set(PaintSystems::Underlay))
        .add_systems(Update, paint_solid.in_set(PaintSystems::Obstacles));
}

fn show_changes(
    mut changed: MessageReader<CrumbleChanged>,
    crumbles: Query<(&ActorIndex, &Crumble)>,
    mut effects: Effects,
) {
    for change in changed.read() {
        let burst = match change.phase {
            CrumblePhase::Whole => continue,
            CrumblePhase::Cracking => &GRIT,
            CrumblePhase::Gone => &RUBBLE,
        };
        for (_, crumble) in crumbles.iter().filter(|(index, _)| **index == change.source) {
            for piece in pieces(crumble.size) {
                let center = piece.iter().sum::<Vec2>() / 4.0;
                effects.burst(burst, crumble.position + center, Vec2::NEG_Y);
            }
        }
    }
}

/// The pieces of a slab around its center, as quadrilaterals cut across its longer side on a slant.
fn pieces(size: Vec2) -> impl Iterator<Item = [Vec2; 4]> {
    let is_wide = size.x >= size.y;
    let (length, width) = if is_wide { (size.x, size.y) } else { (size.y, size.x) };
    let count = ((length / PIECE).round() as u32).clamp(2, 200);
    let share = length / count as f32;
    let slant = 0.35 * share.min(width);
    let cut = move |index: u32, across: f32| {
        // The outer cuts are straight; the others lean to either side in turn.
        let lean = if index == 0 || index == count {
            0.0
        } else {
            slant * if index.is_multiple_of(2) { across } else { -across }
        };
        let point = Vec2::new(index as f32 * share - length / 2.0 + lean, across * width / 2.0);
        if is_wide { point } else { -point.perp() }
    };
    (0..count).map(move |index| [cut(index, -1.0), cut(index + 1, -1.0), cut(index + 1, 1.0), cut(index, 1.0)])
}

/// How far the present phase is, `0..=1`, if it lasts this many half ticks.
fn progress(state: &CrumbleState, duration: u32, half_ticks: f32) -> f32 {
    ((half_ticks - state.since as f32) / duration.max(1) as f32).clamp(0.0, 1.0)
}

fn paint_solid(
    mut canvas: ResMut<Canvas>,
    interpolation: Res<Interpolation>,
    run: Option<Res<Run>>,
    crumbles: Query<(&Crumble, &CrumbleState)>,
) {
    let Some(run) = run else { return };
    let half_ticks = interpolation.hazard_half_ticks(&run);
    for (crumble, state) in &crumbles {
        let age = interpolation.hazard_seconds_since(state.since, &run);
        let cracked = match state.phase {
            CrumblePhase::Gone => continue,
            CrumblePhase::Cracking => progress(state, crumble.delay, half_ticks),
            CrumblePhase::Whole => 0.0,
        };
        let has_returned = state.phase == CrumblePhase::Whole && state.since > 0;
        let scale = if has_returned { 0.7 + 0.3 * (age / SETTLE).min(1.0) } else { 1.0 };
        paint(&mut canvas.behind, crumble, cracked, age, scale);
    }
}

/// Paints the pieces, `cracked` from 0 (whole) to 1 (about to give way), each at a `scale` about its own center.
fn paint(painter: &mut Painter, crumble: &Crumble, cracked: f32, seconds: f32, scale: f32) {
    let edge = Role::Platform;
    let fill = mix(Role::Ink, Role::Platform, 0.30 - 0.12 * cracked);
    for (index, corners) in pieces(crumble.size).enumerate() {
        let phase = index as f32 * 2.4;
        let tremble = Vec2::new(ops::sin(seconds * 47.0 + phase), ops::cos(seconds * 53.0 + 1.7 * phase));
        let sag = 0.10 * cracked * cracked * (0.5 + 0.5 * ops::sin(phase));
        let shift = tremble * (0.012 + 0.028 * cracked) * f32::from(u8::from(cracked > 0.0)) - Vec2::Y * sag;
        let center = corners.iter().sum::<Vec2>() / 4.0;
        let shrink = scale * (1.0 - (JOINT + 0.05 * cracked) / (corners[1] - corners[0]).length().max(0.2));
        let corners = corners.map(|corner| crumble.position + center + (corner - center) * shrink + shift);
        painter.polygon(&corners, fill);
        painter.stroke_inside(&corners, [0.0, 0.06], edge);
    }
}

/// The frame of a slab that is gone: it brightens until the slab comes back.
fn paint_gone(
    mut canvas: ResMut<Canvas>,
    interpolation: Res<Interpolation>,
    run: Option<Res<Run>>,
    crumbles: Query<(&Crumble, &CrumbleState)>,
) {
    let Some(run) = run else { return };
    let half_ticks = interpolation.hazard_half_ticks(&run);
    for (crumble, state) in crumbles.iter().filter(|(_, state)| state.phase == CrumblePhase::Gone) {
        let progress = progress(state, crumble.away, half_ticks);
        let color = tint(Role::Platform, 0.16 + 0.5 * progress * progress);
        dashed_frame(&mut canvas.behind, crumble.position, crumble.size, color);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_fill_the_slab_lying_or_standing() {
        let area =
            |corners: [Vec2; 4]| (0..4).map(|side| corners[side].perp_dot(corners[(side + 1) % 4]) / 2.0).sum::<f32>();
        for size in [Vec2::new(3.0, 0.5), Vec2::new(0.5, 4.0), Vec2::splat(1.0), Vec2::new(0.1, 0.1)] {
            let whole: f32 = pieces(size).map(area).sum();
            assert!((whole - size.x * size.y).abs() < 1e-4, "{size}: {whole}");
            assert!(pieces(size).flatten().all(|corner| corner.abs().cmple(size / 2.0 + 1e-4).all()), "{size}");
            assert!(pieces(size).all(|piece| area(piece) > 0.0), "{size}");
        }
    }
}
