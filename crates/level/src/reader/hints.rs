//! Hints for syntax errors in RON text: commas, colons, brackets, and habits from other languages. They are guesses
//! from the text around the place where the parser stopped.

use std::ops::Range;

use ron::error::Error;

use super::brackets::{content_start, open_at_end};
use super::spans::widened;
use crate::diagnostics::escape::{char_name, is_hidden};
use crate::diagnostics::faults;
use crate::diagnostics::{Diagnostic, truncated};

/// For a file that begins as JSON does.
const JSON_HELP: &str =
    "a level is RON, not JSON: write `(name: \"A Walk\", …)` instead of `{\"name\": \"A Walk\", …}`";
/// For comments in the syntax of another language.
const COMMENT_HELP: &str = "a comment begins with `//`";

/// Explains a syntax error. The parser stopped between the bytes `from` and `to`.
pub(super) fn explain(text: &str, from: usize, to: usize, code: Error) -> Diagnostic {
    let span = widened(text, from, to);
    if let Some(diagnostic) = merge_mark(text, to).or_else(|| invisible(text, span.start)) {
        return diagnostic;
    }
    match code {
        Error::ExpectedComma => missing_comma(text, to),
        Error::ExpectedMapColon => missing_colon(text, span),
        Error::ExpectedIdentifier | Error::InvalidIdentifier(_) | Error::SuggestRawIdentifier(_) => {
            missing_name(text, span)
        }
        Error::ExpectedStructLike | Error::ExpectedNamedStructLike("")
            if open_at_end(&text[..to]).brackets.is_empty() =>
        {
            let is_name =
                text[span.clone()].chars().all(char::is_alphanumeric) && text[span.end..].trim_start().starts_with('(');
            let label = if is_name { "leave this name out" } else { "expected `(` before anything else" };
            let diagnostic = Diagnostic::error("the file must begin with `(`").at(span, label);
            if text[content_start(text)..].starts_with('{') { diagnostic.help(JSON_HELP) } else { diagnostic }
        }
        Error::ExpectedStructLike | Error::ExpectedNamedStructLike(_) => {
            let word = &text[span.clone()];
            let word =
                if word.chars().all(char::is_alphanumeric) && !word.starts_with(char::is_numeric) { word } else { "" };
            let label = format!("expected `{word}(…)` with its fields");
            Diagnostic::error("a `(` is missing").at(span, label)
        }
        Error::ExpectedMap => Diagnostic::error("`{` is missing").at(span, "expected `{ key: value, … }`"),
        Error::ExpectedArray => Diagnostic::error("`[` is missing").at(span, "expected a list, `[…]`"),
        Error::ExpectedAttribute | Error::ExpectedAttributeEnd => not_at_the_start(text),
        Error::ExpectedFloat | Error::FloatUnderscore | Error::UnderscoreAtBeginning => {
            let number = number_at(text, from);
            let message = format!("`{}` is not a number", truncated(&text[number.clone()]));
            Diagnostic::error(message).at(number, "expected a number, such as `12` or `-2.5`")
        }
        Error::ExpectedInteger | Error::InvalidIntegerDigit { .. } => {
            Diagnostic::error("this is not a whole number").at(span, "expected digits alone, such as `12`")
        }
        Error::IntegerOutOfBounds => {
            Diagnostic::error("the number is out of range").of(&faults::BAD_VALUE).at(span, "too large, or negative")
        }
        Error::ExpectedBoolean => {
            Diagnostic::error("this is neither `true` nor `false`").at(span, "expected one of them")
        }
        Error::ExpectedString => Diagnostic::error("this is not text").at(span, "expected text in quotation marks"),
        Error::ExpectedChar => Diagnostic::error("this is not a character")
            .at(span, "expected one character between `'`, such as 'a'")
            .help("text of several characters goes between `\"`"),
        Error::UnexpectedChar(_) if text[span.clone()].starts_with('/') => {
            Diagnostic::error("there is a single `/` here")
                .at(span.start..span.start + 1, "neither a value nor a comment")
                .help("a comment begins with `//`; a number is written out, such as `0.5`")
        }
        Error::UnexpectedChar(found) if text[to..].starts_with(found) && !text[span.clone()].starts_with(found) => {
            explain(text, to, to, Error::UnexpectedChar(found))
        }
        Error::UnexpectedChar(found @ ('“' | '”' | '„' | '‘' | '’')) => {
            Diagnostic::error(format!("{} is not a quotation mark here", char_name(found)))
                .at(span, "expected the straight `\"` or `'`")
        }
        Error::UnexpectedChar(found @ ('−' | '–' | '—')) => {
            Diagnostic::error(format!("{} is not a minus sign here", char_name(found)))
                .at(span, "expected the plain `-`")
        }
        Error::UnexpectedChar(',' | ')' | ']' | '}') => {
            Diagnostic::error("a value is missing").at(span, "expected a value before this")
        }
        Error::UnexpectedChar(found) => {
            Diagnostic::error(format!("{} cannot begin a value", char_name(found))).at(span, "expected a value")
        }
        _ => Diagnostic::error("this is not allowed here").at(span, "something else is expected"),
    }
}

