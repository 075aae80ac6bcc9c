//! Mirror tiles: dark panes with a bright edge and gleams, so that players see where a beam will reflect.

use bevy::prelude::*;

use hairline_geometry::terrain::Terrain;
use hairline_geometry::tile::TileShape;
use hairline_sim::colliders::Colliders;

use crate::view::canvas::depth;
use crate::view::canvas::painter::Painter;
use crate::view::canvas::palette::{Palette, Role, mix, tint};
use crate::view::canvas::{PlainMaterial, mesh_of};
use crate::view::frame::level_picture::LevelPicture;
use crate::view::frame::schedule::PaintSystems;

/// Tiles. Width of the bright edge.
const EDGE: f32 = 0.1;
/// Tiles. How far the edge's light reaches into the pane.
const SHEEN: f32 = 0.34;

/// Adds the mirrors.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, spawn_mirrors.in_set(PaintSystems::BuildLevel));
}

fn spawn_mirrors(
    colliders: Res<Colliders>,
    palette: Res<Palette>,
    plain: Res<PlainMaterial>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut commands: Commands,
) {
    let mut painter = Painter::new(*palette);
    let size = colliders.terrain().size().as_ivec2();
    for cell in (0..size.y).flat_map(|y| (0..size.x).map(move |x| IVec2::new(x, y))) {
        if colliders.terrain().tile(cell) == TileShape::Mirror {
            paint_tile(&mut painter, colliders.terrain(), cell);
        }
    }
    commands.spawn((
        LevelPicture,
        Mesh2d(meshes.add(mesh_of(&painter))),
        MeshMaterial2d(plain.0.clone()),
        Transform::from_xyz(0.0, 0.0, depth::OUTLINE + 0.2),
    ));
}

/// Paints a pane with its gleams.
fn paint_pane(painter: &mut Painter, min: Vec2, max: Vec2) {
    painter.rectangle(min, max, mix(Role::Ink, Role::Mirror, 0.16));
    let size = max - min;
    // Two slanting gleams.
    for (from, to, alpha) in [(0.18, 0.40, 0.30), (0.50, 0.58, 0.22)] {
        let corner = |x: f32, y: f32| min + size * Vec2::new(x, y);
        let corners = [corner(from, 0.0), corner(to, 0.0), corner(to + 0.36, 1.0), corner(from + 0.36, 1.0)];
        painter.polygon(&corners, tint(Role::Mirror, alpha));
    }
}

fn paint_tile(painter: &mut Painter, terrain: &Terrain, cell: IVec2) {
    let min = cell.as_vec2();
    paint_pane(painter, min, min + 1.0);
    for side in [IVec2::X, IVec2::NEG_X, IVec2::Y, IVec2::NEG_Y] {
        let neighbor = cell + side;
        let hidden = terrain.tile(neighbor) == TileShape::Mirror || terrain.tile(neighbor) == TileShape::Solid;
        if hidden || !terrain.contains_cell(neighbor) {
            continue;
        }
        let (out, along) = (side.as_vec2(), side.as_vec2().perp());
        let middle = min + 0.5 + out * 0.5;
        let (from, to) = (middle + along * 0.5, middle - along * 0.5);
        let soft = [tint(Role::Mirror, 0.45), tint(Role::Mirror, 0.0)];
        painter.quad([from, to, to - out * SHEEN, from - out * SHEEN], [soft[0], soft[0], soft[1], soft[1]]);
        painter.quad([from, to, to - out * EDGE, from - out * EDGE], [Role::Mirror.into(); 4]);
    }
}
