//! A camera's vision cone as a triangle fan, clipped to the room, with a soft edge on both sides. Only the camera's rays
//! decide what is seen; between two of them more rays are cast, by bisection, so that the fan ends on walls and never in
//! them. It paints nothing.

use bevy::math::{Vec2, ops};

use hairline_geometry::ray::RayDirection;

/// The most bisections between two rays: at the edge of a shadow they would never end.
const BISECTIONS: u32 = 5;
/// Tiles. The tolerance by which the chord between two ends may miss the ray in the middle.
pub const FLAT: f32 = 0.02;
/// Tiles. Where neighboring rays are farther apart, a cell fits between them unseen: there they are drawn as lone rays.
const GAP_MAX: f32 = 1.0;
/// Tiles. Width of the soft edge at the end of the range: a cell counts as seen when a ray touches it, so the ninja is seen
/// slightly before a ray reaches its center.
const PENUMBRA: f32 = 0.7;
/// The soft edge's widest angle, in radians.
const PENUMBRA_ANGLE_MAX: f32 = 0.09;
/// Wedges of a soft edge: each has one strength beside the camera.
const PENUMBRA_WEDGES: u32 = 8;

/// A ray of the cone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConeRay {
    /// Unit direction.
    direction: Vec2,
    /// Where it ends.
    pub end: Vec2,
    /// 1 inside the cone, 0 at the outside of its soft edge.
    pub strength: f32,
}

/// The triangle between the camera and the ends of two rays, counter-clockwise.
pub type Wedge = [ConeRay; 2];

/// What one scan saw.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VisionCone {
    /// The position of the camera.
    pub from: Vec2,
    /// The fan, counter-clockwise.
    pub wedges: Vec<Wedge>,
    /// The parts of single rays that lie outside of the fan.
    pub lone_rays: Vec<[Vec2; 2]>,
    /// The ends of the first and of the last ray, unless the cone is a full circle.
    pub sides: Option<[Vec2; 2]>,
}

impl VisionCone {
    /// The cone of rays that end at `ends`, counter-clockwise. `cast` returns the end of a ray with a direction and a maximal
    /// length in tiles; `range` is the range of the camera.
    pub fn new(from: Vec2, ends: &[Vec2], range: f32, cast: impl Fn(RayDirection, f32) -> Vec2) -> Self {
        let mut builder = ConeBuilder { cast, range, cone: Self { from, ..Self::default() } };
        let rays: Vec<ConeRay> = ends.iter().filter_map(|&end| builder.ray_to(end)).collect();
        let [Some(first), Some(last)] = [rays.first(), rays.last()] else { return builder.cone };
        let is_full_circle = is_full_circle(&rays);
        if !is_full_circle {
            builder.soften(first, -1.0);
        }
        rays.windows(2).for_each(|pair| builder.fill(pair[0], pair[1]));
        if is_full_circle {
            builder.fill(*last, *first);
        } else {
            builder.soften(last, 1.0);
            builder.cone.sides = Some([first.end, last.end]);
        }
        builder.cone
    }
}

/// Whether the gap from the last ray to the first is like the others.
fn is_full_circle(rays: &[ConeRay]) -> bool {
    let [first, second, .., last] = rays else { return false };
    let turn = |a: &ConeRay, b: &ConeRay| a.direction.angle_to(b.direction);
    (turn(first, second) - turn(last, first)).abs() < 1e-3
}

struct ConeBuilder<C> {
    cast: C,
    range: f32,
    cone: VisionCone,
}

impl<C: Fn(RayDirection, f32) -> Vec2> ConeBuilder<C> {
    /// The ray that ends at a point; none if it has no length.
    fn ray_to(&self, end: Vec2) -> Option<ConeRay> {
        let direction = (end - self.cone.from).try_normalize()?;
        Some(ConeRay { direction, end, strength: 1.0 })
    }

    fn cast(&self, direction: Vec2, limit: f32, strength: f32) -> ConeRay {
        ConeRay { direction, end: (self.cast)(RayDirection::from_unit(direction), limit), strength }
    }

    /// Fills the area between two rays, as far as no cell fits between them unseen.
    fn fill(&mut self, a: ConeRay, b: ConeRay) {
        let half_gap = (b.direction - a.direction).length() * 0.5;
        if a.direction.perp_dot(b.direction) <= 0.0 {
            // Half a turn or more.
            return self.cone.lone_rays.extend([a, b].map(|ray| [self.cone.from, ray.end]));
        }
        let limit = (GAP_MAX * 0.5 / half_gap).min(self.range);
        let [a, b] = [a, b].map(|ray| {
            if ray.end.distance(self.cone.from) <= limit + FLAT {
                return ray;
            }
            let near = self.cone.from + ray.direction * limit;
            self.cone.lone_rays.push([near, ray.end]);
            ConeRay { end: near, ..ray }
        });
        // A nook between them that is deeper than both has not been seen by either.
        let deepest = a.end.distance(self.cone.from).max(b.end.distance(self.cone.from));
        self.split(a, b, deepest, BISECTIONS);
    }

    /// Bisects the angle between two rays until the chord between their ends is where the rays between them end.
    fn split(&mut self, a: ConeRay, b: ConeRay, limit: f32, bisections: u32) {
        let direction = (a.direction + b.direction).normalize_or(a.direction);
        let middle = self.cast(direction, limit, (a.strength + b.strength) * 0.5);
        let [chord, offset] = [b.end - a.end, middle.end - a.end];
        // The distance from the chord to the end of the middle ray.
        let is_flat = chord.perp_dot(offset).abs() <= FLAT * chord.length().max(FLAT);
        if is_flat || bisections == 0 {
            self.cone.wedges.push([a, b]);
        } else {
            self.split(a, middle, limit, bisections - 1);
            self.split(middle, b, limit, bisections - 1);
        }
    }

    /// Adds the soft edge beside a ray: clockwise of it for −1, counter-clockwise for 1.
    fn soften(&mut self, ray: &ConeRay, side: f32) {
        let angle = (PENUMBRA / self.range.max(PENUMBRA)).min(PENUMBRA_ANGLE_MAX);
        let mut inner = *ray;
        for wedge in 1..=PENUMBRA_WEDGES {
            let part = wedge as f32 / PENUMBRA_WEDGES as f32;
            let turn = Vec2::new(ops::cos(angle * part), side * ops::sin(angle * part));
            let outer = self.cast(turn.rotate(ray.direction).normalize_or(ray.direction), self.range, 1.0 - part);
            let [a, b] = if side < 0.0 { [outer, inner] } else { [inner, outer] };
            self.split(a, b, self.range, BISECTIONS);
            inner = outer;
        }
    }
}
