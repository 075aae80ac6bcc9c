//! Switches: the settings of a plate that raises a channel, and how a level file writes them.

use bevy_math::Vec2;
use serde::Deserialize;

use super::kind::{ActorEntry, ActorKind, ChannelUse, FieldForm, LaterSection, Place};
use super::logic::{ActorLogic, ChannelSource, Hold, Touch, Trigger};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::faults;
use crate::format::channels::ChannelTable;
use crate::format::gates::Channel;
use crate::reader::scalars::PERIOD;
use crate::reader::{Reader, RonValue};
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
    /// Whether each new touch lowers the channel if it is raised, and raises it if it is lowered. Then there are no
    /// `seconds`.
    pub toggle: bool,
}

impl SwitchSettings {
    /// The ninja presses it when its center is this near (in tiles).
    pub const REACH: f32 = 0.7;
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
    #[serde(borrow)]
    toggle: Option<RonValue<'a>>,
}

impl ActorKind for SwitchSettings {
    const WORD: &'static str = "Switch";
    const NAMES: [&'static str; 2] = ["switch", "switches"];
    const EXAMPLE: &'static str = "Switch(channel: \"x\")";
    const HASH_SECTION: u32 = 8;
    const LATER_SECTIONS: &'static [LaterSection<Self>] = &[LaterSection {
        number: 14,
        is_used: |switches, _| switches.iter().any(|switch| switch.toggle),
        hash_into: |switch, hasher| hasher.write_bool(switch.toggle),
    }];
    const CHANNEL_USE: Option<ChannelUse> = Some(ChannelUse::Raises);
    const FIELD_FORMS: &'static [(&'static str, FieldForm)] = &[("channel", FieldForm::Text)];

    fn read<'a>(reader: &mut Reader<'a>, channels: &mut ChannelTable, value: RonValue<'a>) -> Option<ActorEntry<Self>> {
        let file: SwitchFile = reader.read(value)?;
        let at = reader.place_if(file.at, "at");
        let channel = channels.raised(reader, file.channel);
        let seconds = reader.quantity_if(file.seconds, "seconds", &PERIOD);
        let toggle = reader.flag_or(file.toggle, "toggle", false)?;
        if let (true, Some(seconds)) = (toggle, file.seconds) {
            let diagnostic = Diagnostic::error("a switch that toggles has no time").of(&faults::CONFLICT);
            let diagnostic = diagnostic.at(reader.span(seconds), "only the next touch lowers its channel");
            reader.report(diagnostic.help("leave out `seconds`, or `toggle`"));
            return None;
        }
        let settings = Self { position: Vec2::ZERO, channel: channel?, seconds: seconds?, toggle };
        Some(ActorEntry::new(at?, settings))
    }

    fn set_place(&mut self, place: Place) {
        self.position = place.position;
    }

    fn logic(&self) -> ActorLogic {
        let hold = match self.seconds {
            _ if self.toggle => Hold::UntilNextTouch,
            None => Hold::ForGood,
            Some(longer) => Hold::While { longer },
        };
        let source = ChannelSource { channel: self.channel, trigger: Trigger::Touch, hold };
        let touch = Touch::at(self.position, Self::REACH).needed(&faults::UNREACHABLE_SWITCH);
        ActorLogic { touch: Some(touch), source: Some(source), ..ActorLogic::NOTHING }
    }

    fn hash_into(&self, hasher: &mut StableHasher) {
        hasher.write_vec2(self.position);
        self.channel.hash_into(hasher);
        hasher.write_f32(self.seconds.unwrap_or(f32::INFINITY));
    }
}
