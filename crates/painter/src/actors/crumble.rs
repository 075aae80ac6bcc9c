//! Crumbles: slabs of sandstone in pieces. Touched, the pieces tremble and part.

use bevy_math::{Vec2, ops};

use crate::painter::Painter;
use crate::palette::{Role, mix};
use crate::still::{Draw, Scene, Still};
use hairline_level::CrumbleSettings;

/// Tiles along the slab for each of its pieces, about.
const PIECE: f32 = 0.55;
/// Tiles between two pieces of a whole slab.
const JOINT: f32 = 0.05;

/// A slab that is not gone, as it stands.
#[derive(Clone, Copy, Debug)]
pub struct CrumbleLook {
    pub at: Vec2,
    pub size: Vec2,
    /// From 0 (whole) to 1 (about to give way).
    pub cracked: f32,
    /// Seconds since it began to crack.
    pub seconds: f32,
    /// The scale of each piece about its own center.
    pub scale: f32,
}

/// The pieces of a slab around its center, as quadrilaterals cut across its longer side on a slant.
pub fn pieces(size: Vec2) -> impl Iterator<Item = [Vec2; 4]> {
    let is_wide = size.x >= size.y;
    let (length, width) = if is_wide { (size.x, size.y) } else { (size.y, size.x) };
    let count = ((length / PIECE).round() as u32).clamp(2, 200);
    let share = length / count as f32;
    let slant = 0.35 * share.min(width);
    let cut = move |index: u32, across: f32| {
        // The outer cuts are straight; the others lean to either side in turn.
        let lean = if index == 0 || index == count {
            0.0
        } else {
            slant * if index.is_multiple_of(2) { across } else { -across }
        };
        let point = Vec2::new(index as f32 * share - length / 2.0 + lean, across * width / 2.0);
        if is_wide { point } else { -point.perp() }
    };
    (0..count).map(move |index| [cut(index, -1.0), cut(index + 1, -1.0), cut(index + 1, 1.0), cut(index, 1.0)])
}

impl CrumbleLook {
    /// Paints the pieces.
    pub fn paint(&self, painter: &mut Painter) {
        let &Self { cracked, seconds, .. } = self;
        let fill = mix(Role::Ink, Role::Platform, 0.30 - 0.12 * cracked);
        for (index, corners) in pieces(self.size).enumerate() {
            let phase = index as f32 * 2.4;
            let tremble = Vec2::new(ops::sin(seconds * 47.0 + phase), ops::cos(seconds * 53.0 + 1.7 * phase));
            let sag = 0.10 * cracked * cracked * (0.5 + 0.5 * ops::sin(phase));
            let shift = tremble * (0.012 + 0.028 * cracked) * f32::from(u8::from(cracked > 0.0)) - Vec2::Y * sag;
            let center = corners.iter().sum::<Vec2>() / 4.0;
            let shrink = self.scale * (1.0 - (JOINT + 0.05 * cracked) / (corners[1] - corners[0]).length().max(0.2));
            let corners = corners.map(|corner| self.at + center + (corner - center) * shrink + shift);
            painter.polygon(&corners, fill);
            painter.stroke_inside(&corners, [0.0, 0.06], Role::Platform);
        }
    }
}

impl Draw for CrumbleSettings {
    fn draw(&self, _: usize, _: &Scene, still: &mut Still) {
        let look = CrumbleLook { at: self.position, size: self.size, cracked: 0.0, seconds: 0.0, scale: 1.0 };
        look.paint(&mut still.obstacles);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_fill_the_slab_lying_or_standing() {
        let area =
            |corners: [Vec2; 4]| (0..4).map(|side| corners[side].perp_dot(corners[(side + 1) % 4]) / 2.0).sum::<f32>();
        for size in [Vec2::new(3.0, 0.5), Vec2::new(0.5, 4.0), Vec2::splat(1.0), Vec2::new(0.1, 0.1)] {
            let whole: f32 = pieces(size).map(area).sum();
            assert!((whole - size.x * size.y).abs() < 1e-4, "{size}: {whole}");
            assert!(pieces(size).flatten().all(|corner| corner.abs().cmple(size / 2.0 + 1e-4).all()), "{size}");
            assert!(pieces(size).all(|piece| area(piece) > 0.0), "{size}");
        }
    }
}
