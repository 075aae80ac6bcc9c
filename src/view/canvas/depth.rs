//! The z coordinates of everything that is drawn: larger covers smaller. Gizmos (beams) cover all of them.

/// Open space, and the fading border around the map.
pub const BACKDROP: f32 = 0.0;
/// The tilemap.
pub const TILES: f32 = 1.0;
/// The edges of terrain.
pub const OUTLINE: f32 = 2.0;
/// The veil of a dark level: over what only stands there, under what kills.
pub const VEIL: f32 = 2.1;
/// The canvas layer behind the ninja.
pub const BEHIND: f32 = 3.0;
/// The canvas layer of the ninja.
pub const FRONT: f32 = 4.0;
/// The canvas layer of beams.
pub const BEAMS: f32 = 5.0;
