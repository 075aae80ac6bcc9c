//! Keys: pickups that raise a channel.

use super::kind::{ActorKind, ChannelUse, Kind};
use super::logic::{ActorLogic, Hold, Touch};
use super::settings::settings;
use super::{ChannelSource, Trigger};
use crate::diagnostics::faults;
use crate::format::gates::Channel;

settings! {
    /// A pickup that raises a channel for the rest of the run.
    #[derive(Copy)]
    pub struct KeySettings {
        /// The channel that it raises.
        channel: Channel = raised_channel(),
    }
}

impl KeySettings {
    /// The ninja takes it when its center is this near (in tiles).
    pub const REACH: f32 = 0.8;
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

    fn logic(&self) -> ActorLogic {
        let source = ChannelSource { channel: self.channel, trigger: Trigger::Touch, hold: Hold::ForGood };
        let touch = Touch::at(self.position, Self::REACH).needed(&faults::UNREACHABLE_KEY);
        ActorLogic { touch: Some(touch), source: Some(source), ..ActorLogic::NOTHING }
    }
}
