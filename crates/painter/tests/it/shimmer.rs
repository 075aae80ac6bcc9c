//! Shapes that creep or turn slowly, frame by frame: their triangles are sampled at the centers of pixels, as a renderer does, beside
//! the same shapes with hard edges and four samples for each pixel.

use std::f32::consts::TAU;

use bevy_math::Vec2;

use hairline_geometry::ray::unit;
use hairline_painter::mesh::Triangles;
use hairline_painter::painter::Painter;
use hairline_painter::palette::{Palette, Role};

/// Pixels along a side of the picture.
const SIDE: usize = 96;
/// Frames of a motion, and the pixels that the fastest point goes in each.
const FRAMES: usize = 32;
const STEP: f32 = 1.0 / 16.0;
/// Pixels that a tile takes: in a tiny window, at half the pixels, at 1280 × 800, on a screen of 3840 pixels.
const TILES: [f32; 4] = [8.0, 15.0, 30.0, 91.0];
/// The places of four samples within a pixel, as graphics cards have them.
const FOUR: [Vec2; 4] =
    [Vec2::new(-0.125, -0.375), Vec2::new(0.375, -0.125), Vec2::new(-0.375, 0.125), Vec2::new(0.125, 0.375)];

/// The opacity of each pixel.
type Picture = Vec<f32>;

/// Samples triangles once for each pixel.
fn sampled(triangles: &Triangles, tile: f32, place: Vec2) -> Picture {
    let mut picture = vec![0.0; SIDE * SIDE];
    for triangle in triangles.indices.chunks_exact(3) {
        let at = |index: usize| Vec2::from_slice(&triangles.positions[triangle[index] as usize][..2]) * tile;
        let opacity = |index: usize| triangles.colors[triangle[index] as usize][3];
        // Off any edge that two triangles share.
        let [a, b, c] = [0, 1, 2].map(|index| at(index) + SIDE as f32 * 0.5 - 0.5 - place + Vec2::new(1.3e-4, 0.7e-4));
        let area = (b - a).perp_dot(c - a);
        if area == 0.0 {
            continue;
        }
        let (low, high) = (a.min(b).min(c).ceil().max(Vec2::ZERO), a.max(b).max(c).floor());
        let high = high.min(Vec2::splat(SIDE as f32 - 1.0));
        for y in low.y as i32..=high.y as i32 {
            for x in low.x as i32..=high.x as i32 {
                let at = Vec2::new(x as f32, y as f32);
                let weights = [(c - b).perp_dot(at - b), (a - c).perp_dot(at - c), (b - a).perp_dot(at - a)];
                let weights = weights.map(|weight| weight / area);
                if weights.iter().all(|weight| *weight >= 0.0) {
                    let over: f32 = (0..3).map(|corner| weights[corner] * opacity(corner)).sum();
                    let under = &mut picture[y as usize * SIDE + x as usize];
                    *under = *under * (1.0 - over) + over;
                }
            }
        }
    }
    picture
}

/// How unsteady a motion looks.
#[derive(Clone, Copy, Debug, Default)]
struct Shimmer {
    /// The largest change of a pixel from one frame to the next.
    jump: f32,
    /// The share by which the light of the whole shape goes up and down.
    pulse: f32,
}

/// A motion of a shape that is painted for each frame: with edges as the game draws them, or with hard ones and four samples.
fn shimmer(tile: f32, is_smooth: bool, paint: &dyn Fn(&mut Painter, usize)) -> Shimmer {
    let palette = Palette::default();
    let mut painter = Painter::default();
    let (mut jump, mut sums, mut before) = (0.0_f32, vec![], Picture::new());
    for frame in 0..FRAMES {
        painter.clear();
        paint(&mut painter, frame);
        let triangles = Triangles::of(&painter, if is_smooth { 1.0 / tile } else { 0.0 }, |tint| palette.resolve(tint));
        let picture = if is_smooth {
            sampled(&triangles, tile, Vec2::ZERO)
        } else {
            let mut sum = vec![0.0; SIDE * SIDE];
            for place in FOUR {
                sum.iter_mut().zip(sampled(&triangles, tile, place)).for_each(|(sum, sample)| *sum += 0.25 * sample);
            }
            sum
        };
        jump = before.iter().zip(&picture).fold(jump, |jump, (before, now)| jump.max((before - now).abs()));
        sums.push(picture.iter().sum::<f32>());
        before = picture;
    }
    let mean = sums.iter().sum::<f32>() / sums.len() as f32;
    let span = sums.iter().fold(f32::NEG_INFINITY, |most, sum| most.max(*sum))
        - sums.iter().fold(f32::INFINITY, |least, sum| least.min(*sum));
    Shimmer { jump, pulse: span / mean }
}

