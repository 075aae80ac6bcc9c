//! JSON lines, for programs that read what the tools print.

use serde::Serialize;

use hairline_level::diagnostics::escape::is_hidden;

/// A value as JSON on one line. Control characters, and marks that would change how a terminal shows it, are escaped.
///
/// # Panics
/// If the value cannot be JSON: it must be made of structs, texts, numbers and options.
pub(crate) fn line(value: &impl Serialize) -> String {
    let json = serde_json::to_string(value).expect("structs of texts and numbers are JSON");
    let mut line = String::with_capacity(json.len());
    for character in json.chars() {
        // Whatever is outside of strings is printable ASCII.
        if is_hidden(character) {
            character.encode_utf16(&mut [0; 2]).iter().for_each(|unit| line.push_str(&format!("\\u{unit:04x}")));
        } else {
            line.push(character);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_not_show_is_escaped() {
        #[derive(Serialize)]
        struct Two<'a> {
            a: &'a str,
            b: f64,
        }
        let text = "quote \" backslash \\ line \n escape \u{1b} mark \u{202e} far \u{e0001} é";
        let json = line(&Two { a: text, b: 1.5 });
        assert!(json.is_ascii() || json.contains('é') && !json.contains('\u{202e}'), "{json}");
        assert!(json.contains("mark \\u202e far \\udb40\\udc01 é"), "{json}");
        let read: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
        assert_eq!((read["a"].as_str(), read["b"].as_f64()), (Some(text), Some(1.5)));
    }
}
