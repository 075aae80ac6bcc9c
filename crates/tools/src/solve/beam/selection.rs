//! Which states of a step go on.

use hashbrown::HashTable;

use hairline_sim::tuning::TICKS_PER_SECOND;

use super::node::Node;
use super::round::Round;
use crate::solve::distinct::Distinct;

/// Tiles by which a state counts as farther away for each second since its place and speed were first seen, and at most: less
/// finds fewer of the ways that begin with a detour, more leaves the place where one has to wait for a beam.
const STALE_TILES_PER_SECOND: f32 = 15.0;
const STALE_TILES_MAX: f32 = 15.0;

/// Guards of one place, at most.
const GUARDS_PER_PLACE: u32 = 2;

/// Chooses the states that go on, step by step.
pub(super) struct Selection {
    round: Round,
    distinct: Distinct<Node>,
    /// `Some` if the round explores.
    seen: Option<Seen>,
}

impl Selection {
    pub fn new(round: Round) -> Self {
        Self { round, distinct: Distinct::new(), seen: round.explores.then(Seen::default) }
    }

    /// Returns the best state of each cell, [limited](of_each_place) by place. `chunks` holds the states of each chunk in the order of their
    /// slots.
    pub fn choose<'c>(&mut self, chunks: impl Iterator<Item = &'c [Node]>, ticks: u32) -> Vec<Node> {
        for (number, chunk) in chunks.enumerate() {
            for (slot, node) in chunk.iter().enumerate() {
                self.distinct.keep(Node { at: (number as u32, slot as u32), ..*node });
            }
        }
        let mut nodes = self.distinct.take();
        if let Some(seen) = &mut self.seen {
            for node in &mut nodes {
                node.score += seen.staleness(node.novelty, ticks);
            }
        }
        nodes.sort_by(|a, b| a.score.total_cmp(&b.score));
        of_each_place(nodes, self.round)
    }
}

/// Keeps at most `width` of the states, which come best first, and at most `per_place` of each place: many states in a tunnel that is
/// about to be lit must not displace those that wait outside, or that slowed the hazards down.
fn of_each_place(nodes: Vec<Node>, round: Round) -> Vec<Node> {
    // How many states each place has had.
    let mut counts: HashTable<(u64, u32)> = HashTable::new();
    let (mut kept, mut others) = (Vec::new(), Vec::new());
    for node in nodes {
        let known = counts.entry(node.place, |known| known.0 == node.place, |known| known.0);
        let count = &mut known.or_insert((node.place, 0)).into_mut().1;
        *count += 1;
        if *count <= GUARDS_PER_PLACE && kept.len() < round.guards {
            kept.push(node);
        } else if *count <= round.per_place {
            others.push(node);
        }
    }
    others.truncate(round.width - kept.len());
    kept.append(&mut others);
    kept.sort_by(|a, b| a.score.total_cmp(&b.score));
    kept
}

/// When the round first saw each place and speed.
#[derive(Default)]
struct Seen(HashTable<(u64, u32)>);

impl Seen {
    /// Tiles by which a state counts as farther away, the more the longer its place and speed have been known: those that wait
    /// at a dead end make room for others that come later and get further.
    fn staleness(&mut self, novelty: u64, ticks: u32) -> f32 {
        let known = self.0.entry(novelty, |known| known.0 == novelty, |known| known.0);
        let first = known.or_insert((novelty, ticks)).get().1;
        let seconds = (ticks - first) as f32 / TICKS_PER_SECOND as f32;
        (STALE_TILES_PER_SECOND * seconds).min(STALE_TILES_MAX)
    }
}

#[cfg(test)]
mod tests {
    use hairline_sim::run::input::TickInput;

    use super::*;
    use crate::solve::beam::FocusUse;

    /// The places of the states that are kept, at most 12 of 24: the best 20 are at places 0 and 1 by turns, the others at places 2 to 5.
    fn places(per_place: u32, guards: usize) -> Vec<u64> {
        let node = |index: usize| Node {
            at: (0, 0),
            step: 0,
            input: TickInput::NONE,
            changes: 0,
            left: 0.0,
            score: index as f32,
            key: index as u64,
            place: if index < 20 { index as u64 % 2 } else { index as u64 - 18 },
            novelty: 0,
            raised: 0,
            may_switch_focus: false,
        };
        let round = Round {
            hold: 4,
            width: 12,
            fineness: 2.0,
            focus: FocusUse::Never,
            explores: false,
            ticks_max: 100,
            patience_ticks: 100,
            seed: 0,
            per_place,
            guards,
        };
        of_each_place((0..24).map(node).collect(), round).iter().map(|node| node.place).collect()
    }

    #[test]
    fn few_states_of_one_place_leave_room_for_others() {
        assert_eq!(places(2, 0), [0, 1, 0, 1, 2, 3, 4, 5]);
        assert_eq!(places(u32::MAX, 0), [0, 1].repeat(6));
    }

    #[test]
    fn guards_go_on_beside_many_states_of_one_place() {
        assert_eq!(places(8, 6), [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 2, 3]);
    }
}