/// A shape around the origin, for pixels of a size, turned by an angle and shifted.
type Shape = fn(&mut Painter, f32, &dyn Fn(Vec2) -> Vec2);

const SHAPES: [(&str, f32, Shape); 8] = [
    ("a wire", 3.0, |p, _, to| p.line(to(Vec2::X * -3.0), to(Vec2::X * 3.0), 0.04, Role::Paper)),
    ("a lit beam", 3.0, |p, pixel, to| {
        p.line(to(Vec2::X * -3.0), to(Vec2::X * 3.0), f32::max(0.1, 2.0 * pixel), Role::Paper);
    }),
    ("a dash", 0.3, |p, pixel, to| {
        p.line(to(Vec2::X * -0.3), to(Vec2::X * 0.3), f32::max(0.07, pixel), Role::Paper);
    }),
    ("a tooth", 0.45, |p, _, to| {
        p.polygon(&[(-0.1, -0.2), (0.1, -0.2), (0.0, 0.25)].map(|(x, y)| to(Vec2::new(x, y))), Role::Paper);
    }),
    ("a hexagon", 0.4, |p, _, to| {
        let corners: Vec<Vec2> = (0..6).map(|corner| to(unit(TAU * corner as f32 / 6.0) * 0.4)).collect();
        p.polygon(&corners, Role::Paper);
    }),
    ("an outline", 0.4, |p, _, to| {
        let corners: Vec<Vec2> = (0..6).map(|corner| to(unit(TAU * corner as f32 / 6.0) * 0.4)).collect();
        p.stroke_inside(&corners, [0.0, 0.075], Role::Paper);
    }),
    ("a ring", 0.5, |p, _, to| p.ring(to(Vec2::X * 0.2), 0.24, 0.30, Role::Paper)),
    ("a dot", 0.5, |p, _, to| p.disc(to(Vec2::X * 0.3), 0.05, Role::Paper)),
];

#[test]
fn nothing_that_creeps_or_turns_shimmers_more_than_with_four_samples_a_pixel() {
    for tile in TILES {
        let step = STEP / tile;
        for (name, reach, shape) in SHAPES {
            let mut worst = [Shimmer::default(); 2];
            // Level, just off it, between, and on the diagonal; shifted, and turning.
            for (angle, turn) in
                [0.0, 0.01, 0.4, TAU / 8.0].into_iter().flat_map(|angle| [(angle, 0.0), (angle, step / reach)])
            {
                let shift = if turn == 0.0 { Vec2::new(1.0, 0.37).normalize() * step } else { Vec2::ZERO };
                let paint = |painter: &mut Painter, frame: usize| {
                    let along = unit(angle + turn * frame as f32);
                    shape(painter, 1.0 / tile, &|at| along.rotate(at) + shift * frame as f32);
                };
                for (worst, is_smooth) in worst.iter_mut().zip([true, false]) {
                    let Shimmer { jump, pulse } = shimmer(tile, is_smooth, &paint);
                    *worst = Shimmer { jump: worst.jump.max(jump), pulse: worst.pulse.max(pulse) };
                }
            }
            let [now, four] = worst;
            println!("{name}, {tile} pixels a tile: {now:.3?}, with four samples {four:.3?}");
            assert!(now.jump < 0.2 && now.jump < four.jump && now.pulse < four.pulse, "{name}, {tile} pixels a tile");
        }
    }
}
