//! What facts look like: dust, scraps, sparks and a short shake. No flash fills the screen, ever.

pub(crate) mod bursts;
pub(crate) mod death;
pub mod particles;

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use bevy::math::ops;
use bevy::prelude::*;

use crate::sim::facts::Fact;
use crate::sim::ninja::Ninja;
use crate::sim::run::Run;
use crate::sim::run::exit::Exit;
use crate::sim::tuning::BODY_RADIUS;

use crate::view::camera::ShakeOffset;
use crate::view::canvas::painter::unit;
use crate::view::canvas::palette;
use crate::view::interpolation::Interpolation;
use crate::view::{PaintSystems, Presentation};
use particles::{Form, Particle, Particles};

/// Tiles. How far the hardest shake goes.
const SHAKE_TILES: f32 = 0.30;
/// Rate of the shake's exponential decay, a second: half of it is gone after 0.08 s.
const SHAKE_DECAY: f32 = 9.0;
/// Specks of dust a second while he slides down a wall.
const SLIDE_DUST: f32 = 26.0;

/// How hard the picture shakes now, `0..=1`.
#[derive(Resource, Clone, Copy, Debug, Default)]
struct Shake(f32);

/// Adds the effects.
pub fn plugin(app: &mut App) {
    app.init_resource::<Shake>().add_plugins((particles::plugin, death::plugin)).add_systems(
        Update,
        (show_facts, trail_dust, shake_picture)
            .chain()
            .in_set(PaintSystems::React)
            .before(crate::view::camera::place_camera),
    );
}

fn show_facts(
    mut facts: MessageReader<Fact>,
    mut particles: ResMut<Particles>,
    mut shake: ResMut<Shake>,
    presentation: Res<Presentation>,
    exit: Option<Single<&Exit>>,
) {
    let exit = exit.map(|exit| exit.position);
    for fact in facts.read() {
        shake.0 = shake.0.max(match fact {
            Fact::NinjaDied { .. } => 1.0,
            Fact::NinjaLanded { speed, .. } => ((speed - 14.0) / 30.0).clamp(0.0, 0.3),
            Fact::NinjaBounced { .. } => 0.25,
            Fact::MineBlown { .. } => 0.7,
            _ => 0.0,
        });
        if presentation.particles > 0.0 {
            show(fact, &mut particles, presentation.particles.min(1.0), exit);
        }
    }
}

/// The particles of a fact; `amount` in `0..=1`.
fn show(fact: &Fact, particles: &mut Particles, amount: f32, exit: Option<Vec2>) {
    let many = |count: f32| (count * amount).round() as usize;
    match *fact {
        Fact::NinjaJumped { position } => dust(particles, position - Vec2::Y * BODY_RADIUS, many(6.0), 2.5),
        Fact::NinjaLanded { position, speed } => {
            dust(particles, position - Vec2::Y * BODY_RADIUS, many(speed * 0.6), 1.5 + speed * 0.16);
        }
        Fact::NinjaWallJumped { position, wall } => wall_dust(particles, position, wall, many(9.0)),
        Fact::NinjaDied { position, velocity, .. } => {
            scraps_of_ninja(particles, position, velocity, many(34.0));
            ring(particles, position, 1.5, palette::PAPER);
        }
        Fact::BeamGrazed { point, .. } => sparks(particles, point, many(10.0)),
        Fact::ShardTaken { position, .. } => {
            splinters_of_shard(particles, position, many(16.0));
            ring(particles, position, 1.2, palette::SHARD);
        }
        Fact::ExitOpened => {
            let Some(at) = exit else { return };
            ring(particles, at, 2.6, palette::EXIT);
            ring(particles, at, 1.7, palette::EXIT);
        }
        Fact::ExitReached { .. } => {
            let Some(at) = exit else { return };
            rays_of_exit(particles, at, many(28.0));
            ring(particles, at, 2.2, palette::EXIT);
        }
        _ => bursts::show(fact, particles, &many),
    }
}

/// Dust off the wall, away from it and down.
fn wall_dust(particles: &mut Particles, position: Vec2, wall: f32, count: usize) {
    let at = position + Vec2::new(wall * BODY_RADIUS, -0.1);
    for _ in 0..count {
        let angle = if wall > 0.0 { PI + 0.6 } else { -0.6 };
        let velocity = particles.direction(angle, 0.9) * particles.between(1.0, 5.0);
        let size = particles.between(0.04, 0.09);
        particles.add(Particle { at, velocity, size, drag: 5.0, color: palette::PAPER_DIM, ..default() });
    }
}

