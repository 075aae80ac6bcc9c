//! Errors and their places. A diagnostic has its place in words, such as "map.tmx, layer `Walls`, column 3, row 4".

use std::rc::Rc;

use hairline_level::Diagnostic;
use hairline_level::diagnostics::faults::Fault;

/// An error with its place and its cure.
pub fn error(fault: &'static Fault, place: &str, message: impl Into<String>, help: impl Into<String>) -> Diagnostic {
    let (diagnostic, help) = (Diagnostic::error(message).of(fault).place(place), help.into());
    if help.is_empty() { diagnostic } else { diagnostic.help(help) }
}

/// A part of a place.
pub fn part(place: &str, part: &str) -> Rc<str> {
    format!("{place}, {part}").into()
}

/// The line and the column of a byte of a file.
pub fn place_of_byte(file: &str, text: &[u8], at: usize) -> String {
    let before = &text[..at.min(text.len())];
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
    let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
    let column = 1 + String::from_utf8_lossy(&before[line_start..]).chars().count();
    format!("{file}:{line}:{column}")
}
