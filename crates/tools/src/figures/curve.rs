//! The curve of a campaign as a picture: the tries that each level takes, beside those to aim at.

use std::fmt::Write;

use bevy_math::ops;

use hairline_level::campaign::Outline;

use super::summary::Summary;
use super::{Figures, rows};

/// The picture's size, and the room around the curve.
const WIDTH: f32 = 960.0;
const HEIGHT: f32 = 360.0;
const MARGIN: f32 = 40.0;
/// The most tries on the scale, and its lines.
const TRIES_MAX: f32 = 64.0;
const LINES: [f32; 7] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];

/// An SVG with a bar from the first to the third quartile of each level's tries, a dot at the median, and lines at each world's
/// median and aim. The scale is logarithmic.
pub fn curve(levels: &[Figures], outline: &Outline) -> String {
    let count = outline.levels.max(1) as f32;
    let x = |place: f32| MARGIN + (place + 0.5) / count * (WIDTH - 2.0 * MARGIN);
    let y = |tries: f32| {
        let height = ops::log2(tries.clamp(1.0, TRIES_MAX)) / ops::log2(TRIES_MAX);
        HEIGHT - MARGIN - height * (HEIGHT - 2.0 * MARGIN)
    };
    // Writing to a string never fails.
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#14161c\"/>\n"
    );
    let mut stroke = |from: [f32; 2], to: [f32; 2], color: &str, width: f32, more: &str| {
        _ = writeln!(
            svg,
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{color}\" stroke-width=\"{width}\"{more}/>",
            from[0], from[1], to[0], to[1],
        );
    };
    for tries in LINES {
        stroke([MARGIN, y(tries)], [WIDTH - MARGIN, y(tries)], "#2a2e3a", 1.0, "");
    }
    for (world, summary) in outline.worlds.iter().zip(Summary::new(&rows(levels), outline).worlds) {
        let [from, to] = [world.levels.start as f32 - 0.4, world.levels.end as f32 - 0.6].map(x);
        if let Some(aim) = summary.aim {
            stroke([from, y(aim)], [to, y(aim)], "#5b6478", 2.0, " stroke-dasharray=\"4 4\"");
        }
        if let Some(tries) = summary.tries {
            stroke([from, y(tries)], [to, y(tries)], "#7fd6ff", 2.0, "");
        }
    }
    for (place, level) in levels[..outline.levels].iter().enumerate() {
        let Some(row) = level.row else { continue };
        let at = x(place as f32);
        stroke([at, y(row.tries[0]) + 2.0], [at, y(row.tries[2]) - 2.0], "#8d3b4a", 6.0, "");
        let middle = y(row.tries[1]);
        stroke([at - 4.0, middle], [at + 4.0, middle], "#ffd9a0", 4.0, "");
    }
    for tries in LINES {
        _ = writeln!(svg, "<text x=\"12\" y=\"{:.1}\" fill=\"#aab2c5\">{tries}</text>", y(tries) + 4.0);
    }
    for world in &outline.worlds {
        let (at, name) = (x(world.levels.start as f32 - 0.4), format!("{:?}", world.world));
        _ = writeln!(svg, "<text x=\"{at:.1}\" y=\"{:.1}\" fill=\"#aab2c5\">{name}</text>", HEIGHT - 14.0);
    }
    svg + "</svg>\n"
}
