//! Mutants of the maps: each is imported or refused with a reason, and nothing panics. `HAIRLINE_FUZZ=100000` tries so many.

use std::fs;

use hairline_tools::output::status::ExitStatus;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::{folder, good, options, run};

const MUTANTS: u64 = 400;

/// What a mutation may write: what means something to XML, JSON, RON and the importer.
const PIECES: [&str; 32] = [
    "0",
    "-1",
    "1000000000",
    "4294967295",
    "4294967296",
    "1e999",
    "NaN",
    "inf",
    "0.0001",
    "<",
    ">",
    "</",
    "/>",
    "\"",
    "&",
    "&amp;",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "null",
    "true",
    "-",
    "X",
    "é",
    "\u{0}",
    "<group>",
    "<![CDATA[",
    "<!DOCTYPE a>",
    "..",
];

fn mutate(text: &mut Vec<u8>, random: &mut Xoshiro256PlusPlus) {
    if text.is_empty() {
        return;
    }
    let at = random.random_range(0..text.len());
    let end = (at + random.random_range(1..40)).min(text.len());
    let piece = PIECES[random.random_range(0..PIECES.len())].bytes();
    // Most mutants replace one whole number by another, so that they stay valid syntax.
    let digits = text[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    match random.random_range(0..10) {
        _ if digits > 0 && random.random_bool(0.7) => drop(text.splice(at..at + digits, piece)),
        0..3 => drop(text.splice(at..at + 1, piece)),
        3..5 => drop(text.splice(at..at, piece)),
        5..7 => drop(text.drain(at..end)),
        7 | 8 => {
            let doubled = text[at..end].to_vec();
            drop(text.splice(at..at, doubled));
        }
        _ if random.random_bool(0.3) => text.truncate(at.max(1)),
        _ => text[at] ^= 1 << random.random_range(0..8),
    }
}

#[test]
fn no_mutant_of_a_map_panics_and_each_gets_an_answer() {
    let mutants = std::env::var("HAIRLINE_FUZZ").ok().and_then(|count| count.parse().ok()).unwrap_or(MUTANTS);
    let out = folder("fuzz");
    fs::create_dir_all(out.join("world")).expect("a folder");
    let names = ["figures.tmx", "infinite.tmx", "foreign.tmx", "first-light.tmx", "world.ldtk"];
    let beside = ["tiles.tsx", "sentry.tx", "world/Level_1.ldtkl", "foreign.mapping.ron"];
    let read = |name: &str| fs::read(good().join(name)).expect("a map");
    let restore = |name: &str| fs::write(out.join(name), read(name)).expect("written");
    names.iter().chain(&beside).for_each(|name| restore(name));
    let drafts = out.join("drafts");
    let (mut fine, mut failed, mut drafted) = (0, 0, 0);
    for seed in 0..mutants {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let name = names[random.random_range(0..names.len())];
        // One mutant in four is of a file beside the map.
        let mutated = if random.random_bool(0.25) { beside[random.random_range(0..beside.len())] } else { name };
        let mut text = read(mutated);
        (0..random.random_range(1..4)).for_each(|_| mutate(&mut text, &mut random));
        fs::write(out.join(mutated), text).expect("written");
        let mut options = options(&out.join(name), &drafts);
        options.draft = seed % 3 == 0;
        (options.check, options.force) = (!options.draft, options.draft);
        options.mapping = (name == "foreign.tmx" && !options.draft).then(|| out.join("foreign.mapping.ron"));
        let (outcome, printed) = run(&options);
        match outcome {
            ExitStatus::Fine => fine += 1,
            _ => {
                failed += 1;
                assert!(
                    printed.contains("error") || printed.contains("cannot import"),
                    "seed {seed}, {name}:\n{printed}"
                );
            }
        }
        restore(mutated);
        for entry in fs::read_dir(&drafts).into_iter().flatten() {
            let file = entry.expect("listed").path();
            let is_draft =
                printed.contains(&format!("{}, a draft", file.file_name().expect("a name").to_string_lossy()));
            assert_eq!(hairline_level::read(&file).is_err(), is_draft, "seed {seed}:\n{printed}");
            drafted += u64::from(is_draft);
            fs::remove_file(file).expect("removed");
        }
        assert!(printed.len() < 200_000, "seed {seed}: {} bytes", printed.len());
    }
    assert!(drafted > mutants / 50, "{drafted} drafts of {mutants} mutants");
    assert!(fine > mutants / 50 && failed > mutants / 5, "{fine} fine, {failed} failed: the mutants try too little");
}
