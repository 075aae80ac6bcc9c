//! Errors of the RON parser, explained to people who write levels: where, what is wrong, and how to mend it. The
//! parser's own messages are not shown, since they are written for programmers.

use std::ops::Range;

use ron::error::{Error, SpannedError};

use super::brackets::{OpenAt, Unterminated, closing, open_at_end};
use super::hints;
use super::spans::{byte_of, widened};
use crate::diagnostics::faults;
use crate::diagnostics::suggest::nearest;
use crate::diagnostics::{Diagnostic, truncated};

/// Explains why a part of a file could not be parsed. `part` begins at byte `start` of `text`.
pub(crate) fn diagnose(text: &str, start: usize, part: &str, error: SpannedError) -> Diagnostic {
    let from = start + byte_of(part, error.span.start);
    let to = start + byte_of(part, error.span.end);
    let is_form = is_syntax(&error.code)
        || matches!(error.code, Error::InvalidEscape(_) | Error::TrailingCharacters | Error::NoSuchExtension(_))
        || matches!(error.code, Error::ExpectedDifferentStructName { .. } | Error::ExceededRecursionLimit);
    let diagnostic = unbalanced(text, to, &error.code).unwrap_or_else(|| explain(text, from, to, error.code));
    if is_form { diagnostic.or_of(&faults::SYNTAX) } else { diagnostic }
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
            Unterminated::String => {
                let diagnostic = Diagnostic::error("this string never ends").of(&faults::OPEN_STRING);
                let diagnostic = diagnostic.at(begun..begun + 1, "it begins here");
                let end = probable_end(text, begun);
                let diagnostic =
                    end.into_iter().fold(diagnostic, |diagnostic, end| diagnostic.at(end..end, "should it end here?"));
                diagnostic.help("a string ends with a `\"`; one that begins with `r#\"` ends with `\"#`")
            }
            Unterminated::Comment => Diagnostic::error("this comment never ends")
                .of(&faults::OPEN_STRING)
                .at(begun..begun + 2, "it begins here")
                .help("it ends with `*/`"),
        });
    }
    if let Some(diagnostic) = unclosed(text, at, code) {
        return Some(diagnostic);
    }
    match (mismatch, brackets.last()) {
        (Some((found, at)), Some((open, begun))) => Some(
            Diagnostic::error(format!("found `{found}`, expected `{}`", closing(*open)))
                .of(&faults::OPEN_BRACKET)
                .at(at..at + 1, format!("expected `{}`", closing(*open)))
                .at(*begun..begun + 1, "for this one"),
        ),
        (None, Some((open, begun))) if ends_here => {
            let end = text.trim_end().len();
            Some(
                Diagnostic::error(format!("the file ends before `{}` closes this `{open}`", closing(*open)))
                    .of(&faults::OPEN_BRACKET)
                    .at(*begun..begun + 1, "opened here")
                    .at(end..end, "the file ends here")
                    .help("was the file cut short?"),
            )
        }
        _ => None,
    }
}

/// Where a string that never ends was probably meant to: at the end of the line before the next field, actor or closing bracket.
fn probable_end(text: &str, begun: usize) -> Option<usize> {
    let is_code = |line: &str| {
        let line = line.trim();
        let name = line.trim_start_matches(|c: char| c.is_ascii_lowercase() || c == '_');
        let is_field = name.len() < line.len() && name.starts_with(':');
        is_field || matches!(line.trim_end_matches(','), ")" | "]" | "}")
    };
    let lines = text[begun..].match_indices('\n').map(|(newline, _)| begun + newline);
    let mut ends = lines.filter(|&newline| is_code(text[newline + 1..].lines().next().unwrap_or_default()));
    ends.next().map(|newline| text[..newline].trim_end().trim_end_matches(',').len())
}

/// A bracket that was not closed before the next actor, or before the end of all: told where it was opened.
fn unclosed(text: &str, at: usize, code: &Error) -> Option<Diagnostic> {
    let next = at + text[at..].len() - text[at..].trim_start().len();
    let rest = &text[next..];
    let is_actor = {
        let mut characters = rest.chars();
        let key = (characters.next(), characters.next().is_some_and(char::is_alphabetic), characters.next());
        key == (Some('\''), true, Some('\'')) && characters.as_str().trim_start().starts_with(':')
    };
    let is_end = rest.starts_with('}');
    // A comma too many is no bracket too few.
    if !(is_actor || is_end) || matches!(code, Error::ExpectedMapColon) {
        return None;
    }
    let open = open_at_end(&text[..next]);
    let inside_actors = open.brackets.iter().any(|bracket| bracket.0 == '{');
    if open.mismatch.is_some() || open.unterminated.is_some() || !inside_actors || open.brackets.last()?.0 == '{' {
        return None;
    }
    let (bracket, begun) = open.unclosed(text)?;
    let end = closing(bracket);
    let (length, label) = if is_actor {
        (3, format!("actor {} begins here", &rest[..rest.char_indices().nth(3).map_or(rest.len(), |(end, _)| end)]))
    } else {
        (1, "and this ends all actors".to_owned())
    };
    let length = rest.char_indices().nth(length).map_or(rest.len(), |(end, _)| end);
    let diagnostic = Diagnostic::error(format!("this `{bracket}` is not closed")).of(&faults::OPEN_BRACKET);
    let diagnostic = diagnostic.at(begun..begun + 1, "opened here").at(next..next + length, label);
    Some(diagnostic.help(format!("add the `{end}` that is missing between the two")))
}

