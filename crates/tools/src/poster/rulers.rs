//! Rulers beside and below the level, in the coordinates of `at`: tiles from the map's lower left corner.

use bevy_color::Srgba;
use bevy_math::Vec2;

use super::lettering::{Lettering, Type};
use crate::drawing::{Drawing, polylines};

/// Tiles from one number to the next: the first of these that leaves [`APART_MIN`] pixels between them.
const STEPS: [u32; 5] = [5, 10, 20, 50, 100];
const APART_MIN: f32 = 44.0;
/// Pixels of a tile from which each has a mark.
const TILE_MIN: f32 = 8.0;
/// Pixels of a mark: of one without a number, of one with it, and from there to the number.
const MARK: f32 = 5.0;
const NUMBERED: f32 = 11.0;
const GAP: f32 = 6.0;
const NUMBER: Type = Type { size: 15.0, tracking: 0.0 };
/// Pixels of the height of a digit.
const DIGIT: f32 = 11.0;

/// Draws the rulers of a level whose upper left corner lies at `corner`, with so many tiles of so many pixels.
pub(super) fn draw(drawing: &mut Drawing, lettering: &Lettering, corner: Vec2, size: Vec2, tile: f32, color: Srgba) {
    let step = numbers_every(tile);
    let origin = corner + Vec2::Y * size.y * tile;
    let mut marks = vec![];
    let mut mark = |at: Vec2, out: Vec2, number: u32| {
        let length = if number.is_multiple_of(step) { NUMBERED } else { MARK };
        if number.is_multiple_of(step) || tile >= TILE_MIN {
            marks.push([at, at + out * length]);
        }
    };
    for x in 0..=size.x as u32 {
        mark(origin + Vec2::X * x as f32 * tile, Vec2::Y, x);
    }
    for y in 0..=size.y as u32 {
        mark(origin - Vec2::Y * y as f32 * tile, Vec2::NEG_X, y);
    }
    drawing.stroke(polylines(marks.iter().map(|mark| mark.as_slice())), 1.5, None, color);
    let mut write = |number: u32, at: &dyn Fn(f32) -> Vec2| {
        let text = number.to_string();
        let at = at(lettering.width(&text, NUMBER));
        drawing.fill(lettering.outline(&text, NUMBER, at), color);
    };
    let out = NUMBERED + GAP;
    for x in (0..=size.x as u32).step_by(step as usize) {
        write(x, &|width| origin + Vec2::new(x as f32 * tile - width / 2.0, out + DIGIT));
    }
    for y in (0..=size.y as u32).step_by(step as usize) {
        write(y, &|width| origin + Vec2::new(-out - width, DIGIT / 2.0 - y as f32 * tile));
    }
}

fn numbers_every(tile: f32) -> u32 {
    STEPS.into_iter().find(|&step| step as f32 * tile >= APART_MIN).unwrap_or(STEPS[STEPS.len() - 1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_apart_and_at_the_tiles_of_their_coordinates() {
        let lettering = Lettering::new();
        for (size, tile) in [(Vec2::new(42.0, 23.0), 37.0), (Vec2::new(42.0, 90.0), 18.0), (Vec2::splat(512.0), 2.2)] {
            let mut drawing = Drawing::clear(Vec2::splat(2000.0));
            draw(&mut drawing, &lettering, Vec2::splat(100.0), size, tile, Srgba::WHITE);
            let step = numbers_every(tile);
            let below: Vec<_> = drawing.shapes[1..].iter().map(|shape| shape.path.bounds()).collect();
            let columns = size.x as usize / step as usize + 1;
            for pair in below[..columns].windows(2) {
                assert!(pair[0].right() + 4.0 < pair[1].left(), "{size}: {pair:?}");
                let middle = |bounds: &tiny_skia::Rect| (bounds.left() + bounds.right()) / 2.0;
                assert!((middle(&pair[1]) - middle(&pair[0]) - step as f32 * tile).abs() < 3.0, "{size}: {pair:?}");
            }
            for pair in below[columns..].windows(2) {
                assert!(pair[1].bottom() + 4.0 < pair[0].top(), "{size}: {pair:?}");
            }
        }
    }
}
