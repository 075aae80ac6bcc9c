//! The frame rate in the corner, if the player wants it.

use std::time::Duration;

use bevy::diagnostic::{Diagnostic, DiagnosticsStore, FrameTimeDiagnosticsPlugin};
use bevy::prelude::*;
use bevy::time::common_conditions::on_real_timer;

use crate::view::canvas::lettering::Lettering;
use crate::view::canvas::palette::Role;
use crate::view::presentation::Presentation;

/// How often the number changes: often enough to be true, rarely enough to be read.
const INTERVAL: Duration = Duration::from_millis(250);

#[derive(Component)]
struct FrameRate;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn).add_systems(Update, show_frame_rate.run_if(on_real_timer(INTERVAL)));
}

fn spawn(mut commands: Commands) {
    let node =
        Node { position_type: PositionType::Absolute, right: Val::VMin(1.0), bottom: Val::VMin(0.6), ..default() };
    commands.spawn((node, GlobalZIndex(30), Pickable::IGNORE)).with_child((
        FrameRate,
        Visibility::Hidden,
        Lettering::Small.text("", Role::PaperDim),
    ));
}

fn show_frame_rate(
    presentation: Res<Presentation>,
    diagnostics: Res<DiagnosticsStore>,
    text: Single<(&mut Text, &mut Visibility), With<FrameRate>>,
) {
    let (mut text, mut visibility) = text.into_inner();
    visibility.set_if_neq(if presentation.frame_rate { Visibility::Inherited } else { Visibility::Hidden });
    let rate = diagnostics.get(&FrameTimeDiagnosticsPlugin::FPS).and_then(Diagnostic::smoothed);
    if let Some(rate) = rate.filter(|_| presentation.frame_rate) {
        text.set_if_neq(Text(format!("{rate:.0}")));
    }
}
