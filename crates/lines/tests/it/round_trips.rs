//! What is written as a line is read back from it.

use std::path::{Path, PathBuf};

use hairline_lines::{Line, LineError, level_file_name};
use hairline_sim::run::input::TickInput;
use hairline_sim::state::replay::Replay;
use hairline_testing::random::RandomPlayer;
use hairline_testing::{levels_folder, shipped_proofs};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

fn read_back(line: &Line) -> Line {
    let text = line.write().expect("it is short");
    let read = Line::parse(&format!(" {text}\r\n")).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(read.write().expect("as short"), text);
    read
}

#[test]
fn every_level_and_every_proof_comes_back() {
    for (file, level, proof) in shipped_proofs() {
        let text = std::fs::read_to_string(levels_folder().join(&file)).expect("it is shipped");
        let line = Line::of_level(&text).expect("it is valid");
        let both = line.clone().with_run(proof.clone()).expect("its proof");
        let renamed = Replay { level_file: level_file_name(level.hash), ..proof.clone() };
        for (line, has_level, run) in
            [(line, true, None), (Line::of_run(proof), false, Some(&renamed)), (both, true, Some(&renamed))]
        {
            let read = read_back(&line);
            assert_eq!(read.run(), run, "{file}");
            assert_eq!(read.level().is_some(), has_level, "{file}");
            if let Some(found) = read.level().map(|shared| &shared.level) {
                let said = [&found.name, &found.author];
                assert_eq!((found.hash, said), (level.hash, [&level.name, &level.author]), "{file}");
                assert_eq!((&found.hint, found.world), (&level.hint, level.world), "{file}");
                assert!(found.about.is_none(), "{file}");
            }
        }
        assert!(renamed.verify(&level).is_ok(), "{file}");
    }
}

/// Debug and release builds write the same bytes: `scripts/test` runs this in both, and the checksum of all lines stands here.
#[test]
fn a_thousand_random_runs_come_back_and_are_written_alike_by_every_build() {
    let mut written = crc32fast::Hasher::new();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for seed in 0..1000 {
        let mut player = RandomPlayer::new(seed);
        let ticks = random.random_range(0..20_000);
        let mut inputs: Vec<TickInput> = (0..ticks).map(|_| player.next_input()).collect();
        if let Some(last) = inputs.last_mut() {
            *last = last.with(TickInput::RESTART);
        }
        let run = Replay {
            level_file: level_file_name(seed),
            level_hash: seed,
            rules: random.random(),
            inputs,
            final_hash: random.random(),
        };
        let line = Line::of_run(run.clone());
        assert_eq!(read_back(&line).run(), Some(&run), "{seed}");
        written.update(line.write().expect("it is short").as_bytes());
    }
    assert_eq!(written.finalize(), 0xc0fc_87df);
}

/// The same for the levels that are hard to search, which are never edited.
#[test]
fn levels_are_written_alike_by_every_build() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tools/tests/hard");
    let mut files: Vec<PathBuf> =
        folder.read_dir().expect("the folder is there").map(|entry| entry.expect("listed").path()).collect();
    files.sort();
    assert_eq!(files.len(), 12);
    let mut written = crc32fast::Hasher::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("it is there");
        let line = Line::of_level(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        written.update(read_back(&line).write().expect("it is short").as_bytes());
    }
    assert_eq!(written.finalize(), 0xeff6_7189);
}

/// flate2 deflated this one. Whichever library writes a stream of deflate after the dictionary, it is read.
#[test]
fn a_line_of_an_earlier_build_is_read() {
    let line = Line::parse("hl1:EZyqcnk-c9dNwyhdHVHLUC5lB4UIaOLnUtIEAB5hqw0").expect("lines are for ever");
    let text = "(version:1,name:\"A\",map:r\"\n#####\n#@ X#\n#####\n\")";
    assert_eq!(line.level().map(|level| level.text.as_str()), Some(text));
}

#[test]
fn a_run_that_is_too_long_for_a_line_or_of_another_level_is_told() {
    let (_, level, proof) = shipped_proofs().swap_remove(0);
    let inputs: Vec<TickInput> = (0..10_000).map(|tick| TickInput::from_bits(tick as u8 & 1)).collect();
    let long = Line::of_run(Replay { inputs, ..proof.clone() });
    assert!(matches!(long.write(), Err(LineError::NeedsFile(_))));
    let text = "(version: 1, name: \"A\", map: r\"\n#####\n#@ X#\n#####\n\")";
    let other = Line::of_level(text).expect("it is a level");
    let refused = other.with_run(proof).expect_err("played elsewhere").to_string();
    assert!(refused.contains(&format!("{:016x}", level.hash)), "{refused}");
    assert!(matches!(Line::of_level("(version: 1)"), Err(LineError::Level(_))));
}
