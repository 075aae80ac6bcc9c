//! Light in pixels: it adds to what is behind it in linear color, as on the screen.

use std::sync::LazyLock;

use bevy_color::{LinearRgba, Srgba};
use bevy_math::{FloatExt, Vec2};
use tiny_skia::{Pixmap, PremultipliedColorU8};

use hairline_painter::falloff::Falloff;

/// Distances at which the strength of a light is looked up.
const REACHES: usize = 256;
/// Steps of linear color, enough for each step of the code in the dark.
const LINEAR_STEPS: usize = 8192;

/// Linear color of each code, and the code of each step of linear color.
static TABLES: LazyLock<([f32; 256], Vec<u8>)> = LazyLock::new(|| {
    let linear = std::array::from_fn(|code| Srgba::gamma_function(code as f32 / 255.0));
    let code = |step: usize| Srgba::gamma_function_inverse(step as f32 / (LINEAR_STEPS - 1) as f32);
    (linear, (0..LINEAR_STEPS).map(|step| (code(step) * 255.0).round() as u8).collect())
});

/// Linear color as a code.
pub(crate) fn code_of(linear: f32) -> u8 {
    TABLES.1[(linear.clamp(0.0, 1.0) * (LINEAR_STEPS - 1) as f32).round() as usize]
}

/// Linear color of a code.
pub(crate) fn linear_of(code: u8) -> f32 {
    TABLES.0[usize::from(code)]
}

/// Adds light around a segment or a point, in pixels.
pub(super) fn add_light(pixmap: &mut Pixmap, ends: [Vec2; 2], radius: f32, falloff: Falloff, color: Srgba) {
    let LinearRgba { red, green, blue, alpha } = color.into();
    let light = [red, green, blue].map(|part| part * alpha);
    let strengths: Vec<f32> = (0..REACHES).map(|step| falloff.strength(step as f32 / REACHES as f32)).collect();
    let width = pixmap.width() as usize;
    let size = Vec2::new(pixmap.width() as f32, pixmap.height() as f32);
    let pixels = pixmap.pixels_mut();
    for_each_pixel(size, ends, radius, |x, y, reach| {
        let pixel = &mut pixels[y * width + x];
        let strength = strengths[(reach * REACHES as f32) as usize];
        let codes = [pixel.red(), pixel.green(), pixel.blue()];
        let [red, green, blue] = [0, 1, 2].map(|part| code_of(linear_of(codes[part]) + light[part] * strength));
        // Where the page is clear, light covers as much as it is strong.
        let alpha = pixel.alpha().max((255.0 * alpha * strength) as u8);
        let lit = PremultipliedColorU8::from_rgba(red.min(alpha), green.min(alpha), blue.min(alpha), alpha);
        *pixel = lit.unwrap_or(*pixel);
    });
}

/// Visits the pixels of a picture of a size whose centers are nearer than `radius` to a segment: their column, their row, and
/// their distance as a share of the radius.
pub(crate) fn for_each_pixel(size: Vec2, [from, to]: [Vec2; 2], radius: f32, mut visit: impl FnMut(usize, usize, f32)) {
    let along = to - from;
    let length_squared = along.length_squared().max(f32::MIN_POSITIVE);
    let range =
        |low: f32, high: f32, end: f32| low.floor().clamp(0.0, end) as usize..high.ceil().clamp(0.0, end) as usize;
    for y in range(from.y.min(to.y) - radius, from.y.max(to.y) + radius, size.y) {
        let row = y as f32 + 0.5;
        // The part of the segment that is near enough to the row.
        let [first, last] = [-radius, radius].map(|offset| match along.y {
            0.0 => 0.5 + 0.5 * offset.signum(),
            _ => (row + offset * along.y.signum() - from.y) / along.y,
        });
        let [first, last] = [first, last].map(|share| from.x.lerp(to.x, share.clamp(0.0, 1.0)));
        for x in range(first.min(last) - radius, first.max(last) + radius, size.x) {
            let offset = Vec2::new(x as f32 + 0.5, row) - from;
            let nearest = along * (offset.dot(along) / length_squared).clamp(0.0, 1.0);
            let reach = offset.distance(nearest) / radius;
            if reach < 1.0 {
                visit(x, y, reach);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_the_pixels_that_are_near_enough_are_visited() {
        let size = Vec2::new(40.0, 30.0);
        let check = |ends: [Vec2; 2], radius: f32| {
            let mut found = vec![];
            for_each_pixel(size, ends, radius, |x, y, _| found.push((x, y)));
            let is_near = |&(x, y): &(usize, usize)| {
                let at = Vec2::new(x as f32, y as f32) + 0.5;
                let steps = (0..=4000).map(|step| ends[0].lerp(ends[1], step as f32 / 4000.0));
                steps.map(|place| place.distance(at)).fold(f32::MAX, f32::min) < radius
            };
            let expected: Vec<_> = (0..30).flat_map(|y| (0..40).map(move |x| (x, y))).filter(is_near).collect();
            assert_eq!(found, expected, "{ends:?} {radius}");
        };
        let [a, b] = [Vec2::new(5.2, 7.1), Vec2::new(31.4, 22.3)];
        check([a, b], 3.3);
        check([b, a], 3.3);
        check([a, a], 4.1);
        check([a, Vec2::new(33.0, a.y)], 2.45);
        check([Vec2::new(a.x, 25.0), a], 2.6);
        check([Vec2::new(-8.0, -3.0), Vec2::new(60.0, 12.0)], 2.2);
    }

    #[test]
    fn two_lights_add_up_in_linear_color() {
        let mut pixmap = Pixmap::new(1, 1).expect("it has a pixel");
        pixmap.fill(tiny_skia::Color::BLACK);
        let center = [Vec2::splat(0.5); 2];
        let red = |pixmap: &Pixmap| linear_of(pixmap.pixels()[0].red());
        for times in 1..=3 {
            add_light(&mut pixmap, center, 1.0, Falloff::HALO, Srgba::new(1.0, 0.0, 0.0, 0.2));
            assert!((red(&pixmap) - 0.2 * times as f32).abs() < 0.01, "{}", red(&pixmap));
        }
    }
}
