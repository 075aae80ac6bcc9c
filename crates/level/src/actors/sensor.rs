//! Sensors: cells that raise a channel while a lit beam touches them.

use bevy_math::Vec2;

use super::kind::{ActorKind, ChannelUse, Extent, Kind};
use super::logic::{ActorLogic, Hold};
use super::settings::settings;
use super::{ChannelSource, Trigger};
use crate::format::gates::Channel;
use crate::reader::scalars::PERIOD;

settings! {
    /// A cell that raises a channel while a lit beam touches it.
    #[derive(Copy)]
    pub struct SensorSettings {
        /// Its width and height in tiles; positive.
        size: Vec2 = size_or(Vec2::ONE),
        /// The channel that it raises.
        channel: Channel = raised_channel(),
        /// Seconds for which the channel stays raised after the light has left.
        seconds: f32 = number_or(&PERIOD, 0.0),
    }
}

impl ActorKind for SensorSettings {
    const KIND: Kind = Kind {
        word: "Sensor",
        names: ["sensor", "sensors"],
        example: "Sensor(channel: \"x\")",
        hash_section: 15,
        extent: Extent::Size,
        channel_use: Some(ChannelUse::Raises),
        is_in_walls: true,
        ..Kind::of::<Self>()
    };

    fn logic(&self) -> ActorLogic {
        let (trigger, hold) = (Trigger::Light(*self), Hold::While { longer: self.seconds });
        let source = ChannelSource { channel: self.channel, trigger, hold };
        ActorLogic { source: Some(source), ..ActorLogic::NOTHING }
    }
}
