//! The state of the open device, shared by its own thread, its keeper and the game.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bevy::prelude::*;

/// The latency of the open device.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct OutputDelay {
    /// Frames that the device takes at once; 0 while none is open.
    pub frames: u32,
    /// The device's frames a second.
    pub rate: u32,
    /// Milliseconds between mixing a sample and hearing it, as the device reports it.
    pub milliseconds: f32,
    /// How often the device ran dry since it was opened first.
    pub underruns: u32,
}

/// The device's delay; `None` before the first attempt to open one.
#[derive(Debug, Default)]
pub struct Status(Mutex<Option<OutputDelay>>);

impl Status {
    fn lock(&self) -> MutexGuard<'_, Option<OutputDelay>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn read(&self) -> Option<OutputDelay> {
        *self.lock()
    }

    /// Notes how late the device is. Its own thread calls this and never waits: the next buffer notes it again.
    pub fn note_delay(&self, delay: Duration) {
        if let Ok(mut known) = self.0.try_lock()
            && let Some(known) = known.as_mut()
        {
            known.milliseconds = delay.as_micros() as f32 / 1e3;
        }
    }

    /// Notes the device that is open now; 0 frames for none.
    pub(super) fn set(&self, frames: u32, rate: u32) {
        // Until the device says it more exactly: two buffers.
        let milliseconds = if rate == 0 { 0.0 } else { 2e3 * frames as f32 / rate as f32 };
        let mut known = self.lock();
        let underruns = known.map_or(0, |known| known.underruns);
        *known = Some(OutputDelay { frames, rate, milliseconds, underruns });
    }

    pub(super) fn note_underruns(&self, count: u32) {
        if let Some(known) = self.lock().as_mut() {
            known.underruns += count;
        }
    }
}
