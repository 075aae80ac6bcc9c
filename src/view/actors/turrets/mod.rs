//! Turrets: square-shouldered robots with one long barrel. Before a burst the sights close in on the muzzle and the barrel
//! fills; each shot throws the barrel back.

mod bullets;

use std::f32::consts::{FRAC_PI_4, TAU};

use bevy::math::ops;
use bevy::prelude::*;

use hairline_sim::hazards::turret::{Turret, TurretState};
use hairline_sim::run::Run;
use hairline_sim::state::actor::ActorIndex;

use crate::view::actors::channel_marks::{GateMarks, MarkRow};
use crate::view::actors::rails::paint_rail;
use crate::view::canvas::Canvas;
use crate::view::canvas::painter::Painter;
use crate::view::canvas::palette::{BEAM_LIT, Role, Tint, mix, tint};
use crate::view::frame::interpolation::{InterpolateApp, Interpolation, Previous};
use crate::view::frame::schedule::PaintSystems;
use crate::view::presentation::Presentation;
use hairline_geometry::ray::unit;

/// Tiles from the center to the corners of the chassis.
const CHASSIS: f32 = 0.60;
/// Tiles from the center to the muzzle.
const BARREL: f32 = 0.96;
/// Seconds of warning before a burst.
const WARNING_SECONDS: f32 = 0.5;
/// Tiles. How far a shot throws the barrel back.
const RECOIL: f32 = 0.26;
/// Rate at which the barrel comes forward again, per second.
const RECOIL_DECAY: f32 = 11.0;

/// Adds the turrets.
pub fn plugin(app: &mut App) {
    app.interpolate::<TurretState>()
        .add_plugins(bullets::plugin)
        .add_systems(Update, paint_turrets.in_set(PaintSystems::Behind));
}

fn paint_turrets(
    mut canvas: ResMut<Canvas>,
    (interpolation, before): (Res<Interpolation>, Res<Previous<TurretState>>),
    run: Option<Res<Run>>,
    marks: GateMarks,
    presentation: Res<Presentation>,
    turrets: Query<(&ActorIndex, &Turret, &TurretState)>,
) {
    let Some(run) = run else { return };
    let painter = &mut canvas.behind;
    for path in turrets.iter().filter_map(|(_, turret, _)| turret.path()) {
        paint_rail(painter, path);
    }
    for (index, turret, state) in &turrets {
        let old = before.get(*index).map(|old| (old.position, old.direction));
        let (at, direction) = interpolation.pose(old, (state.position, state.direction));
        let since_shot = state.fired_at.map(|fired| interpolation.hazard_seconds_since(fired, &run));
        let seconds_left = turret.seconds_to_burst(&run.channels, run.hazard_half_ticks);
        let picture = Picture {
            at,
            direction,
            awake: seconds_left.is_some(),
            warning: warning(seconds_left),
            recoil: since_shot.map_or(0.0, |seconds| RECOIL * ops::exp(-RECOIL_DECAY * seconds)),
            has_target: state.has_target,
            flashes: presentation.flashes,
        };
        picture.paint(painter);
        if let Some(gate) = turret.gate() {
            marks.paint(painter, gate, MarkRow { at, along: Vec2::X, length: 0.7, size: 0.15, is_framed: false });
        }
    }
}

/// How close the next burst is, `0..=1`, 1 at the shot.
fn warning(seconds_left: Option<f32>) -> f32 {
    seconds_left.map_or(0.0, |seconds| (1.0 - seconds / WARNING_SECONDS).clamp(0.0, 1.0))
}

/// Everything that a turret's picture depends on.
struct Picture {
    at: Vec2,
    direction: Vec2,
    awake: bool,
    warning: f32,
    /// Tiles.
    recoil: f32,
    has_target: bool,
    /// Whether the shot may flash.
    flashes: bool,
}

impl Picture {
    fn paint(&self, painter: &mut Painter) {
        let steel = if self.awake { Role::Steel.into() } else { mix(Role::Ink, Role::SteelDark, 0.8) };
        let corners = |size: f32| -> [Vec2; 4] {
            std::array::from_fn(|i| self.at + unit(FRAC_PI_4 + TAU * i as f32 / 4.0) * size)
        };
        painter.polygon(&corners(CHASSIS + 0.09), Role::Ink);
        painter.polygon(&corners(CHASSIS), Role::SteelDark);
        for bolt in corners(CHASSIS * 0.78) {
            painter.disc(bolt, 0.035, Role::Ink);
        }
        self.paint_barrel(painter, steel);
        painter.disc(self.at, 0.33, Role::Ink);
        painter.disc(self.at, 0.28, steel);
        painter.disc(self.at, 0.19, Role::Ink);
        if self.has_target {
            painter.disc(self.at + self.direction * 0.06, 0.08, Role::Paper);
        }
        self.paint_sights(painter);
    }

    fn paint_barrel(&self, painter: &mut Painter, steel: Tint) {
        let tip = BARREL - self.recoil;
        let along = |distance: f32| self.at + self.direction * distance;
        painter.line(self.at, along(tip + 0.06), 0.36, Role::Ink);
        painter.line(along(tip - 0.28), along(tip + 0.06), 0.54, Role::Ink);
        painter.line(self.at, along(tip), 0.24, steel);
        // The muzzle is wider than the barrel, with a dark slot across it.
        painter.line(along(tip - 0.22), along(tip), 0.42, steel);
        let slot = if self.warning > 0.0 { mix(Role::Ink, Role::Lethal, self.warning) } else { Role::Ink.into() };
        painter.line(along(tip - 0.14), along(tip - 0.07), 0.42, slot);
        // The charge fills the barrel towards the muzzle.
        let root = 0.30;
        if self.warning > 0.0 && tip > root {
            painter.line(along(root), along(root + (tip - root) * self.warning), 0.09, Role::Lethal);
        }
        if self.flashes && self.recoil > 0.5 * RECOIL {
            let flash = (self.recoil / RECOIL - 0.5) * 2.0;
            let side = self.direction.perp() * (0.22 * flash);
            let fire = [along(tip) - side, along(tip + 0.42 * flash), along(tip) + side];
            painter.polygon(&fire, BEAM_LIT * (0.5 * flash));
        }
    }

    /// Two brackets that close in on the line of fire before a burst.
    fn paint_sights(&self, painter: &mut Painter) {
        if self.warning <= 0.0 {
            return;
        }
        let side = self.direction.perp();
        let apart = 0.16 + 0.34 * (1.0 - self.warning);
        let ahead = self.at + self.direction * (BARREL + 0.30);
        let color = tint(Role::Lethal, 0.35 + 0.65 * self.warning);
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
    fn a_burst_is_announced_in_its_last_half_second_and_never_while_asleep() {
        assert_eq!(warning(None), 0.0);
        assert_eq!(warning(Some(2.0)), 0.0);
        assert_eq!(warning(Some(WARNING_SECONDS / 2.0)), 0.5);
        assert_eq!(warning(Some(0.0)), 1.0);
    }
}
