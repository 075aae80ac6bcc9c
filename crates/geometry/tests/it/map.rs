//! Maps for tests: drawn as text, or random.

use bevy_math::UVec2;

use super::random::Random;
use hairline_geometry::terrain::Terrain;
use hairline_geometry::tile::TileShape;

/// A terrain from a text map. The last line is the bottom row; blank lines and indentation are ignored.
#[track_caller]
pub fn map(text: &str) -> Terrain {
    let rows: Vec<Vec<TileShape>> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .rev()
        .map(|line| line.chars().map(tile).collect())
        .collect();
    let width = rows.first().map_or(0, Vec::len);
    assert!(rows.iter().all(|row| row.len() == width), "all rows of a map have the same length:\n{text}");
    Terrain::new(UVec2::new(width as u32, rows.len() as u32), rows.concat())
}

#[track_caller]
fn tile(character: char) -> TileShape {
    match character {
        '.' => TileShape::Empty,
        '#' => TileShape::Solid,
        '=' => TileShape::OneWay,
        '%' => TileShape::Glass,
        '~' => TileShape::Curtain,
        '/' => TileShape::FloorRight,
        '\\' => TileShape::FloorLeft,
        '{' => TileShape::CeilingRight,
        '}' => TileShape::CeilingLeft,
        '<' => TileShape::FloorRightLow,
        '(' => TileShape::FloorRightHigh,
        ')' => TileShape::FloorLeftHigh,
        '>' => TileShape::FloorLeftLow,
        '`' => TileShape::CeilingRightLow,
        '[' => TileShape::CeilingRightHigh,
        ']' => TileShape::CeilingLeftHigh,
        '\'' => TileShape::CeilingLeftLow,
        other => panic!("{other:?} stands for no tile"),
    }
}

impl Random {
    /// A random shape.
    pub fn shape(&mut self) -> TileShape {
        TileShape::ALL[self.below(TileShape::ALL.len() as u32) as usize]
    }

    /// A map of random shapes. `filled` is the probability that a cell is not simply empty.
    pub fn terrain(&mut self, width: u32, height: u32, filled: f32) -> Terrain {
        let tiles =
            (0..width * height).map(|_| if self.unit() < filled { self.shape() } else { TileShape::Empty }).collect();
        Terrain::new(UVec2::new(width, height), tiles)
    }
}
