//! The channels of a level file: each is a name, and is there as soon as something raises it or hears it.

use std::ops::Range;

use serde::Deserialize;

use crate::level::diagnostics::suggest::nearest;
use crate::level::diagnostics::{Diagnostic, shown};
use crate::level::limits::{CHANNEL_CHARS_MAX, CHANNELS_MAX};
use crate::level::reader::{Piece, Reader};
use crate::level::{Channel, Gate, StableHasher};

#[derive(Deserialize)]
#[serde(rename = "Gate")]
enum GateFile<'a> {
    Raised(#[serde(borrow)] Piece<'a>),
    Lowered(#[serde(borrow)] Piece<'a>),
}

/// The channels met so far, in the order of their first use.
#[derive(Debug, Default)]
pub(crate) struct ChannelTable {
    channels: Vec<NamedChannel>,
    /// Whether it was told that there are too many.
    overflowed: bool,
}

#[derive(Debug)]
struct NamedChannel {
    name: String,
    /// Where it is raised first.
    raised: Option<Range<usize>>,
    /// Where it is listened to first.
    heard: Option<Range<usize>>,
}

impl ChannelTable {
    /// Reads the name of a channel that something raises.
    pub fn raised<'a>(&mut self, reader: &mut Reader<'a>, piece: Piece<'a>) -> Option<Channel> {
        let channel = self.channel(reader, piece)?;
        self.channels[usize::from(channel.0)].raised.get_or_insert(reader.place(piece));
        Some(channel)
    }

    /// Reads `Raised("name")` or `Lowered("name")`.
    pub fn gate<'a>(&mut self, reader: &mut Reader<'a>, piece: Piece<'a>) -> Option<Gate> {
        if piece.text().starts_with('"') {
            let fault = Diagnostic::error("it is not said whether the channel must be raised or lowered");
            let help = format!("write `Raised({0})` or `Lowered({0})`", shown(piece.text()));
            reader.fault(fault.at(reader.place(piece), "a channel alone").help(help));
            return None;
        }
        reader.word(piece, "gate", &["Raised", "Lowered"])?;
        let wanted = "`Raised(\"name\")` or `Lowered(\"name\")`";
        let (name, gate): (_, fn(Channel) -> Gate) = match reader.scalar(piece, "when", wanted)? {
            GateFile::Raised(name) => (name, Gate::Raised),
            GateFile::Lowered(name) => (name, Gate::Lowered),
        };
        let channel = self.channel(reader, name)?;
        self.channels[usize::from(channel.0)].heard.get_or_insert(reader.place(name));
        Some(gate(channel))
    }

    /// Reads an optional gate.
    pub fn gate_if<'a>(&mut self, reader: &mut Reader<'a>, piece: Option<Piece<'a>>) -> Option<Option<Gate>> {
        piece.map_or(Some(None), |piece| self.gate(reader, piece).map(Some))
    }

    fn channel<'a>(&mut self, reader: &mut Reader<'a>, piece: Piece<'a>) -> Option<Channel> {
        let name = reader.name(piece, "channel", CHANNEL_CHARS_MAX)?;
        if name.is_empty() {
            reader.fault(Diagnostic::error("the channel has no name").at(reader.place(piece), "an empty text"));
            return None;
        }
        let known = self.channels.iter().position(|channel| channel.name == name);
        if known.is_none() && self.channels.len() == CHANNELS_MAX {
            if !self.overflowed {
                let message = format!("there are too many channels: at most {CHANNELS_MAX} are allowed");
                reader.fault(Diagnostic::error(message).at(reader.place(piece), "the first one too many"));
            }
            self.overflowed = true;
            return None;
        }
        let index = known.unwrap_or_else(|| {
            self.channels.push(NamedChannel { name, raised: None, heard: None });
            self.channels.len() - 1
        });
        Some(Channel(index as u8))
    }

    /// Warns of what nothing raises or nothing hears; often two that are nearly alike are meant to be one.
    pub fn warn_of_loose_ends(&self, reader: &mut Reader) {
        for channel in &self.channels {
            let NamedChannel { name, raised, heard } = channel;
            let (message, place, other_end): (_, _, fn(&NamedChannel) -> bool) = match (raised, heard) {
                (None, Some(heard)) => {
                    (format!("nothing raises the channel `{name}`"), heard, |other| other.raised.is_some())
                }
                (Some(raised), None) => {
                    (format!("nothing listens to the channel `{name}`"), raised, |other| other.heard.is_some())
                }
                _ => continue,
            };
            let others = self.channels.iter().filter(|other| other_end(other)).map(|other| other.name.as_str());
            let label = nearest(name, others).map_or("used here".to_owned(), |near| format!("did you mean `{near}`?"));
            let help = "cameras, switches and keys raise a channel; lasers, turrets and doors listen with `when`";
            reader.fault(Diagnostic::warning(message).at(place.clone(), label).help(help));
        }
    }

    /// The names, each at the place that its [`Channel`] says.
    pub fn into_names(self) -> Vec<String> {
        self.channels.into_iter().map(|channel| channel.name).collect()
    }
}

impl Channel {
    pub(crate) fn write_to(self, hash: &mut StableHasher) {
        hash.write_u32(u32::from(self.0));
    }
}

impl Gate {
    /// Takes in a gate that may be none.
    pub(crate) fn write_to(gate: Option<Self>, hash: &mut StableHasher) {
        let (kind, channel) = match gate {
            None => (0, Channel(0)),
            Some(Self::Raised(channel)) => (1, channel),
            Some(Self::Lowered(channel)) => (2, channel),
        };
        hash.write_u32(kind);
        channel.write_to(hash);
    }
}
