//! The settings of a laser robot as they are written in a level file.

use bevy::math::Vec2;
use serde::Deserialize;

use super::{ActorSettings, Kind};
use super::{aim, path};
use crate::level::format::channels::ChannelTable;
use crate::level::limits::{BEAMS_MAX, BOUNCES_MAX};
use crate::level::reader::scalars::{REACH, SPEED};
use crate::level::reader::{Piece, Reader};
use crate::level::{Gate, LaserSettings, Patrol, StableHasher};

/// How often mirrors throw a beam back, where it is not said.
const BOUNCES_DEFAULT: u8 = 4;

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
    bounces: Option<Piece<'a>>,
    #[serde(borrow)]
    path: Option<Piece<'a>>,
    #[serde(borrow)]
    when: Option<Piece<'a>>,
}

/// Reads `Laser(…)`. Every field is read, so that all their faults are told together.
pub(crate) fn read<'a>(
    reader: &mut Reader<'a>,
    channels: &mut ChannelTable,
    piece: Piece<'a>,
) -> Option<ActorSettings> {
    let file: LaserFile = reader.read(piece)?;
    let at = reader.point_if(file.at, "at");
    let aim = aim::read(reader, file.aim);
    let cycle = file.cycle.map_or(Some(None), |piece| aim::cycle(reader, piece).map(Some));
    let beams = reader.count_or(file.beams, "beams", 1, BEAMS_MAX as u8, 1);
    let reach = reader.quantity_if(file.reach, "reach", &REACH);
    let bounces = reader.count_or(file.bounces, "bounces", 0, BOUNCES_MAX as u8, BOUNCES_DEFAULT);
    let path = path::read_if(reader, file.path, &SPEED);
    let when = channels.gate_if(reader, file.when);
    let laser = LaserSettings {
        position: Vec2::ZERO,
        path: None,
        aim: aim?,
        cycle: cycle?,
        beams: beams?,
        reach: reach?,
        bounces: bounces?,
        when: when?,
    };
    Some(ActorSettings { at: at?, path: path?, kind: Kind::Laser(laser) })
}

impl LaserSettings {
    /// Takes in what matters in every level. Bounces matter only among mirrors, and gates only where there are any: both
    /// are taken in after all robots, so that a level without them keeps the hash that it had before there were any.
    pub(crate) fn write_to(&self, hash: &mut StableHasher) {
        hash.write_vec2(self.position);
        self.aim.write_to(hash);
        hash.write_bool(self.cycle.is_some());
        if let Some(cycle) = self.cycle {
            cycle.write_to(hash);
        }
        hash.write_u32(u32::from(self.beams));
        hash.write_f32(self.reach.unwrap_or(f32::INFINITY));
        Patrol::write_to(self.path.as_ref(), hash);
    }

    pub(crate) fn write_bounces_to(&self, hash: &mut StableHasher) {
        hash.write_u32(u32::from(self.bounces));
    }

    pub(crate) fn write_gate_to(&self, hash: &mut StableHasher) {
        Gate::write_to(self.when, hash);
    }
}
