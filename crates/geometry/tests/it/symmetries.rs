//! Invariances of rays: under the symmetries of the square, under whole-tile translations, and under adding walls.

use bevy_math::{IVec2, UVec2, Vec2};

use super::random::Random;
use hairline_geometry::ray::RayDirection;
use hairline_geometry::terrain::{Layer, Terrain};
use hairline_geometry::tile::TileShape;

/// One of the eight symmetries of the square: swap the axes, then mirror either.
#[derive(Clone, Copy, Debug)]
pub struct Symmetry {
    swap: bool,
    mirror_x: bool,
    mirror_y: bool,
}

impl Symmetry {
    pub fn all() -> impl Iterator<Item = Self> {
        (0..8).map(|k| Self { swap: k & 1 != 0, mirror_x: k & 2 != 0, mirror_y: k & 4 != 0 })
    }

    pub fn vector(self, v: Vec2) -> Vec2 {
        let v = if self.swap { v.yx_swapped() } else { v };
        Vec2::new(if self.mirror_x { -v.x } else { v.x }, if self.mirror_y { -v.y } else { v.y })
    }

    /// The image of a point of a map of this size, moved so that the image's lower left corner is the origin.
    pub fn point(self, p: Vec2, size: UVec2) -> Vec2 {
        let size = self.size(size).as_vec2();
        let p = self.vector(p);
        Vec2::new(if self.mirror_x { p.x + size.x } else { p.x }, if self.mirror_y { p.y + size.y } else { p.y })
    }

    fn size(self, size: UVec2) -> UVec2 {
        if self.swap { UVec2::new(size.y, size.x) } else { size }
    }

    /// The shape whose corners are the images of the shape's corners, if there is one: a gentle slope rotated by 90° is
    /// not among the shapes.
    pub fn shape(self, shape: TileShape) -> Option<TileShape> {
        if shape.corners().is_empty() || shape.corners().len() == 4 && !shape.is_slope() {
            return Some(shape);
        }
        TileShape::ALL.into_iter().find(|image| {
            image.corners().len() == shape.corners().len()
                && shape.corners().iter().all(|&c| image.corners().contains(&self.point(c, UVec2::ONE)))
        })
    }

    fn cell(self, cell: IVec2, size: UVec2) -> IVec2 {
        self.point(cell.as_vec2() + 0.5, size).floor().as_ivec2()
    }
}

trait Swapped {
    fn yx_swapped(self) -> Self;
}

impl Swapped for Vec2 {
    fn yx_swapped(self) -> Self {
        Self::new(self.y, self.x)
    }
}

pub fn image(terrain: &Terrain, symmetry: Symmetry) -> Terrain {
    let size = symmetry.size(terrain.size());
    let mut tiles = vec![TileShape::Empty; size.element_product() as usize];
    for y in 0..terrain.size().y as i32 {
        for x in 0..terrain.size().x as i32 {
            let cell = symmetry.cell(IVec2::new(x, y), terrain.size());
            let shape = symmetry.shape(terrain.tile(IVec2::new(x, y))).expect("the map has only shapes with an image");
            tiles[(cell.y * size.x as i32 + cell.x) as usize] = shape;
        }
    }
    Terrain::new(size, tiles)
}

/// A point on the lattice of 1/64 tile, or of 1/2, on which mirroring is exact.
fn lattice_point(random: &mut Random, size: UVec2) -> Vec2 {
    let lattice = if random.below(2) == 0 { 2 } else { 64 };
    let coordinate = |random: &mut Random, size: u32| random.below(size * lattice + 1) as f32 / lattice as f32;
    Vec2::new(coordinate(random, size.x), coordinate(random, size.y))
}

fn lattice_direction(random: &mut Random) -> RayDirection {
    loop {
        let v = Vec2::new(random.below(9) as f32 - 4.0, random.below(9) as f32 - 4.0);
        if let Ok(direction) = RayDirection::new(v) {
            return direction;
        }
    }
}

