//! The ninja: a face that is exactly the hurt circle, in a hood as large as the body that collides, with limbs and a scarf
//! that show what it is doing.

pub mod figure;
pub mod scarf;

use bevy_math::Vec2;

use crate::painter::Painter;
use crate::palette::{Role, tint};
use hairline_sim::tuning::{BODY_RADIUS, HURT_RADIUS};

use figure::{Figure, Stance, mirrored};
use scarf::Scarf;

/// Where the scarf is tied, on the body.
pub const KNOT: Vec2 = Vec2::new(-0.30, 0.13);
/// Tiles.
const LIMB_WIDTH: f32 = 0.13;

/// Paints the body with its center at `at`. `squash` stretches the hood (above 0) or flattens it (below 0), never the face,
/// which stays the hurt circle.
pub fn paint(painter: &mut Painter, at: Vec2, facing: f32, figure: &Figure, squash: f32, scale: f32) {
    if scale <= 0.0 {
        return;
    }
    let place = |point: Vec2| at + mirrored(point, facing) * scale;
    let on_body = |point: Vec2| at + figure.on_body(point, facing) * scale;
    let limb = |painter: &mut Painter, from: Vec2, to: Vec2, alpha: f32| {
        painter.capsule(on_body(from), place(to), LIMB_WIDTH * scale, tint(Role::Limb, alpha));
    };
    // The far limbs are dimmer and behind.
    limb(painter, Vec2::new(-0.12, -0.24), figure.feet[1], 0.70);
    limb(painter, Vec2::new(-0.22, -0.04), figure.hands[1], 0.70);
    foot(painter, place(figure.feet[1]), facing, scale, 0.70);
    let half_axes = BODY_RADIUS * Vec2::new(1.0 - squash * 0.8, 1.0 + squash) * scale;
    // The feet stay on the ground while the hood is squashed.
    let sunk = at + Vec2::new(0.0, half_axes.y - BODY_RADIUS * scale);
    let lean = Vec2::from_angle(figure.lean * facing);
    painter.ellipse(sunk, half_axes, lean, Role::Hood);
    limb(painter, Vec2::new(0.14, -0.26), figure.feet[0], 1.0);
    foot(painter, place(figure.feet[0]), facing, scale, 1.0);
    limb(painter, Vec2::new(0.22, -0.10), figure.hands[0], 1.0);
    paint_face(painter, at, facing, figure, scale);
}

/// Paints the ninja at rest, as it stands at the start.
pub fn paint_at_rest(painter: &mut Painter, at: Vec2) {
    let figure = Figure::new(Stance::Idle, 0.0, 0.0, Vec2::ZERO, 1.0);
    let mut scarf = Scarf::default();
    scarf.follow(at + figure.on_body(KNOT, 1.0), at.y - BODY_RADIUS + 0.06, 1.0, 0.0, 0.0, true);
    scarf.paint(painter, 1.0);
    paint(painter, at, 1.0, &figure, 0.0, 1.0);
}

/// Paints the face, which is the hurt circle, with its headband and eyes.
pub fn paint_face(painter: &mut Painter, at: Vec2, facing: f32, figure: &Figure, scale: f32) {
    let on_body = |point: Vec2| at + figure.on_body(point, facing) * scale;
    painter.disc(at, HURT_RADIUS * scale, Role::Paper);
    headband(painter, on_body);
    let gaze = mirrored(figure.gaze, facing) * 0.085;
    for side in [-1.0, 1.0] {
        let eye = at + (gaze + Vec2::new(side * 0.082, -0.045)) * scale;
        painter.ellipse(eye, Vec2::new(0.040, 0.078 * figure.eyes) * scale, Vec2::X, Role::Ink);
    }
}

fn foot(painter: &mut Painter, at: Vec2, facing: f32, scale: f32, alpha: f32) {
    let toe = at + Vec2::new(0.05 * facing * scale, 0.015 * scale);
    painter.ellipse(toe, Vec2::new(0.115, 0.075) * scale, Vec2::X, tint(Role::Limb, alpha));
}

/// A band across the face, clipped to its circle.
fn headband(painter: &mut Painter, place: impl Fn(Vec2) -> Vec2) {
    const LOW: f32 = 0.085;
    const HIGH: f32 = 0.20;
    const STEPS: usize = 4;
    let half_width = |y: f32| (HURT_RADIUS * HURT_RADIUS - y * y).max(0.0).sqrt();
    let mut corners = [Vec2::ZERO; 2 * STEPS];
    for step in 0..STEPS {
        let y = LOW + (HIGH - LOW) * step as f32 / (STEPS - 1) as f32;
        corners[step] = place(Vec2::new(half_width(y), y));
        corners[2 * STEPS - 1 - step] = place(Vec2::new(-half_width(y), y));
    }
    painter.polygon(&corners, Role::Focus);
}
