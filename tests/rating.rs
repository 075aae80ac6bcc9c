//! The table of times, medals and ratings in `levels/README.md`, and what `hairline idle` says of levels.

mod drawn;

use std::path::{Path, PathBuf};

use hairline::level::campaign;
use hairline::level::{Inspection, Level};
use hairline::sim::run::input::TickInput;
use hairline::tools::idle::judge::idle;
use hairline::tools::idle::pieces::Piece;
use hairline::tools::rate::proven;
use hairline::tools::rate::rating::rating_of;
use hairline::tools::rate::table::{row, row_of_times, rows_in};
use hairline::tools::solve::budget::Budget;
use hairline::tools::solve::options::Shards;
use hairline::tools::solve::{Settings, find};

fn levels_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("levels")
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
        let rated = row(&level, &replay, &rating_of(&level, &replay.inputs));
        assert_eq!(*written, rated, "{RENEW}");
    }
}

/// What is idle in a level, as the command prints it, by a run that the solver finds.
fn idle_in(map: &str, actors: &str) -> Vec<String> {
    let map: Vec<&str> = map.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
    let map = map.join("\n");
    let text =
        format!("(version: 1, name: \"Idle\", map: r\"\n{map}\n\", actors: {{ {actors} }}, focus: (max: 0, start: 0))");
    let inspection: Inspection = hairline::level::inspect(&text, "idle");
    let level = inspection.level.clone().unwrap_or_else(|| panic!("{}", inspection.diagnostics));
    let pieces = Piece::all(&inspection);
    let inputs = solved(&level);
    idle(&level, &inputs, &pieces, 60_000).iter().map(ToString::to_string).collect()
}

fn solved(level: &Level) -> Vec<TickInput> {
    let settings = Settings { shards: Shards::All, focus: false, first: false, seed: 0, memory: 64 << 20 };
    find(level, settings, Budget::new(None, Some(200_000)), None).run.expect("it is easy").inputs
}

#[test]
fn what_lies_off_every_good_way_is_idle_and_what_bars_it_is_not() {
    let idle = idle_in(
        "
        ######################
        #        ###         #
        #  ##    ###    b    #
        #        ###   ###   #
        ############         #
        #                    #
        #         a          #
        #         #^         #
        # @      *##        X#
        ######################
        ",
        "'a': Laser(aim: Fixed(angle: 90), reach: 1), 'b': Laser(aim: Fixed(angle: 90), reach: 1)",
    );
    // The room above is sealed; its block, and the robot out of reach, cannot matter.
    assert!(idle.iter().any(|piece| piece == "the laser 'b'"), "{idle:?}");
    assert!(idle.iter().any(|piece| piece.starts_with("the block around (4.0, 7.5)")), "{idle:?}");
    // The shard lies on the way; the spikes behind the step and the beam on it would be run into.
    assert!(idle.iter().any(|piece| piece.starts_with("the shard")), "{idle:?}");
    assert!(!idle.iter().any(|piece| piece == "the laser 'a'"), "{idle:?}");
}

#[test]
fn a_beam_that_no_run_comes_near_is_not_idle_if_it_bars_a_shorter_way() {
    // The way over the top is long; the tunnel below is lit for ever.
    let map = "
        ####################
        #                  #
        #                  #
        #   ###########    #
        #   #         #    #
        #   #         #    #
        #   ##### #####    #
        # @     a      X   #
        ####################
    ";
    let lit = idle_in(map, "'a': Laser(aim: Fixed(angle: 270), reach: 1)");
    assert!(!lit.iter().any(|piece| piece == "the laser 'a'"), "{lit:?}");
}

#[test]
fn a_door_and_its_key_are_not_idle() {
    let idle = idle_in(
        "
        ###############
        #    #        #
        #    #        #
        # @ kd       X#
        ###############
        ",
        "'k': Key(channel: \"k\"), 'd': Door(size: (1, 1), when: Raised(\"k\"))",
    );
    assert_eq!(idle, [""; 0]);
}
