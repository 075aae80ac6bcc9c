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
/// What a search works on, and the shares: the run itself, runs in which nothing kills, and taking their pieces.
const OWN: usize = 0;
const UNHARMED: usize = 1;
const PIECES: usize = 2;
const SHARES: [u64; 3] = [4, 2, 1];
/// Ticks of its own improvement after which a run is compared with those in which nothing kills: a short search has no time for
/// both.
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
    let mut turns = Turns::new(SHARES);
    while !(search.is_spent() || own.is_done()) {
        let before = search.ticks;
        let is_late = own.spent() >= UNHARMED_FROM;
        let has_work = [true, is_late && unharmed.is_worth_its_ticks(), is_late && unharmed.has_pieces_for(&track)];
        let turn = turns.next(has_work).unwrap_or(OWN);
        match turn {
            UNHARMED => unharmed.step(search, progress),
            PIECES => {
                if unharmed.give_piece(search, &mut track, settings.focus) {
                    own.restart();
                }
            }
            _ => _ = own.step(search, &mut track, progress),
        }
        if is_late {
            turns.spend(turn, search.ticks - before);
        }
        progress.shortening(track.inputs.len() as u32, search.ticks);
    }
    search.budget = whole;
    tidy::tidy(search, &mut track);
    track
}
