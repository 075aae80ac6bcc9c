//! Robots: steel shells with a barrel for each beam. A patrolling one rides on a rail, a tracking one has an eye, one
//! that listens to a channel wears its mark, and sleeps while the channel does not let it work.

use std::f32::consts::TAU;

use bevy::math::ops;
use bevy::prelude::*;

use crate::sim::hazards::laser::{BeamPhase, Beams, Laser, LaserState};
use crate::sim::ninja::Ninja;
use crate::sim::run::Run;
use crate::sim::state::actor::ActorIndex;
use crate::sim::triggers::channel::Channels;

use super::channel_marks::paint_mark;
use crate::view::PaintSystems;
use crate::view::canvas::Canvas;
use crate::view::canvas::dashes::dashes;
use crate::view::canvas::painter::Painter;
use crate::view::canvas::palette;
use crate::view::canvas::palette::{ink, mix};
use crate::view::interpolation::Interpolation;

/// Tiles.
const SHELL: f32 = 0.38;
/// Tiles from the middle to the end of a barrel.
const BARREL: f32 = 0.64;
/// Tiles. The dark rim that keeps a robot apart from whatever is behind it.
const RIM: f32 = 0.06;

/// Adds the robots.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, (paint_rails, paint_robots).chain().in_set(PaintSystems::Behind));
}

fn paint_rails(mut canvas: ResMut<Canvas>, lasers: Query<&Laser>) {
    for path in lasers.iter().filter_map(Laser::path) {
        paint_rail(&mut canvas.behind, path);
    }
}

/// The rail of a robot that patrols between some points.
pub(crate) fn paint_rail(painter: &mut Painter, path: &[Vec2]) {
    let color = ink(palette::STEEL_DARK, 0.8);
    for leg in path.windows(2) {
        let length = leg[0].distance(leg[1]);
        let way = (leg[1] - leg[0]).normalize_or_zero();
        for (from, to) in dashes(length, 0.16, 0.24, 0.0) {
            painter.line(leg[0] + way * from, leg[0] + way * to, 0.06, color);
        }
    }
    for &stop in path {
        painter.ring(stop, 0.09, 0.15, color);
    }
}

fn paint_robots(
    mut canvas: ResMut<Canvas>,
    between: Res<Interpolation>,
    time: Res<Time>,
    ninja: Option<Single<&Ninja>>,
    channels: Option<Res<Channels>>,
    run: Option<Res<Run>>,
    lasers: Query<(&ActorIndex, &Laser, &LaserState, &Beams)>,
) {
    let (Some(channels), Some(run)) = (channels, run) else { return };
    let now = run.hazard_half_ticks;
    let target = ninja.map(|ninja| between.ninja(&ninja));
    for (index, laser, state, beams) in &lasers {
        let (at, direction) = between.laser(*index, state);
        let look = Look {
            at,
            direction,
            phase: beams.phase,
            seconds: time.elapsed_secs_wrapped(),
            watched: target.filter(|_| state.sees),
            awake: laser.is_awake(&channels, now),
        };
        look.paint(&mut canvas.behind, laser);
        if let Some(gate) = laser.gate() {
            paint_mark(&mut canvas.behind, gate.channel(), at, 0.15, channels.is_raised(gate.channel(), now));
        }
    }
}

/// All that a robot's picture depends on.
struct Look {
    at: Vec2,
    direction: Vec2,
    phase: BeamPhase,
    seconds: f32,
    /// Where the ninja is, for a robot that sees him.
    watched: Option<Vec2>,
    /// Whether its channel lets it work.
    awake: bool,
}

