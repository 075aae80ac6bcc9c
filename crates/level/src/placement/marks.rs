//! The marks of a text map: ninja, exit, shards, waypoints and the letters of actors; checks how often each occurs.

use std::ops::Range;

use bevy_math::{IVec2, Vec2};

use crate::actors::KINDS;
use crate::actors::entries::Actor;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::faults;
use crate::diagnostics::suggest::nearest;
use crate::format::glyphs::Glyph;
use crate::format::map::{Mark, TextMap};
use crate::limits::SHARDS_MAX;
use crate::reader::Reader;

pub(super) fn center(cell: IVec2) -> Vec2 {
    cell.as_vec2() + 0.5
}

/// The marks with an actor's letter, in the order of the file.
pub(super) fn letters(map: &TextMap, letter: char) -> impl Iterator<Item = &Mark> {
    map.marks.iter().filter(move |mark| mark.glyph == Glyph::Actor(letter))
}

/// The only mark of a glyph, or a report that there is none, or more than one.
pub(super) fn exactly_one<'m>(
    reader: &mut Reader,
    map: &'m TextMap,
    glyph: Glyph,
    name: &str,
    character: char,
) -> Option<&'m Mark> {
    let mut marks = map.marks.iter().filter(|mark| mark.glyph == glyph);
    let Some(first) = marks.next() else {
        let diagnostic = Diagnostic::error(format!("the map has no {name}"))
            .of(&faults::MARK_COUNT)
            .at(map.span.clone(), "in this map");
        return reader.refuse(diagnostic.help(format!("put one `{character}` where the {name} should be")));
    };
    if let Some(second) = marks.next() {
        let more = marks.count();
        let count = if more == 0 { "two".to_owned() } else { (more + 2).to_string() };
        let message = format!("the map has {count} of `{character}`, the {name}; it must have one");
        let diagnostic = Diagnostic::error(message).of(&faults::MARK_COUNT).at(second.span.clone(), "one too many");
        return reader.refuse(diagnostic.at(first.span.clone(), "the first"));
    }
    Some(first)
}

pub(super) fn shards(reader: &mut Reader, map: &TextMap) -> Option<Vec<Vec2>> {
    let marks: Vec<&Mark> = map.marks.iter().filter(|mark| mark.glyph == Glyph::Shard).collect();
    if let Some(mark) = marks.get(SHARDS_MAX) {
        let message = format!("there are too many shards: {}, and at most {SHARDS_MAX} are allowed", marks.len());
        return reader
            .refuse(Diagnostic::error(message).of(&faults::TOO_MANY).at(mark.span.clone(), "the first one too many"));
    }
    Some(marks.iter().map(|mark| center(mark.cell)).collect())
}

/// The bytes of the shards.
pub(super) fn shard_spans(map: &TextMap) -> Vec<Range<usize>> {
    map.marks.iter().filter(|mark| mark.glyph == Glyph::Shard).map(|mark| mark.span.clone()).collect()
}

/// Reports each digit in several cells, once.
pub(super) fn report_repeated_waypoints(reader: &mut Reader, map: &TextMap) {
    for digit in 0..10 {
        let mut marks = map.marks.iter().filter(|mark| mark.glyph == Glyph::Waypoint(digit));
        if let (Some(first), Some(second)) = (marks.next(), marks.next()) {
            let diagnostic =
                Diagnostic::error(format!("waypoint '{digit}' is in the map more than once")).of(&faults::MARK_COUNT);
            let diagnostic = diagnostic.at(second.span.clone(), "again here").at(first.span.clone(), "first here");
            reader.report(diagnostic.help("use another digit, or a letter that no actor has"));
        }
    }
}

/// Warns of each digit that nothing in the file names.
pub(super) fn warn_of_unused_waypoints(reader: &mut Reader, map: &TextMap) {
    // An actor with an error may be the one that uses it.
    if reader.has_errors() {
        return;
    }
    for mark in &map.marks {
        let Glyph::Waypoint(digit) = mark.glyph else { continue };
        if !reader.names_place(char::from(b'0' + digit)) {
            let diagnostic =
                Diagnostic::warning(format!("nothing uses waypoint '{digit}'")).of(&faults::UNUSED_WAYPOINT);
            reader.report(diagnostic.at(mark.span.clone(), "placed here"));
        }
    }
}

/// Reports each letter of the map that `actors` does not declare, once.
pub(super) fn report_undeclared(reader: &mut Reader, map: &TextMap, actors: &[Actor]) {
    let mut reported = Vec::new();
    for mark in &map.marks {
        let Glyph::Actor(letter) = mark.glyph else { continue };
        // A letter that no actor has may name a place. Where there are errors, whatever names it may not have been read.
        let names_place = reader.names_place(letter) || reader.has_errors() && reader.mentions(letter);
        if names_place || reported.contains(&letter) || actors.iter().any(|actor| actor.letter == letter) {
            continue;
        }
        reported.push(letter);
        let times = match letters(map, letter).count() {
            1 => String::new(),
            many => format!(", {many} times"),
        };
        let declared: Vec<String> = actors.iter().map(|actor| actor.letter.to_string()).collect();
        let near = nearest(&letter.to_string(), declared.iter().map(String::as_str));
        let label = match letter {
            'x' => "did you mean `X`, the exit?".to_owned(),
            'O' | 'o' => "did you mean `*`, a shard, or the digit `0`?".to_owned(),
            _ => near.map_or("not declared".to_owned(), |near| format!("did you mean `{near}`?")),
        };
        let message = format!("`{letter}` in the map is not a declared actor{times}");
        let help = format!("declare it: `actors: {{ '{letter}': {} }}`; a wall is `#`", KINDS[0].example);
        reader
            .report(Diagnostic::error(message).of(&faults::UNDECLARED_LETTER).at(mark.span.clone(), label).help(help));
    }
}
