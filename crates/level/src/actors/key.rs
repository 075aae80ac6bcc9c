//! Keys: pickups that raise a channel.

use super::kind::{ActorKind, ChannelUse, Kind};
use super::settings::settings;
use crate::format::gates::Channel;

settings! {
    /// A pickup that raises a channel for the rest of the run.
    #[derive(Copy)]
    pub struct KeySettings {
        /// The channel that it raises.
        channel: Channel = raised_channel(),
    }
}

impl ActorKind for KeySettings {
    const KIND: Kind = Kind {
        word: "Key",
        names: ["key", "keys"],
        example: "Key(channel: \"x\")",
        hash_section: 9,
        channel_use: Some(ChannelUse::Raises),
        ..Kind::of::<Self>()
    };
}
