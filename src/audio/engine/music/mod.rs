//! Music as the mixer knows it: a piece is a few loops that play together, and [`Player`](player::Player) fades them in and
//! out. What the pieces sound like, and when, is none of its business.

pub mod pages;
pub mod player;

use serde::Deserialize;

use pages::Pages;

pub const LAYERS: usize = 6;

/// What a layer of a piece is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub enum Role {
    /// The harmony; it is always there.
    Ground,
    Pulse,
    /// The melody; it grows with what the player has reached.
    Motif,
    /// For as long as lit beams are near.
    Danger,
    /// For as long as time is slow. No filter dims it.
    Focus,
    /// Once the exit is open.
    Exit,
}

impl Role {
    pub const ALL: [Self; LAYERS] = [Self::Ground, Self::Pulse, Self::Motif, Self::Danger, Self::Focus, Self::Exit];

    pub fn index(self) -> usize {
        self as usize
    }

    /// Time constants in seconds with which it comes and goes. What answers the player comes at once; nothing leaves at
    /// once, since danger that is over would otherwise flicker.
    fn fade_seconds(self) -> (f32, f32) {
        match self {
            Self::Ground => (0.8, 0.8),
            Self::Pulse => (0.5, 0.7),
            Self::Motif => (1.0, 1.2),
            Self::Danger => (0.30, 1.6),
            Self::Focus => (0.12, 0.45),
            Self::Exit => (0.6, 1.2),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceId(pub usize);

/// A piece of music: loops that start together and stay together.
pub struct Piece {
    pub id: PieceId,
    /// Its layers, in the order of [`Role::ALL`].
    pub layers: [Layer; LAYERS],
}

/// A stereo loop. Its samples have 16 bits, scaled to its peak: a piece is half as large that way, and its noise is 90 dB
/// below it.
pub struct Layer {
    frames: Pages<[i16; 2]>,
    rate: f32,
    /// The amplitude of 1 in `frames`.
    unit: f32,
}

impl Layer {
    /// A loop of stereo frames at `rate` frames a second.
    pub fn new(frames: &[[f32; 2]], rate: f32) -> Self {
        let peak = frames.iter().flatten().fold(0.0_f32, |peak, sample| peak.max(sample.abs()));
        let unit = if peak > 0.0 { peak / f32::from(i16::MAX) } else { 1.0 };
        let mut scaled = Pages::zeroed(frames.len());
        for (scaled, frame) in scaled.iter_mut().zip(frames) {
            *scaled = frame.map(|sample| (sample / unit).round() as i16);
        }
        Self { frames: scaled, rate, unit }
    }

    pub fn rate(&self) -> f32 {
        self.rate
    }

    pub fn seconds(&self) -> f32 {
        self.frames.len() as f32 / self.rate
    }

    pub fn frames(&self) -> impl Iterator<Item = [f32; 2]> + Clone {
        self.frames.iter().map(|frame| frame.map(|sample| f32::from(sample) * self.unit))
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&*self.frames)
    }
}
