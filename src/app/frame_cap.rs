//! The limit of frames a second. It waits after a frame was handed to the screen and before the next one reads the devices, so
//! that no press is shown later for it.

use std::thread;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::render::{Extract, ExtractSchedule, Render, RenderApp, RenderSystems};

use hairline_profile::settings::Settings;

/// The most frames a second; 0 for no limit.
#[derive(Resource, Default)]
struct FrameCap(u16);

pub fn plugin(app: &mut App) {
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        render
            .init_resource::<FrameCap>()
            .add_systems(ExtractSchedule, read_cap)
            .add_systems(Render, wait.in_set(RenderSystems::PostCleanup));
    }
}

fn read_cap(settings: Extract<Res<Settings>>, mut cap: ResMut<FrameCap>) {
    cap.0 = settings.picture.frame_cap;
}

fn wait(cap: Res<FrameCap>, mut due: Local<Option<Instant>>) {
    let now = Instant::now();
    *due = next_due(cap.0, *due, now);
    if let Some(due) = *due {
        thread::sleep(due.saturating_duration_since(now));
    }
}

/// When the next frame may begin, by when this one was to begin. A late frame does not shorten the next intervals.
fn next_due(cap: u16, due: Option<Instant>, now: Instant) -> Option<Instant> {
    let interval = Duration::from_secs(1).checked_div(u32::from(cap))?;
    Some(due.map_or(now, |due| (due + interval).max(now)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_due_at_even_intervals_and_late_ones_hurry_nothing() {
        let start = Instant::now();
        let after = |milliseconds| start + Duration::from_millis(milliseconds);
        assert_eq!(next_due(0, Some(start), start), None, "no limit");
        assert_eq!(next_due(50, None, start), Some(start));
        assert_eq!(next_due(50, Some(start), after(3)), Some(after(20)));
        assert_eq!(next_due(50, Some(start), after(90)), Some(after(90)));
    }
}
