//! The `actors` of a level file: the actor of each letter in the map.

use std::ops::Range;

use super::KINDS;
use super::fields::{Fields, Start};
use super::kind::{AddActor, Kind};
use crate::diagnostics::faults;
use crate::diagnostics::{Diagnostic, truncated};
use crate::format::channels::ChannelTable;
use crate::format::glyphs::Glyph;
use crate::reader::entries::Entries;
use crate::reader::{Reader, RonValue};

pub(crate) struct Actor {
    /// Its letter in the map.
    pub letter: char,
    /// The bytes of the letter in `actors`.
    pub span: Range<usize>,
    /// `None` if there is an error in it.
    pub entry: Option<ActorEntry>,
}

/// An actor as a file declares it, without its place in the map.
pub(crate) struct ActorEntry {
    pub kind: &'static Kind,
    pub start: Start,
    pub add: AddActor,
}

/// Reads all entries. One with an error is kept, so that its letters in the map are not reported as unknown as well. If
/// a key is unusable nothing is returned, since it is unknown which letter was meant.
pub(crate) fn read<'a>(
    reader: &mut Reader<'a>,
    channels: &mut ChannelTable,
    value: RonValue<'a>,
) -> Option<Vec<Actor>> {
    let entries: Entries = reader.read(value)?;
    let mut actors: Vec<Actor> = Vec::new();
    let mut all_keys_usable = true;
    for (key, value) in entries.0 {
        let entry = entry(reader, channels, value);
        let Some(letter) = letter(reader, key) else {
            all_keys_usable = false;
            continue;
        };
        let span = reader.span(key);
        if let Some(first) = actors.iter().find(|actor| actor.letter == letter) {
            let diagnostic = Diagnostic::error(format!("actor '{letter}' is declared twice"))
                .of(&faults::SET_TWICE)
                .at(span, "again here");
            let diagnostic = diagnostic.at(first.span.clone(), "first here");
            reader.report(diagnostic.help("give one of the two another letter"));
            continue;
        }
        actors.push(Actor { letter, span, entry });
    }
    all_keys_usable.then_some(actors)
}

fn letter<'a>(reader: &mut Reader<'a>, key: RonValue<'a>) -> Option<char> {
    let wanted = "one letter between `'`, such as 'a'";
    let letter: char = reader.scalar(key, truncated(key.text()).as_str(), &format!("an actor's letter: {wanted}"))?;
    if let Some(Glyph::Actor(letter)) = Glyph::of(letter) {
        return Some(letter);
    }
    let label = match Glyph::of(letter) {
        Some(Glyph::Exit) => "`X` is the exit".to_owned(),
        Some(_) => format!("`{letter}` means something else in a map"),
        None => "not a letter from a to z or A to Z".to_owned(),
    };
    let diagnostic = Diagnostic::error(format!("an actor cannot be called '{letter}'")).at(reader.span(key), label);
    reader.refuse(diagnostic.help(format!("use {wanted}; every letter but `X` is free")))
}

/// Reads `Word(…)`.
fn entry<'a>(reader: &mut Reader<'a>, channels: &mut ChannelTable, value: RonValue<'a>) -> Option<ActorEntry> {
    let words: Vec<&str> = KINDS.iter().map(|kind| kind.word).collect();
    let word = reader.word(value, "kind of actor", &words)?;
    let kind = KINDS.iter().find(|kind| kind.word == word)?;
    let value = reader.resolved(value)?;
    let values = reader.fields(value, kind.word)?;
    let mut fields = Fields::new(reader, channels, values);
    let add = (kind.read)(&mut fields);
    let start = fields.finish(kind.word, value)?;
    Some(ActorEntry { kind, start, add: add? })
}
