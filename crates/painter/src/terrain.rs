//! What grows on tiles or gleams in them: spikes and mirrors.

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

/// Paints all spikes of a map: sharp teeth that fill the lethal box and point away from the surface that they grow on.
pub fn paint_spikes(painter: &mut Painter, terrain: &Terrain) {
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
pub fn paint_mirrors(painter: &mut Painter, terrain: &Terrain) {
    let size = terrain.size().as_ivec2();
    for cell in (0..size.y).flat_map(|y| (0..size.x).map(move |x| IVec2::new(x, y))) {
        if terrain.tile(cell) == TileShape::Mirror {
            paint_mirror(painter, terrain, cell);
        }
    }
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
        let hidden = terrain.tile(neighbor) == TileShape::Mirror || terrain.tile(neighbor) == TileShape::Solid;
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

#[cfg(test)]
mod tests {
    use super::*;

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
