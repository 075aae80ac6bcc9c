//! The music: one piece for each world and one for the menus, made by the same synthesis as the sounds. Its layers come and
//! go with what happens; no layer ever starts or stops.
//!
//! | where | what |
//! |---|---|
//! | [`pieces`] | the pieces: scores in `assets/music` |
//! | `instruments`, `canvas`, `hall` | what they are composed with |
//! | [`director`] | which layers sound, from danger, focus and progress |
//! | `library` | synthesizes a piece when it is asked for, on a thread of its own, and keeps few |

mod canvas;
pub mod director;
mod hall;
mod instruments;
mod library;
pub mod pieces;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((director::plugin, library::plugin));
}
