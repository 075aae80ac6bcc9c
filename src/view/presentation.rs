//! How strongly effects show, as the player sets it. Nothing here affects the rules.

use bevy::prelude::*;

use hairline_level::LevelWorld;

/// What is shown and how strongly, as shares in `0..=1` where not said otherwise; all of it by default.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Presentation {
    /// The world whose colors every level has; those of its own world if none.
    pub palette: Option<LevelWorld>,
    /// How far the screen shakes; 0 turns shakes off.
    pub shake: f32,
    /// How long the picture is held at a death; 0 turns hit-stop off.
    pub hit_stop: f32,
    /// How many particles appear, and how much the ninja and bumpers squash.
    pub particles: f32,
    /// How strongly beams light what is around them.
    pub glow: f32,
    /// The opacity of the veil over dark levels, as a share of the designed one; 0 draws none.
    pub darkness: f32,
    /// Whether anything lights up at once.
    pub flashes: bool,
    /// Whether focus shows, as slow motion and in the HUD.
    pub focus: bool,
    /// The size of the HUD; 1 by default.
    pub hud_size: f32,
    /// Whether the clock is shown.
    pub clock: bool,
    /// Whether the frame rate is shown.
    pub frame_rate: bool,
    /// Whether the HUD is shown while there is a level; a menu in front of a level may hide it.
    pub hud: bool,
}

impl Default for Presentation {
    fn default() -> Self {
        Self {
            palette: None,
            shake: 1.0,
            hit_stop: 1.0,
            particles: 1.0,
            glow: 1.0,
            darkness: 1.0,
            flashes: true,
            focus: true,
            hud_size: 1.0,
            clock: true,
            frame_rate: false,
            hud: true,
        }
    }
}

pub fn plugin(app: &mut App) {
    app.init_resource::<Presentation>();
}
