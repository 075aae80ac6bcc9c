//! Tiles that are turned over in a map editor: a slope becomes another slope.

use crate::geometry::tile::TileShape;
use crate::tools::author::import::drawn::Flips;

/// The shape of a tile that is turned over, if there is a tile of that shape.
pub fn turned(shape: TileShape, flips: Flips) -> Option<TileShape> {
    let mut shape = shape;
    if flips.diagonal {
        shape = over_diagonal(shape)?;
    }
    if flips.sideways {
        shape = sideways(shape);
    }
    if flips.upside_down {
        shape = upside_down(shape)?;
    }
    Some(shape)
}

/// Over the diagonal that falls to the right. A gentle slope would become a steep one, of which there are none.
fn over_diagonal(shape: TileShape) -> Option<TileShape> {
    use TileShape::*;
    match shape {
        FloorLeft => Some(CeilingRight),
        CeilingRight => Some(FloorLeft),
        FloorRight | CeilingLeft | Empty | Solid | Glass | Curtain | Mirror | Spikes => Some(shape),
        _ => None,
    }
}

fn sideways(shape: TileShape) -> TileShape {
    use TileShape::*;
    match shape {
        FloorRight => FloorLeft,
        FloorLeft => FloorRight,
        CeilingRight => CeilingLeft,
        CeilingLeft => CeilingRight,
        FloorRightLow => FloorLeftLow,
        FloorLeftLow => FloorRightLow,
        FloorRightHigh => FloorLeftHigh,
        FloorLeftHigh => FloorRightHigh,
        CeilingRightLow => CeilingLeftLow,
        CeilingLeftLow => CeilingRightLow,
        CeilingRightHigh => CeilingLeftHigh,
        CeilingLeftHigh => CeilingRightHigh,
        Empty | Solid | Glass | Curtain | Mirror | Spikes | OneWay => shape,
    }
}

/// A thin platform stops only what comes from above.
fn upside_down(shape: TileShape) -> Option<TileShape> {
    use TileShape::*;
    Some(match shape {
        FloorRight => CeilingRight,
        FloorLeft => CeilingLeft,
        CeilingRight => FloorRight,
        CeilingLeft => FloorLeft,
        FloorRightLow => CeilingRightLow,
        CeilingRightLow => FloorRightLow,
        FloorLeftLow => CeilingLeftLow,
        CeilingLeftLow => FloorLeftLow,
        FloorRightHigh => CeilingRightHigh,
        CeilingRightHigh => FloorRightHigh,
        FloorLeftHigh => CeilingLeftHigh,
        CeilingLeftHigh => FloorLeftHigh,
        Empty | Solid | Glass | Curtain | Mirror | Spikes => shape,
        OneWay => return None,
    })
}

#[cfg(test)]
mod tests {
    use bevy::math::Vec2;

    use super::*;

    /// The corners decide: those of the turned shape are the turned corners, whichever the table says.
    #[test]
    fn a_turned_slope_has_the_turned_corners() {
        for shape in TileShape::ALL {
            for bits in 0..8 {
                let flips = Flips { diagonal: bits & 1 > 0, sideways: bits & 2 > 0, upside_down: bits & 4 > 0 };
                let turn = |corner: &Vec2| {
                    let corner = if flips.diagonal { Vec2::new(1.0 - corner.y, 1.0 - corner.x) } else { *corner };
                    let x = if flips.sideways { 1.0 - corner.x } else { corner.x };
                    let y = if flips.upside_down { 1.0 - corner.y } else { corner.y };
                    [x, y]
                };
                let sorted = |mut corners: Vec<[f32; 2]>| {
                    corners.sort_by(|a, b| a.partial_cmp(b).expect("finite"));
                    corners
                };
                let expected = sorted(shape.corners().iter().map(turn).collect());
                let corners =
                    |shape: TileShape| sorted(shape.corners().iter().map(|corner| corner.to_array()).collect());
                match turned(shape, flips) {
                    Some(found) => {
                        assert_eq!(corners(found), expected, "{shape:?} {flips:?}");
                        assert_eq!((found.stops_light(), found.is_slope()), (shape.stops_light(), shape.is_slope()));
                    }
                    None if shape == TileShape::OneWay => assert!(flips.diagonal || flips.upside_down),
                    None => assert!(
                        TileShape::ALL.into_iter().all(|other| corners(other) != expected),
                        "{shape:?} {flips:?}"
                    ),
                }
            }
        }
    }
}
