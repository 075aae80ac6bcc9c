//! The player's devices: what keys and buttons are called in the profile (`names`) and on screen (`labels`), which device is in
//! use, and hints that name its keys or buttons. What a button does is decided elsewhere.

pub mod hints;
pub mod in_use;
pub mod labels;
pub mod names;

use bevy::prelude::*;

pub fn plugin(app: &mut App) {
    app.add_plugins((in_use::plugin, hints::plugin));
}
