//! How he died: the beam and the point of it that killed, at once in full and then as a faint mark on the next try.
//!
//! The mark is paper, not lethal: what it shows is over.

use bevy::prelude::*;

use crate::sim::facts::{DeathCause, Fact};
use crate::sim::run::{Phase, Run};
use crate::sim::tuning::HURT_RADIUS;

use super::canvas::Canvas;
use super::dashes::dashes;
use super::painter::Painter;
use super::palette::{self, BEAM_LIT, ink};
use super::{NewLevel, PaintSystems};

/// Seconds that the mark stays.
const MARK_SECONDS: f32 = 1.6;

/// The last death in this level.
#[derive(Resource, Clone, Copy, Debug, Default)]
struct LastDeath {
    scene: Option<Scene>,
    age: f32,
}

#[derive(Clone, Copy, Debug)]
struct Scene {
    position: Vec2,
    cause: DeathCause,
}

/// Adds the scene of death.
pub fn plugin(app: &mut App) {
    app.init_resource::<LastDeath>()
        .add_systems(Update, remember_death.in_set(PaintSystems::React))
        .add_systems(Update, paint_death.in_set(PaintSystems::Front));
}

fn remember_death(
    mut last: ResMut<LastDeath>,
    mut facts: MessageReader<Fact>,
    new_level: Res<NewLevel>,
    time: Res<Time>,
) {
    last.age += time.delta_secs();
    if new_level.0 {
        last.scene = None;
    }
    for fact in facts.read() {
        if let Fact::NinjaDied { position, cause, .. } = *fact {
            *last = LastDeath { scene: Some(Scene { position, cause }), age: 0.0 };
        }
    }
}

fn paint_death(last: Res<LastDeath>, run: Option<Res<Run>>, mut canvas: ResMut<Canvas>) {
    let (Some(scene), Some(run)) = (last.scene, run) else { return };
    if matches!(run.phase, Phase::Dead { .. }) {
        scene.paint_now(&mut canvas.front);
    } else if last.age < MARK_SECONDS {
        let left = 1.0 - last.age / MARK_SECONDS;
        scene.paint_mark(&mut canvas.front, left);
    }
}

impl Scene {
    /// While he is dead: the beam burns bright, and a ring shows the touch.
    fn paint_now(&self, painter: &mut Painter) {
        painter.ring(self.position, HURT_RADIUS - 0.06, HURT_RADIUS, ink(palette::PAPER, 1.0));
        let DeathCause::Beam { start, end, point } = self.cause else { return };
        painter.line(start, end, 0.16, BEAM_LIT);
        painter.disc(point, 0.13, ink(palette::PAPER, 1.0));
        painter.ring(point, 0.22, 0.28, ink(palette::PAPER, 1.0));
    }

    /// Afterwards: where his circle was, the line that met it, and the point.
    fn paint_mark(&self, painter: &mut Painter, left: f32) {
        let alpha = left * left;
        painter.ring(self.position, HURT_RADIUS - 0.04, HURT_RADIUS, ink(palette::PAPER, 0.65 * alpha));
        let DeathCause::Beam { start, end, point } = self.cause else { return };
        let way = (end - start).normalize_or_zero();
        for (from, to) in dashes(start.distance(end), 0.18, 0.18, 0.0) {
            painter.line(start + way * from, start + way * to, 0.04, ink(palette::PAPER, 0.45 * alpha));
        }
        for arm in [Vec2::ONE, Vec2::new(1.0, -1.0)] {
            painter.line(point - arm * 0.13, point + arm * 0.13, 0.06, ink(palette::PAPER, 0.95 * alpha));
        }
    }
}
