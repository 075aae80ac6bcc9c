//! Shapes on the screen: their material, and pictures that stand still.

use bevy::asset::{AssetPath, RenderAssetUsages, embedded_asset, embedded_path};
use bevy::mesh::{Indices, MeshVertexBufferLayoutRef, PrimitiveTopology, VertexAttributeValues};
use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy::render::render_resource::{AsBindGroup, BlendState, RenderPipelineDescriptor, SpecializedMeshPipelineError};
use bevy::shader::ShaderRef;
use bevy::sprite_render::{AlphaMode2d, Material2d, Material2dKey, Material2dPlugin};

use super::palette::Palette;
use crate::view::frame::schedule::PaintSystems;
use hairline_painter::mesh::Triangles;
use hairline_painter::painter::Painter;

/// The material of all shapes.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
pub struct Paint {
    /// Multiplies the colors of the shapes.
    #[uniform(0)]
    pub color: LinearRgba,
}

impl Material2d for Paint {
    fn vertex_shader() -> ShaderRef {
        shader()
    }

    fn fragment_shader() -> ShaderRef {
        shader()
    }

    fn alpha_mode(&self) -> AlphaMode2d {
        AlphaMode2d::Blend
    }

    /// Colors are multiplied by their opacity already.
    fn specialize(
        descriptor: &mut RenderPipelineDescriptor,
        _: &MeshVertexBufferLayoutRef,
        _: Material2dKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        let targets = descriptor.fragment.iter_mut().flat_map(|fragment| &mut fragment.targets).flatten();
        targets.for_each(|target| target.blend = Some(BlendState::PREMULTIPLIED_ALPHA_BLENDING));
        Ok(())
    }
}

fn shader() -> ShaderRef {
    AssetPath::from_path_buf(embedded_path!("paint.wgsl")).with_source("embedded").into()
}

/// The material of shapes in their own colors.
#[derive(Resource, Clone, Debug)]
pub struct OwnColors(pub Handle<Paint>);

/// The width of a pixel in tiles.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct PixelSize(pub f32);

impl Default for PixelSize {
    /// For a level of one screen at 1280 × 800.
    fn default() -> Self {
        Self(1.0 / 30.0)
    }
}

/// A picture that stands still. It is drawn when it is spawned, and again for pixels of another size.
#[derive(Component, Debug)]
#[require(Mesh2d, Transform)]
pub struct Painting(pub Painter);

pub fn plugin(app: &mut App) {
    embedded_asset!(app, "paint.wgsl");
    app.add_plugins(Material2dPlugin::<Paint>::default())
        .init_resource::<PixelSize>()
        .add_systems(PreStartup, make_material)
        .add_systems(Update, draw_paintings.after(PaintSystems::BuildLevel).before(PaintSystems::Clear));
}

fn make_material(mut commands: Commands, mut materials: ResMut<Assets<Paint>>) {
    commands.insert_resource(OwnColors(materials.add(Paint { color: LinearRgba::WHITE })));
}

fn draw_paintings(
    (palette, pixel): (Res<Palette>, Res<PixelSize>),
    mut paintings: Query<(Ref<Painting>, &mut Mesh2d)>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut triangles: Local<Triangles>,
) {
    for (painting, mut mesh) in &mut paintings {
        if painting.is_added() || pixel.is_changed() {
            triangles.refill(&painting.0, pixel.0, |tint| palette.resolve(tint));
            if let Some(mut mesh) = meshes.get_mut(&mesh.0) {
                fill(&mut mesh, &triangles);
            } else {
                mesh.0 = meshes.add(mesh_of(&triangles));
            }
        }
    }
}

/// A mesh of triangles.
pub(in crate::view) fn mesh_of(triangles: &Triangles) -> Mesh {
    let mut mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default());
    fill(&mut mesh, triangles);
    mesh
}

/// Copies triangles into a mesh, reusing the mesh's memory.
pub(in crate::view) fn fill(mesh: &mut Mesh, triangles: &Triangles) {
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
