//! A small seeded generator, so that a million cases cost milliseconds and repeat exactly.

use bevy::math::{UVec2, Vec2};

use crate::geometry::{terrain::Terrain, tile::TileShape};

/// Steele, Lea and Flood's SplitMix64 (2014).
pub(in crate::geometry) struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// In 0..1.
    pub fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1u64 << 24) as f32
    }

    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// In 0..bound.
    pub fn below(&mut self, bound: u32) -> u32 {
        (self.next() % u64::from(bound)) as u32
    }

    pub fn unit_vector(&mut self) -> Vec2 {
        loop {
            let v = Vec2::new(self.between(-1.0, 1.0), self.between(-1.0, 1.0));
            if (0.01..1.0).contains(&v.length_squared()) {
                return v.normalize();
            }
        }
    }

    pub fn shape(&mut self) -> TileShape {
        TileShape::ALL[self.below(TileShape::ALL.len() as u32) as usize]
    }

    /// A map of random shapes, `filled` of them not empty.
    pub fn terrain(&mut self, width: u32, height: u32, filled: f32) -> Terrain {
        let tiles =
            (0..width * height).map(|_| if self.unit() < filled { self.shape() } else { TileShape::Empty }).collect();
        Terrain::new(UVec2::new(width, height), tiles)
    }
}
