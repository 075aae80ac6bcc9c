//! The hash of a level, to which replays are bound. A kind without actors in the level does not affect the hash, so
//! replays stay valid when kinds are added.

use super::format::glyphs;
use super::level::{ExitOpens, Level, ShardOrder};
use crate::stable_hash::{StableHash, StableHasher};

/// The number of the section of conditions, far above those of the kinds of actors.
const CONDITIONS_SECTION: u32 = 1000;
/// The number of the section of shards in order, which has nothing in it.
const SHARD_ORDER_SECTION: u32 = 1001;

impl Level {
    /// Computes the hash of everything that the rules depend on. It equals [`Level::hash`] for a level read from a
    /// file; in a level made in code, set that field to it.
    pub fn compute_hash(&self) -> u64 {
        let mut hasher = StableHasher::new();
        let size = self.terrain.size();
        hasher.write_u32(size.x);
        hasher.write_u32(size.y);
        for cell in self.terrain.cells() {
            // The character, not the enum's discriminant: the order of the enum may change.
            hasher.write_u32(glyphs::character_of(self.terrain.tile(cell)) as u32);
        }
        hasher.write_vec2(self.ninja);
        hasher.write_vec2(self.exit);
        hasher.write_bool(self.exit_opens == ExitOpens::AfterAllShards);
        hasher.write_f32(self.focus.max);
        hasher.write_f32(self.focus.start);
        self.shards.hash_into(&mut hasher);
        self.actors.hash_into(self.has_mirrors(), &mut hasher);
        // Added to the format later: levels without them keep their hashes.
        if !self.conditions.is_empty() {
            hasher.write_u32(CONDITIONS_SECTION);
            self.conditions.hash_into(&mut hasher);
        }
        if self.shard_order == ShardOrder::InOrder && self.shards.len() > 1 {
            hasher.write_u32(SHARD_ORDER_SECTION);
        }
        hasher.finish()
    }
}
