//! Players that can miss: the same players everywhere, and families of levels with one knob.

use std::path::{Path, PathBuf};

use hairline_tools::players::knobs::{families, mean_correlation};
use hairline_tools::players::population::{Population, play};

/// The families played here: one each of timing, aim and length. The example `knobs` plays all eleven.
const PLAYED: [&str; 3] = ["charge", "landing", "moments"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/players")
}

#[test]
fn the_families_of_levels_are_read() {
    let files: Vec<_> = std::fs::read_dir(folder()).expect("the folder is there").flatten().collect();
    assert_eq!(files.len(), 44, "eleven families of four");
    for file in files {
        hairline_level::read(&file.path()).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// Minutes without optimization; `scripts/test` runs it in release.
#[test]
#[cfg_attr(debug_assertions, ignore = "plays for minutes")]
fn tries_rise_with_the_knob() {
    let families = families(&folder(), |name| PLAYED.contains(&name), 40).expect("each level has a way");
    assert_eq!(families.len(), PLAYED.len());
    assert!(mean_correlation(&families) >= 0.7, "{families:?}");
    assert!(families.iter().all(|family| family.rank_correlation() > 0.0), "{families:?}");
}

/// What a player did, to compare two populations.
fn what_happened(population: &Population) -> Vec<(Option<u32>, u32, usize)> {
    population.sessions.iter().map(|session| (session.tries, session.finish_ticks, session.deaths.len())).collect()
}

#[test]
fn the_same_players_fare_the_same_with_any_number_of_threads() {
    let level = hairline_testing::drawn_fully(
        "
        ####################
        #       b          #
        #                  #
        #                  #
        # @              X #
        ########^^^#########
        ",
        "'b': Laser(aim: Fixed(angle: 270), cycle: (charge: 0.3, on: 0.6, off: 0.9, offset: 1.0)),",
        "focus: (max: 0, start: 0),",
    );
    let with_threads = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool of threads");
        pool.install(|| what_happened(&play(&level, None, 60, 3).expect("there is a way")))
    };
    let alone = with_threads(1);
    assert_eq!(alone, with_threads(3));
    assert!(alone.iter().any(|(tries, ..)| tries.is_some()), "{alone:?}");
}
