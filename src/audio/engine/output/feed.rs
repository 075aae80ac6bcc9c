//! The mixer as a device wants it: frames at its rate, for its channels, in its sample format. Runs in the device's thread,
//! so that it neither allocates nor waits.

use std::sync::{Mutex, TryLockError};

use crate::audio::engine::BLOCK_FRAMES;
use crate::audio::engine::mixer::Mixer;
use crate::audio::engine::synth::{RATE, catmull_rom};

/// The mixer, and the rest of its last block.
pub struct Feed {
    mixer: Mixer,
    block: [f32; 2 * BLOCK_FRAMES],
    taken: usize,
    /// Four frames around the read position, for a device with another rate.
    window: [[f32; 2]; 4],
    /// The read position between the second and the third of them.
    fraction: f32,
}

impl Feed {
    pub fn new(mixer: Mixer) -> Self {
        let block = [0.0; 2 * BLOCK_FRAMES];
        Self { mixer, block, taken: BLOCK_FRAMES, window: [[0.0; 2]; 4], fraction: 0.0 }
    }

    pub fn mixer(&mut self) -> &mut Mixer {
        &mut self.mixer
    }

    /// Fills a device's buffer, whose channels are interleaved. `rate` is in frames a second; `convert` makes a sample of
    /// the device's format. One channel gets the mean of both, and channels after the second are silent.
    pub fn fill<T: Copy>(&mut self, out: &mut [T], channels: usize, rate: u32, convert: impl Fn(f32) -> T) {
        let step = RATE / rate.max(1) as f32;
        for frame in out.chunks_exact_mut(channels.max(1)) {
            let [left, right] = if step == 1.0 { self.next_frame() } else { self.next_frame_at(step) };
            match frame {
                [mono] => *mono = convert(0.5 * (left + right)),
                [first, second, rest @ ..] => {
                    (*first, *second) = (convert(left), convert(right));
                    rest.fill(convert(0.0));
                }
                [] => {}
            }
        }
    }

    fn next_frame(&mut self) -> [f32; 2] {
        if self.taken == BLOCK_FRAMES {
            self.taken = 0;
            self.mixer.mix(&mut self.block);
        }
        self.taken += 1;
        [self.block[2 * self.taken - 2], self.block[2 * self.taken - 1]]
    }

    /// The next frame at another rate: `step` frames of the mixer for each of the device.
    fn next_frame_at(&mut self, step: f32) -> [f32; 2] {
        self.fraction += step;
        while self.fraction >= 1.0 {
            self.fraction -= 1.0;
            self.window.rotate_left(1);
            self.window[3] = self.next_frame();
        }
        [0, 1].map(|channel| catmull_rom(self.window.map(|frame| frame[channel]), self.fraction))
    }
}

/// Fills a device's buffer from a feed that only this thread takes from. Should it be taken nevertheless, the buffer is
/// silent: a late buffer would be worse.
pub fn fill_from<T: Copy>(feed: &Mutex<Feed>, out: &mut [T], channels: usize, rate: u32, convert: impl Fn(f32) -> T) {
    match feed.try_lock() {
        Ok(mut feed) => feed.fill(out, channels, rate, convert),
        Err(TryLockError::WouldBlock | TryLockError::Poisoned(_)) => out.fill(convert(0.0)),
    }
}
