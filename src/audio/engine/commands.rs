//! What the game asks of the mixer, over a channel that never makes it wait.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use bevy::prelude::*;

use crate::audio::bank::{Loop, Sound};

/// Orders that may wait. With no sound device nobody takes them, and what is over is dropped.
const ORDERS_MAX: usize = 256;

/// One thing to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Order {
    /// Begin a sound.
    Strike(Strike),
    /// From now on everything that lasts is to sound like this.
    Sound(Soundscape),
}

/// A sound to begin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strike {
    /// Which.
    pub sound: Sound,
    /// How loud; 1 as it was made.
    pub gain: f32,
    /// Where, −1 left to 1 right.
    pub pan: f32,
    /// How fast and how high; 1 as it was made.
    pub rate: f32,
}

impl Strike {
    /// A sound in the middle, as it was made.
    pub fn plain(sound: Sound) -> Self {
        Self { sound, gain: 1.0, pan: 0.0, rate: 1.0 }
    }
}

/// How a loop sounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoopLevel {
    /// How loud; 0 is silent.
    pub gain: f32,
    /// Where, −1 left to 1 right.
    pub pan: f32,
    /// How fast and how high; 1 as it was made.
    pub rate: f32,
}

impl LoopLevel {
    /// Not heard.
    pub const SILENT: Self = Self { gain: 0.0, pan: 0.0, rate: 1.0 };
}

/// All that lasts. It is told whole every frame, so one that is lost does no harm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Soundscape {
    /// How loud everything is. At 0 all stands where it is, and what is struck meanwhile is not heard later.
    pub master: f32,
    /// Each of [`Loop::ALL`].
    pub loops: [LoopLevel; Loop::ALL.len()],
    /// How loud struck sounds are.
    pub effects: f32,
    /// Hertz above which the world is not heard.
    pub cutoff: f32,
}

impl Soundscape {
    /// The cutoff at which the world is heard as it is.
    pub const OPEN: f32 = 18_000.0;

    /// One of the loops.
    pub fn level(&self, sound: Loop) -> LoopLevel {
        self.loops[sound as usize]
    }

    /// Sets one of the loops.
    pub fn set(&mut self, sound: Loop, level: LoopLevel) {
        self.loops[sound as usize] = level;
    }
}

impl Default for Soundscape {
    fn default() -> Self {
        Self { master: 1.0, loops: [LoopLevel::SILENT; Loop::ALL.len()], effects: 1.0, cutoff: Self::OPEN }
    }
}

/// The game's end of the channel.
#[derive(Resource, Clone, Debug)]
pub struct Orders(SyncSender<Order>);

impl Orders {
    /// Both ends.
    pub fn channel() -> (Self, Receiver<Order>) {
        let (sender, receiver) = sync_channel(ORDERS_MAX);
        (Self(sender), receiver)
    }

    /// Begins a sound.
    pub fn strike(&self, strike: Strike) {
        // Where nobody listens, nothing is lost.
        _ = self.0.try_send(Order::Strike(strike));
    }

    /// Tells all that lasts.
    pub fn sound(&self, scape: Soundscape) {
        _ = self.0.try_send(Order::Sound(scape));
    }
}
