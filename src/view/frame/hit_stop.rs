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
pub const HIT_STOP_SECONDS: f32 = 0.04375;

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
    use super::*;

    #[test]
    fn a_button_that_was_held_and_is_pressed_again_releases_the_picture() {
        let mut hit_stop = HitStop(Some(Hold { left: 0.04, input: TickInput::JUMP, is_first_frame: true }));
        for (input, holds) in [(TickInput::JUMP, true), (TickInput::NONE, true), (TickInput::JUMP, false)] {
            hit_stop.advance(0.004, input);
            assert_eq!(hit_stop.holds(), holds);
        }
    }
}
