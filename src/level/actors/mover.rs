//! The settings of a solid shape that moves as they are written in a level file, and the shapes that it can have.

use bevy::math::Vec2;
use serde::Deserialize;

use super::path::PathSettings;
use super::{ActorSettings, Kind};
use super::{aim, path, shape};
use crate::level::diagnostics::Diagnostic;
use crate::level::format::channels::ChannelTable;
use crate::level::reader::scalars::OBSTACLE_SPEED;
use crate::level::reader::{Piece, Reader};
use crate::level::{Aim, MoverSettings, MoverSurface, Patrol, StableHasher};

#[derive(Deserialize)]
#[serde(rename = "Mover", deny_unknown_fields)]
struct MoverFile<'a> {
    #[serde(borrow)]
    at: Option<Piece<'a>>,
    #[serde(borrow)]
    shape: Piece<'a>,
    #[serde(borrow)]
    path: Option<Piece<'a>>,
    #[serde(borrow)]
    turn: Option<Piece<'a>>,
    #[serde(borrow)]
    mirror: Option<Piece<'a>>,
}

/// Reads `Mover(…)`.
pub(crate) fn read<'a>(
    reader: &mut Reader<'a>,
    _channels: &mut ChannelTable,
    piece: Piece<'a>,
) -> Option<ActorSettings> {
    let file: MoverFile = reader.read(piece)?;
    let at = reader.point_if(file.at, "at");
    let shape = shape::read(reader, file.shape);
    let path = path::read_if(reader, file.path, &OBSTACLE_SPEED);
    let turn = turn(reader, file.turn, "a mover");
    let mirror = reader.flag_or(file.mirror, "mirror", false);
    let surface = if mirror? { MoverSurface::Mirror } else { MoverSurface::Plain };
    let mover = MoverSettings { position: Vec2::ZERO, path: None, shape: shape?, turn: turn?, surface };
    let path = path?;
    not_too_fast(reader, &mover, path.as_ref(), file.turn)?;
    Some(ActorSettings { at: at?, path, kind: Kind::Mover(mover) })
}

/// Reads how a shape is turned; where it is not said, it is not.
pub(crate) fn turn<'a>(reader: &mut Reader<'a>, piece: Option<Piece<'a>>, who: &str) -> Option<Aim> {
    piece.map_or(Some(Aim::Fixed { angle: 0.0 }), |piece| aim::read_steady(reader, piece, "turn", who))
}

/// The far end of a turning shape goes faster than its middle: both ways together are held against the cap.
pub(crate) fn not_too_fast<'a>(
    reader: &mut Reader<'a>,
    mover: &MoverSettings,
    path: Option<&PathSettings>,
    turn: Option<Piece<'a>>,
) -> Option<()> {
    let Some(turn) = turn else { return Some(()) };
    let far_end = mover.shape.corners().iter().map(|corner| corner.length()).fold(0.0, f32::max);
    let (turning, going) = (far_end * mover.turn.turn_rate_max(), path.map_or(0.0, |path| path.speed));
    if turning == 0.0 || turning + going <= OBSTACLE_SPEED.max {
        return Some(());
    }
    let message = format!("the shape turns too fast: its far end goes {:.1} tiles a second", turning + going);
    let with_path = if going > 0.0 { ", its path counted in" } else { "" };
    let fault = Diagnostic::error(message).at(reader.place(turn), format!("at most {}{with_path}", OBSTACLE_SPEED.max));
    reader.fault(fault.help("give it a longer `period`, or make the shape smaller"));
    None
}

impl MoverSettings {
    pub(crate) fn write_to(&self, hash: &mut StableHasher) {
        hash.write_vec2(self.position);
        hash.write_u32(self.shape.corners().len() as u32);
        self.shape.corners().iter().for_each(|corner| hash.write_vec2(*corner));
        Patrol::write_to(self.path.as_ref(), hash);
        self.turn.write_to(hash);
        let (kind, strength) = match self.surface {
            MoverSurface::Plain => (0, 0.0),
            MoverSurface::Mirror => (1, 0.0),
            MoverSurface::Bumper { strength } => (2, strength),
        };
        hash.write_u32(kind);
        hash.write_f32(strength);
    }
}
