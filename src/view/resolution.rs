//! The resolution of the level, and the size of its pixels. Where it is lower than the window's, the level is drawn into an
//! image, which a second camera shows behind the texts.

use bevy::camera::visibility::RenderLayers;
use bevy::camera::{ImageRenderTarget, RenderTarget};
use bevy::prelude::*;
use bevy::render::render_resource::TextureFormat;
use bevy::window::{PrimaryWindow, WindowRef};

use crate::view::camera::{GameCamera, tile_pixels};
use crate::view::canvas::painting::PixelSize;
use crate::view::frame::schedule::{PaintSystems, ViewSystems};
use hairline_sim::colliders::Colliders;

/// The level's pixels for each pixel of the window, to each side.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Resolution(pub f32);

impl Default for Resolution {
    fn default() -> Self {
        Self(1.0)
    }
}

/// The camera of the window and the node with the image, while there is one.
#[derive(Component, Clone, Copy, Debug)]
struct Enlarger;

pub fn plugin(app: &mut App) {
    app.init_resource::<Resolution>()
        .add_systems(Update, choose_target.before(ViewSystems))
        .add_systems(Update, measure_pixel.run_if(resource_exists::<Colliders>).before(PaintSystems::DetectLevel));
}

fn choose_target(
    resolution: Res<Resolution>,
    window: Single<&Window, With<PrimaryWindow>>,
    camera: Single<(Entity, &mut RenderTarget), With<GameCamera>>,
    enlargers: Query<Entity, With<Enlarger>>,
    mut drawn: Local<Option<(UVec2, f32)>>,
    mut images: ResMut<Assets<Image>>,
    mut commands: Commands,
) {
    let size = (window.physical_size().as_vec2() * resolution.0).round().as_uvec2().max(UVec2::ONE);
    let wanted = (resolution.0 < 1.0).then_some((size, window.scale_factor() * resolution.0));
    if *drawn == wanted {
        return;
    }
    *drawn = wanted;
    enlargers.iter().for_each(|enlarger| commands.entity(enlarger).despawn());
    let (camera, mut target) = camera.into_inner();
    let Some((size, scale_factor)) = wanted else {
        *target = RenderTarget::Window(WindowRef::Primary);
        commands.entity(camera).insert(IsDefaultUiCamera);
        return;
    };
    let handle = images.add(Image::new_target_texture(size.x, size.y, TextureFormat::Rgba8UnormSrgb, None));
    *target = RenderTarget::Image(ImageRenderTarget { handle: handle.clone(), scale_factor });
    commands.entity(camera).remove::<IsDefaultUiCamera>();
    let after_the_level = Camera { order: 1, ..default() };
    commands.spawn((Enlarger, Camera2d, after_the_level, IsDefaultUiCamera, Msaa::Off, RenderLayers::none()));
    let node = Node { position_type: PositionType::Absolute, width: percent(100), height: percent(100), ..default() };
    commands.spawn((Enlarger, node, ImageNode::new(handle), GlobalZIndex(i32::MIN), Pickable::IGNORE));
}

/// Tells the canvas how large a pixel is, before anything of a new level is painted.
fn measure_pixel(
    window: Single<&Window, With<PrimaryWindow>>,
    colliders: Res<Colliders>,
    resolution: Res<Resolution>,
    mut pixel: ResMut<PixelSize>,
) {
    let tile = tile_pixels(window.size(), colliders.terrain().size().as_vec2());
    let tile = tile * window.scale_factor() * resolution.0;
    if tile > 0.0 {
        pixel.set_if_neq(PixelSize(1.0 / tile));
    }
}
