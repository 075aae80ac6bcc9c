//! The same maps and questions for parry2d.

use bevy_math::{IVec2, Vec2};
use parry2d::{
    math::{IVector, Pose, Vector},
    query::{Ray, RayCast, ShapeCastOptions, cast_shapes},
    shape::{Ball, Compound, Cuboid, Polyline, SharedShape, Voxels},
};

use hairline_geometry::terrain::Terrain;
use hairline_geometry::terrain::outline::OutlineKind;

use crate::maps::Map;

pub fn vector(v: Vec2) -> Vector {
    Vector::new(v.x, v.y)
}

pub fn voxels(map: &Map) -> Voxels {
    let cells: Vec<IVector> = cells(map).map(|cell| IVector::new(cell.x, cell.y)).collect();
    Voxels::new(Vector::new(1.0, 1.0), &cells)
}

fn cells(map: &Map) -> impl Iterator<Item = IVec2> + '_ {
    (0..map.size.y)
        .flat_map(|y| (0..map.size.x).map(move |x| (x, y)))
        .filter(|&(x, y)| map.is_solid(x, y))
        .map(|(x, y)| IVec2::new(x as i32, y as i32))
}

/// A cuboid for each horizontal run of solid cells.
pub fn compound(map: &Map) -> Compound {
    let mut shapes = vec![];
    for y in 0..map.size.y {
        let mut x = 0;
        while x < map.size.x {
            let from = x;
            while x < map.size.x && map.is_solid(x, y) {
                x += 1;
            }
            if x > from {
                let half = Vector::new((x - from) as f32 / 2.0, 0.5);
                let center = Vector::new((x + from) as f32 / 2.0, y as f32 + 0.5);
                shapes.push((Pose::from_translation(center), SharedShape::new(Cuboid::new(half))));
            }
            x += 1;
        }
    }
    Compound::new(shapes)
}

/// The outlines of the map, as segments.
pub fn polyline(terrain: &Terrain) -> Polyline {
    let (mut vertices, mut indices) = (vec![], vec![]);
    for outline in terrain.outline(OutlineKind::Solid) {
        let first = vertices.len() as u32;
        let count = outline.points.len() as u32;
        vertices.extend(outline.points.iter().map(|&point| vector(point)));
        indices.extend((0..count).map(|i| [first + i, first + (i + 1) % count]));
    }
    Polyline::new(vertices, Some(indices))
}

pub fn cast(shape: &impl RayCast, origin: Vec2, direction: Vec2) -> f32 {
    let ray = Ray::new(vector(origin), vector(direction));
    shape.cast_local_ray_and_get_normal(&ray, f32::MAX, true).map_or(f32::MAX, |hit| hit.time_of_impact)
}

pub fn sweep(shape: &Compound, center: Vec2, radius: f32, delta: Vec2) -> f32 {
    let options = ShapeCastOptions { max_time_of_impact: 1.0, ..Default::default() };
    let ball = Ball::new(radius);
    let at = Pose::from_translation(vector(center));
    cast_shapes(&at, vector(delta), &ball, &Pose::IDENTITY, Vector::new(0.0, 0.0), shape, options)
        .expect("parry casts balls against compounds")
        .map_or(1.0, |hit| hit.time_of_impact)
}
