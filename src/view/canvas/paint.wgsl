// Triangles whose corners have colors that are multiplied by their opacity: what has an opacity of 0 adds its light.

#import bevy_sprite::mesh2d_functions::{get_world_from_local, mesh2d_position_local_to_clip}

struct Vertex {
    @builtin(instance_index) instance: u32,
    @location(0) position: vec3<f32>,
    @location(4) color: vec4<f32>,
}

struct Corner {
    @builtin(position) position: vec4<f32>,
    @location(0) color: vec4<f32>,
}

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> color: vec4<f32>;

@vertex
fn vertex(vertex: Vertex) -> Corner {
    let world_from_local = get_world_from_local(vertex.instance);
    return Corner(mesh2d_position_local_to_clip(world_from_local, vec4(vertex.position, 1.0)), vertex.color * color);
}

@fragment
fn fragment(corner: Corner) -> @location(0) vec4<f32> {
    return corner.color;
}
