//! Teleports. The letter of a pair is in the map twice; there is nothing else to set.

use bevy_math::Vec2;

use super::fields::Fields;
use super::kind::{ActorKind, Kind};
use super::logic::{ActorLogic, Touch};
use super::settings::{ActorSettings, Unplaced};
use crate::diagnostics::faults;
use crate::stable_hash::{StableHash, StableHasher};

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

impl ActorKind for TeleportSettings {
    const KIND: Kind = Kind {
        word: "Teleport",
        names: ["teleport", "teleports"],
        example: "Teleport()",
        hash_section: 12,
        cells: 2,
        ..Kind::of::<Self>()
    };

    fn logic(&self) -> ActorLogic {
        let unreachable = Some(&faults::UNREACHABLE_TELEPORT);
        let touch = Touch { places: self.ends.to_vec(), reach: Self::REACH, unreachable };
        ActorLogic { touch: Some(touch), teleports: true, ..ActorLogic::NOTHING }
    }
}

impl ActorSettings for TeleportSettings {
    fn read(_: &mut Fields) -> Option<Unplaced<Self>> {
        Some(Box::new(|place| Self {
            ends: [place.position, place.partner.unwrap_or(place.position)].map(|end| place.frame.point(end)),
        }))
    }
}

impl StableHash for TeleportSettings {
    fn hash_into(&self, hasher: &mut StableHasher) {
        self.ends.into_iter().for_each(|end| hasher.write_vec2(end));
    }
}
