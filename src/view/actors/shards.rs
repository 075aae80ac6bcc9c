//! Shards, and the splinters of those that are taken.

use bevy::math::ops;
use bevy::prelude::*;

use hairline_painter::goals::ShardLook;
use hairline_sim::run::shard::{Shard, ShardState, ShardTaken};
use hairline_sim::state::actor::ActorIndex;

use crate::view::canvas::Canvas;
use crate::view::canvas::palette::Role;
use crate::view::effects::Effects;
use crate::view::effects::burst::{Burst, Scatter};
use crate::view::effects::particles::Form;
use crate::view::frame::schedule::PaintSystems;

/// Splinters of a shard that is taken.
const SPLINTERS: Burst = Burst {
    count: 16.0,
    form: Form::Scrap,
    colors: &[Role::Shard, Role::ShardLight],
    scatter: Scatter::Even,
    speed: (3.0, 8.0),
    drift: Vec2::ZERO,
    size: (0.07, 0.14),
    life: (0.25, 0.5),
    gravity: 0.0,
    drag: 5.0,
};

pub fn plugin(app: &mut App) {
    app.add_systems(Update, show_taken.in_set(PaintSystems::Effects))
        .add_systems(Update, paint_shards.in_set(PaintSystems::Behind));
}

fn show_taken(mut taken: MessageReader<ShardTaken>, mut effects: Effects) {
    for shard in taken.read() {
        effects.burst(&SPLINTERS, shard.position, Vec2::X);
        effects.ring(shard.position, 1.2, Role::Shard);
    }
}

fn paint_shards(mut canvas: ResMut<Canvas>, time: Res<Time>, shards: Query<(&ActorIndex, &Shard, &ShardState)>) {
    let painter = &mut canvas.behind;
    let seconds = time.elapsed_secs_wrapped();
    let taken = shards.iter().filter(|(.., state)| state.taken).count() as u32;
    let in_order = shards.iter().any(|(_, shard, _)| shard.after > 0);
    for (index, shard, _) in shards.iter().filter(|(.., state)| !state.taken) {
        let turn = seconds * 1.9 + index.0 as f32 * 1.3;
        let at = shard.position + Vec2::new(0.0, 0.06 * ops::sin(turn * 1.1));
        ShardLook { at, turn, waits_for: shard.after.saturating_sub(taken), in_order }.paint(painter);
    }
}
