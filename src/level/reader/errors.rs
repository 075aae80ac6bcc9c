//! Errors of the RON parser, explained to people who write levels: where, what is wrong, and how to mend it. The
//! parser's own messages are not shown, since they are written for programmers.

use std::ops::Range;

use ron::error::{Error, SpannedError};

use super::brackets::{OpenAt, Unterminated, closing, open_at_end};
use super::hints;
use super::spans::{byte_of, widened};
use crate::level::diagnostics::faults;
use crate::level::diagnostics::suggest::nearest;
use crate::level::diagnostics::{Diagnostic, truncated};

/// Explains why a part of a file could not be parsed. `part` begins at byte `start` of `text`.
pub(crate) fn diagnose(text: &str, start: usize, part: &str, error: SpannedError) -> Diagnostic {
    let from = start + byte_of(part, error.span.start);
    let to = start + byte_of(part, error.span.end);
    let is_syntax = is_syntax(&error.code);
    let diagnostic = unbalanced(text, to, &error.code).unwrap_or_else(|| explain(text, from, to, error.code));
    if is_syntax { diagnostic.or_of(&faults::SYNTAX) } else { diagnostic }
}

/// Whether the error is about the syntax of the text, not about the meaning of a name or a value.
fn is_syntax(code: &Error) -> bool {
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

/// Errors best explained by what is still open: a truncated file, an unterminated string, a mismatched bracket.
fn unbalanced(text: &str, at: usize, code: &Error) -> Option<Diagnostic> {
    if !is_syntax(code) {
        return None;
    }
    let next = text[at..].chars().next().map_or(at, |character| at + character.len_utf8());
    let OpenAt { brackets, unterminated, mismatch, .. } = open_at_end(&text[..next]);
    let ends_here = text[at..].trim().is_empty();
    if let Some((what, begun)) = unterminated.filter(|_| ends_here || matches!(code, Error::ExpectedStringEnd)) {
        return Some(match what {
            Unterminated::String => Diagnostic::error("this string never ends").of(&faults::OPEN_STRING)
                .at(begun..begun + 1, "it begins here")
                .help("a string ends with a `\"`; one that begins with `r#\"` ends with `\"#`"),
            Unterminated::Comment => Diagnostic::error("this comment never ends").of(&faults::OPEN_STRING)
                .at(begun..begun + 2, "it begins here")
                .help("it ends with `*/`"),
        });
    }
    match (mismatch, brackets.last()) {
        (Some((found, at)), Some((open, begun))) => Some(
            Diagnostic::error(format!("found `{found}`, expected `{}`", closing(*open))).of(&faults::OPEN_BRACKET)
                .at(at..at + 1, format!("expected `{}`", closing(*open)))
                .at(*begun..begun + 1, "for this one"),
        ),
        (None, Some((open, begun))) if ends_here => {
            let end = text.trim_end().len();
            Some(
                Diagnostic::error(format!("the file ends before `{}` closes this `{open}`", closing(*open))).of(&faults::OPEN_BRACKET)
                    .at(*begun..begun + 1, "opened here")
                    .at(end..end, "the file ends here")
                    .help("was the file cut short?"),
            )
        }
        _ => None,
    }
}

fn explain(text: &str, from: usize, to: usize, code: Error) -> Diagnostic {
    if is_syntax(&code) { hints::explain(text, from, to, code) } else { explain_meaning(text, from, to, code) }
}

/// Explains a wrong name, escape or value where one is allowed.
fn explain_meaning(text: &str, from: usize, to: usize, code: Error) -> Diagnostic {
    let span = widened(text, from, to);
    match code {
        Error::NoSuchStructField { expected, found, outer } => {
            let of = outer.map_or(String::new(), |outer| format!(" in `{outer}`"));
            unknown(format!("unknown field `{}`{of}", truncated(&found)), &found, expected, "fields", span)
        }
        Error::NoSuchEnumVariant { expected, found, outer } => {
            let of = outer.map_or(String::new(), |outer| format!(" for {}", outer.to_lowercase()));
            unknown(format!("unknown word `{}`{of}", truncated(&found)), &found, expected, "words", span)
        }
        Error::MissingStructField { field, outer } => {
            let of = outer.map_or(String::from("there is"), |outer| format!("`{outer}` has"));
            Diagnostic::error(format!("{of} no `{field}`")).of(&faults::MISSING_FIELD).at(span, format!("add `{field}: …` here"))
        }
        Error::DuplicateStructField { field, .. } => {
            Diagnostic::error(format!("`{field}` is set twice")).of(&faults::SET_TWICE).at(span, "again here").help("keep one of the two")
        }
        Error::ExpectedDifferentStructName { found, .. } => {
            Diagnostic::error(format!("`{}` is out of place", truncated(&found)))
                .at(span, "expected `(` without a name")
        }
        Error::TrailingCharacters => Diagnostic::error("there is text after the end")
            .at(span, "nothing may follow")
            .help("the `)` before this closes everything; is it one too many?"),
        Error::InvalidEscape(_) => {
            let begun = text[..to].rfind('\\').unwrap_or(from);
            Diagnostic::error("`\\` begins an escape in this string, and this is not a known one")
                .at(begun..to.max(begun + 1), "unknown escape")
                .help("begin the string with `r\"`: then every character is literal")
        }
        Error::ExceededRecursionLimit => {
            Diagnostic::error("brackets are nested too deeply").at(span, "deeper than is ever needed")
        }
        Error::NoSuchExtension(name) => Diagnostic::error(format!("there is no RON extension `{}`", truncated(&name)))
            .at(span, "unknown")
            .help("a level needs none: leave the line out"),
        _ => Diagnostic::error("this value is not allowed here").at(span, "another kind of value is expected"),
    }
}

/// An unknown name, with the most similar known one, and all of them.
pub(super) fn unknown(message: String, found: &str, known: &[&str], what: &str, span: Range<usize>) -> Diagnostic {
    let all = known.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let diagnostic = Diagnostic::error(message).of(&faults::UNKNOWN_NAME);
    let diagnostic = match nearest(found, known.iter().copied()) {
        Some(name) => diagnostic.at(span, format!("did you mean `{name}`?")),
        None => diagnostic.at(span, "not known"),
    };
    diagnostic.help(if known.is_empty() { format!("there are no {what}") } else { format!("the {what} are {all}") })
}
