//! The death scene: the path of what killed the ninja and the point where it touched, in full while the ninja is dead and
//! then as a faint mark on the next try.
//!
//! The mark is not in the lethal color: it no longer kills.

use bevy::prelude::*;

use crate::sim::facts::{DeathCause, Fact};
use crate::sim::run::{Phase, Run};
use crate::sim::tuning::HURT_RADIUS;

use crate::view::canvas::Canvas;
use crate::view::canvas::dashes::dashes;
use crate::view::canvas::painter::Painter;
use crate::view::canvas::palette;
use crate::view::canvas::palette::{BEAM_LIT, linear};
use crate::view::level_picture::NewLevel;
use crate::view::schedule::PaintSystems;

/// Seconds that the mark is shown.
const MARK_SECONDS: f32 = 1.6;

/// The last death in this level.
#[derive(Resource, Clone, Copy, Debug, Default)]
struct LastDeath {
    scene: Option<DeathScene>,
    age: f32,
}

#[derive(Clone, Copy, Debug)]
struct DeathScene {
    position: Vec2,
    cause: DeathCause,
}

/// Adds the death scene.
pub fn plugin(app: &mut App) {
    app.init_resource::<LastDeath>()
        .add_systems(Update, remember_death.in_set(PaintSystems::Effects))
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
            *last = LastDeath { scene: Some(DeathScene { position, cause }), age: 0.0 };
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

impl DeathScene {
    /// While the ninja is dead: the path glows, and a ring shows the touch.
    fn paint_now(&self, painter: &mut Painter) {
        painter.ring(self.position, HURT_RADIUS - 0.06, HURT_RADIUS, linear(palette::PAPER, 1.0));
        if let Some((from, to)) = self.path() {
            painter.line(from, to, 0.16, BEAM_LIT);
        }
        if let Some(point) = self.touch() {
            painter.disc(point, 0.13, linear(palette::PAPER, 1.0));
            painter.ring(point, 0.22, 0.28, linear(palette::PAPER, 1.0));
        }
    }

    /// On the next try: the hurt circle, the path and the touch. `left` falls from 1 to 0.
    fn paint_mark(&self, painter: &mut Painter, left: f32) {
        let alpha = left * left;
        painter.ring(self.position, HURT_RADIUS - 0.04, HURT_RADIUS, linear(palette::PAPER, 0.65 * alpha));
        if let Some((from, to)) = self.path() {
            let direction = (to - from).normalize_or_zero();
            for (start, end) in dashes(from.distance(to), 0.18, 0.18, 0.0) {
                painter.line(
                    from + direction * start,
                    from + direction * end,
                    0.04,
                    linear(palette::PAPER, 0.45 * alpha),
                );
            }
        }
        let color = linear(palette::PAPER, 0.95 * alpha);
        if let DeathCause::Crush { point } = self.cause {
            self.paint_press(painter, point, color);
        }
        let Some(point) = self.touch() else { return };
        for arm in [Vec2::ONE, Vec2::new(1.0, -1.0)] {
            painter.line(point - arm * 0.13, point + arm * 0.13, 0.06, color);
        }
    }

    /// A beam from end to end, the last stretch of a bullet's flight, or the line from the center of an orb or a mine.
    fn path(&self) -> Option<(Vec2, Vec2)> {
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

    /// The point of contact; a fall has none.
    fn touch(&self) -> Option<Vec2> {
        match self.cause {
            DeathCause::Fall => None,
            DeathCause::Beam { point, .. }
            | DeathCause::Bullet { point, .. }
            | DeathCause::Spikes { point }
            | DeathCause::Crush { point } => Some(point),
            // The point of the hurt circle nearest to the center of what killed.
            DeathCause::Orb { center } | DeathCause::Mine { center } => {
                Some(self.position + (center - self.position).clamp_length_max(HURT_RADIUS))
            }
        }
    }

    /// Two arrows that press on the ninja from both sides.
    fn paint_press(&self, painter: &mut Painter, point: Vec2, color: LinearRgba) {
        let push = (self.position - point).normalize_or(Vec2::Y);
        for (push, at) in [(push, point), (-push, self.position * 2.0 - point)] {
            let (tip, side) = (at - push * 0.1, push.perp() * 0.2);
            painter.line(at - push * 0.7, tip, 0.06, color);
            painter.polygon(&[tip, tip - push * 0.25 + side, tip - push * 0.25 - side], color);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_death_is_marked_where_it_came_from_and_where_it_touched() {
        let check = |cause: DeathCause, path: Option<(Vec2, Vec2)>, touch: Option<Vec2>| {
            let scene = DeathScene { position: Vec2::new(5.0, 5.0), cause };
            assert_eq!((scene.path(), scene.touch()), (path, touch), "{cause:?}");
        };
        let (start, end, point) = (Vec2::ZERO, Vec2::new(9.0, 9.0), Vec2::new(5.1, 5.1));
        check(DeathCause::Beam { start, end, point }, Some((start, end)), Some(point));
        check(DeathCause::Fall, None, None);
        check(DeathCause::Spikes { point }, None, Some(point));
        check(DeathCause::Crush { point }, None, Some(point));
        // Back along its flight, a tenth of a second.
        let velocity = Vec2::new(20.0, 0.0);
        check(DeathCause::Bullet { point, velocity }, Some((point - Vec2::X * 2.0, point)), Some(point));
        // From the center to the near side of the hurt circle.
        let center = Vec2::new(5.0, 7.0);
        let near = Vec2::new(5.0, 5.0 + HURT_RADIUS);
        check(DeathCause::Orb { center }, Some((center, near)), Some(near));
        check(DeathCause::Mine { center }, Some((center, near)), Some(near));
    }
}
