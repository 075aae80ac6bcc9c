//! Switches: plates that raise a channel.

use super::fields::Fields;
use super::kind::{ActorKind, ChannelUse, Kind, LaterSection};
use super::logic::{ActorLogic, Hold, Touch};
use super::settings::settings;
use super::{ChannelSource, Trigger};
use crate::diagnostics::{Diagnostic, faults};
use crate::format::gates::Channel;
use crate::reader::scalars::PERIOD;

settings! {
    /// A plate that raises a channel when the ninja touches it.
    #[derive(Copy)]
    pub struct SwitchSettings {
        /// The channel that it raises.
        channel: Channel = raised_channel(),
        /// Seconds for which the channel stays raised after the ninja has left; `None` is for the rest of the run.
        seconds: Option<f32> = optional_number(&PERIOD),
    }
    later {
        /// Whether each new touch lowers the channel if it is raised, and raises it if it is lowered. Then there are no
        /// `seconds`.
        toggle: bool = flag(),
    }
    check has_no_time(toggle)
}

impl SwitchSettings {
    /// The ninja presses it when its center is this near (in tiles).
    pub const REACH: f32 = 0.7;
}

impl ActorKind for SwitchSettings {
    const KIND: Kind = Kind {
        word: "Switch",
        names: ["switch", "switches"],
        example: "Switch(channel: \"x\")",
        hash_section: 8,
        channel_use: Some(ChannelUse::Raises),
        ..Kind::of::<Self>()
    };
    const LATER_SECTIONS: &'static [LaterSection<Self>] = &[LaterSection {
        number: 14,
        is_used: |switches, _| switches.iter().any(|switch| switch.toggle),
        hash_into: |switch, hasher| hasher.write_bool(switch.toggle),
    }];

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
}

/// Checks that a switch that toggles has no time.
fn has_no_time(fields: &mut Fields, toggle: bool) -> Option<()> {
    let (true, Some(seconds)) = (toggle, fields.span("seconds")) else { return Some(()) };
    let diagnostic = Diagnostic::error("a switch that toggles has no time").of(&faults::CONFLICT);
    let diagnostic = diagnostic.at(seconds, "only the next touch lowers its channel");
    fields.report(diagnostic.help("leave out `seconds`, or `toggle`"));
    None
}
