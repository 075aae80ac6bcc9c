//! Plays a piece and crossfades to the next. Frees nothing: the sender of a piece keeps it.

use std::sync::Arc;
use std::sync::mpsc::Receiver;

use super::{LAYERS, Layer, Piece, Role};
use crate::audio::engine::BLOCK_FRAMES;
use crate::audio::engine::commands::{MixSettings, MusicLevel};
use crate::audio::engine::low_pass::LowPass;
use crate::audio::engine::smoother::{Ramp, Smoother};
use crate::audio::engine::synth::{RATE, catmull_rom};
use crate::audio::engine::voice::StereoBlock;

/// Below this gain a layer is silent, and a piece that fades out has ended.
const SILENT: f32 = 2e-4;
/// Seconds in which one piece takes the place of another.
const PIECE_FADE: (f32, f32) = (0.7, 0.5);

struct Deck {
    piece: Option<Arc<Piece>>,
    /// Seconds played, at the piece's own speed.
    position: f64,
    gain: Smoother,
    gains: [Smoother; LAYERS],
}

impl Deck {
    fn new() -> Self {
        let gains = Role::ALL.map(|role| Smoother::rising_and_falling(0.0, role.fade_seconds()));
        Self { piece: None, position: 0.0, gain: Smoother::rising_and_falling(0.0, PIECE_FADE), gains }
    }

    fn start(&mut self, piece: Arc<Piece>) {
        *self = Self { piece: Some(piece), ..Self::new() };
    }

    fn is_playing(&self, level: &MusicLevel) -> bool {
        self.piece.as_ref().is_some_and(|piece| piece.id == level.piece)
    }

    fn is_over(&self) -> bool {
        self.gain.target == 0.0 && self.gain.value < SILENT
    }

    /// Adds the next block. `filtered` passes the low-pass filter, `clear` does not.
    fn add(&mut self, volume: Ramp, rate: Ramp, filtered: &mut StereoBlock, clear: &mut StereoBlock) {
        let Some(piece) = &self.piece else { return };
        let piece_gain = self.gain.step();
        for ((role, layer), smoother) in Role::ALL.into_iter().zip(&piece.layers).zip(&mut self.gains) {
            let gain = smoother.step();
            if gain.at(0) < SILENT && smoother.target < SILENT {
                continue;
            }
            let bus = if role == Role::Focus { &mut *clear } else { &mut *filtered };
            let gain = |frame: usize| gain.at(frame) * piece_gain.at(frame) * volume.at(frame);
            layer.add(self.position, rate, gain, bus);
        }
        self.position += f64::from(rate.mean()) * BLOCK_FRAMES as f64 / f64::from(RATE);
    }
}

impl Layer {
    /// Adds a block from `seconds` on, repeating.
    fn add(&self, seconds: f64, rate: Ramp, gain: impl Fn(usize) -> f32, bus: &mut StereoBlock) {
        let count = self.frames.len();
        if count < 4 {
            return;
        }
        let position = (seconds * f64::from(self.rate)) % count as f64;
        let (mut index, mut fraction) = (position as usize % count, position.fract() as f32);
        // Constant over a block, so that all layers advance by exactly as much as the deck does.
        let step = rate.mean() * self.rate / RATE;
        for (frame, out) in bus.iter_mut().enumerate() {
            let at = |offset: usize| {
                let index = index + count + offset - 1;
                self.frames[index % count]
            };
            let taps = [at(0), at(1), at(2), at(3)];
            let gain = gain(frame) * self.unit;
            for (channel, out) in out.iter_mut().enumerate() {
                *out += gain * catmull_rom(taps.map(|tap| f32::from(tap[channel])), fraction);
            }
            fraction += step;
            let whole = fraction as usize;
            fraction -= whole as f32;
            index = (index + whole) % count;
        }
    }
}

/// Plays the wanted piece and, during a crossfade, the one before it.
pub struct Player {
    pieces: Receiver<Arc<Piece>>,
    /// The piece that came last, until it is asked for.
    waiting: Option<Arc<Piece>>,
    decks: [Deck; 2],
    level: Option<MusicLevel>,
    rate: Smoother,
    filter: LowPass,
}

impl Player {
    /// Silent until a piece has come and is asked for.
    pub fn new(pieces: Receiver<Arc<Piece>>) -> Self {
        Self {
            pieces,
            waiting: None,
            decks: [Deck::new(), Deck::new()],
            level: None,
            rate: Smoother::new(1.0, 0.12),
            filter: LowPass::new(MixSettings::OPEN_CUTOFF, 0.18),
        }
    }

    pub fn set_level(&mut self, level: MusicLevel) {
        self.level = Some(level);
    }

    pub fn take_pieces(&mut self) {
        while let Ok(piece) = self.pieces.try_recv() {
            self.waiting = Some(piece);
        }
    }

    pub fn add(&mut self, volume: Ramp, bus: &mut StereoBlock) {
        let Some(level) = self.level else { return };
        self.change_decks(&level);
        self.rate.target = level.rate;
        self.filter.set_cutoff(level.cutoff);
        let rate = self.rate.step();
        let (mut filtered, mut clear) = ([[0.0; 2]; BLOCK_FRAMES], [[0.0; 2]; BLOCK_FRAMES]);
        for deck in &mut self.decks {
            deck.add(volume, rate, &mut filtered, &mut clear);
        }
        self.filter.run(&mut filtered);
        for ((out, filtered), clear) in bus.iter_mut().zip(&filtered).zip(&clear) {
            for channel in 0..2 {
                out[channel] += filtered[channel] + clear[channel];
            }
        }
    }

    fn change_decks(&mut self, level: &MusicLevel) {
        for deck in &mut self.decks {
            let is_wanted = deck.is_playing(level);
            deck.gain.target = f32::from(u8::from(is_wanted));
            if is_wanted {
                deck.gains.iter_mut().zip(level.gains).for_each(|(smoother, gain)| smoother.target = gain);
            } else if deck.is_over() {
                deck.piece = None;
            }
        }
        if self.decks.iter().any(|deck| deck.is_playing(level)) {
            return;
        }
        let free = self.decks.iter_mut().find(|deck| deck.piece.is_none());
        if let (Some(deck), Some(piece)) = (free, self.waiting.take_if(|piece| piece.id == level.piece)) {
            deck.start(piece);
            deck.gain.target = 1.0;
            deck.gains.iter_mut().zip(level.gains).for_each(|(smoother, gain)| smoother.target = gain);
        }
    }
}
