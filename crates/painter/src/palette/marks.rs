//! The marks of channels: a shape for each, on everything that raises it and on everything that listens to it.

use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, TAU};
use std::sync::LazyLock;

use bevy_math::Vec2;

use super::Role;
use hairline_geometry::ray::unit;
use hairline_level::Channel;
use hairline_level::limits::CHANNELS_MAX;

/// The corners of each mark, counter-clockwise around the origin, within a distance of 1.2. Each mark is star-shaped
/// around the origin.
static MARKS: LazyLock<[Vec<Vec2>; CHANNELS_MAX]> = LazyLock::new(|| {
    let plus = |turn: f32| {
        let arm = [(0.3, -0.3), (0.95, -0.3), (0.95, 0.3)].map(Vec2::from);
        (0..4).flat_map(|side| arm.map(|at| unit(turn + FRAC_PI_2 * side as f32).rotate(at))).collect()
    };
    let waist = |turn: f32| {
        let half = [(0.75, -0.85), (0.14, 0.0), (0.75, 0.85)].map(Vec2::from);
        [half, half.map(|at| -at)].concat().into_iter().map(|at| unit(turn).rotate(at)).collect()
    };
    let bar = |half: Vec2| vec![-half, Vec2::new(half.x, -half.y), half, Vec2::new(-half.x, half.y)];
    [
        regular(3, FRAC_PI_2),
        regular(4, FRAC_PI_4),
        regular(24, 0.0),
        star(5, 0.42),
        plus(0.0),
        regular(4, 0.0),
        waist(0.0),
        regular(3, -FRAC_PI_2),
        plus(FRAC_PI_4),
        star(4, 0.34),
        bar(Vec2::new(0.34, 0.94)),
        waist(FRAC_PI_2),
        regular(3, 0.0),
        star(8, 0.55),
        bar(Vec2::new(0.94, 0.34)),
        regular(3, FRAC_PI_2 * 2.0),
    ]
});

/// The corners of a channel's mark, counter-clockwise around the origin, within a distance of 1.2. The mark is star-shaped
/// around the origin.
pub fn mark_corners(channel: Channel) -> &'static [Vec2] {
    &MARKS[usize::from(channel.0) % CHANNELS_MAX]
}

/// The color of a channel.
pub fn channel_color(channel: Channel) -> Role {
    Role::CHANNELS[usize::from(channel.0) % Role::CHANNELS.len()]
}

fn regular(corners: usize, turn: f32) -> Vec<Vec2> {
    (0..corners).map(|corner| unit(turn + TAU * corner as f32 / corners as f32)).collect()
}

fn star(points: usize, inner: f32) -> Vec<Vec2> {
    let radius = |corner: usize| if corner.is_multiple_of(2) { 1.0 } else { inner };
    let corner = |corner: usize| unit(FRAC_PI_2 + TAU * 0.5 * corner as f32 / points as f32) * radius(corner);
    (0..2 * points).map(corner).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which points of a grid over the square of two by two a mark covers.
    fn covered(mark: &[Vec2]) -> Vec<bool> {
        const STEPS: i32 = 24;
        let holds = |at: Vec2| {
            (0..mark.len()).any(|index| {
                let (from, to) = (mark[index], mark[(index + 1) % mark.len()]);
                from.perp_dot(at) >= 0.0 && at.perp_dot(to) >= 0.0 && (to - from).perp_dot(at - from) >= 0.0
            })
        };
        let grid = (-STEPS..=STEPS).flat_map(|y| (-STEPS..=STEPS).map(move |x| Vec2::new(x as f32, y as f32)));
        grid.map(|at| holds(at / STEPS as f32)).collect()
    }

    #[test]
    fn every_channel_has_a_mark_that_differs_from_all_others_by_its_shape_alone() {
        let all: Vec<Vec<bool>> = MARKS.iter().map(|mark| covered(mark)).collect();
        for a in 0..CHANNELS_MAX {
            assert!(MARKS[a].iter().all(|corner| corner.length() <= 1.2), "mark {a} is too large");
            for b in 0..a {
                let pairs = || all[a].iter().zip(&all[b]);
                let either = pairs().filter(|(a, b)| **a || **b).count();
                let one = pairs().filter(|(a, b)| a != b).count();
                assert!(one * 5 > either, "marks {a} and {b} differ in {one} of {either} points");
            }
        }
    }
}
