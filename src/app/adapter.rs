//! Tells the screens, and the player, if there is no graphics card and a processor draws.

use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;

use crate::screens::progress::Notices;
use crate::screens::settings::DrawsOnProcessor;
use crate::screens::words::Words;
use hairline_profile::settings::{Detail, Settings};

pub fn plugin(app: &mut App) {
    app.add_systems(Startup, note_adapter);
}

fn note_adapter(
    adapter: Option<Res<RenderAdapterInfo>>,
    settings: Res<Settings>,
    words: Res<Words>,
    mut processor: ResMut<DrawsOnProcessor>,
    mut notices: ResMut<Notices>,
) {
    // The type is that of a library that Bevy does not hand on; its name is.
    processor.0 = adapter.is_some_and(|adapter| format!("{:?}", adapter.device_type) == "Cpu");
    if processor.0 && settings.picture.detail == Detail::Auto {
        notices.0.push(words.get("notice-plain"));
    }
}
