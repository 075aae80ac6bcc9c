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
/// Of the ticks that were spent on a run, a round against it may cost one in so many; a round from the start of the level may cost as
/// much of those that are left, if that is more: wide rounds depend little on the seed.
const ONE_IN_SPENT: u64 = 6;
const ONE_IN_LEFT: u64 = 6;
const UNHARMED_ONE_IN_LEFT: u64 = 24;
/// About how many inputs a round tries in a state; few states may change focus unless it is free.
const INPUTS: u64 = 6;
const INPUTS_FREE: u64 = 12;
/// States of one place that go on until a run is found: a thousandth of the width, and at least these.
pub(super) const PER_PLACE_MIN: usize = 2;

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

/// For rounds against a run, with how many states of one place go on.
/// Focus is no faster by itself, but passes beams that one would have to wait for.
const BEATING: [(Shape, u32); 9] = [
    ((6, 3000, 2.0, Held, true), 8),
    ((6, 3000, 2.0, Never, true), 32),
    ((4, 3000, 2.0, Held, true), 8),
    ((4, 3000, 2.0, Never, true), 8),
    ((6, 3000, 2.0, Held, true), 32),
    ((8, 3000, 2.0, FromChannels, true), 8),
    ((8, 3000, 2.0, Free, false), 8),
    ((3, 3000, 2.0, Never, true), 32),
    ((4, 4000, 4.0, Free, true), 8),
];

/// Where nothing kills.
const UNHARMED_OPENING: [Shape; 2] = [(6, 100, 2.0, Never, true), (6, 300, 2.0, Never, true)];
const UNHARMED_BEATING: [Shape; 8] = [
    (6, 300, 2.0, Never, true),
    (4, 300, 2.0, Never, true),
    (8, 300, 2.0, Never, true),
    (3, 300, 2.0, Never, true),
    (6, 700, 3.0, Never, true),
    (4, 700, 3.0, Never, true),
    (8, 700, 3.0, Never, true),
    (3, 700, 3.0, Never, true),
];

pub(super) struct Rounds {
    settings: Settings,
    opening: Vec<Shape>,
    beating: Vec<(Shape, u32)>,
    one_in_left: u64,
    width_max: usize,
    opened: usize,
    beaten: usize,
    /// Rounds since a run was last beaten.
    idle: usize,
}

impl Rounds {
    pub fn new(level: &Level, settings: &Settings, workers: &Workers) -> Self {
        let (mut opening, mut beating) = (OPENING.to_vec(), BEATING.to_vec());
        let mut slot = StateArena::new(&workers.start).slot_bytes() as u64 + 64;
        // Each state may hold a run of its own that a checkpoint saved.
        if !level.actors::<CheckpointSettings>().is_empty() {
            slot *= 2;
        }
        let width_max = (settings.memory / (slot * SLOTS_PER_STATE)).clamp(16, 1 << 24) as usize;
        if !settings.focus || level.focus.max == 0.0 {
            opening.retain(|shape| shape.3 == Never);
            beating.iter_mut().for_each(|(shape, _)| shape.3 = Never);
        }
        if level.channels.is_empty() {
            opening.retain(|shape| shape.3 != FromChannels);
            beating.retain(|(shape, _)| shape.3 != FromChannels);
        }
        let (opened, beaten, idle) = (0, 0, 0);
        Self { settings: *settings, opening, beating, one_in_left: ONE_IN_LEFT, width_max, opened, beaten, idle }
    }

    /// Rounds of a search in which nothing kills.
    pub fn unharmed(level: &Level, settings: &Settings, workers: &Workers) -> Self {
        let opening = UNHARMED_OPENING.to_vec();
        let beating = UNHARMED_BEATING.iter().map(|&shape| (shape, u32::MAX)).collect();
        Self { opening, beating, one_in_left: UNHARMED_ONE_IN_LEFT, ..Self::new(level, settings, workers) }
    }

