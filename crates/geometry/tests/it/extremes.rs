//! Every public function but the single casts of rays, which `walks` has, with arguments of all kinds:
//! not numbers, infinite, huge, tiny, negative and ordinary ones, mixed. None of them panics, with overflow checks on,
//! and every answer is one that the function's documentation allows. A new function needs a row in [`CASES`].

use std::f32::consts::TAU;

use bevy_math::{IVec2, Rect, Rot2, Vec2};

use super::map::map;
use super::random::Random;
use hairline_geometry::REACH;
use hairline_geometry::arc::Arc;
use hairline_geometry::cells::crossed_cells;
use hairline_geometry::raster;
use hairline_geometry::ray::cone::Cone;
use hairline_geometry::ray::mirrors::{follow_mirrors, off_surface};
use hairline_geometry::ray::{RayCast, RayDirection, RayHit};
use hairline_geometry::shapes::polygon::Polygon;
use hairline_geometry::shapes::segment::{
    closest_point_segment, distance_circle_segment, distance_point_segment, segment_touches_rectangle,
};
use hairline_geometry::shapes::{PlacedShape, Shape, cast_ray_closest, sweep_circle_closest};
use hairline_geometry::sweep::{Platforms, SweepHit, time_of_impact_point_circle};
use hairline_geometry::terrain::{Layer, Terrain};
use hairline_geometry::tile::TileShape;

const NUMBERS: [f32; 22] = [
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::MAX,
    f32::MIN,
    1e30,
    -1e20,
    -3.0 * (1u64 << 40) as f32,
    1e9,
    -1.5e9,
    2_147_483_648.0,
    -2_147_483_648.0,
    2.0 * REACH,
    REACH,
    -REACH,
    -1.0,
    -0.25,
    -0.0,
    0.0,
    1e-6,
    f32::MIN_POSITIVE,
    1e-45,
];
const INTEGERS: [i32; 9] = [i32::MIN, i32::MIN + 1, -65_537, -65_536, -1, 0, 65_536, 65_537, i32::MAX];

/// The names of the file and of the function, and a call with random arguments.
type Case = (&'static str, &'static str, fn(&mut Arguments));

