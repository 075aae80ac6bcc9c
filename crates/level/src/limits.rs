//! The caps on everything that a level file can contain. Each is enforced before memory is allocated for it.

/// The most bytes in a level or campaign file. A 512 × 400 map fits; a larger file is refused unread.
pub const FILE_BYTES_MAX: u64 = 256 * 1024;
/// The widest map, in cells.
pub const MAP_WIDTH_MAX: usize = 512;
/// The highest map, in cells.
pub const MAP_HEIGHT_MAX: usize = 512;
/// The most actors in a level: a letter in three cells counts three times.
pub const ACTORS_MAX: usize = 256;
/// The most shards in a level.
pub const SHARDS_MAX: usize = 256;
/// The most points on a path, with the actor's start.
pub const PATH_POINTS_MAX: usize = 64;
/// The most beams of one robot.
pub const BEAMS_MAX: usize = 8;
/// The most channels in a level.
pub const CHANNELS_MAX: usize = 16;
/// The most gates of several channels in a level; equal ones count once.
pub const CONDITIONS_MAX: usize = 16;
/// The most channels that one gate names, counting each time.
pub const CONDITION_TERMS_MAX: usize = 16;
/// The most words `All`, `Any` and `Not` inside one another.
pub const CONDITION_DEPTH_MAX: usize = 4;
/// The most values that a level shares by name.
pub const SHARED_MAX: usize = 64;
/// The most bytes of one shared value: it is read again for each use.
pub const SHARED_BYTES_MAX: usize = 4096;
/// The most characters in the name of a shared value.
pub const SHARED_CHARS_MAX: usize = 32;
/// The most obstacles in a level, of all kinds together: one bit each of a `u64`.
pub const OBSTACLES_MAX: usize = 64;
/// The most bullets in flight that one turret can have.
pub const TURRET_POOL_MAX: usize = 64;
/// The most bullets in flight in a level, over all turrets.
pub const BULLETS_MAX: usize = 1024;
/// The most bullets in a burst.
pub const BURST_MAX: usize = 32;
/// The most rays of one camera's cone.
pub const CAMERA_RAYS_MAX: usize = 128;
/// The most times that mirrors reflect one beam.
pub const BOUNCES_MAX: usize = 8;
/// The most corners of a polygon.
pub const CORNERS_MAX: usize = 32;
/// The most sides of a bumper.
pub const BUMPER_SIDES_MAX: usize = 12;
/// The most characters in the name of a channel.
pub const CHANNEL_CHARS_MAX: usize = 32;
/// The most characters in a level's or an author's name.
pub const NAME_CHARS_MAX: usize = 64;
/// The most characters in a hint: one line on the screen.
pub const HINT_CHARS_MAX: usize = 80;
/// The most characters in the idea of a level.
pub const IDEA_CHARS_MAX: usize = 160;
/// The most words of an idea without a warning.
pub const IDEA_WORDS_MAX: usize = 10;
/// The most levels in a campaign.
pub const CAMPAIGN_LEVELS_MAX: usize = 512;
/// The most diagnostics shown of one file; the rest are only counted.
pub const DIAGNOSTICS_MAX: usize = 32;
/// The radius of the ninja's body in tiles, for the check that nothing overlaps its start. A test holds it equal to
/// that of the rules.
pub const NINJA_RADIUS: f32 = 0.42;
