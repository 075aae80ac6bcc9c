//! The channels of a level file. A channel is a name; it exists as soon as an actor raises it or listens to it.

use std::ops::Range;

use serde::Deserialize;

use crate::level::diagnostics::faults;
use crate::level::diagnostics::suggest::nearest;
use crate::level::diagnostics::{Diagnostic, truncated};
use crate::level::limits::{CHANNEL_CHARS_MAX, CHANNELS_MAX};
use crate::level::reader::{Reader, RonValue};
use crate::stable_hash::StableHasher;

/// A channel of a level, by its index in [`Level::channels`](crate::level::Level::channels). Some actors raise it,
/// others listen to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Channel(pub u8);

/// When an actor that listens to a channel is enabled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate {
    /// While the channel is raised.
    Raised(Channel),
    /// While it is lowered.
    Lowered(Channel),
}

impl Gate {
    /// The channel that it listens to.
    pub fn channel(self) -> Channel {
        let (Self::Raised(channel) | Self::Lowered(channel)) = self;
        channel
    }

    /// Hashes an optional gate.
    pub(in crate::level) fn hash_into(gate: Option<Self>, hasher: &mut StableHasher) {
        let (kind, channel) = match gate {
            None => (0, Channel(0)),
            Some(Self::Raised(channel)) => (1, channel),
            Some(Self::Lowered(channel)) => (2, channel),
        };
        hasher.write_u32(kind);
        channel.hash_into(hasher);
    }
}

impl Channel {
    pub(in crate::level) fn hash_into(self, hasher: &mut StableHasher) {
        hasher.write_u32(u32::from(self.0));
    }
}

#[derive(Deserialize)]
#[serde(rename = "Gate")]
enum GateFile<'a> {
    Raised(#[serde(borrow)] RonValue<'a>),
    Lowered(#[serde(borrow)] RonValue<'a>),
}

/// The channels of a file, in the order of their first use.
#[derive(Debug, Default)]
pub struct ChannelTable {
    channels: Vec<NamedChannel>,
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

    /// Reads `Raised("name")` or `Lowered("name")`.
    pub fn gate<'a>(&mut self, reader: &mut Reader<'a>, value: RonValue<'a>) -> Option<Gate> {
        if value.text().starts_with('"') {
            let diagnostic = Diagnostic::error("say whether the channel must be raised or lowered");
            let help = format!("write `Raised({0})` or `Lowered({0})`", truncated(value.text()));
            reader.report(diagnostic.at(reader.span(value), "only a channel's name").help(help));
            return None;
        }
        reader.word(value, "gate", &["Raised", "Lowered"])?;
        let wanted = "`Raised(\"name\")` or `Lowered(\"name\")`";
        let (name, gate): (_, fn(Channel) -> Gate) = match reader.scalar(value, "when", wanted)? {
            GateFile::Raised(name) => (name, Gate::Raised),
            GateFile::Lowered(name) => (name, Gate::Lowered),
        };
        let channel = self.channel(reader, name)?;
        self.channels[usize::from(channel.0)].listened.get_or_insert(reader.span(name));
        Some(gate(channel))
    }

    /// Reads an optional gate.
    pub fn gate_if<'a>(&mut self, reader: &mut Reader<'a>, value: Option<RonValue<'a>>) -> Option<Option<Gate>> {
        value.map_or(Some(None), |value| self.gate(reader, value).map(Some))
    }

    fn channel<'a>(&mut self, reader: &mut Reader<'a>, value: RonValue<'a>) -> Option<Channel> {
        let name = reader.name(value, "channel", CHANNEL_CHARS_MAX)?;
        if name.is_empty() {
            reader.report(Diagnostic::error("the channel has no name").at(reader.span(value), "empty"));
            return None;
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

    /// The names, each at the index that its [`Channel`] holds.
    pub fn into_names(self) -> Vec<String> {
        self.channels.into_iter().map(|channel| channel.name).collect()
    }
}
