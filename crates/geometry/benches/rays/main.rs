//! Rays, cones and sweeps against a textbook walk and against parry2d, over the same maps and the same rays.
//!
//! `cargo bench -p hairline_geometry` prints nanoseconds a query and, for the others, how many times the project's own
//! that is. All contenders take turns in each of five runs; printed are the medians of the five, and in brackets the
//! least and the greatest ratio. `-- levels` casts over the shipped levels only, `-- quick` leaves out the largest maps;
//! `-- callgrind-own` and its like cast one case once, for `scripts/count-instructions`.
//!
//! The goal: never slower than the textbook, on any of the maps.

mod maps;
mod peers;
mod textbook;

use std::{hint::black_box, ops::Range, time::Instant};

use bevy_math::{Dir2, UVec2, Vec2};
use hairline_geometry::ray::RayDirection;
use hairline_geometry::ray::cone::Cone;
use hairline_geometry::sweep::Platforms;
use hairline_geometry::terrain::{Layer, Terrain};
use hairline_geometry::tile::TileShape;

use maps::{Map, Random};
use parry2d::query::RayCast;
use parry2d::shape::{Compound, Polyline, Voxels};
use textbook::Textbook;

/// Runs, of which the median counts.
const RUNS: usize = 5;
/// Rounds in a run, of which the fastest counts for each slice: anything else on the machine only takes time away.
const ROUNDS: usize = 5;
/// Queries in a slice: few enough that the machine seldom turns to something else during one.
const SLICE: usize = 250;
const RADIUS: f32 = 0.3;

fn main() {
    let argument = |name: &str| std::env::args().any(|argument| argument == name);
    for case in ["none", "own", "textbook"] {
        if argument(&format!("callgrind-{case}")) {
            return one_case(case);
        }
    }
    time_maps(&Map::levels());
    if argument("levels") {
        return;
    }
    let mut maps = vec![
        Map::level(),
        Map::noise("512², 25 %", 512, 0.25),
        Map::noise("512², 5 %", 512, 0.05),
        Map::noise("512², 0.5 %", 512, 0.005),
        Map::caves(512),
    ];
    if !argument("quick") {
        maps.push(Map::noise("4096², 5 %", 4096, 0.05));
        maps.push(Map::noise("4096², 0.1 %", 4096, 0.001));
    }
    for map in &maps {
        time_maps(std::slice::from_ref(map));
    }
}

/// An origin and a direction.
type Ray = (Vec2, RayDirection);

fn rays(map: &Map, count: usize) -> Vec<Ray> {
    map.rays(count).into_iter().map(|(origin, direction)| (origin, Dir2::new_unchecked(direction).into())).collect()
}

/// The distance to what the project's own ray hits; 0 if nothing. Cell and normal are computed, too.
#[inline]
fn cast_own(terrain: &Terrain, (origin, direction): Ray) -> f64 {
    terrain.cast_ray(Layer::Light, origin, direction, f32::INFINITY).hit.map_or(0.0, |hit| {
        black_box((hit.surface.cell, hit.normal));
        f64::from(hit.distance)
    })
}

/// [`cast_own`] with the textbook's ray.
#[inline]
fn cast_textbook(textbook: &Textbook, (origin, direction): Ray) -> f64 {
    textbook.cast(origin, direction.get()).map_or(0.0, |hit| {
        black_box((hit.cell, hit.normal));
        f64::from(hit.distance)
    })
}

/// [`cast_own`] with a ray of parry2d.
#[inline]
fn cast_parry(shape: &impl RayCast, (origin, direction): Ray) -> f64 {
    f64::from(peers::cast(shape, origin, direction.get()))
}

fn terrain(map: &Map) -> Terrain {
    let tiles = map.solid.iter().map(|&solid| if solid { TileShape::Solid } else { TileShape::Empty }).collect();
    Terrain::new(UVec2::new(map.size.x, map.size.y), tiles)
}

