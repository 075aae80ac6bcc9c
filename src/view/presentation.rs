//! How strongly effects show, as the player sets it. Nothing here affects the rules.

use bevy::prelude::*;

/// The strength of each effect, in `0..=1`; full by default.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Presentation {
    /// How far the screen shakes; 0 turns shakes off.
    pub shake: f32,
    /// How many particles appear, and how much the ninja and bumpers squash.
    pub particles: f32,
    /// How strongly bright colors glow.
    pub bloom: f32,
    /// Whether the HUD is shown while there is a level; a menu in front of a level may hide it.
    pub hud: bool,
}

impl Default for Presentation {
    fn default() -> Self {
        Self { shake: 1.0, particles: 1.0, bloom: 1.0, hud: true }
    }
}

/// Adds the settings.
pub fn plugin(app: &mut App) {
    app.init_resource::<Presentation>();
}
