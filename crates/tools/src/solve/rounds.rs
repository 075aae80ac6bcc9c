//! Which rounds a search makes: quick and narrow ones first, then wider and finer ones.

use hairline_level::{CheckpointSettings, Level};
use hairline_sim::run::input::TickInput;
use hairline_sim::state::snapshot::StateArena;
use hairline_sim::tuning::TICKS_PER_SECOND;

use super::Settings;
use super::beam::Round;
use super::worker::Workers;

/// Ticks of play after which a round ends in any case (3 minutes).
const TICKS_MAX: u32 = 180 * TICKS_PER_SECOND;
/// Ticks of play without coming nearer after which a round ends (8 s), longer with each round: what it waits for may take.
const PATIENCE_TICKS: u32 = 8 * TICKS_PER_SECOND;
/// Children of one state that are held at once, at most, in the steps before and after a merge.
const SLOTS_PER_STATE: u64 = 24;

/// Hold, width, fineness, whether to focus, and whether to explore.
type Shape = (u32, usize, f32, bool, bool);

/// Until a run is found.
const OPENING: [Shape; 7] = [
    (8, 300, 2.0, false, true),
    (6, 700, 2.0, true, true),
    (6, 3000, 2.0, true, false),
    (4, 3000, 2.0, true, true),
    (6, 10_000, 4.0, true, false),
    (5, 10_000, 2.0, true, true),
    (3, 8000, 4.0, true, false),
];

/// For rounds that must beat a run. Focus is no faster by itself, but passes beams that one would have to wait for.
const BEATING: [Shape; 10] = [
    (8, 700, 2.0, true, true),
    (6, 700, 2.0, true, true),
    (4, 700, 2.0, false, true),
    (8, 2500, 2.0, true, false),
    (3, 1000, 2.0, false, true),
    (6, 3000, 2.0, true, false),
    (2, 1000, 2.0, false, true),
    (4, 4000, 4.0, true, true),
    (2, 4000, 4.0, false, false),
    (1, 3000, 8.0, false, false),
];

pub(super) struct Rounds {
    settings: Settings,
    can_focus: bool,
    width_max: usize,
    opened: usize,
    beaten: usize,
    /// Rounds since a run was last beaten.
    idle: usize,
}

impl Rounds {
    pub fn new(level: &Level, settings: &Settings, workers: &Workers) -> Self {
        let mut slot = StateArena::new(&workers.start).slot_bytes() as u64 + 64;
        // Each state may hold a run of its own that a checkpoint saved.
        if !level.actors::<CheckpointSettings>().is_empty() {
            slot *= 2;
        }
        let width_max = (settings.memory / (slot * SLOTS_PER_STATE)).clamp(16, 1 << 24) as usize;
        let can_focus = settings.focus && level.focus.max > 0.0;
        Self { settings: *settings, can_focus, width_max, opened: 0, beaten: 0, idle: 0 }
    }

    /// A round found a run, or a shorter one.
    pub fn found(&mut self) {
        self.idle = 0;
    }

    /// The next round; none if the rounds that must beat `best` were all made since it was found.
    pub fn next(&mut self, best: Option<&[TickInput]>) -> Option<Round> {
        let (number, shapes) = match best {
            None => (&mut self.opened, OPENING.as_slice()),
            Some(_) if self.idle == BEATING.len() => return None,
            Some(_) => {
                self.idle += 1;
                (&mut self.beaten, BEATING.as_slice())
            }
        };
        *number += 1;
        let number = *number - 1;
        let (hold, width, fineness, focus, explores) = shapes[number % shapes.len()];
        let cycle = number / shapes.len();
        let ticks_max = best.map_or(TICKS_MAX, |best| (best.len() as u32).saturating_sub(1));
        Some(Round {
            hold,
            width: (width << (2 * cycle).min(20)).min(self.width_max),
            fineness,
            focus: focus && self.can_focus,
            explores,
            ticks_max,
            patience_ticks: PATIENCE_TICKS * (1 + number as u32 / 3).min(8),
            seed: if self.settings.seed == 0 && cycle == 0 { 0 } else { self.settings.seed.wrapping_add(cycle as u64) },
        })
    }
}
