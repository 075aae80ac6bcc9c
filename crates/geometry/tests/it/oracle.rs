//! The oracle for rays: intersects the ray with every shape of the map in exact rational arithmetic.

use bevy_math::{IVec2, Vec2};

use hairline_geometry::ray::{RayDirection, RayHit};
use hairline_geometry::terrain::{Layer, Terrain};

/// A fraction with a positive denominator.
#[derive(Clone, Copy, Debug)]
pub struct Fraction(pub i128, pub i128);

impl Fraction {
    pub const ZERO: Self = Self(0, 1);

    pub fn compare(self, other: Self) -> std::cmp::Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }

    pub fn less(self, other: Self) -> bool {
        self.compare(other).is_lt()
    }

    pub fn value(self) -> f64 {
        self.0 as f64 / self.1 as f64
    }
}

/// The exact first touch of a ray.
#[derive(Debug)]
pub struct Truth {
    /// The ray's parameter.
    pub t: Fraction,
    /// Distance from the rounded origin, in tiles.
    pub distance: f64,
    /// Every cell whose shape is touched at `t`.
    pub cells: Vec<IVec2>,
    /// The normals of the edges of those shapes that contain the point.
    pub normals: Vec<Vec2>,
}

/// A ray on the lattice of the toolkit, rounded by code of its own.
#[derive(Clone, Copy, Debug)]
pub struct ExactRay {
    pub origin: [i128; 2],
    pub direction: [i128; 2],
    /// The length of the direction vector in tiles per unit of `t`.
    pub speed: f64,
}

impl ExactRay {
    pub fn new(origin: Vec2, direction: RayDirection) -> Self {
        let d = direction.get().as_dvec2() * f64::from(1 << 24);
        let o = origin.as_dvec2() * 4096.0;
        let direction = [d.x.round_ties_even() as i128, d.y.round_ties_even() as i128];
        let speed = ((direction[0] * direction[0] + direction[1] * direction[1]) as f64).sqrt() / f64::from(1 << 24);
        // `t` counts in 1 / 4096 tile along the unit vector, as in the toolkit.
        Self {
            origin: [o.x.round_ties_even() as i128, o.y.round_ties_even() as i128],
            direction,
            speed: speed * f64::from(1 << 24) / 4096.0,
        }
    }

    pub fn between(a: Vec2, b: Vec2) -> Self {
        let round = |v: f32| (f64::from(v) * 4096.0).round_ties_even() as i128;
        let origin = [round(a.x), round(a.y)];
        let direction = [round(b.x) - origin[0], round(b.y) - origin[1]];
        Self { origin, direction, speed: 1.0 }
    }
}

impl ExactRay {
    /// Whether the line's distance from the cell's center is larger than that of the corners, with a wide margin for
    /// rounding.
    fn clearly_misses(&self, cell: IVec2) -> bool {
        let [dx, dy] = self.direction.map(|v| v as f64);
        let to_x = (f64::from(cell.x) + 0.5) * 4096.0 - self.origin[0] as f64;
        let to_y = (f64::from(cell.y) + 0.5) * 4096.0 - self.origin[1] as f64;
        (dx * to_y - dy * to_x).abs() > 0.75 * 4096.0 * (dx * dx + dy * dy).sqrt()
    }
}

/// The half-planes `a x + b y + c >= 0` (in 1 / 4096 tile) whose intersection is the shape, each with its outward
/// normal.
fn half_planes(terrain: &Terrain, cell: IVec2) -> Vec<([i128; 3], Vec2)> {
    let corners = terrain.tile(cell).corners();
    (0..corners.len())
        .map(|i| {
            let p = corners[i] + cell.as_vec2();
            let q = corners[(i + 1) % corners.len()] + cell.as_vec2();
            let scaled = |v: f32| (v * 2.0) as i128 * 2048;
            let (px, py, qx, qy) = (scaled(p.x), scaled(p.y), scaled(q.x), scaled(q.y));
            // The inside is on the left of p..q.
            let (a, b) = (-(qy - py), qx - px);
            ([a, b, -(a * px + b * py)], -Vec2::new(a as f32, b as f32).normalize())
        })
        .collect()
}