const CASES: &[Case] = &[
    ("shapes/cast.rs", "cast_ray", |some| {
        let (placed, origin, max_distance) = (some.placed(), some.point(), some.number());
        let hit = placed.cast_ray(origin, some.direction(), max_distance);
        assert_ray(hit, is_placed(&placed) && origin.is_finite() && max_distance >= 0.0);
    }),
    ("shapes/cast.rs", "sweep_circle", |some| {
        let (placed, center, radius, delta) = (some.placed(), some.point(), some.number(), some.point());
        let hit = placed.sweep_circle(center, radius, delta);
        assert_touch(hit, is_placed(&placed) && is_circle(center, radius) && delta.is_finite());
    }),
    ("shapes/cast.rs", "sweep_circle_while_moving", |some| {
        let (placed, center, radius) = (some.placed(), some.point(), some.number());
        let (delta, shape_delta) = (some.point(), some.point());
        let hit = placed.sweep_circle_while_moving(center, radius, delta, shape_delta);
        let is_defined = is_circle(center, radius) && delta.is_finite() && shape_delta.is_finite();
        assert_touch(hit, is_placed(&placed) && is_defined);
    }),
    ("shapes/closest.rs", "cast_ray_closest", |some| {
        let (shapes, origin, max_distance) = ([some.placed(), some.placed()], some.point(), some.number());
        let hit = cast_ray_closest(shapes.iter().enumerate(), origin, some.direction(), max_distance);
        assert_ray(hit, shapes.iter().any(is_placed) && origin.is_finite() && max_distance >= 0.0);
    }),
    ("shapes/closest.rs", "sweep_circle_closest", |some| {
        let (shapes, center, radius) = ([some.placed(), some.placed()], some.point(), some.number());
        let delta = some.point();
        let hit = sweep_circle_closest(shapes.iter().enumerate(), center, radius, delta);
        let is_defined = is_circle(center, radius) && delta.is_finite();
        assert_touch(hit.map(|(hit, _)| hit), shapes.iter().any(is_placed) && is_defined);
    }),
    ("shapes/mod.rs", "circle", |some| {
        let radius = some.number();
        assert_eq!(Shape::circle(radius).is_ok(), (0.0..=REACH).contains(&radius));
    }),
    ("shapes/mod.rs", "capsule", |some| {
        let (a, b, radius) = (some.point(), some.point(), some.number());
        let is_allowed = is_near(a) && is_near(b) && (0.0..=REACH).contains(&radius);
        assert_eq!(Shape::capsule(a, b, radius).is_ok(), is_allowed);
    }),
    ("shapes/mod.rs", "segment", |some| {
        let (a, b) = (some.point(), some.point());
        assert_eq!(Shape::segment(a, b).is_ok(), is_near(a) && is_near(b));
    }),
    ("shapes/mod.rs", "polygon", |some| {
        let corners = some.points();
        let is_allowed = corners.len() > 2 && corners.iter().all(|&corner| is_near(corner));
        assert!(is_allowed || Shape::polygon(corners).is_err());
    }),
    ("shapes/mod.rs", "kind", |some| {
        let shape = some.shape();
        assert_eq!(shape.kind(), PlacedShape::new(shape.clone(), some.point()).shape().kind());
    }),
    ("shapes/mod.rs", "new", |some| {
        let position = some.point();
        let placed = PlacedShape::new(some.shape(), position);
        assert!(position.is_finite() || !placed.contains(some.point()));
    }),
    ("shapes/mod.rs", "shape", |some| {
        let shape = some.shape();
        assert_eq!(PlacedShape::new(shape.clone(), some.point()).shape(), &shape);
    }),
    ("shapes/mod.rs", "position", |some| {
        let position = some.point();
        let placed = PlacedShape::new(some.shape(), position);
        assert!(placed.position() == position || position.is_nan());
    }),
    ("shapes/mod.rs", "translate", |some| {
        let (mut placed, by) = (some.placed(), some.point());
        placed.translate(by);
        assert!(by.is_finite() || !placed.contains(some.point()));
    }),
    ("shapes/mod.rs", "set_position", |some| {
        let (mut placed, position) = (some.placed(), some.point());
        placed.set_position(position);
        assert!(position.is_finite() || !placed.contains(some.point()));
    }),
    ("shapes/mod.rs", "set_pose", |some| {
        let (mut placed, position, angle) = (some.placed(), some.point(), some.number());
        let rotation = if angle.is_finite() { Rot2::radians(angle) } else { Rot2 { cos: angle, sin: angle } };
        placed.set_pose(position, rotation);
        assert!(position.is_finite() && angle.is_finite() || !placed.contains(some.point()));
    }),
    ("shapes/mod.rs", "rotation", |some| {
        let mut placed = some.placed();
        let angle = some.number();
        placed.set_rotation(angle);
        assert_eq!(placed.rotation().is_nan(), !angle.is_finite());
    }),
    ("shapes/mod.rs", "rotate", |some| {
        let (mut placed, angle) = (some.placed(), some.number());
        placed.rotate(angle);
        assert!(angle.is_finite() || !placed.contains(some.point()));
    }),
    ("shapes/mod.rs", "set_rotation", |some| {
        let (mut placed, angle) = (some.placed(), some.number());
        placed.set_rotation(angle);
        assert!(angle.is_finite() || !placed.contains(some.point()));
    }),
    ("shapes/mod.rs", "outline", |some| {
        let parts = if some.random.below(50) == 0 { usize::MAX } else { some.random.below(9) as usize };
        let outline = some.placed().outline(parts);
        assert!((1..=65_538).contains(&outline.len()), "{}", outline.len());
    }),
    ("shapes/mod.rs", "contains", |some| {
        let (placed, point) = (some.placed(), some.point());
        assert!(!placed.contains(point) || point.is_finite() && is_placed(&placed));
    }),
    ("shapes/mod.rs", "distance", |some| {
        let (placed, point) = (some.placed(), some.point());
        let distance = placed.distance(point);
        assert!(distance >= 0.0 && (distance > 0.0 || point.is_finite() && is_placed(&placed)));
    }),
    ("shapes/polygon.rs", "new", |some| {
        let corners = some.points();
        if let Ok(polygon) = Polygon::new(corners) {
            assert!(polygon.area() >= 0.0 && polygon.corners().len() > 2, "{polygon:?}");
        }
    }),
    ("shapes/polygon.rs", "rectangle", |some| {
        let size = some.point();
        let is_allowed = size.cmpgt(Vec2::ZERO).all() && size.max_element() <= 2.0 * REACH;
        assert!(is_allowed || Polygon::rectangle(size).is_err());
    }),
    ("shapes/polygon.rs", "regular", |some| {
        let (sides, radius) = (some.count(), some.number());
        assert!((0.0..=REACH).contains(&radius) || Polygon::regular(sides, radius).is_err());
    }),
    ("shapes/polygon.rs", "hexagon", |some| {
        let radius = some.number();
        assert!((0.0..=REACH).contains(&radius) || Polygon::hexagon(radius).is_err());
    }),
    ("shapes/polygon.rs", "mirrored", |some| {
        let polygon = some.polygon();
        let (image, point) = (polygon.mirrored(), some.point());
        assert_eq!(image.contains(Vec2::new(-point.x, point.y)), polygon.contains(point), "{point} in {polygon:?}");
        assert_eq!(image.mirrored(), polygon);
    }),
    ("shapes/polygon.rs", "corners", |some| assert!(some.polygon().corners().iter().all(|corner| is_near(*corner)))),
    ("shapes/polygon.rs", "sides", |some| {
        let polygon = some.polygon();
        assert_eq!(polygon.sides().count(), polygon.corners().len());
    }),
    ("shapes/polygon.rs", "area", |some| assert!(some.polygon().area() >= 0.0)),
    ("shapes/polygon.rs", "contains", |some| {
        let (polygon, point) = (some.polygon(), some.point());
        assert!(!polygon.contains(point) || is_near(point), "{point} in {polygon:?}");
    }),
    ("shapes/polygon.rs", "distance", |some| {
        let (polygon, point) = (some.polygon(), some.point());
        let distance = polygon.distance(point);
        assert!(distance >= 0.0 && (distance < f32::INFINITY || !is_near(point)), "{point} to {polygon:?}");
    }),
    ("shapes/polygon.rs", "overlap", |some| {
        let (polygon, center, radius) = (some.polygon(), some.point(), some.number());
        let overlap = polygon.overlap(center, radius);
        assert!(overlap.is_none() || is_circle(center, radius));
        if let Some(overlap) = overlap {
            assert!(overlap.depth >= 0.0 && overlap.depth.is_finite() && is_near(overlap.point), "{overlap:?}");
            assert!((overlap.normal.length() - 1.0).abs() < 1e-6, "{overlap:?}");
        }
    }),
    ("shapes/segment.rs", "closest_point_segment", |some| {
        let points = [some.point(), some.point(), some.point()];
        let closest = closest_point_segment(points[0], points[1], points[2]);
        assert_eq!(closest.is_finite(), points.iter().all(|point| point.is_finite()), "{points:?}");
    }),
    ("shapes/segment.rs", "distance_point_segment", |some| {
        let points = [some.point(), some.point(), some.point()];
        let distance = distance_point_segment(points[0], points[1], points[2]);
        assert!(distance >= 0.0, "{points:?}");
        assert!(distance == f32::INFINITY || points.iter().all(|point| point.is_finite()), "{points:?}");
    }),
    ("shapes/segment.rs", "segment_touches_rectangle", |some| {
        let [a, b, center, half] = [some.point(), some.point(), some.point(), some.point()];
        let touches = segment_touches_rectangle(a, b, center, half);
        assert!(!touches || [a, b, center, half].iter().all(|point| point.is_finite()));
    }),
    ("shapes/segment.rs", "distance_circle_segment", |some| {
        let (center, radius, a, b) = (some.point(), some.number(), some.point(), some.point());
        let clearance = distance_circle_segment(center, radius, a, b);
        assert!(!clearance.is_nan());
        let is_defined = is_circle(center, radius) && a.is_finite() && b.is_finite();
        assert!(if is_defined { clearance >= -radius } else { clearance == f32::INFINITY });
    }),
    ("sweep/mod.rs", "sweep_circle", |some| {
        let (center, radius, delta) = (some.point(), some.number(), some.point());
        let hit = some.terrain().sweep_circle(center, radius, delta, some.platforms());
        assert_touch(hit, is_circle(center, radius) && delta.is_finite());
    }),
    ("sweep/mod.rs", "is_empty", |some| {
        let bounds = Rect { min: some.point(), max: some.point() };
        let is_empty = some.terrain().is_empty(bounds, some.platforms());
        assert!(!is_empty || bounds.min.cmple(bounds.max).all() && bounds.max.is_finite());
    }),
    ("sweep/mod.rs", "depth", |some| {
        let (center, radius) = (some.point(), some.number());
        let depth = some.terrain().depth(center, radius);
        assert!(depth >= 0.0 && depth.is_finite());
        assert!(depth == 0.0 || is_circle(center, radius));
    }),
    ("sweep/motion.rs", "tangent", |some| {
        let terrain = some.terrain();
        let Some(hit) = terrain.sweep_circle(some.point(), 0.5, some.point(), Platforms::Land) else { return };
        assert!((hit.tangent().length() - 1.0).abs() < 1e-6);
    }),
    ("sweep/motion.rs", "slope", |some| {
        let terrain = some.terrain();
        let Some(hit) = terrain.sweep_circle(some.point(), 0.5, some.point(), Platforms::Land) else { return };
        assert!(hit.slope().abs() <= TAU / 2.0);
    }),
    ("sweep/time_of_impact.rs", "time_of_impact_point_circle", |some| {
        let (start, delta, radius) = (some.point(), some.point(), some.number());
        let fraction = time_of_impact_point_circle(start, delta, radius);
        assert!(fraction.is_none() || is_circle(start, radius) && delta.is_finite());
        assert!(fraction.is_none_or(|fraction| (0.0..=1.0).contains(&fraction)));
    }),
    ("arc.rs", "around", |some| {
        let (facing, fov) = (some.number(), some.number());
        let contains = Arc::around(facing, fov).contains(some.number());
        assert!(!contains || facing.is_finite() && fov.is_finite());
    }),
    ("arc.rs", "contains", |some| {
        let (arc, angle) = (some.arc(), some.number());
        assert!(!arc.contains(angle) || arc.start.is_finite() && !arc.width.is_nan() && angle.is_finite());
    }),
    ("arc.rs", "contains_direction", |some| {
        let (arc, v) = (some.arc(), some.point());
        let is_defined = arc.start.is_finite() && !arc.width.is_nan() && v.is_finite();
        assert!(v == Vec2::ZERO || is_defined || !arc.contains_direction(v));
    }),
    ("ray/cone.rs", "new", |some| {
        let (facing, fov) = (some.number(), some.number());
        let directions = Cone::new(some.point(), facing, fov).directions();
        assert!(directions.is_err() || facing.is_finite() && fov >= 0.0);
    }),
    ("ray/cone.rs", "directions", |some| {
        let cone = some.cone();
        assert!(
            cone.directions().is_ok_and(|directions| directions.len() == cone.rays)
                || some.terrain().cast_cone(Layer::Light, &cone).is_err()
        );
    }),
    ("ray/mirrors.rs", "follow_mirrors", |some| {
        let (terrain, origin, layer, max_distance) = (some.terrain(), some.point(), some.layer(), some.number());
        let cast = |origin, direction, max_distance| terrain.cast_ray(layer, origin, direction, max_distance);
        let path = follow_mirrors(origin, some.direction(), max_distance, 9, cast, |hit| Some(off_surface(hit)));
        path.enumerate().for_each(|(i, segment)| {
            assert!(i < 10);
            assert_cast(&segment.cast, origin.is_finite());
        });
    }),
    ("ray/mirrors.rs", "off_surface", |some| {
        let cast = some.terrain().cast_ray(some.layer(), some.point(), some.direction(), f32::INFINITY);
        assert!(cast.hit.is_none_or(|hit| hit.point.distance(off_surface(&hit)) < 1e-3));
    }),
    ("ray/cone.rs", "cast_cone", |some| {
        let cone = some.cone();
        let casts = some.terrain().cast_cone(some.layer(), &cone);
        assert!(casts.is_err() || is_near(cone.origin) && cone.facing.is_finite() && cone.max_distance >= 0.0);
        casts.iter().flatten().for_each(|cast| assert_cast(cast, true));
    }),
    ("ray/mod.rs", "try_cast_ray", |some| {
        let (origin, direction, max_distance) = (some.point(), some.point(), some.number());
        let cast = some.terrain().try_cast_ray(some.layer(), origin, direction, max_distance);
        let is_allowed = is_near(origin) && direction.is_finite() && direction != Vec2::ZERO && max_distance >= 0.0;
        assert_eq!(cast.is_ok(), is_allowed);
        cast.iter().for_each(|cast| assert_cast(cast, true));
    }),
    ("field_of_view.rs", "visible_cells", |some| {
        let (eye, radius, arc) = (some.point(), some.number(), some.arc());
        let cells = some.terrain().visible_cells(some.layer(), eye, radius, arc);
        assert!(cells.is_empty() || is_near(eye) && radius >= 0.0);
    }),
    ("field_of_view.rs", "sees_cell", |some| {
        let (eye, cell) = (some.point(), some.cell());
        let sees = some.terrain().sees_cell(some.layer(), eye, cell);
        assert!(!sees || is_near(eye) && is_near(cell.as_vec2()));
    }),
    ("raster.rs", "line", |some| {
        // Short ones only: a long one has 131,073 cells.
        let from = some.cell();
        let to = if some.random.below(2) == 0 { some.cell() } else { from.saturating_add(IVec2::new(3, -2)) };
        let is_allowed = [from, to].iter().all(|cell| within(cell.x) && within(cell.y));
        let cells = raster::line(from, to).map(|cells| cells.take(9).count());
        assert_eq!(cells.is_ok(), is_allowed);
    }),
    ("raster.rs", "circle", |some| {
        let (center, radius) = (some.cell(), some.radius());
        let cells = raster::circle(center, radius);
        assert_eq!(cells.is_ok(), within(center.x) && within(center.y) && radius <= REACH as i32);
    }),
    ("raster.rs", "arc", |some| {
        let (center, radius, arc) = (some.cell(), some.radius(), some.arc());
        let cells = raster::arc(center, radius, arc);
        assert_eq!(cells.is_ok(), within(center.x) && within(center.y) && radius <= REACH as i32);
    }),
    ("ray/mirrors.rs", "cast_reflected", |some| {
        let (origin, angle, max_distance) = (some.point(), some.number(), some.number());
        let terrain = some.terrain();
        let casts = terrain.cast_reflected(some.layer(), origin, angle, max_distance, some.count(), |_| true);
        assert_eq!(casts.is_ok(), is_near(origin) && angle.is_finite() && max_distance >= 0.0);
        casts.iter().flatten().for_each(|cast| assert_cast(cast, true));
    }),
    ("cells.rs", "crossed_cells", |some| {
        let (a, b) = (some.point(), some.point());
        let cells = crossed_cells(a, b).map(|cells| cells.take(100).count());
        assert_eq!(cells.is_ok(), is_near(a) && is_near(b));
    }),
    ("tile.rs", "corners", |some| assert!(some.random.shape().corners().len() <= 4)),
    ("tile.rs", "mirrored", |some| {
        let shape = some.random.shape();
        assert_eq!(shape.mirrored().mirrored(), shape);
        // No edge passes through these points, and 1 - x is exact.
        for point in [Vec2::new(0.125, 0.25), Vec2::new(0.25, 0.9375), Vec2::new(0.875, 0.3125)] {
            let image = Vec2::new(1.0 - point.x, point.y);
            assert_eq!(shape.mirrored().contains(image), shape.contains(point), "{shape:?} at {point}");
        }
    }),
    ("tile.rs", "stops_light", |some| assert!(!TileShape::Empty.stops_light() || some.random.shape().is_slope())),
    ("tile.rs", "stops_bodies", |some| assert!(!TileShape::Empty.stops_bodies() || some.random.shape().is_slope())),
    ("tile.rs", "is_slope", |some| assert!(!TileShape::Solid.is_slope() || some.random.shape().is_slope())),
    ("tile.rs", "contains", |some| {
        let (shape, point) = (some.random.shape(), some.point());
        let in_cell = point.cmpge(Vec2::ZERO).all() && point.cmple(Vec2::ONE).all();
        assert!(in_cell || !shape.contains(point), "{point}");
    }),
];

