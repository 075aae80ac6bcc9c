//! Improves a run as long as the budget lasts: it is polished, and rounds are made against it. At the end its idle presses are
//! dropped.

use super::challenge::Challenges;
use super::polish::Polish;
use super::progress::Progress;
use super::search::{Search, Settings};
use super::tidy;
use super::track::Track;

/// The share of a budget after which a run is only tidied.
const TIDIED_FROM: f32 = 15.0 / 16.0;
/// Ticks that rounds get for each two that polishing gets: what wins most is another way.
const ROUNDS_SHARE: u64 = 3;
const POLISH_SHARE: u64 = 2;

/// The run as good as the search makes it.
pub(super) fn improve(
    search: &mut Search,
    mut challenges: Challenges,
    mut track: Track,
    settings: Settings,
    progress: &mut Progress,
) -> Track {
    let whole = search.budget;
    search.budget = whole.share(TIDIED_FROM);
    let mut polish = Polish::new(settings, 0);
    let (mut polished, mut challenged) = (0, 0);
    while !(search.is_spent() || polish.is_done() && challenges.is_done()) {
        let before = search.ticks;
        let better = if polished * ROUNDS_SHARE <= challenged * POLISH_SHARE {
            let better = polish.step(search, &mut track);
            polished += search.ticks - before;
            better
        } else {
            let better = challenges.step(search, &mut track, polished + challenged, progress);
            challenged += search.ticks - before;
            better
        };
        if better {
            polish.restart();
            challenges.restart();
        }
        progress.shortening(track.inputs.len() as u32, search.ticks);
    }
    search.budget = whole;
    tidy::tidy(search, &mut track);
    track
}