impl Look {
    fn paint(&self, painter: &mut Painter, laser: &Laser) {
        if laser.path().is_some() {
            self.paint_carriage(painter);
        }
        for way in laser.directions(self.direction) {
            self.paint_barrel(painter, way);
        }
        painter.disc(self.at, SHELL + RIM, ink(palette::INK, 1.0));
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

    /// One that sleeps is dark.
    fn steel(&self) -> LinearRgba {
        if self.awake { ink(palette::STEEL, 1.0) } else { mix(palette::INK, palette::STEEL_DARK, 0.75) }
    }

    /// A closed eye around the mark of the channel that wakes it.
    fn paint_lid(&self, painter: &mut Painter) {
        painter.disc(self.at, 0.24, ink(palette::INK, 1.0));
        painter.arc(self.at, SHELL - 0.09, SHELL - 0.04, TAU * 0.5, TAU * 0.5, ink(palette::STEEL_DARK, 1.0));
    }

    /// A plate with four rollers under a robot that rides on a rail.
    fn paint_carriage(&self, painter: &mut Painter) {
        for corner in [Vec2::ONE, Vec2::NEG_ONE, Vec2::new(1.0, -1.0), Vec2::new(-1.0, 1.0)] {
            painter.disc(self.at + corner * 0.40, 0.15, ink(palette::STEEL_DARK, 1.0));
        }
        let half = Vec2::splat(0.40);
        painter.rectangle(self.at - half, self.at + half, ink(palette::STEEL_DARK, 1.0));
    }

    fn paint_barrel(&self, painter: &mut Painter, way: Vec2) {
        let side = way.perp();
        let (root, tip) = (self.at + way * 0.1, self.at + way * BARREL);
        let rim = tip + way * RIM;
        let half = 0.13 + RIM;
        painter.polygon(
            &[root - side * half, rim - side * half, rim + side * half, root + side * half],
            ink(palette::INK, 1.0),
        );
        painter.line(root, tip, 0.26, self.steel());
        let muzzle = match self.phase {
            BeamPhase::Off => ink(palette::STEEL_DARK, 1.0),
            BeamPhase::Charging { fraction } => mix(palette::STEEL_DARK, palette::LETHAL, fraction.max(0.25)),
            BeamPhase::Lit => ink(palette::LETHAL, 1.0),
        };
        painter.line(tip - way * 0.12, tip, 0.26, muzzle);
    }

    /// A dark hub with a notch that turns with the aim.
    fn paint_hub(&self, painter: &mut Painter) {
        painter.disc(self.at, 0.19, ink(palette::INK, 1.0));
        painter.line(self.at, self.at + self.direction * 0.19, 0.09, ink(palette::STEEL, 1.0));
    }

    /// A wide pupil on the ninja while it sees him, a narrow slit that wanders with the aim while it does not.
    fn paint_eye(&self, painter: &mut Painter) {
        painter.disc(self.at, 0.27, ink(palette::INK, 1.0));
        let Some(target) = self.watched else {
            let blink = 0.8 + 0.2 * ops::sin(self.seconds * 2.0);
            let at = self.at + self.direction * 0.06;
            painter.ellipse(at, Vec2::new(0.16, 0.045 * blink), Vec2::X, ink(palette::STEEL, 1.0));
            return;
        };
        let sight = (target - self.at).normalize_or(self.direction);
        painter.disc(self.at + sight * 0.06, 0.19, ink(palette::PAPER, 1.0));
        painter.disc(self.at + sight * 0.12, 0.09, ink(palette::INK, 1.0));
        // Brackets that turn around the shell: it has found what it was looking for.
        for quarter in 0..4 {
            let from = TAU * (quarter as f32 / 4.0 + 0.125) - 0.32 + self.seconds * 0.8;
            painter.arc(self.at, 0.74, 0.80, from, 0.64, ink(palette::PAPER, 0.9));
        }
    }

    /// The charge as an arc that closes round the shell.
    fn paint_charge(&self, painter: &mut Painter) {
        if let BeamPhase::Charging { fraction } = self.phase {
            let start = ops::atan2(self.direction.y, self.direction.x);
            painter.arc(self.at, SHELL - 0.09, SHELL, start, TAU * fraction, ink(palette::LETHAL, 1.0));
        }
    }
}
