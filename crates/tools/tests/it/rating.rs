//! The table of times, medals and ratings in `levels/README.md`, and what a rating says.

use std::path::PathBuf;

use hairline_level::{Level, campaign};
use hairline_sim::run::input::TickInput;
use hairline_tools::rate::easiest::{EASY_TICKS, easiest};
use hairline_tools::rate::medals::medal_times;
use hairline_tools::rate::proven;
use hairline_tools::rate::rating::{Rating, rating_of};
use hairline_tools::rate::table::{row, row_of_times, rows_in};
use hairline_tools::solve::budget::Budget;
use hairline_tools::solve::options::Shards;
use hairline_tools::solve::{Settings, find};

/// A corridor with spikes at its far end, and a run through it.
fn spikes_at_the_end() -> (Level, Vec<TickInput>) {
    let map = "########################################\n#                                      #\n\
               # @                       ^^  ^^     X #\n########################################";
    let text = format!("(version: 1, name: \"Spikes\", map: r\"\n{map}\n\", focus: (max: 0, start: 0))");
    let level = hairline_level::parse(text, "spikes").unwrap_or_else(|errors| panic!("{errors}"));
    let settings = Settings { shards: Shards::All, focus: false, first: false, seed: 0, memory: 64 << 20 };
    let run = find(&level, settings, Budget::new(None, Some(300_000)), None).run.expect("it is easy");
    (level, run.inputs)
}

#[test]
fn the_easiest_run_asks_for_less_luck_than_the_fastest_and_is_always_the_same() {
    let (level, inputs) = spikes_at_the_end();
    let fastest = rating_of(&level, &inputs);
    let (easy, run) = easiest(&level, &inputs, &fastest, 1_000_000);
    assert!(easy.bits < fastest.bits && easy.stars() <= fastest.stars(), "{} of {}", easy.bits, fastest.bits);
    assert_eq!(easiest(&level, &inputs, &fastest, 1_000_000), (easy, run));
    assert_eq!(easiest(&level, &inputs, &fastest, 1).1, inputs, "nothing is found in a tick");
}

#[test]
fn the_hardest_second_is_where_the_spikes_are() {
    let (level, inputs) = spikes_at_the_end();
    let rating = rating_of(&level, &inputs);
    let hardest = rating.hardest_second(&level, &inputs).expect("it takes luck");
    assert!((20.0..34.0).contains(&hardest.place.x) && hardest.from_tick > 128, "{hardest:?}");
    assert!(hardest.bits <= rating.bits);
    let calm = Rating { windows: vec![], ..rating };
    assert_eq!(calm.hardest_second(&level, &inputs), None);
}

fn levels_folder() -> PathBuf {
    hairline_testing::levels_folder()
}

/// The level files of the campaign, and the rows of the table.
fn campaign_and_table() -> (Vec<PathBuf>, Vec<String>) {
    let folder = levels_folder();
    let campaign = campaign::read(&folder.join("campaign.ron")).expect("the campaign is valid");
    let manual = std::fs::read_to_string(folder.join("README.md")).expect("the manual is there");
    let rows = rows_in(&manual).expect("the manual has the table").into_iter().map(str::to_owned).collect();
    (campaign.all_but_labs().iter().map(|level| folder.join(level)).collect(), rows)
}

const RENEW: &str = "run `hairline rate levels/campaign.ron --write levels/README.md` and read the difference";

#[test]
fn the_table_of_the_campaign_has_the_times_of_the_proofs() {
    let (levels, rows) = campaign_and_table();
    assert_eq!(rows.len(), levels.len(), "{RENEW}");
    for (path, written) in levels.iter().zip(&rows) {
        let (level, replay) = proven(path).expect("every level of the campaign has a proof");
        let medals = medal_times(path, &level, replay.inputs.len()).expect("the table of players is valid");
        let times = row_of_times(&level, &replay, medals);
        assert!(written.starts_with(&times), "{written}\n{times}\n{RENEW}");
    }
}

/// The last cells of a row, which are of the easiest run.
const EASIEST_CELLS: usize = 2;

/// The proof's rating of every level, and the easiest run of every sixth: to search all of them takes twelve minutes on two
/// cores, in release. `scripts/test` runs it.
#[test]
#[cfg_attr(debug_assertions, ignore = "rates proofs of the campaign")]
fn the_table_of_the_campaign_has_the_ratings_of_the_proofs() {
    let (levels, rows) = campaign_and_table();
    for (index, (path, written)) in levels.iter().zip(&rows).enumerate() {
        let (level, replay) = proven(path).expect("every level of the campaign has a proof");
        let rating = rating_of(&level, &replay.inputs);
        let is_searched = index.is_multiple_of(6);
        let easy = if is_searched { easiest(&level, &replay.inputs, &rating, EASY_TICKS).0 } else { rating.clone() };
        let medals = medal_times(path, &level, replay.inputs.len()).expect("the table of players is valid");
        let rated = row(&level, &replay, medals, &rating, &easy);
        let cells = |row: &str| -> Vec<String> {
            let cells: Vec<String> = row.split(" | ").map(str::to_owned).collect();
            let unsearched = if is_searched { 0 } else { EASIEST_CELLS };
            cells[..cells.len() - unsearched].to_vec()
        };
        assert_eq!(cells(written), cells(&rated), "{RENEW}");
    }
}