/// What is left of him flies on with a part of his speed.
fn scraps_of_ninja(particles: &mut Particles, at: Vec2, velocity: Vec2, count: usize) {
    for index in 0..count {
        let push = particles.direction(FRAC_PI_2, PI) * particles.between(1.5, 11.0);
        let color = [palette::PAPER, palette::LIMB, palette::FOCUS][index % 3];
        let (size, life) = (particles.between(0.08, 0.19), particles.between(0.35, 0.8));
        let velocity = velocity * 0.35 + push;
        particles.add(Particle { at, velocity, size, life, form: Form::Scrap, color, gravity: 22.0, drag: 1.2 });
    }
}

/// Sparks where a beam passed him by.
fn sparks(particles: &mut Particles, at: Vec2, count: usize) {
    let spark = Particle { at, size: 0.10, form: Form::Streak, drag: 6.0, color: palette::FOCUS, ..default() };
    for _ in 0..count {
        let velocity = particles.direction(0.0, PI) * particles.between(3.0, 9.0);
        let life = particles.between(0.15, 0.32);
        particles.add(Particle { velocity, life, ..spark });
    }
}

/// Splinters to all sides.
fn splinters_of_shard(particles: &mut Particles, at: Vec2, count: usize) {
    let splinter = Particle { at, form: Form::Scrap, drag: 5.0, ..default() };
    for index in 0..count {
        let velocity = unit(TAU * index as f32 / count as f32) * particles.between(3.0, 8.0);
        let (size, life) = (particles.between(0.07, 0.14), particles.between(0.25, 0.5));
        let color = if index % 2 == 0 { palette::SHARD } else { palette::SHARD_LIGHT };
        particles.add(Particle { velocity, size, life, color, ..splinter });
    }
}

/// Streaks to all sides.
fn rays_of_exit(particles: &mut Particles, at: Vec2, count: usize) {
    let streak = Particle { at, size: 0.13, form: Form::Streak, drag: 4.0, color: palette::EXIT, ..default() };
    for index in 0..count {
        let velocity = unit(TAU * index as f32 / count as f32) * particles.between(3.0, 12.0);
        let life = particles.between(0.3, 0.7);
        particles.add(Particle { velocity, life, ..streak });
    }
}

/// Dust to both sides along the ground.
fn dust(particles: &mut Particles, at: Vec2, count: usize, speed: f32) {
    for index in 0..count {
        let side = if index % 2 == 0 { 1.0 } else { -1.0 };
        let velocity = Vec2::new(side * particles.between(0.3, 1.0) * speed, particles.between(0.2, 1.4));
        let (size, life) = (particles.between(0.04, 0.10), particles.between(0.2, 0.4));
        particles.add(Particle { at, velocity, size, life, drag: 4.0, color: palette::PAPER_DIM, ..default() });
    }
}

pub(crate) fn ring(particles: &mut Particles, at: Vec2, radius: f32, color: Color) {
    particles.add(Particle { at, form: Form::Ring(radius), size: 0.12, life: 0.35, drag: 0.0, color, ..default() });
}

/// Dust while he slides down a wall.
fn trail_dust(
    ninja: Option<Single<&Ninja>>,
    run: Option<Res<Run>>,
    between: Res<Interpolation>,
    presentation: Res<Presentation>,
    time: Res<Time>,
    mut due: Local<f32>,
    mut particles: ResMut<Particles>,
) {
    let (Some(ninja), Some(run)) = (ninja, run) else { return };
    if !ninja.sliding || !run.is_running() {
        *due = 0.0;
        return;
    }
    *due += time.delta_secs() * SLIDE_DUST * presentation.particles.clamp(0.0, 1.0);
    while *due >= 1.0 {
        *due -= 1.0;
        let at = between.ninja(&ninja) + Vec2::new(ninja.wall * BODY_RADIUS, particles.between(-0.2, 0.45));
        let velocity = Vec2::new(-ninja.wall * particles.between(0.2, 1.2), particles.between(0.5, 2.0));
        let size = particles.between(0.03, 0.07);
        particles.add(Particle { at, velocity, size, life: 0.3, drag: 3.0, color: palette::PAPER_DIM, ..default() });
    }
}

/// Pushes the picture about, and brings it back to rest.
fn shake_picture(
    mut shake: ResMut<Shake>,
    mut offset: ResMut<ShakeOffset>,
    presentation: Res<Presentation>,
    time: Res<Time<Real>>,
) {
    if shake.0 == 0.0 {
        return;
    }
    shake.0 *= ops::exp(-SHAKE_DECAY * time.delta_secs());
    if shake.0 < 0.01 {
        shake.0 = 0.0;
    }
    let now = time.elapsed_secs_wrapped() * TAU;
    let way = Vec2::new(ops::sin(now * 17.0), ops::sin(now * 13.0 + 1.0));
    offset.0 = way * SHAKE_TILES * shake.0 * shake.0 * presentation.shake.clamp(0.0, 1.0);
}
