//! The field that a camera's rays span, for the picture: a fan clipped to the room, with a soft edge to both sides. The
//! rays say what is seen; between two of them the same question is asked again until what lies between is known, so that
//! the field ends on walls and never in them. It paints nothing.

use bevy::math::{Vec2, ops};

use crate::geometry::ray::RayDirection;

/// How often the angle between two rays is halved at most: at the edge of a shadow it never comes to an end by itself.
const HALVINGS: u32 = 5;
/// Tiles by which a straight line between two ends may miss the one in the middle.
const FLAT: f32 = 0.02;
/// Tiles. Where two neighbouring rays lie further apart, a cell fits between them unseen: there the rays stand alone.
const GAP_MAX: f32 = 1.0;
/// Tiles at the end of the range over which the edge is soft: a cell counts as seen when a ray touches it, so that he
/// is seen a little before the rays reach his middle.
const PENUMBRA: f32 = 0.7;
/// The soft edge's widest angle, in radians.
const PENUMBRA_ANGLE_MAX: f32 = 0.09;

/// A ray of the field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    /// Unit direction.
    direction: Vec2,
    /// Where it ends.
    pub end: Vec2,
    /// 1 within the field, 0 at the outside of its soft edge.
    pub share: f32,
}

/// A piece of the field: the triangle between where the camera stood and the ends of two rays, counter-clockwise.
pub type Facet = [Corner; 2];

/// What one look saw.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sight {
    /// Where the camera stood.
    pub from: Vec2,
    /// The field, counter-clockwise.
    pub facets: Vec<Facet>,
    /// What of single rays lies outside of it.
    pub spokes: Vec<[Vec2; 2]>,
    /// The ends of its first and of its last ray, if it is not a whole turn.
    pub sides: Option<[Vec2; 2]>,
}

impl Sight {
    /// The field of rays that end at `ends`, counter-clockwise. `cast` says where a ray in a direction ends that is no
    /// longer than some tiles; `range` is how far the camera sees.
    pub fn new(from: Vec2, ends: &[Vec2], range: f32, cast: impl Fn(RayDirection, f32) -> Vec2) -> Self {
        let mut fan = Fan { cast, range, sight: Self { from, ..Self::default() } };
        let rays: Vec<Corner> = ends.iter().filter_map(|&end| fan.ray_to(end)).collect();
        let [Some(first), Some(last)] = [rays.first(), rays.last()] else { return fan.sight };
        let is_whole_turn = is_whole_turn(&rays);
        if !is_whole_turn {
            fan.soften(first, -1.0);
        }
        rays.windows(2).for_each(|pair| fan.fill(pair[0], pair[1]));
        if is_whole_turn {
            fan.fill(*last, *first);
        } else {
            fan.soften(last, 1.0);
            fan.sight.sides = Some([first.end, last.end]);
        }
        fan.sight
    }
}

/// Whether the gap from the last ray to the first is one like the others.
fn is_whole_turn(rays: &[Corner]) -> bool {
    let [first, second, .., last] = rays else { return false };
    let turn = |a: &Corner, b: &Corner| a.direction.angle_to(b.direction);
    (turn(first, second) - turn(last, first)).abs() < 1e-3
}

/// A field in the making.
struct Fan<C> {
    cast: C,
    range: f32,
    sight: Sight,
}

impl<C: Fn(RayDirection, f32) -> Vec2> Fan<C> {
    /// The ray that ended at a point; none that ended where it began.
    fn ray_to(&self, end: Vec2) -> Option<Corner> {
        let direction = (end - self.sight.from).try_normalize()?;
        Some(Corner { direction, end, share: 1.0 })
    }

    fn cast(&self, direction: Vec2, limit: f32, share: f32) -> Corner {
        Corner { direction, end: (self.cast)(RayDirection::from_unit(direction), limit), share }
    }

    /// Fills what lies between two rays, as far as nothing fits between them unseen.
    fn fill(&mut self, a: Corner, b: Corner) {
        let half_gap = (b.direction - a.direction).length() * 0.5;
        if a.direction.perp_dot(b.direction) <= 0.0 {
            // Half a turn or more.
            return self.sight.spokes.extend([a, b].map(|ray| [self.sight.from, ray.end]));
        }
        let limit = (GAP_MAX * 0.5 / half_gap).min(self.range);
        let [a, b] = [a, b].map(|ray| {
            if ray.end.distance(self.sight.from) <= limit + FLAT {
                return ray;
            }
            let near = self.sight.from + ray.direction * limit;
            self.sight.spokes.push([near, ray.end]);
            Corner { end: near, ..ray }
        });
        // What lies deeper between them than either reaches, in a nook, neither has seen.
        let deepest = a.end.distance(self.sight.from).max(b.end.distance(self.sight.from));
        self.split(a, b, deepest, HALVINGS);
    }

    /// Halves the angle between two rays until the line between their ends is where the rays between them end.
    fn split(&mut self, a: Corner, b: Corner, limit: f32, halvings: u32) {
        let direction = (a.direction + b.direction).normalize_or(a.direction);
        let middle = self.cast(direction, limit, (a.share + b.share) * 0.5);
        let [chord, way] = [b.end - a.end, middle.end - a.end];
        // The chord's own point in this direction, and how far beside it this ray ends.
        let is_flat = chord.perp_dot(way).abs() <= FLAT * chord.length().max(FLAT);
        if is_flat || halvings == 0 {
            self.sight.facets.push([a, b]);
        } else {
            self.split(a, middle, limit, halvings - 1);
            self.split(middle, b, limit, halvings - 1);
        }
    }

