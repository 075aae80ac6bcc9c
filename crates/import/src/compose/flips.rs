//! Tiles that are flipped in a map editor: a slope becomes another slope.

use crate::drawn::FlipFlags;
use hairline_geometry::tile::TileShape;

/// The shape of a flipped tile, if there is a tile of that shape.
pub fn flipped(shape: TileShape, flips: FlipFlags) -> Option<TileShape> {
    let mut shape = shape;
    if flips.diagonal {
        shape = diagonally(shape)?;
    }
    if flips.horizontal {
        shape = horizontally(shape);
    }
    if flips.vertical {
        shape = vertically(shape)?;
    }
    Some(shape)
}

/// Over the diagonal that falls to the right. A gentle slope would become a steep one, of which there are none.
fn diagonally(shape: TileShape) -> Option<TileShape> {
    use TileShape::*;
    match shape {
        FloorLeft => Some(CeilingRight),
        CeilingRight => Some(FloorLeft),
        FloorRight | CeilingLeft | Empty | Solid | Glass | Curtain | Mirror | Spikes => Some(shape),
        _ => None,
    }
}

fn horizontally(shape: TileShape) -> TileShape {
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
fn vertically(shape: TileShape) -> Option<TileShape> {
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
    use bevy_math::Vec2;

    use super::*;

    /// The corners of the flipped shape are the flipped corners of the shape, whatever the table says.
    #[test]
    fn a_flipped_slope_has_the_flipped_corners() {
        for shape in TileShape::ALL {
            for bits in 0..8 {
                let flips = FlipFlags { diagonal: bits & 1 > 0, horizontal: bits & 2 > 0, vertical: bits & 4 > 0 };
                let turn = |corner: &Vec2| {
                    let corner = if flips.diagonal { Vec2::new(1.0 - corner.y, 1.0 - corner.x) } else { *corner };
                    let x = if flips.horizontal { 1.0 - corner.x } else { corner.x };
                    let y = if flips.vertical { 1.0 - corner.y } else { corner.y };
                    [x, y]
                };
                let sorted = |mut corners: Vec<[f32; 2]>| {
                    corners.sort_by(|a, b| a.partial_cmp(b).expect("finite"));
                    corners
                };
                let expected = sorted(shape.corners().iter().map(turn).collect());
                let corners =
                    |shape: TileShape| sorted(shape.corners().iter().map(|corner| corner.to_array()).collect());
                match flipped(shape, flips) {
                    Some(found) => {
                        assert_eq!(corners(found), expected, "{shape:?} {flips:?}");
                        assert_eq!((found.stops_light(), found.is_slope()), (shape.stops_light(), shape.is_slope()));
                    }
                    None if shape == TileShape::OneWay => assert!(flips.diagonal || flips.vertical),
                    None => assert!(
                        TileShape::ALL.into_iter().all(|other| corners(other) != expected),
                        "{shape:?} {flips:?}"
                    ),
                }
            }
        }
    }
}
