//! Cameras: the settings of a robot that watches a cone, and how a level file writes them.

use bevy_math::Vec2;
use serde::Deserialize;

use super::aim;
use super::aim::Aim;
use super::kind::{ActorEntry, ActorKind, ChannelUse, FieldForm, Place};
use super::logic::{ActorLogic, ChannelSource, Hold, Trigger};
use super::path;
use super::path::Patrol;
use crate::format::channels::ChannelTable;
use crate::format::gates::Channel;
use crate::limits::CAMERA_RAYS_MAX;
use crate::reader::scalars::{PERIOD, Quantity, SPEED};
use crate::reader::{Reader, RonValue};
use crate::stable_hash::StableHasher;

/// Degrees.
const FOV_DEFAULT: f32 = 60.0;
/// Tiles.
const RANGE_DEFAULT: f32 = 8.0;
const RAYS_DEFAULT: u8 = 30;
/// Seconds from one scan to the next.
const REFRESH_DEFAULT: f32 = 0.1;
/// Seconds.
const ALARM_DEFAULT: f32 = 3.0;

/// The angle of the cone.
const FOV: Quantity = Quantity { unit: "degrees", min: 1.0, max: 360.0 };
/// How far it sees.
const RANGE: Quantity = Quantity { unit: "tiles", min: 0.5, max: 100.0 };
/// Seconds from one scan to the next. The least is over two ticks.
const REFRESH: Quantity = Quantity { unit: "seconds", min: 0.02, max: 10.0 };

/// A robot that watches a cone and raises a channel while it sees the ninja.
#[derive(Clone, Debug, PartialEq)]
pub struct CameraSettings {
    /// Its position, or the start of its path.
    pub position: Vec2,
    /// How it points; never `Track`.
    pub aim: Aim,
    /// Where it patrols.
    pub path: Option<Patrol>,
    /// The angle of its cone in radians, above 0 up to a whole turn.
    pub fov: f32,
    /// How far it sees, in tiles; positive.
    pub range: f32,
    /// How many rays make its cone; `2..=128`.
    pub rays: u8,
    /// Seconds from one scan to the next; in between, the last result holds.
    pub refresh: f32,
    /// The channel that it raises.
    pub channel: Channel,
    /// Seconds for which the channel stays raised after the first scan that no longer finds the ninja.
    pub alarm: f32,
}

#[derive(Deserialize)]
#[serde(rename = "Camera", deny_unknown_fields)]
struct CameraFile<'a> {
    #[serde(borrow)]
    at: Option<RonValue<'a>>,
    #[serde(borrow)]
    aim: RonValue<'a>,
    #[serde(borrow)]
    path: Option<RonValue<'a>>,
    #[serde(borrow)]
    fov: Option<RonValue<'a>>,
    #[serde(borrow)]
    range: Option<RonValue<'a>>,
    #[serde(borrow)]
    rays: Option<RonValue<'a>>,
    #[serde(borrow)]
    refresh: Option<RonValue<'a>>,
    #[serde(borrow)]
    channel: RonValue<'a>,
    #[serde(borrow)]
    alarm: Option<RonValue<'a>>,
}

impl ActorKind for CameraSettings {
    const WORD: &'static str = "Camera";
    const NAMES: [&'static str; 2] = ["camera", "cameras"];
    const EXAMPLE: &'static str = "Camera(aim: Spin(period: 3), channel: \"x\")";
    const HASH_SECTION: u32 = 4;
    const CHANNEL_USE: Option<ChannelUse> = Some(ChannelUse::Raises);
    const INSIDE_A_WALL: &'static str = "inside a wall a camera sees nothing";
    const QUANTITIES: &'static [Quantity] = &[FOV, RANGE, REFRESH];
    const FIELD_FORMS: &'static [(&'static str, FieldForm)] =
        &[("aim", FieldForm::Aim), ("path", FieldForm::Path), ("channel", FieldForm::Text)];

    fn read<'a>(reader: &mut Reader<'a>, channels: &mut ChannelTable, value: RonValue<'a>) -> Option<ActorEntry<Self>> {
        let file: CameraFile = reader.read(value)?;
        let at = reader.place_if(file.at, "at");
        let aim = aim::read_without_track(reader, file.aim, "aim", "a camera", true);
        let path = path::read_if(reader, file.path, &SPEED);
        let fov = reader.angle_or(file.fov, "fov", &FOV, FOV_DEFAULT);
        let range = reader.quantity_or(file.range, "range", &RANGE, RANGE_DEFAULT);
        let rays = reader.count_or(file.rays, "rays", 2, CAMERA_RAYS_MAX as u8, RAYS_DEFAULT);
        let refresh = reader.quantity_or(file.refresh, "refresh", &REFRESH, REFRESH_DEFAULT);
        let channel = channels.raised(reader, file.channel);
        let alarm = reader.quantity_or(file.alarm, "alarm", &PERIOD, ALARM_DEFAULT);
        let aim = aim?;
        let settings = Self {
            position: Vec2::ZERO,
            path: None,
            aim: aim.plain(),
            fov: fov?,
            range: range?,
            rays: rays?,
            refresh: refresh?,
            channel: channel?,
            alarm: alarm?,
        };
        Some(ActorEntry::new(at?, settings).on_path(path?).aiming(aim))
    }

    fn set_place(&mut self, place: Place) {
        self.position = place.position;
        self.path = place.path;
        self.aim = place.aim.unwrap_or(self.aim);
    }

    fn logic(&self) -> ActorLogic {
        let (trigger, hold) = (Trigger::Sight(self.clone()), Hold::While { longer: self.alarm });
        let source = ChannelSource { channel: self.channel, trigger, hold };
        ActorLogic { source: Some(source), ..ActorLogic::NOTHING }
    }

    fn hash_into(&self, hasher: &mut StableHasher) {
        hasher.write_vec2(self.position);
        self.aim.hash_into(hasher);
        Patrol::hash_into(self.path.as_ref(), hasher);
        [self.fov, self.range, self.refresh, self.alarm].into_iter().for_each(|value| hasher.write_f32(value));
        hasher.write_u32(u32::from(self.rays));
        self.channel.hash_into(hasher);
    }
}
