//! Sensors: the settings of a cell that raises a channel while a lit beam touches it, and how a level file writes them.

use bevy_math::Vec2;
use serde::Deserialize;

use super::kind::{ActorEntry, ActorKind, ChannelUse, Extent, FieldForm, Place};
use super::logic::{ActorLogic, ChannelSource, Hold, Trigger};
use crate::format::channels::ChannelTable;
use crate::format::gates::Channel;
use crate::reader::scalars::{PERIOD, SIDE};
use crate::reader::{Reader, RonValue};
use crate::stable_hash::StableHasher;

/// A cell that raises a channel while a lit beam touches it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SensorSettings {
    /// Its center.
    pub position: Vec2,
    /// Its width and height in tiles; positive.
    pub size: Vec2,
    /// The channel that it raises.
    pub channel: Channel,
    /// Seconds for which the channel stays raised after the light has left; `None` is not at all.
    pub seconds: Option<f32>,
}

#[derive(Deserialize)]
#[serde(rename = "Sensor", deny_unknown_fields)]
struct SensorFile<'a> {
    #[serde(borrow)]
    at: Option<RonValue<'a>>,
    #[serde(borrow)]
    channel: RonValue<'a>,
    #[serde(borrow)]
    size: Option<RonValue<'a>>,
    #[serde(borrow)]
    seconds: Option<RonValue<'a>>,
}

impl ActorKind for SensorSettings {
    const WORD: &'static str = "Sensor";
    const NAMES: [&'static str; 2] = ["sensor", "sensors"];
    const EXAMPLE: &'static str = "Sensor(channel: \"x\")";
    const HASH_SECTION: u32 = 15;
    const EXTENT: Extent = Extent::Size;
    const CHANNEL_USE: Option<ChannelUse> = Some(ChannelUse::Raises);
    const MAY_BE_IN_WALLS: bool = true;
    const FIELD_FORMS: &'static [(&'static str, FieldForm)] = &[("channel", FieldForm::Text)];

    fn read<'a>(reader: &mut Reader<'a>, channels: &mut ChannelTable, value: RonValue<'a>) -> Option<ActorEntry<Self>> {
        let file: SensorFile = reader.read(value)?;
        let at = reader.place_if(file.at, "at");
        let channel = channels.raised(reader, file.channel);
        let wanted = "a width and a height, `(w, h)`, in tiles";
        let size =
            file.size.map_or(Some(Vec2::ONE), |value| reader.pair(value, "size", wanted, ["width", "height"], &SIDE));
        let seconds = reader.quantity_if(file.seconds, "seconds", &PERIOD);
        let settings = Self { position: Vec2::ZERO, size: size?, channel: channel?, seconds: seconds? };
        Some(ActorEntry::new(at?, settings))
    }

    fn set_place(&mut self, place: Place) {
        self.position = place.position;
    }

    fn logic(&self) -> ActorLogic {
        let (trigger, hold) = (Trigger::Light(*self), Hold::While { longer: self.seconds.unwrap_or(0.0) });
        let source = ChannelSource { channel: self.channel, trigger, hold };
        ActorLogic { source: Some(source), ..ActorLogic::NOTHING }
    }

    fn hash_into(&self, hasher: &mut StableHasher) {
        [self.position, self.size].into_iter().for_each(|vector| hasher.write_vec2(vector));
        self.channel.hash_into(hasher);
        hasher.write_f32(self.seconds.unwrap_or(0.0));
    }
}
