//! Mines: proximity charges.

use super::Weapon;
use super::kind::{ActorKind, Kind};
use super::logic::ActorLogic;
use super::settings::settings;
use crate::reader::scalars::{Pace, Quantity};

/// A distance from the center of a mine.
const REACH: Quantity = Quantity { unit: "tiles", pace: Pace::Timeless, min: 0.1, max: 20.0 };
/// Seconds from lit to exploded.
const FUSE: Quantity = Quantity { unit: "seconds", pace: Pace::Duration, min: 0.0, max: 60.0 };

settings! {
    /// A charge that is lit when the ninja comes near, and explodes.
    #[derive(Copy)]
    pub struct MineSettings {
        /// How near the ninja's hurt circle must come to light it, in tiles from the center; positive.
        trigger: f32 = number_or(&REACH, 1.5),
        /// Seconds from lit to exploded; 0 is at once.
        fuse: f32 = number_or(&FUSE, 0.5),
        /// The radius of the blast in tiles; positive.
        blast: f32 = number_or(&REACH, 2.0),
    }
}

impl ActorKind for MineSettings {
    const KIND: Kind = Kind {
        word: "Mine",
        names: ["mine", "mines"],
        example: "Mine()",
        hash_section: 11,
        quantities: &[REACH, FUSE],
        ..Kind::of::<Self>()
    };

    fn logic(&self) -> ActorLogic {
        ActorLogic { weapon: Some(Weapon::Roaming), ..ActorLogic::NOTHING }
    }
}
