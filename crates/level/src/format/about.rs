//! What a level is about, for those who make and judge levels: its idea in one sentence, its beat in its world, and the kinds that its
//! way needs. No rule and no screen reads it.

use serde::Deserialize;

use crate::actors::KINDS;
use crate::actors::columns::ActorColumns;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::faults;
use crate::limits::{IDEA_CHARS_MAX, IDEA_WORDS_MAX};
use crate::reader::{Reader, RonValue};

/// What a level is about, as its file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// One sentence of about ten words.
    pub idea: String,
    /// Its part in its world.
    pub beat: Beat,
    /// The words of the kinds of actors without which its way would be another, each once.
    pub needs: Vec<&'static str>,
}

/// The four beats of a world's thought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beat {
    /// A safe place to meet the thought.
    Meet,
    /// A use of it.
    Use,
    /// A turn that nobody expects.
    Turn,
    /// The world's last level: the thought with all that was learned before.
    Exam,
}

impl Beat {
    /// All beats, in the order of a world.
    pub const ALL: [Self; 4] = [Self::Meet, Self::Use, Self::Turn, Self::Exam];

    /// Its word in a level file.
    pub fn word(self) -> &'static str {
        match self {
            Self::Meet => "Meet",
            Self::Use => "Use",
            Self::Turn => "Turn",
            Self::Exam => "Exam",
        }
    }
}

#[derive(Deserialize)]
#[serde(rename = "about", deny_unknown_fields, bound(deserialize = "'de: 'a"))]
struct AboutFile<'a> {
    idea: RonValue<'a>,
    beat: RonValue<'a>,
    needs: Option<RonValue<'a>>,
}

/// The value, and where each kind in `needs` was written.
pub(super) type Read<'a> = (About, Vec<RonValue<'a>>);

/// Reads what a level is about, and warns of a long idea.
pub(super) fn read<'a>(reader: &mut Reader<'a>, value: RonValue<'a>) -> Option<Read<'a>> {
    let file: AboutFile = reader.read(value)?;
    let idea = reader.name(file.idea, "idea", IDEA_CHARS_MAX);
    let words = idea.as_ref().map_or(0, |idea| idea.split_whitespace().count());
    if words > IDEA_WORDS_MAX {
        let message = format!("the idea has {words} words; {IDEA_WORDS_MAX} are enough for one idea");
        let diagnostic = Diagnostic::warning(message).of(&faults::LONG_IDEA);
        reader.report(diagnostic.at(reader.span(file.idea), "say it shorter"));
    }
    let beat = reader.word_alone(file.beat, "beat", &Beat::ALL.map(Beat::word));
    let beat = beat.and_then(|word| Beat::ALL.into_iter().find(|beat| beat.word() == word));
    let values: Vec<RonValue> = file.needs.map_or(Some(Vec::new()), |needs| reader.read(needs))?;
    let words: Vec<&str> = KINDS.iter().map(|kind| kind.word).collect();
    let mut needs = Vec::new();
    for &value in &values {
        let word = reader.word_alone(value, "kind of actor", &words)?;
        if needs.contains(&word) {
            let diagnostic = Diagnostic::error(format!("`{word}` is in `needs` twice")).of(&faults::SET_TWICE);
            return reader.refuse(diagnostic.at(reader.span(value), "again here"));
        }
        needs.extend(words.iter().find(|known| **known == word));
    }
    Some((About { idea: idea?, beat: beat?, needs }, values))
}

/// Warns of kinds in `needs` of which the level has no actor.
pub(super) fn warn_of_absent_kinds<'a>(reader: &mut Reader<'a>, actors: &ActorColumns, (about, values): &Read<'a>) {
    for (word, value) in about.needs.iter().zip(values) {
        if actors.count_of(word) == 0 {
            let message = format!("the level needs a `{word}` and has none");
            let diagnostic = Diagnostic::warning(message).of(&faults::ABSENT_KIND);
            reader.report(diagnostic.at(reader.span(*value), "no such actor"));
        }
    }
}
