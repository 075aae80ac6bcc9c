//! Laser robots, which cast beams.

use super::Weapon;
use super::aim::{Aim, Cycle};
use super::kind::{ActorKind, ChannelUse, Kind, LaterSection};
use super::logic::ActorLogic;
use super::path::Patrol;
use super::settings::settings;
use crate::format::gates::Gate;
use crate::limits::{BEAMS_MAX, BOUNCES_MAX};
use crate::reader::scalars::{REACH, SPEED};
use crate::stable_hash::StableHash;

settings! {
    /// A robot that casts beams.
    pub struct LaserSettings {
        /// How it points.
        aim: Aim = aim(),
        /// When its beams are lit; `None` is always.
        cycle: Option<Cycle> = cycle(),
        /// How many beams, evenly spread round the circle; `1..=8`.
        beams: u8 = count_or(1, BEAMS_MAX, 1),
        /// The longest a beam can be, in tiles; `None` is until it hits something.
        reach: Option<f32> = optional_number(&REACH),
        /// Where it patrols.
        path: Option<Patrol> = path(&SPEED),
    }
    later {
        /// The most times that mirrors reflect a beam; `0..=8`.
        bounces: u8 = count_or(0, BOUNCES_MAX, 4),
        /// The gate that enables it; `None` is always. Its cycle begins when the gate opens.
        when: Option<Gate> = optional_gate(),
    }
}

impl ActorKind for LaserSettings {
    const KIND: Kind = Kind {
        word: "Laser",
        names: ["laser", "lasers"],
        example: "Laser(aim: Fixed(angle: 270))",
        hash_section: 0,
        channel_use: Some(ChannelUse::Listens),
        inside_a_wall: "inside a wall a beam ends where it begins",
        ..Kind::of::<Self>()
    };
    const LATER_SECTIONS: &'static [LaterSection<Self>] = &[
        LaterSection {
            number: 1,
            is_used: |_, has_mirrors| has_mirrors,
            hash_into: |laser, hasher| laser.bounces.hash_into(hasher),
        },
        LaterSection {
            number: 2,
            is_used: |lasers, _| lasers.iter().any(|laser| laser.when.is_some()),
            hash_into: |laser, hasher| laser.when.hash_into(hasher),
        },
    ];

    fn path(&self) -> Option<&Patrol> {
        self.path.as_ref()
    }

    fn logic(&self) -> ActorLogic {
        ActorLogic { weapon: Some(Weapon::Beams(self.clone())), ..ActorLogic::NOTHING }
    }
}