/// An invisible character where RON allows none: a space other than the plain one, a mark of direction.
fn invisible(text: &str, at: usize) -> Option<Diagnostic> {
    let character = text[at..].chars().next().filter(|character| !character.is_ascii() && is_hidden(*character))?;
    let diagnostic = Diagnostic::error(format!("invisible character {}", char_name(character)));
    Some(diagnostic.at(at..at + character.len_utf8(), "remove it, or write a plain space"))
}

/// The conflict markers of a merge.
fn merge_mark(text: &str, at: usize) -> Option<Diagnostic> {
    let line_start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let mark = text[line_start..].lines().next()?.split(' ').next()?;
    ["<<<<<<<", "=======", ">>>>>>>", "|||||||"].contains(&mark).then(|| {
        Diagnostic::error("a merge left its conflict markers in this file")
            .at(line_start..line_start + mark.len(), "one of them")
            .help("keep the right one of the two versions, and remove the lines with markers")
    })
}

/// Text before the first bracket that is not a comment.
fn not_at_the_start(text: &str) -> Diagnostic {
    let start = content_start(text);
    let line = start..start + text[start..].lines().next().map_or(0, |line| line.trim_end().len());
    if text[start..].starts_with("#!") {
        let diagnostic = Diagnostic::error("this line is not `#![enable(…)]`").at(line, "not an extension of RON");
        return diagnostic.help("a file needs none: leave the line out");
    }
    let help = if text[start..].starts_with('{') { JSON_HELP } else { COMMENT_HELP };
    Diagnostic::error("the file must begin with `(`")
        .at(start..(start + 1).min(text.len()), "expected `(` before anything else")
        .help(help)
}

fn missing_colon(text: &str, span: Range<usize>) -> Diagnostic {
    let wanted = match open_at_end(&text[..span.start]).brackets.last() {
        Some(('{', _)) => "write `'a': value`",
        _ => "write `name: value`",
    };
    let label = match text[span.start..].chars().next() {
        Some(sign @ ('=' | '：')) => format!("expected `:`, not `{sign}`"),
        _ => "expected `:` before this".to_owned(),
    };
    Diagnostic::error("a colon is missing").at(span, label).help(wanted)
}

/// Anything but a field's name where one should be.
fn missing_name(text: &str, span: Range<usize>) -> Diagnostic {
    let (before, rest) = (text[..span.start].trim_end(), &text[span.start..]);
    let diagnostic = |message: &str, label: &str| Diagnostic::error(message).at(span.clone(), label);
    if rest.starts_with(',') {
        return diagnostic("there is a comma too many", "expected `name: value`");
    }
    if let Some((name, _)) = rest.strip_prefix('"').and_then(|rest| rest.split_once('"')) {
        let label = format!("write `{}: …`", truncated(name));
        return diagnostic("a field's name is written without quotation marks", &label);
    }
    let diagnostic = diagnostic("a field's name is missing", "expected `name: value`");
    let follows_number = before.strip_suffix(',').is_some_and(|before| before.ends_with(|c: char| c.is_ascii_digit()));
    if let (true, Some(pair)) = (follows_number, bare_pair(before, rest)) {
        diagnostic.help(format!("two numbers that belong together go into brackets: `{pair}`"))
    } else if follows_number && rest.starts_with(|c: char| c.is_ascii_digit()) {
        diagnostic.help("a number is written with a point, not a comma, such as `2.5`")
    } else if ["#", "--", ";", "<!--", "%"].iter().any(|comment| rest.starts_with(comment)) {
        diagnostic.help(COMMENT_HELP)
    } else if rest.starts_with(|c: char| c.is_ascii_digit() || ['-', '\'', '(', '['].contains(&c)) {
        diagnostic.help("each value in `(…)` has its name in front, such as `Fixed(angle: 270)`")
    } else {
        diagnostic
    }
}

/// A pair such as `at: 6, 3`, written as it should be, where `before` ends with the first number and its comma.
fn bare_pair(before: &str, rest: &str) -> Option<String> {
    let (name, first) = before.strip_suffix(',')?.rsplit_once(':')?;
    let name = name.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    let is_number = |c: char| c.is_ascii_digit() || ['.', '-'].contains(&c);
    let second = &rest[..rest.find(|c: char| !is_number(c)).unwrap_or(rest.len())];
    let is_pair = ["at", "size", "slide"].contains(&name) && first.trim().chars().all(is_number) && !second.is_empty();
    is_pair.then(|| format!("{name}: ({}, {second})", first.trim()))
}

