//! Particles and shakes of the ninja: dust where it jumps, lands and slides, and scraps where it dies.

use std::f32::consts::PI;

use bevy::math::ops;
use bevy::prelude::*;

use super::DrawnNinja;
use hairline_sim::ninja::death::HitForgiven;
use hairline_sim::ninja::death::NinjaDied;
use hairline_sim::ninja::{NinjaJumped, NinjaLanded, NinjaWallJumped};
use hairline_sim::run::Run;
use hairline_sim::tuning::BODY_RADIUS;

use crate::view::canvas::palette::Role;
use crate::view::effects::Effects;
use crate::view::effects::burst::{Burst, Scatter};
use crate::view::effects::particles::{Form, Particle};
use crate::view::frame::schedule::PaintSystems;

/// Specks of dust a second while the ninja slides down a wall.
const SLIDE_DUST: f32 = 26.0;
/// Tiles a second: a landing faster than this shakes the screen.
const SOFT_LANDING: f32 = 14.0;

/// Dust off a wall that the ninja jumps from.
const WALL_DUST: Burst = Burst {
    count: 9.0,
    form: Form::Dot,
    colors: &[Role::PaperDim],
    scatter: Scatter::Cone(0.9),
    speed: (1.0, 5.0),
    drift: Vec2::ZERO,
    size: (0.04, 0.09),
    life: (0.4, 0.4),
    gravity: 0.0,
    drag: 5.0,
};

/// What is left of the ninja.
const SCRAPS: Burst = Burst {
    count: 34.0,
    form: Form::Scrap,
    colors: &[Role::Paper, Role::Limb, Role::Focus],
    scatter: Scatter::Cone(PI),
    speed: (1.5, 11.0),
    drift: Vec2::ZERO,
    size: (0.08, 0.19),
    life: (0.35, 0.8),
    gravity: 22.0,
    drag: 1.2,
};

pub fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (show_jumps, show_landings, show_death, show_forgiven_hits, trail_dust).in_set(PaintSystems::Effects),
    );
}

fn show_jumps(
    mut jumped: MessageReader<NinjaJumped>,
    mut wall_jumped: MessageReader<NinjaWallJumped>,
    mut effects: Effects,
) {
    for NinjaJumped { position } in jumped.read() {
        ground_dust(&mut effects, *position, 6.0, 2.5);
    }
    for &NinjaWallJumped { position, wall } in wall_jumped.read() {
        // Away from the wall, and a little down.
        let direction = Vec2::new(-wall * ops::cos(0.6), -ops::sin(0.6));
        effects.burst(&WALL_DUST, position + Vec2::new(wall * BODY_RADIUS, -0.1), direction);
    }
}

fn show_landings(mut landed: MessageReader<NinjaLanded>, mut effects: Effects) {
    for &NinjaLanded { position, speed } in landed.read() {
        ground_dust(&mut effects, position, speed * 0.6, 1.5 + speed * 0.16);
        effects.shake(((speed - SOFT_LANDING) / 30.0).clamp(0.0, 0.3));
    }
}

fn show_death(mut died: MessageReader<NinjaDied>, mut effects: Effects) {
    for &NinjaDied { position, velocity, .. } in died.read() {
        effects.burst(&Burst { drift: velocity * 0.35, ..SCRAPS }, position, Vec2::Y);
        effects.ring(position, 1.5, Role::Paper);
        effects.shake(1.0);
    }
}

/// A hit that did not kill: the ninja is ringed for a moment.
fn show_forgiven_hits(mut forgiven: MessageReader<HitForgiven>, mut effects: Effects) {
    for HitForgiven { position, .. } in forgiven.read() {
        effects.ring(*position, 2.2, Role::Focus);
        effects.shake(0.5);
    }
}

/// Dust to both sides along the ground, `speed` in tiles a second.
fn ground_dust(effects: &mut Effects, ninja: Vec2, count: f32, speed: f32) {
    let at = ninja - Vec2::Y * BODY_RADIUS;
    let count = effects.scaled(count).round() as usize;
    let particles = &mut effects.particles;
    for index in 0..count {
        let side = if index % 2 == 0 { 1.0 } else { -1.0 };
        let velocity = Vec2::new(side * particles.uniform(0.3, 1.0) * speed, particles.uniform(0.2, 1.4));
        let (size, life) = (particles.uniform(0.04, 0.10), particles.uniform(0.2, 0.4));
        particles.add(Particle { at, velocity, size, life, drag: 4.0, color: Role::PaperDim, ..default() });
    }
}

/// Dust while the ninja slides down a wall.
fn trail_dust(ninja: DrawnNinja, run: Option<Res<Run>>, time: Res<Time>, mut due: Local<f32>, mut effects: Effects) {
    let (Some(state), Some(position), Some(run)) = (ninja.state(), ninja.position(), run) else { return };
    if !state.sliding || !run.is_running() {
        *due = 0.0;
        return;
    }
    *due += effects.scaled(time.delta_secs() * SLIDE_DUST);
    let particles = &mut effects.particles;
    while *due >= 1.0 {
        *due -= 1.0;
        let at = position + Vec2::new(state.wall * BODY_RADIUS, particles.uniform(-0.2, 0.45));
        let velocity = Vec2::new(-state.wall * particles.uniform(0.2, 1.2), particles.uniform(0.5, 2.0));
        let size = particles.uniform(0.03, 0.07);
        particles.add(Particle { at, velocity, size, life: 0.3, drag: 3.0, color: Role::PaperDim, ..default() });
    }
}
