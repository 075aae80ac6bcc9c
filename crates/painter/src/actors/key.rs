//! Keys, each with the mark of the channel that it raises. They sway; a taken key leaves a faint ring.

use bevy_math::Vec2;

use super::marks::{channel_color, paint_mark};
use crate::look::{Look, Moment};
use crate::painter::Painter;
use crate::palette::{Role, tint};
use hairline_sim::triggers::key::{Key, KeyState};

impl Look for Key {
    type State = KeyState;

    /// Paints a bow, a shaft and two teeth.
    fn paint(&self, state: &KeyState, moment: &Moment, painter: &mut Painter) {
        if state.taken {
            painter.ring(self.position, 0.16, 0.19, tint(channel_color(self.channel), 0.35));
            return;
        }
        let at = self.position + Vec2::Y * (0.06 * moment.sway(2.1));
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
        paint_mark(painter, self.channel, bow, 0.15, moment.is_raised(self.channel));
    }
}
