//! Mines: spiked charges. Lit, a clock runs out around one and a ring shows how far the blast will reach; one that has
//! blown up leaves a faint mark.

use std::f32::consts::{FRAC_PI_2, TAU};

use bevy::math::ops;
use bevy::prelude::*;

use crate::sim::hazards::mine::{Mine, MineState};
use crate::sim::run::Run;

use crate::view::PaintSystems;
use crate::view::canvas::Canvas;
use crate::view::canvas::painter::{Painter, unit};
use crate::view::canvas::palette;
use crate::view::canvas::palette::{BEAM_LIT, ink, mix};
use crate::view::interpolation::Interpolation;

/// Tiles. Radius of the charge without its spikes.
const BODY: f32 = 0.25;
/// Tiles from the middle to the spikes' points.
const POINTS: f32 = 0.42;
/// Spikes around the charge.
const SPIKES: u32 = 8;

/// Adds the mines.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, paint_grounds.in_set(PaintSystems::Ground))
        .add_systems(Update, paint_mines.in_set(PaintSystems::Behind));
}

/// How far a lit mine's clock has run, `0..=1`; none for one that is not lit.
fn burnt(mine: &Mine, state: &MineState, half_ticks: f32) -> Option<f32> {
    let lit_at = state.lit_at.filter(|_| !state.spent)?;
    Some(((half_ticks - lit_at as f32) / mine.fuse.max(1) as f32).clamp(0.0, 1.0))
}

/// Under everything: where a mine is woken, where its blast will reach, and the mark that one left.
fn paint_grounds(
    mut canvas: ResMut<Canvas>,
    between: Res<Interpolation>,
    run: Option<Res<Run>>,
    mines: Query<(&Mine, &MineState)>,
) {
    let Some(run) = run else { return };
    let painter = &mut canvas.behind;
    for (mine, state) in &mines {
        if state.spent {
            paint_scorch(painter, mine.position);
        } else if let Some(burnt) = burnt(mine, state, between.hazard_half_ticks(&run)) {
            painter.disc(mine.position, mine.blast * burnt, ink(palette::LETHAL, 0.10));
            dotted_ring(painter, mine.position, mine.blast, 0.09, ink(palette::LETHAL, 0.35 + 0.65 * burnt));
        } else {
            dotted_ring(painter, mine.position, mine.trigger, 0.045, ink(palette::PAPER_DIM, 0.30));
        }
    }
}

fn dotted_ring(painter: &mut Painter, at: Vec2, radius: f32, width: f32, color: LinearRgba) {
    let count = ((TAU * radius / 0.4).ceil()).clamp(8.0, 400.0);
    for dash in 0..count as u32 {
        let sweep = TAU / count;
        painter.arc(at, radius - width, radius, dash as f32 * sweep, sweep * 0.5, color);
    }
}

/// Streaks around an empty middle.
fn paint_scorch(painter: &mut Painter, at: Vec2) {
    for streak in 0..11 {
        let way = unit(TAU * streak as f32 / 11.0 + 0.3);
        let length = 0.35 + 0.25 * ((streak * 7 % 5) as f32 / 5.0);
        let color = ink(palette::STEEL_DARK, 0.5);
        painter.taper(at + way * 0.2, at + way * (0.2 + length), 0.08, 0.0, color, ink(palette::STEEL_DARK, 0.1));
    }
    painter.ring(at, 0.14, 0.18, ink(palette::STEEL_DARK, 0.5));
}

fn paint_mines(
    mut canvas: ResMut<Canvas>,
    between: Res<Interpolation>,
    run: Option<Res<Run>>,
    time: Res<Time>,
    mines: Query<(&Mine, &MineState)>,
) {
    let Some(run) = run else { return };
    let half_ticks = between.hazard_half_ticks(&run);
    for (mine, state) in mines.iter().filter(|(_, state)| !state.spent) {
        paint(&mut canvas.behind, mine.position, burnt(mine, state, half_ticks), time.elapsed_secs_wrapped());
    }
}

fn paint(painter: &mut Painter, at: Vec2, burnt: Option<f32>, seconds: f32) {
    // A lit one trembles, faster and faster.
    let swell = burnt.map_or(0.0, |burnt| 0.04 * (1.0 + burnt) * ops::sin(burnt * burnt * 60.0));
    for spike in 0..SPIKES {
        let way = unit(TAU * (spike as f32 + 0.5) / SPIKES as f32);
        let side = way.perp() * 0.085;
        let tip = at + way * (POINTS + swell);
        painter.polygon(&[at + way * 0.18 - side, tip, at + way * 0.18 + side], ink(palette::LETHAL, 1.0));
    }
    painter.disc(at, BODY + swell, ink(palette::INK, 1.0));
    painter.disc(at, BODY - 0.04 + swell, ink(palette::STEEL_DARK, 1.0));
    match burnt {
        None => {
            let blink = 0.3 + 0.7 * ops::powf(0.5 + 0.5 * ops::sin(seconds * 2.2), 6.0);
            painter.disc(at, 0.11, ink(palette::INK, 1.0));
            painter.disc(at, 0.075, mix(palette::INK, palette::LETHAL, blink));
        }
        Some(burnt) => {
            painter.disc(at, 0.17, BEAM_LIT * (0.15 + 0.45 * burnt));
            // What is left of its time, as an arc that closes from the top.
            painter.ring(at, 0.54, 0.64, ink(palette::INK, 0.8));
            painter.arc(at, 0.54, 0.64, FRAC_PI_2, TAU * (1.0 - burnt), ink(palette::LETHAL, 1.0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_runs_from_lit_to_blown_and_only_then() {
        let mine = Mine { position: Vec2::ZERO, trigger: 2.0, fuse: 100, blast: 2.0 };
        let lit = MineState { lit_at: Some(50), spent: false };
        assert_eq!(burnt(&mine, &MineState::default(), 80.0), None);
        assert_eq!(burnt(&mine, &lit, 40.0), Some(0.0));
        assert_eq!(burnt(&mine, &lit, 75.0), Some(0.25));
        assert_eq!(burnt(&mine, &lit, 500.0), Some(1.0));
        assert_eq!(burnt(&mine, &MineState { spent: true, ..lit }, 75.0), None);
    }
}
