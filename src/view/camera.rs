//! The one camera. A level of up to one screen is shown whole in any window; in a larger one the camera follows the ninja.

use bevy::math::ops;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use hairline_sim::colliders::Colliders;

use crate::view::effects::{ShakeOffset, ShakeSystems};
use crate::view::frame::level_picture::NewLevel;
use crate::view::frame::schedule::PaintSystems;
use crate::view::ninja::DrawnNinja;

/// The most cells that are shown at once when a level is larger.
pub const SCREEN_CELLS: Vec2 = Vec2::new(42.0, 23.0);
/// The fewest cells that are shown at once, so that a tiny level is not blown up.
const CELLS_MIN: Vec2 = Vec2::new(22.0, 12.0);
/// Time constant of following, in seconds.
const FOLLOW_SECONDS: f32 = 0.16;

/// The camera that everything is drawn with, screens included.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct GameCamera;

/// A frame on a page, in which the level is shown instead of over the whole window: its size in logical pixels.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct PictureFrame(pub Option<Vec2>);

/// Logical pixels above the HUD's lower strip that the level leaves free for something else.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct LowerRoom(pub f32);

/// What the level has to fit into, in logical pixels: its size, and the heights of the HUD's strips at the top and at the bottom of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    pub size: Vec2,
    pub bars: Vec2,
}

impl Area {
    /// A whole window.
    pub fn of_window(size: Vec2) -> Self {
        Self { size, bars: bars(size) }
    }

    /// The frame on the page, which has no HUD, or the window.
    pub fn of(frame: PictureFrame, window: &Window) -> Self {
        frame.0.map_or_else(|| Self::of_window(window.size()), |size| Self { size, bars: Vec2::ZERO })
    }

    /// The same, with some more room left free below.
    fn with_lower_room(self, room: LowerRoom) -> Self {
        Self { bars: self.bars + Vec2::new(0.0, room.0), ..self }
    }

    /// The part that the strips leave free.
    fn free(self) -> Vec2 {
        Vec2::new(self.size.x, self.size.y - self.bars.x - self.bars.y).max(Vec2::ONE)
    }
}

/// Where the level lies in its area. Coordinates there are logical pixels.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Framing {
    /// Pixels that one tile takes.
    pub tile_pixels: f32,
    /// The point of the level at the center of the area's free part.
    pub center: Vec2,
    /// Heights in pixels of the HUD strips at the top and at the bottom, with what else is left free there.
    pub bars: Vec2,
    /// Whether the level extends under these strips, so that they must be opaque.
    pub is_under_bars: bool,
}

/// The heights in pixels of the strips above and below the level.
pub fn bars(window: Vec2) -> Vec2 {
    let unit = window.min_element() / 100.0;
    Vec2::new((5.6 * unit).max(26.0), (4.4 * unit).max(22.0))
}

/// Pixels per tile, so that the level (or a screenful of it) fits between the bars.
pub fn tile_pixels(area: Area, level: Vec2) -> f32 {
    (area.free() / level.clamp(CELLS_MIN, SCREEN_CELLS)).min_element()
}

/// The framing of a level around the point `target`, showing no more outside of the level than necessary.
pub fn frame(area: Area, level: Vec2, target: Vec2) -> Framing {
    let bars = area.bars;
    let tile_pixels = tile_pixels(area, level);
    let half = area.free() * 0.5 / tile_pixels;
    let axis = |level: f32, half: f32, target: f32| {
        // With a tolerance: rounding must not make a level that fits exactly wobble.
        if level <= 2.0 * half + 1e-3 { level * 0.5 } else { target.clamp(half, level - half) }
    };
    let center = Vec2::new(axis(level.x, half.x, target.x), axis(level.y, half.y, target.y));
    let is_under_bars = level.y > 2.0 * half.y + 1e-3;
    Framing { tile_pixels, center, bars, is_under_bars }
}

impl Framing {
    /// The part of the level that the HUD's strips leave free, in a window of this size in logical pixels.
    pub fn seen_part(&self, window: Vec2) -> Rect {
        let free = Vec2::new(window.x, window.y - self.bars.x - self.bars.y);
        Rect::from_center_size(self.center, free / self.tile_pixels.max(1e-3))
    }

    /// The camera's position. It differs from `center`, since the bars differ in height.
    fn camera_position(&self) -> Vec2 {
        self.center + Vec2::new(0.0, (self.bars.x - self.bars.y) * 0.5 / self.tile_pixels)
    }
}

pub fn plugin(app: &mut App) {
    app.init_resource::<Framing>()
        .init_resource::<PictureFrame>()
        .init_resource::<LowerRoom>()
        .add_systems(PreStartup, spawn_camera)
        .add_systems(
            Update,
            (follow_ninja.run_if(resource_exists::<Colliders>), place_camera)
                .chain()
                .after(ShakeSystems)
                .in_set(PaintSystems::Animate),
        );
}

