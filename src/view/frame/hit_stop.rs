//! Hit-stop: when the ninja dies, the picture is held for an instant, so that the eye sees what happened. The rules do not wait
//! for it, and neither does the player: the next try begins when it would have begun, and a press of a game control releases the
//! picture.

use bevy::prelude::*;

use super::level_picture::NewLevel;
use super::schedule::PaintSystems;
use crate::view::presentation::Presentation;
use hairline_sim::run::Run;
use hairline_sim::run::input::TickInput;

/// The longest hold, in seconds; a frame that takes longer is not held. At 60, 75, 120, 144 and 240 frames a second this is at least
/// 2 ms from a whole number of frames, so that small differences between frames do not change the number of those held.
const HIT_STOP_SECONDS: f32 = 0.04375;

/// Whether the picture is held.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct HitStop(Option<Hold>);

#[derive(Clone, Copy, Debug, PartialEq)]
struct Hold {
    /// Seconds until the picture has to be released.
    left: f32,
    /// The buttons of the last frame.
    input: TickInput,
    is_first_frame: bool,
}

impl HitStop {
    /// Whether the hold begins in this frame, which paints the last tick without interpolation, and the ninja whole.
    pub fn begins(&self) -> bool {
        self.0.is_some_and(|hold| hold.is_first_frame)
    }

    /// Whether this frame shows the picture of an earlier one.
    pub fn holds(&self) -> bool {
        self.0.is_some_and(|hold| !hold.is_first_frame)
    }

    /// Goes on by a frame that came `seconds` after the one before it. Releases the picture at a press, or if one more frame of this
    /// length would exceed the limit.
    fn advance(&mut self, seconds: f32, input: TickInput) {
        let Some(hold) = self.0.take() else { return };
        let left = hold.left - seconds;
        let is_pressed = input.without(hold.input) != TickInput::NONE;
        self.0 = (left >= seconds && !is_pressed).then_some(Hold { left, input, is_first_frame: false });
    }
}

/// Adds hit-stop. While the picture is held, messages still become effects; they are seen when it is released.
pub fn plugin(app: &mut App) {
    use PaintSystems::{Animate, Behind, Clear, Debug, Front, Obstacles, Over, Underlay, Upload};
    app.init_resource::<HitStop>()
        .configure_sets(
            Update,
            (Clear, Animate, Underlay, Obstacles, Behind, Front, Over, Debug, Upload)
                .run_if(|hit_stop: Res<HitStop>| !hit_stop.holds()),
        )
        .add_systems(Update, hold_picture.in_set(PaintSystems::Hold));
}

fn hold_picture(
    mut hit_stop: ResMut<HitStop>,
    mut was_running: Local<bool>,
    run: Option<Res<Run>>,
    input: Option<Res<TickInput>>,
    new_level: Res<NewLevel>,
    presentation: Res<Presentation>,
    time: Res<Time<Real>>,
) {
    let (Some(run), Some(input)) = (run, input) else { return *hit_stop = HitStop::default() };
    let has_died = std::mem::replace(&mut *was_running, run.is_running()) && run.is_dead();
    let left = HIT_STOP_SECONDS * presentation.hit_stop.clamp(0.0, 1.0);
    if new_level.0 || !run.is_dead() {
        *hit_stop = HitStop::default();
    } else if has_died && left > 0.0 {
        hit_stop.0 = Some(Hold { left, input: *input, is_first_frame: true });
    } else {
        hit_stop.advance(time.delta_secs(), *input);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use bevy::time::TimeUpdateStrategy;

    use super::*;
    use crate::view::frame::{level_picture, schedule};
    use hairline_geometry::terrain::Terrain;
    use hairline_geometry::tile::TileShape;
    use hairline_sim::colliders::Colliders;
    use hairline_sim::run::Phase;

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
        panic!("the picture is held for ever");
    }

    #[test]
    fn no_picture_is_held_longer_than_hit_stop_or_one_frame() {
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
    fn a_press_a_restart_and_another_level_release_the_picture() {
        let frame = 1.0 / 240.0;
        assert!(stays(frame, 1.0, |_| {}) > 5.0 * frame);
        let press = |world: &mut World| *world.resource_mut::<TickInput>() = TickInput::JUMP;
        let restart = |world: &mut World| world.resource_mut::<Run>().phase = Phase::Running;
        let leave = |world: &mut World| _ = world.remove_resource::<Run>();
        let load = |world: &mut World| {
            let terrain = Terrain::new(UVec2::ONE, vec![TileShape::Empty]);
            world.insert_resource(Colliders::new(Arc::new(terrain)));
        };
        for change in [press, restart, leave, load] {
            assert_eq!(stays(frame, 1.0, change), frame);
        }
    }

    #[test]
    fn a_button_that_was_held_and_is_pressed_again_releases_the_picture() {
        let mut hit_stop = HitStop(Some(Hold { left: 0.04, input: TickInput::JUMP, is_first_frame: true }));
        for (input, holds) in [(TickInput::JUMP, true), (TickInput::NONE, true), (TickInput::JUMP, false)] {
            hit_stop.advance(0.004, input);
            assert_eq!(hit_stop.holds(), holds);
        }
    }

    #[test]
    fn the_picture_is_held_once_for_each_death() {
        let mut app = after_death(1.0 / 240.0, 1.0);
        for is_held_after in [true, false] {
            assert_eq!(app.world().resource::<HitStop>().begins(), is_held_after);
            (0..24).for_each(|_| app.update());
            assert_eq!(*app.world().resource::<HitStop>(), HitStop::default(), "the ninja still lies dead");
            let phase = if is_held_after { Phase::Finished } else { Phase::Dead { ticks: 0 } };
            app.world_mut().resource_mut::<Run>().phase = Phase::Running;
            app.update();
            app.world_mut().resource_mut::<Run>().phase = phase;
            app.update();
        }
        assert!(app.world().resource::<HitStop>().begins(), "the next death");
    }
}