/// A missing comma is reported right after the value before it, wherever the next value is.
fn missing_comma(text: &str, to: usize) -> Diagnostic {
    let (before, rest) = (text[..to].trim_end(), &text[to..]);
    let end = before.len();
    let word_start = before
        .rfind(|c: char| !c.is_alphanumeric() && c != '_')
        .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
    let word = &before[word_start..];
    let is_name = word.starts_with(|c: char| c.is_alphabetic());
    if rest.starts_with("::") && is_name {
        return Diagnostic::error("names are written without a path")
            .at(word_start..to + 2, "leave this out")
            .help("write the last part alone, without `::`");
    }
    if rest.starts_with('=') && is_name {
        return Diagnostic::error("found `=`, expected `:`")
            .at(to..to + 1, "expected `:`")
            .help(format!("write `{}: …`", truncated(word)));
    }
    if rest.starts_with(':') {
        return Diagnostic::error("found `:`, expected a comma")
            .at(to..to + 1, "expected `,`")
            .help("`name: value` goes into `(…)`, and `'a': value` into `{…}`");
    }
    if let Some(sign) = rest.chars().next().filter(|sign| [';', '，', '、'].contains(sign)) {
        let diagnostic = Diagnostic::error(format!("found `{sign}`, expected a comma"));
        return diagnostic.at(to..to + sign.len_utf8(), "expected the plain `,`");
    }
    if rest.starts_with(['*', '+', '/', '^']) && before.ends_with(|c: char| c.is_ascii_digit()) {
        return Diagnostic::error("arithmetic is not supported").at(to..to + 1, "write the result");
    }
    if let Some(open) = rest.chars().next().filter(|open| is_name && ['{', '['].contains(open)) {
        return Diagnostic::error(format!("found `{open}`, expected `(`"))
            .at(to..to + 1, "expected `(`")
            .help(format!("write `{}(…)`", truncated(word)));
    }
    if is_name && is_bare_text(&text[end..]) {
        return Diagnostic::error("text needs quotation marks")
            .at(word_start..end, "it begins here")
            .help("write it between `\"`");
    }
    let unit = rest.chars().take_while(|c| c.is_alphabetic() || ['°', '%', '"', '\''].contains(c));
    let unit: usize = unit.map(char::len_utf8).sum();
    if unit > 0 && end == to && before.ends_with(|c: char| c.is_ascii_digit() || c == '.') && !is_name {
        return Diagnostic::error("a number is written without its unit")
            .at(to..to + unit, "leave this out")
            .help("distances are in tiles, times in seconds, angles in degrees");
    }
    match open_at_end(&text[..to]).last_string.filter(|string| string.end == end) {
        // A string meant to end on its line went on to the next quotation mark.
        Some(string) if text[string.clone()].starts_with('"') && text[string.clone()].contains('\n') => {
            Diagnostic::error("this string does not end on its line")
                .of(&faults::OPEN_STRING)
                .at(string.start..string.start + 1, "it begins here")
                .at(string.end - 1..string.end, "and goes on to here")
                .help("end it with a `\"` where it should end")
        }
        Some(string) => {
            let diagnostic = Diagnostic::error("a comma is missing").at(end..end, "expected `,` after this string");
            // A string of several lines, or one directly before another, may have been meant to go on.
            if text[string].contains('\n') || text[end..].starts_with('"') {
                diagnostic.help("a string ends at its first `\"`: there must be none inside a map")
            } else {
                diagnostic
            }
        }
        None => Diagnostic::error("a comma is missing").at(end..end, "expected `,` after this value"),
    }
}

/// Whether what follows a word reads like unquoted text, rather than like the next field.
fn is_bare_text(rest: &str) -> bool {
    let line = rest.lines().next().unwrap_or_default();
    let words = line.trim_start();
    let behind = words.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').trim_start();
    line.starts_with(['.', '-']) || words.starts_with(char::is_alphabetic) && !behind.starts_with([':', '('])
}

/// The word meant as a number, at a byte or after the blanks there.
fn number_at(text: &str, at: usize) -> Range<usize> {
    let start = at + text[at..].len() - text[at..].trim_start().len();
    let is_part = |c: char| c.is_alphanumeric() || ['.', '-', '+', '_'].contains(&c);
    let length = text[start..].find(|c: char| !is_part(c)).unwrap_or(text.len() - start);
    start..start + length
}
