//! The death scene: the path of what killed the ninja and the point where it touched, in full while the ninja is dead and
//! then as a faint mark on the next try.
//!
//! The mark is not in the lethal color: it no longer kills.

use bevy::prelude::*;

use hairline_sim::death::Death;
use hairline_sim::ninja::death::NinjaDied;
use hairline_sim::run::Run;
use hairline_sim::tuning::HURT_RADIUS;

use crate::view::canvas::Canvas;
use crate::view::canvas::palette::{BEAM_LIT, Role, Tint, tint};
use crate::view::frame::level_picture::NewLevel;
use crate::view::frame::schedule::PaintSystems;
use crate::view::presentation::Presentation;
use hairline_painter::dashes::dashes;
use hairline_painter::painter::Painter;

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
    death: Death,
}

pub fn plugin(app: &mut App) {
    app.init_resource::<LastDeath>()
        .add_systems(Update, remember_death.in_set(PaintSystems::Effects))
        .add_systems(Update, paint_mark.in_set(PaintSystems::Front))
        .add_systems(Update, paint_death.in_set(PaintSystems::Over));
}

fn remember_death(
    mut last: ResMut<LastDeath>,
    mut died: MessageReader<NinjaDied>,
    new_level: Res<NewLevel>,
    time: Res<Time>,
) {
    last.age += time.delta_secs();
    if new_level.0 {
        last.scene = None;
    }
    for &NinjaDied { position, death, .. } in died.read() {
        *last = LastDeath { scene: Some(DeathScene { position, death }), age: 0.0 };
    }
}

fn paint_death(
    last: Res<LastDeath>,
    run: Option<Res<Run>>,
    presentation: Res<Presentation>,
    mut canvas: ResMut<Canvas>,
) {
    if let (Some(scene), Some(run)) = (last.scene, run)
        && run.is_dead()
    {
        scene.paint_now(&mut canvas.front, presentation.flashes);
    }
}

fn paint_mark(last: Res<LastDeath>, run: Option<Res<Run>>, mut canvas: ResMut<Canvas>) {
    if let (Some(scene), Some(run)) = (last.scene, run)
        && !run.is_dead()
        && last.age < MARK_SECONDS
    {
        scene.paint_mark(&mut canvas.front, 1.0 - last.age / MARK_SECONDS);
    }
}

impl DeathScene {
    /// While the ninja is dead: the path, which glows if it may flash, and a ring that shows the touch.
    fn paint_now(&self, painter: &mut Painter, flashes: bool) {
        painter.ring(self.position, HURT_RADIUS - 0.06, HURT_RADIUS, Role::Paper);
        if let Some([from, to]) = self.death.path {
            painter.line(from, to, 0.16, if flashes { BEAM_LIT } else { Role::Lethal.into() });
        }
        if let Some(point) = self.death.at {
            painter.disc(point, 0.13, Role::Paper);
            painter.ring(point, 0.22, 0.28, Role::Paper);
        }
    }

    /// On the next try: the hurt circle, the path and the touch. `left` falls from 1 to 0.
    fn paint_mark(&self, painter: &mut Painter, left: f32) {
        let alpha = left * left;
        painter.ring(self.position, HURT_RADIUS - 0.04, HURT_RADIUS, tint(Role::Paper, 0.65 * alpha));
        if let Some([from, to]) = self.death.path {
            let direction = (to - from).normalize_or_zero();
            for (start, end) in dashes(from.distance(to), 0.18, 0.18, 0.0) {
                painter.line(from + direction * start, from + direction * end, 0.04, tint(Role::Paper, 0.45 * alpha));
            }
        }
        let color = tint(Role::Paper, 0.95 * alpha);
        let Some(point) = self.death.at else { return };
        if self.death.weapon.presses {
            self.paint_press(painter, point, color);
        }
        for arm in [Vec2::ONE, Vec2::new(1.0, -1.0)] {
            painter.line(point - arm * 0.13, point + arm * 0.13, 0.06, color);
        }
    }

    /// Two arrows that press on the ninja from both sides.
    fn paint_press(&self, painter: &mut Painter, point: Vec2, color: Tint) {
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
    use hairline_sim::death::Weapon;

    /// The shapes that a death paints: while the ninja is dead, and as a mark on the next try.
    fn painted(death: Death) -> [usize; 2] {
        let scene = DeathScene { position: Vec2::new(5.0, 5.0), death };
        let count = |paint: &dyn Fn(&mut Painter)| {
            let mut painter = Painter::default();
            paint(&mut painter);
            painter.shapes().count()
        };
        [count(&|painter| scene.paint_now(painter, true)), count(&|painter| scene.paint_mark(painter, 1.0))]
    }

    #[test]
    fn each_death_shows_its_path_its_touch_and_a_crush() {
        let fall = Death::by(Weapon { name: "a fall", kind: None, presses: false });
        let at = Some(Vec2::new(5.1, 5.1));
        let path = Some([Vec2::ZERO, Vec2::splat(9.0)]);
        let [nothing, spikes, beam] = [fall, Death { at, ..fall }, Death { at, path, ..fall }].map(painted);
        for moment in 0..2 {
            assert!(
                nothing[moment] < spikes[moment] && spikes[moment] < beam[moment],
                "{nothing:?} {spikes:?} {beam:?}"
            );
        }
        let door = Weapon { name: "a door", kind: Some("door"), presses: true };
        let crush = painted(Death { at, ..Death::by(door) });
        assert_eq!(crush[0], spikes[0]);
        // Two arrows, each of a line and a triangle.
        assert_eq!(crush[1], spikes[1] + 2 * 2);
    }
}
