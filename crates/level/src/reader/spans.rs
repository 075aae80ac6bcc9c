//! Byte ranges for the positions that the RON parser reports.

use std::ops::Range;

use ron::error::Position;

/// The byte at a position, which the parser counts in lines and characters.
pub(super) fn byte_of(part: &str, position: Position) -> usize {
    let line_start =
        part.match_indices('\n').map(|newline| newline.0 + 1).nth(position.line.wrapping_sub(2)).unwrap_or(0);
    let rest = &part[line_start..];
    line_start + rest.char_indices().nth(position.col.saturating_sub(1)).map_or(rest.len(), |character| character.0)
}

/// An empty range widened to the next visible character of its line, so that a caret has something to point at.
pub(super) fn widened(text: &str, from: usize, to: usize) -> Range<usize> {
    let from = from.min(to);
    if from < to && !text[from..to].trim().is_empty() && !text[from..to].contains('\n') {
        return from..to;
    }
    let is_in_line = |character: &char| !matches!(character, '\n' | '\r');
    let length = |at: usize| text[at..].chars().next().filter(is_in_line).map(char::len_utf8);
    let next = to + text[to..].len() - text[to..].trim_start_matches([' ', '\t']).len();
    match length(next) {
        Some(length) => next..next + length,
        None => to..to + length(to).unwrap_or(0),
    }
}
