//! The channels of a level file. A channel is a name; it exists as soon as an actor raises it or listens to it. Also reads
//! the gates that listen.

use std::ops::Range;

use serde::Deserialize;

use crate::diagnostics::faults;
use crate::diagnostics::suggest::nearest;
use crate::diagnostics::{Diagnostic, truncated};
use crate::format::gates::{Channel, Condition, ConditionIndex, Gate};
use crate::limits::{CHANNEL_CHARS_MAX, CHANNELS_MAX, CONDITION_DEPTH_MAX, CONDITION_TERMS_MAX, CONDITIONS_MAX};
use crate::reader::{Reader, RonValue};

#[derive(Deserialize)]
#[serde(rename = "Gate", bound(deserialize = "'de: 'a"))]
enum GateFile<'a> {
    Raised(RonValue<'a>),
    Lowered(RonValue<'a>),
    All(Vec<RonValue<'a>>),
    Any(Vec<RonValue<'a>>),
    Not(RonValue<'a>),
}

/// The words of gates, each with how it is written.
const GATE_WORDS: [(&str, &str); 5] = [
    ("Raised", "`Raised(\"name\")` or `Lowered(\"name\")`"),
    ("Lowered", "`Raised(\"name\")` or `Lowered(\"name\")`"),
    ("All", "`All` with its gates in a list, such as `All([Raised(\"a\"), Lowered(\"b\")])`"),
    ("Any", "`Any` with its gates in a list, such as `Any([Raised(\"a\"), Lowered(\"b\")])`"),
    ("Not", "one gate, such as `Not(Raised(\"name\"))`"),
];

/// The channels of a file, in the order of their first use.
#[derive(Debug, Default)]
pub struct ChannelTable {
    channels: Vec<NamedChannel>,
    conditions: Vec<Condition>,
    /// Whether it was reported that there are too many.
    overflowed: bool,
}

#[derive(Debug)]
struct NamedChannel {
    name: String,
    /// Where an actor first raises it.
    raised: Option<Range<usize>>,
    /// Where an actor first listens to it.
    listened: Option<Range<usize>>,
}

impl ChannelTable {
    /// Reads the name of a channel that an actor raises.
    pub fn raised<'a>(&mut self, reader: &mut Reader<'a>, value: RonValue<'a>) -> Option<Channel> {
        let channel = self.channel(reader, value)?;
        self.channels[usize::from(channel.0)].raised.get_or_insert(reader.span(value));
        Some(channel)
    }

    /// Reads a gate: `Raised("name")` or `Lowered("name")`, or several of them in `All([…])`, `Any([…])` and `Not(…)`.
    pub fn gate<'a>(&mut self, reader: &mut Reader<'a>, value: RonValue<'a>) -> Option<Gate> {
        let mut terms = 0;
        match self.condition(reader, value, false, CONDITION_DEPTH_MAX, &mut terms)? {
            Condition::Raised(channel) => Some(Gate::Raised(channel)),
            Condition::Lowered(channel) => Some(Gate::Lowered(channel)),
            condition => self.condition_gate(reader, value, condition),
        }
    }

    /// Reads a part of a gate; `negated` says whether it is in an odd number of `Not`. At most `depth` more words may nest,
    /// and `terms` counts the channels so far.
    fn condition<'a>(
        &mut self,
        reader: &mut Reader<'a>,
        value: RonValue<'a>,
        negated: bool,
        depth: usize,
        terms: &mut usize,
    ) -> Option<Condition> {
        let value = reader.resolved(value)?;
        if value.text().starts_with('"') {
            let diagnostic =
                Diagnostic::error("say whether the channel must be raised or lowered").of(&faults::BAD_GATE);
            let help = format!("write `Raised({0})` or `Lowered({0})`", truncated(value.text()));
            return reader.refuse(diagnostic.at(reader.span(value), "only a channel's name").help(help));
        }
        let word = reader.word(value, "gate", &GATE_WORDS.map(|(word, _)| word))?;
        let wanted = GATE_WORDS.iter().find(|(known, _)| *known == word)?.1;
        let file = reader.scalar(value, "when", wanted)?;
        if depth == 0 && !matches!(file, GateFile::Raised(_) | GateFile::Lowered(_)) {
            let message = format!("gates are nested more than {CONDITION_DEPTH_MAX} deep");
            let help = "`All` in `All`, and `Any` in `Any`, can be one list";
            return reader.refuse(
                Diagnostic::error(message).of(&faults::TOO_MANY).at(reader.span(value), "one too deep").help(help),
            );
        }
        let (parts, joins_all) = match file {
            GateFile::Raised(name) => return self.term(reader, name, !negated, terms),
            GateFile::Lowered(name) => return self.term(reader, name, negated, terms),
            GateFile::Not(part) if part.text().starts_with('[') => {
                let diagnostic = Diagnostic::error("`Not` holds one gate").of(&faults::BAD_GATE);
                let help = "write `Not(All([…]))` or `Not(Any([…]))`";
                return reader.refuse(diagnostic.at(reader.span(part), "a list").help(help));
            }
            GateFile::Not(part) => return self.condition(reader, part, !negated, depth - 1, terms),
            GateFile::All(parts) => (parts, !negated),
            GateFile::Any(parts) => (parts, negated),
        };
        if parts.is_empty() {
            let diagnostic = Diagnostic::error(format!("`{word}` has no gates in it")).of(&faults::BAD_GATE);
            let help = format!("list them: `{word}([Raised(\"a\"), Raised(\"b\")])`");
            return reader.refuse(diagnostic.at(reader.span(value), "an empty list").help(help));
        }
        let mut joined = Vec::new();
        for part in parts {
            // Stops at the first error: a list of shared values that hold one another would be read for hours.
            match self.condition(reader, part, negated, depth - 1, terms)? {
                // A list in a list of the same word is one list.
                Condition::All(parts) if joins_all => joined.extend(parts),
                Condition::Any(parts) if !joins_all => joined.extend(parts),
                part => joined.push(part),
            }
        }
        match joined.len() {
            1 => joined.pop(),
            _ if joins_all => Some(Condition::All(joined)),
            _ => Some(Condition::Any(joined)),
        }
    }

    /// Reads the name of a channel that a gate wants raised or lowered.
    fn term<'a>(
        &mut self,
        reader: &mut Reader<'a>,
        name: RonValue<'a>,
        raised: bool,
        terms: &mut usize,
    ) -> Option<Condition> {
        *terms += 1;
        if *terms > CONDITION_TERMS_MAX {
            let message = format!("this gate names too many channels: at most {CONDITION_TERMS_MAX} are allowed");
            return reader.refuse(
                Diagnostic::error(message).of(&faults::TOO_MANY).at(reader.span(name), "the first one too many"),
            );
        }
        let channel = self.channel(reader, name)?;
        self.channels[usize::from(channel.0)].listened.get_or_insert(reader.span(name));
        Some(if raised { Condition::Raised(channel) } else { Condition::Lowered(channel) })
    }

    /// The gate of a condition on several channels. Equal conditions are one.
    fn condition_gate<'a>(
        &mut self,
        reader: &mut Reader<'a>,
        value: RonValue<'a>,
        condition: Condition,
    ) -> Option<Gate> {
        if let Some(index) = self.conditions.iter().position(|known| *known == condition) {
            return Some(Gate::Holds(ConditionIndex(index as u8)));
        }
        if self.conditions.len() == CONDITIONS_MAX {
            let message = format!("there are too many gates of several channels: at most {CONDITIONS_MAX} are allowed");
            let help = "gates that say the same count once";
            return reader.refuse(
                Diagnostic::error(message)
                    .of(&faults::TOO_MANY)
                    .at(reader.span(value), "the first one too many")
                    .help(help),
            );
        }
        if let Some(always) = condition.constant() {
            let message = if always { "this gate is always open" } else { "this gate never opens" };
            let diagnostic =
                Diagnostic::warning(message).of(&faults::CONSTANT_GATE).at(reader.span(value), "whatever is raised");
            reader.report(diagnostic.help("`All` needs each of its gates open at once, `Any` needs one of them"));
        }
        self.conditions.push(condition);
        Some(Gate::Holds(ConditionIndex((self.conditions.len() - 1) as u8)))
    }

    fn channel<'a>(&mut self, reader: &mut Reader<'a>, value: RonValue<'a>) -> Option<Channel> {
        let name = reader.name(value, "channel", CHANNEL_CHARS_MAX)?;
        if name.is_empty() {
            return reader.refuse(Diagnostic::error("the channel has no name").at(reader.span(value), "empty"));
        }
        let known = self.channels.iter().position(|channel| channel.name == name);
        if known.is_none() && self.channels.len() == CHANNELS_MAX {
            if !self.overflowed {
                let message = format!("there are too many channels: at most {CHANNELS_MAX} are allowed");
                reader.report(
                    Diagnostic::error(message).of(&faults::TOO_MANY).at(reader.span(value), "the first one too many"),
                );
            }
            self.overflowed = true;
            return None;
        }
        let index = known.unwrap_or_else(|| {
            self.channels.push(NamedChannel { name, raised: None, listened: None });
            self.channels.len() - 1
        });
        Some(Channel(index as u8))
    }

    /// Warns of each channel that no actor raises or no actor listens to; often two similar names were meant to be one.
    /// `help` says which kinds raise and listen.
    pub fn warn_of_unconnected(&self, reader: &mut Reader, help: &str) {
        for channel in &self.channels {
            let NamedChannel { name, raised, listened } = channel;
            let (message, span, other_end): (_, _, fn(&NamedChannel) -> bool) = match (raised, listened) {
                (None, Some(listened)) => {
                    (format!("nothing raises the channel `{name}`"), listened, |other| other.raised.is_some())
                }
                (Some(raised), None) => {
                    (format!("nothing listens to the channel `{name}`"), raised, |other| other.listened.is_some())
                }
                _ => continue,
            };
            let others = self.channels.iter().filter(|other| other_end(other)).map(|other| other.name.as_str());
            let label = nearest(name, others).map_or("used here".to_owned(), |near| format!("did you mean `{near}`?"));
            reader.report(Diagnostic::warning(message).of(&faults::LONELY_CHANNEL).at(span.clone(), label).help(help));
        }
    }

    /// The names, each at the index that its [`Channel`] holds, and the conditions on several channels.
    pub fn into_parts(self) -> (Vec<String>, Vec<Condition>) {
        (self.channels.into_iter().map(|channel| channel.name).collect(), self.conditions)
    }
}
