//! Checkpoints: a post with a pennant. It hangs until the ninja touches it, flies afterwards, and has the color of focus on the
//! one where a restart goes.

use bevy_math::Vec2;

use crate::painter::Painter;
use crate::palette::{Role, tint};
use crate::still::{Draw, Scene, Still};
use hairline_level::CheckpointSettings;

#[derive(Clone, Copy, Debug, Default)]
pub struct CheckpointLook {
    pub at: Vec2,
    pub is_touched: bool,
    /// Whether a restart goes there.
    pub is_current: bool,
    /// How far the wind lifts the pennant, from -1 to 1.
    pub wind: f32,
}

impl CheckpointLook {
    /// Paints a post from the cell's floor with a knob on top, and a pennant at it.
    pub fn paint(&self, painter: &mut Painter) {
        let &Self { at, wind, .. } = self;
        let (foot, top) = (at - Vec2::new(0.28, 0.5), at + Vec2::new(-0.28, 0.62));
        let color = if self.is_current { Role::Focus } else { Role::Steel };
        if self.is_current {
            painter.halo(at, 1.1, tint(color, 0.3));
        }
        painter.line(foot, top, 0.16, Role::Ink);
        painter.line(foot, top, 0.09, Role::Steel);
        painter.line(foot - Vec2::X * 0.18, foot + Vec2::X * 0.18, 0.10, Role::Steel);
        painter.disc(top, 0.10, color);
        let root = top - Vec2::Y * 0.08;
        let tip = if self.is_touched {
            root + Vec2::new(0.72, -0.22 + 0.06 * wind)
        } else {
            root + Vec2::new(0.40 + 0.03 * wind, -0.52)
        };
        let low = root - Vec2::Y * 0.46;
        painter.polygon(&[low, tip, root], if self.is_touched { color } else { Role::SteelDark });
    }
}

impl Draw for CheckpointSettings {
    fn draw(&self, _: usize, _: &Scene, still: &mut Still) {
        CheckpointLook { at: self.position, ..CheckpointLook::default() }.paint(&mut still.actors);
    }
}
