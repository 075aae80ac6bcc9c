//! Focus, the ninja's bullet time: its meter.
//!
//! In the rules, focus only halves the speed of hazards relative to the ninja. The app also runs fewer ticks a second,
//! which slows the whole screen; jump arcs are the same either way.

use bevy::prelude::*;

use hairline_level::FocusSettings;
use hairline_level::stable_hash::StableHasher;

use crate::tuning::{FOCUS_TICKS_TO_START, TICKS_PER_SECOND};

/// Time slowed down.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct FocusStarted;

/// Time runs at its usual pace again.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct FocusEnded {
    /// Whether the meter ran out.
    pub exhausted: bool,
}

/// The focus meter. It counts ticks of the ninja's time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
pub struct Focus {
    /// Ticks left.
    pub meter: u32,
    /// The most that the meter holds; 0 where the level has no focus.
    pub meter_max: u32,
    /// Whether time is slow in this tick.
    pub active: bool,
    /// The meter ran out while the button was held: it must be released first.
    pub exhausted: bool,
}

impl Focus {
    /// A meter as a level sets it; seconds become whole ticks.
    pub fn new(settings: FocusSettings) -> Self {
        let ticks = |seconds: f32| (seconds * TICKS_PER_SECOND as f32).round() as u32;
        let meter_max = ticks(settings.max);
        Self { meter: ticks(settings.start).min(meter_max), meter_max, ..Self::default() }
    }

    /// One tick with the button held or not.
    pub fn advance(&mut self, held: bool) {
        if !held {
            self.active = false;
            self.exhausted = false;
        } else if !self.active {
            self.active = !self.exhausted && self.meter >= FOCUS_TICKS_TO_START;
        }
        if self.active {
            self.meter -= 1;
            if self.meter == 0 {
                self.active = false;
                self.exhausted = true;
            }
        }
    }

    /// Adds up to `ticks`.
    pub fn refill(&mut self, ticks: u32) {
        self.meter = self.meter.saturating_add(ticks).min(self.meter_max);
    }

    /// How full the meter is, `0..=1`.
    pub fn fraction(&self) -> f32 {
        if self.meter_max == 0 { 0.0 } else { self.meter as f32 / self.meter_max as f32 }
    }

    pub(super) fn hash_into(&self, hasher: &mut StableHasher) {
        let Self { meter, meter_max, active, exhausted } = *self;
        hasher.write_u32(meter);
        hasher.write_u32(meter_max);
        hasher.write_bool(active);
        hasher.write_bool(exhausted);
    }
}
