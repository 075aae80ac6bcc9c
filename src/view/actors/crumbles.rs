//! Crumbles: how far each has cracked, and their rubble. Where one is gone, a dashed frame brightens until the slab is back.

use bevy::prelude::*;

use hairline_painter::actors::crumble::{CrumbleLook, pieces};
use hairline_painter::dashes::dashed_frame;
use hairline_sim::obstacles::crumble::{Crumble, CrumbleChanged, CrumblePhase, CrumbleState};
use hairline_sim::run::Run;
use hairline_sim::state::actor::ActorIndex;

use crate::view::canvas::Canvas;
use crate::view::canvas::palette::{Role, tint};
use crate::view::effects::Effects;
use crate::view::effects::burst::{Burst, Scatter};
use crate::view::effects::particles::Form;
use crate::view::frame::interpolation::Interpolation;
use crate::view::frame::schedule::PaintSystems;

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
        let (at, size) = (crumble.position, crumble.size);
        CrumbleLook { at, size, cracked, seconds: age, scale }.paint(&mut canvas.behind);
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
