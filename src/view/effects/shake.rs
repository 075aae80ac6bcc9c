//! Screen shake: a short, decaying offset of the camera.

use std::f32::consts::TAU;

use bevy::math::ops;
use bevy::prelude::*;

use crate::view::frame::hit_stop::HitStop;
use crate::view::frame::schedule::PaintSystems;
use crate::view::presentation::Presentation;

/// Tiles. The offset of the strongest shake.
const SHAKE_TILES: f32 = 0.30;
/// Rate of the exponential decay, per second: half of a shake is gone after 0.08 s.
const SHAKE_DECAY: f32 = 9.0;

/// How strongly the screen shakes now, `0..=1`.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Shake(pub f32);

/// The offset of the camera now, in tiles.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct ShakeOffset(pub Vec2);

/// Finds the offset; the camera is placed after it.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShakeSystems;

pub fn plugin(app: &mut App) {
    app.init_resource::<Shake>()
        .init_resource::<ShakeOffset>()
        .add_systems(Update, shake_screen.in_set(ShakeSystems).in_set(PaintSystems::Animate));
}

fn shake_screen(
    mut shake: ResMut<Shake>,
    mut offset: ResMut<ShakeOffset>,
    presentation: Res<Presentation>,
    hit_stop: Res<HitStop>,
    time: Res<Time<Real>>,
) {
    // The held picture stays where it was, and shakes when it is released.
    if shake.0 == 0.0 || hit_stop.begins() {
        return;
    }
    shake.0 *= ops::exp(-SHAKE_DECAY * time.delta_secs());
    if shake.0 < 0.01 {
        shake.0 = 0.0;
    }
    let now = time.elapsed_secs_wrapped() * TAU;
    let direction = Vec2::new(ops::sin(now * 17.0), ops::sin(now * 13.0 + 1.0));
    offset.0 = direction * SHAKE_TILES * shake.0 * shake.0 * presentation.shake.clamp(0.0, 1.0);
}
