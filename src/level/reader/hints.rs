//! Slips in the form of RON text: commas, colons, brackets, and the habits of other languages. What is wrong is guessed
//! from the text at the place where the parser gave up.

use std::ops::Range;

use ron::error::Error;

use super::brackets::{content_start, open_at_end};
use super::errors::widened;
use crate::level::diagnostics::escape::{called, is_hidden};
use crate::level::diagnostics::{Diagnostic, shown};

/// How a comment of RON begins, for those who have tried another one.
const COMMENT_HELP: &str = "a comment begins with `//`";

/// The fault of a text whose form is not that of RON. The parser stopped between the bytes `from` and `to`.
pub(crate) fn explain(text: &str, from: usize, to: usize, code: Error) -> Diagnostic {
    let place = widened(text, from, to);
    if let Some(fault) = merge_mark(text, to).or_else(|| unseen(text, place.start)) {
        return fault;
    }
    match code {
        Error::ExpectedComma => missing_comma(text, to),
        Error::ExpectedMapColon => missing_colon(text, place),
        Error::ExpectedIdentifier | Error::InvalidIdentifier(_) | Error::SuggestRawIdentifier(_) => {
            missing_name(text, place)
        }
        Error::ExpectedStructLike | Error::ExpectedNamedStructLike("")
            if open_at_end(&text[..to]).brackets.is_empty() =>
        {
            let is_name = text[place.clone()].chars().all(char::is_alphanumeric)
                && text[place.end..].trim_start().starts_with('(');
            let label = if is_name { "leave this name out" } else { "expected `(` before anything else" };
            Diagnostic::error("the file must begin with `(`").at(place, label)
        }
        Error::ExpectedStructLike | Error::ExpectedNamedStructLike(_) => {
            let word = &text[place.clone()];
            let word =
                if word.chars().all(char::is_alphanumeric) && !word.starts_with(char::is_numeric) { word } else { "" };
            let label = format!("expected `{word}(…)` with its fields");
            Diagnostic::error("a `(` is missing").at(place, label)
        }
        Error::ExpectedMap => Diagnostic::error("`{` is missing").at(place, "expected `{ key: value, … }`"),
        Error::ExpectedArray => Diagnostic::error("`[` is missing").at(place, "expected a list, `[…]`"),
        Error::ExpectedAttribute | Error::ExpectedAttributeEnd => not_at_the_start(text),
        Error::ExpectedFloat | Error::FloatUnderscore | Error::UnderscoreAtBeginning => {
            let number = number_at(text, from);
            let message = format!("`{}` is not a number", shown(&text[number.clone()]));
            Diagnostic::error(message).at(number, "expected a number, such as `12` or `-2.5`")
        }
        Error::ExpectedInteger | Error::InvalidIntegerDigit { .. } => {
            Diagnostic::error("this is not a whole number").at(place, "expected digits alone, such as `12`")
        }
        Error::IntegerOutOfBounds => {
            Diagnostic::error("the number is out of range").at(place, "too large, or negative")
        }
        Error::ExpectedBoolean => {
            Diagnostic::error("this is neither `true` nor `false`").at(place, "expected one of them")
        }
        Error::ExpectedString => {
            Diagnostic::error("this is not a text").at(place, "expected a text in quotation marks")
        }
        Error::ExpectedChar => Diagnostic::error("this is not a character")
            .at(place, "expected one character between `'`, such as 'a'")
            .help("a text of several characters stands between `\"`"),
        Error::UnexpectedChar(_) if text[place.clone()].starts_with('/') => Diagnostic::error("a lone `/` stands here")
            .at(place.start..place.start + 1, "neither a value nor a comment")
            .help("a comment begins with `//`; a number is written out, such as `0.5`"),
        Error::UnexpectedChar(found) if text[to..].starts_with(found) && !text[place.clone()].starts_with(found) => {
            explain(text, to, to, Error::UnexpectedChar(found))
        }
        Error::UnexpectedChar(found @ ('“' | '”' | '„' | '‘' | '’')) => {
            Diagnostic::error(format!("{} is not a quotation mark here", called(found)))
                .at(place, "expected the straight `\"` or `'`")
        }
        Error::UnexpectedChar(found @ ('−' | '–' | '—')) => {
            Diagnostic::error(format!("{} is not a minus sign here", called(found))).at(place, "expected the plain `-`")
        }
        Error::UnexpectedChar(',' | ')' | ']' | '}') => {
            Diagnostic::error("a value is missing").at(place, "expected a value before this")
        }
        Error::UnexpectedChar(found) => {
            Diagnostic::error(format!("{} cannot begin a value", called(found))).at(place, "expected a value")
        }
        _ => Diagnostic::error("this cannot stand here").at(place, "something else is expected"),
    }
}

