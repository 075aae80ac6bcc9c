//! A camera's vision cone as a triangle fan, clipped to the room, with a soft edge on both sides. Only the camera's rays
//! decide what is seen; between two of them more rays are cast, by bisection, so that the fan ends on walls and never in
//! them. It paints nothing.

use bevy::math::{Vec2, ops};

use hairline_geometry::ray::RayDirection;

/// The most bisections between two rays: at the edge of a shadow they would never end.
const BISECTIONS: u32 = 5;
/// Tiles. The tolerance by which the chord between two ends may miss the ray in the middle.
const FLAT: f32 = 0.02;
/// Tiles. Where neighboring rays are farther apart, a cell fits between them unseen: there they are drawn as lone rays.
const GAP_MAX: f32 = 1.0;
/// Tiles. Width of the soft edge at the end of the range: a cell counts as seen when a ray touches it, so the ninja is seen
/// slightly before a ray reaches its center.
const PENUMBRA: f32 = 0.7;
/// The soft edge's widest angle, in radians.
const PENUMBRA_ANGLE_MAX: f32 = 0.09;

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
        let turn = Vec2::new(ops::cos(angle), side * ops::sin(angle));
        let outer = self.cast(turn.rotate(ray.direction).normalize_or(ray.direction), self.range, 0.0);
        let [a, b] = if side < 0.0 { [outer, *ray] } else { [*ray, outer] };
        self.split(a, b, self.range, BISECTIONS);
    }
}

#[cfg(test)]
mod tests {
    use bevy::math::IVec2;

    use super::*;
    use hairline_geometry::terrain::Layer;
    use hairline_level::{Aim, CameraSettings, Channel};
    use hairline_sim::colliders::Colliders;
    use hairline_sim::hazards::camera::{CameraState, SecurityCamera, Vision};
    use hairline_sim::tuning::half_ticks;

    /// A hall with pillars, slopes and a curtain.
    const HALL: &str = "(version: 1, name: \"Hall\", map: r\"
        ########################
        #          ##          #
        #                      #
        #     ##         ~~    #
        #     ##         ~~    #
        #            /\\        #
        # @         /##\\     X #
        ########################
    \")";

    /// What a camera sees at a time in seconds, and its cone.
    fn scan(settings: &CameraSettings, seconds: f32, colliders: &Colliders) -> (CameraState, Vision, VisionCone) {
        let (camera, mut state, mut vision) = SecurityCamera::new(settings);
        camera.watch(&mut state, &mut vision, half_ticks(seconds), Vec2::ZERO, colliders);
        let from = state.last_scan_position;
        let cast = |direction, limit| colliders.cast_ray(Layer::Light, from, direction, limit).end;
        let cone = VisionCone::new(from, &vision.ends, camera.range(), cast);
        (state, vision, cone)
    }

    fn camera(position: (f32, f32), angle: f32, fov: f32, rays: u8) -> CameraSettings {
        CameraSettings {
            position: position.into(),
            aim: Aim::Fixed { angle: angle.to_radians() },
            path: None,
            fov: fov.to_radians(),
            range: 14.0,
            rays,
            refresh: 0.1,
            channel: Channel(0),
            alarm: 1.0,
        }
    }

    #[test]
    fn every_ray_is_in_the_cone_and_the_cone_reaches_no_farther_than_light() {
        let hall = hairline_level::parse(HALL, "hall").expect("it is valid");
        let colliders = Colliders::new(hall.terrain.clone());
        for angle in (0..360).step_by(7) {
            for settings in [camera((11.5, 5.5), angle as f32, 60.0, 30), camera((4.5, 4.0), angle as f32, 360.0, 60)] {
                let (_, vision, cone) = scan(&settings, 0.0, &colliders);
                let corners = || cone.wedges.iter().flatten();
                let is_in = |end: &Vec2| {
                    corners().any(|corner| corner.end == *end) || cone.lone_rays.iter().any(|ray| ray[1] == *end)
                };
                assert!(vision.ends.iter().all(is_in), "facing {angle}");
                for [a, b] in &cone.wedges {
                    let middle = a.end.midpoint(b.end) - cone.from;
                    // A line along the rays, at the edge of a shadow, may miss the light by a hair.
                    let is_lit = |aside: f32| {
                        let Ok(direction) = RayDirection::new(middle + middle.perp().normalize_or_zero() * aside)
                        else {
                            return true;
                        };
                        let reach =
                            colliders.cast_ray(Layer::Light, cone.from, direction, 14.0).end.distance(cone.from);
                        reach > middle.length() - 2.0 * FLAT
                    };
                    assert!([0.0, -2.0 * FLAT, 2.0 * FLAT].into_iter().any(is_lit), "{middle} facing {angle}");
                }
            }
        }
    }

    #[test]
    fn the_cone_of_a_shipped_camera_covers_only_seen_cells() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("levels");
        let names = ["night-watch", "night-shift", "hairline", "blind-spot", "lab/cameras", "lab/cones"];
        for name in names {
            let level = hairline_level::read(&folder.join(format!("{name}.level.ron"))).expect("it is shipped");
            assert!(!level.actors::<CameraSettings>().is_empty());
            let colliders = Colliders::new(level.terrain.clone());
            for (settings, time) in
                level.actors::<CameraSettings>().iter().flat_map(|settings| (0..40).map(move |time| (settings, time)))
            {
                let (state, vision, cone) = scan(settings, time as f32 * 0.23, &colliders);
                let cells = vision.cells(state.last_scan_position);
                // A point between two rays is no farther from one of them than they are apart.
                let is_seen = |at: Vec2| {
                    let apart = settings.fov / f32::from(settings.rays - 1) * at.distance(cone.from);
                    let beside = |cell: &IVec2| at.distance(at.clamp(cell.as_vec2(), cell.as_vec2() + 1.0));
                    cells.iter().any(|cell| beside(cell) <= apart + FLAT)
                };
                for wedge in cone.wedges.iter().filter(|wedge| wedge.iter().all(|ray| ray.strength == 1.0)) {
                    let [a, b] = wedge.map(|ray| ray.end);
                    for step in 1..=20 {
                        let at = cone.from.lerp(a.midpoint(b), step as f32 / 20.0);
                        assert!(is_seen(at), "{at} in {name}, scan {time}");
                    }
                }
            }
        }
    }

    #[test]
    fn few_rays_are_lone_rays_where_a_cell_fits_between_them() {
        let hall = hairline_level::parse(HALL, "hall").expect("it is valid");
        let colliders = Colliders::new(hall.terrain.clone());
        let (_, _, cone) = scan(&camera((11.5, 5.5), 200.0, 60.0, 3), 0.0, &colliders);
        let wide = 0.5 / ops::sin(15f32.to_radians());
        for corner in cone.wedges.iter().flatten().filter(|corner| corner.strength == 1.0) {
            let is_a_ray = cone.sides.is_some_and(|sides| sides.contains(&corner.end));
            assert!(is_a_ray || corner.end.distance(cone.from) < wide + 1e-3, "{corner:?}");
        }
        assert!(!cone.lone_rays.is_empty());
    }

    #[test]
    fn a_camera_that_has_not_scanned_yet_has_no_cone() {
        let cone = VisionCone::new(Vec2::ONE, &[Vec2::ONE; 30], 8.0, |_, _| Vec2::ONE);
        assert!(cone.wedges.is_empty() && cone.lone_rays.is_empty() && cone.sides.is_none());
    }
}
