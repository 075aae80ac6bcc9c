//! Simple polygons, convex or concave, counter-clockwise.

use bevy::math::Vec2;
use thiserror::Error;

use super::{
    ray::RayDirection,
    segment::{closest_point_segment, distance_point_segment},
};

/// The most corners that a polygon may have.
pub const POLYGON_CORNERS_MAX: usize = 256;

/// A simple polygon, convex or concave, in tiles. Its corners run counter-clockwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon {
    corners: Vec<Vec2>,
}

/// Why some points do not make a polygon.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum PolygonError {
    /// Fewer than 3 corners, or more than [`POLYGON_CORNERS_MAX`].
    #[error("a polygon has 3 to {POLYGON_CORNERS_MAX} corners, not {0}")]
    Count(usize),
    /// A corner has a coordinate that is not a finite number.
    #[error("corner {0} of the polygon is not finite")]
    NotFinite(usize),
    /// The corner after this one is at the same place.
    #[error("corners {0} and {1} of the polygon are the same")]
    Repeated(usize, usize),
    /// Two sides meet that are not neighbours, or two neighbours fold back on each other.
    #[error("the sides from corners {0} and {1} of the polygon meet")]
    Crossing(usize, usize),
}

impl Polygon {
    /// A polygon from its corners in order, either way round.
    ///
    /// # Errors
    /// When the points do not make a simple polygon; each reason is a [`PolygonError`].
    pub fn new(mut corners: Vec<Vec2>) -> Result<Self, PolygonError> {
        let count = corners.len();
        if !(3..=POLYGON_CORNERS_MAX).contains(&count) {
            return Err(PolygonError::Count(count));
        }
        if let Some(i) = corners.iter().position(|corner| !corner.is_finite()) {
            return Err(PolygonError::NotFinite(i));
        }
        for i in 0..count {
            let next = (i + 1) % count;
            if corners[i] == corners[next] {
                return Err(PolygonError::Repeated(i, next));
            }
            let (a, b, c) = (corners[i], corners[next], corners[(i + 2) % count]);
            if (b - a).perp_dot(c - b) == 0.0 && (b - a).dot(c - b) < 0.0 {
                return Err(PolygonError::Crossing(i, next));
            }
            for j in i + 2..count {
                let neighbours = i == 0 && j == count - 1;
                if !neighbours && segments_meet(corners[i], corners[next], corners[j], corners[(j + 1) % count]) {
                    return Err(PolygonError::Crossing(i, j));
                }
            }
        }
        if area(&corners) < 0.0 {
            corners.reverse();
        }
        Ok(Self { corners })
    }

    /// A regular polygon of `count` corners (3 to [`POLYGON_CORNERS_MAX`]) around the origin, the first at angle 0.
    ///
    /// # Errors
    /// When the count is out of range or the radius is not finite or 0.
    pub fn regular(count: usize, radius: f32) -> Result<Self, PolygonError> {
        let angle = |i: usize| i as f32 / count as f32 * std::f32::consts::TAU;
        if count > POLYGON_CORNERS_MAX {
            return Err(PolygonError::Count(count));
        }
        Self::new((0..count).map(|i| RayDirection::from_angle(angle(i)).get() * radius).collect())
    }

    /// A regular hexagon around the origin with corners at `radius`, the first at angle 0.
    ///
    /// # Errors
    /// When the radius is not finite or 0.
    pub fn hexagon(radius: f32) -> Result<Self, PolygonError> {
        Self::regular(6, radius)
    }

    /// The corners, counter-clockwise.
    pub fn corners(&self) -> &[Vec2] {
        &self.corners
    }

