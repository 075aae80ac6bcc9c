//! Drops the presses of a run where it only waits: a search moves rather than stands, for a state that it has not seen.

use hairline_sim::run::input::TickInput;
use hairline_sim::tuning::TICKS_PER_SECOND;

use super::search::Search;
use super::track::{Track, Variant};

/// Stretches of one input that are replaced together.
const SPANS: [usize; 8] = [24, 16, 12, 8, 6, 4, 3, 2];
/// Slower than this many tiles a second, from its begin to its end, a span is a wait.
const WAIT_SPEED: f32 = 3.0;
/// Variants that are judged together.
const BATCH: usize = 64;

/// Makes the run simpler as long as that makes it no longer, until nothing helps or the budget is spent.
pub(super) fn tidy(search: &mut Search, track: &mut Track) {
    loop {
        let mut better = false;
        let variants = simpler(track);
        for batch in variants.chunks(BATCH) {
            if search.is_spent() {
                return;
            }
            if track.improve(search, batch.to_vec()).is_some() {
                better = true;
                break;
            }
        }
        if !better {
            return;
        }
    }
}

/// Waits with fewer changes of the buttons, those with the most first.
fn simpler(track: &Track) -> Vec<Variant> {
    let stretches: Vec<&[TickInput]> = track.inputs.chunk_by(|a, b| a == b).collect();
    let starts: Vec<usize> =
        stretches.iter().scan(0, |at, stretch| Some(std::mem::replace(at, *at + stretch.len()))).collect();
    let mut variants = vec![];
    for span in SPANS {
        for first in 0..stretches.len().saturating_sub(span) {
            let (from, to) = (starts[first], starts[first + span]);
            let (inner, outer) = (starts[first + 1], starts[first + span - 1]);
            let tiles = track.ninjas[from].position.distance(track.ninjas[to].position);
            if tiles * TICKS_PER_SECOND as f32 > WAIT_SPEED * (to - from) as f32 {
                continue;
            }
            let still = |from: usize, to: usize| Variant { from, to, instead: vec![TickInput::NONE; to - from] };
            variants.extend([still(from, to), still(inner, to), still(from, outer), still(inner, outer)]);
            variants.push(Variant { from, to, instead: vec![stretches[first][0]; to - from] });
        }
    }
    variants.retain(|variant| variant.from < variant.to);
    variants
}
