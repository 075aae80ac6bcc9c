//! The table of times, medals and ratings in `levels/README.md`.

use std::path::PathBuf;

use hairline_level::campaign;
use hairline_tools::rate::easiest::{EASY_TICKS, easiest};
use hairline_tools::rate::proven;
use hairline_tools::rate::rating::rating_of;
use hairline_tools::rate::table::{row, row_of_times, rows_in};

fn levels_folder() -> PathBuf {
    hairline_testing::levels_folder()
}

/// The level files of the campaign, and the rows of the table.
fn campaign_and_table() -> (Vec<PathBuf>, Vec<String>) {
    let folder = levels_folder();
    let campaign = campaign::read(&folder.join("campaign.ron")).expect("the campaign is valid");
    let manual = std::fs::read_to_string(folder.join("README.md")).expect("the manual is there");
    let rows = rows_in(&manual).expect("the manual has the table").into_iter().map(str::to_owned).collect();
    (campaign.levels.iter().map(|level| folder.join(level)).collect(), rows)
}

const RENEW: &str = "run `hairline rate levels/campaign.ron --write levels/README.md` and read the difference";

#[test]
fn the_table_of_the_campaign_has_the_times_of_the_proofs() {
    let (levels, rows) = campaign_and_table();
    assert_eq!(rows.len(), levels.len(), "{RENEW}");
    for (path, written) in levels.iter().zip(&rows) {
        let (level, replay) = proven(path).expect("every level of the campaign has a proof");
        let times = row_of_times(&level, &replay);
        assert!(written.starts_with(&times), "{written}\n{times}\n{RENEW}");
    }
}

/// Minutes without optimization; `scripts/test` runs it in release.
#[test]
#[cfg_attr(debug_assertions, ignore = "rates every proof of the campaign")]
fn the_table_of_the_campaign_has_the_ratings_of_the_proofs() {
    let (levels, rows) = campaign_and_table();
    for (path, written) in levels.iter().zip(&rows) {
        let (level, replay) = proven(path).expect("every level of the campaign has a proof");
        let rating = rating_of(&level, &replay.inputs);
        let (easiest, _) = easiest(&level, &replay.inputs, &rating, EASY_TICKS);
        let rated = row(&level, &replay, &rating, &easiest);
        assert_eq!(*written, rated, "{RENEW}");
    }
}
