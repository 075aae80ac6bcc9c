//! From bytes to play: mutants of the shipped levels are refused with diagnostics or played for a while, and nothing panics.
//! `HAIRLINE_FUZZ=100000` tries so many of them instead of a few.

use hairline_sim::Simulation;
use hairline_sim::run::input::TickInput;
use hairline_tools::check::inspect;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use hairline_testing::levels_folder;

const MUTANTS: u64 = 300;
/// Ticks that a mutant is played.
const TICKS: u32 = 1000;
/// What a mutation may write: the characters that mean something to a level.
const PIECES: [&str; 24] = [
    "#", " ", "@", "X", "*", "^", "=", "~", "$", "/", "\\", "a", "1", "0", "-", "9", ".5", "e9", "(", ")", ",", "\"",
    "NaN", "true",
];

/// One edit: another tile or mark in the map, or a piece written over a byte, put before it, or some bytes taken out or doubled.
fn mutate(text: &mut Vec<u8>, random: &mut Xoshiro256PlusPlus) {
    let at = random.random_range(0..text.len());
    let is_cell = b" #.".contains(&text[at]);
    if is_cell && random.random_bool(0.8) {
        text[at] = b"#.^=%~$/"[random.random_range(0..8)];
        return;
    }
    let end = (at + random.random_range(1..12)).min(text.len());
    let piece = PIECES[random.random_range(0..PIECES.len())].bytes();
    match random.random_range(0..8) {
        0..4 => drop(text.splice(at..at + 1, piece)),
        4 | 5 => drop(text.splice(at..at, piece)),
        6 => drop(text.drain(at..end)),
        _ => {
            let doubled = text[at..end].to_vec();
            drop(text.splice(at..at, doubled));
        }
    }
}

#[test]
fn no_mutant_of_a_shipped_level_makes_reading_checking_or_playing_panic() {
    let files: Vec<String> = hairline_testing::shipped_levels().into_iter().map(|(file, _)| file).collect();
    let count = std::env::var("HAIRLINE_FUZZ").ok().and_then(|count| count.parse().ok()).unwrap_or(MUTANTS);
    let mut played = 0;
    for seed in 0..count {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let file = &files[seed as usize % files.len()];
        let mut text = std::fs::read(levels_folder().join(file)).expect("a shipped level");
        for _ in 0..random.random_range(1..4) {
            mutate(&mut text, &mut random);
        }
        let inspection = inspect(&text, file);
        _ = inspection.diagnostics.to_string();
        let Some(level) = inspection.level else { continue };
        played += 1;
        let mut simulation = Simulation::new(&level);
        let mut held = TickInput::NONE;
        for tick in 0..TICKS {
            if tick % 16 == 0 {
                held = TickInput::from_bits(random.random_range(0..64));
            }
            simulation.tick(held);
            let position = simulation.ninja().position;
            assert!(
                position.is_finite(),
                "mutant {seed}: the ninja is at {position}\n{}",
                String::from_utf8_lossy(&text)
            );
        }
    }
    assert!(played * 10 > count, "only {played} of {count} mutants can be played");
}
