//! The canvas: two layers on which everything that moves is painted, one behind the ninja and one with it. Each is a mesh
//! that is refilled every frame; nothing is spawned or despawned while a level is played.

pub mod depth;
pub mod lettering;
pub mod palette;

use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::NoFrustumCulling;
use bevy::mesh::{Indices, PrimitiveTopology, VertexAttributeValues};
use bevy::prelude::*;
use bevy::render::RenderApp;
use bevy::render::mesh::allocator::MeshAllocatorSettings;
use bevy::render::slab_allocator::SlabAllocatorSettings;

use crate::view::frame::schedule::PaintSystems;
use crate::view::presentation::Presentation;
use hairline_painter::mesh::Triangles;
use hairline_painter::painter::Painter;
use hairline_painter::palette::{Tint, within_screen};
use palette::Palette;

/// What is painted in this frame.
#[derive(Resource, Debug, Default)]
pub struct Canvas {
    /// Everything behind the ninja.
    pub behind: Painter,
    /// The ninja, and everything in front of it.
    pub front: Painter,
}

/// Which layer an entity shows.
#[derive(Component, Clone, Copy, Debug)]
enum CanvasLayer {
    Behind,
    Front,
}

/// A white material, for meshes with vertex colors.
#[derive(Resource, Clone, Debug)]
pub struct PlainMaterial(pub Handle<ColorMaterial>);

pub fn plugin(app: &mut App) {
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        render.insert_resource(buffer_for_each_mesh());
    }
    app.add_plugins((lettering::plugin, palette::plugin))
        .init_resource::<Canvas>()
        .add_systems(PreStartup, make_material)
        .add_systems(Startup, spawn_layers)
        .add_systems(Update, clear_canvas.in_set(PaintSystems::Clear))
        .add_systems(Update, upload_canvas.in_set(PaintSystems::Upload));
}

/// Gives each mesh a buffer of its own. By default, small meshes share slabs, each of which takes 4 MB of memory to list its free
/// places; here are about ten meshes, and the layers change in every frame.
fn buffer_for_each_mesh() -> MeshAllocatorSettings {
    let slab_allocator_settings = SlabAllocatorSettings { large_threshold: 0, ..default() };
    MeshAllocatorSettings { slab_allocator_settings, ..default() }
}

/// A mesh of a painter's shapes.
pub fn mesh_of(painter: &Painter, palette: &Palette) -> Mesh {
    let mut mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default());
    fill(&mut mesh, &Triangles::of(painter, |tint| palette.resolve(tint)));
    mesh
}

/// Copies triangles into a mesh, reusing the mesh's memory.
fn fill(mesh: &mut Mesh, triangles: &Triangles) {
    // The renderer needs at least one triangle; this one has no area.
    let is_empty = triangles.indices.is_empty();
    let positions: &[[f32; 3]] = if is_empty { &[[0.0; 3]; 3] } else { &triangles.positions };
    let colors: &[[f32; 4]] = if is_empty { &[[0.0; 4]; 3] } else { &triangles.colors };
    let indices: &[u32] = if is_empty { &[0, 1, 2] } else { &triangles.indices };
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
    commands.insert_resource(PlainMaterial(materials.add(ColorMaterial::default())));
}

fn spawn_layers(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    (material, palette): (Res<PlainMaterial>, Res<Palette>),
) {
    for (layer, z) in [(CanvasLayer::Behind, depth::BEHIND), (CanvasLayer::Front, depth::FRONT)] {
        let mesh = meshes.add(mesh_of(&Painter::default(), &palette));
        commands.spawn((
            layer,
            Mesh2d(mesh),
            MeshMaterial2d(material.0.clone()),
            Transform::from_xyz(0.0, 0.0, z),
            // The mesh changes every frame; its bounding box would be stale.
            NoFrustumCulling,
        ));
    }
}

fn clear_canvas(mut canvas: ResMut<Canvas>) {
    canvas.behind.clear();
    canvas.front.clear();
}

fn upload_canvas(
    canvas: Res<Canvas>,
    (presentation, palette): (Res<Presentation>, Res<Palette>),
    layers: Query<(&CanvasLayer, &Mesh2d)>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut triangles: Local<Triangles>,
) {
    let resolve = |tint: Tint| {
        let color = palette.resolve(tint);
        if presentation.plain { within_screen(color) } else { color }
    };
    for (layer, handle) in &layers {
        let painter = match layer {
            CanvasLayer::Behind => &canvas.behind,
            CanvasLayer::Front => &canvas.front,
        };
        triangles.refill(painter, resolve);
        if let Some(mut mesh) = meshes.get_mut(&handle.0) {
            fill(&mut mesh, &triangles);
        }
    }
}