/// Shapes have smooth edges and light of their own, so that nothing filters the picture.
fn spawn_camera(mut commands: Commands) {
    commands.spawn((GameCamera, IsDefaultUiCamera, Camera2d, Msaa::Off));
}

/// Keeps the level in the window, and the ninja in view where the level is larger.
fn follow_ninja(
    (window, picture, room): (Single<&Window, With<PrimaryWindow>>, Res<PictureFrame>, Res<LowerRoom>),
    colliders: Res<Colliders>,
    ninja: DrawnNinja,
    new_level: Res<NewLevel>,
    time: Res<Time<Real>>,
    mut framing: ResMut<Framing>,
) {
    let target = ninja.position().unwrap_or(framing.center);
    let area = Area::of(*picture, &window).with_lower_room(*room);
    let wanted = frame(area, colliders.terrain().size().as_vec2(), target);
    let is_cut = new_level.0
        || wanted.tile_pixels != framing.tile_pixels
        || wanted.center.distance(framing.center) > SCREEN_CELLS.x * 0.5;
    let share = if is_cut { 1.0 } else { 1.0 - ops::exp(-time.delta_secs() / FOLLOW_SECONDS) };
    let next = Framing { center: framing.center.lerp(wanted.center, share), ..wanted };
    framing.set_if_neq(next);
}

fn place_camera(
    framing: Res<Framing>,
    shake: Res<ShakeOffset>,
    camera: Single<(&mut Transform, &mut Projection), With<GameCamera>>,
) {
    if framing.tile_pixels == 0.0 {
        return;
    }
    let (mut transform, mut projection) = camera.into_inner();
    let at = (framing.camera_position() + shake.0).extend(transform.translation.z);
    if transform.translation != at {
        transform.translation = at;
    }
    let scale = 1.0 / framing.tile_pixels;
    if let Projection::Orthographic(orthographic) = projection.bypass_change_detection()
        && orthographic.scale != scale
    {
        orthographic.scale = scale;
        projection.set_changed();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The window's free part in the level's coordinates.
    fn visible(window: Vec2, framing: Framing) -> Rect {
        let free = Vec2::new(window.x, window.y - framing.bars.x - framing.bars.y);
        Rect::from_center_size(framing.center, free / framing.tile_pixels)
    }

    const WINDOWS: [(f32, f32); 8] = [
        (1280.0, 800.0),
        (1920.0, 1080.0),
        (2560.0, 1080.0),
        (3440.0, 1440.0),
        (800.0, 600.0),
        (600.0, 1000.0),
        (320.0, 240.0),
        (200.0, 900.0),
    ];

    #[test]
    fn a_level_of_one_screen_is_never_cropped() {
        for (width, height) in WINDOWS {
            for level in [SCREEN_CELLS, Vec2::new(20.0, 23.0), Vec2::new(42.0, 8.0), Vec2::new(3.0, 3.0)] {
                let window = Vec2::new(width, height);
                let visible = visible(window, frame(Area::of_window(window), level, Vec2::ZERO)).inflate(1e-2);
                assert!(visible.contains(Vec2::ZERO) && visible.contains(level), "{level} in {window}: {visible:?}");
            }
        }
    }

    #[test]
    fn a_larger_level_is_followed_and_never_left() {
        let level = Vec2::new(90.0, 60.0);
        for (width, height) in WINDOWS {
            let window = Vec2::new(width, height);
            for target in [Vec2::ZERO, Vec2::new(45.0, 30.0), level, Vec2::new(0.0, 60.0)] {
                let visible = visible(window, frame(Area::of_window(window), level, target));
                assert!(visible.inflate(1e-2).contains(target), "{target} in {window}: {visible:?}");
                let whole = Rect::from_corners(Vec2::ZERO, level).inflate(1e-2);
                let fits_x = visible.width() > level.x;
                let fits_y = visible.height() > level.y;
                assert!(fits_x || (whole.min.x <= visible.min.x && visible.max.x <= whole.max.x), "{visible:?}");
                assert!(fits_y || (whole.min.y <= visible.min.y && visible.max.y <= whole.max.y), "{visible:?}");
            }
        }
    }

    #[test]
    fn the_hud_strips_lie_outside_of_the_level() {
        let window = Vec2::new(1280.0, 800.0);
        let framing = frame(Area::of_window(window), SCREEN_CELLS, Vec2::ZERO);
        let to_window = |y: f32| window.y * 0.5 - (y - framing.camera_position().y) * framing.tile_pixels;
        assert!(to_window(SCREEN_CELLS.y) >= framing.bars.x - 0.1);
        assert!(to_window(0.0) <= window.y - framing.bars.y + 0.1);
    }
}