/// The sources that [`CASES`] covers.
const SOURCES: &[(&str, &str)] = &[
    ("shapes/cast.rs", include_str!("../../src/shapes/cast.rs")),
    ("shapes/closest.rs", include_str!("../../src/shapes/closest.rs")),
    ("shapes/mod.rs", include_str!("../../src/shapes/mod.rs")),
    ("shapes/polygon.rs", include_str!("../../src/shapes/polygon.rs")),
    ("shapes/segment.rs", include_str!("../../src/shapes/segment.rs")),
    ("sweep/mod.rs", include_str!("../../src/sweep/mod.rs")),
    ("sweep/motion.rs", include_str!("../../src/sweep/motion.rs")),
    ("sweep/time_of_impact.rs", include_str!("../../src/sweep/time_of_impact.rs")),
    ("arc.rs", include_str!("../../src/arc.rs")),
    ("field_of_view.rs", include_str!("../../src/field_of_view.rs")),
    ("raster.rs", include_str!("../../src/raster.rs")),
    ("ray/cone.rs", include_str!("../../src/ray/cone.rs")),
    ("ray/mirrors.rs", include_str!("../../src/ray/mirrors.rs")),
    ("cells.rs", include_str!("../../src/cells.rs")),
    ("tile.rs", include_str!("../../src/tile.rs")),
];