    /// The next round that looks for a run.
    pub fn next(&mut self) -> Round {
        self.opened += 1;
        self.round(&self.opening, self.opened - 1, TICKS_MAX)
    }

    /// The next round against a run that takes `length` more ticks from where the round begins; the round ends after `ticks_max`. It is as
    /// wide as the ticks `spent` on the run afford, and those `left` in the budget if it begins at the start of the level. Rounds
    /// from the start and from a leg take turns, and each shape is used for both.
    pub fn next_against(&mut self, length: usize, ticks_max: usize, spent: u64, left: Option<u64>) -> Round {
        let number = self.beaten / 2;
        self.beaten += 1;
        let shapes: Vec<Shape> = self.beating.iter().map(|&(shape, _)| shape).collect();
        let mut round = self.round(&shapes, number, (ticks_max as u32).saturating_sub(1));
        round.per_place = self.beating[number % self.beating.len()].1;
        // Narrow rounds see little: each sees something else.
        round.seed = self.settings.seed.wrapping_add(self.beaten as u64);
        let inputs = if round.focus == Free { INPUTS_FREE } else { INPUTS };
        let affordable = (spent / ONE_IN_SPENT).max(left.map_or(0, |left| left / self.one_in_left));
        let width = round.width.min((affordable / (length as u64 * inputs + 1)).max(WIDTH_MIN) as usize);
        // A narrowed round may succeed at its full width.
        self.idle += usize::from(width == round.width);
        round.width = width;
        // Where nothing kills, no guards are needed.
        round.guards = if round.per_place == u32::MAX { 0 } else { width / 2 };
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
        let width = (width << (2 * cycle).min(20)).min(self.width_max);
        Round {
            hold,
            width,
            fineness,
            focus,
            explores,
            ticks_max,
            patience_ticks: PATIENCE_TICKS * patience.min(16),
            seed: if self.settings.seed == 0 && cycle == 0 { 0 } else { self.settings.seed.wrapping_add(cycle as u64) },
            per_place: (width / 1000).max(PER_PLACE_MIN) as u32,
            guards: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use hairline_testing::drawn;

    use super::*;
    use crate::solve::options::Shards;

    /// The rounds against a run of 300 ticks in a room without channels, from the start and from a leg by turns.
    fn against(rounds: impl FnOnce(&Level, &Settings, &Workers) -> Rounds, spent: u64, left: u64) -> Vec<[Round; 2]> {
        let level = drawn("####\n#@X#\n####");
        let settings = Settings { shards: Shards::All, focus: true, first: false, seed: 0, memory: 1 << 30 };
        let mut rounds = rounds(&level, &settings, &Workers::new(&level));
        let mut next = |left| rounds.next_against(300, 375, spent, left);
        (0..8).map(|_| [next(Some(left)), next(None)]).collect()
    }

    #[test]
    fn rounds_from_the_start_and_from_legs_have_each_shape() {
        for [whole, leg] in against(Rounds::new, 1_000_000_000, 0) {
            let shape = |round: Round| (round.hold, round.width, round.focus, round.per_place);
            assert_eq!(shape(whole), shape(leg));
        }
    }

    #[test]
    fn a_round_from_the_start_is_as_wide_as_the_ticks_left_afford() {
        let [whole, leg] = against(Rounds::new, 600_000, 12_000_000)[0];
        assert_eq!(leg.width, WIDTH_MIN as usize);
        assert_eq!(whole.width, 2_000_000 / (300 * 6 + 1));
    }

    #[test]
    fn where_nothing_kills_any_number_of_states_of_one_place_goes_on() {
        let rounds = against(Rounds::unharmed, 1_000_000, 1_000_000);
        assert!(rounds.iter().flatten().all(|round| round.per_place == u32::MAX));
        assert!(rounds.iter().flatten().all(|round| round.focus == Never));
    }
}
