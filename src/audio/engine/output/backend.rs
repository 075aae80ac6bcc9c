//! The interface of a sound library to the keeper.

use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex};

use super::feed::Feed;
use super::status::Status;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceEvent {
    /// It ran dry: the buffer was too short for this moment.
    Underrun,
    /// It is gone, or will play nothing more until it is opened again.
    Lost,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Buffer {
    Frames(u32),
    /// The library's default. The last resort: on some systems that is ten seconds.
    Library,
}

#[derive(Debug)]
pub struct Opened<S> {
    /// Plays for as long as it lives.
    pub stream: S,
    /// Frames that the device takes at once.
    pub frames: u32,
    pub rate: u32,
}

/// What an open device shares with its keeper.
#[derive(Clone, Debug)]
pub struct Wiring {
    /// Where the samples come from. Only the device's thread takes them, and it never waits for the lock.
    pub feed: Arc<Mutex<Feed>>,
    /// Where the device notes how late it is.
    pub status: Arc<Status>,
    pub events: SyncSender<DeviceEvent>,
}

pub trait Backend {
    /// An open device; dropping it closes the device.
    type Stream;

    /// A name for the device that [`open`](Self::open) would open now; `None` without one. It changes when the player
    /// makes another device the default.
    fn default_device(&mut self) -> Option<String>;

    /// Opens the default device and starts it.
    fn open(&mut self, buffer: Buffer, wiring: Wiring) -> Result<Opened<Self::Stream>, String>;
}
