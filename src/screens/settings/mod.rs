//! The settings: what can be set (`table`), the page on which it is set (`page`), and what follows from it (`effects`).

mod bindings;
mod effects;
mod layout;
mod page;
mod table;
mod widgets;

use bevy::prelude::*;

pub use effects::{DrawsOnProcessor, present_mode, window_mode};

/// Adds the settings.
pub fn plugin(app: &mut App) {
    app.add_plugins((effects::plugin, page::plugin, widgets::plugin, bindings::plugin));
}
