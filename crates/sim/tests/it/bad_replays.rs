//! Invalid replay files: each error with its line, in the game's own words. The tables are the tests.

use hairline_level::diagnostics::escape;
use hairline_sim::state::replay::Replay;
use proptest::collection::vec;
use proptest::prelude::*;

/// A valid replay, which the cases edit.
const GOOD: &str = r#"(
    version: 1,
    level: "a.level.ron",
    level_hash: "cc750ced5b11623f",
    rules: 2,
    ticks: 15,
    final_hash: "9b48cf81905b8f0f",
    inputs: "
12RF 3-
",
)
"#;

/// The case, what is replaced in the good replay, by what, and how the error begins.
type Case = (&'static str, &'static str, &'static str, &'static str);

#[rustfmt::skip]
const CASES: &[Case] = &[
    ("a missing comma", "rules: 2,", "rules: 2", "line 5, column 13: a comma is missing: expected `,` after this value"),
    ("a missing colon", "rules: 2", "rules 2", "line 5, column 11: a colon is missing"),
    ("a mistyped field", "rules: 2", "rule: 2", "line 5, column 5: unknown field `rule` in `Replay`: did you mean `rules`?"),
    ("a missing field", "rules: 2,", "", "line 11, column 1: `Replay` has no `rules`: add `rules: …` here"),
    ("a field twice", "rules: 2,", "rules: 2, rules: 2,", "line 5, column 15: `rules` is set twice"),
    ("a text for a number", "rules: 2", "rules: \"2\"", "line 5, column 12: this is not a whole number"),
    ("a number over all floats", "rules: 2", "rules: 1e400", "line 5, column 12: this is not a whole number"),
    ("a large number", "rules: 2", "rules: 99999999999", "line 5, column 12: the number is out of range"),
    ("a negative number", "rules: 2", "rules: -2", "line 5, column 13: the number is out of range"),
    ("a number for a text", "\"a.level.ron\"", "3", "line 3, column 12: this is not text"),
    ("no version", "version: 1,", "", "line 1, column 1: there is no `version`"),
    ("a newer version", "version: 1", "version: 2", "replay format 2 is not known"),
    ("a version in words", "version: 1", "version: \"1\"", "line 2, column 14: this is not a whole number"),
    ("text after the end", ",\n)\n", ",\n)\nmore", "line 12, column 1: there is text after the end"),
    ("another language's comment", "(\n    version", "# mine\n(\n    version", "line 1, column 1: the file must begin with `(`"),
    ("an extension cut short", "(\n    version", "#![enable(implicit_some)\n(\n    version", "line 1, column 1: this line is not `#![enable(…)]`"),
    ("a name before the bracket", "(\n    version", "Replay(\n    version", "line 1, column 1: the file must begin with `(`"),
    ("what cannot be seen", "rules", "ru\u{202e}les", "line 5, column 7: invisible character U+202E"),
    ("a short hash", "cc750", "", "`level_hash` must be sixteen hexadecimal digits, not `ced5b11623f`"),
    ("an unknown button", "12RF", "12RQ", "input 1, `12RQ`: only the letters"),
    ("no button", "3-", "3", "input 2, `3`: a count and letters expected"),
    ("a long run", "12RF", "9999999RF", "input 1, `9999999RF`: a replay has at most an hour"),
    ("inputs cut off", "12RF 3-", "12RF", "the file states 15 ticks, but its inputs are 12"),
];

/// Terms of the RON parser, which must not appear in messages to players.
const PARSER_TERMS: [&str; 8] =
    ["Expected", "VersionOnly", "AnyFile", "enum", "struct", "identifier", "integer", "char "];

#[track_caller]
fn error_of(name: &str, bytes: &[u8]) -> String {
    let error = Replay::parse(bytes).err().unwrap_or_else(|| panic!("{name}: this should be invalid")).to_string();
    assert!(PARSER_TERMS.iter().all(|word| !error.contains(word)), "{name}: {error}");
    assert!(!error.contains(escape::is_hidden), "{name}: {error}");
    error
}

#[test]
fn each_error_is_reported_at_its_place() {
    assert_eq!(Replay::parse(GOOD.as_bytes()).map(|replay| replay.inputs.len()), Ok(15));
    assert!(Replay::parse(format!("\u{feff}{GOOD}").as_bytes()).is_ok(), "a byte-order mark is skipped");
    let failures = CASES.iter().filter_map(|(name, from, to, words)| {
        let text = GOOD.replacen(from, to, 1);
        assert_ne!(text, GOOD, "{name}: {from:?} is not in the replay");
        let error = error_of(name, text.as_bytes());
        (!error.starts_with(words)).then(|| format!("{name}: expected “{words}”, found “{error}”\n"))
    });
    assert_eq!(failures.collect::<String>(), "");
}

#[test]
fn a_file_that_is_not_a_replay_is_called_what_it_is() {
    let level = include_str!("../../../../levels/doorstep.level.ron");
    let campaign = include_str!("../../../../levels/campaign.ron");
    let cases: [(&[u8], &str); 9] = [
        (b"", "line 1, column 1: the file holds no replay"),
        (b" \n", "line 1, column 1: the file holds no replay"),
        (b"// mine\n", "line 1, column 1: the file holds no replay"),
        (level.as_bytes(), "line 1, column 1: this file is a level, not a replay"),
        (campaign.as_bytes(), "line 1, column 1: this file is a campaign, not a replay"),
        (b"hello", "line 1, column 1: the file must begin with `(`"),
        (b"\0\x01", "line 1, column 1: the file must begin with `(`"),
        (b"(\n\xc3(", "line 2, column 1: the file is not UTF-8 text"),
        (&GOOD.as_bytes()[..100], "line 1, column 1: the file ends before `)` closes this `(`"),
    ];
    for (bytes, words) in cases {
        let error = error_of(words, bytes);
        assert!(error.starts_with(words), "expected “{words}”, found “{error}”");
    }
}

/// What a typing error may put anywhere in a replay.
const SPLINTERS: [&str; 16] =
    ["\"", "'", "(", ")", "{", ":", "::", ";", "/", "//", "/*", "\u{202e}", "é", "<<<<<<< a\n", "1e400", "#![enable("];

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_mutation_of_a_replay_makes_the_parser_panic(
        edits in vec((0..GOOD.len(), 0..4usize, any::<u8>(), 0..SPLINTERS.len(), 0..40usize), 1..5),
    ) {
        let mut bytes = GOOD.as_bytes().to_vec();
        for (at, kind, byte, splinter, length) in edits {
            let at = at.min(bytes.len());
            match kind {
                0 => bytes.truncate(at),
                1 => if let Some(old) = bytes.get_mut(at) { *old = byte },
                2 => _ = bytes.splice(at..at, SPLINTERS[splinter].bytes()),
                _ => _ = bytes.drain(at..(at + length).min(bytes.len())),
            }
        }
        if Replay::parse(&bytes).is_err() {
            error_of("a mutation", &bytes);
        }
    }
}
