//! Shards: golden splinters that turn in the air.

use bevy::math::ops;
use bevy::prelude::*;

use crate::sim::run::shard::Shard;
use crate::sim::state::actor::ActorIndex;

use crate::view::PaintSystems;
use crate::view::canvas::Canvas;
use crate::view::canvas::palette;
use crate::view::canvas::palette::ink;

/// Tiles.
const HALF_HEIGHT: f32 = 0.36;
/// Tiles.
const HALF_WIDTH: f32 = 0.25;

/// Adds the shards.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, paint_shards.in_set(PaintSystems::Behind));
}

fn paint_shards(mut canvas: ResMut<Canvas>, time: Res<Time>, shards: Query<(&ActorIndex, &Shard)>) {
    let painter = &mut canvas.behind;
    let seconds = time.elapsed_secs_wrapped();
    for (index, shard) in &shards {
        if shard.taken {
            continue;
        }
        let turn = seconds * 1.9 + index.0 as f32 * 1.3;
        let at = shard.position + Vec2::new(0.0, 0.06 * ops::sin(turn * 1.1));
        let (up, side) = (Vec2::new(0.0, HALF_HEIGHT), Vec2::new(HALF_WIDTH, 0.0));
        painter.halo(at, 0.85, ink(palette::SHARD, 0.30));
        painter.polygon(&[at - up, at + side, at + up, at - side], ink(palette::SHARD, 1.0));
        // The ridge between the light face and the dark one wanders from side to side.
        let ridge = at + side * (0.55 * ops::sin(turn));
        painter.polygon(&[at - side, ridge, at + up], ink(palette::SHARD_LIGHT, 1.0));
        painter.polygon(&[at - side, at - up, ridge], ink(palette::SHARD_LIGHT, 0.55));
    }
}
