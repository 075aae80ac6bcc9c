//! The oracle for shapes: distances to all of their sides in `f64`, and a march by those distances.

use bevy_math::{DVec2, Vec2};

use hairline_geometry::shapes::{PlacedShape, ShapeKind};

/// The sides of a shape in world coordinates, the radius around them, and whether their inside is solid.
struct Sides {
    sides: Vec<(DVec2, DVec2)>,
    radius: f64,
    filled: bool,
}

fn sides(placed: &PlacedShape) -> Sides {
    let turn = Vec2::from_angle(placed.rotation()).as_dvec2();
    let world = |p: Vec2| placed.position().as_dvec2() + turn.rotate(p.as_dvec2());
    let (points, radius): (Vec<DVec2>, f32) = match placed.shape().kind() {
        ShapeKind::Circle { radius } => (vec![world(Vec2::ZERO)], *radius),
        ShapeKind::Capsule { a, b, radius } => (vec![world(*a), world(*b)], *radius),
        ShapeKind::Segment { a, b } => (vec![world(*a), world(*b)], 0.0),
        ShapeKind::Polygon(polygon) => (polygon.corners().iter().map(|&corner| world(corner)).collect(), 0.0),
    };
    let sides = (0..points.len()).map(|i| (points[i], points[(i + 1) % points.len()])).collect();
    Sides { sides, radius: f64::from(radius), filled: points.len() > 2 }
}

impl Sides {
    fn clearance(&self, point: DVec2) -> f64 {
        let mut least = f64::INFINITY;
        let mut crossings = 0;
        for &(a, b) in &self.sides {
            let along = b - a;
            let share = if along == DVec2::ZERO { 0.0 } else { (point - a).dot(along) / along.length_squared() };
            least = least.min(point.distance(a + along * share.clamp(0.0, 1.0)));
            if (a.y > point.y) != (b.y > point.y) && a.x + along.x * (point.y - a.y) / along.y > point.x {
                crossings += 1;
            }
        }
        if self.filled && crossings % 2 == 1 { 0.0 } else { (least - self.radius).max(0.0) }
    }
}

/// The distance from a point to a shape, 0 inside.
pub fn clearance(placed: &PlacedShape, point: Vec2) -> f64 {
    sides(placed).clearance(point.as_dvec2())
}

/// How far a circle (or a point, with radius 0) moves along a unit vector until it is within 1e-5 tile of a shape,
/// never stepping over a touch; `None` for no touch within `reach`. Also returns the least clearance on the way.
pub fn march(placed: &PlacedShape, from: Vec2, along: Vec2, radius: f32, reach: f64) -> (Option<f64>, f64) {
    let sides = sides(placed);
    let (from, along) = (from.as_dvec2(), along.as_dvec2());
    let (mut t, mut least) = (0.0, f64::INFINITY);
    while t < reach {
        let free = sides.clearance(from + along * t) - f64::from(radius);
        least = least.min(free);
        if free < 1e-5 {
            return (Some(t), least);
        }
        t += free;
    }
    (None, least)
}
