//! Improves a run as long as the budget lasts: it is polished, rounds are made against it, and it takes pieces of runs in which
//! nothing kills. At the end its idle presses are dropped.

use super::challenge::Challenges;
use super::improvement::Improvement;
use super::progress::Progress;
use super::search::{Search, Settings};
use super::tidy;
use super::track::Track;
use super::turns::Turns;
use super::unharmed::Unharmed;

/// The share of a budget after which a run is only tidied.
const TIDIED_FROM: f32 = 15.0 / 16.0;
/// Kinds of work, as indices into [`WEIGHTS`].
const OWN: usize = 0;
const UNHARMED: usize = 1;
/// Their weights: improving the run itself, searching with nothing lethal, trying that search's pieces.
const WEIGHTS: [u64; 3] = [4, 2, 1];
/// Ticks spent on the run itself before the second search begins; a short search has no time for both.
const UNHARMED_FROM: u64 = 4_000_000;

/// The run as good as the search makes it.
pub(super) fn improve(
    search: &mut Search,
    challenges: Challenges,
    mut track: Track,
    mut unharmed: Unharmed,
    settings: Settings,
    progress: &mut Progress,
) -> Track {
    let whole = search.budget;
    search.budget = whole.share(TIDIED_FROM);
    let mut own = Improvement::new(challenges, settings);
    let mut turns = Turns::new(WEIGHTS);
    while !search.is_spent() {
        let is_late = own.spent() >= UNHARMED_FROM;
        let has_work = [!own.is_done(), is_late && unharmed.has_work(), is_late && unharmed.has_pieces_for(&track)];
        let Some(turn) = turns.next(has_work) else { break };
        let before = search.ticks;
        match turn {
            OWN => _ = own.step(search, &mut track, progress),
            UNHARMED => unharmed.step(search, progress),
            _ => {
                if unharmed.give_piece(search, &mut track, settings.focus) {
                    own.restart();
                }
            }
        }
        turns.spend(turn, search.ticks - before);
        progress.shortening(track.inputs.len() as u32, search.ticks);
    }
    search.budget = whole;
    tidy::tidy(search, &mut track);
    track
}
