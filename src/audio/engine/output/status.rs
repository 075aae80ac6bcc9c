//! What is known of the open device, shared by its own thread, its keeper and the game.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use super::OutputDelay;

/// What is known of the device, readable from every thread without waiting.
#[derive(Debug, Default)]
pub struct Status {
    /// 1 once the first attempt to open a device is over.
    is_known: AtomicU32,
    /// 0 while none is open.
    frames: AtomicU32,
    rate: AtomicU32,
    delay_microseconds: AtomicU32,
    underruns: AtomicU32,
}

impl Status {
    /// Notes how late the device is. The device's thread calls it.
    pub fn note_delay(&self, delay: Duration) {
        self.delay_microseconds.store(u32::try_from(delay.as_micros()).unwrap_or(u32::MAX), Ordering::Relaxed);
    }

    /// The device's delay, with 0 frames while none is open; `None` before the first attempt to open one.
    pub fn read(&self) -> Option<OutputDelay> {
        let load = |number: &AtomicU32| number.load(Ordering::Relaxed);
        (load(&self.is_known) != 0).then(|| OutputDelay {
            frames: load(&self.frames),
            rate: load(&self.rate),
            milliseconds: load(&self.delay_microseconds) as f32 / 1e3,
            underruns: load(&self.underruns),
        })
    }

    /// Notes the device that is open now; 0 frames for none.
    pub(super) fn set(&self, frames: u32, rate: u32) {
        // Until the device says it more exactly: two buffers.
        let seconds = if rate == 0 { 0.0 } else { 2.0 * frames as f32 / rate as f32 };
        self.note_delay(Duration::from_secs_f32(seconds));
        self.frames.store(frames, Ordering::Relaxed);
        self.rate.store(rate, Ordering::Relaxed);
        self.is_known.store(1, Ordering::Relaxed);
    }

    /// Notes how often the device ran dry since it was last noted.
    pub(super) fn note_underruns(&self, count: u32) {
        self.underruns.fetch_add(count, Ordering::Relaxed);
    }
}
