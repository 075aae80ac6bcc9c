//! The numbers behind the feel of the game, each with its unit and its reason. Nothing here is computed during a tick.
//!
//! A change here changes replays: raise [`RULES_VERSION`] and prove the levels again.

/// Bound into every replay; raised whenever the same inputs could end differently, or in another hash.
pub const RULES_VERSION: u32 = 6;

/// Ticks a second. A power of two, so that the tick is exact in binary and time never drifts.
pub const TICKS_PER_SECOND: u32 = 128;
/// Seconds of the ninja's time in one tick.
pub const TICK: f32 = 1.0 / TICKS_PER_SECOND as f32;
/// Hazards count time in half ticks: two in a plain tick, one while the ninja focuses.
pub const HALF_TICKS_PER_SECOND: u32 = 2 * TICKS_PER_SECOND;

/// Seconds as hazard time, rounded to half ticks.
pub fn half_ticks(seconds: f32) -> u32 {
    (seconds * HALF_TICKS_PER_SECOND as f32).round() as u32
}

/// Hazard time, half ticks, in seconds.
pub fn seconds(half_ticks: u32) -> f32 {
    half_ticks as f32 / HALF_TICKS_PER_SECOND as f32
}

/// Half ticks of hazard time (1/32 s) from one look of a tracker to the next: its reaction time. Trackers that look in
/// every tick leave no moment to slip past: one of them then ends the proof of Night Shift.
pub const SIGHT_HALF_TICKS: u32 = 8;

/// Tiles. What collides with the terrain; a little under half a tile, so that one-tile gaps are easy to enter.
pub const BODY_RADIUS: f32 = 0.42;
/// Tiles. What a beam must touch to kill; smaller than the body, which reads as fair.
pub const HURT_RADIUS: f32 = 0.32;

/// Tiles a second; between N++ (8.3) and Celeste (11.25).
pub const RUN_SPEED: f32 = 9.5;
/// Tiles/s². From rest to full speed in 0.12 s (Celeste 0.09 s, N++ 1.0 s).
pub(crate) const GROUND_ACCELERATION: f32 = RUN_SPEED / 0.12;
/// Tiles/s². Letting go stops within 0.08 s: shorter than starting, so that a landing can be trusted.
pub(crate) const GROUND_BRAKING: f32 = RUN_SPEED / 0.08;
/// Tiles/s². Steering in the air is weaker than on the ground, yet a jump can still be turned round.
pub const AIR_ACCELERATION: f32 = RUN_SPEED / 0.16;
/// Tiles/s². Letting go in the air loses speed slowly: a jump lands where it was aimed.
pub const AIR_BRAKING: f32 = RUN_SPEED / 0.30;
/// Tiles/s². How fast speed above `RUN_SPEED` in the held direction is lost; slowly, so that it is worth gaining.
pub(crate) const OVERSPEED_BRAKING: f32 = RUN_SPEED / 0.80;

/// Tiles/s². With `JUMP_SPEED` and the half gravity at the apex this gives a held jump of 3.3 tiles in 0.38 s.
pub const GRAVITY: f32 = 67.2;
/// Tiles a second upwards at take-off.
pub const JUMP_SPEED: f32 = 20.8;
/// Tiles a second. Below it, up or down, gravity is halved while jump is held (Celeste): time to aim at the apex.
pub const APEX_SPEED: f32 = 5.1;
/// Gravity's factor near the apex while jump is held.
pub const APEX_GRAVITY: f32 = 0.5;
/// Gravity's factor while rising with jump let go; makes a tap 1.2 tiles high.
pub(crate) const RELEASED_GRAVITY: f32 = 2.65;
/// Tiles a second (N++ 25, Celeste 20).
pub const TERMINAL_FALL: f32 = 22.0;

/// Ticks (0.1 s) after walking off an edge in which a jump still counts.
pub const COYOTE_TICKS: u8 = 13;
/// Ticks (0.1 s) for which a jump pressed early is remembered.
pub const JUMP_BUFFER_TICKS: u8 = 13;
/// Ticks (0.08 s) after leaving a wall in which a wall jump still counts.
pub const WALL_GRACE_TICKS: u8 = 10;
/// Ticks (0.12 s) after a wall jump in which steering back to the wall is ignored, so that the jump leaves it.
pub(crate) const WALL_JUMP_LOCK_TICKS: u8 = 15;

/// Tiles a second, downwards, while pressing against a wall.
pub const WALL_SLIDE_SPEED: f32 = 4.0;
/// Tiles. How near a wall counts as touched.
pub const WALL_REACH: f32 = 0.06;
/// Least |normal.x| of a wall: vertical faces only, so that slopes never count.
pub(crate) const WALL_NORMAL: f32 = 0.98;
/// Tiles a second away from the wall; a little over running, so that it carries across a shaft.
pub const WALL_JUMP_SPEED_AWAY: f32 = 10.0;
/// Tiles a second upwards; a little under a jump from the ground.
pub const WALL_JUMP_SPEED_UP: f32 = 18.5;

