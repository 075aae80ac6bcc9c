//! Turrets: square-shouldered robots with one long barrel. Before a burst the sights close in on the muzzle and the barrel
//! fills; each shot throws the barrel back.

use std::f32::consts::{FRAC_PI_4, TAU};

use bevy::math::ops;
use bevy::prelude::*;

use crate::sim::hazards::turret::{Turret, TurretState};
use crate::sim::run::Run;
use crate::sim::state::actor::ActorIndex;
use crate::sim::triggers::channel::Channels;
use crate::sim::tuning::HALF_TICKS_PER_SECOND;

use super::channel_marks::paint_mark;
use super::robots::paint_rail;
use crate::view::PaintSystems;
use crate::view::canvas::Canvas;
use crate::view::canvas::painter::{Painter, unit};
use crate::view::canvas::palette;
use crate::view::canvas::palette::{BEAM_LIT, ink, mix};
use crate::view::interpolation::Interpolation;

/// Tiles from the middle to the corners of the chassis.
const CHASSIS: f32 = 0.60;
/// Tiles from the middle to the muzzle.
const BARREL: f32 = 0.96;
/// Seconds before a burst in which it tells.
const TELL_SECONDS: f32 = 0.5;
/// Tiles that a shot throws the barrel back, and the rate, a second, at which it comes forward again.
const RECOIL: f32 = 0.26;
const RECOIL_DECAY: f32 = 11.0;

/// Adds the turrets.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, paint_turrets.in_set(PaintSystems::Behind));
}

fn paint_turrets(
    mut canvas: ResMut<Canvas>,
    between: Res<Interpolation>,
    channels: Option<Res<Channels>>,
    run: Option<Res<Run>>,
    turrets: Query<(&ActorIndex, &Turret, &TurretState)>,
) {
    let (Some(channels), Some(run)) = (channels, run) else { return };
    let painter = &mut canvas.behind;
    for path in turrets.iter().filter_map(|(_, turret, _)| turret.path()) {
        paint_rail(painter, path);
    }
    for (index, turret, state) in &turrets {
        let (at, direction) = between.turret(*index, state);
        let since_shot = state.fired_at.map(|fired| {
            let half_ticks = (between.hazard_half_ticks(&run) - fired as f32).max(0.0);
            half_ticks / HALF_TICKS_PER_SECOND as f32
        });
        let seconds_left = turret.seconds_to_burst(&channels, run.hazard_half_ticks);
        let look = Look {
            at,
            direction,
            awake: seconds_left.is_some(),
            tell: tell(seconds_left),
            recoil: since_shot.map_or(0.0, |seconds| RECOIL * ops::exp(-RECOIL_DECAY * seconds)),
            sees: state.sees,
        };
        look.paint(painter);
        if let Some(gate) = turret.gate() {
            let raised = channels.is_raised(gate.channel(), run.hazard_half_ticks);
            paint_mark(painter, gate.channel(), at, 0.15, raised);
        }
    }
}

/// How near the next burst is, `0..=1`, 1 at the shot.
fn tell(seconds_left: Option<f32>) -> f32 {
    seconds_left.map_or(0.0, |seconds| (1.0 - seconds / TELL_SECONDS).clamp(0.0, 1.0))
}

/// All that a turret's picture depends on.
struct Look {
    at: Vec2,
    direction: Vec2,
    awake: bool,
    tell: f32,
    /// Tiles.
    recoil: f32,
    sees: bool,
}

impl Look {
    fn paint(&self, painter: &mut Painter) {
        let steel = if self.awake { ink(palette::STEEL, 1.0) } else { mix(palette::INK, palette::STEEL_DARK, 0.8) };
        let corners = |size: f32| -> [Vec2; 4] {
            std::array::from_fn(|i| self.at + unit(FRAC_PI_4 + TAU * i as f32 / 4.0) * size)
        };
        painter.polygon(&corners(CHASSIS + 0.09), ink(palette::INK, 1.0));
        painter.polygon(&corners(CHASSIS), ink(palette::STEEL_DARK, 1.0));
        for bolt in corners(CHASSIS * 0.78) {
            painter.disc(bolt, 0.035, ink(palette::INK, 1.0));
        }
        self.paint_barrel(painter, steel);
        painter.disc(self.at, 0.33, ink(palette::INK, 1.0));
        painter.disc(self.at, 0.28, steel);
        painter.disc(self.at, 0.19, ink(palette::INK, 1.0));
        if self.sees {
            painter.disc(self.at + self.direction * 0.06, 0.08, ink(palette::PAPER, 1.0));
        }
        self.paint_sights(painter);
    }

    fn paint_barrel(&self, painter: &mut Painter, steel: LinearRgba) {
        let tip = BARREL - self.recoil;
        let along = |distance: f32| self.at + self.direction * distance;
        painter.line(self.at, along(tip + 0.06), 0.36, ink(palette::INK, 1.0));
        painter.line(along(tip - 0.28), along(tip + 0.06), 0.54, ink(palette::INK, 1.0));
        painter.line(self.at, along(tip), 0.24, steel);
        // The muzzle is wider than the barrel, with a dark slot across it.
        painter.line(along(tip - 0.22), along(tip), 0.42, steel);
        let slot = if self.tell > 0.0 { mix(palette::INK, palette::LETHAL, self.tell) } else { ink(palette::INK, 1.0) };
        painter.line(along(tip - 0.14), along(tip - 0.07), 0.42, slot);
        // The charge runs up the barrel towards the muzzle.
        let root = 0.30;
        if self.tell > 0.0 && tip > root {
            painter.line(along(root), along(root + (tip - root) * self.tell), 0.09, ink(palette::LETHAL, 1.0));
        }
        if self.recoil > 0.5 * RECOIL {
            let flash = (self.recoil / RECOIL - 0.5) * 2.0;
            let side = self.direction.perp() * (0.22 * flash);
            let fire = [along(tip) - side, along(tip + 0.42 * flash), along(tip) + side];
            painter.polygon(&fire, BEAM_LIT * (0.5 * flash));
        }
    }

    /// Two brackets that close in on the line of fire as the burst comes near.
    fn paint_sights(&self, painter: &mut Painter) {
        if self.tell <= 0.0 {
            return;
        }
        let side = self.direction.perp();
        let apart = 0.16 + 0.34 * (1.0 - self.tell);
        let ahead = self.at + self.direction * (BARREL + 0.30);
        let color = ink(palette::LETHAL, 0.35 + 0.65 * self.tell);
        for sign in [-1.0, 1.0] {
            let at = ahead + side * (sign * apart);
            painter.line(at - self.direction * 0.16, at + self.direction * 0.16, 0.07, color);
            let nib = at - self.direction * 0.16;
            painter.line(nib, nib - side * (sign * 0.10), 0.07, color);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_told_of_in_its_last_half_second_and_never_while_asleep() {
        assert_eq!(tell(None), 0.0);
        assert_eq!(tell(Some(2.0)), 0.0);
        assert_eq!(tell(Some(TELL_SECONDS / 2.0)), 0.5);
        assert_eq!(tell(Some(0.0)), 1.0);
    }
}
