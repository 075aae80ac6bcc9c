//! Looks over the JSON of a project before it becomes values: how deep it is nested, and how many values there are.

use crate::complaints::{Complaint, Place};
use crate::limits::{FIELD_VALUES_MAX, JSON_DEPTH_MAX, JSON_VALUES_MAX};
use hairline_level::diagnostics::faults;

/// Checks a file. Whether it is JSON at all is left to the parser, which says it better.
///
/// # Errors
/// If there is too much of something, with its line.
pub fn check(bytes: &[u8], file: &str) -> Result<(), Complaint> {
    let too_much = |at: usize, message: String| {
        let help = "docs/IMPORT.md lists the limits; divide the project";
        Err(Complaint::error(&faults::FOREIGN_LIMIT, Place::at_byte(file, bytes, at), message, help))
    };
    let (mut depth, mut values, mut field_values) = (0, 0, 0);
    // The depth at which the value of a field begins, while one is open.
    let mut field: Option<usize> = None;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => {
                let end = string_end(bytes, at);
                if field.is_none() && bytes.get(at..end) == Some(b"\"__value\"") {
                    field = Some(depth);
                }
                at = end;
                continue;
            }
            b'[' | b'{' => depth += 1,
            b']' | b'}' => {
                depth = depth.saturating_sub(1);
                field = field.filter(|begins| depth >= *begins);
            }
            b',' | b':' => {
                values += 1;
                if byte == &b',' {
                    field = field.filter(|begins| depth > *begins);
                }
                field_values += usize::from(field.is_some());
            }
            _ => {}
        }
        if depth > JSON_DEPTH_MAX {
            return too_much(at, format!("values are nested deeper than {JSON_DEPTH_MAX}"));
        }
        if values > JSON_VALUES_MAX {
            return too_much(at, format!("there are more than {JSON_VALUES_MAX} values"));
        }
        if field_values > FIELD_VALUES_MAX {
            return too_much(at, format!("the fields have more than {FIELD_VALUES_MAX} values together"));
        }
        at += 1;
    }
    Ok(())
}

/// The byte after a string that begins at `from`.
fn string_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_values_of_fields_count_as_such() {
        let fields = |count: usize| {
            let list = vec!["0"; count].join(",");
            check(format!("{{\"a\": [{list}], \"__value\": [{list}], \"b\": [{list}]}}").as_bytes(), "a.ldtk")
        };
        assert_eq!(fields(FIELD_VALUES_MAX / 2), Ok(()));
        assert!(
            fields(FIELD_VALUES_MAX + 2).is_err_and(|complaint| complaint.message.contains("the fields have more"))
        );
        let escaped = format!("{{\"a\\\"[[[\": \"{}\"}}", "[".repeat(JSON_DEPTH_MAX + 1));
        assert_eq!(check(escaped.as_bytes(), "a.ldtk"), Ok(()));
    }

    #[test]
    fn deep_nesting_is_refused_where_it_begins() {
        let nested = |depth: usize| check(("\n".to_owned() + &"[".repeat(depth)).as_bytes(), "a.ldtk");
        assert_eq!(nested(JSON_DEPTH_MAX), Ok(()));
        let complaint = nested(JSON_DEPTH_MAX + 1).expect_err("too deep");
        assert_eq!(complaint.place.position, Some((2, JSON_DEPTH_MAX + 1)));
    }
}
