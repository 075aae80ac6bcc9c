//! The canvas: the layers on which everything that moves is painted. Each is a mesh that is refilled every frame; nothing is
//! spawned or despawned while a level is played.

pub mod depth;
pub mod lettering;
pub mod painting;
pub mod palette;

use bevy::camera::visibility::NoFrustumCulling;
use bevy::prelude::*;
use bevy::render::RenderApp;
use bevy::render::mesh::allocator::MeshAllocatorSettings;
use bevy::render::slab_allocator::SlabAllocatorSettings;

use crate::view::frame::schedule::PaintSystems;
use hairline_painter::mesh::Triangles;
use hairline_painter::painter::Painter;
use painting::{OwnColors, PixelSize, fill, mesh_of};
use palette::Palette;

/// What is painted in this frame.
#[derive(Resource, Debug, Default)]
pub struct Canvas {
    /// Everything behind the ninja.
    pub behind: Painter,
    /// The ninja, and everything in front of it.
    pub front: Painter,
    /// Beams and their light, over everything else.
    pub beams: Painter,
}

/// Which layer an entity shows.
#[derive(Component, Clone, Copy, Debug)]
enum CanvasLayer {
    Behind,
    Front,
    Beams,
}

pub fn plugin(app: &mut App) {
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        render.insert_resource(buffer_for_each_mesh());
    }
    app.add_plugins((lettering::plugin, painting::plugin, palette::plugin))
        .init_resource::<Canvas>()
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

fn spawn_layers(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>, material: Res<OwnColors>) {
    for (layer, z) in
        [(CanvasLayer::Behind, depth::BEHIND), (CanvasLayer::Front, depth::FRONT), (CanvasLayer::Beams, depth::BEAMS)]
    {
        commands.spawn((
            layer,
            Mesh2d(meshes.add(mesh_of(&Triangles::default()))),
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
    canvas.beams.clear();
}

fn upload_canvas(
    canvas: Res<Canvas>,
    (pixel, palette): (Res<PixelSize>, Res<Palette>),
    layers: Query<(&CanvasLayer, &Mesh2d)>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut triangles: Local<Triangles>,
) {
    for (layer, handle) in &layers {
        let painter = match layer {
            CanvasLayer::Behind => &canvas.behind,
            CanvasLayer::Front => &canvas.front,
            CanvasLayer::Beams => &canvas.beams,
        };
        triangles.refill(painter, pixel.0, |tint| palette.resolve(tint));
        if let Some(mut mesh) = meshes.get_mut(&handle.0) {
            fill(&mut mesh, &triangles);
        }
    }
}
