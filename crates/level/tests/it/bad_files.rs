//! Files that are not levels, or were made to harm: each is refused with the reason; none makes the parser panic or hang.

use hairline_level::{KINDS, limits};
use proptest::collection::vec;
use proptest::prelude::*;

use super::bad_levels::{GOOD, check};

/// Whole files instead of edits of a good level, with the position (`-` for none) and the words.
#[test]
fn files_that_are_not_levels_are_refused_with_the_reason() {
    let nested = format!("(version: 1, name: {}", "[".repeat(100_000));
    let endless_comment = format!("/*{}", "/*".repeat(50_000));
    let one_line = format!("(version: 1, name: \"{}\", map: r\"\n@X\n\")", "n".repeat(60_000));
    let wide = format!("(version: 1, name: \"a\", map: r\"\n{}\n\")", "#".repeat(limits::MAP_WIDTH_MAX + 1));
    let high = format!("(version: 1, name: \"a\", map: r\"\n{}\")", "#\n".repeat(limits::MAP_HEIGHT_MAX + 1));
    let many = format!(
        "(version: 1, name: \"a\", map: r\"\n@X{}\n\", actors: {{'a': Laser(aim: Fixed(angle: 0))}})",
        "a".repeat(257)
    );
    let shards = format!("(version: 1, name: \"a\", map: r\"\n@X{}\n\")", "*".repeat(257));
    let points = format!(
        "(version: 1, name: \"a\", map: r\"\n@Xa\n\", actors: {{'a': Laser(aim: Fixed(angle: 0), path: (points: [{}]))}})",
        "(1.5, 0.5), (0.5, 0.5), ".repeat(40)
    );
    let named = |chars| format!("(version: 1, name: \"{}\", map: r\"\n@X\n\")", "n".repeat(chars));
    let beside_slope = |at| {
        format!(
            "(version: 1, name: \"a\", map: r\"\n/@X\n\", actors: {{'z': Laser(at: ({at}), aim: Fixed(angle: 0))}})"
        )
    };
    let utf16: Vec<u8> = [0xff, 0xfe].into_iter().chain("(version: 1)".bytes().flat_map(|byte| [byte, 0])).collect();
    let cases: Vec<(&str, Vec<u8>, &str, &str)> = vec![
        ("nothing", "".into(), "-", "there is no level in the file: the file is empty"),
        ("blank", " \n\t\r\n".into(), "-", "there is no level in the file: there is only white space"),
        ("a byte-order mark alone", "\u{feff}".into(), "-", "there is no level in the file: the file is empty"),
        ("a comment alone", "// a level".into(), "-", "there is no level in the file: there are only comments"),
        ("comments", "/* a /* b */ */\n// c\n\n".into(), "-", "(version: 1, name: \"A Walk\", map: r\""),
        ("a comment that never ends", "// a\n/* b\n".into(), "2:1", "this comment never ends"),
        (
            "a replay",
            "(version: 1,\n level: \"a.level.ron\", inputs: \"3R\")".into(),
            "1:1",
            "this file is a replay, not a level",
        ),
        (
            "a campaign",
            "// all\n(version: 1, levels: [\"a.level.ron\"])".into(),
            "2:1",
            "this file is a campaign, not a level",
        ),
        ("a campaign of worlds", "(version: 1, worlds: [])".into(), "1:1", "this file is a campaign, not a level"),
        ("a bracket", "(".into(), "1:1", "the file ends before `)`"),
        ("a word", "hello".into(), "1:1", "must begin with `(`"),
        ("JSON", "{\"version\": 1}".into(), "1:1", "must begin with `(`"),
        ("binary", vec![0x7f, b'E', b'L', b'F', 2, 1, 1, 0], "-", "control character U+007F in line 1"),
        ("bytes that are no text", vec![b'(', b'\n', 0xc3, 0x28], "-", "byte 0xc3 in line 2"),
        ("UTF-16", utf16, "-", "UTF-16"),
        ("an escape sequence", "(version: 1, name: \"\u{1b}[31m\")".into(), "-", "control character U+001B"),
        ("a hundred megabytes", vec![b'#'; 100_000_000], "-", "too large: 100000000 bytes"),
        ("one byte too many", vec![b' '; limits::FILE_BYTES_MAX as usize + 1], "-", "too large"),
        ("deep nesting", nested.into(), "1:83", "nested too deeply"),
        ("deep comments", endless_comment.into(), "1:1", "this comment never ends"),
        ("one very long line", one_line.into(), "1:20", "`name` is too long"),
        ("a map that is too wide", wide.into(), "2:1", "the map is too wide: 513 cells"),
        ("a map that is too high", high.into(), "514:1", "the map is too high: 513 rows"),
        ("too many actors", many.into(), "1:30", "too many actors: 257"),
        ("too many shards", shards.into(), "2:259", "too many shards: 257"),
        ("too long a path", points.into(), "3:61", "the path has 80 points"),
        ("a long name", named(limits::NAME_CHARS_MAX + 1).into(), "1:20", "`name` is too long: 65 characters"),
        ("a map that is a number", "(version: 1, name: \"a\", map: 3)".into(), "1:30", "`map` must be a text map"),
        ("an actor inside a slope", beside_slope("0.75, 0.25").into(), "3:28", "actor 'z' is inside a wall"),
        ("an actor on a slope's face", beside_slope("0.5, 0.5").into(), "3:28", "actor 'z' is inside a wall"),
        ("an empty map", "(version: 1, name: \"a\", map: r\"\n\n\")".into(), "1:30", "the map is empty"),
        ("a map of spaces", "(version: 1, name: \"a\", map: r\"\n   \n   \n\")".into(), "1:30", "the map is empty"),
        ("a pair behind a wide sign", "(version: 1, // ×at: 6,\n 3)".into(), "2:2", "into brackets: `at: (6, 3)`"),
        ("a map of nothing", "(version: 1, name: \"a\", map: \"\")".into(), "1:30", "the map is empty"),
    ];
    assert!(hairline_level::parse(beside_slope("0.25, 0.75"), "slope.level.ron").is_ok());
    assert!(hairline_level::parse(named(limits::NAME_CHARS_MAX), "named.level.ron").is_ok());
    let failures: Vec<String> =
        cases.into_iter().filter_map(|(name, bytes, place, words)| check(name, bytes, place, words).err()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// What a typing error, a bad merge or malice may put anywhere into a level; the examples of all actors join it.
const FRAGMENTS: &[&str] = &[
    "\"",
    "'",
    "r\"",
    "r#\"",
    "\"#",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "//",
    "/*",
    "*/",
    "\\",
    "\\u{0}",
    "#",
    "@",
    "X",
    "q",
    "NaN",
    "inf",
    "-inf",
    "1e400",
    "-1",
    "0",
    "99999999999999999999999",
    "0x",
    "1_",
    ".",
    "..",
    "..=",
    "Some(",
    "None",
    "::",
    ";",
    "−",
    "：",
    "<<<<<<< a\n",
    "2.0s",
    "250°",
    "a b",
    "\u{a0}",
    "()",
    "true",
    "b'",
    "b\"",
    "#![enable(unwrap_newtypes)]",
    "\n",
    "\r",
    "\t",
    " ",
    "é",
    "█",
    "\u{feff}",
    "\u{202e}",
    "Laser(",
    "\0",
    "at: (1, 1)",
    "path: (points: [])",
    "aim: Fixed(angle: 0),",
    "Turret(aim: Fixed(angle: 0), period: 1, burst: 3, ",
    "Camera(aim: Spin(period: 1), channel: \"a\", ",
    "Orb(angle: 0, radius: 2)",
    "Mover(shape: Polygon([(0, 0), (1, 0), (0, 1)]), ",
    "shape: Box(",
    "turn: Spin(period: 1)",
    "Door(size: (1, 2), when: ",
    "Raised(\"a\")",
    "Lowered(",
    "Switch(channel: ",
];

/// The parser must return, and every diagnostic can be shown.
fn must_return(bytes: &[u8]) {
    let inspection = hairline_level::inspect(bytes, "mutated.level.ron");
    assert_eq!(inspection.level.is_none(), inspection.diagnostics.error_count() > 0);
    let plain = inspection.diagnostics.render(false);
    assert_eq!(plain.is_empty(), inspection.diagnostics.is_empty());
    assert!(inspection.diagnostics.render(true).len() >= plain.len());
    assert!(inspection.level.is_none_or(|level| level.hash == level.compute_hash()));
}

/// Enough for every kind of edit at every place; `PROPTEST_CASES` asks for more.
fn many_cases() -> ProptestConfig {
    let usual = ProptestConfig::default();
    ProptestConfig { cases: usual.cases.max(4000), failure_persistence: None, ..usual }
}

proptest! {
    #![proptest_config(many_cases())]

    #[test]
    fn no_mutation_of_a_level_makes_the_parser_panic(
        edits in vec((0..GOOD.len(), 0..4usize, any::<u8>(), 0..FRAGMENTS.len(), 0..60usize), 1..5),
    ) {
        let mut bytes = GOOD.as_bytes().to_vec();
        for (at, kind, byte, fragment, length) in edits {
            let at = at.min(bytes.len());
            match kind {
                0 => bytes.truncate(at.max(1)),
                1 => if let Some(old) = bytes.get_mut(at) { *old = byte },
                2 => _ = bytes.splice(at..at, FRAGMENTS[fragment].bytes()),
                _ => _ = bytes.drain(at..(at + length).min(bytes.len())),
            }
        }
        must_return(&bytes);
    }

    #[test]
    fn no_sequence_of_fragments_makes_the_parser_panic(parts in vec(0..FRAGMENTS.len() + KINDS.len(), 0..40)) {
        let example = |part: usize| KINDS[part - FRAGMENTS.len()].example;
        let fragment = |part: usize| FRAGMENTS.get(part).copied().unwrap_or_else(|| example(part));
        let text: String = parts.into_iter().map(fragment).collect();
        must_return(text.as_bytes());
        must_return(format!("(version: 1, name: \"a\", map: {text})").as_bytes());
        must_return(format!("(version: 1, name: \"a\", map: r\"\n@Xaa\n\", actors: {{'a': {text}}})").as_bytes());
        let level = format!("(version: 1, name: \"a\", map: r\"\n{text}\n\", actors: {{'a': Laser({text})}})");
        must_return(level.as_bytes());
    }

    #[test]
    fn no_bytes_make_the_parser_panic(bytes in vec(any::<u8>(), 0..300)) {
        must_return(&bytes);
    }
}

/// Files made to be slow to read: as large as allowed, and full of errors.
#[test]
fn the_largest_files_full_of_errors_are_read_quickly() {
    let size = limits::FILE_BYTES_MAX as usize - 200;
    let fill = |piece: &str| piece.repeat(size / piece.len());
    let every_character: String = ('\u{100}'..'\u{ffff}').take(size / 3).collect();
    let files = [
        format!("(version: 1, name: \"a\", map: r\"\n@X\n\", actors: {{{}}})", fill("'a': Laser,")),
        format!("(version: 1, name: \"a\", map: r\"\n@X\n\", actors: {{{}}})", fill("'a':x,")),
        format!(
            "(version: 1, name: \"a\", map: r\"\n@X\n\", actors: {{{}}})",
            fill("'a':Laser(aim:Fixed(angle:x),at:(x,x)),")
        ),
        format!(
            "(version: 1, name: \"a\", map: r\"\n@X\n\", actors: {{'a': Laser(aim: Fixed(angle: 0), path: (points: [{}]))}})",
            fill("'x',")
        ),
        format!(
            "(version: 1, name: \"a\", map: r\"\n{}\n\")",
            every_character
                .chars()
                .collect::<Vec<_>>()
                .chunks(500)
                .map(|row| row.iter().collect::<String>())
                .collect::<Vec<_>>()
                .join("\n")
        ),
        format!("(version: 1, name: \"a\", map: r\"\n{}\")", fill(&format!("{}\n", "1".repeat(511)))),
        format!("(version: 1, name: \"a\", map: r\"\n{}\")", fill(&format!("{}\n", "<".repeat(511)))),
        format!("(version: 1, name: \"a\", map: r\"\n{}\")", fill("#\n##\n")),
        format!(
            "(version: 1, name: \"a\", map: r\"\n@Xa\n\", actors: {{'a': Mover(shape: Polygon([{}]))}})",
            fill("(0,0),")
        ),
        format!(
            "(version: 1, name: \"a\", map: r\"\n@X\n\", actors: {{{}}})",
            fill("'a': Mover(shape: Polygon([(0, 0), (9, 9), (9, 0), (0, 9)])),")
        ),
        format!(
            "(version: 1, name: \"a\", map: r\"\n@X{}\n\", actors: {{'o': Orb(angle: 0, radius: 2)}})",
            "o".repeat(255)
        ),
        format!("(version: 1, name: \"a\", {})", fill("/* /* */ */")),
        format!("(version: 1, name: {})", fill("\"a\",")),
        fill("("),
        fill("'"),
        fill("r#"),
        fill("/*"),
    ];
    for file in files {
        must_return(file.as_bytes());
    }
}

/// More warnings than are shown are still only warnings: the level can be played.
#[test]
fn a_level_with_very_many_warnings_is_a_level() {
    let letters: String = ('a'..='z').chain('A'..='W').collect();
    // Each is never lit, and its path goes through the wall.
    let actor = |letter| {
        format!("'{letter}': Laser(aim: Fixed(angle: 0), cycle: (on: 0, off: 1), path: (points: [(2.5, 0.5)])),\n")
    };
    let actors: String = letters.chars().map(actor).collect();
    let text = format!("(version: 1, name: \"a\", map: r\"\n@X.#{letters}\n\", actors: {{\n{actors}}})");
    let inspection = hairline_level::inspect(&text, "many.level.ron");
    assert!(
        inspection.diagnostics.omitted() > 0 && inspection.diagnostics.warning_count() > 64,
        "{}",
        inspection.diagnostics
    );
    assert_eq!(inspection.diagnostics.error_count(), 0, "{}", inspection.diagnostics);
    assert!(inspection.level.is_some());
}
