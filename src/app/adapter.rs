//! Tells the player if there is no graphics card.

use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;

use crate::screens::progress::Notices;
use crate::screens::words::Words;

pub fn plugin(app: &mut App) {
    app.add_systems(Startup, note_adapter);
}

fn note_adapter(adapter: Option<Res<RenderAdapterInfo>>, words: Res<Words>, mut notices: ResMut<Notices>) {
    // The type is that of a library that Bevy does not hand on; its name is.
    if adapter.is_some_and(|adapter| format!("{:?}", adapter.device_type) == "Cpu") {
        notices.0.push(words.get("notice-no-graphics-card"));
    }
}