#[test]
fn the_eight_symmetries_change_no_ray() {
    let mut random = Random::new(21);
    for _ in 0..200 {
        let size = UVec2::new(2 + random.below(5), 2 + random.below(5));
        let filled = random.between(0.1, 0.6);
        let tiles = (0..size.element_product())
            .map(|_| {
                let shape = if random.unit() < filled { random.shape() } else { TileShape::Empty };
                let turns = Symmetry::all().all(|symmetry| symmetry.shape(shape).is_some());
                if turns { shape } else { TileShape::Solid }
            })
            .collect();
        let terrain = Terrain::new(size, tiles);
        for symmetry in Symmetry::all() {
            let turned = image(&terrain, symmetry);
            for _ in 0..40 {
                let (origin, direction) = (lattice_point(&mut random, size), lattice_direction(&mut random));
                let there = symmetry.point(origin, size);
                let turned_direction = RayDirection::from_unit(symmetry.vector(direction.get()));
                for layer in [Layer::Light, Layer::Body] {
                    let hit = terrain.cast_ray(layer, origin, direction, f32::INFINITY).hit;
                    let seen = turned.cast_ray(layer, there, turned_direction, f32::INFINITY).hit;
                    let context =
                        format!("{origin} along {direction:?} under {symmetry:?}: {hit:?} {seen:?} {terrain:?}");
                    assert_eq!(hit.map(|hit| hit.distance), seen.map(|hit| hit.distance), "{context}");
                    let (Some(hit), Some(seen)) = (hit, seen) else { continue };
                    assert!((symmetry.vector(hit.normal) - seen.normal).length() < 1e-6, "{context}");
                    assert_eq!(hit.inside, seen.inside, "{context}");
                }
            }
        }
    }
}

#[test]
fn translating_the_map_by_whole_tiles_changes_no_ray() {
    let mut random = Random::new(22);
    for _ in 0..100 {
        let terrain = random.terrain(6, 5, 0.3);
        let offset = UVec2::new(random.below(200), random.below(3));
        let size = terrain.size() + offset;
        let tiles = (0..size.element_product())
            .map(|i| terrain.tile(IVec2::new((i % size.x) as i32, (i / size.x) as i32) - offset.as_ivec2()))
            .collect();
        let moved = Terrain::new(size, tiles);
        for _ in 0..50 {
            let (origin, direction) = (lattice_point(&mut random, terrain.size()), lattice_direction(&mut random));
            let here = terrain.cast_ray(Layer::Light, origin, direction, f32::INFINITY).hit;
            let there = moved.cast_ray(Layer::Light, origin + offset.as_vec2(), direction, f32::INFINITY).hit;
            assert_eq!(
                here.map(|hit| (hit.distance, hit.normal, hit.surface.cell + offset.as_ivec2(), hit.inside)),
                there.map(|hit| (hit.distance, hit.normal, hit.surface.cell, hit.inside)),
                "{origin} along {direction:?} moved by {offset} in {terrain:?}"
            );
        }
    }
}

#[test]
fn one_more_solid_never_lengthens_a_ray() {
    let mut random = Random::new(23);
    for _ in 0..200 {
        let before = random.terrain(8, 8, 0.2);
        let added = IVec2::new(random.below(8) as i32, random.below(8) as i32);
        let tiles = (0..64).map(|i| IVec2::new(i % 8, i / 8));
        let after = Terrain::new(
            before.size(),
            tiles.map(|cell| if cell == added { TileShape::Solid } else { before.tile(cell) }).collect(),
        );
        for _ in 0..50 {
            let (origin, direction) = (lattice_point(&mut random, before.size()), lattice_direction(&mut random));
            let length = |terrain: &Terrain| {
                let hit = terrain.cast_ray(Layer::Light, origin, direction, f32::INFINITY).hit;
                hit.map_or(f32::INFINITY, |hit| hit.distance)
            };
            assert!(length(&after) <= length(&before), "{origin} along {direction:?}, {added} added to {before:?}");
        }
    }
}
