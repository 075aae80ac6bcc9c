//! What the RON parser reports, said for people: the place in the file, what is wrong, and what would be right. No word of
//! the parser's own is passed on: it speaks to programmers.

use std::ops::Range;

use ron::error::{Error, Position, SpannedError};

use super::brackets::{Open, Unended, closing, open_at_end};
use super::hints;
use crate::level::diagnostics::suggest::nearest;
use crate::level::diagnostics::{Diagnostic, shown};

/// The fault of a part of a file that could not be read as it should. `part` begins at byte `start` of `text`.
pub(crate) fn fault(text: &str, start: usize, part: &str, error: SpannedError) -> Diagnostic {
    let from = start + byte_of(part, error.span.start);
    let to = start + byte_of(part, error.span.end);
    unbalanced(text, to, &error.code).unwrap_or_else(|| explain(text, from, to, error.code))
}

/// The byte of a place that the parser counted in lines and characters.
fn byte_of(part: &str, position: Position) -> usize {
    let line_start =
        part.match_indices('\n').map(|newline| newline.0 + 1).nth(position.line.wrapping_sub(2)).unwrap_or(0);
    let rest = &part[line_start..];
    line_start + rest.char_indices().nth(position.col.saturating_sub(1)).map_or(rest.len(), |character| character.0)
}

/// Whether the error is about the form of the text, not about the meaning of a name or a value.
fn is_about_form(code: &Error) -> bool {
    !matches!(
        code,
        Error::NoSuchEnumVariant { .. }
            | Error::NoSuchStructField { .. }
            | Error::MissingStructField { .. }
            | Error::DuplicateStructField { .. }
            | Error::ExpectedDifferentStructName { .. }
            | Error::InvalidValueForType { .. }
            | Error::NoSuchExtension(_)
            | Error::ExceededRecursionLimit
            | Error::InvalidEscape(_)
            | Error::TrailingCharacters
    )
}

/// Faults that are best told by what is still open: a file cut short, a string without end, a bracket that does not fit.
fn unbalanced(text: &str, at: usize, code: &Error) -> Option<Diagnostic> {
    if !is_about_form(code) {
        return None;
    }
    let next = text[at..].chars().next().map_or(at, |character| at + character.len_utf8());
    let Open { brackets, unended, misfit, .. } = open_at_end(&text[..next]);
    let ends_here = text[at..].trim().is_empty();
    if let Some((what, begun)) = unended.filter(|_| ends_here || matches!(code, Error::ExpectedStringEnd)) {
        return Some(match what {
            Unended::String => Diagnostic::error("this string never ends")
                .at(begun..begun + 1, "it begins here")
                .help("a string ends with a `\"`; one that begins with `r#\"` ends with `\"#`"),
            Unended::Comment => Diagnostic::error("this comment never ends")
                .at(begun..begun + 2, "it begins here")
                .help("it ends with `*/`"),
        });
    }
    match (misfit, brackets.last()) {
        (Some((found, place)), Some((open, begun))) => Some(
            Diagnostic::error(format!("`{found}` stands where `{}` should", closing(*open)))
                .at(place..place + 1, format!("expected `{}`", closing(*open)))
                .at(*begun..begun + 1, "for this one"),
        ),
        (None, Some((open, begun))) if ends_here => {
            let end = text.trim_end().len();
            Some(
                Diagnostic::error(format!("the file ends before `{}` closes this `{open}`", closing(*open)))
                    .at(*begun..begun + 1, "opened here")
                    .at(end..end, "the file ends here")
                    .help("was the file cut short?"),
            )
        }
        _ => None,
    }
}

fn explain(text: &str, from: usize, to: usize, code: Error) -> Diagnostic {
    if is_about_form(&code) { hints::explain(text, from, to, code) } else { explain_meaning(text, from, to, code) }
}

/// A name, an escape or a value that stands where one may stand, and is not right.
fn explain_meaning(text: &str, from: usize, to: usize, code: Error) -> Diagnostic {
    let place = widened(text, from, to);
    match code {
        Error::NoSuchStructField { expected, found, outer } => {
            let of = outer.map_or(String::new(), |outer| format!(" in `{outer}`"));
            unknown(format!("unknown field `{}`{of}", shown(&found)), &found, expected, "fields", place)
        }
        Error::NoSuchEnumVariant { expected, found, outer } => {
            let of = outer.map_or(String::new(), |outer| format!(" for {}", outer.to_lowercase()));
            unknown(format!("unknown word `{}`{of}", shown(&found)), &found, expected, "words", place)
        }
        Error::MissingStructField { field, outer } => {
            let of = outer.map_or(String::from("there is"), |outer| format!("`{outer}` has"));
            Diagnostic::error(format!("{of} no `{field}`")).at(place, format!("add `{field}: …` here"))
        }
        Error::DuplicateStructField { field, .. } => {
            Diagnostic::error(format!("`{field}` is set twice")).at(place, "again here").help("keep one of the two")
        }
        Error::ExpectedDifferentStructName { found, .. } => {
            Diagnostic::error(format!("`{}` is out of place", shown(&found))).at(place, "expected `(` without a name")
        }
        Error::TrailingCharacters => Diagnostic::error("there is text after the end")
            .at(place, "nothing may follow")
            .help("the `)` before this closes everything; is it one too many?"),
        Error::InvalidEscape(_) => {
            let begun = text[..to].rfind('\\').unwrap_or(from);
            Diagnostic::error("`\\` begins an escape in this string, and this is none")
                .at(begun..to.max(begun + 1), "unknown escape")
                .help("begin the string with `r\"` to have each character stand for itself")
        }
        Error::ExceededRecursionLimit => {
            Diagnostic::error("brackets are nested too deeply").at(place, "deeper than is ever needed")
        }
        Error::NoSuchExtension(name) => Diagnostic::error(format!("there is no RON extension `{}`", shown(&name)))
            .at(place, "unknown")
            .help("a level needs none: leave the line out"),
        _ => Diagnostic::error("this value cannot stand here").at(place, "another kind of value is expected"),
    }
}

/// A name that is not known, with the nearest that is, and all of them.
pub(crate) fn unknown(message: String, found: &str, known: &[&str], what: &str, place: Range<usize>) -> Diagnostic {
    let all = known.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let fault = Diagnostic::error(message);
    let fault = match nearest(found, known.iter().copied()) {
        Some(name) => fault.at(place, format!("did you mean `{name}`?")),
        None => fault.at(place, "not known"),
    };
    fault.help(if known.is_empty() { format!("there are no {what}") } else { format!("the {what} are {all}") })
}

/// An empty place widened to the character that stands there, or behind the blanks there in the same line, so that it can
/// be seen.
pub(crate) fn widened(text: &str, from: usize, to: usize) -> Range<usize> {
    let from = from.min(to);
    if from < to && !text[from..to].trim().is_empty() && !text[from..to].contains('\n') {
        return from..to;
    }
    let is_seen = |character: &char| !matches!(character, '\n' | '\r');
    let length = |at: usize| text[at..].chars().next().filter(is_seen).map(char::len_utf8);
    let behind = to + text[to..].len() - text[to..].trim_start_matches([' ', '\t']).len();
    match length(behind) {
        Some(length) => behind..behind + length,
        None => to..to + length(to).unwrap_or(0),
    }
}
