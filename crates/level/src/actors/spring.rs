//! Springs: the settings of a plate that throws the ninja, and how a level file writes them.

use bevy_math::Vec2;
use serde::Deserialize;

use super::kind::{ActorEntry, ActorKind, FieldForm, Place};
use super::logic::{ActorLogic, Throw, Touch};
use crate::format::channels::ChannelTable;
use crate::reader::scalars::{ANGLE, THROW_SPEED};
use crate::reader::{Reader, RonValue};
use crate::stable_hash::StableHasher;

/// Degrees: up.
const ANGLE_DEFAULT: f32 = 90.0;
/// Tiles a second: higher than a jump.
const STRENGTH_DEFAULT: f32 = 28.0;

/// A plate that throws the ninja in one direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpringSettings {
    /// Its center.
    pub position: Vec2,
    /// The direction in which it throws, in radians.
    pub angle: f32,
    /// The ninja's speed in that direction afterwards, in tiles a second; positive.
    pub strength: f32,
}

impl SpringSettings {
    /// It throws the ninja when its center is this near (in tiles).
    pub const REACH: f32 = 0.7;
}

#[derive(Deserialize)]
#[serde(rename = "Spring", deny_unknown_fields)]
struct SpringFile<'a> {
    #[serde(borrow)]
    at: Option<RonValue<'a>>,
    #[serde(borrow)]
    angle: Option<RonValue<'a>>,
    #[serde(borrow)]
    strength: Option<RonValue<'a>>,
}

impl ActorKind for SpringSettings {
    const WORD: &'static str = "Spring";
    const NAMES: [&'static str; 2] = ["spring", "springs"];
    const EXAMPLE: &'static str = "Spring()";
    const HASH_SECTION: u32 = 10;
    const FIELD_FORMS: &'static [(&'static str, FieldForm)] = &[("angle", FieldForm::Angle)];

    fn read<'a>(
        reader: &mut Reader<'a>,
        _channels: &mut ChannelTable,
        value: RonValue<'a>,
    ) -> Option<ActorEntry<Self>> {
        let file: SpringFile = reader.read(value)?;
        let at = reader.place_if(file.at, "at");
        let angle = reader.angle_or(file.angle, "angle", &ANGLE, ANGLE_DEFAULT);
        let strength = reader.quantity_or(file.strength, "strength", &THROW_SPEED, STRENGTH_DEFAULT);
        let settings = Self { position: Vec2::ZERO, angle: angle?, strength: strength? };
        Some(ActorEntry::new(at?, settings))
    }

    fn set_place(&mut self, place: Place) {
        self.position = place.position;
    }

    fn logic(&self) -> ActorLogic {
        let throw = Throw { angle: Some(self.angle), speed_max: self.strength };
        let touch = Touch::at(self.position, Self::REACH);
        ActorLogic { touch: Some(touch), throw: Some(throw), ..ActorLogic::NOTHING }
    }

    fn hash_into(&self, hasher: &mut StableHasher) {
        hasher.write_vec2(self.position);
        hasher.write_f32(self.angle);
        hasher.write_f32(self.strength);
    }
}
