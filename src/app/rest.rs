//! Rest: while time stands still, or the window is in the background, the game sleeps until something happens, and draws only then.

use std::time::Duration;

use bevy::ecs::system::NonSendMarker;
use bevy::input::gamepad::RawGamepadEvent;
use bevy::prelude::*;
use bevy::window::{RequestRedraw, WindowEvent, WindowOccluded};
use bevy::winit::{UpdateMode, WINIT_WINDOWS, WinitSettings};

use crate::audio::IsWindowFocused;
use hairline_profile::settings::Settings;

/// Pages, notices and sounds settle within this time after the last event.
const SETTLE: Duration = Duration::from_secs(1);
/// A resting game looks around this often: for a file that changed, a save that failed, a window that was uncovered.
const LOOK: Duration = Duration::from_secs(1);
/// Gamepads do not wake a program: while one may be used, they are read this often.
const PAD: Duration = Duration::from_millis(16);

pub fn plugin(app: &mut App) {
    app.init_resource::<Rest>()
        .init_resource::<WinitSettings>()
        .add_systems(First, let_cameras_draw)
        .add_systems(Last, rest);
}

/// Times are those of `Time<Real>`.
#[derive(Resource, Debug, Default)]
struct Rest {
    awake_until: Duration,
    drawn_at: Duration,
    is_occluded: bool,
}

impl Rest {
    /// How the game goes on, and whether this frame is due to be drawn.
    fn after_frame(&mut self, now: Duration, is_busy: bool, has_pads: bool) -> (UpdateMode, bool) {
        if is_busy {
            self.awake_until = now + SETTLE;
        }
        if now < self.awake_until {
            self.drawn_at = now;
            return (UpdateMode::Continuous, true);
        }
        let is_drawn = now >= self.drawn_at + LOOK;
        if is_drawn {
            self.drawn_at = now;
        }
        let wait = if has_pads { PAD } else { LOOK };
        (
            UpdateMode::Reactive {
                wait,
                react_to_device_events: false,
                react_to_user_events: true,
                react_to_window_events: true,
            },
            is_drawn,
        )
    }
}

/// A frame that is not drawn keeps its cameras until its end: pointers find the entries through them.
fn let_cameras_draw(mut cameras: Query<&mut Camera>) {
    for mut camera in &mut cameras {
        camera.is_active = true;
    }
}

fn rest(
    (mut events, mut pads): (MessageReader<WindowEvent>, MessageReader<RawGamepadEvent>),
    mut requests: MessageReader<RequestRedraw>,
    mut occlusions: MessageReader<WindowOccluded>,
    (real, play): (Res<Time<Real>>, Res<Time<Virtual>>),
    is_focused: Res<IsWindowFocused>,
    settings: Res<Settings>,
    gamepads: Query<(), With<Gamepad>>,
    mut rest: ResMut<Rest>,
    mut winit: ResMut<WinitSettings>,
    mut cameras: Query<&mut Camera>,
    _: NonSendMarker,
) {
    let has_pads = !gamepads.is_empty() && (is_focused.0 || settings.controls.pad_in_background);
    let is_moving = !play.is_paused() && (is_focused.0 || has_pads);
    let has_event = events.read().count() + pads.read().count() + requests.read().count() > 0;
    rest.is_occluded = occlusions.read().last().map_or(rest.is_occluded, |occlusion| occlusion.occluded);
    let (mode, is_due) = rest.after_frame(real.elapsed(), is_moving || has_event, has_pads);
    (winit.focused_mode, winit.unfocused_mode) = (mode, mode);
    let is_hidden = is_due && mode != UpdateMode::Continuous && (rest.is_occluded || is_minimized());
    if !is_due || is_hidden {
        for mut camera in &mut cameras {
            camera.is_active = false;
        }
    }
}

/// Whether the window is minimized, where the desktop tells.
fn is_minimized() -> bool {
    WINIT_WINDOWS.with_borrow(|all| all.windows.values().any(|window| window.is_minimized() == Some(true)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// The updates and the drawn frames of a minute, where each update that nothing demands waits as long as it may.
    fn minute(has_pads: bool) -> (usize, usize) {
        let mut rest = Rest::default();
        let (mut now, mut updates, mut drawn) = (SETTLE, 0, 0);
        while now < SETTLE + 60 * SECOND {
            let (mode, is_drawn) = rest.after_frame(now, false, has_pads);
            updates += 1;
            drawn += usize::from(is_drawn);
            now += match mode {
                UpdateMode::Continuous => SECOND / 60,
                UpdateMode::Reactive { wait, .. } => wait,
            };
        }
        (updates, drawn)
    }

    #[test]
    fn a_game_at_rest_looks_around_once_a_second() {
        assert_eq!(minute(false), (60, 60));
        let (updates, drawn) = minute(true);
        assert!(updates > 3_600 && drawn <= 60, "pads are read as often as in play: {updates}, {drawn}");
    }

    #[test]
    fn what_happens_is_drawn_at_once_and_until_it_has_settled() {
        let mut rest = Rest::default();
        let mut is_drawn = |milliseconds, is_busy| {
            rest.after_frame(10 * SECOND + Duration::from_millis(milliseconds), is_busy, false).1
        };
        assert!(is_drawn(0, true));
        assert!(is_drawn(990, false));
        assert!(!is_drawn(1_010, false));
        assert!(is_drawn(1_020, true));
    }
}
