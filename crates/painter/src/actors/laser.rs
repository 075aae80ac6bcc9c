//! Lasers: steel shells with a barrel for each beam. A patrolling robot rides on a rail, a tracking one has an eye, one that
//! listens to a channel bears the channel's mark and sleeps while its gate is closed.

use std::f32::consts::TAU;

use bevy_math::{Vec2, ops};

use super::marks::MarkRow;
use super::paint_rail;
use crate::dashes::paint_dashes;
use crate::painter::{Painter, rectangle_corners};
use crate::palette::{BEAM_LIT, Role, Tint, mix, tint};
use crate::still::{Draw, Scene, Still, lowered, paint_turn, stops};
use hairline_geometry::ray::mirrors::{follow_mirrors, off_surface};
use hairline_geometry::ray::{RayDirection, RayHit, Surface, unit};
use hairline_geometry::terrain::Layer;
use hairline_level::{Aim, LaserSettings};
use hairline_sim::hazards::laser::BeamPhase;

/// Tiles. Width of a lit beam.
pub const LIT_WIDTH: f32 = 0.10;
/// Tiles. How far a lit beam lights what is beside it.
pub const LIGHT: f32 = 1.6;
/// Tiles. Width of a charging beam.
pub const CHARGING_WIDTH: f32 = 0.07;
/// Tiles. Radius of the shell.
const SHELL: f32 = 0.38;
/// Tiles from the center to the end of a barrel.
const BARREL: f32 = 0.64;
/// Tiles. Width of the dark rim that separates a robot from what is behind it.
const RIM: f32 = 0.06;
/// Opacity of the area that beams sweep over.
const SWEPT: f32 = 0.07;

/// A robot as it stands, without the marks of its gate.
#[derive(Clone, Copy, Debug)]
pub struct LaserLook {
    pub at: Vec2,
    /// The unit direction of its first beam.
    pub direction: Vec2,
    /// What its beams do.
    pub phase: BeamPhase,
    /// The time, for what moves by itself.
    pub seconds: f32,
    /// The ninja's position, for a robot that sees it.
    pub target: Option<Vec2>,
    /// Whether its gate is open.
    pub is_awake: bool,
    /// Whether it turns to the ninja.
    pub tracks: bool,
    /// Whether it rides on a rail.
    pub patrols: bool,
}

impl LaserLook {
    /// Paints it with barrels in some directions.
    pub fn paint(&self, painter: &mut Painter, barrels: impl Iterator<Item = Vec2>) {
        if self.patrols {
            self.paint_carriage(painter);
        }
        for barrel in barrels {
            self.paint_barrel(painter, barrel);
        }
        painter.disc(self.at, SHELL + RIM, Role::Ink);
        painter.disc(self.at, SHELL, self.steel());
        if !self.is_awake {
            self.paint_lid(painter)
        } else if self.tracks {
            self.paint_eye(painter)
        } else {
            self.paint_hub(painter)
        }
        self.paint_charge(painter);
    }

    /// Dark while it sleeps.
    fn steel(&self) -> Tint {
        if self.is_awake { Role::Steel.into() } else { mix(Role::Ink, Role::SteelDark, 0.75) }
    }

    /// A closed eye; the mark of its channel is painted on it.
    fn paint_lid(&self, painter: &mut Painter) {
        painter.disc(self.at, 0.24, Role::Ink);
        painter.arc(self.at, SHELL - 0.09, SHELL - 0.04, TAU * 0.5, TAU * 0.5, Role::SteelDark);
    }

    /// A plate with four rollers under a robot that rides on a rail.
    fn paint_carriage(&self, painter: &mut Painter) {
        let plate = rectangle_corners(self.at, Vec2::splat(0.40));
        for corner in plate {
            painter.disc(corner, 0.15, Role::SteelDark);
        }
        painter.polygon(&plate, Role::SteelDark);
    }

    fn paint_barrel(&self, painter: &mut Painter, direction: Vec2) {
        let (root, tip) = (self.at + direction * 0.1, self.at + direction * BARREL);
        painter.line(root, tip + direction * RIM, 2.0 * (0.13 + RIM), Role::Ink);
        painter.line(root, tip, 0.26, self.steel());
        let muzzle = match self.phase {
            BeamPhase::Off => Role::SteelDark.into(),
            BeamPhase::Charging { fraction } => mix(Role::SteelDark, Role::Lethal, fraction.max(0.25)),
            BeamPhase::Lit => Role::Lethal.into(),
        };
        painter.line(tip - direction * 0.12, tip, 0.26, muzzle);
    }

    /// A dark hub with a notch that turns with the aim.
    fn paint_hub(&self, painter: &mut Painter) {
        painter.disc(self.at, 0.19, Role::Ink);
        painter.line(self.at, self.at + self.direction * 0.19, 0.09, Role::Steel);
    }

