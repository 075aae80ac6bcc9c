//! A level as full as the design promises to bear: 64 lasers, 32 turrets with room for 256 bullets, 16 cameras, 64 orbs and
//! 32 movers. Made, not drawn; shared by the tests and the benchmark.

use std::f32::consts::TAU;
use std::sync::Arc;

use bevy::math::{UVec2, Vec2};
use hairline::geometry::shapes::polygon::Polygon;
use hairline::geometry::terrain::Terrain;
use hairline::geometry::tile::TileShape;
use hairline::level::{
    Aim, CameraSettings, Channel, ExitOpens, FocusSettings, LaserSettings, Level, MoverSettings, MoverSurface,
    OrbSettings, Patrol, TurretSettings,
};

/// Cells from one pillar of the map to the next.
const GRID: u32 = 6;
/// Pillars in a row, and rows.
const COLUMNS: u32 = 16;
const ROWS: u32 = 8;

/// The center of a bay between four pillars, counted row by row.
fn bay(index: usize) -> Vec2 {
    let (x, y) = (index as u32 % COLUMNS, index as u32 / COLUMNS % ROWS);
    Vec2::new((x * GRID) as f32, (y * GRID) as f32) + 4.0
}

fn terrain() -> Terrain {
    let size = UVec2::new(COLUMNS * GRID + 2, ROWS * GRID + 2);
    let solid = |x: u32, y: u32| {
        let border = x == 0 || y == 0 || x == size.x - 1 || y == size.y - 1;
        border || x % GRID == 1 && y % GRID == 1
    };
    let tile = |index: u32| if solid(index % size.x, index / size.x) { TileShape::Solid } else { TileShape::Empty };
    Terrain::new(size, (0..size.x * size.y).map(tile).collect())
}

/// The level. Its ninja stands where nothing comes often, and whoever plays it forgives his deaths.
pub fn crowd() -> Level {
    let share = |index: usize, count: usize| index as f32 / count as f32;
    let spin =
        |index: usize| Aim::Spin { from: TAU * share(index, 7), period: 3.0, clockwise: index.is_multiple_of(2) };
    let path = |at: Vec2| Some(Patrol { points: vec![at, at + Vec2::new(1.5, 0.5)], speed: 2.0, closed: false });
    let lasers = (0..64).map(|index| {
        let position = bay(2 * index) + Vec2::new(-1.0, 1.0);
        let aim =
            if index % 4 == 0 { Aim::Track { from: 0.0, turn_rate: 1.0, needs_sight: true } } else { spin(index) };
        LaserSettings {
            position,
            aim,
            cycle: None,
            beams: 1,
            reach: None,
            path: path(position),
            bounces: 0,
            when: None,
        }
    });
    let turrets = (0..32).map(|index| TurretSettings {
        position: bay(4 * index),
        aim: spin(index),
        path: None,
        period: 0.1,
        offset: 0.1 * share(index, 32),
        burst: 1,
        gap: 0.0,
        speed: 6.0,
        radius: if index.is_multiple_of(2) { 0.1 } else { 0.0 },
        range: Some(5.0),
        pool: 8,
        when: None,
    });
    let cameras = (0..16).map(|index| CameraSettings {
        position: bay(8 * index + 3),
        aim: spin(index),
        path: None,
        fov: TAU / 6.0,
        range: 10.0,
        rays: 30,
        refresh: 0.1,
        channel: Channel(0),
        alarm: 1.0,
    });
    let orbs = (0..64).map(|index| OrbSettings {
        position: bay(2 * index + 1) + Vec2::new(1.0, 1.0),
        velocity: Vec2::new(TAU * share(index, 64), 1.0) * 2.0,
        radius: 0.3,
    });
    let movers = (0..32).map(|index| {
        let position = bay(4 * index + 1) - Vec2::new(0.0, 1.0);
        MoverSettings {
            position,
            shape: Polygon::hexagon(0.7).expect("a radius of less than a tile is a radius"),
            path: path(position),
            turn: spin(index),
            surface: MoverSurface::Plain,
        }
    });
    Level {
        name: "Crowd".to_owned(),
        author: String::new(),
        hint: None,
        terrain: Arc::new(terrain()),
        ninja: bay(0) + Vec2::new(-2.0, -1.5),
        exit: bay(127),
        exit_opens: ExitOpens::AtOnce,
        shards: Vec::new(),
        lasers: lasers.collect(),
        turrets: turrets.collect(),
        cameras: cameras.collect(),
        orbs: orbs.collect(),
        movers: movers.collect(),
        doors: Vec::new(),
        switches: Vec::new(),
        keys: Vec::new(),
        springs: Vec::new(),
        mines: Vec::new(),
        teleports: Vec::new(),
        channels: vec!["alarm".to_owned()],
        focus: FocusSettings::default(),
        hash: 0,
    }
}
