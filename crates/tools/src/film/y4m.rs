//! Raw video for encoders: YUV4MPEG2 with 4:2:0 chroma in the middle of each four pixels, BT.601 colors of limited range.

use std::io::{self, Write};

use bevy_math::UVec2;

use super::stage::Frame;

/// Writes what every video begins with. Both sides must be even.
///
/// # Errors
/// As `out` reports them.
pub fn write_head(out: &mut dyn Write, size: UVec2, frames_per_second: u32) -> io::Result<()> {
    writeln!(out, "YUV4MPEG2 W{} H{} F{frames_per_second}:1 Ip A1:1 C420jpeg", size.x, size.y)
}

/// Writes a frame.
///
/// # Errors
/// As `out` reports them.
pub fn write_frame(out: &mut dyn Write, size: UVec2, frame: &Frame) -> io::Result<()> {
    let width = size.x as usize;
    let mut bytes = b"FRAME\n".to_vec();
    bytes.extend(frame.0.chunks_exact(4).map(|pixel| component(pixel, [66, 129, 25], 16)));
    for weights in [[-38, -74, 112], [112, -94, -18]] {
        for rows in frame.0.chunks_exact(8 * width) {
            let (upper, lower) = rows.split_at(4 * width);
            for (a, b) in upper.chunks_exact(8).zip(lower.chunks_exact(8)) {
                let mean = [0, 1, 2].map(|part| {
                    let four = [a[part], a[part + 4], b[part], b[part + 4]].map(u16::from);
                    ((four.iter().sum::<u16>() + 2) / 4) as u8
                });
                bytes.push(component(&mean, weights, 128));
            }
        }
    }
    out.write_all(&bytes)
}

/// A weighted sum of red, green and blue in 256ths, above an offset.
fn component(pixel: &[u8], weights: [i32; 3], offset: i32) -> u8 {
    let sum: i32 = weights.iter().zip(pixel).map(|(weight, part)| weight * i32::from(*part)).sum();
    (((sum + 128) >> 8) + offset) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gray_has_no_chroma_and_colors_are_those_of_the_standard() {
        let check = |[r, g, b]: [u8; 3], expected: [u8; 3]| {
            let mut bytes = vec![];
            write_frame(&mut bytes, UVec2::splat(2), &Frame([r, g, b, 255].repeat(4))).expect("memory can be written");
            let [y, u, v] = expected;
            assert_eq!(bytes, [&b"FRAME\n"[..], &[y, y, y, y, u, v]].concat(), "{r} {g} {b}");
        };
        check([0, 0, 0], [16, 128, 128]);
        check([255, 255, 255], [235, 128, 128]);
        check([255, 0, 0], [82, 90, 240]);
        check([0, 0, 255], [41, 240, 110]);
    }
}
