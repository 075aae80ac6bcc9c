//! Keys, each with the mark of the channel that it raises.

use bevy_math::Vec2;

use super::marks::{channel_color, paint_mark};
use crate::painter::Painter;
use crate::palette::{Role, tint};
use crate::still::{Draw, Scene, Still};
use hairline_level::{Channel, KeySettings};

#[derive(Clone, Copy, Debug)]
pub struct KeyLook {
    pub at: Vec2,
    pub channel: Channel,
    pub is_raised: bool,
}

impl KeyLook {
    /// Paints a bow, a shaft and two teeth.
    pub fn paint(&self, painter: &mut Painter) {
        let at = self.at;
        painter.halo(at, 0.8, tint(channel_color(self.channel), 0.25));
        let bow = at + Vec2::Y * 0.16;
        let foot = at - Vec2::Y * 0.46;
        painter.line(bow, foot - Vec2::Y * 0.05, 0.21, Role::Ink);
        painter.disc(bow, 0.32, Role::Ink);
        painter.line(bow, foot, 0.10, Role::Paper);
        for height in [0.05, 0.20] {
            let root = foot + Vec2::Y * height;
            painter.line(root, root + Vec2::X * 0.20, 0.08, Role::Paper);
        }
        painter.disc(bow, 0.27, Role::Paper);
        painter.disc(bow, 0.20, Role::Ink);
        paint_mark(painter, self.channel, bow, 0.15, self.is_raised);
    }
}

impl Draw for KeySettings {
    fn draw(&self, _: usize, _: &Scene, still: &mut Still) {
        KeyLook { at: self.position, channel: self.channel, is_raised: false }.paint(&mut still.actors);
    }
}
