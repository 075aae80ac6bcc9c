//! The shapes of tiles: their corners, and which mirror which.

use bevy_math::Vec2;

use hairline_geometry::tile::TileShape;

#[test]
fn corners_belong_to_the_shape_and_run_counter_clockwise() {
    for shape in TileShape::ALL {
        let corners = shape.corners();
        for (i, &corner) in corners.iter().enumerate() {
            assert!(shape.contains(corner), "{shape:?} {corner}");
            let next = corners[(i + 1) % corners.len()];
            let after = corners[(i + 2) % corners.len()];
            assert!((next - corner).perp_dot(after - next) > 0.0, "{shape:?} turns left at {next}");
        }
        assert_eq!(shape.is_slope(), format!("{shape:?}").contains(['F', 'C']) && shape != TileShape::Curtain);
    }
}

#[test]
fn a_left_shape_is_the_mirror_image_of_its_right_shape() {
    let pairs = [
        (TileShape::FloorRight, TileShape::FloorLeft),
        (TileShape::CeilingRight, TileShape::CeilingLeft),
        (TileShape::FloorRightLow, TileShape::FloorLeftLow),
        (TileShape::FloorRightHigh, TileShape::FloorLeftHigh),
        (TileShape::CeilingRightLow, TileShape::CeilingLeftLow),
        (TileShape::CeilingRightHigh, TileShape::CeilingLeftHigh),
    ];
    for (right, left) in pairs {
        for &corner in right.corners() {
            assert!(left.corners().contains(&Vec2::new(1.0 - corner.x, corner.y)), "{right:?} {corner}");
        }
    }
}