/// Public methods of types that are not.
const INTERNAL: [(&str, &str); 4] = [
    ("sweep/motion.rs", "hit"),
    ("sweep/motion.rs", "new"),
    ("sweep/motion.rs", "touch_edge"),
    ("sweep/motion.rs", "touch_corner"),
];

#[test]
fn every_public_function_has_a_case() {
    for (file, source) in SOURCES {
        let code = source.split("#[cfg(test)]").next().expect("a text has a first part");
        for line in code.lines() {
            let Some(signature) = line.trim_start().strip_prefix("pub fn ") else { continue };
            let name = signature.split(['(', '<']).next().expect("a text has a first part");
            let is_covered = CASES.iter().any(|case| (case.0, case.1) == (*file, name));
            assert!(is_covered || INTERNAL.contains(&(file, name)), "{name} of {file} has no case");
        }
    }
}

#[test]
fn no_argument_makes_any_public_function_panic_or_answer_nonsense() {
    let failed = |(i, (_, _, call)): &(usize, &Case)| {
        std::panic::catch_unwind(|| {
            let mut some = Arguments { random: Random::new(*i as u64) };
            (0..2_000).for_each(|_| call(&mut some));
        })
        .is_err()
    };
    let failed: Vec<_> = CASES.iter().enumerate().filter(failed).map(|(_, (file, name, _))| (file, name)).collect();
    assert!(failed.is_empty(), "{failed:?}");
}

