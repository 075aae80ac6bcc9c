//! Motion between screens: a page glides in, and a level opens between two shutters. It lies over a screen that is live from its
//! first frame: nothing waits for it, any press ends it, and a run that starts over has none.

use std::time::Duration;

use bevy::input::gamepad::GamepadButtonStateChangedEvent;
use bevy::input::keyboard::KeyboardInput;
use bevy::input::mouse::MouseButtonInput;
use bevy::prelude::*;
use bevy::ui::UiTransform;

use super::Screen;
use super::level_catalog::LevelCatalog;
use super::menus::theme::{self, PageRoot, pt};
use crate::view::canvas::palette::Role;
use crate::view::canvas::palette::ui::{BorderTint, FillTint};
use hairline_profile::settings::Settings;

pub const TRANSITION: Duration = Duration::from_millis(130);
/// How far a page glides, in points.
const GLIDE: f32 = 36.0;
/// Over the level and its display, under the pages.
const SHUTTER_INDEX: GlobalZIndex = GlobalZIndex(9);

#[derive(Component)]
#[require(Age, UiTransform)]
pub struct Glide;

/// One of the two halves that part over a level.
#[derive(Component)]
#[require(Age)]
pub struct Shutter;

#[derive(Component, Default)]
struct Age(Duration);

pub fn plugin(app: &mut App) {
    app.add_systems(Update, (begin_glides, begin_shutters, end_on_press, grow, glide, part).chain());
}

/// How far a transition has come, `0..=1`: fast at first.
fn eased(age: Duration) -> f32 {
    EaseFunction::CubicOut.sample_clamped(age.as_secs_f32() / TRANSITION.as_secs_f32())
}

fn has_motion(settings: &Settings) -> bool {
    settings.picture.transitions && !settings.picture.reduce_flashes
}

fn begin_glides(pages: Query<&Children, Added<PageRoot>>, settings: Res<Settings>, mut commands: Commands) {
    if has_motion(&settings) {
        for part in pages.iter().flatten() {
            commands.entity(*part).insert(Glide);
        }
    }
}

/// Whether another picture lies behind the new screen than behind the old one. A run that starts over has the same.
fn is_other_picture(exited: Option<Screen>, entered: Screen, is_same_level: bool) -> bool {
    let behind = |screen| match screen {
        // The same level of the program's own.
        Screen::Title | Screen::Settings | Screen::Daily | Screen::Credits | Screen::Unsaved => 0,
        Screen::LevelList => 1,
        Screen::Playing | Screen::Finished => 2,
        Screen::End => 3,
    };
    exited.is_some_and(|exited| behind(exited) != behind(entered) || (behind(entered) == 2 && !is_same_level))
}

fn begin_shutters(
    mut changes: MessageReader<StateTransitionEvent<Screen>>,
    catalog: Res<LevelCatalog>,
    settings: Res<Settings>,
    shutters: Query<Entity, With<Shutter>>,
    mut last_level: Local<usize>,
    mut commands: Commands,
) {
    for change in changes.read() {
        let Some(entered) = change.entered else { continue };
        let is_same_level = *last_level == catalog.current;
        *last_level = catalog.current;
        if !has_motion(&settings) || !is_other_picture(change.exited, entered, is_same_level) {
            continue;
        }
        shutters.iter().for_each(|shutter| commands.entity(shutter).despawn());
        for is_upper in [true, false] {
            let mut node =
                Node { position_type: PositionType::Absolute, width: percent(100), height: percent(50), ..default() };
            if is_upper {
                (node.top, node.border) = (px(0), UiRect::bottom(px(2)));
            } else {
                (node.bottom, node.border) = (px(0), UiRect::top(px(2)));
            }
            let look = (FillTint::of(theme::BACKGROUND), BorderTint::of(Role::Paper));
            commands.spawn((Shutter, node, look, SHUTTER_INDEX, Pickable::IGNORE));
        }
    }
}

/// Any press skips the transition.
fn end_on_press(
    mut keys: MessageReader<KeyboardInput>,
    mut buttons: MessageReader<GamepadButtonStateChangedEvent>,
    mut clicks: MessageReader<MouseButtonInput>,
    mut ages: Query<&mut Age>,
) {
    let presses = keys.read().filter(|key| key.state.is_pressed() && !key.repeat).count()
        + buttons.read().filter(|button| button.state.is_pressed()).count()
        + clicks.read().filter(|click| click.state.is_pressed()).count();
    if presses > 0 {
        ages.iter_mut().for_each(|mut age| age.0 = TRANSITION);
    }
}

/// Time that a slow frame took counts: where frames are long, a transition is over before it is seen.
fn grow(mut ages: Query<&mut Age>, time: Res<Time<Real>>) {
    ages.iter_mut().for_each(|mut age| age.0 += time.delta());
}

fn glide(mut glides: Query<(Entity, &Age, &mut UiTransform), With<Glide>>, mut commands: Commands) {
    for (part, age, mut transform) in &mut glides {
        transform.translation = Val2::new(pt(GLIDE * (1.0 - eased(age.0))), px(0));
        if age.0 >= TRANSITION {
            transform.translation = Val2::ZERO;
            commands.entity(part).remove::<(Glide, Age)>();
        }
    }
}

fn part(mut shutters: Query<(Entity, &Age, &mut Node), With<Shutter>>, mut commands: Commands) {
    for (half, age, mut node) in &mut shutters {
        node.height = percent(50.0 * (1.0 - eased(age.0)));
        if age.0 >= TRANSITION {
            commands.entity(half).despawn();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transition_is_short_and_does_most_of_its_way_at_once() {
        assert!(TRANSITION < Duration::from_millis(150));
        assert_eq!((eased(Duration::ZERO), eased(TRANSITION), eased(TRANSITION * 3)), (0.0, 1.0, 1.0));
        assert!(eased(TRANSITION / 4) > 0.5);
    }

    #[test]
    fn only_another_picture_opens_between_shutters() {
        use Screen::{Credits, End, Finished, LevelList, Playing, Settings, Title};
        for (from, to) in
            [(Title, Playing), (LevelList, Playing), (Finished, LevelList), (Playing, Title), (Finished, End)]
        {
            assert!(is_other_picture(Some(from), to, true), "{from:?} to {to:?}");
        }
        // The result lies over its level, and starting over is instantaneous.
        for (from, to) in
            [(Playing, Finished), (Finished, Playing), (Playing, Playing), (Title, Settings), (Credits, Title)]
        {
            assert!(!is_other_picture(Some(from), to, true), "{from:?} to {to:?}");
        }
        assert!(is_other_picture(Some(Finished), Playing, false), "the next level");
        assert!(!is_other_picture(None, Title, true), "the first screen");
    }
}