fn textbook(map: &Map) -> Textbook {
    Textbook { width: map.size.x as i32, height: map.size.y as i32, solid: map.solid.clone() }
}

/// The case that is counted in instructions: 10,000 rays on the single-screen level.
fn one_case(case: &str) {
    let map = Map::level();
    let (terrain, textbook) = (terrain(&map), textbook(&map));
    for &ray in &rays(&map, 10_000) {
        black_box(match case {
            "own" => cast_own(&terrain, ray),
            "textbook" => cast_textbook(&textbook, ray),
            _ => f64::from(ray.0.x),
        });
    }
}

/// What is timed, and its nanoseconds a query in each run.
struct Contender<'a> {
    name: &'static str,
    /// Casts some of the queries.
    cast: Box<dyn Fn(Range<usize>) -> f64 + 'a>,
    times: [f64; RUNS],
}

fn contender<'a>(name: &'static str, cast: impl Fn(Range<usize>) -> f64 + 'a) -> Contender<'a> {
    Contender { name, cast: Box::new(cast), times: [f64::NAN; RUNS] }
}

/// Runs the contenders in turn, and prints the time of the first and that of each other as a multiple of it.
fn race(title: &str, queries: usize, mut contenders: Vec<Contender>) {
    for run in 0..RUNS {
        let mut fastest = vec![vec![f64::INFINITY; queries.div_ceil(SLICE)]; contenders.len()];
        for _ in 0..ROUNDS {
            for (contender, fastest) in contenders.iter().zip(&mut fastest) {
                for (slice, fastest) in fastest.iter_mut().enumerate() {
                    let start = Instant::now();
                    black_box((contender.cast)(slice * SLICE..queries.min((slice + 1) * SLICE)));
                    *fastest = fastest.min(start.elapsed().as_nanos() as f64);
                }
            }
        }
        for (contender, fastest) in contenders.iter_mut().zip(&fastest) {
            contender.times[run] = fastest.iter().sum::<f64>() / queries as f64;
        }
    }
    let sorted = |mut values: [f64; RUNS]| {
        values.sort_by(f64::total_cmp);
        values
    };
    let own = contenders[0].times;
    print!("{title:<20} own {:>6.1}", sorted(own)[RUNS / 2]);
    for Contender { name, times, .. } in &contenders[1..] {
        let ratios = sorted(std::array::from_fn(|run| times[run] / own[run]));
        let (least, median, most) = (ratios[0], ratios[RUNS / 2], ratios[RUNS - 1]);
        print!(" | {name} {:>6.1}: {median:.2}x ({least:.2}-{most:.2})", sorted(*times)[RUNS / 2]);
    }
    println!();
}

/// Times the same number of queries on each of some maps.
fn time_maps(maps: &[Map]) {
    let all: Vec<Shapes> = maps.iter().map(Shapes::new).collect();
    let on_each = |queries: &dyn Fn(&Map) -> Vec<Ray>| -> Vec<(&Shapes, Ray)> {
        all.iter().zip(maps).flat_map(|(shapes, map)| queries(map).into_iter().map(move |ray| (shapes, ray))).collect()
    };
    let rays = on_each(&|map| rays(map, 20_000 / maps.len()));
    let cells = |&(shapes, (origin, direction)): &(&Shapes, Ray)| {
        let end = shapes.terrain.cast_ray(Layer::Light, origin, direction, f32::INFINITY).end;
        f64::from((end - origin).abs().element_sum())
    };
    println!("{} ({:.1} cells a ray)", maps[0].name, rays.iter().map(cells).sum::<f64>() / rays.len() as f64);
    time_rays("  single rays", &rays);
    time_rays("  cones of 64 rays", &on_each(&|map| cones(map, 300_usize.div_ceil(maps.len()))));
    if let ([map], Some(compound)) = (maps, &all[0].compound) {
        time_sweeps(map, &all[0].terrain, compound);
    }
}