/// The infimum of the `t > 0` for which the ray is in a closed shape of the layer.
pub fn first_touch(terrain: &Terrain, layer: Layer, ray: &ExactRay) -> Option<Truth> {
    let mut truth: Option<Truth> = None;
    for y in 0..terrain.size().y as i32 {
        for x in 0..terrain.size().x as i32 {
            let cell = IVec2::new(x, y);
            if !terrain.tile(cell).stops(layer) || ray.clearly_misses(cell) {
                continue;
            }
            let planes = half_planes(terrain, cell);
            let Some(t) = cut(&planes, ray) else { continue };
            let order = truth.as_ref().map_or(std::cmp::Ordering::Less, |truth| t.compare(truth.t));
            if order.is_gt() {
                continue;
            }
            if order.is_lt() {
                let distance = t.value() * ray.speed;
                truth = Some(Truth { t, distance, cells: vec![], normals: vec![] });
            }
            let truth = truth.as_mut().expect("it was just set");
            truth.cells.push(cell);
            for ([a, b, c], normal) in planes {
                let at = (a * ray.origin[0] + b * ray.origin[1] + c) * t.1
                    + t.0 * (a * ray.direction[0] + b * ray.direction[1]);
                if at == 0 {
                    truth.normals.push(normal);
                }
            }
        }
    }
    truth
}

fn cut(planes: &[([i128; 3], Vec2)], ray: &ExactRay) -> Option<Fraction> {
    let mut enter = Fraction::ZERO;
    let mut leave: Option<Fraction> = None;
    for ([a, b, c], _) in planes {
        let value = a * ray.origin[0] + b * ray.origin[1] + c;
        let growth = a * ray.direction[0] + b * ray.direction[1];
        if growth > 0 {
            let t = Fraction(-value, growth);
            if enter.less(t) {
                enter = t;
            }
        } else if growth < 0 {
            let t = Fraction(value, -growth);
            if leave.is_none_or(|least| t.less(least)) {
                leave = Some(t);
            }
        } else if value < 0 {
            return None;
        }
    }
    let leave = leave.expect("a shape is bounded");
    (Fraction::ZERO.less(leave) && !leave.less(enter)).then_some(enter)
}

/// Fails unless a hit has the true cell and face, and the true distance within one unit in the last place.
#[track_caller]
pub fn assert_true(hit: Option<RayHit>, truth: Option<&Truth>, ray: &ExactRay, context: &str) {
    match (hit, truth) {
        (None, None) => {}
        (Some(hit), Some(truth)) => {
            let exact = truth.distance as f32;
            assert!(
                hit.distance >= exact.next_down() && hit.distance <= exact.next_up(),
                "distance {} is not {} {context}",
                hit.distance,
                truth.distance
            );
            assert!(
                truth.cells.contains(&hit.surface.cell),
                "cell {} is none of {:?} {context}",
                hit.surface.cell,
                truth.cells
            );
            let d = Vec2::new(ray.direction[0] as f32, ray.direction[1] as f32).normalize();
            if truth.t.0 == 0 && truth.normals.is_empty() {
                assert!(hit.inside, "inside {context}");
            }
            if hit.inside {
                assert!((hit.normal + d).length() < 1e-6, "normal {} inside {context}", hit.normal);
            } else if let [normal] = truth.normals[..]
                && truth.t.0 != 0
            {
                assert_eq!(hit.normal, normal, "face {context}");
            }
            assert!(hit.normal.dot(d) <= 1e-6, "normal {} faces away from {d} {context}", hit.normal);
            assert!((hit.normal.length() - 1.0).abs() < 1e-6, "unit normal {context}");
        }
        _ => panic!("hit {hit:?} but the truth is {truth:?} {context}"),
    }
}
