//! Switches: the settings of a plate that raises a channel, and how a level file writes them.

use bevy::math::Vec2;
use serde::Deserialize;

use super::kind::{ActorEntry, ActorKind, ChannelUse, Place};
use crate::level::format::channels::{Channel, ChannelTable};
use crate::level::reader::scalars::PERIOD;
use crate::level::reader::{Reader, RonValue};
use crate::stable_hash::StableHasher;

/// A plate that raises a channel when the ninja touches it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SwitchSettings {
    /// Its center.
    pub position: Vec2,
    /// The channel that it raises.
    pub channel: Channel,
    /// Seconds for which the channel stays raised after the ninja has left; `None` is for the rest of the run.
    pub seconds: Option<f32>,
}

#[derive(Deserialize)]
#[serde(rename = "Switch", deny_unknown_fields)]
struct SwitchFile<'a> {
    #[serde(borrow)]
    at: Option<RonValue<'a>>,
    #[serde(borrow)]
    channel: RonValue<'a>,
    #[serde(borrow)]
    seconds: Option<RonValue<'a>>,
}

impl ActorKind for SwitchSettings {
    const WORD: &'static str = "Switch";
    const NAMES: [&'static str; 2] = ["switch", "switches"];
    const EXAMPLE: &'static str = "Switch(channel: \"x\")";
    const HASH_SECTION: u32 = 8;
    const CHANNEL_USE: Option<ChannelUse> = Some(ChannelUse::Raises);

    fn read<'a>(reader: &mut Reader<'a>, channels: &mut ChannelTable, value: RonValue<'a>) -> Option<ActorEntry<Self>> {
        let file: SwitchFile = reader.read(value)?;
        let at = reader.point_if(file.at, "at");
        let channel = channels.raised(reader, file.channel);
        let seconds = reader.quantity_if(file.seconds, "seconds", &PERIOD);
        let settings = Self { position: Vec2::ZERO, channel: channel?, seconds: seconds? };
        Some(ActorEntry { at: at?, path: None, settings })
    }

    fn set_place(&mut self, place: Place) {
        self.position = place.position;
    }

    fn hash_into(&self, hasher: &mut StableHasher) {
        hasher.write_vec2(self.position);
        self.channel.hash_into(hasher);
        hasher.write_f32(self.seconds.unwrap_or(f32::INFINITY));
    }
}