/// A character that cannot be seen where RON has no use for it: a space that is none, a mark of direction.
fn unseen(text: &str, at: usize) -> Option<Diagnostic> {
    let character = text[at..].chars().next().filter(|character| !character.is_ascii() && is_hidden(*character))?;
    let fault = Diagnostic::error(format!("{} stands here, and cannot be seen", called(character)));
    Some(fault.at(at..at + character.len_utf8(), "take it out, or write a plain space"))
}

/// The marks that a merge leaves around what two people have written.
fn merge_mark(text: &str, at: usize) -> Option<Diagnostic> {
    let line_start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let mark = text[line_start..].lines().next()?.split(' ').next()?;
    ["<<<<<<<", "=======", ">>>>>>>", "|||||||"].contains(&mark).then(|| {
        Diagnostic::error("a merge has left its marks in this file")
            .at(line_start..line_start + mark.len(), "one of them")
            .help("keep what is right of the two versions, and take out the lines with marks")
    })
}

/// What stands before the first bracket and is no comment of RON.
fn not_at_the_start(text: &str) -> Diagnostic {
    let start = content_start(text);
    let line = start..start + text[start..].lines().next().map_or(0, |line| line.trim_end().len());
    if text[start..].starts_with("#!") {
        let fault = Diagnostic::error("this line is not `#![enable(…)]`").at(line, "not an extension of RON");
        return fault.help("a file needs none: leave the line out");
    }
    Diagnostic::error("the file must begin with `(`")
        .at(start..(start + 1).min(text.len()), "expected `(` before anything else")
        .help(COMMENT_HELP)
}

fn missing_colon(text: &str, place: Range<usize>) -> Diagnostic {
    let wanted = match open_at_end(&text[..place.start]).brackets.last() {
        Some(('{', _)) => "write `'a': value`",
        _ => "write `name: value`",
    };
    let label = match text[place.start..].chars().next() {
        Some(sign @ ('=' | '：')) => format!("expected `:`, not `{sign}`"),
        _ => "expected `:` before this".to_owned(),
    };
    Diagnostic::error("a colon is missing").at(place, label).help(wanted)
}

/// Something else stands where a field's name should.
fn missing_name(text: &str, place: Range<usize>) -> Diagnostic {
    let (before, rest) = (text[..place.start].trim_end(), &text[place.start..]);
    let fault = |message: &str, label: &str| Diagnostic::error(message).at(place.clone(), label);
    if rest.starts_with(',') {
        return fault("there is a comma too many", "expected `name: value`");
    }
    if let Some((name, _)) = rest.strip_prefix('"').and_then(|rest| rest.split_once('"')) {
        let label = format!("write `{}: …`", shown(name));
        return fault("a field's name stands without quotation marks", &label);
    }
    let fault = fault("a field's name is missing", "expected `name: value`");
    let follows_number = before.strip_suffix(',').is_some_and(|before| before.ends_with(|c: char| c.is_ascii_digit()));
    if follows_number && rest.starts_with(|c: char| c.is_ascii_digit()) {
        fault.help("a number has a point and no comma, such as `2.5`")
    } else if ["#", "--", ";", "<!--", "%"].iter().any(|comment| rest.starts_with(comment)) {
        fault.help(COMMENT_HELP)
    } else if rest.starts_with(|c: char| c.is_ascii_digit() || ['-', '\'', '(', '['].contains(&c)) {
        fault.help("each value in `(…)` has its name in front, such as `Fixed(angle: 270)`")
    } else {
        fault
    }
}

