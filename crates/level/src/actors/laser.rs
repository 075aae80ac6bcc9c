//! Laser robots: the settings of a robot that casts beams, and how a level file writes them.

use bevy_math::Vec2;
use serde::Deserialize;

use super::aim;
use super::aim::{Aim, Cycle};
use super::kind::{ActorEntry, ActorKind, ChannelUse, FieldForm, LaterSection, Place};
use super::logic::{ActorLogic, Weapon};
use super::path;
use super::path::Patrol;
use crate::format::channels::ChannelTable;
use crate::format::gates::Gate;
use crate::limits::{BEAMS_MAX, BOUNCES_MAX};
use crate::reader::scalars::{REACH, SPEED};
use crate::reader::{Reader, RonValue};
use crate::stable_hash::StableHasher;

/// The most times that mirrors reflect a beam, where the file does not set it.
const BOUNCES_DEFAULT: u8 = 4;

/// A robot that casts beams.
#[derive(Clone, Debug, PartialEq)]
pub struct LaserSettings {
    /// Its position, or the start of its path.
    pub position: Vec2,
    /// How it points.
    pub aim: Aim,
    /// When its beams are lit; `None` is always.
    pub cycle: Option<Cycle>,
    /// How many beams, evenly spread round the circle; `1..=8`.
    pub beams: u8,
    /// The longest a beam can be, in tiles; `None` is until it hits something.
    pub reach: Option<f32>,
    /// Where it patrols.
    pub path: Option<Patrol>,
    /// The most times that mirrors reflect a beam; `0..=8`.
    pub bounces: u8,
    /// The gate that enables it; `None` is always. Its cycle begins when the gate opens.
    pub when: Option<Gate>,
}

#[derive(Deserialize)]
#[serde(rename = "Laser", deny_unknown_fields)]
struct LaserFile<'a> {
    #[serde(borrow)]
    at: Option<RonValue<'a>>,
    #[serde(borrow)]
    aim: RonValue<'a>,
    #[serde(borrow)]
    cycle: Option<RonValue<'a>>,
    #[serde(borrow)]
    beams: Option<RonValue<'a>>,
    #[serde(borrow)]
    reach: Option<RonValue<'a>>,
    #[serde(borrow)]
    bounces: Option<RonValue<'a>>,
    #[serde(borrow)]
    path: Option<RonValue<'a>>,
    #[serde(borrow)]
    when: Option<RonValue<'a>>,
}

impl ActorKind for LaserSettings {
    const WORD: &'static str = "Laser";
    const NAMES: [&'static str; 2] = ["laser", "lasers"];
    const EXAMPLE: &'static str = "Laser(aim: Fixed(angle: 270))";
    const HASH_SECTION: u32 = 0;
    const LATER_SECTIONS: &'static [LaterSection<Self>] = &[
        LaterSection {
            number: 1,
            is_used: |_, has_mirrors| has_mirrors,
            hash_into: |laser, hasher| hasher.write_u32(u32::from(laser.bounces)),
        },
        LaterSection {
            number: 2,
            is_used: |lasers, _| lasers.iter().any(|laser| laser.when.is_some()),
            hash_into: |laser, hasher| Gate::hash_into(laser.when, hasher),
        },
    ];
    const CHANNEL_USE: Option<ChannelUse> = Some(ChannelUse::Listens);
    const INSIDE_A_WALL: &'static str = "inside a wall a beam ends where it begins";
    const FIELD_FORMS: &'static [(&'static str, FieldForm)] =
        &[("aim", FieldForm::Aim), ("path", FieldForm::Path), ("when", FieldForm::Gate)];

    fn read<'a>(reader: &mut Reader<'a>, channels: &mut ChannelTable, value: RonValue<'a>) -> Option<ActorEntry<Self>> {
        let file: LaserFile = reader.read(value)?;
        // Every field is read before the first `?`, so that all errors are reported together.
        let at = reader.place_if(file.at, "at");
        let aim = aim::read(reader, file.aim);
        let cycle = file.cycle.map_or(Some(None), |value| aim::cycle(reader, value).map(Some));
        let beams = reader.count_or(file.beams, "beams", 1, BEAMS_MAX as u8, 1);
        let reach = reader.quantity_if(file.reach, "reach", &REACH);
        let bounces = reader.count_or(file.bounces, "bounces", 0, BOUNCES_MAX as u8, BOUNCES_DEFAULT);
        let path = path::read_if(reader, file.path, &SPEED);
        let when = channels.gate_if(reader, file.when);
        let (aim, cycle) = (aim?, cycle?);
        let settings = Self {
            position: Vec2::ZERO,
            path: None,
            aim: aim.plain(),
            cycle: cycle.map(|(cycle, _)| cycle),
            beams: beams?,
            reach: reach?,
            bounces: bounces?,
            when: when?,
        };
        let step = cycle.map_or(0.0, |(_, step)| step);
        Some(ActorEntry::new(at?, settings).on_path(path?).aiming(aim).stepping(step))
    }

    fn set_place(&mut self, place: Place) {
        self.position = place.position;
        self.path = place.path;
        self.aim = place.aim.unwrap_or(self.aim);
        if let Some(cycle) = &mut self.cycle {
            cycle.offset += place.ahead;
        }
    }

    fn logic(&self) -> ActorLogic {
        ActorLogic { weapon: Some(Weapon::Beams(self.clone())), ..ActorLogic::NOTHING }
    }

    fn hash_into(&self, hasher: &mut StableHasher) {
        hasher.write_vec2(self.position);
        self.aim.hash_into(hasher);
        hasher.write_bool(self.cycle.is_some());
        if let Some(cycle) = self.cycle {
            cycle.hash_into(hasher);
        }
        hasher.write_u32(u32::from(self.beams));
        hasher.write_f32(self.reach.unwrap_or(f32::INFINITY));
        Patrol::hash_into(self.path.as_ref(), hasher);
    }
}
