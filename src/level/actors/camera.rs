//! The settings of a robot that watches as they are written in a level file.

use bevy::math::Vec2;
use serde::Deserialize;

use super::{ActorSettings, Kind};
use super::{aim, path};
use crate::level::format::channels::ChannelTable;
use crate::level::limits::CAMERA_RAYS_MAX;
use crate::level::reader::scalars::{FOV, PERIOD, REFRESH, SIGHT, SPEED};
use crate::level::reader::{Piece, Reader};
use crate::level::{CameraSettings, Patrol, StableHasher};

/// Degrees.
const FOV_DEFAULT: f32 = 60.0;
/// Tiles.
const RANGE_DEFAULT: f32 = 8.0;
const RAYS_DEFAULT: u8 = 30;
/// Seconds from one look to the next.
const REFRESH_DEFAULT: f32 = 0.1;
/// Seconds.
const ALARM_DEFAULT: f32 = 3.0;

#[derive(Deserialize)]
#[serde(rename = "Camera", deny_unknown_fields)]
struct CameraFile<'a> {
    #[serde(borrow)]
    at: Option<Piece<'a>>,
    #[serde(borrow)]
    aim: Piece<'a>,
    #[serde(borrow)]
    path: Option<Piece<'a>>,
    #[serde(borrow)]
    fov: Option<Piece<'a>>,
    #[serde(borrow)]
    range: Option<Piece<'a>>,
    #[serde(borrow)]
    rays: Option<Piece<'a>>,
    #[serde(borrow)]
    refresh: Option<Piece<'a>>,
    #[serde(borrow)]
    channel: Piece<'a>,
    #[serde(borrow)]
    alarm: Option<Piece<'a>>,
}

/// Reads `Camera(…)`.
pub(crate) fn read<'a>(
    reader: &mut Reader<'a>,
    channels: &mut ChannelTable,
    piece: Piece<'a>,
) -> Option<ActorSettings> {
    let file: CameraFile = reader.read(piece)?;
    let at = reader.point_if(file.at, "at");
    let aim = aim::read_steady(reader, file.aim, "aim", "a camera");
    let path = path::read_if(reader, file.path, &SPEED);
    let fov = reader.angle_or(file.fov, "fov", &FOV, FOV_DEFAULT);
    let range = reader.quantity_or(file.range, "range", &SIGHT, RANGE_DEFAULT);
    let rays = reader.count_or(file.rays, "rays", 2, CAMERA_RAYS_MAX as u8, RAYS_DEFAULT);
    let refresh = reader.quantity_or(file.refresh, "refresh", &REFRESH, REFRESH_DEFAULT);
    let channel = channels.raised(reader, file.channel);
    let alarm = reader.quantity_or(file.alarm, "alarm", &PERIOD, ALARM_DEFAULT);
    let camera = CameraSettings {
        position: Vec2::ZERO,
        path: None,
        aim: aim?,
        fov: fov?,
        range: range?,
        rays: rays?,
        refresh: refresh?,
        channel: channel?,
        alarm: alarm?,
    };
    Some(ActorSettings { at: at?, path: path?, kind: Kind::Camera(camera) })
}

impl CameraSettings {
    pub(crate) fn write_to(&self, hash: &mut StableHasher) {
        hash.write_vec2(self.position);
        self.aim.write_to(hash);
        Patrol::write_to(self.path.as_ref(), hash);
        [self.fov, self.range, self.refresh, self.alarm].into_iter().for_each(|value| hash.write_f32(value));
        hash.write_u32(u32::from(self.rays));
        self.channel.write_to(hash);
    }
}
