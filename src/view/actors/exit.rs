//! The exit, which opens its iris within moments, and its effects.

use bevy::prelude::*;

use hairline_painter::goals::ExitLook;
use hairline_sim::run::exit::{Exit, ExitOpened, ExitReached, ExitState};
use hairline_sim::run::shard::ShardState;

use crate::view::canvas::Canvas;
use crate::view::canvas::palette::Role;
use crate::view::effects::Effects;
use crate::view::effects::burst::{Burst, Scatter};
use crate::view::frame::level_picture::NewLevel;
use crate::view::frame::schedule::PaintSystems;

/// Seconds in which it opens.
const OPENING_SECONDS: f32 = 0.35;
/// Streaks when the exit is reached.
const RAYS: Burst = Burst {
    count: 28.0,
    colors: &[Role::Exit],
    scatter: Scatter::Even,
    speed: (3.0, 12.0),
    size: (0.13, 0.13),
    life: (0.3, 0.7),
    drag: 4.0,
    ..Burst::SPARKS
};

/// How far the iris is open, `0..=1`.
#[derive(Resource, Clone, Copy, Debug, Default)]
struct Iris(f32);

pub fn plugin(app: &mut App) {
    app.init_resource::<Iris>()
        .add_systems(Update, show_opening.in_set(PaintSystems::Effects))
        .add_systems(Update, move_iris.in_set(PaintSystems::Animate))
        .add_systems(Update, paint_exit.in_set(PaintSystems::Behind));
}

fn show_opening(mut opened: MessageReader<ExitOpened>, mut reached: MessageReader<ExitReached>, mut effects: Effects) {
    for exit in opened.read() {
        effects.ring(exit.position, 2.6, Role::Exit);
        effects.ring(exit.position, 1.7, Role::Exit);
    }
    for exit in reached.read() {
        effects.burst(&RAYS, exit.position, Vec2::X);
        effects.ring(exit.position, 2.2, Role::Exit);
    }
}

fn move_iris(mut iris: ResMut<Iris>, exit: Option<Single<&ExitState>>, new_level: Res<NewLevel>, time: Res<Time>) {
    let Some(exit) = exit else { return };
    let target = if exit.open { 1.0 } else { 0.0 };
    let step = time.delta_secs() / OPENING_SECONDS;
    // A restart shuts it at once.
    iris.0 = if new_level.0 || target < iris.0 { target } else { (iris.0 + step).min(target) };
}

fn paint_exit(
    mut canvas: ResMut<Canvas>,
    iris: Res<Iris>,
    time: Res<Time>,
    exit: Option<Single<&Exit>>,
    shards: Query<&ShardState>,
) {
    let Some(exit) = exit else { return };
    let left = shards.iter().filter(|shard| !shard.taken).count() as u32;
    let look = ExitLook { at: exit.position, open: iris.0, seconds: time.elapsed_secs_wrapped(), shards_left: left };
    look.paint(&mut canvas.behind);
}
