//! A line as a QR code.

use bevy_color::Srgba;
use bevy_math::Vec2;
use qrcode::{Color, EcLevel, QrCode, Version};

use crate::drawing::{Drawing, polygons};

/// The largest version, of 97 × 97 modules: larger ones are hard to scan from paper.
pub(super) const VERSION_MAX: i16 = 20;
/// Modules of light around the code, which the standard asks for.
const QUIET: usize = 4;

/// The code of a line, with as much correction of errors as fits: 15 % or 7 % of it; `None` if it needs a larger version.
pub(super) fn code_of(line: &str) -> Option<QrCode> {
    let is_small = |code: &QrCode| matches!(code.version(), Version::Normal(version) if version <= VERSION_MAX);
    let codes = [EcLevel::M, EcLevel::L].map(|level| QrCode::with_error_correction_level(line, level).ok());
    codes.into_iter().flatten().find(is_small)
}

/// Draws a code into the square of `side` pixels at `corner`, with modules of whole pixels. Returns the side that it takes.
pub(super) fn draw(drawing: &mut Drawing, code: &QrCode, corner: Vec2, side: f32) -> f32 {
    let modules = code.width() + 2 * QUIET;
    let module = (side / modules as f32).floor();
    let side = modules as f32 * module;
    drawing.rectangle(corner, corner + side, Srgba::WHITE);
    let origin = corner + QUIET as f32 * module;
    let colors = code.to_colors();
    let mut bars: Vec<[Vec2; 4]> = vec![];
    for (y, row) in colors.chunks(code.width()).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|a, b| a == b) {
            if run[0] == Color::Dark {
                let [left, right] = [x, x + run.len()].map(|x| origin.x + x as f32 * module);
                let [top, bottom] = [y, y + 1].map(|y| origin.y + y as f32 * module);
                bars.push([(left, top), (right, top), (right, bottom), (left, bottom)].map(Vec2::from));
            }
            x += run.len();
        }
    }
    drawing.fill(polygons(bars.iter().map(|bar| &bar[..])), Srgba::BLACK);
    side
}
