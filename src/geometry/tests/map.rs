//! Maps for tests, drawn as they look.

use bevy::math::UVec2;

use crate::geometry::terrain::Terrain;
use crate::geometry::tile::TileShape;

/// A terrain from a text map: the last line is the bottom row, blank lines and indentation do not count.
#[track_caller]
pub(in crate::geometry) fn map(text: &str) -> Terrain {
    let rows: Vec<Vec<TileShape>> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .rev()
        .map(|line| line.chars().map(tile).collect())
        .collect();
    let width = rows.first().map_or(0, Vec::len);
    assert!(rows.iter().all(|row| row.len() == width), "every row of a map is as long as the others:\n{text}");
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
        other => panic!("no tile is drawn as {other:?}"),
    }
}