    /// The soft edge beside a ray: clockwise of it for −1, counter-clockwise for 1.
    fn soften(&mut self, ray: &Corner, side: f32) {
        let angle = (PENUMBRA / self.range.max(PENUMBRA)).min(PENUMBRA_ANGLE_MAX);
        let turn = Vec2::new(ops::cos(angle), side * ops::sin(angle));
        let outer = self.cast(turn.rotate(ray.direction).normalize_or(ray.direction), self.range, 0.0);
        let [a, b] = if side < 0.0 { [outer, *ray] } else { [*ray, outer] };
        self.split(a, b, self.range, HALVINGS);
    }
}

#[cfg(test)]
mod tests {
    use bevy::math::IVec2;

    use super::*;
    use crate::level;
    use crate::level::{Aim, CameraSettings, Channel};
    use crate::sim::hazards::camera::{CameraState, SecurityCamera, Vision};
    use crate::sim::obstacles::queries::Surroundings;
    use crate::sim::tuning::half_ticks;

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

    /// What a camera saw at a time in seconds, and the field of it.
    fn looked(settings: &CameraSettings, seconds: f32, around: &Surroundings) -> (CameraState, Vision, Sight) {
        let (camera, mut state, mut vision) = SecurityCamera::new(settings);
        camera.watch(&mut state, &mut vision, half_ticks(seconds), Vec2::ZERO, around);
        let from = state.looked_from;
        let cast = |direction, limit| around.light_end(from, direction, limit).0;
        let sight = Sight::new(from, &vision.ends, camera.range(), cast);
        (state, vision, sight)
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
    fn every_ray_is_in_the_field_and_the_field_goes_no_further_than_light() {
        let hall = level::parse(HALL, "hall").expect("it is right");
        let around = Surroundings::from(&*hall.terrain);
        for angle in (0..360).step_by(7) {
            for settings in [camera((11.5, 5.5), angle as f32, 60.0, 30), camera((4.5, 4.0), angle as f32, 360.0, 60)] {
                let (_, vision, sight) = looked(&settings, 0.0, &around);
                let corners = || sight.facets.iter().flatten();
                let is_in = |end: &Vec2| {
                    corners().any(|corner| corner.end == *end) || sight.spokes.iter().any(|spoke| spoke[1] == *end)
                };
                assert!(vision.ends.iter().all(is_in), "facing {angle}");
                for [a, b] in &sight.facets {
                    let way = a.end.midpoint(b.end) - sight.from;
                    // A line that runs along the rays, at the edge of a shadow, may be a hair beside the light.
                    let is_lit = |aside: f32| {
                        let Ok(direction) = RayDirection::new(way + way.perp().normalize_or_zero() * aside) else {
                            return true;
                        };
                        let reach = around.light_end(sight.from, direction, 14.0).0.distance(sight.from);
                        reach > way.length() - 2.0 * FLAT
                    };
                    assert!([0.0, -2.0 * FLAT, 2.0 * FLAT].into_iter().any(is_lit), "{way} facing {angle}");
                }
            }
        }
    }

    #[test]
    fn where_the_field_of_a_shipped_camera_lies_a_cell_is_seen() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("levels");
        let names = ["night-watch", "night-shift", "hairline", "blind-spot", "lab/cameras", "lab/cones"];
        for name in names {
            let level = level::read(&folder.join(format!("{name}.level.ron"))).expect("it is shipped");
            assert!(!level.actors::<CameraSettings>().is_empty());
            let around = Surroundings::from(&*level.terrain);
            for (settings, look) in
                level.actors::<CameraSettings>().iter().flat_map(|settings| (0..40).map(move |look| (settings, look)))
            {
                let (state, vision, sight) = looked(settings, look as f32 * 0.23, &around);
                let cells = vision.cells(state.looked_from);
                // A place between two rays is no further from one of them than they are apart.
                let is_seen = |at: Vec2| {
                    let apart = settings.fov / f32::from(settings.rays - 1) * at.distance(sight.from);
                    let beside = |cell: &IVec2| at.distance(at.clamp(cell.as_vec2(), cell.as_vec2() + 1.0));
                    cells.iter().any(|cell| beside(cell) <= apart + FLAT)
                };
                for facet in sight.facets.iter().filter(|facet| facet.iter().all(|ray| ray.share == 1.0)) {
                    let [a, b] = facet.map(|ray| ray.end);
                    for step in 1..=20 {
                        let at = sight.from.lerp(a.midpoint(b), step as f32 / 20.0);
                        assert!(is_seen(at), "{at} in {name}, look {look}");
                    }
                }
            }
        }
    }

    #[test]
    fn few_rays_stand_alone_where_a_cell_fits_between_them() {
        let hall = level::parse(HALL, "hall").expect("it is right");
        let around = Surroundings::from(&*hall.terrain);
        let (_, _, sight) = looked(&camera((11.5, 5.5), 200.0, 60.0, 3), 0.0, &around);
        let wide = 0.5 / ops::sin(15f32.to_radians());
        for corner in sight.facets.iter().flatten().filter(|corner| corner.share == 1.0) {
            let is_a_ray = sight.sides.is_some_and(|sides| sides.contains(&corner.end));
            assert!(is_a_ray || corner.end.distance(sight.from) < wide + 1e-3, "{corner:?}");
        }
        assert!(!sight.spokes.is_empty());
    }

    #[test]
    fn a_camera_that_has_not_looked_yet_has_no_field() {
        let sight = Sight::new(Vec2::ONE, &[Vec2::ONE; 30], 8.0, |_, _| Vec2::ONE);
        assert!(sight.facets.is_empty() && sight.spokes.is_empty() && sight.sides.is_none());
    }
}
