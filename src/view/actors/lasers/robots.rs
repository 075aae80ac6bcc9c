//! Robots: steel shells with a barrel for each beam. A patrolling robot rides on a rail, a tracking one has an eye, one that
//! listens to a channel bears the channel's mark and sleeps while its gate is closed.

use std::f32::consts::TAU;

use bevy::math::ops;
use bevy::prelude::*;

use hairline_sim::hazards::laser::{BeamPhase, Beams, Laser, LaserState};
use hairline_sim::run::Run;
use hairline_sim::state::actor::ActorIndex;

use crate::view::actors::channel_marks::{GateMarks, MarkRow};
use crate::view::actors::rails::paint_rail;
use crate::view::canvas::Canvas;
use crate::view::canvas::painter::Painter;
use crate::view::canvas::palette::{Role, Tint, mix, tint};
use crate::view::frame::interpolation::{InterpolateApp, Interpolation, Previous};
use crate::view::frame::schedule::PaintSystems;
use crate::view::ninja::DrawnNinja;

/// Tiles. Radius of the shell.
const SHELL: f32 = 0.38;
/// Tiles from the center to the end of a barrel.
const BARREL: f32 = 0.64;
/// Tiles. Width of the dark rim that separates a robot from what is behind it.
const RIM: f32 = 0.06;

/// Adds the robots.
pub fn plugin(app: &mut App) {
    app.interpolate::<LaserState>()
        .add_systems(Update, (paint_rails, paint_robots).chain().in_set(PaintSystems::Behind));
}

fn paint_rails(mut canvas: ResMut<Canvas>, lasers: Query<&Laser>) {
    for path in lasers.iter().filter_map(Laser::path) {
        paint_rail(&mut canvas.behind, path);
    }
}

fn paint_robots(
    mut canvas: ResMut<Canvas>,
    (interpolation, before): (Res<Interpolation>, Res<Previous<LaserState>>),
    time: Res<Time>,
    ninja: DrawnNinja,
    run: Option<Res<Run>>,
    marks: GateMarks,
    lasers: Query<(&ActorIndex, &Laser, &LaserState, &Beams)>,
) {
    let Some(run) = run else { return };
    let now = run.hazard_half_ticks;
    for (index, laser, state, beams) in &lasers {
        let old = before.get(*index).map(|old| (old.position, old.direction));
        let (at, direction) = interpolation.pose(old, (state.position, state.direction));
        let robot = Robot {
            at,
            direction,
            phase: beams.phase,
            seconds: time.elapsed_secs_wrapped(),
            target: ninja.position().filter(|_| state.has_target),
            awake: laser.is_awake(&run.channels, now),
        };
        robot.paint(&mut canvas.behind, laser);
        if let Some(gate) = laser.gate() {
            marks.paint(
                &mut canvas.behind,
                gate,
                MarkRow { at, along: Vec2::X, length: 0.7, size: 0.15, is_framed: false },
            );
        }
    }
}

/// Everything that a robot's picture depends on.
struct Robot {
    at: Vec2,
    direction: Vec2,
    phase: BeamPhase,
    seconds: f32,
    /// The ninja's position, for a robot that sees it.
    target: Option<Vec2>,
    /// Whether its gate is open.
    awake: bool,
}

impl Robot {
    fn paint(&self, painter: &mut Painter, laser: &Laser) {
        if laser.path().is_some() {
            self.paint_carriage(painter);
        }
        for barrel in laser.directions(self.direction) {
            self.paint_barrel(painter, barrel);
        }
        painter.disc(self.at, SHELL + RIM, Role::Ink);
        painter.disc(self.at, SHELL, self.steel());
        if !self.awake {
            self.paint_lid(painter)
        } else if laser.tracks() {
            self.paint_eye(painter)
        } else {
            self.paint_hub(painter)
        }
        self.paint_charge(painter);
    }

    /// Dark while it sleeps.
    fn steel(&self) -> Tint {
        if self.awake { Role::Steel.into() } else { mix(Role::Ink, Role::SteelDark, 0.75) }
    }

    /// A closed eye; the mark of its channel is painted on it.
    fn paint_lid(&self, painter: &mut Painter) {
        painter.disc(self.at, 0.24, Role::Ink);
        painter.arc(self.at, SHELL - 0.09, SHELL - 0.04, TAU * 0.5, TAU * 0.5, Role::SteelDark);
    }

    /// A plate with four rollers under a robot that rides on a rail.
    fn paint_carriage(&self, painter: &mut Painter) {
        for corner in [Vec2::ONE, Vec2::NEG_ONE, Vec2::new(1.0, -1.0), Vec2::new(-1.0, 1.0)] {
            painter.disc(self.at + corner * 0.40, 0.15, Role::SteelDark);
        }
        let half = Vec2::splat(0.40);
        painter.rectangle(self.at - half, self.at + half, Role::SteelDark);
    }

    fn paint_barrel(&self, painter: &mut Painter, direction: Vec2) {
        let side = direction.perp();
        let (root, tip) = (self.at + direction * 0.1, self.at + direction * BARREL);
        let rim = tip + direction * RIM;
        let half = 0.13 + RIM;
        painter.polygon(&[root - side * half, rim - side * half, rim + side * half, root + side * half], Role::Ink);
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
