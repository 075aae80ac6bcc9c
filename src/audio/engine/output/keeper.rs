//! Keeps the sound device open: with the shortest buffer that it takes and keeps up with, again after it was lost or
//! another became the default, and silent while there is none. Knows no sound library, and no clock but the one it is given.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bevy::log::warn;

use super::feed::Feed;
use super::status::Status;
use crate::audio::engine::sound::Bank;
use hairline_profile::settings::SoundDelay;

/// The buffers to ask for, from short to safe, in frames. 512 are 10.7 ms at 48 kHz; a device holds two of them.
pub const BUFFER_FRAMES: [u32; 4] = [512, 1024, 2048, 4096];
/// Underruns within [`UNDERRUN_WINDOW`] that a buffer may have. One alone may be another program's fault.
pub const UNDERRUNS_MAX: usize = 2;
/// The time within which underruns count together.
pub const UNDERRUN_WINDOW: Duration = Duration::from_secs(10);
/// Time between two looks for a device while there is none.
pub const RETRY_INTERVAL: Duration = Duration::from_secs(3);
/// Time from a loss to the first attempt to open again: the system needs a moment to name another default.
pub const REOPEN_DELAY: Duration = Duration::from_millis(300);
/// Time between two looks at which device is the default.
pub const DEFAULT_CHECK_INTERVAL: Duration = Duration::from_secs(2);
/// Events that may wait; a device that reports more is lost anyway.
const EVENTS_MAX: usize = 64;

/// A sound library.
pub trait Backend {
    /// An open device; dropping it closes the device.
    type Stream;

    /// A name for the device that [`open`](Self::open) would open now; `None` without one. It changes when the player
    /// makes another device the default.
    fn default_device(&mut self) -> Option<String>;

    /// Opens the default device and starts it.
    fn open(&mut self, buffer: Buffer, wiring: Wiring) -> Result<Opened<Self::Stream>, String>;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Buffer {
    Frames(u32),
    /// The library's default. The last resort: on some systems that is ten seconds.
    Library,
}

pub struct Opened<S> {
    /// Plays for as long as it lives.
    pub stream: S,
    /// Frames that the device takes at once.
    pub frames: u32,
    pub rate: u32,
}

/// What an open device shares with its keeper.
pub struct Wiring {
    /// Where the samples come from. Only the device's thread takes them, and it never waits for the lock.
    pub feed: Arc<Mutex<Feed>>,
    /// Where the device notes how late it is.
    pub status: Arc<Status>,
    pub events: SyncSender<DeviceEvent>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceEvent {
    /// It ran dry: the buffer was too short for this moment.
    Underrun,
    /// It is gone, or will play nothing more until it is opened again.
    Lost,
}

struct Device<S> {
    opened: Opened<S>,
    name: String,
    events: Receiver<DeviceEvent>,
}

pub struct Keeper<B: Backend> {
    backend: B,
    feed: Arc<Mutex<Feed>>,
    status: Arc<Status>,
    device: Option<Device<B::Stream>>,
    delay: SoundDelay,
    /// How much longer a buffer this device needs than the setting asks for, in steps of [`BUFFER_FRAMES`].
    widened: usize,
    /// When the buffer was too short lately.
    underruns: Vec<Duration>,
    /// When to open next, while none is open.
    open_at: Duration,
    check_default_at: Duration,
    logged_silence: bool,
    /// Whether the mixer's sounds are made, or being made.
    is_synthesized: bool,
}

impl<B: Backend> Keeper<B> {
    /// Opens nothing before the first [`update`](Self::update).
    pub fn new(backend: B, feed: Arc<Mutex<Feed>>, status: Arc<Status>, delay: SoundDelay) -> Self {
        Self {
            backend,
            feed,
            status,
            device: None,
            delay,
            widened: 0,
            underruns: Vec::new(),
            open_at: Duration::ZERO,
            check_default_at: Duration::ZERO,
            logged_silence: false,
            is_synthesized: false,
        }
    }

