//! The smoke test behind the hidden option `--smoke-test`: enters the first level from the title by a key press, takes a
//! picture of the window, checks that it is not black, prints one line and quits. `scripts/smoke-test` runs it.

use std::collections::BTreeSet;

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::PrimaryWindow;

use super::print_result;
use crate::screens::Screen;
use hairline_sim::run::Run;

/// Frames of the title before the key press, so that its menu takes input.
const TITLE_FRAMES: u32 = 3;
/// Ticks of the level before the picture, so that everything of it is drawn.
const LEVEL_TICKS: u32 = 64;
/// Seconds until the test gives up. Software drawing takes a few.
const TIMEOUT_SECONDS: f32 = 60.0;
/// The least number of colors in the picture of a level. Antialiased text alone has some dozens.
const COLORS_MIN: usize = 24;
/// The least share of bright pixels: text, the ninja and beams.
const BRIGHT_SHARE_MIN: f32 = 0.001;
/// From this value on, of 255, a pixel's brightest channel counts as bright.
const BRIGHT: u8 = 160;

#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Frames since the start.
    Title(u32),
    Enter,
    Picture,
}

pub fn plugin(app: &mut App) {
    app.insert_resource(Step::Title(0)).add_systems(First, press_enter).add_systems(Last, (take_picture, give_up));
}

/// Taps Enter on the title, whose first entry is Play.
fn press_enter(
    mut step: ResMut<Step>,
    window: Single<Entity, With<PrimaryWindow>>,
    mut keys: MessageWriter<KeyboardInput>,
) {
    let Step::Title(frames) = *step else { return };
    *step = Step::Title(frames + 1);
    if frames < TITLE_FRAMES {
        return;
    }
    *step = Step::Enter;
    for state in [ButtonState::Pressed, ButtonState::Released] {
        let (key_code, logical_key) = (KeyCode::Enter, Key::Enter);
        keys.write(KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window: *window });
    }
}

fn take_picture(mut commands: Commands, mut step: ResMut<Step>, screen: Res<State<Screen>>, run: Option<Res<Run>>) {
    let is_played = *screen.get() == Screen::Playing && run.is_some_and(|run| run.ticks >= LEVEL_TICKS);
    if *step == Step::Enter && is_played {
        *step = Step::Picture;
        commands.spawn(Screenshot::primary_window()).observe(check_picture);
    }
}

fn check_picture(picture: On<ScreenshotCaptured>, mut exit: MessageWriter<AppExit>) {
    let result = match picture.image.clone().try_into_dynamic() {
        Ok(image) => {
            let pixels: Vec<[u8; 3]> = image.to_rgb8().pixels().map(|pixel| pixel.0).collect();
            judge(&pixels, image.width(), image.height())
        }
        Err(error) => Err(error.to_string()),
    };
    exit.write(report(result));
}

fn give_up(step: Res<Step>, time: Res<Time<Real>>, mut exit: MessageWriter<AppExit>) {
    if time.elapsed_secs() > TIMEOUT_SECONDS {
        exit.write(report(Err(format!("no picture after {TIMEOUT_SECONDS} seconds, at {:?}", *step))));
    }
}

/// A summary of a picture, or the reason why it is no picture of a level.
fn judge(pixels: &[[u8; 3]], width: u32, height: u32) -> Result<String, String> {
    let colors = pixels.iter().collect::<BTreeSet<_>>().len();
    let is_bright = |pixel: &&[u8; 3]| pixel.iter().any(|channel| *channel >= BRIGHT);
    let bright = pixels.iter().filter(is_bright).count();
    let found = format!("{width}x{height}, {colors} colors, {bright} bright pixels");
    let is_drawn = colors >= COLORS_MIN && bright as f32 >= BRIGHT_SHARE_MIN * pixels.len() as f32 && bright > 0;
    if is_drawn { Ok(found) } else { Err(format!("the picture is black or nearly empty: {found}")) }
}

fn report(result: Result<String, String>) -> AppExit {
    match result {
        Ok(found) => print_result(&format!("smoke test: passed ({found})"), AppExit::Success),
        Err(reason) => print_result(&format!("smoke test: FAILED ({reason})"), AppExit::error()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_black_an_empty_and_a_plain_picture_fail_and_one_with_colors_passes() {
        assert!(judge(&[], 0, 0).is_err());
        assert!(judge(&[[0; 3]; 10_000], 100, 100).is_err());
        assert!(judge(&[[255; 3]; 10_000], 100, 100).is_err());
        // Many colors, all of them dark.
        let dark: Vec<[u8; 3]> = (0..10_000).map(|index| [(index % 50) as u8; 3]).collect();
        assert!(judge(&dark, 100, 100).is_err());
        let drawn: Vec<[u8; 3]> = (0..10_000).map(|index| [(index % 200) as u8, 20, 30]).collect();
        assert!(judge(&drawn, 100, 100).is_ok());
    }
}
