//! Springs: plates that throw the ninja.

use super::kind::{ActorKind, ChannelUse, Kind, LaterSection};
use super::logic::{ActorLogic, Throw, Touch};
use super::settings::settings;
use crate::format::gates::Gate;
use crate::reader::scalars::{ANGLE, THROW_SPEED};
use crate::stable_hash::StableHash;

settings! {
    /// A plate that throws the ninja in one direction.
    #[derive(Copy)]
    pub struct SpringSettings {
        /// The direction in which it throws, in radians; up where a file does not say it.
        angle: f32 = direction_or(&ANGLE, 90.0),
        /// The ninja's speed in that direction afterwards, in tiles a second; positive. The default is higher than a jump.
        strength: f32 = number_or(&THROW_SPEED, 28.0),
    }
    later {
        /// The gate while which is open it throws; `None` is always.
        when: Option<Gate> = optional_gate(),
    }
}

impl SpringSettings {
    /// It throws the ninja when its center is this near (in tiles).
    pub const REACH: f32 = 0.7;
}

impl ActorKind for SpringSettings {
    const KIND: Kind = Kind {
        word: "Spring",
        names: ["spring", "springs"],
        example: "Spring()",
        hash_section: 10,
        channel_use: Some(ChannelUse::Listens),
        ..Kind::of::<Self>()
    };
    const LATER_SECTIONS: &'static [LaterSection<Self>] = &[LaterSection {
        number: 18,
        is_used: |springs, _| springs.iter().any(|spring| spring.when.is_some()),
        hash_into: |spring, hasher| spring.when.hash_into(hasher),
    }];

    fn logic(&self) -> ActorLogic {
        let throw = Throw { angle: Some(self.angle), speed_max: self.strength };
        let touch = Touch::at(self.position, Self::REACH);
        ActorLogic { touch: Some(touch), throw: Some(throw), ..ActorLogic::NOTHING }
    }
}
