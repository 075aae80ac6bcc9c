//! Orbs: lethal balls, a ring around a core.

use bevy_math::Vec2;

use crate::painter::Painter;
use crate::palette::{BEAM_LIT, Role, mix, tint};
use crate::still::{Draw, Scene, Still, paint_head};
use hairline_level::OrbSettings;

/// Paints an orb. The outer side of the ring is the lethal circle.
pub fn paint(painter: &mut Painter, at: Vec2, radius: f32) {
    painter.halo(at, radius * 2.2, tint(Role::Lethal, 0.28));
    painter.disc(at, radius, mix(Role::Ink, Role::Lethal, 0.30));
    painter.ring(at, radius * 0.80, radius, Role::Lethal);
    painter.disc(at, radius * 0.42, BEAM_LIT * 0.45);
    painter.disc(at, radius * 0.16, Role::Paper);
}

/// Paints where an orb has been; `left` falls from 1 to 0 with the age of the image.
pub fn paint_image(painter: &mut Painter, at: Vec2, radius: f32, left: f32) {
    painter.disc(at, radius * (0.35 + 0.55 * left), tint(Role::Lethal, 0.20 * left));
}

impl Draw for OrbSettings {
    /// With an arrow to where it flies.
    fn draw(&self, _: usize, _: &Scene, still: &mut Still) {
        let &Self { position: at, radius, velocity } = self;
        let along = velocity.normalize_or_zero();
        for image in (1..=4).rev() {
            let behind = along * (radius * 0.8 * image as f32);
            paint_image(&mut still.actors, at - behind, radius, 1.0 - image as f32 / 5.0);
        }
        paint(&mut still.actors, at, radius);
        let from = at + along * (radius + 0.15);
        still.actors.line(from, from + along * 0.45, 0.07, Role::Lethal);
        paint_head(&mut still.actors, from + along * 0.45, along, 0.18, Role::Lethal);
    }
}
