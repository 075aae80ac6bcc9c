//! Cameras: robots that watch a cone.

use super::aim::Aim;
use super::kind::{ActorKind, ChannelUse, Kind};
use super::logic::{ActorLogic, Hold};
use super::path::Patrol;
use super::settings::settings;
use super::{ChannelSource, Trigger};
use crate::format::gates::Channel;
use crate::limits::CAMERA_RAYS_MAX;
use crate::reader::scalars::{PERIOD, Pace, Quantity, SPEED};

/// The angle of the cone.
const FOV: Quantity = Quantity { unit: "degrees", pace: Pace::Timeless, min: 1.0, max: 360.0 };
/// How far it sees.
const RANGE: Quantity = Quantity { unit: "tiles", pace: Pace::Timeless, min: 0.5, max: 100.0 };
/// Seconds from one scan to the next. The least is over two ticks.
const REFRESH: Quantity = Quantity { unit: "seconds", pace: Pace::Duration, min: 0.02, max: 10.0 };

settings! {
    /// A robot that watches a cone and raises a channel while it sees the ninja.
    pub struct CameraSettings {
        /// How it points; never `Track`.
        aim: Aim = aim_without_track("a camera"),
        /// Where it patrols.
        path: Option<Patrol> = path(&SPEED),
        /// The angle of its cone in radians, above 0 up to a whole turn.
        fov: f32 = angle_or(&FOV, 60.0),
        /// How far it sees, in tiles; positive.
        range: f32 = number_or(&RANGE, 8.0),
        /// Seconds from one scan to the next; in between, the last result holds.
        refresh: f32 = number_or(&REFRESH, 0.1),
        /// Seconds for which the channel stays raised after the first scan that no longer finds the ninja.
        alarm: f32 = number_or(&PERIOD, 3.0),
        /// How many rays make its cone; `2..=128`.
        rays: u8 = count_or(2, CAMERA_RAYS_MAX, 30),
        /// The channel that it raises.
        channel: Channel = raised_channel(),
    }
}

impl ActorKind for CameraSettings {
    const KIND: Kind = Kind {
        word: "Camera",
        names: ["camera", "cameras"],
        example: "Camera(aim: Spin(period: 3), channel: \"x\")",
        hash_section: 4,
        channel_use: Some(ChannelUse::Raises),
        inside_a_wall: "inside a wall a camera sees nothing",
        quantities: &[FOV, RANGE, REFRESH],
        ..Kind::of::<Self>()
    };

    fn path(&self) -> Option<&Patrol> {
        self.path.as_ref()
    }

    fn logic(&self) -> ActorLogic {
        let (trigger, hold) = (Trigger::Sight(self.clone()), Hold::While { longer: self.alarm });
        let source = ChannelSource { channel: self.channel, trigger, hold };
        ActorLogic { source: Some(source), ..ActorLogic::NOTHING }
    }
}