fn explain(text: &str, from: usize, to: usize, code: Error) -> Diagnostic {
    if is_syntax(&code) { hints::explain(text, from, to, code) } else { explain_meaning(text, from, to, code) }
}

/// Explains a wrong name, escape or value where one is allowed.
fn explain_meaning(text: &str, from: usize, to: usize, code: Error) -> Diagnostic {
    let span = widened(text, from, to);
    match code {
        Error::NoSuchStructField { expected, found, outer } => {
            unknown_field(&found, outer.as_deref().unwrap_or_default(), expected, span)
        }
        Error::NoSuchEnumVariant { expected, found, outer } => {
            let of = outer.map_or(String::new(), |outer| format!(" for {}", outer.to_lowercase()));
            unknown(format!("unknown word `{}`{of}", truncated(&found)), &found, expected, "words", span)
        }
        Error::MissingStructField { field, outer } => missing_field(field, outer.as_deref().unwrap_or_default(), span),
        Error::DuplicateStructField { field, .. } => repeated_field(field, span),
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

/// A field that is not one of those known in a struct with a word in front.
pub(crate) fn unknown_field(found: &str, word: &str, known: &[&str], span: Range<usize>) -> Diagnostic {
    let of = if word.is_empty() { String::new() } else { format!(" in `{word}`") };
    let meant = meant_field(found, known);
    unknown(format!("unknown field `{}`{of}", truncated(found)), meant, known, "fields", span)
}

/// A field that a struct with a word in front must have.
pub(crate) fn missing_field(field: &str, word: &str, span: Range<usize>) -> Diagnostic {
    let of = if word.is_empty() { "there is".to_owned() } else { format!("`{word}` has") };
    let diagnostic = Diagnostic::error(format!("{of} no `{field}`")).of(&faults::MISSING_FIELD);
    let diagnostic = diagnostic.at(span, format!("add `{field}: …` here"));
    match value_of(field, word) {
        Some(value) => diagnostic.help(format!("write {value}")),
        None => diagnostic,
    }
}

/// A field that is set for the second time.
pub(crate) fn repeated_field(field: &str, span: Range<usize>) -> Diagnostic {
    let diagnostic = Diagnostic::error(format!("`{field}` is set twice")).of(&faults::SET_TWICE);
    diagnostic.at(span, "again here").help("keep one of the two")
}

/// The field that was meant by a word of another name for it, if that field is known here; or the word itself.
fn meant_field<'a>(found: &'a str, known: &[&'a str]) -> &'a str {
    const MEANT: [(&str, &[&str]); 9] = [
        ("speed", &["period", "turn_rate"]),
        ("rotation", &["angle"]),
        ("direction", &["angle", "aim"]),
        ("position", &["at"]),
        ("pos", &["at"]),
        ("time", &["seconds", "period"]),
        ("duration", &["seconds", "period"]),
        ("waypoints", &["points"]),
        ("loop", &["closed"]),
    ];
    let meant = MEANT.iter().filter(|(word, _)| *word == found).flat_map(|(_, meant)| *meant);
    meant.copied().find(|meant| known.contains(meant)).unwrap_or(found)
}

/// What may stand in a required field, in words and examples.
fn value_of(field: &str, word: &str) -> Option<&'static str> {
    Some(match (field, word) {
        ("name", _) => "`name: \"A Walk\"`: text of at most 64 characters",
        ("map", _) => "`map: r\"`, a line for each row of the map, and `\"`",
        ("aim", _) => {
            "`aim: Fixed(angle: 270)`, `Sweep(from: 225, to: 315, period: 3)`, `Spin(period: 4)` or `Track(from: 180, turn_rate: 90)`"
        }
        ("period", "Spin") => "`period: 4`: the seconds for a whole turn, 0.05 to 600",
        ("period", "Sweep") => "`period: 3`: the seconds there and back, 0.05 to 600",
        ("period", _) => "`period: 1`: the seconds from one burst to the next, 0.05 to 600",
        ("angle", _) => "`angle: 270`: degrees, counter-clockwise from the right; 90 is up",
        ("from" | "to", _) => "`from: 225, to: 315`: degrees, counter-clockwise from the right; 90 is up",
        ("turn_rate", _) => "`turn_rate: 90`: the most degrees that it turns in a second, 1 to 3600",
        ("on", _) => "`on: 1`: the seconds for which it is lit",
        ("points", _) => "`points: ['1', '2']`: digits of the map, or places `(x, y)`",
        ("channel", _) => "`channel: \"gate\"`: a name of your choice, the same as in the `when` of what listens to it",
        ("when", _) => "`when: Raised(\"gate\")` or `when: Lowered(\"gate\")`",
        ("size", _) => "`size: (1, 3)`: its width and height in tiles",
        ("shape", _) => "`shape: Box(3, 0.5)`, `Hexagon(1)` or `Polygon([(-1, 0), (1, 0), (0, 1)])`",
        ("tiles", _) => "`tiles: 10`: how many, 1 to 255",
        ("seed", _) => "`seed: 7`: a whole number; the same seed always gives the same cells",
        ("levels", _) => "`levels: [\"01-start.level.ron\"]`: the names of level files in their order",
        _ => return None,
    })
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
