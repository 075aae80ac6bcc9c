//! The settings: a table of them (`table`), their page (`page`), and their effects (`effects`).

mod bindings;
mod effects;
mod page;
mod table;
mod widgets;

/// Width of the page's content in points.
const WIDTH: f32 = 720.0;
/// Space above and below a row's text, in points. The longest page then ends 34 points above the bottom of a window 800 points high.
const ROW_PADDING: f32 = 1.0;

use bevy::prelude::*;

pub(super) use effects::MUTE_KEY;
pub use effects::{present_mode, window_mode};

pub fn plugin(app: &mut App) {
    app.add_plugins((effects::plugin, page::plugin, widgets::plugin, bindings::plugin));
}
