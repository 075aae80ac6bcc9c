//! A line at the upper right that says, over any page, what a key has just done. It goes after some seconds, or when another comes.

use bevy::prelude::*;

use super::screen_reader::ReadOut;
use super::theme::{self, PageRoot, pt};
use crate::view::canvas::palette::ui::{BorderTint, FillTint};

/// Seconds for which a line stays.
const SECONDS: f32 = 6.0;

/// What the player is told.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct Toast(pub String);

/// The line on the screen.
#[derive(Component, Clone, Debug)]
struct Shown(Timer);

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Toast>().add_systems(Update, (expire, show).chain());
}

fn expire(mut commands: Commands, time: Res<Time<Real>>, mut shown: Query<(Entity, &mut Shown)>) {
    for (entity, mut shown) in &mut shown {
        if shown.0.tick(time.delta()).is_finished() {
            commands.entity(entity).despawn();
        }
    }
}

fn show(mut commands: Commands, mut toasts: MessageReader<Toast>, shown: Query<Entity, With<Shown>>) {
    let Some(Toast(text)) = toasts.read().last() else { return };
    shown.iter().for_each(|entity| commands.entity(entity).despawn());
    let place = Node {
        position_type: PositionType::Absolute,
        top: Val::VMin(8.0),
        width: percent(100),
        padding: UiRect::horizontal(Val::VMin(2.0)),
        justify_content: JustifyContent::End,
        ..default()
    };
    let root =
        (Shown(Timer::from_seconds(SECONDS, TimerMode::Once)), PageRoot, place, GlobalZIndex(20), Pickable::IGNORE);
    commands.spawn(root).with_children(|root| {
        let node = Node {
            padding: UiRect::axes(pt(18.0), pt(9.0)),
            border: UiRect::all(px(1)),
            max_width: percent(80),
            ..default()
        };
        let (fill, border): (FillTint, BorderTint) = theme::panel(true);
        root.spawn((node, fill, border, ReadOut(text.clone()), Pickable::IGNORE))
            .with_child((theme::line(text, theme::size::BODY, theme::TEXT), Pickable::IGNORE));
    });
}
