//! The hash of a level: what a replay is bound to. A level that has nothing of a kind has the hash that it had before the
//! kind was there, so that replays outlive new kinds of actors.

use bevy::math::IVec2;

use crate::level::format::glyphs;
use crate::level::{
    CameraSettings, DoorSettings, ExitOpens, KeySettings, LaserSettings, Level, MineSettings, MoverSettings,
    OrbSettings, SpringSettings, StableHasher, SwitchSettings, TeleportSettings, TurretSettings,
};

impl Level {
    /// The hash of all that the rules depend on, made anew: the same numbers as [`Level::hash`] for a level that was
    /// read from a file, and what `hash` must be set to for one that was made in another way.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = StableHasher::new();
        let size = self.terrain.size();
        hash.write_u32(size.x);
        hash.write_u32(size.y);
        for y in 0..size.y as i32 {
            for x in 0..size.x as i32 {
                // The character, not the enum's number: the order of the enum may change.
                hash.write_u32(glyphs::character_of(self.terrain.tile(IVec2::new(x, y))) as u32);
            }
        }
        hash.write_vec2(self.ninja);
        hash.write_vec2(self.exit);
        hash.write_bool(self.exit_opens == ExitOpens::AfterAllShards);
        hash.write_f32(self.focus.max);
        hash.write_f32(self.focus.start);
        hash.write_u32(self.shards.len() as u32);
        self.shards.iter().for_each(|shard| hash.write_vec2(*shard));
        hash.write_u32(self.lasers.len() as u32);
        self.lasers.iter().for_each(|laser| laser.write_to(&mut hash));
        self.write_later_kinds_to(&mut hash);
        hash.finish()
    }

    /// Whatever came to the format later is written only where it is there, behind a number of its own. These numbers
    /// must never change their meaning.
    fn write_later_kinds_to(&self, hash: &mut StableHasher) {
        let mirrored = if self.has_mirrors() { self.lasers.as_slice() } else { &[] };
        section(hash, 1, mirrored, LaserSettings::write_bounces_to);
        let gated = if self.lasers.iter().any(|laser| laser.when.is_some()) { self.lasers.as_slice() } else { &[] };
        section(hash, 2, gated, LaserSettings::write_gate_to);
        section(hash, 3, &self.turrets, TurretSettings::write_to);
        section(hash, 4, &self.cameras, CameraSettings::write_to);
        section(hash, 5, &self.orbs, OrbSettings::write_to);
        section(hash, 6, &self.movers, MoverSettings::write_to);
        section(hash, 7, &self.doors, DoorSettings::write_to);
        section(hash, 8, &self.switches, SwitchSettings::write_to);
        section(hash, 9, &self.keys, KeySettings::write_to);
        section(hash, 10, &self.springs, SpringSettings::write_to);
        section(hash, 11, &self.mines, MineSettings::write_to);
        section(hash, 12, &self.teleports, TeleportSettings::write_to);
    }
}

/// Writes a list with its number and its length, or nothing if it is empty.
fn section<T>(hash: &mut StableHasher, number: u32, items: &[T], write: fn(&T, &mut StableHasher)) {
    if items.is_empty() {
        return;
    }
    hash.write_u32(number);
    hash.write_u32(items.len() as u32);
    items.iter().for_each(|item| write(item, hash));
}