/// Random arguments, about half of which are ordinary.
struct Arguments {
    random: Random,
}

impl Arguments {
    fn one_of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.random.below(values.len() as u32) as usize]
    }

    fn number(&mut self) -> f32 {
        match self.random.below(3) {
            0 => self.one_of(&NUMBERS),
            1 => self.random.below(33) as f32 / 4.0 - 1.0,
            _ => self.random.between(-2.0, 8.0),
        }
    }

    fn point(&mut self) -> Vec2 {
        Vec2::new(self.number(), self.number())
    }

    fn points(&mut self) -> Vec<Vec2> {
        (0..self.random.below(7)).map(|_| self.point()).collect()
    }

    fn direction(&mut self) -> RayDirection {
        let tiny = RayDirection::new(Vec2::new(1.0, 1e-45)).expect("it has a direction");
        let axis = RayDirection::new(Vec2::NEG_Y).expect("it has a direction");
        let any = RayDirection::from_unit(self.random.unit_vector());
        self.one_of(&[tiny, axis, any])
    }

    fn cell(&mut self) -> IVec2 {
        if self.random.below(2) == 0 {
            return IVec2::new(self.random.below(9) as i32 - 1, self.random.below(6) as i32 - 1);
        }
        IVec2::new(self.one_of(&INTEGERS), self.one_of(&INTEGERS))
    }

    /// Of a circle of cells; a large one only rarely, since it has many.
    fn radius(&mut self) -> i32 {
        if self.random.below(100) == 0 { self.one_of(&INTEGERS) } else { self.random.below(12) as i32 - 3 }
    }

    fn count(&mut self) -> usize {
        [0, 1, 2, 3, 7, 256, 257, usize::MAX][self.random.below(8) as usize]
    }

    fn polygon(&mut self) -> Polygon {
        let shapes = [self.one_of(&[1e-30, 1.0, REACH]), 1.0];
        match self.random.below(3) {
            0 => Polygon::hexagon(shapes[0]).expect("it is regular"),
            1 => Polygon::rectangle(Vec2::new(shapes[0], shapes[1])).expect("it has an area"),
            _ => {
                let notched = [(-1., -1.), (1., -1.), (1., 1.), (0., 0.), (-1., 1.)];
                Polygon::new(notched.map(Vec2::from).to_vec()).expect("it is simple")
            }
        }
    }

    fn shape(&mut self) -> Shape {
        let size = self.one_of(&[0.0, 1e-30, 1.0, REACH]);
        let shape = match self.random.below(4) {
            0 => Shape::circle(size),
            1 => Shape::capsule(Vec2::ZERO, Vec2::new(1.0, size), size),
            2 => Shape::segment(Vec2::new(-size, 0.0), Vec2::new(size, 1.0)),
            _ => Ok(self.polygon().into()),
        };
        shape.expect("it is well formed")
    }

    /// A shape at any position and rotation.
    fn placed(&mut self) -> PlacedShape {
        let mut placed = PlacedShape::new(self.shape(), self.point());
        if self.random.below(2) == 0 {
            placed.set_rotation(self.number());
        }
        placed
    }

    fn terrain(&mut self) -> Terrain {
        match self.random.below(3) {
            0 => map("
                #####..
                #<(.%..
                #/==#..
                #######
            "),
            1 => Terrain::new(bevy_math::UVec2::ZERO, vec![]),
            _ => self.random.terrain(6, 5, 0.4),
        }
    }

    fn cone(&mut self) -> Cone {
        let rays = self.one_of(&[0, 1, 5, usize::MAX]);
        Cone { origin: self.point(), facing: self.number(), fov: self.number(), rays, max_distance: self.number() }
    }

    fn arc(&mut self) -> Arc {
        Arc { start: self.number(), width: self.number() }
    }

    fn layer(&mut self) -> Layer {
        self.one_of(&[Layer::Light, Layer::Body])
    }

    fn platforms(&mut self) -> Platforms {
        self.one_of(&[Platforms::Ignore, Platforms::Land])
    }
}

