//! Particles: a fixed pool, moved and painted together. They are decoration; no rule reads them.

use std::f32::consts::TAU;

use bevy::math::ops;
use bevy::prelude::*;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use hairline_sim::colliders::Colliders;

use crate::view::canvas::Canvas;
use crate::view::canvas::palette::{Role, tint};
use crate::view::frame::hit_stop::HitStop;
use crate::view::frame::schedule::PaintSystems;
use hairline_geometry::ray::unit;
use hairline_painter::painter::Painter;

/// The most particles at once; beyond that, new ones replace the oldest.
const POOL: usize = 512;

/// How a particle is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// A dot that shrinks.
    Dot,
    /// A stroke along its velocity.
    Streak,
    /// A tumbling triangle.
    Scrap,
    /// A ring that widens to this many tiles.
    Ring(f32),
}

/// One particle. Tiles and seconds.
#[derive(Clone, Copy, Debug)]
pub struct Particle {
    /// Where it is.
    pub at: Vec2,
    /// Its velocity.
    pub velocity: Vec2,
    /// Its acceleration downwards.
    pub gravity: f32,
    /// The rate at which it loses speed, per second.
    pub drag: f32,
    /// How long it lives.
    pub life: f32,
    /// Its size at the start.
    pub size: f32,
    /// How it is drawn.
    pub form: Form,
    /// Its color.
    pub color: Role,
}

impl Default for Particle {
    fn default() -> Self {
        Self {
            at: Vec2::ZERO,
            velocity: Vec2::ZERO,
            gravity: 0.0,
            drag: 2.0,
            life: 0.4,
            size: 0.06,
            form: Form::Dot,
            color: Role::Paper,
        }
    }
}

/// All particles, and the random numbers that scatter them.
#[derive(Resource, Debug)]
pub struct Particles {
    /// Each particle with its age in seconds, the oldest first as far as none was replaced.
    pool: Vec<(Particle, f32)>,
    /// The place of the oldest particle while the pool is full.
    next: usize,
    random: Xoshiro256PlusPlus,
}

impl Default for Particles {
    fn default() -> Self {
        Self { pool: Vec::with_capacity(POOL), next: 0, random: Xoshiro256PlusPlus::seed_from_u64(0) }
    }
}

impl Particles {
    /// Adds one.
    pub fn add(&mut self, particle: Particle) {
        if self.pool.len() < POOL {
            self.pool.push((particle, 0.0));
        } else {
            self.pool[self.next] = (particle, 0.0);
            self.next = (self.next + 1) % POOL;
        }
    }

    /// How many there are.
    #[cfg(test)]
    pub fn count(&self) -> usize {
        self.pool.len()
    }

    /// A random number from `low` (included) to `high` (excluded).
    pub fn uniform(&mut self, low: f32, high: f32) -> f32 {
        if low < high { self.random.random_range(low..high) } else { low }
    }

    /// Advances all particles and removes the expired ones. A particle that hits a wall stops there.
    fn advance(&mut self, seconds: f32, is_wall: impl Fn(Vec2) -> bool) {
        for (particle, age) in &mut self.pool {
            *age += seconds;
            particle.velocity.y -= particle.gravity * seconds;
            particle.velocity *= ops::exp(-particle.drag * seconds);
            let next = particle.at + particle.velocity * seconds;
            if is_wall(next) { particle.velocity = Vec2::ZERO } else { particle.at = next }
        }
        self.pool.retain(|(particle, age)| *age < particle.life);
        self.next = 0;
    }
}

pub fn plugin(app: &mut App) {
    app.init_resource::<Particles>()
        .add_systems(Update, move_particles.in_set(PaintSystems::Clear))
        .add_systems(Update, paint_particles.in_set(PaintSystems::Front));
}

fn move_particles(mut particles: ResMut<Particles>, colliders: Option<Res<Colliders>>, time: Res<Time>) {
    let is_wall = |at: Vec2| {
        let cell = at.floor();
        colliders.as_ref().is_some_and(|colliders| colliders.terrain().tile(cell.as_ivec2()).contains(at - cell))
    };
    particles.advance(time.delta_secs(), is_wall);
}

fn paint_particles(particles: Res<Particles>, hit_stop: Res<HitStop>, mut canvas: ResMut<Canvas>) {
    for (index, (particle, age)) in particles.pool.iter().enumerate() {
        // Particles of age 0 were added in this frame, most of them by the death: they appear when the picture is released.
        if *age > 0.0 || !hit_stop.begins() {
            paint(&mut canvas.front, particle, *age, index as f32);
        }
    }
}

fn paint(painter: &mut Painter, particle: &Particle, age: f32, number: f32) {
    let left = 1.0 - age / particle.life;
    let size = particle.size * left;
    let at = particle.at;
    match particle.form {
        Form::Dot => painter.disc(at, size, tint(particle.color, 1.0)),
        Form::Streak => {
            let tail = at - particle.velocity * 0.045;
            painter.taper(at, tail, size, 0.0, tint(particle.color, 1.0), tint(particle.color, 0.0));
        }
        Form::Scrap => {
            let turn = number * 1.7 + age * (6.0 + number % 5.0);
            painter
                .polygon(&[0.0, 0.37, 0.71].map(|part| at + unit(turn + TAU * part) * size), tint(particle.color, 1.0));
        }
        Form::Ring(radius) => {
            let outer = radius * (1.0 - left * left);
            painter.ring(at, outer, outer + size, tint(particle.color, left));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pool_never_exceeds_its_bound_and_empties_itself() {
        let mut particles = Particles::default();
        (0..3 * POOL).for_each(|_| particles.add(Particle::default()));
        assert_eq!(particles.pool.len(), POOL);
        (0..60).for_each(|_| particles.advance(1.0 / 60.0, |_| false));
        assert!(particles.pool.is_empty());
    }

    #[test]
    fn random_numbers_are_spread_over_their_range() {
        let mut particles = Particles::default();
        let mean = (0..1000).map(|_| particles.uniform(0.0, 1.0)).sum::<f32>() / 1000.0;
        assert!((0.45..0.55).contains(&mean));
        assert!((0..1000).all(|_| (2.0..3.0).contains(&particles.uniform(2.0, 3.0))));
        assert_eq!(particles.uniform(0.1, 0.1), 0.1, "a range of one number");
    }
}
