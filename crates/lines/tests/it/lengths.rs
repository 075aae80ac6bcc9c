//! How long lines are, over all shipped levels and their proofs.

use hairline_level::LEVEL_FILE_ENDING;
use hairline_lines::{CHARS_MAX, DICTIONARY, Line, compact};
use hairline_testing::{levels_folder, shipped_proofs};

/// The middle and the largest of some lengths.
fn median_and_most(mut lengths: Vec<usize>) -> [usize; 2] {
    lengths.sort_unstable();
    [lengths[lengths.len() / 2], *lengths.last().expect("there are some")]
}

/// A level in the dictionary takes hardly more than its hash and its name, so it says nothing of levels to come.
#[test]
fn lines_of_levels_outside_the_dictionary_and_of_runs_are_short() {
    let mut columns: [Vec<usize>; 4] = Default::default();
    println!("{:24} {:>6} {:>6} {:>6} {:>6}", "characters", "file", "level", "run", "both");
    for (file, _, proof) in shipped_proofs() {
        let text = std::fs::read_to_string(levels_folder().join(&file)).expect("it is shipped");
        let level = Line::of_level(&text).expect("it is valid");
        let both = level.clone().with_run(proof.clone()).expect("its proof");
        let [level, run, both] =
            [level, Line::of_run(proof), both].map(|line| line.write().expect("it is short").len());
        let is_known = DICTIONARY.contains(&compact(&text));
        let name = file.trim_end_matches(LEVEL_FILE_ENDING);
        let known = if is_known { "  in the dictionary" } else { "" };
        println!("{name:24} {:6} {level:6} {run:6} {both:6}{known}", text.len());
        columns[1].push(run);
        if !is_known {
            columns[0].push(level);
            columns[2].push(both);
            columns[3].push(text.len());
        }
    }
    let [levels, runs, both, files] = columns.map(median_and_most);
    println!("median and most: files {files:?}, levels {levels:?}, runs {runs:?}, both {both:?}");
    assert!(levels[0] <= 320 && levels[1] <= 1000, "levels: {levels:?}");
    assert!(runs[0] <= 110 && runs[1] <= 300, "runs: {runs:?}");
    assert!(both[1] < CHARS_MAX / 2, "both: {both:?}");
}