fn within(coordinate: i32) -> bool {
    coordinate.unsigned_abs() <= REACH as u32
}

fn is_near(point: Vec2) -> bool {
    point.abs().max_element() <= REACH && !point.is_nan()
}

fn is_circle(center: Vec2, radius: f32) -> bool {
    center.is_finite() && (0.0..f32::INFINITY).contains(&radius)
}

fn is_placed(placed: &PlacedShape) -> bool {
    placed.position().is_finite() && placed.rotation().is_finite()
}

/// Fails if there is a hit though the arguments are not `defined`, or a hit that cannot be.
#[track_caller]
fn assert_touch(hit: Option<SweepHit>, is_defined: bool) {
    let Some(hit) = hit else { return };
    assert!(is_defined, "{hit:?}");
    assert!((0.0..=1.0).contains(&hit.fraction) && !hit.point.is_nan(), "{hit:?}");
    assert!((hit.normal.length() - 1.0).abs() < 1e-6, "{hit:?}");
}

/// Fails if there is a hit though the arguments are not `defined`, or a hit that cannot be.
#[track_caller]
fn assert_ray<S: std::fmt::Debug>(hit: Option<RayHit<S>>, is_defined: bool) {
    let Some(hit) = hit else { return };
    assert!(is_defined, "{hit:?}");
    assert!((0.0..=1.0).contains(&hit.fraction) && hit.distance >= 0.0 && hit.distance.is_finite(), "{hit:?}");
    assert!((hit.normal.length() - 1.0).abs() < 1e-6 && !hit.point.is_nan(), "{hit:?}");
}

/// [`assert_ray`], and that a ray from a point that is a number ends at one.
#[track_caller]
fn assert_cast<S: std::fmt::Debug + Copy>(cast: &RayCast<S>, is_defined: bool) {
    assert!(!is_defined || !cast.end.is_nan(), "{cast:?}");
    assert_ray(cast.hit, is_defined);
}
