//! Players that can miss: families of levels with one knob, which get harder from file to file, and the same players everywhere.

use hairline_level::Level;
use hairline_tools::players::population::{Population, play};

/// The files `FAMILY-1.level.ron`, `FAMILY-2.level.ron` and so on in `tests/players`, each harder by construction.
const FAMILIES: [&str; 8] = ["bullets", "charge", "focus", "gap", "landing", "moments", "silence", "window"];
const LEVELS: usize = 4;

fn level(family: &str, number: usize) -> Level {
    let path = format!("{}/tests/players/{family}-{number}.level.ron", env!("CARGO_MANIFEST_DIR"));
    hairline_level::read(path.as_ref()).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn mean_tries(family: &str, number: usize, players: u32) -> f32 {
    let population =
        play(&level(family, number), players, 0).unwrap_or_else(|error| panic!("{family}-{number}: {error}"));
    population.figures().tries_mean
}

/// Ranks of values, the mean rank for equal ones.
fn ranks(values: &[f32]) -> Vec<f32> {
    let rank = |value: &f32| {
        let below = values.iter().filter(|other| *other < value).count() as f32;
        let equal = values.iter().filter(|other| *other == value).count() as f32;
        below + (equal + 1.0) / 2.0
    };
    values.iter().map(rank).collect()
}

fn correlation(a: &[f32], b: &[f32]) -> f32 {
    let mean = |values: &[f32]| values.iter().sum::<f32>() / values.len() as f32;
    let (mean_a, mean_b) = (mean(a), mean(b));
    let sum = |x: &[f32], mx: f32, y: &[f32], my: f32| x.iter().zip(y).map(|(x, y)| (x - mx) * (y - my)).sum::<f32>();
    sum(a, mean_a, b, mean_b) / (sum(a, mean_a, a, mean_a) * sum(b, mean_b, b, mean_b)).sqrt().max(1e-6)
}

#[test]
#[cfg_attr(debug_assertions, ignore = "plays 32 levels")]
fn tries_rise_with_the_knob_of_each_family() {
    let (mut knobs, mut tries) = (vec![], vec![]);
    for family in FAMILIES {
        let means: Vec<f32> = (1..=LEVELS).map(|number| mean_tries(family, number, 60)).collect();
        println!("{family}: mean tries {means:?}");
        knobs.extend((1..=LEVELS).map(|number| number as f32));
        tries.extend(ranks(&means));
    }
    let correlation = correlation(&knobs, &tries);
    println!("rank correlation {correlation:.2} over {} pairs", FAMILIES.len() * LEVELS * (LEVELS - 1) / 2);
    assert!(correlation >= 0.7, "{correlation}");
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
        #                  #
        #                  #
        #                  #
        # @              X #
        ########^^^#########
        ",
        "",
        "focus: (max: 0, start: 0),",
    );
    let with_threads = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool of threads");
        pool.install(|| what_happened(&play(&level, 6, 3).expect("there is a way")))
    };
    let alone = with_threads(1);
    assert_eq!(alone, with_threads(3));
    assert!(alone.iter().any(|(tries, ..)| tries.is_some()), "{alone:?}");
}