/// Least normal.y of ground one can stand on (50°): the steepest slope is 45°.
pub const WALKABLE_NORMAL: f32 = 0.64;
/// Tiles. How far below its body the ground may be for a standing ninja to stay on it.
pub(crate) const GROUND_REACH: f32 = 0.02;
/// The ground may fall away by this many tiles for each tile run: a little over a 45° slope, so that none throws the ninja off.
pub(crate) const GROUND_SNAP: f32 = 1.15;
/// Tiles. How far a rising ninja is moved aside to clear the corner of a ceiling (Celeste: 4 of 8 px).
pub(crate) const CORNER_CORRECTION: f32 = 0.25;
/// Steps in which corner correction looks for a free way; 1/16 tile each.
pub(crate) const CORNER_CORRECTION_STEPS: u8 = 4;
/// Tiles. The least free way up beside a corner, even where hardly any motion remains in the tick.
pub(crate) const CORNER_CLEARANCE: f32 = 1.0 / 128.0;
/// Greatest normal.y of a corner that a rising head is helped round; anything less overhead is a wall.
pub(crate) const OVERHEAD_NORMAL: f32 = -0.3;
/// Tiles a second downwards on dropping through a platform: enough to be below its top after one tick, so that it does
/// not catch the ninja again.
pub(crate) const DROP_SPEED: f32 = 2.0;
/// Tiles below the map at which a fall is death.
pub(crate) const FALL_MARGIN: f32 = 1.0;

/// Ticks in which nothing kills after a hit was forgiven, 0.75 s: enough to leave a beam's path.
pub(crate) const SAFE_TICKS: u32 = 96;
/// Whole ticks that the ninja lies dead; the tick after them is the first of the next try, 0.094 s after the death: long
/// enough to see what happened, under the promised 0.1 s.
pub const DEATH_TICKS: u8 = 11;

/// The screen's time while focus is held, as a factor of real time.
pub const FOCUS_TIME_SCALE: f32 = 0.35;
/// Ticks of focus that a shard gives back (1 s).
pub const FOCUS_TICKS_PER_SHARD: u32 = 128;
/// Ticks of focus that a near miss gives back (0.375 s).
pub const FOCUS_TICKS_PER_GRAZE: u32 = 48;
/// Least ticks of focus with which it can be started (0.125 s), so that it does not flicker on an empty meter.
pub const FOCUS_TICKS_TO_START: u32 = 16;
/// Tiles between the hurt circle and a lit beam under which it is a near miss.
pub const GRAZE_CLEARANCE: f32 = 0.5;
/// Tiles of clearance beyond which the same robot can be grazed again: one pass is one near miss.
pub const GRAZE_RESET_CLEARANCE: f32 = 1.0;
/// Least half ticks of hazard time (2 s) between two near misses at one robot, so that a still beam is no endless
/// supply of focus.
pub const GRAZE_COOLDOWN_HALF_TICKS: u32 = 512;

/// Tiles from the ninja's center to a shard's at which it is taken; generous, a shard is never the difficulty.
pub const SHARD_REACH: f32 = 0.8;
/// Tiles from the ninja's center to the exit's at which the level is done.
pub const EXIT_REACH: f32 = 0.7;

/// Tiles. How far spikes reach out of what they grow from: a little over the hurt circle's lowest point, so that a ninja that
/// stands among them is dead.
pub(crate) const SPIKES_LENGTH: f32 = 0.45;
/// Tiles that spikes stay away from their cell's sides, so that a ninja beside them lives.
pub(crate) const SPIKES_INSET: f32 = 0.1;
/// Tiles from the ninja's center to a switch's at which it is pressed: on its plate, not beside it.
pub const SWITCH_REACH: f32 = hairline_level::SwitchSettings::REACH;
/// Tiles by which a sensor feels beyond its sides: over the rounding of a beam that ends on the wall where it is mounted, and
/// too little to be seen.
pub const SENSOR_MARGIN: f32 = 0.01;
/// Tiles from the ninja's center to a key's at which it is taken; as generous as a shard's.
pub const KEY_REACH: f32 = hairline_level::KeySettings::REACH;
/// Tiles from the ninja's center to a checkpoint's at which it is touched: the ninja passes it, it need not aim for it.
pub const CHECKPOINT_REACH: f32 = hairline_level::CheckpointSettings::REACH;
/// How deep, in tiles, the ninja's body may penetrate a wall at a checkpoint that has room for it: a tolerance for rounding.
pub const CHECKPOINT_OVERLAP_MAX: f32 = 1e-5;
/// Tiles from the ninja's center to a spring's at which it throws the ninja.
pub const SPRING_REACH: f32 = hairline_level::SpringSettings::REACH;
/// Ticks (0.125 s) between two throws of one spring: long enough to be out of its reach, so that one touch is one throw.
pub(crate) const SPRING_COOLDOWN_TICKS: u32 = 16;
/// Tiles from the ninja's center to a teleport's end at which it takes the ninja.
pub const TELEPORT_REACH: f32 = hairline_level::TeleportSettings::REACH;
/// Tiles from both ends at which the ninja has left a teleport, which can take it again.
pub(crate) const TELEPORT_LEFT: f32 = 0.6;
