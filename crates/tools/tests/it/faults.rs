//! Broken levels as data: each file of `faults/logic` is read and means nothing good, each of `faults/text` cannot be read. What
//! `hairline check` says of `NAME.level.ron` stands in `NAME.txt`; run with `UPDATE_EXPECT=1` to write it anew, and read the
//! difference.

use std::path::{Path, PathBuf};

use expect_test::expect_file;
use hairline_level::{Inspection, Severity};
use hairline_tools::check::inspect;

/// Every level file of a folder, each with its diagnoses, after those were compared.
fn diagnoses(folder: &str, least: usize) -> Vec<(String, Inspection)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults").join(folder);
    let entries = std::fs::read_dir(&folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("listed").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "ron"));
    files.sort();
    assert!(files.len() >= least, "{} levels of at least {least}", files.len());
    files
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
