//! What the player hears. Facts of the rules become struck sounds ([`cues`], [`actors`]), their state becomes loops
//! and steps ([`hazards`], [`devices`], [`steps`], [`scape`]); all are orders to one [`mixer`], which plays what the
//! [`recipes`] have made. It reads the simulation and never writes it, and does the same with and without a sound device.
//!
//! What the screens may use: [`Setting`] to tell what is on screen, [`cues::Cue`] for menus, [`levels::AudioLevels`],
//! [`output::HasDevice`].

pub mod bank;
pub mod engine;
pub mod events;
pub mod recipes;
#[cfg(test)]
mod tests;

use bevy::prelude::*;

/// What is on screen, as far as it is heard. The screens set it.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Setting {
    /// A menu with no play behind it.
    #[default]
    Menu,
    /// Play.
    Play,
    /// Play that stands still.
    Pause,
    /// The result of a level that is done.
    Result,
}

/// Everything that listens to the game in `Update`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AudioSystems;

/// Adds the sound.
pub fn plugin(app: &mut App) {
    app.init_resource::<Setting>().add_plugins((engine::plugin, events::plugin));
}