    /// The sides as pairs of corners, counter-clockwise: the inside is on their left.
    pub fn sides(&self) -> impl Iterator<Item = (Vec2, Vec2)> + Clone + '_ {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().zip(next).map(|(&a, &b)| (a, b))
    }

    /// Whether no corner turns inwards.
    pub fn is_convex(&self) -> bool {
        let count = self.corners.len();
        (0..count).all(|i| {
            let [a, b, c] = [0, 1, 2].map(|k| self.corners[(i + k) % count]);
            (b - a).perp_dot(c - b) >= 0.0
        })
    }

    /// The area in square tiles.
    pub fn area(&self) -> f32 {
        area(&self.corners)
    }

    /// The centre of the area.
    pub fn centroid(&self) -> Vec2 {
        // Relative to a corner, so that a small polygon far out keeps its precision.
        let origin = self.corners[0];
        let (mut sum, mut twice_area) = (Vec2::ZERO, 0.0);
        for (a, b) in self.sides().map(|(a, b)| (a - origin, b - origin)) {
            let cross = a.perp_dot(b);
            sum += (a + b) * cross;
            twice_area += cross;
        }
        origin + sum / (3.0 * twice_area)
    }

    /// Whether a point lies in the closed polygon: its sides and corners count.
    pub fn contains(&self, point: Vec2) -> bool {
        // Even-odd by crossings of a ray to +x; a half-open rule counts each corner once.
        let mut inside = false;
        for (a, b) in self.sides() {
            let side = (b - a).perp_dot(point - a);
            if side == 0.0 && (point - a).dot(point - b) <= 0.0 {
                return true;
            }
            if (a.y > point.y) != (b.y > point.y) && (side > 0.0) == (b.y > a.y) {
                inside = !inside;
            }
        }
        inside
    }

    /// The distance from a point to the polygon, 0 inside.
    pub fn distance(&self, point: Vec2) -> f32 {
        if self.contains(point) {
            return 0.0;
        }
        self.sides().map(|(a, b)| distance_point_segment(point, a, b)).fold(f32::INFINITY, f32::min)
    }

    /// How deep a circle lies in the polygon: the overlap in tiles, 0 or less when it only touches or is free; the point of
    /// the outline that is nearest to its centre; and the unit normal along which it leaves by the shortest way. `None`
    /// when its centre is further from the outline than the radius and outside.
    pub fn overlap(&self, center: Vec2, radius: f32) -> Option<PolygonOverlap> {
        let mut least = f32::INFINITY;
        let mut nearest = (Vec2::ZERO, Vec2::ZERO);
        for (a, b) in self.sides() {
            let point = closest_point_segment(center, a, b);
            let distance_squared = point.distance_squared(center);
            if distance_squared < least {
                least = distance_squared;
                nearest = (point, b - a);
            }
        }
        let (point, side) = nearest;
        let inside = self.contains(center);
        if !inside && least > radius * radius {
            return None;
        }
        let distance = least.sqrt();
        // On the outline itself the side tells the way out.
        let away = if distance > 1e-6 { (center - point) / distance } else { -side.perp().normalize() };
        Some(if inside && distance > 1e-6 {
            PolygonOverlap { depth: radius + distance, point, normal: -away }
        } else {
            PolygonOverlap { depth: radius - distance, point, normal: away }
        })
    }
}

/// How a circle lies in a polygon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolygonOverlap {
    /// Tiles that it has to move along the normal to be free.
    pub depth: f32,
    /// The point of the outline nearest to its centre.
    pub point: Vec2,
    /// Unit normal out of the polygon.
    pub normal: Vec2,
}

/// The signed area (the shoelace formula), positive when counter-clockwise.
fn area(corners: &[Vec2]) -> f32 {
    let origin = corners[0];
    corners.windows(2).map(|pair| (pair[0] - origin).perp_dot(pair[1] - origin)).sum::<f32>() / 2.0
}

