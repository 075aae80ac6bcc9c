//! What the game writes on the screen: every text is in the table of words, and every one of the table is on some screen.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use hairline::screens::words::Words;

fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            into.push(path);
        }
    }
}

/// The texts between quotes in the sources of the screens and the app that look like keys.
fn quoted() -> BTreeSet<String> {
    let mut files = vec![];
    for room in ["src/screens", "src/app"] {
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(room), &mut files);
    }
    let texts = files.into_iter().map(|file| std::fs::read_to_string(file).expect("a source"));
    let is_key = |text: &str| text.chars().all(|c| c.is_ascii_lowercase() || c == '-') && !text.is_empty();
    texts.flat_map(|text| text.split('"').filter(|part| is_key(part)).map(str::to_owned).collect::<Vec<_>>()).collect()
}

fn keys() -> Vec<String> {
    let lines = include_str!("../../assets/words/en.ftl").lines();
    let key = |line: &str| line.split_once('=').map(|(key, _)| key.trim().to_owned());
    lines.filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase())).filter_map(key).collect()
}

#[test]
fn every_text_is_used_somewhere() {
    let quoted = quoted();
    let is_used = |key: &String| {
        let base = key.strip_suffix("-help").unwrap_or(key);
        quoted.contains(key) || quoted.contains(base)
    };
    let unused: Vec<String> = keys().into_iter().filter(|key| !is_used(key)).collect();
    assert_eq!(unused, [""; 0]);
}

/// The literals of a line that a player could read: anything with a letter that is no key of the table, no name in code
/// and no file.
fn readable(line: &str) -> Vec<&str> {
    let is_word = |text: &str| {
        // Without the places of values.
        let text = text.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest)).collect::<String>();
        let prose = text.trim_matches(|c: char| !c.is_alphabetic());
        let is_name = prose.chars().all(|c| c.is_alphanumeric() || "-_.:/\\".contains(c));
        prose.chars().filter(|c| c.is_alphabetic()).count() > 1 && !is_name
    };
    line.split('"').skip(1).step_by(2).filter(|text| is_word(text)).collect()
}

#[test]
fn nothing_that_a_player_reads_is_written_outside_of_the_table() {
    // Read by developers: panics, the log, lints. A level that is part of the program is a file.
    let hidden =
        ["expect(", "warn!(", "error!(", "assert", "panic!(", "reason =", "#[error", ".name(", "println!(", "//"];
    // Diagnostics of files, in English as those of `hairline check`; names and licenses.
    let others = ["diagnostic_report.rs", "palette/file.rs", "credits.rs"];
    let mut files = vec![];
    for room in ["src/screens", "src/view"] {
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(room), &mut files);
    }
    let mut found = vec![];
    files.retain(|file| file.iter().all(|part| part != "tests"));
    for file in files.iter().filter(|file| !others.iter().any(|other| file.ends_with(other))) {
        let text = std::fs::read_to_string(file).expect("a source");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in code.lines().enumerate() {
            if !hidden.iter().any(|word| line.contains(word)) {
                found.extend(readable(line).iter().map(|text| format!("{}:{} {text}", file.display(), number + 1)));
            }
        }
    }
    assert_eq!(found, [""; 0]);
    let slip =
        r#"    node.spawn(theme::line("Last good version", 16.0, TEXT)); words.get("report-more"); at("ArrowLeft");"#;
    assert_eq!(readable(slip), ["Last good version"], "the test finds what it looks for");
}

#[test]
fn every_key_has_one_text() {
    let keys = keys();
    assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), keys.len(), "a key is there twice");
    let words = Words::english();
    assert!(keys.iter().all(|key| words.has(key)));
    assert!(keys.len() > 60);
}

#[test]
fn numbers_take_their_plural() {
    let deaths = |count: u32| Words::english().with("deaths", [("count", count.into())]);
    assert_eq!([deaths(0), deaths(1), deaths(2)], ["no deaths", "1 death", "2 deaths"]);
}

#[test]
fn the_pseudo_locale_is_longer_and_keeps_the_values() {
    let (english, pseudo) = (Words::english(), Words::pseudo());
    let length = |words: &Words| words.get("credits-own").chars().count() as f32;
    let ratio = length(&pseudo) / length(&english);
    assert!((1.25..1.5).contains(&ratio), "{ratio}");
    assert!(pseudo.with("finished-best", [("time", "12.343".into())]).ends_with("12.343"));
    assert_ne!(pseudo.get("title-play"), english.get("title-play"));
}
