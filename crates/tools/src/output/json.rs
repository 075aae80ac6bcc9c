//! JSON lines, for programs that read what the tools print.

use serde_json::Value;

use hairline_level::diagnostics::escape::is_hidden;

/// An object as JSON on one line, without the members that are null. Control characters, and marks that would change how a
/// terminal shows it, are escaped.
pub(crate) fn line(members: &[(&str, Value)]) -> String {
    let present = members.iter().filter(|(_, value)| !value.is_null());
    let members: Vec<String> = present.map(|(name, value)| format!("\"{name}\":{value}")).collect();
    let json = format!("{{{}}}", members.join(","));
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
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_terminal_would_not_show_is_escaped() {
        let text = "quote \" backslash \\ line \n escape \u{1b} mark \u{202e} far \u{e0001} é";
        let json = line(&[("a", json!(text)), ("b", json!(1.5)), ("c", Value::Null)]);
        assert!(json.is_ascii() || json.contains('é') && !json.contains('\u{202e}'), "{json}");
        assert!(json.contains("mark \\u202e far \\udb40\\udc01 é"), "{json}");
        let read: Value = serde_json::from_str(&json).expect("it is JSON");
        assert_eq!(read, json!({"a": text, "b": 1.5}));
    }
}
