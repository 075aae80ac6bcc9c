//! What grows on tiles or gleams in them: spikes, mirrors and the plates of smooth walls.

use std::f32::consts::TAU;

use bevy_math::{IVec2, Rect, Vec2};

use crate::painter::{Painter, rectangle_corners};
use crate::palette::{Role, mix, tint};
use hairline_geometry::ray::unit;
use hairline_geometry::terrain::Terrain;
use hairline_geometry::tile::TileShape;
use hairline_sim::hazards::spikes::{SpikeBox, spike_boxes};

/// Teeth across a cell.
const TEETH: usize = 4;
/// Points of spikes without a surface to grow on.
const BURR_POINTS: usize = 12;
/// Tiles. Width of a mirror's bright edge.
const EDGE: f32 = 0.1;
/// Tiles. How far the edge's light reaches into the pane.
const SHEEN: f32 = 0.34;
/// Tiles from a smooth wall's side to the near and the far edge of its plate.
const PLATE: [f32; 2] = [0.15, 0.42];
/// Tiles by which a plate ends before its wall does, and by which its ends are cut off.
const PLATE_CUT: f32 = 0.13;

/// Paints everything that lies on the tiles of a map.
pub fn paint_details(painter: &mut Painter, terrain: &Terrain) {
    paint_plates(painter, terrain);
    paint_mirrors(painter, terrain);
    paint_spikes(painter, terrain);
}

/// Paints all spikes of a map: sharp teeth that fill the lethal box and point away from the surface that they grow on.
fn paint_spikes(painter: &mut Painter, terrain: &Terrain) {
    spike_boxes(terrain).for_each(|spikes| paint_spike_box(painter, &spikes));
}

fn paint_spike_box(painter: &mut Painter, spikes: &SpikeBox) {
    let (light, dark) = (Role::Lethal, mix(Role::Ink, Role::Lethal, 0.55));
    let Some(direction) = spikes.direction else {
        // A burr: its points reach the sides of the lethal box.
        let (center, reach) = (spikes.area.center(), spikes.area.half_size().min_element());
        for point in 0..BURR_POINTS {
            let direction = unit(TAU * point as f32 / BURR_POINTS as f32);
            let (tip, side) = (center + direction * reach, direction.perp() * reach * 0.2);
            painter.polygon(&[center - side, tip, center + side], dark);
            painter.polygon(&[center - side, tip, center], light);
        }
        painter.disc(center, reach * 0.4, dark);
        return;
    };
    for [left, tip, right] in teeth(spikes.area, direction) {
        // A lit side and a dark one make an edge of each tooth.
        let foot = left.lerp(right, 0.5);
        painter.polygon(&[left, right, tip], dark);
        painter.polygon(&[left, foot, tip], light);
    }
    let out = direction.as_vec2();
    let root = spikes.area.center() - out * (spikes.area.half_size() * out.abs()).element_sum();
    let half = out.perp() * (spikes.area.half_size() * out.perp().abs()).element_sum();
    painter.polygon(&[root - half, root + half, root + half + out * 0.07, root - half + out * 0.07], dark);
}

/// The teeth of spikes that grow on one side: foot, tip, foot.
fn teeth(area: Rect, direction: IVec2) -> [[Vec2; 3]; TEETH] {
    let out = direction.as_vec2();
    let length = (area.size() * out.abs()).element_sum();
    let across = out.perp() * (area.size() * out.perp().abs()).element_sum();
    let start = area.center() - out * length * 0.5 - across * 0.5;
    std::array::from_fn(|tooth| {
        let at = |place: f32| start + across * ((tooth as f32 + place) / TEETH as f32);
        [at(0.0), at(0.5) + out * length, at(1.0)]
    })
}

/// Paints all mirrors of a map: dark panes with slanting gleams and a bright edge where light can meet them.
fn paint_mirrors(painter: &mut Painter, terrain: &Terrain) {
    let mirrors = terrain.cells().filter(|&cell| terrain.tile(cell) == TileShape::Mirror);
    mirrors.for_each(|cell| paint_mirror(painter, terrain, cell));
}

fn paint_mirror(painter: &mut Painter, terrain: &Terrain, cell: IVec2) {
    let min = cell.as_vec2();
    painter.quad(rectangle_corners(min + 0.5, Vec2::splat(0.5)), [mix(Role::Ink, Role::Mirror, 0.16); 4]);
    for (from, to, alpha) in [(0.18, 0.40, 0.30), (0.50, 0.58, 0.22)] {
        let corner = |x: f32, y: f32| min + Vec2::new(x, y);
        let gleam = [corner(from, 0.0), corner(to, 0.0), corner(to + 0.36, 1.0), corner(from + 0.36, 1.0)];
        painter.polygon(&gleam, tint(Role::Mirror, alpha));
    }
    for side in [IVec2::X, IVec2::NEG_X, IVec2::Y, IVec2::NEG_Y] {
        let neighbor = cell + side;
        let hidden = matches!(terrain.tile(neighbor), TileShape::Mirror | TileShape::Solid | TileShape::Smooth);
        if hidden || !terrain.contains_cell(neighbor) {
            continue;
        }
        let (out, along) = (side.as_vec2(), side.as_vec2().perp());
        let middle = min + 0.5 + out * 0.5;
        let (from, to) = (middle + along * 0.5, middle - along * 0.5);
        let [near, far] = [tint(Role::Mirror, 0.45), tint(Role::Mirror, 0.0)];
        painter.quad([from, to, to - out * SHEEN, from - out * SHEEN], [near, near, far, far]);
        painter.strip([from, to].map(|end| [end, end - out * EDGE]).into_iter(), &[Role::Mirror.into()]);
    }
}

