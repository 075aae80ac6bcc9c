//! Text from a file or a path made fit to print: nothing in it may command the terminal, or pass for a line of ours.

use std::borrow::Cow;
use std::path::Path;

/// The text with each control character, line breaks too, written as an escape such as `\u{1b}`.
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if character.is_control() { shown.extend(character.escape_default()) } else { shown.push(character) }
    }
    Cow::Owned(shown)
}

/// A path, [`printable`].
pub fn printable_path(path: &Path) -> String {
    printable(&path.display().to_string()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_commands_a_terminal_is_escaped() {
        let check = |text: &str, expected: &str| assert_eq!(printable(text), expected);
        check("levels/Über – 1.level.ron", "levels/Über – 1.level.ron");
        check("a\u{1b}[31mb", "a\\u{1b}[31mb");
        check("ok a\nok b\r\tc", "ok a\\nok b\\r\\tc");
        check("\u{9b}2J\u{7f}", "\\u{9b}2J\\u{7f}");
        check("", "");
    }
}
