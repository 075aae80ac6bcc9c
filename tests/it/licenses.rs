//! `assets/LICENSES.md`: each file that is not code has one line with its license, and no line is about nothing.

use std::fs;
use std::path::Path;

const PAGE: &str = include_str!("../../assets/LICENSES.md");
const FOLDERS: [&str; 3] = ["assets", "levels", "docs"];

/// The files below a folder of the repository, by their paths with `/`. What begins with a dot is no asset.
fn files_below(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).expect("it is in the repository");
    let below = entries.flat_map(|entry| {
        let entry = entry.expect("the folder can be read");
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        match entry.path().is_dir() {
            true => files_below(&path),
            false => vec![path],
        }
    });
    below.filter(|path| !path.contains("/.")).collect()
}

/// Whether a path is that of a row; a star stands for a name in one folder.
fn matches(row: &str, path: &str) -> bool {
    match row.split_once('*') {
        Some((before, after)) => {
            let name = path.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
            name.is_some_and(|name| !name.is_empty() && !name.contains('/'))
        }
        None => row == path,
    }
}

#[test]
fn each_file_that_is_not_code_has_one_line_with_its_license() {
    let rows: Vec<(&str, &str)> = PAGE
        .lines()
        .filter_map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            Some((cells[0].strip_prefix('`')?.strip_suffix('`')?, *cells.get(3)?))
        })
        .collect();
    let mut used = vec![false; rows.len()];
    for path in FOLDERS.into_iter().flat_map(files_below) {
        let own: Vec<usize> = (0..rows.len()).filter(|row| matches(rows[*row].0, &path)).collect();
        let [row] = own[..] else { panic!("{path} has {} rows in assets/LICENSES.md, and needs one", own.len()) };
        assert!(!rows[row].1.is_empty(), "{path} has no license");
        used[row] = true;
    }
    for ((row, _), used) in rows.iter().zip(used) {
        assert!(used, "assets/LICENSES.md has a row for {row}, and there is no such file");
    }
}
