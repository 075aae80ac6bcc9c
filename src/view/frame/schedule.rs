//! The order of the view's systems within a frame, stated in one place.

use bevy::prelude::*;

/// All systems of the view in `Update`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ViewSystems;

/// The order within [`ViewSystems`].
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PaintSystems {
    /// Detects a new level and despawns the picture of the old one.
    DetectLevel,
    /// Decides whether the picture of an earlier frame is held.
    Hold,
    /// Spawns the picture of a new level; runs only in its first frame.
    BuildLevel,
    /// Clears the canvas, and finds the moment between two ticks that this frame shows.
    Clear,
    /// Messages become particles, shakes and squashes.
    Effects,
    /// Everything that moves by itself advances: the camera, limbs, trails.
    Animate,
    /// Paints what lies below everything that moves: camera vision, paths.
    Underlay,
    /// Paints obstacles.
    Obstacles,
    /// Paints what lies behind the ninja.
    Behind,
    /// Paints the ninja and particles.
    Front,
    /// Paints the death scene over the ninja.
    Over,
    /// Paints the debug view over everything else.
    Debug,
    /// Copies the canvas into the meshes that the renderer draws.
    Upload,
}

/// Chains the sets.
pub fn plugin(app: &mut App) {
    app.configure_sets(
        Update,
        (
            PaintSystems::DetectLevel,
            PaintSystems::Hold,
            PaintSystems::BuildLevel,
            PaintSystems::Clear,
            PaintSystems::Effects,
            PaintSystems::Animate,
            PaintSystems::Underlay,
            PaintSystems::Obstacles,
            PaintSystems::Behind,
            PaintSystems::Front,
            PaintSystems::Over,
            PaintSystems::Debug,
            PaintSystems::Upload,
        )
            .chain()
            .in_set(ViewSystems),
    );
}
