//! Spikes: sharp teeth that fill the lethal box and point away from the surface that they grow on.

use bevy::prelude::*;

use hairline_sim::colliders::Colliders;
use hairline_sim::hazards::spikes::{SpikeBox, spike_boxes};

use crate::view::canvas::depth;
use crate::view::canvas::painter::Painter;
use crate::view::canvas::palette::{Palette, Role, mix};
use crate::view::canvas::{PlainMaterial, mesh_of};
use crate::view::frame::level_picture::LevelPicture;
use crate::view::frame::schedule::PaintSystems;
use hairline_geometry::ray::unit;

/// Teeth across a cell.
const TEETH: usize = 4;
/// Points of spikes without a surface to grow on.
const BURR_POINTS: usize = 12;

/// Adds the spikes.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, spawn_spikes.in_set(PaintSystems::BuildLevel));
}

fn spawn_spikes(
    colliders: Res<Colliders>,
    palette: Res<Palette>,
    plain: Res<PlainMaterial>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut commands: Commands,
) {
    let mut painter = Painter::new(*palette);
    for spikes in spike_boxes(colliders.terrain()) {
        paint(&mut painter, &spikes);
    }
    commands.spawn((
        LevelPicture,
        Mesh2d(meshes.add(mesh_of(&painter))),
        MeshMaterial2d(plain.0.clone()),
        Transform::from_xyz(0.0, 0.0, depth::OUTLINE + 0.3),
    ));
}

fn paint(painter: &mut Painter, spikes: &SpikeBox) {
    let (light, dark) = (Role::Lethal, mix(Role::Ink, Role::Lethal, 0.55));
    let Some(direction) = spikes.direction else {
        // A burr: its points reach the sides of the lethal box.
        let (center, reach) = (spikes.area.center(), spikes.area.half_size().min_element());
        for point in 0..BURR_POINTS {
            let direction = unit(std::f32::consts::TAU * point as f32 / BURR_POINTS as f32);
            let (tip, side) = (center + direction * reach, direction.perp() * reach * 0.2);
            painter.polygon(&[center - side, tip, center], light);
            painter.polygon(&[center, tip, center + side], dark);
        }
        painter.disc(center, reach * 0.4, dark);
        return;
    };
    for [left, tip, right] in teeth(spikes.area, direction) {
        // A lit side and a dark one make an edge of each tooth.
        let foot = left.lerp(right, 0.5);
        painter.polygon(&[left, foot, tip], light);
        painter.polygon(&[foot, right, tip], dark);
    }
    let out = direction.as_vec2();
    let root = spikes.area.center() - out * (spikes.area.half_size() * out.abs()).element_sum();
    let half = out.perp() * (spikes.area.half_size() * out.perp().abs()).element_sum();
    painter.quad([root - half, root + half, root + half + out * 0.07, root - half + out * 0.07], [dark; 4]);
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
