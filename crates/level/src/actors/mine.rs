//! Mines: the settings of a proximity charge, and how a level file writes them.

use bevy_math::Vec2;
use serde::Deserialize;

use super::kind::{ActorEntry, ActorKind, Place};
use super::logic::{ActorLogic, Weapon};
use crate::format::channels::ChannelTable;
use crate::reader::scalars::Quantity;
use crate::reader::{Reader, RonValue};
use crate::stable_hash::StableHasher;

/// Tiles.
const TRIGGER_DEFAULT: f32 = 1.5;
/// Seconds.
const FUSE_DEFAULT: f32 = 0.5;
/// Tiles.
const BLAST_DEFAULT: f32 = 2.0;

/// A distance from the center of a mine.
const REACH: Quantity = Quantity { unit: "tiles", min: 0.1, max: 20.0 };
/// Seconds from lit to exploded.
const FUSE: Quantity = Quantity { unit: "seconds", min: 0.0, max: 60.0 };

/// A charge that is lit when the ninja comes near, and explodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MineSettings {
    /// Its center.
    pub position: Vec2,
    /// How near the ninja's hurt circle must come to light it, in tiles from the center; positive.
    pub trigger: f32,
    /// Seconds from lit to exploded; 0 is at once.
    pub fuse: f32,
    /// The radius of the blast in tiles; positive.
    pub blast: f32,
}

#[derive(Deserialize)]
#[serde(rename = "Mine", deny_unknown_fields)]
struct MineFile<'a> {
    #[serde(borrow)]
    at: Option<RonValue<'a>>,
    #[serde(borrow)]
    trigger: Option<RonValue<'a>>,
    #[serde(borrow)]
    fuse: Option<RonValue<'a>>,
    #[serde(borrow)]
    blast: Option<RonValue<'a>>,
}

impl ActorKind for MineSettings {
    const WORD: &'static str = "Mine";
    const NAMES: [&'static str; 2] = ["mine", "mines"];
    const EXAMPLE: &'static str = "Mine()";
    const HASH_SECTION: u32 = 11;
    const QUANTITIES: &'static [Quantity] = &[REACH, FUSE];

    fn read<'a>(
        reader: &mut Reader<'a>,
        _channels: &mut ChannelTable,
        value: RonValue<'a>,
    ) -> Option<ActorEntry<Self>> {
        let file: MineFile = reader.read(value)?;
        let at = reader.place_if(file.at, "at");
        let trigger = reader.quantity_or(file.trigger, "trigger", &REACH, TRIGGER_DEFAULT);
        let fuse = reader.quantity_or(file.fuse, "fuse", &FUSE, FUSE_DEFAULT);
        let blast = reader.quantity_or(file.blast, "blast", &REACH, BLAST_DEFAULT);
        let settings = Self { position: Vec2::ZERO, trigger: trigger?, fuse: fuse?, blast: blast? };
        Some(ActorEntry::new(at?, settings))
    }

    fn set_place(&mut self, place: Place) {
        self.position = place.position;
    }

    fn logic(&self) -> ActorLogic {
        ActorLogic { weapon: Some(Weapon::Roaming), ..ActorLogic::NOTHING }
    }

    fn hash_into(&self, hasher: &mut StableHasher) {
        hasher.write_vec2(self.position);
        [self.trigger, self.fuse, self.blast].into_iter().for_each(|value| hasher.write_f32(value));
    }
}
