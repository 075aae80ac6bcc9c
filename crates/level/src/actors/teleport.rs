//! Teleports: the settings of a pair, and how a level file writes them. The letter is in the map twice; there is
//! nothing else to set.

use bevy_math::Vec2;
use serde::Deserialize;

use super::kind::{ActorEntry, ActorKind, Cells, Place};
use super::logic::{ActorLogic, Touch};
use crate::diagnostics::faults;
use crate::format::channels::ChannelTable;
use crate::reader::{Reader, RonValue};
use crate::stable_hash::StableHasher;

/// A pair of places: when the ninja touches one, it comes out of the other with its velocity unchanged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TeleportSettings {
    /// The centers of the two.
    pub ends: [Vec2; 2],
}

impl TeleportSettings {
    /// The ninja enters it when its center is this near to an end (in tiles).
    pub const REACH: f32 = 0.5;
}

#[derive(Deserialize)]
#[serde(rename = "Teleport", deny_unknown_fields)]
struct TeleportFile {}

impl ActorKind for TeleportSettings {
    const WORD: &'static str = "Teleport";
    const NAMES: [&'static str; 2] = ["teleport", "teleports"];
    const EXAMPLE: &'static str = "Teleport()";
    const HASH_SECTION: u32 = 12;
    const CELLS: Cells = Cells::Pair;

    fn read<'a>(
        reader: &mut Reader<'a>,
        _channels: &mut ChannelTable,
        value: RonValue<'a>,
    ) -> Option<ActorEntry<Self>> {
        let TeleportFile {} = reader.read(value)?;
        Some(ActorEntry::new(None, Self { ends: [Vec2::ZERO; 2] }))
    }

    fn set_place(&mut self, place: Place) {
        self.ends = [place.position, place.partner.unwrap_or(place.position)];
    }

    fn logic(&self) -> ActorLogic {
        let unreachable = Some(&faults::UNREACHABLE_TELEPORT);
        let touch = Touch { places: self.ends.to_vec(), reach: Self::REACH, unreachable };
        ActorLogic { touch: Some(touch), teleports: true, ..ActorLogic::NOTHING }
    }

    fn hash_into(&self, hasher: &mut StableHasher) {
        self.ends.into_iter().for_each(|end| hasher.write_vec2(end));
    }
}
