//! Crossings of two runs: where both come to about the same state, the one may go on as the other did, for a while or to the exit.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use hairline_sim::ninja::Ninja;
use hairline_sim::run::input::TickInput;

use super::track::{Track, Variant};

/// Two states meet if they differ by less than this.
const TILES: f32 = 0.4;
const SPEED: f32 = 4.0;
/// Tiles that a tile a second of difference counts for.
const TILES_PER_SPEED: f32 = 0.125;
/// Meetings within so many ticks in both runs are one.
const TICKS_ALIKE: usize = 10;
/// Variants that are tried, those that win the most.
const VARIANTS_MAX: usize = 64;

/// A run that is not the best one, but may be better in parts.
pub(super) struct OtherRun {
    inputs: Vec<TickInput>,
    ninjas: Vec<Ninja>,
    progress: Vec<u64>,
}

/// Ticks at which a run and the other one are in about the same state, and by how much these differ.
#[derive(Clone, Copy)]
struct Meeting {
    at: usize,
    other: usize,
    difference: f32,
}

impl From<&Track> for OtherRun {
    fn from(track: &Track) -> Self {
        let Track { inputs, ninjas, progress, .. } = track;
        Self { inputs: inputs.clone(), ninjas: ninjas.clone(), progress: progress.clone() }
    }
}

impl OtherRun {
    /// Variants of a run that take pieces of this one, where this one was faster.
    pub fn pieces_for(&self, track: &Track) -> Vec<Variant> {
        let mut meetings = self.meetings(track);
        meetings.push(Meeting { at: track.inputs.len(), other: self.inputs.len(), difference: 0.0 });
        let mut pieces: Vec<(usize, Meeting, Meeting)> = vec![];
        for (index, &from) in meetings.iter().enumerate() {
            let later = meetings[index + 1..].iter().filter(|to| to.at > from.at && to.other > from.other);
            let gains = later.map(|to| ((to.at - from.at).saturating_sub(to.other - from.other), to));
            pieces.extend(gains.filter(|&(gain, _)| gain > 0).map(|(gain, &to)| (gain, from, to)));
        }
        pieces.sort_by_key(|&(gain, ..)| Reverse(gain));
        pieces.truncate(VARIANTS_MAX);
        let variant = |(_, from, to): (usize, Meeting, Meeting)| Variant {
            from: from.at,
            to: to.at,
            instead: self.inputs[from.other..to.other].to_vec(),
        };
        pieces.into_iter().map(variant).collect()
    }

    /// Where a run meets this one, in the order of its ticks.
    fn meetings(&self, track: &Track) -> Vec<Meeting> {
        let key = |progress: u64, ninja: &Ninja| {
            let tile = ninja.position.floor().as_ivec2();
            (progress, tile.x, tile.y, ninja.ground.is_some())
        };
        let mut by_place: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (tick, ninja) in self.ninjas.iter().enumerate() {
            by_place.entry(key(self.progress[tick], ninja)).or_default().push(tick);
        }
        let mut meetings: Vec<Meeting> = vec![];
        for (at, ninja) in track.ninjas.iter().enumerate() {
            for &other in by_place.get(&key(track.progress[at], ninja)).into_iter().flatten() {
                let there = &self.ninjas[other];
                let (tiles, speed) = (ninja.position.distance(there.position), ninja.velocity.distance(there.velocity));
                if tiles >= TILES || speed >= SPEED {
                    continue;
                }
                let meeting = Meeting { at, other, difference: tiles + TILES_PER_SPEED * speed };
                let recent = meetings.iter_mut().rev().take_while(|known| at - known.at < TICKS_ALIKE);
                match recent.into_iter().find(|known| other.abs_diff(known.other) < TICKS_ALIKE) {
                    Some(known) if meeting.difference < known.difference => *known = meeting,
                    Some(_) => {}
                    None => meetings.push(meeting),
                }
            }
        }
        meetings.sort_by_key(|meeting| meeting.at);
        meetings
    }
}

#[cfg(test)]
mod tests {
    use hairline_testing::drawn;

    use super::*;
    use crate::logic::LevelLogic;
    use crate::solve::budget::Budget;
    use crate::solve::maps::Maps;
    use crate::solve::search::Search;
    use crate::solve::worker::Workers;

    /// Runs to the right, with a wait of a second after so many ticks.
    fn waiting_after(ticks: usize) -> Vec<TickInput> {
        [vec![TickInput::RIGHT; ticks], vec![TickInput::NONE; 128], vec![TickInput::RIGHT; 400]].concat()
    }

    #[test]
    fn a_run_takes_the_piece_of_another_in_which_that_did_not_wait() {
        let level = drawn(
            "
            ########################
            # @                  X #
            ########################
            ",
        );
        let (logic, workers) = (LevelLogic::new(&level), Workers::new(&level));
        let maps = Maps::new(&level, &logic, &workers, 0);
        let mut search = Search::new(&level, &workers, &maps.plain, Budget::new(None, Some(1_000_000)));
        let mut track = |inputs| Track::new(&mut search, inputs, 0).expect("it comes to the exit");
        let (mut early, late) = (track(waiting_after(40)), track(waiting_after(160)));
        let without_waits = track(vec![TickInput::RIGHT; 400]).inputs.len();
        let pieces = OtherRun::from(&late).pieces_for(&early);
        assert!(early.improve(&mut search, pieces).is_some());
        assert!(early.inputs.len() < without_waits + 32, "{} of {without_waits}", early.inputs.len());
    }
}