/// Paints a polished plate along each free upright side of smooth walls, one for tiles on top of each other: that side gives
/// no hold.
fn paint_plates(painter: &mut Painter, terrain: &Terrain) {
    for side in [IVec2::NEG_X, IVec2::X] {
        let is_free = |cell: IVec2| {
            let beside = cell + side;
            terrain.tile(cell) == TileShape::Smooth
                && terrain.contains_cell(beside)
                && !terrain.tile(beside).stops_bodies()
        };
        for low in terrain.cells().filter(|&cell| is_free(cell) && !is_free(cell - IVec2::Y)) {
            let height = (1..).take_while(|&up| is_free(low + IVec2::Y * up)).count() + 1;
            paint_plate(painter, low, side, height as f32);
        }
    }
}

/// Paints a plate with beveled ends, lit along its outer edge.
fn paint_plate(painter: &mut Painter, low: IVec2, side: IVec2, height: f32) {
    let face = low.as_vec2() + Vec2::new(if side.x > 0 { 1.0 } else { 0.0 }, 0.0);
    let at = |inwards: f32, up: f32| face + Vec2::new(-inwards * side.x as f32, up);
    let (cut, [near, far]) = (PLATE_CUT, PLATE);
    let (bottom, top) = (cut, height - cut);
    let plate = [at(near, bottom + cut), at(far, bottom), at(far, top), at(near, top - cut)];
    painter.polygon(&plate, mix(Role::Stone, Role::Edge, 0.55));
    painter.line(at(near + 0.04, bottom + cut), at(near + 0.04, top - cut), 0.08, Role::Edge);
}

#[cfg(test)]
mod tests {
    use bevy_math::UVec2;

    use super::*;
    use crate::painter::Form;

    /// The columns of the plates' outer edges with the rows that they span.
    #[track_caller]
    fn plates(rows: &[&str]) -> Vec<[f32; 3]> {
        let tiles = rows.iter().rev().flat_map(|row| row.chars()).map(|character| match character {
            '!' => TileShape::Smooth,
            '#' => TileShape::Solid,
            _ => TileShape::Empty,
        });
        let terrain = Terrain::new(UVec2::new(rows[0].len() as u32, rows.len() as u32), tiles.collect());
        let mut painter = Painter::default();
        paint_plates(&mut painter, &terrain);
        let edges = painter.shapes().skip(1).step_by(2).map(|shape| match shape.form {
            Form::Polygon(corners) => {
                corners.iter().fold([f32::NAN, f32::INFINITY, f32::NEG_INFINITY], |[_, low, high], at| {
                    [at.x.round(), low.min(at.y), high.max(at.y)]
                })
            }
            _ => panic!("an edge is a line"),
        });
        edges.map(|[x, low, high]| [x, low.floor(), high.ceil()]).collect()
    }

    #[test]
    fn smooth_tiles_on_top_of_each_other_have_one_plate_on_each_free_upright_side() {
        let found = plates(&[".....", "..!..", "..!..", "..!#.", "..!..", "....."]);
        assert_eq!(found, [[2.0, 1.0, 5.0], [3.0, 1.0, 2.0], [3.0, 3.0, 5.0]]);
        // A face beside the map's border or beside another solid tile has no plate.
        assert_eq!(plates(&["!!#", "!!#"]), [[0.0; 3]; 0]);
    }

    #[test]
    fn teeth_stand_on_their_root_point_outwards_and_fill_the_lethal_box() {
        let area = Rect::new(1.1, 2.0, 1.9, 2.45);
        for direction in [IVec2::X, IVec2::NEG_X, IVec2::Y, IVec2::NEG_Y] {
            let out = direction.as_vec2();
            let along = |at: Vec2| (at - area.center()).dot(out);
            let depth = (area.half_size() * out.abs()).element_sum();
            let teeth = teeth(area, direction);
            for [left, tip, right] in teeth {
                assert!((along(left) + depth).abs() < 1e-6 && (along(right) + depth).abs() < 1e-6, "{direction}");
                assert!((along(tip) - depth).abs() < 1e-6, "{direction}");
                assert!([left, tip, right].iter().all(|at| area.inflate(1e-5).contains(*at)), "{direction}");
            }
            let width = teeth[0][0].distance(teeth[TEETH - 1][2]);
            assert!((width - (area.size() * out.perp().abs()).element_sum()).abs() < 1e-5, "{direction}");
        }
    }
}
