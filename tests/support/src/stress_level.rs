//! A level as full as the design allows for: 64 lasers, 32 turrets with pools for 256 bullets, 16 cameras, 64 orbs and 32
//! movers, and two actors of every other kind. Shared by the tests and the benchmark.

use std::f32::consts::TAU;

use bevy::math::Vec2;
use hairline_geometry::shapes::polygon::Polygon;
use hairline_level::{
    ActorKind, Aim, CameraSettings, Channel, KINDS, Kind, LaserSettings, Level, MoverSettings, MoverSurface,
    OrbSettings, PathTiming, Patrol, TurretSettings,
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

/// The text map: a pillar between every four bays, the ninja and the exit, and at each of `letters` its character in the
/// lower left cell of a bay of its own, counted in twos.
fn map(letters: &[char]) -> String {
    let (width, height) = (COLUMNS * GRID + 2, ROWS * GRID + 2);
    let solid = |x: u32, y: u32| {
        let border = x == 0 || y == 0 || x == width - 1 || y == height - 1;
        border || x % GRID == 1 && y % GRID == 1
    };
    let solid_or_empty = |x: u32, y: u32| if solid(x, y) { '#' } else { '.' };
    let mut rows: Vec<Vec<char>> = (0..height).map(|y| (0..width).map(|x| solid_or_empty(x, y)).collect()).collect();
    for (index, letter) in letters.iter().enumerate() {
        let corner = (bay(2 * (index + 1)) - 1.5).as_uvec2();
        rows[corner.y as usize][corner.x as usize] = *letter;
    }
    rows[2][2] = '@';
    rows[height as usize - 3][width as usize - 3] = 'X';
    rows.iter().rev().map(|row| row.iter().collect::<String>() + "\n").collect()
}

/// A level with this terrain and two examples of every kind of actor.
fn with_every_kind() -> Level {
    let letter = |index: usize| char::from(b'a' + index as u8);
    let letters: Vec<char> = (0..KINDS.len()).flat_map(|index| [letter(index); 2]).collect();
    let entry = |(index, kind): (usize, &Kind)| format!("'{}': {},\n", letter(index), kind.example);
    let actors: String = KINDS.iter().enumerate().map(entry).collect();
    let source = format!("(version: 1, name: \"Stress\", map: r\"\n{}\", actors: {{\n{actors}}})", map(&letters));
    hairline_level::parse(source, "stress.level.ron").unwrap_or_else(|diagnostics| panic!("{diagnostics}"))
}

/// The level. Its ninja starts where few hazards come; tests and benchmarks ignore its deaths.
pub fn stress_level() -> Level {
    let share = |index: usize, count: usize| index as f32 / count as f32;
    let spin =
        |index: usize| Aim::Spin { from: TAU * share(index, 7), period: 3.0, clockwise: index.is_multiple_of(2) };
    let path = |at: Vec2| {
        Some(Patrol {
            points: vec![at, at + Vec2::new(1.5, 0.5)],
            speed: 2.0,
            closed: false,
            timing: PathTiming::default(),
        })
    };
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
    let mut level = with_every_kind();
    level.ninja = bay(0) + Vec2::new(-2.0, -1.5);
    level.exit = bay(127);
    level.actors.remove(MoverSettings::KIND.word);
    level.actors_mut().extend(movers);
    level
        .with_actors(lasers.collect())
        .with_actors(turrets.collect())
        .with_actors(cameras.collect())
        .with_actors(orbs.collect())
}
