//! What the facts of actors look like: sparks, flashes and rings. Only what kills is in the lethal ink.

use std::f32::consts::{PI, TAU};

use bevy::math::ops;
use bevy::prelude::*;

use crate::sim::facts::Fact;
use crate::sim::tuning::BODY_RADIUS;

use super::particles::{Form, Particle, Particles};
use super::ring;
use crate::view::actors::channel_marks::channel_ink;
use crate::view::canvas::painter::unit;
use crate::view::canvas::palette;

/// The particles of a fact of an actor; `many` turns a count down as far as the player wants.
pub fn show(fact: &Fact, particles: &mut Particles, many: &impl Fn(f32) -> usize) {
    match *fact {
        Fact::NinjaBounced { position, normal } => {
            let at = position - normal * BODY_RADIUS;
            sparks(particles, at, normal, 1.1, many(12.0), palette::BOUNCE, (3.0, 10.0));
            ring(particles, at, 0.9, palette::BOUNCE);
        }
        Fact::NinjaTeleported { from, to } => {
            for (at, radius) in [(from, 0.9), (to, 1.6)] {
                ring(particles, at, radius, palette::PORTAL);
            }
            sparks(particles, to, Vec2::Y, PI, many(16.0), palette::PORTAL, (2.0, 9.0));
        }
        Fact::BulletFired { position, direction } => {
            let at = position + direction * 0.9;
            sparks(particles, at, direction, 0.5, many(4.0), palette::STEEL, (3.0, 9.0));
        }
        Fact::BulletStopped { point, normal } => {
            sparks(particles, point, normal, 1.2, many(7.0), palette::STEEL, (2.0, 8.0));
            ring(particles, point, 0.3, palette::STEEL);
        }
        Fact::OrbBounced { point, normal } => {
            sparks(particles, point, normal, 1.3, many(3.0), palette::STEEL, (1.0, 4.0));
        }
        Fact::ChannelRaised { channel, by } => {
            ring(particles, by, 1.3, channel_ink(channel));
            ring(particles, by, 0.8, channel_ink(channel));
        }
        Fact::KeyTaken { position } => sparks(particles, position, Vec2::Y, PI, many(14.0), palette::PAPER, (3.0, 8.0)),
        Fact::MineLit { position } => ring(particles, position, 0.9, palette::LETHAL),
        Fact::MineBlown { position, blast } => blow(particles, position, blast, many),
        // What remains changes how something is drawn for as long as it lasts, and flies nowhere.
        _ => {}
    }
}

/// Streaks around a direction; speeds in tiles a second.
fn sparks(
    particles: &mut Particles,
    at: Vec2,
    way: Vec2,
    spread: f32,
    count: usize,
    color: Color,
    (slow, fast): (f32, f32),
) {
    let angle = ops::atan2(way.y, way.x);
    for _ in 0..count {
        let velocity = particles.direction(angle, spread) * particles.between(slow, fast);
        let (size, life) = (particles.between(0.06, 0.11), particles.between(0.12, 0.3));
        particles.add(Particle { at, velocity, size, life, form: Form::Streak, drag: 5.0, color, ..default() });
    }
}

/// A flash as far as the blast reaches, fire, and scraps of the shell.
fn blow(particles: &mut Particles, at: Vec2, blast: f32, many: &impl Fn(f32) -> usize) {
    ring(particles, at, blast, palette::LETHAL);
    ring(particles, at, blast * 0.6, palette::PAPER);
    for spark in 0..many(26.0) {
        // With this drag a streak comes about as far as its speed over the drag: to the rim of the blast.
        let velocity = unit(TAU * spark as f32 / 26.0) * (blast * particles.between(2.0, 6.0));
        let (size, life, form) = (particles.between(0.10, 0.18), particles.between(0.2, 0.4), Form::Streak);
        particles.add(Particle { at, velocity, size, life, form, drag: 6.0, color: palette::LETHAL, ..default() });
    }
    for _ in 0..many(18.0) {
        let velocity = particles.direction(PI * 0.5, PI) * particles.between(2.0, 11.0);
        let (size, life) = (particles.between(0.08, 0.17), particles.between(0.4, 0.9));
        let (form, color) = (Form::Scrap, palette::STEEL_DARK);
        particles.add(Particle { at, velocity, size, life, form, gravity: 20.0, drag: 1.5, color });
    }
}
