//! Players that can miss: the same players everywhere, and families of levels with one knob.

use std::path::{Path, PathBuf};

use hairline_tools::players::knobs::{families, mean_correlation};
use hairline_tools::players::population::{Population, play};

/// The families played here: one each of timing, aim, length and the sense of time. The example `knobs` plays all eleven.
const PLAYED: [&str; 4] = ["charge", "landing", "moments", "silence"];

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

/// Minutes without optimization, as are all below; `scripts/test` runs them in release.
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
#[cfg_attr(debug_assertions, ignore = "plays for minutes")]
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

#[test]
#[cfg_attr(debug_assertions, ignore = "plays for minutes")]
fn a_beam_on_the_screen_is_foreseen_though_its_laser_is_not() {
    let level = hairline_testing::drawn_fully(
        "
        ############################################################
        #                                                          #
        #@                                                         #
        ###            X                                          b#
        ############################################################
        ",
        "'b': Laser(aim: Fixed(angle: 180), cycle: (charge: 0.5, on: 0.6, off: 1.0, offset: 0.8)),",
        "focus: (max: 0, start: 0),",
    );
    let population = play(&level, None, 60, 3).expect("there is a way");
    let deaths: Vec<_> = population.sessions.iter().flat_map(|session| &session.deaths).collect();
    assert!(deaths.len() > 10, "{} deaths", deaths.len());
    assert!(population.figures().fair > 0.9, "{:?}", population.figures());
}

/// Less than the run from the start to the flag: 48 tiles at 9.5 tiles a second take five seconds.
const RUN_SECONDS: f32 = 4.0;

#[test]
#[cfg_attr(debug_assertions, ignore = "plays for minutes")]
fn a_death_after_a_checkpoint_costs_the_time_since_then() {
    let level = hairline_testing::drawn_fully(
        "
        ############################################################
        #                                                       b  #
        #                                                          #
        # @                                               f       X#
        ############################################################
        ",
        "'b': Laser(aim: Fixed(angle: 270), cycle: (charge: 0.2, on: 0.6, off: 0.6, offset: 0.3)), 'f': Checkpoint(),",
        "focus: (max: 0, start: 0),",
    );
    let population = play(&level, None, 60, 3).expect("there is a way");
    let deaths: usize = population.sessions.iter().map(|session| session.deaths.len()).sum();
    let [_, nine_in_ten] = population.figures().lost;
    assert!(deaths > 5 && nine_in_ten < RUN_SECONDS, "{deaths} deaths, {nine_in_ten} s");
}
