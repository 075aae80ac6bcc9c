//! Triangulates simple polygons for the painter by ear clipping (Meisters 1975). The rules never use it.

use bevy_math::Vec2;

/// The triangles of a simple counter-clockwise polygon, as indices into `corners`: always two fewer than corners. If sides
/// cross, the covered area is undefined.
pub(crate) fn triangulate(corners: &[Vec2]) -> Vec<[u32; 3]> {
    let mut left: Vec<u32> = (0..corners.len() as u32).collect();
    let mut cut = Vec::with_capacity(corners.len().saturating_sub(2));
    while left.len() > 3 {
        // A simple polygon always has an ear; where rounding hides it, cut off any corner.
        let ear = (0..left.len()).find(|&place| is_ear(corners, &left, place)).unwrap_or(0);
        cut.push(corner_with_neighbors(&left, ear));
        left.remove(ear);
    }
    if let [a, b, c] = left[..] {
        cut.push([a, b, c]);
    }
    cut
}

/// The corner at a place, with those before and after it.
fn corner_with_neighbors(left: &[u32], place: usize) -> [u32; 3] {
    let count = left.len();
    [left[(place + count - 1) % count], left[place], left[(place + 1) % count]]
}

/// Whether the corner is convex and no other corner lies in the triangle that it would cut off.
fn is_ear(corners: &[Vec2], left: &[u32], place: usize) -> bool {
    let ear = corner_with_neighbors(left, place);
    let [a, b, c] = ear.map(|corner| corners[corner as usize]);
    let side = |from: Vec2, to: Vec2, at: Vec2| (to - from).perp_dot(at - from);
    let holds = |at: Vec2| side(a, b, at) >= 0.0 && side(b, c, at) >= 0.0 && side(c, a, at) >= 0.0;
    side(a, b, c) > 0.0
        && left.iter().filter(|corner| !ear.contains(corner)).all(|&corner| !holds(corners[corner as usize]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hairline_geometry::shapes::polygon::Polygon;

    #[track_caller]
    fn check(points: &[(f32, f32)]) {
        let polygon = Polygon::new(points.iter().copied().map(Vec2::from).collect()).expect("it is simple");
        let corners = polygon.corners();
        let cut = triangulate(corners);
        assert_eq!(cut.len(), corners.len() - 2);
        let area = |[a, b, c]: [u32; 3]| {
            let [a, b, c] = [a, b, c].map(|corner| corners[corner as usize]);
            0.5 * (b - a).perp_dot(c - a)
        };
        assert!(cut.iter().all(|&triangle| area(triangle) > 0.0), "none is turned over");
        let sum: f32 = cut.iter().copied().map(area).sum();
        assert!((sum - polygon.area()).abs() < 1e-4 * polygon.area(), "{sum} for {}", polygon.area());
    }

    #[test]
    fn convex_and_concave_polygons_are_covered_once() {
        check(&[(0., 0.), (2., 0.), (1., 1.)]);
        check(&[(0., 0.), (2., 0.), (2., 1.), (0., 1.)]);
        // An L, a comb and a star.
        check(&[(0., 0.), (2., 0.), (2., 1.), (1., 1.), (1., 2.), (0., 2.)]);
        check(&[(0., 0.), (5., 0.), (5., 2.), (4., 2.), (4., 1.), (3., 1.), (3., 2.), (2., 2.), (2., 1.), (0., 1.)]);
        let star: Vec<(f32, f32)> = (0..10)
            .map(|corner| Vec2::from_angle(corner as f32 * 0.628_318_5) * if corner % 2 == 0 { 2.0 } else { 0.7 })
            .map(|corner| (corner.x, corner.y))
            .collect();
        check(&star);
    }

    #[test]
    fn degenerate_input_does_not_panic() {
        assert!(triangulate(&[]).is_empty() && triangulate(&[Vec2::ONE; 2]).is_empty());
        assert_eq!(triangulate(&[Vec2::ONE; 5]).len(), 3);
    }
}
