//! Keys: the settings of a pickup that raises a channel, and how a level file writes them.

use bevy_math::Vec2;
use serde::Deserialize;

use super::kind::{ActorEntry, ActorKind, ChannelUse, FieldForm, Place};
use super::logic::{ActorLogic, ChannelSource, Hold, Touch, Trigger};
use crate::diagnostics::faults;
use crate::format::channels::ChannelTable;
use crate::format::gates::Channel;
use crate::reader::{Reader, RonValue};
use crate::stable_hash::StableHasher;

/// A pickup that raises a channel for the rest of the run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeySettings {
    /// Its center.
    pub position: Vec2,
    /// The channel that it raises.
    pub channel: Channel,
}

impl KeySettings {
    /// The ninja takes it when its center is this near (in tiles).
    pub const REACH: f32 = 0.8;
}

#[derive(Deserialize)]
#[serde(rename = "Key", deny_unknown_fields)]
struct KeyFile<'a> {
    #[serde(borrow)]
    at: Option<RonValue<'a>>,
    #[serde(borrow)]
    channel: RonValue<'a>,
}

impl ActorKind for KeySettings {
    const WORD: &'static str = "Key";
    const NAMES: [&'static str; 2] = ["key", "keys"];
    const EXAMPLE: &'static str = "Key(channel: \"x\")";
    const HASH_SECTION: u32 = 9;
    const CHANNEL_USE: Option<ChannelUse> = Some(ChannelUse::Raises);
    const FIELD_FORMS: &'static [(&'static str, FieldForm)] = &[("channel", FieldForm::Text)];

    fn read<'a>(reader: &mut Reader<'a>, channels: &mut ChannelTable, value: RonValue<'a>) -> Option<ActorEntry<Self>> {
        let file: KeyFile = reader.read(value)?;
        let at = reader.place_if(file.at, "at");
        let channel = channels.raised(reader, file.channel);
        Some(ActorEntry::new(at?, Self { position: Vec2::ZERO, channel: channel? }))
    }

    fn set_place(&mut self, place: Place) {
        self.position = place.position;
    }

    fn logic(&self) -> ActorLogic {
        let source = ChannelSource { channel: self.channel, trigger: Trigger::Touch, hold: Hold::ForGood };
        let touch = Touch::at(self.position, Self::REACH).needed(&faults::UNREACHABLE_KEY);
        ActorLogic { touch: Some(touch), source: Some(source), ..ActorLogic::NOTHING }
    }

    fn hash_into(&self, hasher: &mut StableHasher) {
        hasher.write_vec2(self.position);
        self.channel.hash_into(hasher);
    }
}
