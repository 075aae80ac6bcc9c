//! Sound. Features turn the rules' messages into cues and their state into loops; `playback` places the cues around the
//! listener and sends them as commands to the [`engine`], whose mixer plays them. It reads the simulation and never writes
//! it, and does the same with and without a sound device.
//!
//! | where | what |
//! |---|---|
//! | [`engine`] | synthesis, the mixer and its commands; knows nothing of the game |
//! | `playback` | what all features share: cues, the listener, slow motion |
//! | `actors`, `ninja`, `run` | the sounds of each feature: their specs, their synthesis, and when they play |
//! | [`menu`] | the sounds of menus |
//! | [`music`] | the pieces, and when their layers sound |
//!
//! The screens set [`scene::AudioScene`] and [`scene::MusicWorld`], write [`menu::MenuCue`], and read
//! [`engine::output::HasDevice`].

mod actors;
pub mod engine;
pub mod menu;
pub mod music;
mod ninja;
mod playback;
mod run;
pub mod scene;
#[cfg(test)]
mod tests;

use bevy::prelude::*;

pub use playback::IsWindowFocused;

pub fn plugin(app: &mut App) {
    app.add_plugins((
        scene::plugin,
        engine::plugin,
        playback::plugin,
        actors::plugin,
        ninja::plugin,
        run::plugin,
        menu::plugin,
        music::plugin,
    ));
}
