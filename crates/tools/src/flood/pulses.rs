//! Beams with a cycle that are dark too briefly for the way through them: whoever comes in cannot be out again in time.
//!
//! A stay among beams that cover the same squares fits into one time in which all of them are dark. So the ninja gets from the
//! border no deeper than it goes and returns in that time, and crosses nothing that is wider.

use std::collections::{BTreeMap, BTreeSet};

use hairline_geometry::cells::crossed_cells;
use hairline_level::Level;
use hairline_sim::tuning::{HURT_RADIUS, TELEPORT_REACH, seconds};

use super::blockers::BlockerIndex;
use super::clocks::Pace;
use super::grid::{Grid, around};
use crate::logic::{BlockerClass, BlockerId, LevelLogic};

/// Tiles by which a beam counts as thinner, against rounding.
const SLACK: f32 = 0.04;
/// The most sets of beams that are looked at.
const SETS_MAX: usize = 64;
/// The longest period of several beams that is looked through, in half ticks.
const PERIOD_MAX: u32 = 1 << 14;

/// Squares that some beams close together.
pub(super) struct Pulse {
    pub lasers: Vec<BlockerId>,
    /// Sorted.
    pub squares: Vec<usize>,
}

/// The squares that beams with cycles close for certain.
pub(super) fn pulses(level: &Level, logic: &LevelLogic, grid: Grid, blockers: &BlockerIndex) -> Vec<Pulse> {
    let flashes = &logic.flashes;
    if flashes.is_empty() {
        return vec![];
    }
    let mut covers: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (index, flash) in flashes.iter().enumerate() {
        for cell in crossed_cells(flash.from, flash.to).into_iter().flatten().flat_map(around) {
            for square in grid.in_cell(cell) {
                let is_known = covers.get(&square).is_some_and(|covers| covers.contains(&index));
                if !is_known && blockers.close_beside(grid.center(square), [flash.from, flash.to], HURT_RADIUS) {
                    covers.entry(square).or_default().push(index);
                }
            }
        }
    }
    let periods = |index: &usize| flashes[*index].half_ticks.iter().sum::<u32>();
    let mut sets: BTreeSet<Vec<usize>> = BTreeSet::new();
    for flashes in covers.values() {
        for first in flashes {
            sets.insert(flashes.iter().copied().filter(|other| periods(other) == periods(first)).collect());
        }
    }
    let pace = Pace::new(level, logic);
    let slowed = if level.focus.max > 0.0 { 2.0 } else { 1.0 };
    let mut pulses = vec![];
    for set in sets.into_iter().take(SETS_MAX) {
        let squares: Vec<usize> = covers
            .iter()
            .filter(|(_, covers)| set.iter().all(|flash| covers.contains(flash)))
            .map(|at| *at.0)
            .collect();
        let beams: Vec<([u32; 3], u32)> =
            set.iter().map(|&flash| (flashes[flash].half_ticks, flashes[flash].ahead)).collect();
        let dark = slowed * seconds(longest_dark(&beams));
        let is_inside = |square: usize| squares.binary_search(&square).is_ok();
        let is_free = |square: usize| !blockers.close(grid.center(square), &|_| false);
        let mut border: Vec<usize> = squares.iter().flat_map(|&square| grid.neighbors(square)).collect();
        border.sort_unstable();
        border.dedup();
        border.retain(|&square| !is_inside(square) && is_free(square));
        // Into the middle comes who starts there, or by a teleport.
        let ends =
            logic.teleports().flatten().flat_map(|end| grid.within(end, TELEPORT_REACH)).chain(grid.at(level.ninja));
        border.extend(ends.filter(|&square| is_inside(square)));
        let depths = pace.seconds_from(grid, &border, |square| is_inside(square) && is_free(square), &[]);
        let is_deep = |square: usize| 2.0 * depths[square] > dark;
        let way = if set.len() == 1 { 2.0 * (HURT_RADIUS - SLACK) } else { 0.0 };
        let is_thick = |square: usize| dark == 0.0 || pace.fastest_at(grid.center(square)) * dark < way;
        let closed: Vec<usize> =
            squares.iter().copied().filter(|&square| is_deep(square) || is_thick(square)).collect();
        if !closed.is_empty() {
            let laser = |&flash: &usize| BlockerId { class: BlockerClass::Hazard, actor: Some(flashes[flash].actor) };
            pulses.push(Pulse { lasers: set.iter().map(laser).collect(), squares: closed });
        }
    }
    pulses
}

/// The longest time in half ticks in which all of some beams of one period are dark. Each is given by its charge, its times on and
/// off, and by how much it is ahead.
fn longest_dark(beams: &[([u32; 3], u32)]) -> u32 {
    let Some(&([charge, on, off], _)) = beams.first() else { return u32::MAX };
    let period = charge + on + off;
    if beams.len() == 1 || period > PERIOD_MAX {
        return period - on;
    }
    let is_lit = |at: u32| {
        beams.iter().any(|([charge, on, _], ahead)| (*charge..charge + on).contains(&((at + ahead) % period)))
    };
    let (mut longest, mut run) = (0, 0);
    // Twice round, for a time across the end.
    for at in 0..2 * period {
        run = if is_lit(at) { 0 } else { run + 1 };
        longest = longest.max(run);
    }
    longest.min(period)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beams_that_take_turns_are_never_dark_together() {
        assert_eq!(longest_dark(&[([0, 10, 10], 0)]), 10);
        assert_eq!(longest_dark(&[([0, 10, 10], 0), ([0, 10, 10], 10)]), 0);
        // A charge is dark, also across the end of the period.
        assert_eq!(longest_dark(&[([4, 10, 6], 0), ([4, 10, 6], 3)]), 7);
    }
}
