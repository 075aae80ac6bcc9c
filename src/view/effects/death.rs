//! How he died: the way that death came and the point where it touched him, at once in full and then as a faint mark on
//! the next try.
//!
//! The mark is paper, not lethal: what it shows is over.

use bevy::prelude::*;

use crate::sim::facts::{DeathCause, Fact};
use crate::sim::run::{Phase, Run};
use crate::sim::tuning::HURT_RADIUS;

use crate::view::canvas::Canvas;
use crate::view::canvas::dashes::dashes;
use crate::view::canvas::painter::Painter;
use crate::view::canvas::palette;
use crate::view::canvas::palette::{BEAM_LIT, ink};
use crate::view::{NewLevel, PaintSystems};

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
    /// While he is dead: what killed burns bright, and a ring shows the touch.
    fn paint_now(&self, painter: &mut Painter) {
        painter.ring(self.position, HURT_RADIUS - 0.06, HURT_RADIUS, ink(palette::PAPER, 1.0));
        if let Some((from, to)) = self.way_of_death() {
            painter.line(from, to, 0.16, BEAM_LIT);
        }
        if let Some(point) = self.touch() {
            painter.disc(point, 0.13, ink(palette::PAPER, 1.0));
            painter.ring(point, 0.22, 0.28, ink(palette::PAPER, 1.0));
        }
    }

    /// Afterwards: where his circle was, the way that death came, and the point where it touched.
    fn paint_mark(&self, painter: &mut Painter, left: f32) {
        let alpha = left * left;
        painter.ring(self.position, HURT_RADIUS - 0.04, HURT_RADIUS, ink(palette::PAPER, 0.65 * alpha));
        if let Some((from, to)) = self.way_of_death() {
            let way = (to - from).normalize_or_zero();
            for (start, end) in dashes(from.distance(to), 0.18, 0.18, 0.0) {
                painter.line(from + way * start, from + way * end, 0.04, ink(palette::PAPER, 0.45 * alpha));
            }
        }
        let color = ink(palette::PAPER, 0.95 * alpha);
        if let DeathCause::Crush { point } = self.cause {
            self.paint_press(painter, point, color);
        }
        let Some(point) = self.touch() else { return };
        for arm in [Vec2::ONE, Vec2::new(1.0, -1.0)] {
            painter.line(point - arm * 0.13, point + arm * 0.13, 0.06, color);
        }
    }

    /// The line along which death came: a beam from end to end, a bullet's way, from an orb's or a mine's center.
    fn way_of_death(&self) -> Option<(Vec2, Vec2)> {
        match self.cause {
            DeathCause::Beam { start, end, .. } => Some((start, end)),
            DeathCause::Bullet { point, velocity } => {
                let back = velocity.normalize_or_zero() * (velocity.length() * 0.1).clamp(1.5, 6.0);
                Some((point - back, point))
            }
            DeathCause::Orb { center } | DeathCause::Mine { center } => Some((center, self.touch()?)),
            DeathCause::Fall | DeathCause::Spikes { .. } | DeathCause::Crush { .. } => None,
        }
    }

    /// The point where it touched him; a fall has none.
    fn touch(&self) -> Option<Vec2> {
        match self.cause {
            DeathCause::Fall => None,
            DeathCause::Beam { point, .. }
            | DeathCause::Bullet { point, .. }
            | DeathCause::Spikes { point }
            | DeathCause::Crush { point } => Some(point),
            // The point of his hurt circle that lies nearest to what killed.
            DeathCause::Orb { center } | DeathCause::Mine { center } => {
                Some(self.position + (center - self.position).clamp_length_max(HURT_RADIUS))
            }
        }
    }

    /// Two arrows that press on him from both sides.
    fn paint_press(&self, painter: &mut Painter, point: Vec2, color: LinearRgba) {
        let way = (self.position - point).normalize_or(Vec2::Y);
        for (way, at) in [(way, point), (-way, self.position * 2.0 - point)] {
            let (tip, side) = (at - way * 0.1, way.perp() * 0.2);
            painter.line(at - way * 0.7, tip, 0.06, color);
            painter.polygon(&[tip, tip - way * 0.25 + side, tip - way * 0.25 - side], color);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_death_is_marked_where_it_came_from_and_where_it_touched() {
        let check = |cause: DeathCause, way: Option<(Vec2, Vec2)>, touch: Option<Vec2>| {
            let scene = Scene { position: Vec2::new(5.0, 5.0), cause };
            assert_eq!((scene.way_of_death(), scene.touch()), (way, touch), "{cause:?}");
        };
        let (start, end, point) = (Vec2::ZERO, Vec2::new(9.0, 9.0), Vec2::new(5.1, 5.1));
        check(DeathCause::Beam { start, end, point }, Some((start, end)), Some(point));
        check(DeathCause::Fall, None, None);
        check(DeathCause::Spikes { point }, None, Some(point));
        check(DeathCause::Crush { point }, None, Some(point));
        // Back along its flight, a tenth of a second.
        let velocity = Vec2::new(20.0, 0.0);
        check(DeathCause::Bullet { point, velocity }, Some((point - Vec2::X * 2.0, point)), Some(point));
        // From the center to the near side of his hurt circle.
        let center = Vec2::new(5.0, 7.0);
        let near = Vec2::new(5.0, 5.0 + HURT_RADIUS);
        check(DeathCause::Orb { center }, Some((center, near)), Some(near));
        check(DeathCause::Mine { center }, Some((center, near)), Some(near));
    }
}
