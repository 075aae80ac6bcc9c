//! Broken levels as data: each file of `faults/logic` is read and means nothing good, each of `faults/text` cannot be read. What
//! `hairline check` says of `NAME.level.ron` stands in `NAME.txt`; run with `UPDATE_EXPECT=1` to write it anew, and read the
//! difference. `faults/riddles` was made before the checks that solve it: each file says in its comment `told:` what must be told
//! and where. The levels of `faults/innocent` look as suspicious and are right.

use std::path::{Path, PathBuf};

use expect_test::expect_file;
use hairline_level::{Inspection, Severity};
use hairline_tools::check::inspect;

/// The level files of a folder, of which there are at least so many.
fn level_files(folder: &str, least: usize) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults").join(folder);
    let entries = std::fs::read_dir(&folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("listed").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "ron"));
    files.sort();
    assert!(files.len() >= least, "{} levels of at least {least}", files.len());
    files
}

/// Every level file of a folder, each with its diagnoses, after those were compared.
fn diagnoses(folder: &str, least: usize) -> Vec<(String, Inspection)> {
    level_files(folder, least)
        .iter()
        .map(|file| {
            let name = file.file_name().expect("a name").to_string_lossy().into_owned();
            let inspection = inspect(std::fs::read(file).expect("a file"), &name);
            let expected = file.with_file_name(name.replace(".level.ron", ".txt"));
            expect_file![expected].assert_eq(&format!("{}\n", inspection.diagnostics));
            (name, inspection)
        })
        .collect()
}

#[test]
fn what_a_level_cannot_mean_is_told_at_its_place() {
    for (name, inspection) in diagnoses("logic", 40) {
        let diagnostics = &inspection.diagnostics;
        assert!(inspection.level.is_some() && diagnostics.error_count() == 0, "{name}: {diagnostics}");
        assert!(diagnostics.warning_count() > 0, "{name}: nothing is told");
        for diagnostic in diagnostics.iter() {
            assert!(
                diagnostics.position(diagnostic).is_some() && diagnostic.help_text().is_some(),
                "{name}: {diagnostics}"
            );
        }
    }
}

#[test]
fn what_cannot_be_read_is_told_with_its_cure() {
    for (name, inspection) in diagnoses("text", 60) {
        let diagnostics = &inspection.diagnostics;
        assert!(inspection.level.is_none() && diagnostics.error_count() > 0, "{name}: {diagnostics}");
        let first = diagnostics.iter().find(|diagnostic| diagnostic.severity() == Severity::Error).expect("an error");
        // A file without text has no place.
        let has_text = !["empty-file", "not-text"].contains(&first.fault().code);
        assert_eq!(diagnostics.position(first).is_some(), has_text, "{name}: {diagnostics}");
    }
}

/// Of the riddles, how many at least are told with the right code at the right place.
const RIDDLES_TOLD: usize = 53;

/// Whether a level's diagnoses have the fault that its comment `told: CODE at TEXT` names, with its label where `TEXT` begins; and
/// after `with` some words of its message.
fn is_told(text: &str, inspection: &Inspection) -> bool {
    let told = text.lines().find_map(|line| line.strip_prefix("// told: ")).expect("a comment says what must be told");
    let (code, at) = told.split_once(" at ").expect("a code and its place");
    let (at, words) = at.split_once(" with ").unwrap_or((at, ""));
    inspection.diagnostics.iter().any(|diagnostic| {
        let position = inspection.diagnostics.position(diagnostic).expect("a place");
        let line = text.lines().nth(position.line - 1).expect("a line of the file");
        let rest: String = line.chars().skip(position.column - 1).collect();
        diagnostic.fault().code == code && rest.starts_with(at) && diagnostic.message().contains(words)
    })
}

#[test]
fn riddles_are_told_at_their_places() {
    let files = level_files("riddles", 50);
    let told = files.iter().filter(|file| {
        let text = std::fs::read_to_string(file).expect("text");
        let inspection = inspect(&text, &file.display().to_string());
        assert!(inspection.level.is_some(), "{}", inspection.diagnostics);
        let is_told = is_told(&text, &inspection);
        if !is_told {
            println!("{} is not told\n{}", file.display(), inspection.diagnostics);
        }
        is_told
    });
    let told = told.count();
    println!("{told} of {} riddles are told", files.len());
    assert!(told >= RIDDLES_TOLD, "{told}");
}

#[test]
fn innocent_levels_are_told_nothing() {
    for file in level_files("innocent", 20) {
        let inspection = inspect(std::fs::read(&file).expect("a file"), &file.display().to_string());
        assert!(inspection.level.is_some() && inspection.diagnostics.is_empty(), "{}", inspection.diagnostics);
    }
}
