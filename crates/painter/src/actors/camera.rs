//! Cameras: a long housing with a hood over the lens at its front, on whose side is the mark of the channel.

use bevy_math::{Vec2, ops};

use super::marks::paint_mark;
use super::paint_rail;
use crate::painter::Painter;
use crate::palette::{Role, glow, mix, tint};
use crate::still::{Draw, Scene, Still, paint_turn, stops};
use hairline_geometry::ray::unit;
use hairline_level::{Aim, CameraSettings, Channel};

/// Scale of a camera's body.
const SIZE: f32 = 1.2;

#[derive(Clone, Copy, Debug)]
pub struct CameraLook {
    pub at: Vec2,
    /// The unit direction in which it looks.
    pub direction: Vec2,
    pub channel: Channel,
    pub is_raised: bool,
    /// Whether it sees the ninja.
    pub has_target: bool,
    /// The time, for what blinks.
    pub seconds: f32,
}

impl CameraLook {
    pub fn paint(&self, painter: &mut Painter) {
        self.paint_body(painter);
        let badge = self.at - self.direction * 0.13;
        painter.disc(badge, 0.20, Role::Ink);
        paint_mark(painter, self.channel, badge, 0.14, self.is_raised);
        if self.has_target {
            self.paint_exclamation(painter);
        }
    }

    fn paint_body(&self, painter: &mut Painter) {
        let &Self { at, direction, seconds, .. } = self;
        let side = direction.perp();
        let point = |along: f32, across: f32| at + (direction * along + side * across) * SIZE;
        let block = |painter: &mut Painter, [back, front]: [f32; 2], [rear, fore]: [f32; 2], color: Role| {
            painter.polygon(&[point(back, -rear), point(front, -fore), point(front, fore), point(back, rear)], color);
        };
        painter.disc(at, 0.27, Role::SteelDark);
        block(painter, [-0.42, 0.50], [0.30, 0.30], Role::Ink);
        block(painter, [-0.36, 0.30], [0.24, 0.24], Role::Steel);
        block(painter, [0.30, 0.46], [0.24, 0.31], Role::SteelDark);
        let lens = point(0.30, 0.0);
        painter.disc(lens, 0.22, Role::Ink);
        if self.has_target {
            // Wide open and bright.
            painter.disc(lens, 0.18, glow(Role::Alarm, 1.6));
            painter.disc(lens + direction * 0.02, 0.06, Role::Ink);
        } else {
            painter.disc(lens, 0.16, mix(Role::Ink, Role::Vision, 0.55));
            painter.disc(lens + side * 0.04 + direction * 0.03, 0.04, tint(Role::Paper, 0.9));
            let blink = if ops::sin(seconds * 2.6) > 0.6 { 1.0 } else { 0.25 };
            painter.disc(point(-0.29, 0.15), 0.045, tint(Role::Vision, blink));
        }
    }

    /// An exclamation mark in a frame that pulses.
    fn paint_exclamation(&self, painter: &mut Painter) {
        let at = self.at + Vec2::Y * 0.95;
        let size = 0.40 + 0.05 * ops::sin(self.seconds * 11.0);
        let corners = [(0.0, 1.15), (-1.0, -0.65), (1.0, -0.65)].map(|(x, y)| at + Vec2::new(x, y) * size);
        painter.polygon(&corners, Role::Alarm);
        painter.taper(at + Vec2::Y * 0.17, at - Vec2::Y * 0.08, 0.10, 0.06, Role::Ink, Role::Ink);
        painter.disc(at - Vec2::Y * 0.17, 0.048, Role::Ink);
    }
}

impl Draw for CameraSettings {
    fn draw(&self, _: usize, scene: &Scene, still: &mut Still) {
        let (at, half, rest) = (self.position, self.fov / 2.0, self.aim.start());
        if let Aim::Sweep { from, to, .. } = self.aim {
            let sweep = (to - from).abs() + self.fov;
            let watched = scene.swept(at, from.min(to) - half, sweep, self.range);
            still.under.polygon(&watched, tint(Role::Vision, 0.10));
        }
        let seen = scene.swept(at, rest - half, self.fov, self.range);
        still.under.polygon(&seen, tint(Role::Vision, 0.22));
        still.under.stroke_inside(&seen, [0.0, 0.04], tint(Role::Vision, 0.6));
        paint_rail(&mut still.actors, &stops(self.path.as_ref()));
        let look = CameraLook {
            at,
            direction: unit(rest),
            channel: self.channel,
            is_raised: false,
            has_target: false,
            seconds: 0.0,
        };
        look.paint(&mut still.actors);
        paint_turn(&mut still.actors, at, self.aim);
    }
}
