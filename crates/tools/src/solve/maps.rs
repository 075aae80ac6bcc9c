//! The maps of one search: the level's own, and *bent* ones, on which some places and some orders of its sub-goals seem farther
//! than they are. A round that follows a bent map finds another way.

use hairline_level::Level;

use super::paths::{Closed, Paths};
use super::worker::Workers;
use crate::logic::LevelLogic;

/// Larger maps, in cells of all their fields, are never bent: it would take too long beside a round.
const BENT_CELLS_MAX: usize = 1 << 17;

pub(super) struct Maps<'l> {
    level: &'l Level,
    logic: &'l LevelLogic,
    shards_needed: u32,
    closed: Closed,
    /// The distances as they are.
    pub plain: Paths,
}

impl<'l> Maps<'l> {
    /// The maps from where some workers start, around whatever is closed, if that leaves a way.
    pub fn new(level: &'l Level, logic: &'l LevelLogic, workers: &Workers, shards_needed: u32) -> Self {
        let spare = level.shards.len() as u32 - shards_needed;
        let maps = [Closed::Blockers, Closed::Walls, Closed::Nothing].into_iter().find_map(|closed| {
            let plain = Paths::new(level, logic, shards_needed > 0, spare, closed);
            let left = workers.with_start(|worker| plain.left(worker.state()).0);
            let is_open = left.is_finite() || closed == Closed::Nothing;
            is_open.then_some(Self { level, logic, shards_needed, closed, plain })
        });
        maps.expect("the last one is always taken")
    }

    /// The map that a seed bends; none if the map is too large.
    pub fn bent(&self, seed: u64) -> Option<Paths> {
        let Self { level, logic, shards_needed, closed, plain } = self;
        let spare = level.shards.len() as u32 - shards_needed;
        let is_small = plain.field_cells() <= BENT_CELLS_MAX;
        is_small.then(|| Paths::bent(level, logic, *shards_needed > 0, spare, *closed, seed))
    }
}

#[cfg(test)]
mod tests {
    use hairline_testing::drawn;

    use super::*;

    #[test]
    fn a_bent_map_is_never_shorter_and_each_seed_bends_another() {
        let level = drawn(
            "
            ##############################
            #     *            *         #
            #    ###          ###        #
            #                            #
            # @        *              X  #
            ##############################
            ",
        );
        let (logic, workers) = (LevelLogic::new(&level), Workers::new(&level));
        let maps = Maps::new(&level, &logic, &workers, 3);
        let left = |paths: &Paths| workers.with_start(|worker| paths.left(worker.state()).0);
        let bent: Vec<f32> = (1..6).map(|seed| left(&maps.bent(seed).expect("the map is small"))).collect();
        assert!(bent.iter().all(|&left_bent| left_bent >= left(&maps.plain)), "{bent:?}");
        assert!(bent.windows(2).all(|pair| pair[0] != pair[1]), "{bent:?}");
    }
}
