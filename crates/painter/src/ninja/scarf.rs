//! The scarf: the loose ends of the headband, which trail behind the ninja.

use bevy_math::{Vec2, ops};

use crate::painter::Painter;
use crate::palette::Role;

/// Points of the longer end.
const POINTS: usize = 8;
/// Tiles between two points.
const LINK: f32 = 0.12;
/// Tiles a second at which a loose point sinks.
const SINK: f32 = 2.4;

/// A chain that is pulled along by its first point.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scarf {
    points: [Vec2; POINTS],
}

impl Scarf {
    /// Advances by some seconds, tied at `knot` and never below `floor`. A new scarf hangs at rest.
    pub fn follow(&mut self, knot: Vec2, floor: f32, facing: f32, seconds: f32, now: f32, is_new: bool) {
        self.points[0] = knot;
        for index in 1..POINTS {
            let share = index as f32 / POINTS as f32;
            if is_new {
                self.points[index] = self.points[index - 1] + Vec2::new(-facing * 0.6, -0.8) * LINK;
                continue;
            }
            let flutter = ops::sin(now * 11.0 - index as f32 * 0.9) * 1.1 * share;
            let drift = Vec2::new(-facing * (1.1 - share), -SINK);
            let before = self.points[index - 1];
            let along = (self.points[index] - before).normalize_or(Vec2::NEG_Y);
            let loose = self.points[index] + (drift + along.perp() * flutter) * seconds;
            // Links have a fixed length.
            self.points[index] = before + (loose - before).normalize_or(along) * LINK;
            // A point pushed up by the ground slides backwards.
            let sunk = floor - self.points[index].y;
            if sunk > 0.0 {
                self.points[index] += Vec2::new(-facing * sunk, sunk);
            }
        }
    }

    /// Both ends: a long one and a short one beside it.
    pub fn paint(&self, painter: &mut Painter, scale: f32) {
        if scale <= 0.0 {
            return;
        }
        let knot = self.points[0];
        let points = self.points.map(|point| knot + (point - knot) * scale);
        let short: [Vec2; 5] =
            std::array::from_fn(|index| knot + Vec2::from_angle(0.35).rotate(points[index] - knot) * 0.9);
        painter.ribbon(&short, 0.11 * scale, 0.05 * scale, Role::Hood);
        painter.ribbon(&points, 0.13 * scale, 0.06 * scale, Role::Focus);
        painter.disc(knot, 0.075 * scale, Role::Focus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_trails_behind_and_never_tears() {
        let mut scarf = Scarf::default();
        scarf.follow(Vec2::ZERO, -9.0, 1.0, 0.0, 0.0, true);
        for step in 1..=120 {
            let now = step as f32 / 120.0;
            scarf.follow(Vec2::new(9.5 * now, 0.0), -9.0, 1.0, 1.0 / 120.0, now, false);
        }
        let end = scarf.points[POINTS - 1];
        assert!(end.x < 9.5 - 0.6 && end.y.abs() < 0.6, "{end}");
        for pair in scarf.points.windows(2) {
            assert!((pair[0].distance(pair[1]) - LINK).abs() < 1e-3);
        }
    }
}
