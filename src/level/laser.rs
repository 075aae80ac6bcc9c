//! The settings of a laser robot as they are written in a level file.

use bevy::math::Vec2;
use serde::Deserialize;

use super::actors::{ActorSettings, Kind};
use super::aim::{self, cycle};
use super::limits::BEAMS_MAX;
use super::reader::{Piece, Reader};
use super::values::REACH;
use super::{LaserSettings, path};

#[derive(Deserialize)]
#[serde(rename = "Laser", deny_unknown_fields)]
struct LaserFile<'a> {
    #[serde(borrow)]
    at: Option<Piece<'a>>,
    #[serde(borrow)]
    aim: Piece<'a>,
    #[serde(borrow)]
    cycle: Option<Piece<'a>>,
    #[serde(borrow)]
    beams: Option<Piece<'a>>,
    #[serde(borrow)]
    reach: Option<Piece<'a>>,
    #[serde(borrow)]
    path: Option<Piece<'a>>,
}

/// Reads `Laser(…)`. Every field is read, so that all their faults are told together.
pub(super) fn read<'a>(reader: &mut Reader<'a>, piece: Piece<'a>) -> Option<ActorSettings> {
    let file: LaserFile = reader.read(piece)?;
    let at = file.at.map(|piece| Some((reader.point(piece, "at")?, reader.place(piece))));
    let aim = aim::read(reader, file.aim);
    let cycle = file.cycle.map(|piece| cycle(reader, piece));
    let beams = file.beams.map_or(Some(1), |piece| reader.count(piece, "beams", 1, BEAMS_MAX as u8));
    let reach = file.reach.map(|piece| reader.quantity(piece, "reach", &REACH));
    let path = file.path.map(|piece| path::read(reader, piece));
    let laser = LaserSettings {
        // Both are set when the robot is placed.
        position: Vec2::ZERO,
        path: None,
        aim: aim?,
        cycle: flatten(cycle)?,
        beams: beams?,
        reach: flatten(reach)?,
        bounces: 0,
        when: None,
    };
    Some(ActorSettings { at: flatten(at)?, path: flatten(path)?, kind: Kind::Laser(laser) })
}

/// From "not set, or read, or read with a fault" to "a fault, or not set, or read".
fn flatten<T>(value: Option<Option<T>>) -> Option<Option<T>> {
    value.map_or(Some(None), |value| value.map(Some))
}
