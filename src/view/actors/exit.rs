//! The exit: an iris of six blades, shut and dull until it opens, then wide and bright. Its shape shows the state, not only
//! its color.

use std::f32::consts::TAU;

use bevy::math::ops;
use bevy::prelude::*;

use hairline_sim::run::exit::{Exit, ExitOpened, ExitReached, ExitState};
use hairline_sim::run::shard::ShardState;

use crate::view::canvas::Canvas;
use crate::view::canvas::painter::Painter;
use crate::view::canvas::palette::{Role, mix, tint};
use crate::view::effects::Effects;
use crate::view::effects::burst::{Burst, Scatter};
use crate::view::frame::level_picture::NewLevel;
use crate::view::frame::schedule::PaintSystems;
use hairline_geometry::ray::unit;

/// Tiles. Radius of the frame; the ninja exits at a distance of 0.7.
const RADIUS: f32 = 0.86;
/// Blades of the iris.
const BLADES: u32 = 6;
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

/// Adds the exit.
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
    paint(&mut canvas.behind, exit.position, iris.0, time.elapsed_secs_wrapped(), left);
}

fn paint(painter: &mut Painter, at: Vec2, open: f32, seconds: f32, shards_left: u32) {
    let corner = |index: u32, radius: f32| at + unit(TAU * (index as f32 + 0.5) / BLADES as f32) * radius;
    let eased = open * open * (3.0 - 2.0 * open);
    let rim = mix(Role::ExitShut, Role::Exit, eased);
    let inner = RADIUS * 0.82;
    let hexagon = |radius: f32| -> [Vec2; 6] { std::array::from_fn(|index| corner(index as u32, radius)) };
    painter.halo(at, RADIUS * 2.6, tint(Role::Exit, 0.35 * eased));
    painter.polygon(&hexagon(RADIUS), rim);
    painter.polygon(&hexagon(inner), Role::Ink);
    // Rings of light that move inwards through the open iris.
    if open > 0.0 {
        painter.halo(at, inner * 1.1, tint(Role::Exit, 0.9 * eased));
        for ring in 0..3 {
            let phase = (seconds * 0.55 + ring as f32 / 3.0).fract();
            let radius = inner * (1.0 - phase) * 0.9;
            painter.ring(at, radius, radius + 0.045, tint(Role::Paper, 0.75 * eased * ops::sin(phase * TAU * 0.5)));
        }
    }
    // Each blade spans one side of the hexagon and covers the center; opening swings it to the rim.
    for index in 0..BLADES {
        let (from, to) = (corner(index, inner), corner(index + 1, inner));
        let tip = at.lerp(from.lerp(to, 0.12), eased * 0.86 + 0.02);
        let shade = if index % 2 == 0 { 0.52 } else { 0.42 };
        painter.polygon(&[from, to, tip], mix(Role::Ink, Role::ExitShut, shade + 0.3 * eased));
        painter.line(from, tip, 0.045, rim);
    }
    // A pip on the frame for each missing shard, if they are few enough to count.
    if open < 1.0 && shards_left <= 12 {
        for index in 0..shards_left {
            let pip = at + unit(TAU * (0.25 - index as f32 / shards_left as f32)) * (RADIUS + 0.22);
            let half = 0.085;
            let corners = [pip - Vec2::Y * half, pip + Vec2::X * half, pip + Vec2::Y * half, pip - Vec2::X * half];
            painter.polygon(&corners, tint(Role::Shard, 1.0 - eased));
        }
    }
}
