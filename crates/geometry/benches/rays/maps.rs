//! The maps that rays are timed on, full cells only, with a closed border.

use bevy_math::{UVec2, Vec2};
use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};

/// A generator that gives the same numbers on every platform for the same seed.
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// In 0..1.
    pub fn unit(&mut self) -> f32 {
        self.0.random()
    }

    pub fn below(&mut self, bound: u32) -> u32 {
        self.0.random_range(0..bound)
    }

    pub fn unit_vector(&mut self) -> Vec2 {
        let (sin, cos) = bevy_math::ops::sin_cos(self.unit() * std::f32::consts::TAU);
        Vec2::new(cos, sin)
    }
}

pub struct Map {
    pub name: &'static str,
    pub size: UVec2,
    pub solid: Vec<bool>,
}

impl Map {
    pub fn is_solid(&self, x: u32, y: u32) -> bool {
        self.solid[(y * self.size.x + x) as usize]
    }

    fn new(name: &'static str, size: UVec2) -> Self {
        let mut map = Self { name, size, solid: vec![false; size.element_product() as usize] };
        for x in 0..size.x {
            map.set(x, 0);
            map.set(x, size.y - 1);
        }
        for y in 0..size.y {
            map.set(0, y);
            map.set(size.x - 1, y);
        }
        map
    }

    fn set(&mut self, x: u32, y: u32) {
        self.solid[(y * self.size.x + x) as usize] = true;
    }

    /// The maps of the shipped levels. A tile that stops light counts as a full cell.
    pub fn levels() -> Vec<Self> {
        // Read as text: a dependency on the crate that reads levels would build the engine for each test of this one.
        const STOP_LIGHT: &str = "#~$/\\{}<()>`[]'";
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels");
        let files = std::fs::read_dir(folder).expect("the repository has a folder of levels");
        let mut paths: Vec<_> = files.map(|file| file.expect("it can be listed").path()).collect();
        paths.retain(|path| path.to_string_lossy().ends_with(".level.ron"));
        paths.sort();
        let level = |path| {
            let text = std::fs::read_to_string(path).expect("it can be read");
            let map = text.split("map: r\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a level has a map");
            let rows: Vec<&str> = map.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
            let size = UVec2::new(rows[0].chars().count() as u32, rows.len() as u32);
            let mut level = Self::new("shipped levels", size);
            let cells = rows.iter().rev().flat_map(|row| row.chars());
            level.solid.iter_mut().zip(cells).for_each(|(solid, cell)| *solid |= STOP_LIGHT.contains(cell));
            level
        };
        paths.into_iter().map(level).collect()
    }

    /// A single screen with ledges and blocks, the way levels are built.
    pub fn level() -> Self {
        let mut map = Self::new("42x23 level", UVec2::new(42, 23));
        let mut random = Random::new(7);
        for _ in 0..14 {
            let (x, y) = (1 + random.below(36), 2 + random.below(19));
            let (width, height) = if random.below(3) == 0 { (1, 3) } else { (3 + random.below(4), 1) };
            for (dx, dy) in (0..width).flat_map(|dx| (0..height).map(move |dy| (dx, dy))) {
                map.set((x + dx).min(41), (y + dy).min(22));
            }
        }
        map
    }

    /// Single cells scattered evenly.
    pub fn noise(name: &'static str, side: u32, filled: f32) -> Self {
        let mut map = Self::new(name, UVec2::splat(side));
        let mut random = Random::new(u64::from(side));
        for y in 0..side {
            for x in 0..side {
                if random.unit() < filled {
                    map.set(x, y);
                }
            }
        }
        map
    }

    /// Caves by a cellular automaton: five rounds in which each cell becomes what most of its neighbors are.
    pub fn caves(side: u32) -> Self {
        let mut map = Self::noise("512² caves", side, 0.45);
        for _ in 0..5 {
            let before = map.solid.clone();
            for y in 1..side - 1 {
                for x in 1..side - 1 {
                    let neighbors = (y - 1..=y + 1)
                        .flat_map(|y| (x - 1..=x + 1).map(move |x| (x, y)))
                        .filter(|&(x, y)| before[(y * side + x) as usize])
                        .count();
                    map.solid[(y * side + x) as usize] = neighbors >= 5;
                }
            }
        }
        map
    }

    /// Rays from anywhere in empty cells in any direction.
    pub fn rays(&self, count: usize) -> Vec<(Vec2, Vec2)> {
        let mut random = Random::new(99);
        (0..count).map(|_| (self.free_point(&mut random), random.unit_vector())).collect()
    }

    pub fn free_point(&self, random: &mut Random) -> Vec2 {
        loop {
            let (x, y) = (random.below(self.size.x), random.below(self.size.y));
            if !self.is_solid(x, y) {
                return Vec2::new(x as f32 + 0.02 + 0.96 * random.unit(), y as f32 + 0.02 + 0.96 * random.unit());
            }
        }
    }
}
