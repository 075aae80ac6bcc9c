//! Bullets: small, bright and lethal, with a trail. In slow motion a dashed line shows where each one will fly and end, so
//! that players can dodge it.

use bevy::prelude::*;

use hairline_geometry::ray::RayDirection;
use hairline_geometry::terrain::Layer;
use hairline_painter::actors::turret::{BULLET_RADIUS_MIN, paint_bullet};
use hairline_painter::dashes::dashes;
use hairline_painter::painter::Painter;
use hairline_sim::colliders::Colliders;
use hairline_sim::hazards::bullet::Bullet;
use hairline_sim::hazards::turret::{BulletFired, BulletStopped, Bullets, Turret};
use hairline_sim::state::actor::ActorIndex;

use crate::view::canvas::Canvas;
use crate::view::canvas::palette::{Role, tint};
use crate::view::effects::Effects;
use crate::view::effects::burst::{Burst, Scatter};
use crate::view::frame::interpolation::{InterpolateApp, Interpolation, Previous};
use crate::view::frame::schedule::PaintSystems;
use crate::view::frame::slow_motion::SlowMotion;

/// Length of the trail in seconds of flight, and the most tiles.
const TRAIL_SECONDS: f32 = 0.045;
const TRAIL_MAX: f32 = 1.8;
/// Length of the predicted path in seconds of flight, and its least and most tiles.
const PATH_SECONDS: f32 = 0.55;
const PATH: (f32, f32) = (5.0, 14.0);
/// Sparks at the muzzle, and where a bullet stops.
const MUZZLE_SPARKS: Burst = Burst { count: 4.0, scatter: Scatter::Cone(0.5), speed: (3.0, 9.0), ..Burst::SPARKS };
const IMPACT_SPARKS: Burst = Burst { count: 7.0, scatter: Scatter::Cone(1.2), speed: (2.0, 8.0), ..Burst::SPARKS };

pub fn plugin(app: &mut App) {
    app.interpolate::<Bullets>()
        .add_systems(Update, show_shots.in_set(PaintSystems::Effects))
        .add_systems(Update, paint_bullets.in_set(PaintSystems::Behind).run_if(resource_exists::<Colliders>));
}

fn show_shots(mut fired: MessageReader<BulletFired>, mut stopped: MessageReader<BulletStopped>, mut effects: Effects) {
    for &BulletFired { position, direction, .. } in fired.read() {
        effects.burst(&MUZZLE_SPARKS, position + direction * 0.9, direction);
    }
    for &BulletStopped { point, normal, .. } in stopped.read() {
        effects.burst(&IMPACT_SPARKS, point, normal);
        effects.ring(point, 0.3, Role::Steel);
    }
}

/// Each flying bullet of a turret, with its slot in the pool and its interpolated position. A bullet may cover any distance
/// in a tick: it is interpolated if it was the same shot in the tick before.
fn drawn_bullets(
    interpolation: &Interpolation,
    before: Option<&Bullets>,
    now: &Bullets,
) -> impl Iterator<Item = (usize, Vec2, Bullet)> {
    now.0.iter().enumerate().filter(|(_, bullet)| bullet.flying).map(move |(slot, bullet)| {
        let old = before.and_then(|before| before.0.get(slot));
        let is_same = |old: &&Bullet| old.flying && old.flown <= bullet.flown && old.velocity == bullet.velocity;
        let position = old.filter(is_same).map(|old| old.position.lerp(bullet.position, interpolation.fraction));
        (slot, position.unwrap_or(bullet.position), *bullet)
    })
}

fn paint_bullets(
    mut canvas: ResMut<Canvas>,
    (interpolation, before): (Res<Interpolation>, Res<Previous<Bullets>>),
    slow_motion: Res<SlowMotion>,
    colliders: Res<Colliders>,
    turrets: Query<(&ActorIndex, &Turret, &Bullets)>,
) {
    let free_path = |at: Vec2, direction: RayDirection, limit: f32| {
        colliders.cast_ray(Layer::Body, at, direction, limit).end.distance(at)
    };
    for (index, turret, bullets) in &turrets {
        let radius = turret.bullet_radius().max(BULLET_RADIUS_MIN);
        for (_, at, bullet) in drawn_bullets(&interpolation, before.get(*index), bullets) {
            let Ok(direction) = RayDirection::new(bullet.velocity) else { continue };
            if slow_motion.0 > 0.0 && colliders.terrain().contains_point(at) {
                let shown = (bullet.velocity.length() * PATH_SECONDS).clamp(PATH.0, PATH.1);
                let free = free_path(at, direction, shown);
                paint_path(&mut canvas.behind, at, direction.get(), free, free < shown, slow_motion.0, radius);
            }
            let trail = (bullet.velocity.length() * TRAIL_SECONDS).min(TRAIL_MAX).min(bullet.flown);
            paint_bullet(&mut canvas.front, at, direction.get(), trail, radius);
        }
    }
}

/// The predicted path, with a bar across its end.
fn paint_path(painter: &mut Painter, at: Vec2, direction: Vec2, free: f32, ends: bool, strength: f32, radius: f32) {
    for (from, to) in dashes(free, 0.22, 0.20, 0.0) {
        let fade = strength * (1.0 - 0.6 * from / PATH.1);
        painter.line(
            at + direction * from,
            at + direction * to,
            (radius * 0.7).max(0.06),
            tint(Role::Lethal, 0.9 * fade),
        );
    }
    if ends {
        let (end, side) = (at + direction * free, direction.perp() * 0.2);
        painter.line(end - side, end + side, 0.07, tint(Role::Lethal, strength));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bullet_is_interpolated_however_fast_and_a_new_one_is_not() {
        let fast = Bullet { flying: true, position: Vec2::X, velocity: Vec2::X * 256.0, flown: 1.0 };
        let later = Bullet { position: Vec2::X * 3.0, flown: 3.0, ..fast };
        let again = Bullet { position: Vec2::ZERO, flown: 0.0, ..fast };
        let (before, now) = (Bullets(vec![fast, fast, default()]), Bullets(vec![later, again, fast]));
        let drawn = drawn_bullets(&Interpolation { fraction: 0.5 }, Some(&before), &now);
        let drawn: Vec<_> = drawn.map(|(slot, at, _)| (slot, at.x)).collect();
        assert_eq!(drawn, [(0, 2.0), (1, 0.0), (2, 1.0)]);
    }
}
