//! Mines: spiked charges. Around a lit mine a clock runs out and a ring shows the reach of the blast; an exploded one leaves
//! a faint mark.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use bevy::math::ops;
use bevy::prelude::*;

use hairline_sim::hazards::mine::{Mine, MineExploded, MineLit, MineState};
use hairline_sim::run::Run;

use crate::view::canvas::Canvas;
use crate::view::canvas::painter::Painter;
use crate::view::canvas::palette::{BEAM_LIT, Role, Tint, mix, tint};
use crate::view::effects::Effects;
use crate::view::effects::burst::{Burst, Scatter};
use crate::view::effects::particles::Form;
use crate::view::frame::interpolation::Interpolation;
use crate::view::frame::schedule::PaintSystems;
use hairline_geometry::ray::unit;

/// Tiles. Radius of the charge without its spikes.
const BODY: f32 = 0.25;
/// Tiles from the center to the spikes' points.
const POINTS: f32 = 0.42;
/// Spikes around the charge.
const SPIKES: u32 = 8;

/// Fire, for a blast that reaches one tile. With this drag a streak flies about as far as its speed divided by the drag: to
/// the rim of the blast.
const FIRE: Burst = Burst {
    count: 26.0,
    form: Form::Streak,
    colors: &[Role::Lethal],
    scatter: Scatter::Even,
    speed: (2.0, 6.0),
    drift: Vec2::ZERO,
    size: (0.10, 0.18),
    life: (0.2, 0.4),
    gravity: 0.0,
    drag: 6.0,
};
/// Scraps of the shell.
const SHELL: Burst = Burst {
    count: 18.0,
    form: Form::Scrap,
    colors: &[Role::SteelDark],
    scatter: Scatter::Cone(PI),
    speed: (2.0, 11.0),
    drift: Vec2::ZERO,
    size: (0.08, 0.17),
    life: (0.4, 0.9),
    gravity: 20.0,
    drag: 1.5,
};

/// Adds the mines.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, show_blasts.in_set(PaintSystems::Effects))
        .add_systems(Update, paint_reaches.in_set(PaintSystems::Underlay))
        .add_systems(Update, paint_mines.in_set(PaintSystems::Behind));
}

fn show_blasts(mut lit: MessageReader<MineLit>, mut exploded: MessageReader<MineExploded>, mut effects: Effects) {
    for mine in lit.read() {
        effects.ring(mine.position, 0.9, Role::Lethal);
    }
    for &MineExploded { position, blast, .. } in exploded.read() {
        effects.ring(position, blast, Role::Lethal);
        effects.ring(position, blast * 0.6, Role::Paper);
        let speed = (FIRE.speed.0 * blast, FIRE.speed.1 * blast);
        effects.burst(&Burst { speed, ..FIRE }, position, Vec2::X);
        effects.burst(&SHELL, position, Vec2::Y);
        effects.shake(0.7);
    }
}

/// How far a lit mine's fuse has burnt, `0..=1`; none for a mine that is not lit.
fn burnt(mine: &Mine, state: &MineState, half_ticks: f32) -> Option<f32> {
    let lit_at = state.lit_at.filter(|_| !state.spent)?;
    Some(((half_ticks - lit_at as f32) / mine.fuse.max(1) as f32).clamp(0.0, 1.0))
}

/// Below everything: where a mine is triggered, how far its blast reaches, and the mark of an exploded one.
fn paint_reaches(
    mut canvas: ResMut<Canvas>,
    interpolation: Res<Interpolation>,
    run: Option<Res<Run>>,
    mines: Query<(&Mine, &MineState)>,
) {
    let Some(run) = run else { return };
    let painter = &mut canvas.behind;
    for (mine, state) in &mines {
        if state.spent {
            paint_scorch(painter, mine.position);
        } else if let Some(burnt) = burnt(mine, state, interpolation.hazard_half_ticks(&run)) {
            painter.disc(mine.position, mine.blast * burnt, tint(Role::Lethal, 0.10));
            dotted_ring(painter, mine.position, mine.blast, 0.09, tint(Role::Lethal, 0.35 + 0.65 * burnt));
        } else {
            dotted_ring(painter, mine.position, mine.trigger, 0.045, tint(Role::PaperDim, 0.30));
        }
    }
}

