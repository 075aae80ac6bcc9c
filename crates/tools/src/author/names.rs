//! Names of level files: which are safe on every system, and how they become titles.

use hairline_level::LEVEL_FILE_ENDING;

/// Names that Windows keeps for devices, with any ending.
const DEVICES: [&str; 22] = [
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "lpt1", "lpt2",
    "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// Why a level's file should not have this name without its ending, if it should not.
pub fn refusal(stem: &str) -> Option<String> {
    let is_plain = |character: char| character.is_ascii_alphanumeric() || "-_".contains(character);
    if stem.is_empty() || !stem.chars().all(is_plain) {
        Some("use the letters a to z, digits, `-` and `_` in the file's name".to_owned())
    } else if stem.starts_with('-') {
        let plain = stem.trim_start_matches('-');
        let other = if plain.is_empty() { "my-level" } else { plain };
        Some(format!("a name that begins with `-` looks like an option: call it `{other}`"))
    } else if DEVICES.contains(&stem.to_ascii_lowercase().as_str()) {
        Some(format!("Windows keeps the name `{stem}` for a device: call it `{stem}-level`"))
    } else {
        None
    }
}

/// The most letters that are written as code points.
const FOREIGN_LETTERS_MAX: usize = 10;

/// A file name for a level that an editor calls by any name: `Level_0` is `level-0`. A name without any of a to z and 0 to 9 is written
/// by the code points of its letters, so that two such names differ: `日本` is `u65e5-u672c`.
pub fn stem_of(name: &str) -> String {
    if !name.contains(|character: char| character.is_ascii_alphanumeric()) {
        let letters = name.chars().filter(|character| character.is_alphanumeric()).take(FOREIGN_LETTERS_MAX);
        let codes: Vec<String> = letters.map(|letter| format!("u{:04x}", letter as u32)).collect();
        return if codes.is_empty() { "level".to_owned() } else { codes.join("-") };
    }
    let folded: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).take(64).collect();
    let words: Vec<&str> = folded.split('-').filter(|word| !word.is_empty()).collect();
    let stem = words.join("-");
    match refusal(&stem) {
        None => stem,
        Some(_) => format!("{stem}-level"),
    }
}

/// The name of a file as a title: `my-level_2` is `My Level 2`.
pub fn title(stem: &str) -> String {
    let stem = stem.strip_suffix(LEVEL_FILE_ENDING).unwrap_or(stem);
    let words = stem.split(['-', '_', ' ']).filter(|word| !word.is_empty());
    let capitalized = words.map(|word| {
        let mut characters = word.chars();
        characters.next().into_iter().flat_map(char::to_uppercase).chain(characters).collect::<String>()
    });
    capitalized.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_name_becomes_a_title() {
        assert_eq!(["my-level_2", "a", "--x--", "übung 1"].map(title), ["My Level 2", "A", "X", "Übung 1"]);
    }

    #[test]
    fn names_that_some_system_would_take_for_something_else_are_refused_with_another() {
        let refused = |stem| refusal(stem).unwrap_or_default();
        assert!(refused("CON").contains("call it `CON-level`"));
        assert!(refused("lpt1").contains("Windows"));
        assert!(refused("-x").contains("call it `x`"));
        assert!(refused("--").contains("call it `my-level`"));
        assert!(refused("a b").contains("letters a to z") && refused("").contains("letters a to z"));
        for fine in ["con-1", "a", "console", "level_2", "x-"] {
            assert_eq!(refusal(fine), None, "{fine}");
        }
    }

    #[test]
    fn any_name_becomes_a_safe_file_name() {
        let names = ["Level_0", "Höhle 2", "CON", "../../etc", "", "日本", "中国", "—", "--help", "a.b"];
        let stems =
            ["level-0", "h-hle-2", "con-level", "etc", "level", "u65e5-u672c", "u4e2d-u56fd", "level", "help", "a-b"];
        assert_eq!(names.map(stem_of), stems);
        assert!(names.iter().all(|name| refusal(&stem_of(name)).is_none()));
    }
}