    /// A wide pupil on the ninja while the robot sees it, otherwise a narrow slit that follows the aim.
    fn paint_eye(&self, painter: &mut Painter) {
        painter.disc(self.at, 0.27, Role::Ink);
        let Some(target) = self.target else {
            let blink = 0.8 + 0.2 * ops::sin(self.seconds * 2.0);
            let at = self.at + self.direction * 0.06;
            painter.ellipse(at, Vec2::new(0.16, 0.045 * blink), Vec2::X, Role::Steel);
            return;
        };
        let gaze = (target - self.at).normalize_or(self.direction);
        painter.disc(self.at + gaze * 0.06, 0.19, Role::Paper);
        painter.disc(self.at + gaze * 0.12, 0.09, Role::Ink);
        // Brackets that turn around the shell: it has a target.
        for quarter in 0..4 {
            let from = TAU * (quarter as f32 / 4.0 + 0.125) - 0.32 + self.seconds * 0.8;
            painter.arc(self.at, 0.74, 0.80, from, 0.64, tint(Role::Paper, 0.9));
        }
    }

    /// The charge as an arc that closes round the shell.
    fn paint_charge(&self, painter: &mut Painter) {
        if let BeamPhase::Charging { fraction } = self.phase {
            let start = ops::atan2(self.direction.y, self.direction.x);
            painter.arc(self.at, SHELL - 0.09, SHELL, start, TAU * fraction, Role::Lethal);
        }
    }
}

/// Paints the light of a lit beam, as strong as `share` of it.
pub fn paint_light(painter: &mut Painter, ends: [Vec2; 2], share: f32) {
    painter.light(ends, LIGHT, tint(Role::Lethal, share));
}

impl Draw for LaserSettings {
    /// A beam that is always lit is solid, one that goes off or listens to a channel is dashed.
    fn draw(&self, _: usize, scene: &Scene, still: &mut Still) {
        let (at, rest, reach) = (self.position, self.aim.start(), self.reach.unwrap_or(f32::INFINITY));
        let is_always_lit = self.when.is_none() && self.cycle.is_none_or(|cycle| cycle.charge + cycle.off == 0.0);
        let turn = |beam: u8| TAU * f32::from(beam) / f32::from(self.beams);
        for beam in 0..self.beams {
            let area = match self.aim {
                Aim::Sweep { from, to, .. } => scene.swept(at, from + turn(beam), to - from, reach),
                Aim::Spin { from, .. } if beam == 0 => scene.swept(at, from, TAU, reach),
                _ => vec![],
            };
            still.under.polygon(&area, tint(Role::Lethal, SWEPT));
            for leg in beam_points(scene, self, rest + turn(beam)).windows(2) {
                if is_always_lit {
                    paint_light(&mut still.beams, [leg[0], leg[1]], 1.0);
                    still.beams.line(leg[0], leg[1], LIT_WIDTH, Role::Lethal);
                    still.beams.line(leg[0], leg[1], 0.04, BEAM_LIT);
                } else {
                    paint_dashes(&mut still.beams, [leg[0], leg[1]], CHARGING_WIDTH, [0.45, 0.28], 0.0, Role::Lethal);
                }
            }
        }
        paint_rail(&mut still.actors, &stops(self.path.as_ref()));
        let tracks = matches!(self.aim, Aim::Track { .. });
        let conditions = &scene.level.conditions;
        let look = LaserLook {
            at,
            direction: unit(rest),
            phase: if is_always_lit { BeamPhase::Lit } else { BeamPhase::Off },
            seconds: 0.0,
            target: None,
            is_awake: self.when.is_none_or(|gate| gate.condition(conditions).holds(&lowered)),
            tracks,
            patrols: self.path.is_some(),
        };
        look.paint(&mut still.actors, (0..self.beams).map(|beam| unit(rest + turn(beam))));
        paint_turn(&mut still.actors, at, self.aim);
        if let Some(gate) = self.when {
            MarkRow::on_robot(at).paint(&mut still.actors, gate, conditions, lowered);
        }
    }
}

/// The corners of a beam, from the robot's center over every mirror to its end.
fn beam_points(scene: &Scene, laser: &LaserSettings, angle: f32) -> Vec<Vec2> {
    let (start, along, reach) = (laser.position, RayDirection::at_angle(angle), laser.reach.unwrap_or(f32::INFINITY));
    let colliders = scene.colliders;
    let cast = |start, along, reach| colliders.cast_ray(Layer::Light, start, along, reach);
    let start_off = |hit: &RayHit<Surface>| colliders.is_mirror(hit.surface).then(|| off_surface(hit));
    let segments = follow_mirrors(start, along, reach, usize::from(laser.bounces), cast, start_off);
    std::iter::once(start).chain(segments.map(|segment| segment.cast.end)).collect()
}