fn dotted_ring(painter: &mut Painter, at: Vec2, radius: f32, width: f32, color: Tint) {
    let count = ((TAU * radius / 0.4).ceil()).clamp(8.0, 400.0);
    for dash in 0..count as u32 {
        let sweep = TAU / count;
        painter.arc(at, radius - width, radius, dash as f32 * sweep, sweep * 0.5, color);
    }
}

/// Streaks around an empty center.
fn paint_scorch(painter: &mut Painter, at: Vec2) {
    for streak in 0..11 {
        let direction = unit(TAU * streak as f32 / 11.0 + 0.3);
        let length = 0.35 + 0.25 * ((streak * 7 % 5) as f32 / 5.0);
        let color = tint(Role::SteelDark, 0.5);
        let (from, to) = (at + direction * 0.2, at + direction * (0.2 + length));
        painter.taper(from, to, 0.08, 0.0, color, tint(Role::SteelDark, 0.1));
    }
    painter.ring(at, 0.14, 0.18, tint(Role::SteelDark, 0.5));
}

fn paint_mines(
    mut canvas: ResMut<Canvas>,
    interpolation: Res<Interpolation>,
    run: Option<Res<Run>>,
    time: Res<Time>,
    mines: Query<(&Mine, &MineState)>,
) {
    let Some(run) = run else { return };
    let half_ticks = interpolation.hazard_half_ticks(&run);
    for (mine, state) in mines.iter().filter(|(_, state)| !state.spent) {
        paint(&mut canvas.behind, mine.position, burnt(mine, state, half_ticks), time.elapsed_secs_wrapped());
    }
}

fn paint(painter: &mut Painter, at: Vec2, burnt: Option<f32>, seconds: f32) {
    // A lit mine trembles, faster and faster.
    let swell = burnt.map_or(0.0, |burnt| 0.04 * (1.0 + burnt) * ops::sin(burnt * burnt * 60.0));
    for spike in 0..SPIKES {
        let direction = unit(TAU * (spike as f32 + 0.5) / SPIKES as f32);
        let side = direction.perp() * 0.085;
        let (root, tip) = (at + direction * 0.18, at + direction * (POINTS + swell));
        painter.polygon(&[root - side, tip, root + side], Role::Lethal);
    }
    painter.disc(at, BODY + swell, Role::Ink);
    painter.disc(at, BODY - 0.04 + swell, Role::SteelDark);
    match burnt {
        None => {
            let blink = 0.3 + 0.7 * ops::powf(0.5 + 0.5 * ops::sin(seconds * 2.2), 6.0);
            painter.disc(at, 0.11, Role::Ink);
            painter.disc(at, 0.075, mix(Role::Ink, Role::Lethal, blink));
        }
        Some(burnt) => {
            painter.disc(at, 0.17, BEAM_LIT * (0.15 + 0.45 * burnt));
            // The time that is left, as an arc that shrinks towards the top.
            painter.ring(at, 0.54, 0.64, tint(Role::Ink, 0.8));
            painter.arc(at, 0.54, 0.64, FRAC_PI_2, TAU * (1.0 - burnt), Role::Lethal);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fuse_burns_only_from_lit_to_exploded() {
        let mine = Mine { position: Vec2::ZERO, trigger: 2.0, fuse: 100, blast: 2.0 };
        let lit = MineState { lit_at: Some(50), spent: false };
        assert_eq!(burnt(&mine, &MineState::default(), 80.0), None);
        assert_eq!(burnt(&mine, &lit, 40.0), Some(0.0));
        assert_eq!(burnt(&mine, &lit, 75.0), Some(0.25));
        assert_eq!(burnt(&mine, &lit, 500.0), Some(1.0));
        assert_eq!(burnt(&mine, &MineState { spent: true, ..lit }, 75.0), None);
    }
}
