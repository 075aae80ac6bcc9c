//! Which rounds a search makes: quick and narrow ones first, then wider and finer ones.

use hairline_level::{CheckpointSettings, Level};
use hairline_sim::state::snapshot::StateArena;
use hairline_sim::tuning::TICKS_PER_SECOND;

use super::beam::FocusUse::{self, Free, FromChannels, Held, Never};
use super::beam::Round;
use super::search::Settings;
use super::worker::Workers;

/// Ticks of play after which a round ends in any case (3 minutes).
const TICKS_MAX: u32 = 180 * TICKS_PER_SECOND;
/// A round ends after so many ticks (4 s) in which no state came nearer to the exit; later rounds wait longer, since hazards
/// may have long periods.
const PATIENCE_TICKS: u32 = 4 * TICKS_PER_SECOND;
/// Children of one state that are held at once, at most, in the steps before and after a merge.
const SLOTS_PER_STATE: u64 = 24;

/// The narrowest round against a run: narrower ones hardly ever finish.
const WIDTH_MIN: u64 = 100;

/// Hold, width, fineness, when to focus, and whether to explore.
type Shape = (u32, usize, f32, FocusUse, bool);

/// Until a run is found. What a round without focus finds is a run too, and such rounds cost a third: each width is tried
/// without focus first, and only then what holds it or is free to use it at any moment.
const OPENING: [Shape; 20] = [
    (8, 100, 2.0, FromChannels, true),
    (8, 100, 2.0, Never, true),
    (8, 300, 2.0, FromChannels, true),
    (8, 300, 2.0, Never, true),
    (8, 300, 2.0, Held, true),
    (6, 700, 2.0, Never, true),
    (6, 700, 2.0, Held, true),
    (6, 3000, 2.0, Never, false),
    (6, 700, 2.0, Free, true),
    (4, 3000, 2.0, Never, true),
    (6, 3000, 2.0, Held, false),
    (6, 3000, 2.0, Free, false),
    (6, 10_000, 4.0, Never, false),
    (4, 3000, 2.0, Held, true),
    (5, 10_000, 2.0, Never, true),
    (4, 3000, 2.0, Free, true),
    (6, 10_000, 4.0, Free, false),
    (3, 8000, 4.0, Never, false),
    (5, 10_000, 2.0, Free, true),
    (3, 8000, 4.0, Free, false),
];

/// For rounds against a run. Focus is no faster by itself, but passes beams that one would have to wait for.
const BEATING: [Shape; 11] = [
    (6, 700, 2.0, Held, true),
    (4, 700, 2.0, Never, true),
    (4, 700, 2.0, Never, true),
    (6, 700, 2.0, Held, true),
    (8, 700, 2.0, FromChannels, true),
    (6, 1000, 2.0, Never, true),
    (6, 2500, 2.0, Held, true),
    (8, 2500, 2.0, Free, false),
    (3, 1000, 2.0, Never, true),
    (4, 2500, 2.0, Held, true),
    (4, 4000, 4.0, Free, true),
];

pub(super) struct Rounds {
    settings: Settings,
    opening: Vec<Shape>,
    beating: Vec<Shape>,
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
        let (mut opening, mut beating) = (OPENING.to_vec(), BEATING.to_vec());
        if !settings.focus || level.focus.max == 0.0 {
            opening.retain(|shape| shape.3 == Never);
            beating.iter_mut().for_each(|shape| shape.3 = Never);
        }
        if level.channels.is_empty() {
            opening.retain(|shape| shape.3 != FromChannels);
            beating.retain(|shape| shape.3 != FromChannels);
        }
        Self { settings: *settings, opening, beating, width_max, opened: 0, beaten: 0, idle: 0 }
    }

    /// The next round that looks for a run.
    pub fn next(&mut self) -> Round {
        self.opened += 1;
        self.round(&self.opening, self.opened - 1, TICKS_MAX)
    }

    /// The next round against a run, of so many ticks at most, for about a sixth of the ticks that were spent on the run so far.
    pub fn next_against(&mut self, ticks_max: usize, spent: u64) -> Round {
        self.beaten += 1;
        let mut round = self.round(&self.beating, self.beaten - 1, (ticks_max as u32).saturating_sub(1));
        // Narrow rounds see little: each sees something else.
        round.seed = self.settings.seed.wrapping_add(self.beaten as u64);
        let inputs = if round.focus == Never { 6 } else { 12 };
        let affordable = spent / 6 / (ticks_max as u64 * inputs + 1);
        let width = round.width.min(affordable.max(WIDTH_MIN) as usize);
        // A narrowed round may succeed at its full width.
        self.idle += usize::from(width == round.width);
        round.width = width;
        round
    }

    /// The run got better: all rounds may beat it again.
    pub fn restart(&mut self) {
        self.idle = 0;
    }

    /// Whether the rounds against a run were all made twice since it was found, from its start and from its legs.
    pub fn are_done(&self) -> bool {
        self.idle >= 2 * self.beating.len()
    }

    fn round(&self, shapes: &[Shape], number: usize, ticks_max: u32) -> Round {
        let (cycle, place) = (number / shapes.len(), number % shapes.len());
        let (hold, width, fineness, focus, explores) = shapes[place];
        // Counted for each use of focus alone: the rounds without it are the same whether others come between them or not.
        let alike = |shapes: &[Shape]| shapes.iter().filter(|shape| shape.3 == focus).count();
        let patience = 1 + (cycle * alike(shapes) + alike(&shapes[..place])) as u32;
        Round {
            hold,
            width: (width << (2 * cycle).min(20)).min(self.width_max),
            fineness,
            focus,
            explores,
            ticks_max,
            patience_ticks: PATIENCE_TICKS * patience.min(16),
            seed: if self.settings.seed == 0 && cycle == 0 { 0 } else { self.settings.seed.wrapping_add(cycle as u64) },
        }
    }
}
