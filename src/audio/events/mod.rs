//! What in the game makes which sound.

pub mod actors;
pub mod cues;
pub mod devices;
pub mod footsteps;
pub mod hazards;
pub mod soundscape;
