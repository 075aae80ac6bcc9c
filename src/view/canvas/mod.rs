//! The two sheets on which everything that moves is painted: one behind the ninja, one with him. A mesh each, refilled
//! every frame, so that nothing is spawned or despawned while a level is played.

pub mod dashes;
pub mod lettering;
pub mod painter;
pub mod palette;
pub mod triangulate;

use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::NoFrustumCulling;
use bevy::mesh::{Indices, PrimitiveTopology, VertexAttributeValues};
use bevy::prelude::*;

use crate::view::{PaintSystems, depth};
use painter::Painter;

/// What is painted this frame.
#[derive(Resource, Debug, Default)]
pub struct Canvas {
    /// The exit, shards and robots.
    pub behind: Painter,
    /// The ninja and what flies about.
    pub front: Painter,
}

/// Which sheet an entity shows.
#[derive(Component, Clone, Copy, Debug)]
enum Sheet {
    Behind,
    Front,
}

/// The material of all that brings its colors along with its corners.
#[derive(Resource, Clone, Debug)]
pub struct PlainMaterial(pub Handle<ColorMaterial>);

/// Adds the canvas.
pub fn plugin(app: &mut App) {
    app.init_resource::<Canvas>()
        .add_systems(PreStartup, make_material)
        .add_systems(Startup, spawn_sheets)
        .add_systems(Update, wipe_canvas.in_set(PaintSystems::Wipe))
        .add_systems(Update, show_canvas.in_set(PaintSystems::Show));
}

/// A mesh of a painter's triangles.
pub fn mesh_of(painter: &Painter) -> Mesh {
    let mut mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default());
    fill(&mut mesh, painter);
    mesh
}

/// Copies a painter's triangles into a mesh, into memory that the mesh already has where it has any.
fn fill(mesh: &mut Mesh, painter: &Painter) {
    // The renderer wants at least one triangle; this one has no area.
    let is_empty = painter.indices.is_empty();
    let positions: &[[f32; 3]] = if is_empty { &[[0.0; 3]; 3] } else { &painter.positions };
    let colors: &[[f32; 4]] = if is_empty { &[[0.0; 4]; 3] } else { &painter.colors };
    let indices: &[u32] = if is_empty { &[0, 1, 2] } else { &painter.indices };
    match mesh.attribute_mut(Mesh::ATTRIBUTE_POSITION) {
        Some(VertexAttributeValues::Float32x3(old)) => replace(old, positions),
        _ => mesh.insert_attribute(Mesh::ATTRIBUTE_POSITION, positions.to_vec()),
    }
    match mesh.attribute_mut(Mesh::ATTRIBUTE_COLOR) {
        Some(VertexAttributeValues::Float32x4(old)) => replace(old, colors),
        _ => mesh.insert_attribute(Mesh::ATTRIBUTE_COLOR, colors.to_vec()),
    }
    match mesh.indices_mut() {
        Some(Indices::U32(old)) => replace(old, indices),
        _ => mesh.insert_indices(Indices::U32(indices.to_vec())),
    }
}

fn replace<T: Copy>(old: &mut Vec<T>, new: &[T]) {
    old.clear();
    old.extend_from_slice(new);
}

fn make_material(mut commands: Commands, mut materials: ResMut<Assets<ColorMaterial>>) {
    // White and blended: the corners' colors show as they are.
    commands.insert_resource(PlainMaterial(materials.add(ColorMaterial::default())));
}

fn spawn_sheets(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>, material: Res<PlainMaterial>) {
    for (sheet, z) in [(Sheet::Behind, depth::BEHIND), (Sheet::Front, depth::FRONT)] {
        let mesh = meshes.add(mesh_of(&Painter::default()));
        commands.spawn((
            sheet,
            Mesh2d(mesh),
            MeshMaterial2d(material.0.clone()),
            Transform::from_xyz(0.0, 0.0, z),
            // Its triangles are elsewhere every frame.
            NoFrustumCulling,
        ));
    }
}

fn wipe_canvas(mut canvas: ResMut<Canvas>) {
    canvas.behind.clear();
    canvas.front.clear();
}

fn show_canvas(canvas: Res<Canvas>, sheets: Query<(&Sheet, &Mesh2d)>, mut meshes: ResMut<Assets<Mesh>>) {
    for (sheet, handle) in &sheets {
        let painter = match sheet {
            Sheet::Behind => &canvas.behind,
            Sheet::Front => &canvas.front,
        };
        if let Some(mut mesh) = meshes.get_mut(&handle.0) {
            fill(&mut mesh, painter);
        }
    }
}
