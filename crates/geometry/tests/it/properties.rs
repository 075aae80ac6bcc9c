//! Properties tested with `proptest`, which shrinks a failure to the smallest map, ray, polygon or arc. The seed is
//! fixed.

use std::f32::consts::TAU;

use bevy_math::{DVec2, IVec2, UVec2, Vec2, ops};
use proptest::{collection::vec, prelude::*, sample::select, test_runner::RngSeed};

use super::oracle::{ExactRay, assert_true, first_touch};
use super::sweeps::{assert_sweep, clearance};
use hairline_geometry::arc::Arc;
use hairline_geometry::cells::crossed_cells;
use hairline_geometry::raster;
use hairline_geometry::ray::RayDirection;
use hairline_geometry::ray::cone::Cone;
use hairline_geometry::shapes::polygon::Polygon;
use hairline_geometry::shapes::{PlacedShape, Shape};
use hairline_geometry::terrain::{Layer, Terrain};
use hairline_geometry::tile::TileShape;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() }
}

/// Mostly empty; shrinks towards the empty map.
fn tile() -> impl Strategy<Value = TileShape> {
    prop_oneof![3 => Just(TileShape::Empty), 1 => Just(TileShape::Solid), 1 => select(&TileShape::ALL[..])]
}

fn terrain() -> impl Strategy<Value = Terrain> {
    (1..7u32, 1..6u32).prop_flat_map(|(width, height)| {
        vec(tile(), (width * height) as usize).prop_map(move |tiles| Terrain::new(UVec2::new(width, height), tiles))
    })
}

/// A point on the halves of tiles or on the lattice of origins, up to two tiles outside the maps of [`terrain`].
fn point() -> impl Strategy<Value = Vec2> {
    let halves = (-4..17i32, -4..15i32).prop_map(|(x, y)| Vec2::new(x as f32, y as f32) / 2.0);
    let fine = (-8192..32768i32, -8192..28672i32).prop_map(|(x, y)| Vec2::new(x as f32, y as f32) / 4096.0);
    prop_oneof![halves, fine]
}

fn direction() -> impl Strategy<Value = RayDirection> {
    let small = (-4..=4i32, -4..=4i32)
        .prop_filter_map("it has a direction", |(x, y)| RayDirection::new(Vec2::new(x as f32, y as f32)).ok());
    let any = (0.0..TAU).prop_map(|angle| RayDirection::from_angle(angle).expect("it is finite"));
    prop_oneof![small, any]
}

proptest! {
    #![proptest_config(config(20_000))]

    #[test]
    fn rays_agree_with_exact_arithmetic(terrain in terrain(), origin in point(), direction in direction()) {
        let ray = ExactRay::new(origin, direction);
        for layer in [Layer::Light, Layer::Body] {
            let truth = first_touch(&terrain, layer, &ray);
            let hit = terrain.cast_ray(layer, origin, direction, f32::INFINITY).hit;
            assert_true(hit, truth.as_ref(), &ray, &format!("on {layer:?}"));
        }
    }

    #[test]
    fn a_maximum_distance_only_shortens_a_ray(
        terrain in terrain(),
        origin in point(),
        direction in direction(),
        max_distance in 0.0..9.0f32,
    ) {
        let whole = terrain.cast_ray(Layer::Light, origin, direction, f32::INFINITY);
        let cut = terrain.cast_ray(Layer::Light, origin, direction, max_distance);
        match whole.hit.filter(|hit| hit.distance <= max_distance) {
            Some(hit) => {
                let got = cut.hit.expect("the limit is beyond the hit");
                prop_assert_eq!((got.point, got.distance, got.normal), (hit.point, hit.distance, hit.normal));
                prop_assert!((got.fraction * max_distance - hit.distance).abs() < 1e-5);
            }
            None => {
                prop_assert_eq!(cut.hit, None);
                prop_assert!(cut.end.distance(origin) <= max_distance + 1e-3);
            }
        }
    }

    #[test]
    fn sight_is_mutual(terrain in terrain(), a in point(), b in point()) {
        let sees = terrain.line_of_sight(a, b, Layer::Light);
        prop_assert_eq!(sees, terrain.line_of_sight(b, a, Layer::Light));
        if a != b {
            let truth = first_touch(&terrain, Layer::Light, &ExactRay::between(a, b));
            prop_assert_eq!(sees, truth.is_none_or(|truth| truth.t.0 >= truth.t.1));
        }
    }

    #[test]
    fn crossed_cells_are_those_that_the_segment_enters(a in point(), b in point()) {
        let crossed = crossed_cells(a, b).unwrap().collect::<Vec<_>>();
        let low = a.min(b).floor().as_ivec2() - 1;
        let high = a.max(b).floor().as_ivec2() + 1;
        for (x, y) in (low.x..=high.x).flat_map(|x| (low.y..=high.y).map(move |y| (x, y))) {
            let cell = IVec2::new(x, y);
            let (enters, touches) = segment_and_cell(a, b, cell);
            let listed = crossed.contains(&cell);
            prop_assert!(!enters || listed, "{} is entered", cell);
            prop_assert!(touches || !listed, "{} is not touched", cell);
        }
    }
}

