//! Improves a run as long as the budget lasts: windows, shortening, and whole rounds that must beat it, each with about as many
//! ticks as the others. At the end its idle presses are dropped.

use hairline_sim::run::input::TickInput;

use super::beam::{self, RoundOutcome};
use super::progress::Progress;
use super::refine::Shortening;
use super::rounds::Rounds;
use super::search::{Search, Settings};
use super::tidy;
use super::track::Track;
use super::windows::Windows;

/// The share of a budget after which a run is only tidied.
const TIDIED_FROM: f32 = 15.0 / 16.0;

/// The ways to improve a run.
#[derive(Clone, Copy)]
enum Way {
    Windows,
    Shortening,
    Rounds,
}

/// The order in which they begin.
const WAYS: [Way; 3] = [Way::Windows, Way::Shortening, Way::Rounds];

/// The run, or a better one.
pub(super) fn improve(
    search: &mut Search,
    rounds: &mut Rounds,
    inputs: Vec<TickInput>,
    shards_needed: u32,
    settings: Settings,
    progress: &mut Progress,
) -> Vec<TickInput> {
    let Some(mut track) = Track::new(search, inputs.clone(), shards_needed) else { return inputs };
    let whole = search.budget;
    search.budget = whole.share(TIDIED_FROM);
    let mut windows = Windows::new(settings.seed);
    let mut shortening = Shortening::new(settings.focus, settings.seed);
    let mut spent = [0_u64; 3];
    while !(search.is_spent() || windows.is_done() && shortening.is_done() && rounds.are_done()) {
        let way = WAYS.into_iter().min_by_key(|&way| spent[way as usize]).expect("there are some");
        let before = search.ticks;
        let better = match way {
            Way::Windows => windows.step(search, &mut track, settings.focus),
            Way::Shortening => shortening.step(search, &mut track),
            Way::Rounds => {
                let round = rounds.next_against(&track.inputs, spent.iter().sum());
                progress.round(format!("hold {}", round.hold));
                match beam::run(search, round, shards_needed, progress) {
                    RoundOutcome::Found(inputs) => {
                        Track::new(search, inputs, shards_needed).map(|new| track = new).is_some()
                    }
                    _ => false,
                }
            }
        };
        spent[way as usize] += search.ticks - before;
        if better {
            windows.restart();
            shortening.restart();
            rounds.restart();
        }
        progress.shortening(track.inputs.len() as u32, search.ticks);
    }
    search.budget = whole;
    tidy::tidy(search, &mut track);
    track.inputs
}