/// The rays of cones of 64 rays over 60°, one cone after the other.
fn cones(map: &Map, count: usize) -> Vec<Ray> {
    let mut random = Random::new(17);
    let mut rays = vec![];
    for _ in 0..count {
        let facing = random.unit() * std::f32::consts::TAU;
        let cone = Cone { rays: 64, ..Cone::new(map.free_point(&mut random), facing, std::f32::consts::FRAC_PI_3) };
        let directions = cone.directions().expect("the cone is well formed");
        rays.extend(directions.into_iter().map(|direction| (cone.origin, direction)));
    }
    rays
}

/// A map as everybody has it.
struct Shapes {
    terrain: Terrain,
    textbook: Textbook,
    voxels: Voxels,
    /// Not of the largest maps.
    polyline: Option<Polyline>,
    compound: Option<Compound>,
}

impl Shapes {
    fn new(map: &Map) -> Self {
        let is_large = map.size.x > 1000;
        Self {
            terrain: terrain(map),
            textbook: textbook(map),
            voxels: peers::voxels(map),
            polyline: (!is_large).then(|| peers::polyline(&terrain(map))),
            compound: (!is_large).then(|| peers::compound(map)),
        }
    }
}

fn time_rays(title: &str, rays: &[(&Shapes, Ray)]) {
    /// A contender that casts each ray at what `shape` takes from its map.
    fn caster<'a, T: 'a>(
        name: &'static str,
        rays: &'a [(&'a Shapes, Ray)],
        shape: impl Fn(&'a Shapes) -> &'a T + 'a,
        cast: impl Fn(&T, Ray) -> f64 + 'a,
    ) -> Contender<'a> {
        contender(name, move |slice| rays[slice].iter().map(|&(shapes, ray)| cast(shape(shapes), ray)).sum())
    }
    let mut contenders = vec![
        caster("own", rays, |shapes| &shapes.terrain, cast_own),
        caster("textbook", rays, |shapes| &shapes.textbook, cast_textbook),
        caster("parry Voxels", rays, |shapes| &shapes.voxels, cast_parry),
    ];
    if rays.iter().all(|(shapes, _)| shapes.polyline.is_some() && shapes.compound.is_some()) {
        let built = "it was checked";
        contenders.push(caster(
            "parry Polyline",
            rays,
            move |shapes| shapes.polyline.as_ref().expect(built),
            cast_parry,
        ));
        contenders.push(caster(
            "parry Compound",
            rays,
            move |shapes| shapes.compound.as_ref().expect(built),
            cast_parry,
        ));
    }
    race(title, rays.len(), contenders);
}

fn time_sweeps(map: &Map, terrain: &Terrain, compound: &Compound) {
    let mut random = Random::new(5);
    for (title, length) in [("  sweeps of 0.1 tile", 0.1), ("  sweeps of 1 tile", 1.0), ("  sweeps of 8 tiles", 8.0)] {
        let sweeps: Vec<(Vec2, Vec2)> =
            std::iter::repeat_with(|| (map.free_point(&mut random), random.unit_vector() * length))
                .filter(|&(center, _)| terrain.depth(center, RADIUS) == 0.0)
                .take(10_000)
                .collect();
        let own = |slice: Range<usize>| {
            let sweep = |&(center, delta): &(Vec2, Vec2)| {
                terrain
                    .sweep_circle(center, RADIUS, delta, Platforms::Ignore)
                    .map_or(1.0, |hit| f64::from(hit.fraction))
            };
            sweeps[slice].iter().map(sweep).sum()
        };
        let parry = |slice: Range<usize>| {
            sweeps[slice].iter().map(|&(c, d)| f64::from(peers::sweep(compound, c, RADIUS, d))).sum()
        };
        race(title, sweeps.len(), vec![contender("own", own), contender("parry Compound", parry)]);
    }
}