/// Whether a segment on the lattice enters the interior of a cell, and whether it touches the closed cell; by the exact
/// separating axis test.
fn segment_and_cell(a: Vec2, b: Vec2, cell: IVec2) -> (bool, bool) {
    let lattice = |v: f32| (v * 4096.0) as i64;
    let (ax, ay, bx, by) = (lattice(a.x), lattice(a.y), lattice(b.x), lattice(b.y));
    let (x, y) = (i64::from(cell.x) * 4096, i64::from(cell.y) * 4096);
    let sides = [(x, y), (x + 4096, y), (x, y + 4096), (x + 4096, y + 4096)]
        .map(|(px, py)| (bx - ax) * (py - ay) - (by - ay) * (px - ax));
    let (least, most) = (sides.into_iter().min().unwrap_or(0), sides.into_iter().max().unwrap_or(0));
    let spans =
        |p: i64, q: i64, low: i64| (p.min(q) < low + 4096 && p.max(q) > low, p.min(q) <= low + 4096 && p.max(q) >= low);
    let ((in_x, on_x), (in_y, on_y)) = (spans(ax, bx, x), spans(ay, by, y));
    (in_x && in_y && least < 0 && most > 0, on_x && on_y && least <= 0 && most >= 0)
}

proptest! {
    #![proptest_config(config(3_000))]

    #[test]
    fn sweeps_are_neither_late_nor_deep(
        terrain in terrain(),
        center in point(),
        radius in 0.1..0.6f32,
        angle in 0.0..TAU,
        length in 0.01..9.0f32,
    ) {
        prop_assume!(clearance(&terrain, center.as_dvec2()) >= f64::from(radius));
        let delta = RayDirection::from_angle(angle).expect("it is finite").get() * length;
        assert_sweep(&terrain, center, radius, delta);
    }

    #[test]
    fn a_polygon_contains_the_points_that_its_triangles_wind_around(
        corners in vec((-16..=16i32, -16..=16i32), 3..9),
        points in vec((-70..70i32, -70..70i32), 20),
    ) {
        let Ok(polygon) = Polygon::new(corners.iter().map(|&(x, y)| Vec2::new(x as f32, y as f32) / 4.0).collect()) else {
            return Ok(());
        };
        for (x, y) in points {
            // In 1 / 16 tile.
            let point = IVec2::new(x, y);
            let at = point.as_vec2() / 16.0;
            let scaled: Vec<IVec2> = corners.iter().map(|&(x, y)| IVec2::new(x, y) * 4).collect();
            let Some(expected) = winds_around(&scaled, point) else { continue };
            prop_assert_eq!(polygon.contains(at), expected, "{}", at);
            prop_assert_eq!(polygon.distance(at) == 0.0, expected, "{}", at);
            let placed = PlacedShape::new(Shape::from(polygon.clone()), Vec2::new(3.0, -2.0));
            prop_assert_eq!(placed.contains(at + Vec2::new(3.0, -2.0)), expected, "moved, {}", at);
        }
    }

    #[test]
    fn arcs_agree_with_arithmetic_in_whole_degrees(start in -2000..2000i32, width in -800..800i32, angle in -1000..1000i32) {
        let radians = |degrees: f32| degrees.to_radians();
        let arc = Arc { start: radians(start as f32), width: radians(width as f32) };
        // Half a degree away from any end, so that rounding does not matter.
        let angle = angle as f32 + 0.5;
        let ahead = (if width < 0 { start as f32 - angle } else { angle - start as f32 }).rem_euclid(360.0);
        prop_assert_eq!(arc.contains(radians(angle)), ahead < width.abs() as f32);
        prop_assert!(arc.contains(radians(start as f32)) && arc.contains(radians((start + width) as f32)), "its ends");
    }

    #[test]
    fn cells_on_an_arc_are_the_part_of_the_circle_that_the_arc_contains(
        start in -2000..2000i32,
        width in -800..800i32,
        radius in 0..30i32,
    ) {
        let arc = Arc { start: (start as f32).to_radians(), width: (width as f32).to_radians() };
        let center = IVec2::new(7, -3);
        let listed = raster::arc(center, radius, arc).unwrap();
        for cell in raster::circle(center, radius).unwrap() {
            let to = (cell - center).as_dvec2();
            let degrees = ops::atan2(to.y as f32, to.x as f32).to_degrees();
            let ahead = (if width < 0 { start as f32 - degrees } else { degrees - start as f32 }).rem_euclid(360.0);
            let near_an_end = [0.0, 360.0, width.abs() as f32].iter().any(|end| (ahead - end).abs() < 0.01);
            if !near_an_end && to != DVec2::ZERO {
                prop_assert_eq!(listed.contains(&cell), ahead < width.abs() as f32, "{}", cell);
            }
        }
    }

    #[test]
    fn a_cone_is_even_and_within_its_field_of_view(
        facing in -100.0..100.0f32,
        fov in 0.0..TAU,
        rays in 0..60usize,
    ) {
        let cone = Cone { rays, ..Cone::new(Vec2::ZERO, facing, fov) };
        let directions = cone.directions().unwrap();
        prop_assert_eq!(directions.len(), rays);
        let arc = Arc { start: facing - fov / 2.0 - 1e-5, width: fov + 2e-5 };
        for direction in &directions {
            prop_assert!(arc.contains_direction(direction.get()), "{:?}", direction);
            prop_assert!((direction.get().length() - 1.0).abs() < 1e-6);
        }
        let turn = |a: RayDirection, b: RayDirection| {
            ops::atan2(a.get().perp_dot(b.get()), a.get().dot(b.get())).rem_euclid(TAU)
        };
        for pair in directions.windows(2) {
            let gap = fov / (rays - 1) as f32;
            let off = (turn(pair[0], pair[1]) - gap).abs();
            prop_assert!(off < 1e-5 || (off - TAU).abs() < 1e-5, "a gap of {}", turn(pair[0], pair[1]));
        }
    }

    #[test]
    fn cells_visible_on_an_arc_are_those_of_the_whole_view_on_the_arc(
        terrain in terrain(),
        eye in point(),
        radius in 0.0..8.0f32,
        start in -10.0..10.0f32,
        width in -7.0..7.0f32,
    ) {
        let arc = Arc { start, width };
        let seen = terrain.visible_cells(Layer::Light, eye, radius, arc);
        let mut expected = terrain.visible_cells(Layer::Light, eye, f32::INFINITY, Arc::FULL);
        expected.retain(|cell| {
            let to = cell.as_vec2() + 0.5 - eye;
            to.as_dvec2().length_squared() <= f64::from(radius) * f64::from(radius) && arc.contains_direction(to)
        });
        prop_assert_eq!(&seen, &expected);
        for &cell in &seen {
            let center = cell.as_vec2() + 0.5;
            let free = !terrain.tile(cell).stops(Layer::Light);
            prop_assert!(!free || terrain.line_of_sight(eye, center, Layer::Light), "{} is free and seen", cell);
        }
    }
}

/// Whether the triangles of a polygon's fan around its first corner wind around a point. A point on a side of the
/// polygon counts as inside; `None` for one on another side of a triangle.
fn winds_around(corners: &[IVec2], point: IVec2) -> Option<bool> {
    let side = |p: IVec2, q: IVec2| (q - p).perp_dot(point - p);
    let on = |p: IVec2, q: IVec2| side(p, q) == 0 && (point - p).dot(point - q) <= 0;
    let next = |i: usize| corners[(i + 1) % corners.len()];
    if (0..corners.len()).any(|i| on(corners[i], next(i))) {
        return Some(true);
    }
    let mut turns = 0;
    for i in 1..corners.len() - 1 {
        let (a, b, c) = (corners[0], corners[i], corners[i + 1]);
        if on(a, b) || on(b, c) || on(c, a) {
            return None;
        }
        let signs = [side(a, b).signum(), side(b, c).signum(), side(c, a).signum()];
        if signs.iter().all(|&sign| sign == signs[0]) {
            turns += signs[0];
        }
    }
    Some(turns != 0)
}
