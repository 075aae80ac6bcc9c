//! Exhaustive tests: every map of 4×4 full cells, from every half tile, along every direction of small integers; and
//! every diagonal wall.

use bevy_math::{IVec2, UVec2, Vec2};

use super::map::map;
use super::oracle::{ExactRay, first_touch};
use super::random::Random;
use hairline_geometry::ray::RayDirection;
use hairline_geometry::terrain::{Layer, Terrain};
use hairline_geometry::tile::TileShape;

const SIDE: u32 = 4;

fn terrain(solid: impl Fn(u32) -> bool) -> Terrain {
    let tiles = (0..SIDE * SIDE).map(|i| if solid(i) { TileShape::Solid } else { TileShape::Empty }).collect();
    Terrain::new(UVec2::splat(SIDE), tiles)
}

/// A ray, and where it would first touch each cell.
struct Case {
    origin: Vec2,
    direction: RayDirection,
    /// Distances in rising order, and as bits the cells first touched at each.
    touches: Vec<(f32, u16)>,
}

fn cases() -> Vec<Case> {
    let mut cases = vec![];
    for (x, y) in (0..=8).flat_map(|x| (0..=8).map(move |y| (x, y))) {
        let origin = Vec2::new(x as f32, y as f32) / 2.0;
        for (a, b) in (-4..=4).flat_map(|a| (-4..=4).map(move |b| (a, b))) {
            if gcd(a, b) != 1 {
                continue;
            }
            let direction = RayDirection::new(IVec2::new(a, b).as_vec2()).expect("it is not zero");
            let ray = ExactRay::new(origin, direction);
            let mut touches: Vec<(f32, u16)> = vec![];
            for i in 0..SIDE * SIDE {
                let Some(truth) = first_touch(&terrain(|k| k == i), Layer::Light, &ray) else { continue };
                let distance = truth.distance as f32;
                match touches.iter_mut().find(|(d, _)| *d == distance) {
                    Some((_, cells)) => *cells |= 1 << i,
                    None => touches.push((distance, 1 << i)),
                }
            }
            touches.sort_by(|a, b| a.0.total_cmp(&b.0));
            cases.push(Case { origin, direction, touches });
        }
    }
    cases
}

fn gcd(a: i32, b: i32) -> i32 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// Casts every `stride`-th ray on every map, starting at a different one on each.
fn check_every_map(stride: usize) {
    let cases = cases();
    for solid in 0..=u16::MAX {
        let terrain = terrain(|i| solid >> i & 1 != 0);
        for case in cases.iter().skip(usize::from(solid) % stride).step_by(stride) {
            let hit = terrain.cast_ray(Layer::Light, case.origin, case.direction, f32::INFINITY).hit;
            let truth = case.touches.iter().find(|(_, cells)| cells & solid != 0);
            let agree = match (hit, truth) {
                (None, None) => true,
                (Some(hit), Some(&(distance, cells))) => {
                    let cell = 1u16 << (hit.surface.cell.y * SIDE as i32 + hit.surface.cell.x);
                    let close = hit.distance >= distance.next_down() && hit.distance <= distance.next_up();
                    close && cell & cells & solid != 0 && hit.normal.dot(case.direction.get()) < 1e-6
                }
                _ => false,
            };
            assert!(agree, "map {solid:#018b} from {} along {:?}: {hit:?}", case.origin, case.direction);
        }
    }
}

#[test]
fn every_small_map_with_a_sample_of_the_small_rays() {
    check_every_map(61);
}

#[test]
#[ignore = "a quarter of a billion rays: cargo test --release -p hairline_geometry every_small -- --ignored"]
fn every_small_map_with_all_small_rays() {
    check_every_map(1);
}

#[test]
fn no_diagonal_wall_leaks() {
    for side in 2..=64u32 {
        for falling in [false, true] {
            let on_wall = |x: u32, y: u32| if falling { x + y + 1 == side } else { x == y };
            let tiles = (0..side * side)
                .map(|i| if on_wall(i % side, i / side) { TileShape::Solid } else { TileShape::Empty })
                .collect();
            let wall = Terrain::new(UVec2::splat(side), tiles);
            let at = |x: f32, y: f32| Vec2::new(x, if falling { side as f32 - y } else { y });
            // Exactly through each joint, from both sides, perpendicular to the wall and at other angles.
            for joint in 1..side {
                let corner = joint as f32;
                for (a, b) in [(0.5, 0.5), (0.25, 0.75), (0.75, 0.25), (0.125, 0.5)] {
                    let (above, below) = (at(corner - a, corner + b), at(corner + a, corner - b));
                    assert!(!wall.line_of_sight(above, below, Layer::Light), "{above} to {below} of {side}");
                    assert!(!wall.line_of_sight(below, above, Layer::Light), "{below} to {above} of {side}");
                    let ray = wall.try_cast_ray(Layer::Light, above, below - above, f32::INFINITY).unwrap();
                    assert!(ray.hit.is_some_and(|hit| hit.distance <= above.distance(below)), "{above} to {below}");
                }
            }
            let mut random = Random::new(u64::from(side));
            for _ in 0..100 {
                let (p, q) = (random.between(0.0, side as f32), random.between(0.0, side as f32));
                let (r, s) = (random.between(0.0, side as f32), random.between(0.0, side as f32));
                let (above, below) = (at(p.min(q), p.max(q)), at(r.max(s), r.min(s)));
                assert!(!wall.line_of_sight(above, below, Layer::Light), "{above} to {below} of {side}");
            }
        }
    }
}

#[test]
fn a_sealed_room_of_slopes_keeps_rays_in() {
    let room = map(r"
        #########
        #}.....{#
        #.......#
        #.......#
        #.......#
        #\...<(/#
        #########
    ");
    let mut random = Random::new(11);
    for _ in 0..20_000 {
        let origin = Vec2::new(random.between(2.0, 5.0), random.between(2.0, 5.0));
        let direction = RayDirection::from_unit(random.unit_vector());
        assert!(room.cast_ray(Layer::Light, origin, direction, f32::INFINITY).hit.is_some_and(|hit| !hit.inside));
    }
}
