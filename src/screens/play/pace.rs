//! Keeps frames on time: where they come late for a while, the level is drawn with fewer pixels, until the window changes.

use bevy::prelude::*;
use bevy::window::{Monitor, PrimaryWindow};

use crate::screens::Pause;
use crate::screens::progress::Notices;
use crate::screens::words::Words;
use crate::view::resolution::Resolution;
use hairline_profile::settings::{self, Settings};

/// The resolutions, from all pixels to half of them to each side.
const STEPS: [f32; 3] = [1.0, 0.75, 0.5];
/// Seconds of play that are judged together.
const JUDGED_SECONDS: f32 = 3.0;
/// A frame is late if it takes longer than this many intervals.
const LATE: f32 = 1.3;
/// Nobody needs frames more often than this, in hertz.
const RATE_MAX: f32 = 60.0;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Resolution>().add_systems(PreUpdate, choose_resolution);
}

/// The frames since the last judgement.
#[derive(Clone, Copy, Debug, Default)]
struct Pace {
    seconds: f32,
    frames: u32,
    late: u32,
}

impl Pace {
    /// Takes in a frame. Returns whether most of the frames of some seconds came late.
    fn note(&mut self, seconds: f32, interval: f32) -> bool {
        self.frames += 1;
        self.late += u32::from(seconds > LATE * interval);
        // A single frame that takes long, as when a window is moved, says little.
        self.seconds += seconds.min(0.2);
        let is_late = 2 * self.late > self.frames;
        self.seconds >= JUDGED_SECONDS && {
            *self = Self::default();
            is_late
        }
    }
}

fn choose_resolution(
    settings: Res<Settings>,
    pause: Option<Res<State<Pause>>>,
    window: Single<&Window, With<PrimaryWindow>>,
    monitors: Query<&Monitor>,
    time: Res<Time<Real>>,
    (mut pace, mut step, mut size): (Local<Pace>, Local<usize>, Local<UVec2>),
    mut resolution: ResMut<Resolution>,
    (words, mut notices): (Res<Words>, ResMut<Notices>),
) {
    if *size != window.physical_size() {
        *size = window.physical_size();
        (*pace, *step) = (Pace::default(), 0);
    }
    let is_played = window.focused && pause.is_some_and(|pause| *pause.get() == Pause::Running);
    if settings.picture.resolution == settings::Resolution::Auto && is_played {
        let rates = monitors.iter().filter_map(|monitor| monitor.refresh_rate_millihertz);
        let screen = rates.min().map_or(RATE_MAX, |rate| rate as f32 / 1e3);
        let cap = if settings.picture.frame_cap == 0 { RATE_MAX } else { f32::from(settings.picture.frame_cap) };
        let is_late = pace.note(time.delta_secs(), 1.0 / RATE_MAX.min(screen).min(cap));
        if is_late && *step + 1 < STEPS.len() {
            *step += 1;
            let notice = words.get("notice-resolution");
            if !notices.0.contains(&notice) {
                notices.0.push(notice);
            }
        }
    }
    resolution.set_if_neq(Resolution(match settings.picture.resolution {
        settings::Resolution::Auto => STEPS[*step],
        settings::Resolution::Full => 1.0,
        settings::Resolution::Half => 0.5,
    }));
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bevy::time::TimeUpdateStrategy;

    use super::*;

    const INTERVAL: f32 = 1.0 / 60.0;

    /// How often three minutes of frames of these lengths, in turn, are judged late.
    fn late(lengths: &[f32]) -> usize {
        let mut pace = Pace::default();
        let mut seconds = 0.0;
        let frames = lengths.iter().cycle().take_while(|length| {
            seconds += **length;
            seconds < 180.0
        });
        frames.filter(|length| pace.note(**length, INTERVAL)).count()
    }

    #[test]
    fn frames_on_time_and_single_late_ones_change_nothing() {
        assert_eq!(late(&[INTERVAL]), 0);
        assert_eq!(late(&[INTERVAL, INTERVAL, 2.0 * INTERVAL]), 0);
        assert_eq!(late(&[INTERVAL * 0.5; 60]), 0);
        assert_eq!(late(&[&[INTERVAL; 100][..], &[5.0]].concat()), 0, "a window that is moved");
    }

    #[test]
    fn late_frames_are_judged_after_three_seconds() {
        let mut pace = Pace::default();
        let frames = (1..).find(|_| pace.note(2.0 * INTERVAL, INTERVAL)).expect("they are late");
        assert!((89..=91).contains(&frames), "{frames}");
        assert!(late(&[2.0 * INTERVAL, 2.0 * INTERVAL, INTERVAL]) > 50);
    }

    /// A game in play.
    fn played() -> App {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, plugin)).insert_resource(State::new(Pause::Running));
        app.init_resource::<Settings>().init_resource::<Words>().init_resource::<Notices>();
        app.world_mut().spawn((Window { focused: true, ..default() }, PrimaryWindow));
        app.update();
        app
    }

    /// Plays 5.5 seconds of so many frames each, so that at least 3 are judged together. Returns the resolution after them.
    fn play(app: &mut App, rate: f32) -> f32 {
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f32(1.0 / rate)));
        (0..(5.5 * rate) as u32).for_each(|_| app.update());
        app.world().resource::<Resolution>().0
    }

    fn enlarge(app: &mut App) {
        let mut windows = app.world_mut().query::<&mut Window>();
        windows.single_mut(app.world_mut()).expect("there is one").resolution.set_physical_resolution(3840, 2160);
    }

    #[test]
    fn late_frames_take_pixels_step_by_step_and_nothing_but_another_window_gives_them_back() {
        let mut app = played();
        assert_eq!(play(&mut app, 60.0), 1.0);
        assert_eq!(play(&mut app, 20.0), 0.75);
        // Frames that are on time now do not raise it: it would come down again.
        assert_eq!((play(&mut app, 60.0), play(&mut app, 240.0)), (0.75, 0.75));
        assert_eq!(play(&mut app, 20.0), 0.5);
        assert_eq!((play(&mut app, 5.0), play(&mut app, 5.0)), (0.5, 0.5), "half is the least");
        assert_eq!(app.world().resource::<Notices>().0.len(), 1, "one notice for all steps");
        enlarge(&mut app);
        assert_eq!(play(&mut app, 60.0), 1.0);
    }

    #[test]
    fn frames_of_a_paused_game_or_of_one_without_the_focus_are_not_judged() {
        let mut app = played();
        app.insert_resource(State::new(Pause::Paused));
        assert_eq!(play(&mut app, 1.0), 1.0);
        app.insert_resource(State::new(Pause::Running));
        let mut windows = app.world_mut().query::<&mut Window>();
        windows.single_mut(app.world_mut()).expect("there is one").focused = false;
        assert_eq!((play(&mut app, 1.0), play(&mut app, 20.0)), (1.0, 1.0));
    }

    #[test]
    fn a_player_who_chooses_a_resolution_keeps_it() {
        let mut app = played();
        for (choice, resolution) in [(settings::Resolution::Full, 1.0), (settings::Resolution::Half, 0.5)] {
            app.world_mut().resource_mut::<Settings>().picture.resolution = choice;
            assert_eq!((play(&mut app, 20.0), play(&mut app, 60.0)), (resolution, resolution));
        }
        assert!(app.world().resource::<Notices>().0.is_empty());
    }
}
