//! The settings: a table of them (`table`), their page (`page`), and their effects (`effects`).

mod bindings;
mod effects;
mod page;
mod table;
mod widgets;

/// Width of the page's content in points.
const WIDTH: f32 = 720.0;
/// Points above and below a row's text. So the longest page ends 34 points above the bottom of a window, which is 800 points high.
const ROW_PADDING: f32 = 1.0;

use bevy::prelude::*;

pub(super) use effects::MUTE_KEY;
pub use effects::{present_mode, window_mode};

pub fn plugin(app: &mut App) {
    app.add_plugins((effects::plugin, page::plugin, widgets::plugin, bindings::plugin));
}