/// The comma belongs right after the value before it, wherever the next one stands.
fn missing_comma(text: &str, to: usize) -> Diagnostic {
    let (before, rest) = (text[..to].trim_end(), &text[to..]);
    let end = before.len();
    let word_start = before
        .rfind(|c: char| !c.is_alphanumeric() && c != '_')
        .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
    let word = &before[word_start..];
    let is_name = word.starts_with(|c: char| c.is_alphabetic());
    if rest.starts_with("::") && is_name {
        return Diagnostic::error("a name stands here with what it belongs to")
            .at(word_start..to + 2, "leave this out")
            .help("names are written without `::`");
    }
    if rest.starts_with(':') {
        return Diagnostic::error("`:` stands where a comma should")
            .at(to..to + 1, "expected `,`")
            .help("`name: value` goes into `(…)`, and `'a': value` into `{…}`");
    }
    if let Some(sign) = rest.chars().next().filter(|sign| [';', '，', '、'].contains(sign)) {
        let fault = Diagnostic::error(format!("`{sign}` stands where a comma should"));
        return fault.at(to..to + sign.len_utf8(), "expected the plain `,`");
    }
    if rest.starts_with(['*', '+', '/', '^']) && before.ends_with(|c: char| c.is_ascii_digit()) {
        return Diagnostic::error("there is no reckoning in a file").at(to..to + 1, "write the result alone");
    }
    if let Some(open) = rest.chars().next().filter(|open| is_name && ['{', '['].contains(open)) {
        return Diagnostic::error(format!("`{open}` stands where `(` should"))
            .at(to..to + 1, "expected `(`")
            .help(format!("write `{}(…)`", shown(word)));
    }
    if is_name && is_bare_text(&text[end..]) {
        return Diagnostic::error("a text stands without quotation marks")
            .at(word_start..end, "it begins here")
            .help("write it between `\"`");
    }
    let unit = rest.chars().take_while(|c| c.is_alphabetic() || ['°', '%', '"', '\''].contains(c));
    let unit: usize = unit.map(char::len_utf8).sum();
    if unit > 0 && end == to && before.ends_with(|c: char| c.is_ascii_digit() || c == '.') && !is_name {
        return Diagnostic::error("a number stands without its unit")
            .at(to..to + unit, "leave this out")
            .help("distances are in tiles, times in seconds, angles in degrees");
    }
    match open_at_end(&text[..to]).last_string.filter(|string| string.end == end) {
        // A string that was meant to end on its line went on to the next quotation mark.
        Some(string) if text[string.clone()].starts_with('"') && text[string.clone()].contains('\n') => {
            Diagnostic::error("this string does not end on its line")
                .at(string.start..string.start + 1, "it begins here")
                .at(string.end - 1..string.end, "and goes on to here")
                .help("end it with a `\"` where it should end")
        }
        Some(string) => {
            let fault = Diagnostic::error("a comma is missing").at(end..end, "expected `,` after this string");
            // Only of a string of several lines, or where another begins at once, is it doubtful that it was to end here.
            if text[string].contains('\n') || text[end..].starts_with('"') {
                fault.help("a string ends at its first `\"`: there must be none inside a map")
            } else {
                fault
            }
        }
        None => Diagnostic::error("a comma is missing").at(end..end, "expected `,` after this value"),
    }
}

/// Whether what follows a word goes on in the same line as a text would, and does not begin the next field.
fn is_bare_text(rest: &str) -> bool {
    let line = rest.lines().next().unwrap_or_default();
    let words = line.trim_start();
    let behind = words.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').trim_start();
    line.starts_with(['.', '-']) || words.starts_with(char::is_alphabetic) && !behind.starts_with([':', '('])
}

/// The word that was meant as a number, at a byte or behind the blanks there.
fn number_at(text: &str, at: usize) -> Range<usize> {
    let start = at + text[at..].len() - text[at..].trim_start().len();
    let is_part = |c: char| c.is_alphanumeric() || ['.', '-', '+', '_'].contains(&c);
    let length = text[start..].find(|c: char| !is_part(c)).unwrap_or(text.len() - start);
    start..start + length
}
