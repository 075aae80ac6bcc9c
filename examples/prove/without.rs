//! A level with some of its parts taken out, to see what it is without them.

use std::sync::Arc;

use bevy::math::IVec2;
use clap::ValueEnum;
use hairline::geometry::terrain::Terrain;
use hairline::geometry::tile::TileShape;
use hairline::level::{Level, MoverSurface};

/// What can be taken out: all actors of a kind, or all tiles of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Part {
    Laser,
    Turret,
    Camera,
    Orb,
    /// Movers that are no bumpers.
    Mover,
    Bumper,
    Door,
    Switch,
    Key,
    Spring,
    Mine,
    Teleport,
    /// Spikes become empty.
    Spikes,
    /// Mirrors become walls.
    Mirror,
}

/// The level without these parts.
pub fn taken_out(level: &Level, parts: &[Part]) -> Level {
    let mut level = level.clone();
    for part in parts {
        match part {
            Part::Laser => level.lasers.clear(),
            Part::Turret => level.turrets.clear(),
            Part::Camera => level.cameras.clear(),
            Part::Orb => level.orbs.clear(),
            Part::Mover => level.movers.retain(|mover| matches!(mover.surface, MoverSurface::Bumper { .. })),
            Part::Bumper => level.movers.retain(|mover| !matches!(mover.surface, MoverSurface::Bumper { .. })),
            Part::Door => level.doors.clear(),
            Part::Switch => level.switches.clear(),
            Part::Key => level.keys.clear(),
            Part::Spring => level.springs.clear(),
            Part::Mine => level.mines.clear(),
            Part::Teleport => level.teleports.clear(),
            Part::Spikes => exchange(&mut level, TileShape::Spikes, TileShape::Empty),
            Part::Mirror => exchange(&mut level, TileShape::Mirror, TileShape::Solid),
        }
    }
    level
}

fn exchange(level: &mut Level, old: TileShape, new: TileShape) {
    let size = level.terrain.size();
    let cells = (0..size.y).flat_map(|y| (0..size.x).map(move |x| IVec2::new(x as i32, y as i32)));
    let tiles = cells.map(|cell| level.terrain.tile(cell)).map(|tile| if tile == old { new } else { tile }).collect();
    level.terrain = Arc::new(Terrain::new(size, tiles));
}