fn segments_meet(a: Vec2, b: Vec2, c: Vec2, d: Vec2) -> bool {
    let side = |p: Vec2, q: Vec2, r: Vec2| (q - p).perp_dot(r - p);
    let within = |p: Vec2, q: Vec2, r: Vec2| (r - p).dot(r - q) <= 0.0;
    let (c_side, d_side) = (side(a, b, c), side(a, b, d));
    let (a_side, b_side) = (side(c, d, a), side(c, d, b));
    (c_side * d_side < 0.0 && a_side * b_side < 0.0)
        || (c_side == 0.0 && within(a, b, c))
        || (d_side == 0.0 && within(a, b, d))
        || (a_side == 0.0 && within(c, d, a))
        || (b_side == 0.0 && within(c, d, b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polygon(corners: &[(f32, f32)]) -> Polygon {
        Polygon::new(corners.iter().map(|&corner| corner.into()).collect()).expect("it is simple")
    }

    #[test]
    fn only_simple_polygons_are_made() {
        let make = |corners: &[(f32, f32)]| Polygon::new(corners.iter().map(|&corner| corner.into()).collect());
        assert_eq!(make(&[(0., 0.), (1., 0.)]), Err(PolygonError::Count(2)));
        assert_eq!(make(&[(0., 0.), (1., 0.), (f32::NAN, 1.)]), Err(PolygonError::NotFinite(2)));
        assert_eq!(make(&[(0., 0.), (1., 0.), (1., 0.)]), Err(PolygonError::Repeated(1, 2)));
        assert_eq!(make(&[(0., 0.), (2., 0.), (1., 0.)]), Err(PolygonError::Crossing(0, 1)), "no area");
        assert_eq!(make(&[(0., 0.), (1., 1.), (1., 0.), (0., 1.)]), Err(PolygonError::Crossing(0, 2)), "a bow tie");
        assert_eq!(Polygon::regular(2, 1.0), Err(PolygonError::Count(2)));
        assert!(Polygon::hexagon(0.0).is_err() && Polygon::hexagon(f32::INFINITY).is_err());
    }

    #[test]
    fn corners_always_run_counter_clockwise() {
        let clockwise = polygon(&[(0., 0.), (0., 1.), (1., 1.), (1., 0.)]);
        assert_eq!(clockwise.area(), 1.0);
        assert!(clockwise.is_convex());
    }

    #[test]
    fn a_concave_polygon_contains_its_arms_and_not_its_notch() {
        // An L: the notch is its upper right quarter.
        let l = polygon(&[(0., 0.), (2., 0.), (2., 1.), (1., 1.), (1., 2.), (0., 2.)]);
        assert!(!l.is_convex());
        for inside in [(0.5, 0.5), (1.5, 0.5), (0.5, 1.5), (1.0, 0.5), (1.0, 1.0), (2.0, 1.0), (0.0, 0.0), (1.5, 1.0)] {
            assert!(l.contains(inside.into()), "{inside:?}");
        }
        for outside in [(1.5, 1.5), (-0.5, 1.0), (2.5, 1.0), (1.01, 1.01), (0.5, 2.01), (-0.1, 0.0), (2.1, 2.0)] {
            assert!(!l.contains(outside.into()), "{outside:?}");
        }
        assert!((l.centroid() - Vec2::splat(5.0 / 6.0)).length() < 1e-6);
        assert!((l.distance(Vec2::new(1.5, 1.5)) - 0.5).abs() < 1e-6);
    }

    #[test]
    fn a_circle_leaves_a_polygon_by_the_nearest_way() {
        let square = polygon(&[(0., 0.), (2., 0.), (2., 2.), (0., 2.)]);
        let overlap = |x, y| square.overlap(Vec2::new(x, y), 0.5);
        assert_eq!(overlap(1.0, 2.6), None, "free");
        let beside = overlap(2.25, 1.0).unwrap();
        assert_eq!((beside.depth, beside.point, beside.normal), (0.25, Vec2::new(2.0, 1.0), Vec2::X));
        let inside = overlap(1.75, 1.0).unwrap();
        assert_eq!((inside.depth, inside.point, inside.normal), (0.75, Vec2::new(2.0, 1.0), Vec2::X));
        let on_a_side = overlap(1.0, 0.0).unwrap();
        assert_eq!((on_a_side.depth, on_a_side.normal), (0.5, Vec2::NEG_Y));
        let at_a_corner = overlap(2.27, 2.36).unwrap();
        assert!((at_a_corner.depth - 0.05).abs() < 1e-6 && (at_a_corner.normal - Vec2::new(0.6, 0.8)).length() < 1e-6);
        let deep = overlap(1.0, 0.8).unwrap();
        assert!((deep.depth - 1.3).abs() < 1e-6 && deep.normal == Vec2::NEG_Y, "the centre deeper than the radius");
    }

    #[test]
    fn a_hexagon_is_regular() {
        let hexagon = Polygon::hexagon(2.0).unwrap();
        assert!((hexagon.area() - 6.0 * 3f32.sqrt()).abs() < 1e-4);
        assert!(hexagon.centroid().length() < 1e-6 && hexagon.is_convex());
        assert!(hexagon.contains(Vec2::new(1.99, 0.0)) && !hexagon.contains(Vec2::new(0.0, 1.99)));
    }
}
