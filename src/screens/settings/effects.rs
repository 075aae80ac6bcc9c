//! The effects of the settings: each change acts in the next frame, and is saved.

use std::time::Duration;

use bevy::input::keyboard::KeyboardInput;
use bevy::prelude::*;
use bevy::window::{Monitor, MonitorSelection, PresentMode, PrimaryWindow, WindowMode, WindowResized};

use crate::screens::menus::theme::TextScale;
use crate::view::Presentation;
use hairline_profile::settings::{Settings, WindowKind};
use hairline_profile::store::ProfileStore;

pub(in crate::screens) const MUTE_KEY: KeyCode = KeyCode::KeyM;
/// How long nothing changes before the settings are written.
const SAVE_DELAY: Duration = Duration::from_millis(500);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Presentation>()
        .add_systems(PreStartup, (read_profile, fit_to_screen).chain())
        .add_systems(
            PreUpdate,
            (note_window_size, toggle_sound, save_changes, (apply_to_picture, apply_to_window)).chain(),
        )
        .add_systems(Update, toggle_fullscreen);
}

fn read_profile(store: Res<ProfileStore>, mut settings: ResMut<Settings>) {
    settings.clone_from(&store.profile().settings);
}

/// A window that is larger than the largest screen gets nine tenths of it: a frame and a bar of the desktop fit beside it.
fn fit_to_screen(monitors: Query<&Monitor>, mut settings: ResMut<Settings>) {
    let logical = |monitor: &Monitor| monitor.physical_size().as_dvec2() / monitor.scale_factor.max(1.0);
    let screens = monitors.iter().map(logical).filter(|screen| screen.min_element() >= 1.0);
    let Some(screen) = screens.max_by(|a, b| a.element_product().total_cmp(&b.element_product())) else { return };
    let (width, height) = settings.picture.window_size;
    if f64::from(width) > screen.x || f64::from(height) > screen.y {
        let room = (0.9 * screen).as_uvec2();
        settings.picture.window_size = (width.min(room.x), height.min(room.y));
        *settings = settings.clone().clamped();
    }
}

/// A window keeps the size that the player gives it.
fn note_window_size(mut resizes: MessageReader<WindowResized>, mut settings: ResMut<Settings>) {
    // A window that is minimized has no size on some systems.
    let size = resizes.read().last().map(|resize| (resize.width as u32, resize.height as u32));
    let Some(size) = size.filter(|size| size.0 > 0 && size.1 > 0) else { return };
    if settings.picture.window == WindowKind::Window && settings.picture.window_size != size {
        settings.picture.window_size = size;
        *settings = settings.clone().clamped();
    }
}

/// The key that mutes works everywhere. Each press counts, whatever else is pressed or set in its frame.
fn toggle_sound(mut keys: MessageReader<KeyboardInput>, mut settings: ResMut<Settings>) {
    let presses = keys.read().filter(|key| key.key_code == MUTE_KEY && key.state.is_pressed() && !key.repeat).count();
    if presses % 2 == 1 {
        settings.sound.enabled = !settings.sound.enabled;
    }
}

/// The profile learns of a change at once, and is written when nothing has changed for a moment: a slider or a window that is
/// dragged changes in every frame. A lost focus and the end of the game write it, too.
fn save_changes(
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    mut store: ResMut<ProfileStore>,
    mut changed_at: Local<Option<Duration>>,
) {
    if settings.is_changed() && store.profile().settings != *settings {
        store.set(&settings);
        *changed_at = Some(time.elapsed());
    }
    if changed_at.is_some_and(|at| time.elapsed() - at >= SAVE_DELAY) {
        *changed_at = None;
        store.save();
    }
}

fn share(percent: u8) -> f32 {
    f32::from(percent) / 100.0
}

fn apply_to_picture(
    settings: Res<Settings>,
    mut presentation: ResMut<Presentation>,
    mut text_scale: ResMut<TextScale>,
) {
    if !settings.is_changed() {
        return;
    }
    let picture = &settings.picture;
    presentation.set_if_neq(Presentation {
        palette: picture.palette,
        shake: share(picture.shake),
        hit_stop: share(picture.hit_stop),
        particles: share(picture.particles),
        glow: share(picture.bloom),
        darkness: share(picture.darkness),
        flashes: !picture.reduce_flashes,
        focus: presentation.focus,
        hud_size: share(picture.hud_size),
        clock: picture.show_clock,
        frame_rate: picture.show_frame_rate,
        hud: presentation.hud,
    });
    text_scale.set_if_neq(TextScale(share(picture.text_size)));
}

pub fn window_mode(kind: WindowKind) -> WindowMode {
    match kind {
        WindowKind::Window => WindowMode::Windowed,
        WindowKind::Fullscreen => WindowMode::BorderlessFullscreen(MonitorSelection::Current),
    }
}

pub fn present_mode(vsync: bool) -> PresentMode {
    if vsync { PresentMode::AutoVsync } else { PresentMode::AutoNoVsync }
}

fn apply_to_window(settings: Res<Settings>, mut windows: Query<&mut Window, With<PrimaryWindow>>) {
    if !settings.is_changed() {
        return;
    }
    let picture = &settings.picture;
    for mut window in &mut windows {
        let mode = window_mode(picture.window);
        // A window that is written to is changed, whether it is or not.
        if window.mode != mode {
            window.mode = mode;
        }
        let present_mode = present_mode(picture.vsync);
        if window.present_mode != present_mode {
            window.present_mode = present_mode;
        }
        let (width, height) = picture.window_size;
        if mode == WindowMode::Windowed && window.size().as_uvec2() != UVec2::new(width, height) {
            window.resolution.set(width as f32, height as f32);
        }
    }
}

fn toggle_fullscreen(keys: Option<Res<ButtonInput<KeyCode>>>, mut settings: ResMut<Settings>) {
    if keys.is_some_and(|keys| keys.just_pressed(KeyCode::F11)) {
        settings.picture.window = match settings.picture.window {
            WindowKind::Window => WindowKind::Fullscreen,
            WindowKind::Fullscreen => WindowKind::Window,
        };
    }
}
