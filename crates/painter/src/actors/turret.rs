//! Turrets: square-shouldered robots with one long barrel. Before a burst the sights close in on the muzzle and the barrel
//! fills; each shot throws the barrel back. Bullets are small, bright and lethal, with a trail.

use std::f32::consts::{FRAC_PI_4, TAU};

use bevy_math::{Vec2, ops};

use super::marks::MarkRow;
use super::paint_rail;
use crate::painter::Painter;
use crate::palette::{BEAM_LIT, Role, Tint, mix, tint};
use crate::still::{Draw, Scene, Still, lowered, paint_turn, stops};
use hairline_geometry::ray::{RayDirection, unit};
use hairline_geometry::terrain::Layer;
use hairline_level::{Aim, TurretSettings};

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
/// Tiles. The smallest radius that is drawn; to the rules a bullet may be thinner.
pub const BULLET_RADIUS_MIN: f32 = 0.12;

/// A turret as it stands, without the marks of its gate.
#[derive(Clone, Copy, Debug)]
pub struct TurretLook {
    pub at: Vec2,
    /// The unit direction of its barrel.
    pub direction: Vec2,
    /// Seconds until its next burst; none while its gate is closed.
    pub seconds_left: Option<f32>,
    /// Seconds since its last shot.
    pub since_shot: Option<f32>,
    /// Whether it sees the ninja.
    pub has_target: bool,
    /// Whether the shot may flash.
    pub flashes: bool,
}

impl TurretLook {
    pub fn paint(&self, painter: &mut Painter) {
        let steel = if self.seconds_left.is_some() { Role::Steel.into() } else { mix(Role::Ink, Role::SteelDark, 0.8) };
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

    /// How close the next burst is, `0..=1`, 1 at the shot.
    fn warning(&self) -> f32 {
        self.seconds_left.map_or(0.0, |seconds| (1.0 - seconds / WARNING_SECONDS).clamp(0.0, 1.0))
    }

    fn paint_barrel(&self, painter: &mut Painter, steel: Tint) {
        let recoil = self.since_shot.map_or(0.0, |seconds| RECOIL * ops::exp(-RECOIL_DECAY * seconds));
        let (tip, warning) = (BARREL - recoil, self.warning());
        let along = |distance: f32| self.at + self.direction * distance;
        painter.line(self.at, along(tip + 0.06), 0.36, Role::Ink);
        painter.line(along(tip - 0.28), along(tip + 0.06), 0.54, Role::Ink);
        painter.line(self.at, along(tip), 0.24, steel);
        // The muzzle is wider than the barrel, with a dark slot across it.
        painter.line(along(tip - 0.22), along(tip), 0.42, steel);
        painter.line(along(tip - 0.14), along(tip - 0.07), 0.42, mix(Role::Ink, Role::Lethal, warning));
        // The charge fills the barrel towards the muzzle.
        let root = 0.30;
        if warning > 0.0 && tip > root {
            painter.line(along(root), along(root + (tip - root) * warning), 0.09, Role::Lethal);
        }
        if self.flashes && recoil > 0.5 * RECOIL {
            let flash = (recoil / RECOIL - 0.5) * 2.0;
            let side = self.direction.perp() * (0.22 * flash);
            let fire = [along(tip) - side, along(tip + 0.42 * flash), along(tip) + side];
            painter.polygon(&fire, BEAM_LIT * (0.5 * flash));
        }
    }

    /// Two brackets that close in on the line of fire before a burst.
    fn paint_sights(&self, painter: &mut Painter) {
        let warning = self.warning();
        if warning <= 0.0 {
            return;
        }
        let side = self.direction.perp();
        let apart = 0.16 + 0.34 * (1.0 - warning);
        let ahead = self.at + self.direction * (BARREL + 0.30);
        let color = tint(Role::Lethal, 0.35 + 0.65 * warning);
        for sign in [-1.0, 1.0] {
            let at = ahead + side * (sign * apart);
            painter.line(at - self.direction * 0.16, at + self.direction * 0.16, 0.07, color);
            let nib = at - self.direction * 0.16;
            painter.line(nib, nib - side * (sign * 0.10), 0.07, color);
        }
    }
}

/// Paints a bullet that flies in a unit direction; lengths in tiles.
pub fn paint_bullet(painter: &mut Painter, at: Vec2, direction: Vec2, trail: f32, radius: f32) {
    let clear = tint(Role::Lethal, 0.0);
    painter.taper(at, at - direction * (trail + radius), radius * 1.7, radius * 0.3, tint(Role::Lethal, 0.85), clear);
    painter.halo(at, radius * 4.0, tint(Role::Lethal, 0.5));
    let side = direction.perp() * radius;
    if radius > BULLET_RADIUS_MIN {
        // A large one is drawn as large as it kills, with an arrow in it.
        painter.disc(at, radius, BEAM_LIT * 0.4);
        let (tail, nose) = (at - direction * (radius * 0.4), at + direction * (radius * 0.7));
        painter.polygon(&[tail - side * 0.5, nose, tail + side * 0.5], Role::Paper);
        return;
    }
    // A pointed body shows the direction even in slow motion.
    let nose = at + direction * (radius * 2.1);
    painter.polygon(
        &[at - side - direction * radius, at - side, nose, at + side, at + side - direction * radius],
        BEAM_LIT * 0.55,
    );
    painter.line(at - direction * radius, at + direction * radius, radius * 0.7, Role::Paper);
}

impl Draw for TurretSettings {
    /// With bullets along its line of fire.
    fn draw(&self, _: usize, scene: &Scene, still: &mut Still) {
        let (at, rest) = (self.position, self.aim.start());
        let reach = self.range.unwrap_or(f32::INFINITY);
        let end = scene.colliders.cast_ray(Layer::Body, at, RayDirection::at_angle(rest), reach).end;
        let (along, radius) = (unit(rest), self.radius.max(BULLET_RADIUS_MIN));
        for bullet in 1..((at.distance(end) - 0.9) / 0.9).max(2.0) as u32 {
            paint_bullet(&mut still.beams, at + along * (0.5 + 0.9 * bullet as f32), along, 0.0, radius);
        }
        paint_rail(&mut still.actors, &stops(self.path.as_ref()));
        let conditions = &scene.level.conditions;
        let is_awake = self.when.is_none_or(|gate| gate.condition(conditions).holds(&lowered));
        let look = TurretLook {
            at,
            direction: along,
            seconds_left: is_awake.then_some(f32::INFINITY),
            since_shot: None,
            has_target: matches!(self.aim, Aim::Track { .. }),
            flashes: false,
        };
        look.paint(&mut still.actors);
        paint_turn(&mut still.actors, at, self.aim);
        if let Some(gate) = self.when {
            MarkRow::on_robot(at).paint(&mut still.actors, gate, conditions, lowered);
        }
    }
}
