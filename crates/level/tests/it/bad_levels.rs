//! Invalid levels: a good one with one mistake, and one clear error for it, at its line and column. The two tables are
//! the tests.

use hairline_level::{LevelDiagnostics, Position};

/// A valid level, which the cases edit. Line 1 is the bracket; the map's first row is line 6.
pub(crate) const GOOD: &str = r#"(
    version: 1,
    name: "First Light",
    author: "Ada",
    map: r"
        ####################
        #        a         #
        #   *              #
        #  @   1     2  X  #
        ####################
    ",
    actors: {
        'a': Laser(
            aim: Sweep(from: 250, to: 290, period: 2.0),
            cycle: (charge: 0.5, on: 1.0, off: 0.5),
            path: (points: ['1', '2']),
        ),
    },
)
"#;

/// The case, what is replaced in the good level, by what, the error's line:column, and words that it must contain.
type Case = (&'static str, &'static str, &'static str, &'static str, &'static str);

/// Mistakes in how a file is written: its form, and its names.
#[rustfmt::skip]
const FORM: &[Case] = &[
    // The form of the file.
    ("an unclosed list", "['1', '2']", "['1', '2'", "16:37", "found `)`, expected `]`"),
    ("a bracket too many", "0.5),\n", "0.5)),\n", "17:9", "found `)`, expected `}`"),
    ("a missing comma", "\"Ada\",", "\"Ada\"", "4:18", "a comma is missing"),
    ("a missing colon", "to: 290", "to 290", "14:38", "a colon is missing"),
    ("a field without a name", "to: 290", "290", "14:35", "a field's name is missing"),
    ("a name that never ends", "\"First Light\"", "\"First Light", "3:11", "this string does not end on its line"),
    ("a map that never ends", "####\n    \"", "####\n    ", "5:10", "this string never ends"),
    ("a quotation mark in the map", "#  @ ", "# \"@ ", "9:12", "a comma is missing"),
    ("a comment that never ends", "version: 1,", "version: 1, /* one", "2:17", "this comment never ends"),
    ("text after the end", "    },\n)\n", "    },\n)\nmore\n", "20:1", "text after the end"),
    ("an unknown extension", "(\n    version", "#![enable(magic)]\n(\n    version", "1:11", "no RON extension `magic`"),
    ("not a struct", "(\n    version", "[\n    version", "1:1", "must begin with `(`"),
    ("a name before the bracket", "(\n    version", "Level(\n    version", "1:1", "must begin with `(`"),
    ("a semicolon", "\"Ada\",", "\"Ada\";", "4:18", "found `;`, expected a comma"),
    ("an equals sign", "author:", "author =", "4:12", "expected `:`, not `=`"),
    ("an equals sign behind a letter", "'a':", "'a' =", "13:13", "write `'a': value`"),
    ("a name in quotation marks", "author:", "\"author\":", "4:5", "write `author: …`"),
    ("a text without quotation marks", "\"Ada\"", "Ada Lovelace", "4:13", "text needs quotation marks"),
    ("a missing comma behind a word", "path: (", "path: (closed: true speed: 1, ", "16:32", "a comma is missing"),
    ("a decimal comma", "period: 2.0", "period: 2,0", "14:54", "a number is written with a point, not a comma"),
    ("a number with a unit", "period: 2.0", "period: 2.0s", "14:55", "a number is written without its unit"),
    ("a number with a degree sign", "from: 250", "from: 250°", "14:33", "leave this out"),
    ("two points in a number", "period: 2.0", "period: 2.0.0", "14:52", "`2.0.0` is not a number"),
    ("two signs at a number", "from: 250", "from: --250", "14:30", "`--250` is not a number"),
    ("a fraction", "period: 2.0", "period: 1/2", "14:53", "there is a single `/` here"),
    ("no number", "period: 2.0", "period: ", "14:52", "a value is missing"),
    ("no value before a comma", "\"Ada\"", "", "4:13", "a value is missing"),
    ("a value without its name", "Sweep(from: 250, to: 290, period: 2.0)", "Fixed(270)", "14:24", "such as `Fixed(angle: 270)`"),
    ("a product", "period: 2.0", "period: 2*3", "14:53", "arithmetic is not supported"),
    ("a sum", "from: 250", "from: 200+50", "14:30", "`200+50` is not a number"),
    ("a typographer's minus", "from: 250", "from: −90", "14:30", "`−` is not a minus sign here"),
    ("a wide colon", "to: 290", "to：290", "14:37", "expected `:`, not `：`"),
    ("a wide comma", "250, to", "250，to", "14:33", "found `，`, expected a comma"),
    ("a path to a name", "Sweep(", "Aim::Sweep(", "14:18", "leave this out"),
    ("braces for brackets", "Sweep(from: 250, to: 290, period: 2.0)", "Sweep{from: 250, to: 290, period: 2.0}", "14:23", "found `{`, expected `(`"),
    ("a text between single marks", "\"Ada\"", "'Ada'", "4:13", "goes between `\"`"),
    ("three quotation marks", "r\"\n", "r\"\"\"\n", "5:13", "a string ends at its first `\"`"),
    ("the marks of a merge", "    author", "<<<<<<< HEAD\n    author", "4:1", "a merge left its conflict markers"),
    ("a comment of a shell before all", "(\n    version", "# mine\n(\n    version", "1:1", "a comment begins with `//`"),
    ("a comment of a shell", "    author", "    # mine\n    author", "4:5", "a comment begins with `//`"),
    ("a comment of SQL", "    author", "    -- mine\n    author", "4:5", "a comment begins with `//`"),
    ("half a comment", "    author", "    / mine\n    author", "4:5", "a comment begins with `//`"),
    ("an extension cut short", "(\n    version", "#![enable(implicit_some)\n(\n    version", "1:1", "this line is not `#![enable(…)]`"),
    ("another attribute", "(\n    version", "#![allow(x)]\n(\n    version", "1:1", "leave the line out"),
    // Names.
    ("an aim in quotation marks", "Sweep(from: 250, to: 290, period: 2.0)", "\"Sweep\"", "14:18", "`Sweep` is written without quotation marks"),
    ("an unknown field of the level", "author:", "auther:", "4:5", "did you mean `author`?"),
    ("an unknown field of the aim", "period: 2.0", "perod: 2.0", "14:44", "did you mean `period`?"),
    ("an unknown field of the cycle", "charge: 0.5", "load: 0.5", "15:21", "`charge`, `on`, `off`, `offset`"),
    ("an unknown field of the actor", "cycle: (", "cicle: (", "15:13", "did you mean `cycle`?"),
    ("an unknown kind of actor", "Laser(", "Lazer(", "13:14", "did you mean `Laser`?"),
    ("no kind of actor", "Laser(", "(", "13:14", "the kind of actor is missing"),
    ("an unknown aim", "Sweep(", "Swing(", "14:18", "unknown aim `Swing`"),
    ("a field set twice", "author: \"Ada\"", "name: \"Ada\"", "4:5", "`name` is set twice"),
    ("a field of the aim set twice", "to: 290", "from: 290", "14:35", "`from` is set twice"),
    ("an actor declared twice", "    },\n)", "        'a': Laser(aim: Fixed(angle: 0)),\n    },\n)", "18:9", "declared twice"),
    ("a missing field", "period: 2.0", "", "14:44", "`Sweep` has no `period`"),
    ("a level without a map", "map: r\"", "hint: r\"", "19:1", "`Level` has no `map`"),
    ("no version", "version: 1,", "", "1:1", "there is no `version`"),
    ("a newer version", "version: 1", "version: 2", "2:14", "version 2 of the format is not known"),
    ("a version in words", "version: 1", "version: \"one\"", "2:14", "`version` must be the number 1"),
    ("an unknown exit", "author: \"Ada\"", "exit: AfterAllShard", "4:11", "did you mean `AfterAllShards`?"),
    ("an unknown world", "author: \"Ada\"", "world: GlasGarden", "4:12", "did you mean `GlassGarden`?"),
    ("a world with settings", "author: \"Ada\"", "world: Ironworks(2)", "4:12", "`Ironworks` has no settings"),
    ("no idea", "author: \"Ada\"", "about: (beat: Meet)", "4:23", "has no `idea`"),
    ("an unknown beat", "author: \"Ada\"", "about: (idea: \"x\", beat: Meat)", "4:30", "did you mean `Meet`?"),
    ("an unknown kind that is needed", "author: \"Ada\"", "about: (idea: \"x\", beat: Use, needs: [Lazer])", "4:43", "did you mean `Laser`?"),
    ("a kind that is needed twice", "author: \"Ada\"", "about: (idea: \"x\", beat: Use, needs: [Laser, Laser])", "4:50", "`Laser` is in `needs` twice"),
];

/// Mistakes in what a file says: values, the map, actors and paths.
#[rustfmt::skip]
const CONTENT: &[Case] = &[
    // Values.
    ("an empty name", "\"First Light\"", "\"  \"", "3:11", "the level has no name"),
    ("a name that is no text", "\"First Light\"", "First", "3:11", "`name` must be text in quotation marks"),
    ("a name of two lines", "\"First Light\"", "\"First\nLight\"", "3:11", "must be one line"),
    ("NaN", "charge: 0.5", "charge: NaN", "15:29", "not a number"),
    ("infinity", "charge: 0.5", "charge: inf", "15:29", "finite"),
    ("a number over all floats", "from: 250", "from: 1e400", "14:30", "`from` is too large a number"),
    ("a number under all floats", "from: 250", "from: -1e400", "14:30", "`from` is too large a number"),
    ("a negative number over all floats where none may be negative", "period: 2.0", "period: -1e400", "14:52", "`period` is too large a number"),
    ("the range of what is too large", "period: 2.0", "period: 1e400", "14:52", "must be 0.05 to 600 seconds"),
    ("a count over all floats", "cycle: (", "beams: 1e400, cycle: (", "15:20", "a whole number, 1 to 8"),
    ("a number over single floats", "from: 250", "from: 1e39", "14:30", "at most 3600 degrees"),
    ("a negative period", "period: 2.0", "period: -2.0", "14:52", "must not be negative"),
    ("a period of zero", "period: 2.0", "period: 0", "14:52", "must not be zero"),
    ("a period of minus zero", "period: 2.0", "period: -0.0", "14:52", "must not be zero"),
    ("a tiny period", "period: 2.0", "period: 1e-30", "14:52", "at least 0.05 seconds"),
    ("a word for a number", "period: 2.0", "period: fast", "14:52", "must be a number of seconds"),
    ("a text for a number", "period: 2.0", "period: \"2\"", "14:52", "must be a number of seconds"),
    ("a number in quotation marks", "period: 2.0", "period: \"2\"", "14:52", "leave the quotation marks out"),
    ("a text that is no number", "period: 2.0", "period: \"two\"", "14:52", "this is not"),
    ("a negative part of the cycle", "off: 0.5", "off: -0.5", "15:48", "must not be negative"),
    ("a negative offset", "off: 0.5", "offset: -1", "15:51", "must not be negative"),
    ("a cycle of nothing", "(charge: 0.5, on: 1.0, off: 0.5)", "(charge: 0, on: 0, off: 0)", "15:20", "together"),
    ("no beams", "cycle: (", "beams: 0, cycle: (", "15:20", "a whole number, 1 to 8"),
    ("nine beams", "cycle: (", "beams: 9, cycle: (", "15:20", "a whole number, 1 to 8"),
    ("half a beam", "cycle: (", "beams: 1.5, cycle: (", "15:20", "a whole number, 1 to 8"),
    ("very many beams", "cycle: (", "beams: 99999999999999999999, cycle: (", "15:20", "a whole number, 1 to 8"),
    ("a reach of zero", "cycle: (", "reach: 0, cycle: (", "15:20", "must not be zero"),
    ("a negative turn rate", "Sweep(from: 250, to: 290, period: 2.0)", "Track(from: 0, turn_rate: -9)", "14:44", "negative"),
    ("neither true nor false", "Sweep(from: 250, to: 290, period: 2.0)", "Spin(period: 1, clockwise: yes)", "14:45", "`true` or `false`"),
    ("a negative speed", "points: [", "speed: -1, points: [", "16:27", "must not be negative"),
    ("a negative focus", "author: \"Ada\"", "focus: (max: -1)", "4:18", "must not be negative"),
    ("a focus that starts over its maximum", "author: \"Ada\"", "focus: (max: 1, start: 2)", "4:28", "at most 1"),
    // The map.
    ("no ninja", "@", " ", "5:10", "the map has no ninja"),
    ("two ninjas", "*", "@", "9:12", "two of `@`"),
    ("no exit", "X", " ", "5:10", "the map has no exit"),
    ("two exits", "*", "X", "9:25", "two of `X`"),
    ("a short row", "#        a         #", "#        a", "7:19", "row 2 of the map is 10 cells wide, and the others are 20"),
    ("a long row", "#        a         #", "#        a         ###", "7:29", "2 too many"),
    ("a row that begins left of the others", "        #        a  ", "     #        a  ", "7:26", "moved right"),
    ("an empty row", "#        a         #", "", "7:9", "row 2 of the map is 0 cells wide"),
    ("how an empty row is mended", "#        a         #", "", "7:9", "remove the empty row"),
    ("a comment in the map", "a         #", "a         # // a", "7:29", "there are no comments within a map"),
    ("spaces at the end of a row", "a         #", "a         #  ", "7:29", "remove the spaces at the end"),
    ("a tab", "#        a  ", "#\t      a  ", "7:10", "there is a tab in the map"),
    ("an unknown character", "*", "+", "8:13", "did you mean `#`, solid?"),
    ("a character that may mean anything", "*", "?", "8:13", "not known"),
    ("where all characters are listed", "*", "?", "8:13", "levels/README.md has the whole table under \"The map\""),
    ("a letter of another alphabet", "*", "é", "8:13", "an actor's letter is a to z or A to Z"),
    ("a block from elsewhere", "*", "█", "8:13", "did you mean `#`, solid?"),
    ("a space that is none", "*", "\u{a0}", "8:13", "unknown character U+00A0"),
    ("a character that turns the line round", "*", "\u{202e}", "8:13", "unknown character U+202E"),
    ("a character that cannot be seen", "to: 290", "t\u{200b}o: 290", "14:36", "t\u{fffd}o: 290"),
    ("how what cannot be seen is mended", "to: 290", "to:\u{a0}290", "14:38", "invisible character U+00A0"),
    ("a space that is none before a field", "    author", "    \u{a0}author", "4:5", "remove it, or write a plain space"),
    ("an invisible character is named by its code point", "to: 290", "t\u{ad}o: 290", "14:36", "stands for invisible characters: U+00AD"),
    ("an actor called by a mark of direction", "'a'", "'\u{200f}'", "13:9", "cannot be called '\\u{200f}'"),
    ("an accent without its letter", "*", "\u{301}", "8:13", "unknown character U+0301"),
    ("two letters in one", "*", "ß", "8:13", "unknown character `ß`"),
    ("a map on the first line", "r\"\n        #", "r\"#", "5:12", "must begin on a line of its own"),
    ("a plain string with a slope", "r\"\n        ###", "\"\n        #\\\\", "6:10", "`\\` begins an escape"),
    ("a plain string with a bad escape", "r\"\n        ###", "\"\n        #\\#", "6:10", "escape"),
    // Actors and paths.
    ("an actor that is never placed", "    },\n)", "        'z': Laser(aim: Fixed(angle: 0)),\n    },\n)", "18:9", "actor 'z' is nowhere"),
    ("an actor outside the map", "    },\n)", "        'z': Laser(at: (20.5, 2), aim: Fixed(angle: 0)),\n    },\n)", "18:24", "actor 'z' is outside the map"),
    ("an actor below the map", "    },\n)", "        'z': Laser(at: (5, -0.5), aim: Fixed(angle: 0)),\n    },\n)", "18:24", "actor 'z' is outside the map"),
    ("an actor inside a wall", "    },\n)", "        'z': Laser(at: (5, 0.5), aim: Fixed(angle: 0)),\n    },\n)", "18:24", "actor 'z' is inside a wall"),
    ("an actor at NaN", "    },\n)", "        'z': Laser(at: (NaN, 1), aim: Fixed(angle: 0)),\n    },\n)", "18:25", "not a number"),
    ("an actor at infinity", "    },\n)", "        'z': Laser(at: (1, inf), aim: Fixed(angle: 0)),\n    },\n)", "18:28", "finite"),
    ("an actor far away", "    },\n)", "        'z': Laser(at: (1e300, 1), aim: Fixed(angle: 0)),\n    },\n)", "18:25", "at most 1000000 tiles"),
    ("an undeclared letter", "*", "q", "8:13", "`q` in the map is not a declared actor"),
    ("a small x", "*", "x", "8:13", "did you mean `X`, the exit?"),
    ("an actor called X", "'a'", "'X'", "13:9", "`X` is the exit"),
    ("an actor called by a digit", "'a'", "'1'", "13:9", "cannot be called '1'"),
    ("an actor called by a word", "'a'", "\"a\"", "13:9", "`\"a\"` must be an actor's letter"),
    ("an actor with two places", "cycle: (", "at: (30, 2), cycle: (", "15:17", "actor 'a' has two places"),
    ("an actor called by a bare word", "'a'", "a", "13:9", "`a` must be an actor's letter"),
    ("an aim that is a number", "Sweep(from: 250, to: 290, period: 2.0)", "270", "14:18", "the aim is missing"),
    ("an aim without its name", "Sweep(from: 250, to: 290, period: 2.0)", "(angle: 270)", "14:18", "`Fixed`, `Sweep`, `Spin`, `Track`"),
    ("an aim without its fields", "Sweep(from: 250, to: 290, period: 2.0)", "Fixed", "14:18", "expected `Fixed(…)`"),
    ("an aim in small letters", "Sweep(", "sweep(", "14:18", "did you mean `Sweep`?"),
    ("a cycle without names", "(charge: 0.5, on: 1.0, off: 0.5)", "(0.5, 1, 0.5)", "15:21", "a field's name is missing"),
    ("a cycle that is a number", "(charge: 0.5, on: 1.0, off: 0.5)", "3", "15:20", "a `(` is missing"),
    ("a cycle with a name", "(charge: 0.5, on: 1.0, off: 0.5)", "Cycle(on: 1)", "15:20", "expected `(` without a name"),
    ("an exit in quotation marks", "author: \"Ada\"", "exit: \"AtOnce\"", "4:11", "`AtOnce` is written without quotation marks"),
    ("an exit with settings", "author: \"Ada\"", "exit: AtOnce()", "4:11", "`AtOnce` has no settings"),
    ("a list of actors", "actors: {", "actors: [", "13:12", "`'a': value` into `{…}`"),
    ("a comma too many", "version: 1,", "version: 1,,", "2:16", "a comma too many"),
    ("quotation marks of a word processor", "\"First Light\"", "“First Light”", "3:11", "expected the straight"),
    ("a bare path", "(points: ['1', '2'])", "['1', '2']", "16:19", "write `path: (points: ['1', '2'])`"),
    ("a path without points", "['1', '2']", "[]", "16:28", "needs two points, and has 1"),
    ("a waypoint that is not placed", "'2']", "'3', '2']", "16:34", "waypoint '3' is not in the map"),
    ("a waypoint that is no mark", "'2']", "'#']", "16:34", "`#` is not a waypoint"),
    ("a letter that is not in the map", "'2']", "'b']", "16:34", "'b' is not in the map"),
    ("a waypoint placed twice", "*", "1", "9:16", "waypoint '1' is in the map more than once"),
    ("a point twice in a row", "'2']", "'1']", "16:34", "point 2 of the list is point 1"),
    ("a point outside the map", "'2']", "(3, -1)]", "16:34", "this point of the path is outside the map"),
    ("a point inside a wall", "'2']", "(0.5, 2.5)]", "16:34", "this point of the path is inside a wall"),
    ("a point that is not finite", "'2']", "(NaN, 1)]", "16:35", "not a number"),
    ("a point with three coordinates", "'2']", "(1, 2, 3)]", "16:34", "a point `(x, y)` in tiles"),
];

fn diagnostics_of(name: &str, text: impl AsRef<[u8]>) -> LevelDiagnostics {
    hairline_level::parse(text, "test.level.ron").err().unwrap_or_else(|| panic!("{name}: this should be an error"))
}

/// There must be exactly one error, at the position and with the words.
pub(crate) fn check(name: &str, text: impl AsRef<[u8]>, place: &str, words: &str) -> Result<(), String> {
    let diagnostics = diagnostics_of(name, text);
    let shown = diagnostics.to_string();
    let error = diagnostics
        .iter()
        .find(|diagnostic| diagnostic.severity() == hairline_level::Severity::Error)
        .expect("an error");
    let found = match diagnostics.position(error) {
        Some(Position { line, column }) => format!("{line}:{column}"),
        None => "-".to_owned(),
    };
    if found == place && shown.contains(words) && diagnostics.error_count() == 1 {
        return Ok(());
    }
    Err(format!("{name}: at {found}, expected {place} with “{words}” and nothing else\n{shown}\n"))
}

/// Each mistake of a table is reported as it says.
#[track_caller]
fn check_all(cases: &[Case]) {
    assert!(hairline_level::parse(GOOD, "good.level.ron").is_ok());
    let failures: Vec<String> = cases
        .iter()
        .filter_map(|(name, from, to, place, words)| {
            let text = GOOD.replacen(from, to, 1);
            assert_ne!(text, GOOD, "{name}: {from:?} is not in the level");
            check(name, text, place, words).err()
        })
        .collect();
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), cases.len(), failures.join("\n"));
}

#[test]
fn each_error_of_form_is_reported_once_and_at_its_place() {
    check_all(FORM);
}

#[test]
fn each_error_of_content_is_reported_once_and_at_its_place() {
    check_all(CONTENT);
}

/// A truncated file has one error, wherever it is cut. (After the last bracket, nothing is missing.)
#[test]
fn a_file_truncated_anywhere_has_one_error() {
    for end in (0..GOOD.trim_end().len()).filter(|end| GOOD.is_char_boundary(*end)) {
        let diagnostics = diagnostics_of("cut short", &GOOD[..end]);
        assert_eq!(
            (diagnostics.error_count(), diagnostics.warning_count()),
            (1, 0),
            "cut at byte {end}:\n{diagnostics}"
        );
    }
}
