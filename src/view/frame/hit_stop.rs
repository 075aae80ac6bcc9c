//! Hit-stop: when a run ends, by a death or through the exit, the picture stands still for an instant, so that the eye sees
//! what happened. The rules do not wait for it, and neither does the player: the next try begins when it would have begun,
//! and any press of the player's moves the picture on.

use bevy::prelude::*;

use super::level_picture::NewLevel;
use super::schedule::PaintSystems;
use crate::sim::run::Run;
use crate::sim::run::input::TickInput;
use crate::view::presentation::Presentation;

/// The longest that one picture stays, in seconds. No multiple of a frame at 60, 75, 120, 144 or 240 frames a second is near it, so
/// that frames of slightly different lengths do not change their number.
pub const HIT_STOP_SECONDS: f32 = 0.045;

/// Whether the picture stands still.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct HitStop(Option<Stop>);

#[derive(Clone, Copy, Debug, PartialEq)]
struct Stop {
    /// Seconds until the picture has to move on.
    left: f32,
    /// What was held when it began.
    input: TickInput,
    is_first_frame: bool,
}

impl HitStop {
    /// Whether this frame paints the picture that the next ones may hold: the last tick itself, with the ninja in it.
    pub fn begins(&self) -> bool {
        self.0.is_some_and(|stop| stop.is_first_frame)
    }

    /// Whether this frame shows the picture of an earlier one.
    pub fn holds(&self) -> bool {
        self.0.is_some_and(|stop| !stop.is_first_frame)
    }

    /// Goes on by a frame that came `seconds` after the one before it. The picture is released if the next frame, after as long
    /// again, would be too late for it.
    fn advance(&mut self, seconds: f32, input: TickInput) {
        let Some(mut stop) = self.0.take() else { return };
        stop.left -= seconds;
        stop.is_first_frame = false;
        let is_skipped = input.without(stop.input) != TickInput::NONE;
        self.0 = (stop.left >= seconds && !is_skipped).then_some(stop);
    }
}

/// Adds hit-stop. While the picture stands still, messages still become effects; they are seen when it moves on.
pub fn plugin(app: &mut App) {
    use PaintSystems::{Animate, Behind, Clear, Debug, Front, Obstacles, Over, Underlay, Upload};
    app.init_resource::<HitStop>()
        .configure_sets(
            Update,
            (Clear, Animate, Underlay, Obstacles, Behind, Front, Over, Debug, Upload)
                .run_if(|hit_stop: Res<HitStop>| !hit_stop.holds()),
        )
        .add_systems(Update, find_hit_stop.in_set(PaintSystems::Hold));
}

fn find_hit_stop(
    mut hit_stop: ResMut<HitStop>,
    mut was_running: Local<bool>,
    run: Option<Res<Run>>,
    input: Option<Res<TickInput>>,
    new_level: Res<NewLevel>,
    presentation: Res<Presentation>,
    time: Res<Time<Real>>,
) {
    let (Some(run), Some(input)) = (run, input) else { return *hit_stop = HitStop::default() };
    let has_ended = std::mem::replace(&mut *was_running, run.is_running()) && !run.is_running();
    let left = HIT_STOP_SECONDS * presentation.hit_stop.clamp(0.0, 1.0);
    if new_level.0 || run.is_running() {
        *hit_stop = HitStop::default();
    } else if has_ended && left > 0.0 {
        hit_stop.0 = Some(Stop { left, input: *input, is_first_frame: true });
    } else {
        hit_stop.advance(time.delta_secs(), *input);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bevy::time::TimeUpdateStrategy;

    use super::*;
    use crate::sim::run::Phase;
    use crate::view::frame::{level_picture, schedule};

    /// The frames painted.
    #[derive(Resource, Default)]
    struct Painted(u32);

    /// An app in the frame of a death, with a length of frames and a share of hit-stop.
    fn after_death(seconds: f32, hit_stop: f32) -> App {
        let mut app = App::new();
        app.add_plugins((bevy::time::TimePlugin, schedule::plugin, level_picture::plugin, plugin))
            .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f32(seconds)))
            .insert_resource(Presentation { hit_stop, ..default() })
            .init_resource::<TickInput>()
            .init_resource::<Run>()
            .init_resource::<Painted>()
            .add_systems(Update, (|mut painted: ResMut<Painted>| painted.0 += 1).in_set(PaintSystems::Upload));
        app.update();
        app.update();
        app.world_mut().resource_mut::<Run>().phase = Phase::Dead { ticks: 0 };
        app.update();
        assert_eq!(app.world().resource::<Painted>().0, 3, "the frame of the death is painted");
        app
    }

    /// The seconds that the frame of the death stays on the screen, `change` made after it.
    fn stays(seconds: f32, hit_stop: f32, change: fn(&mut World)) -> f32 {
        let mut app = after_death(seconds, hit_stop);
        change(app.world_mut());
        for frame in 1..1000 {
            app.update();
            if app.world().resource::<Painted>().0 > 3 {
                return frame as f32 * seconds;
            }
        }
        panic!("the picture stands still for ever");
    }

    #[test]
    fn no_picture_stays_longer_than_hit_stop_or_one_frame() {
        for rate in [8, 20, 25, 30, 59, 60, 75, 120, 144, 240, 1000] {
            let frame = 1.0 / rate as f32;
            for share in [1.0, 0.5, 0.1] {
                let (seconds, most) = (stays(frame, share, |_| {}), HIT_STOP_SECONDS * share);
                assert!(seconds <= most.max(frame) + 1e-4, "{rate} frames a second: {seconds} of {most}");
                assert!(seconds + frame > most - 1e-4, "{rate} frames a second: {seconds} of {most}");
            }
            assert_eq!(stays(frame, 0.0, |_| {}), frame, "turned down to nothing");
        }
    }

    #[test]
    fn a_press_a_restart_and_another_level_move_the_picture_on() {
        let frame = 1.0 / 240.0;
        assert!(stays(frame, 1.0, |_| {}) > 5.0 * frame);
        let press = |world: &mut World| *world.resource_mut::<TickInput>() = TickInput::JUMP;
        let restart = |world: &mut World| world.resource_mut::<Run>().phase = Phase::Running;
        let leave = |world: &mut World| _ = world.remove_resource::<Run>();
        for change in [press, restart, leave] {
            assert_eq!(stays(frame, 1.0, change), frame);
        }
    }

    #[test]
    fn the_picture_is_held_once_for_each_end_of_a_run() {
        let mut app = after_death(1.0 / 240.0, 1.0);
        let is_still = |app: &App| app.world().resource::<HitStop>().0.is_some();
        assert!(is_still(&app));
        (0..24).for_each(|_| app.update());
        assert!(!is_still(&app), "the ninja lies dead, and the picture moves on");
        app.world_mut().resource_mut::<Run>().phase = Phase::Running;
        app.update();
        app.world_mut().resource_mut::<Run>().phase = Phase::Finished;
        app.update();
        assert!(is_still(&app), "through the exit");
    }
}
