//! The resolution of the level, and the size of its pixels. Where it is lower than the window's, the level is drawn into an
//! image, which a second camera shows behind the texts. Where a page has a frame for it, the image is shown there.

use bevy::camera::visibility::RenderLayers;
use bevy::camera::{ImageRenderTarget, RenderTarget};
use bevy::prelude::*;
use bevy::render::render_resource::TextureFormat;
use bevy::window::{PrimaryWindow, WindowRef};

use crate::view::camera::{Area, GameCamera, PictureFrame, tile_pixels};
use crate::view::canvas::painting::PixelSize;
use crate::view::frame::schedule::{PaintSystems, ViewSystems};
use hairline_sim::colliders::Colliders;

/// The level's pixels for each pixel of the window, to each side. A frame on a page has all of them: it is small.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Resolution(pub f32);

impl Default for Resolution {
    fn default() -> Self {
        Self(1.0)
    }
}

impl Resolution {
    fn within(self, frame: PictureFrame) -> f32 {
        if frame.0.is_some() { 1.0 } else { self.0 }
    }
}

/// Shows the level's image within a page that has a frame for it.
#[derive(Component, Clone, Copy, Debug, Default)]
#[require(ImageNode)]
pub struct FramedPicture;

/// The camera of the window and the node with the image, while there is one.
#[derive(Component, Clone, Copy, Debug)]
struct Enlarger;

/// How the level is drawn into an image.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Target {
    size: UVec2,
    scale_factor: f32,
    is_framed: bool,
}

pub fn plugin(app: &mut App) {
    app.init_resource::<Resolution>()
        .init_resource::<PictureFrame>()
        .add_systems(Update, choose_target.before(ViewSystems))
        .add_systems(Update, measure_pixel.run_if(resource_exists::<Colliders>).before(PaintSystems::DetectLevel));
}

fn choose_target(
    (resolution, frame): (Res<Resolution>, Res<PictureFrame>),
    window: Single<&Window, With<PrimaryWindow>>,
    camera: Single<(Entity, &mut RenderTarget), With<GameCamera>>,
    enlargers: Query<Entity, With<Enlarger>>,
    mut framed: Query<&mut ImageNode, With<FramedPicture>>,
    mut drawn: Local<Option<Target>>,
    mut images: ResMut<Assets<Image>>,
    mut commands: Commands,
) {
    let scale = resolution.within(*frame);
    let (logical, scale_factor) = (frame.0.unwrap_or(window.size()), window.scale_factor());
    let size = (logical * scale_factor * scale).round().as_uvec2().max(UVec2::ONE);
    let is_framed = frame.0.is_some();
    let target = Target { size, scale_factor: scale_factor * scale, is_framed };
    let wanted = (is_framed || scale < 1.0).then_some(target);
    if *drawn == wanted {
        return;
    }
    *drawn = wanted;
    enlargers.iter().for_each(|enlarger| commands.entity(enlarger).despawn());
    let (camera, mut target) = camera.into_inner();
    let Some(Target { size, scale_factor, is_framed }) = wanted else {
        *target = RenderTarget::Window(WindowRef::Primary);
        commands.entity(camera).insert(IsDefaultUiCamera);
        return;
    };
    let handle = images.add(Image::new_target_texture(size.x, size.y, TextureFormat::Rgba8UnormSrgb, None));
    *target = RenderTarget::Image(ImageRenderTarget { handle: handle.clone(), scale_factor });
    commands.entity(camera).remove::<IsDefaultUiCamera>();
    let after_the_level = Camera { order: 1, ..default() };
    commands.spawn((Enlarger, Camera2d, after_the_level, IsDefaultUiCamera, Msaa::Off, RenderLayers::none()));
    if is_framed {
        framed.iter_mut().for_each(|mut node| node.image = handle.clone());
        return;
    }
    let node = Node { position_type: PositionType::Absolute, width: percent(100), height: percent(100), ..default() };
    commands.spawn((Enlarger, node, ImageNode::new(handle), GlobalZIndex(i32::MIN), Pickable::IGNORE));
}

/// Tells the canvas how large a pixel is, before anything of a new level is painted.
fn measure_pixel(
    window: Single<&Window, With<PrimaryWindow>>,
    colliders: Res<Colliders>,
    (resolution, frame): (Res<Resolution>, Res<PictureFrame>),
    mut pixel: ResMut<PixelSize>,
) {
    let tile = tile_pixels(Area::of(*frame, &window), colliders.terrain().size().as_vec2());
    let tile = tile * window.scale_factor() * resolution.within(*frame);
    if tile > 0.0 {
        pixel.set_if_neq(PixelSize(1.0 / tile));
    }
}
