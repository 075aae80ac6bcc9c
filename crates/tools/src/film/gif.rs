//! An animated GIF: one palette for all frames, and of each frame only what changed. Nothing is dithered, which would change
//! everywhere in every frame.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, Write};

use bevy_math::UVec2;
use gif::{DisposalMethod, Encoder, EncodingError, Repeat};

use super::colors::{Color, nearest};
use super::stage::Frame;

/// The most colors of a palette: the last of the 256 places stands for a pixel that stays as it is.
pub const COLORS_MAX: usize = 255;

/// Writes a GIF that repeats forever.
pub struct GifWriter<W: Write> {
    encoder: Encoder<W>,
    size: UVec2,
    colors: Vec<Color>,
    /// The places of colors that were looked up.
    places: HashMap<Color, u8>,
    /// The last frame and the places of its colors.
    last: Vec<u8>,
    shown: Vec<u8>,
    /// The last frame as it is to be written, once it is known how long it is seen.
    waiting: Option<gif::Frame<'static>>,
}

impl<W: Write> GifWriter<W> {
    /// Begins a GIF in at most [`COLORS_MAX`] colors.
    ///
    /// # Errors
    /// As `out` reports them, or if a side is 0 or over 65,535.
    pub fn new(out: W, size: UVec2, colors: Vec<Color>) -> io::Result<Self> {
        let [width, height] = [size.x, size.y].map(u16::try_from);
        let (Ok(width), Ok(height)) = (width, height) else {
            return Err(io::Error::other("a side of a GIF has at most 65,535 pixels"));
        };
        let mut palette = colors.concat();
        palette.resize(3 * (COLORS_MAX + 1), 0);
        let mut encoder = Encoder::new(out, width, height, &palette).map_err(as_io)?;
        encoder.set_repeat(Repeat::Infinite).map_err(as_io)?;
        let pixels = size.element_product() as usize;
        let (last, shown) = (vec![0; 4 * pixels], vec![COLORS_MAX as u8; pixels]);
        Ok(Self { encoder, size, colors, places: HashMap::new(), last, shown, waiting: None })
    }

    /// Adds a frame that is seen for some hundredths of a second. One that is as the last one makes that longer.
    ///
    /// # Errors
    /// As `out` reports them.
    pub fn add(&mut self, frame: Frame, hundredths: u16) -> io::Result<()> {
        let width = self.size.x as usize;
        let mut changed = vec![COLORS_MAX as u8; self.shown.len()];
        let (mut min, mut max) = (UVec2::MAX, UVec2::ZERO);
        for (pixel, (now, before)) in frame.0.chunks_exact(4).zip(self.last.chunks_exact(4)).enumerate() {
            if now == before {
                continue;
            }
            let color = [now[0], now[1], now[2]];
            let place = *self.places.entry(color).or_insert_with(|| nearest(&self.colors, color) as u8);
            if place != self.shown[pixel] {
                (changed[pixel], self.shown[pixel]) = (place, place);
                let at = UVec2::new((pixel % width) as u32, (pixel / width) as u32);
                (min, max) = (min.min(at), max.max(at));
            }
        }
        self.last = frame.0;
        if let (Some(waiting), true) = (&mut self.waiting, min.x > max.x) {
            waiting.delay = waiting.delay.saturating_add(hundredths);
            return Ok(());
        }
        self.write_waiting()?;
        // A frame has at least one pixel.
        let (min, max) = if min.x > max.x { (UVec2::ZERO, UVec2::ZERO) } else { (min, max) };
        let rows = min.y as usize..=max.y as usize;
        let part = rows.flat_map(|y| &changed[y * width + min.x as usize..=y * width + max.x as usize]).copied();
        self.waiting = Some(gif::Frame {
            delay: hundredths,
            dispose: DisposalMethod::Keep,
            transparent: Some(COLORS_MAX as u8),
            left: min.x as u16,
            top: min.y as u16,
            width: (max.x - min.x + 1) as u16,
            height: (max.y - min.y + 1) as u16,
            buffer: Cow::Owned(part.collect()),
            ..gif::Frame::default()
        });
        Ok(())
    }

    /// Writes what is left, and returns what was written to.
    ///
    /// # Errors
    /// As `out` reports them.
    pub fn finish(mut self) -> io::Result<W> {
        self.write_waiting()?;
        self.encoder.into_inner().map_err(as_io)
    }

    fn write_waiting(&mut self) -> io::Result<()> {
        self.waiting.take().map_or(Ok(()), |frame| self.encoder.write_frame(&frame).map_err(as_io))
    }
}

fn as_io(error: EncodingError) -> io::Error {
    match error {
        EncodingError::Io(error) => error,
        other => io::Error::other(other),
    }
}