    /// The setting changed: opens the device with the other buffer at the next update.
    pub fn set_delay(&mut self, delay: SoundDelay) {
        if delay != self.delay {
            self.delay = delay;
            self.widened = 0;
            self.close(Duration::ZERO);
        }
    }

    pub fn update(&mut self, now: Duration) {
        self.read_events(now);
        self.follow_default(now);
        if self.device.is_none() && now >= self.open_at {
            self.open(now);
        }
    }

    fn read_events(&mut self, now: Duration) {
        let Some(device) = &self.device else { return };
        let (mut is_lost, mut underruns) = (false, 0);
        for event in device.events.try_iter() {
            match event {
                DeviceEvent::Underrun => underruns += 1,
                DeviceEvent::Lost => is_lost = true,
            }
        }
        self.status.note_underruns(underruns);
        self.underruns.retain(|at| now.saturating_sub(*at) < UNDERRUN_WINDOW);
        self.underruns.extend((0..underruns).map(|_| now));
        if is_lost {
            self.widened = 0;
            self.close(now + REOPEN_DELAY);
        } else if self.underruns.len() > UNDERRUNS_MAX && self.first_buffer() + 1 < BUFFER_FRAMES.len() {
            self.widened += 1;
            self.close(now);
        }
    }

    /// A system that moves a stream to the new default by itself gives both the same name.
    fn follow_default(&mut self, now: Duration) {
        let Some(device) = self.device.as_ref().filter(|_| now >= self.check_default_at) else { return };
        self.check_default_at = now + DEFAULT_CHECK_INTERVAL;
        if self.backend.default_device().is_some_and(|name| name != device.name) {
            self.widened = 0;
            self.close(now);
        }
    }

    fn close(&mut self, open_at: Duration) {
        self.device = None;
        self.underruns.clear();
        self.open_at = open_at;
    }

    /// The index of the shortest buffer to ask for.
    fn first_buffer(&self) -> usize {
        let asked = match self.delay {
            SoundDelay::Short => 0,
            SoundDelay::Safe => 2,
        };
        (asked + self.widened).min(BUFFER_FRAMES.len() - 1)
    }

    fn open(&mut self, now: Duration) {
        let Some(device) = self.try_buffers() else {
            self.open_at = now + RETRY_INTERVAL;
            self.status.set(0, 0);
            if !self.logged_silence {
                self.logged_silence = true;
                warn!("no sound device can be opened, so the game is silent; it looks for one now and then");
            }
            return;
        };
        self.status.set(device.opened.frames.max(1), device.opened.rate);
        self.device = Some(device);
        self.check_default_at = now + DEFAULT_CHECK_INTERVAL;
        self.logged_silence = false;
    }

    /// The first buffer that the device takes.
    fn try_buffers(&mut self) -> Option<Device<B::Stream>> {
        let name = self.backend.default_device()?;
        self.prepare_mixer();
        let buffers = BUFFER_FRAMES[self.first_buffer()..].iter().map(|frames| Buffer::Frames(*frames));
        buffers.chain([Buffer::Library]).find_map(|buffer| {
            let (sender, events) = sync_channel(EVENTS_MAX);
            let wiring = Wiring { feed: self.feed.clone(), status: self.status.clone(), events: sender };
            let opened = self.backend.open(buffer, wiring).ok()?;
            Some(Device { opened, name: name.clone(), events })
        })
    }

    /// Drops old commands, and starts the synthesis of the sounds before the first device opens.
    fn prepare_mixer(&mut self) {
        // No device is open, so nobody else holds the lock. A poisoned one means that mixing panicked: the feed is silent.
        let Ok(mut feed) = self.feed.lock() else { return };
        feed.mixer().discard_commands();
        if !self.is_synthesized {
            self.is_synthesized = true;
            let (registry, bank) = feed.mixer().bank_to_fill();
            let thread = std::thread::Builder::new().name("synthesis".to_owned());
            let fill = move || _ = bank.get_or_init(|| Bank::synthesize(&registry));
            if let Err(error) = thread.spawn(fill) {
                warn!("there will be no sound: {error}");
            }
        }
    }
}
