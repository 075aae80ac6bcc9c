//! Checkpoints: the settings of a place at which a run goes on after a death, and how a level file writes them.

use bevy_math::Vec2;
use serde::Deserialize;

use super::kind::{ActorEntry, ActorKind, Place};
use super::logic::{ActorLogic, Touch};
use crate::diagnostics::faults;
use crate::format::channels::ChannelTable;
use crate::reader::{Reader, RonValue};
use crate::stable_hash::StableHasher;

/// A place at which a run goes on after a death.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CheckpointSettings {
    /// Its center.
    pub position: Vec2,
}

impl CheckpointSettings {
    /// The ninja sets it when its center is this near (in tiles).
    pub const REACH: f32 = 1.0;
}

#[derive(Deserialize)]
#[serde(rename = "Checkpoint", deny_unknown_fields)]
struct CheckpointFile<'a> {
    #[serde(borrow)]
    at: Option<RonValue<'a>>,
}

impl ActorKind for CheckpointSettings {
    const WORD: &'static str = "Checkpoint";
    const NAMES: [&'static str; 2] = ["checkpoint", "checkpoints"];
    const EXAMPLE: &'static str = "Checkpoint()";
    const HASH_SECTION: u32 = 16;

    fn read<'a>(
        reader: &mut Reader<'a>,
        _channels: &mut ChannelTable,
        value: RonValue<'a>,
    ) -> Option<ActorEntry<Self>> {
        let file: CheckpointFile = reader.read(value)?;
        let at = reader.place_if(file.at, "at");
        Some(ActorEntry::new(at?, Self { position: Vec2::ZERO }))
    }

    fn set_place(&mut self, place: Place) {
        self.position = place.position;
    }

    fn logic(&self) -> ActorLogic {
        let touch = Touch::at(self.position, Self::REACH).needed(&faults::UNREACHABLE_CHECKPOINT);
        ActorLogic { touch: Some(touch), ..ActorLogic::NOTHING }
    }

    fn hash_into(&self, hasher: &mut StableHasher) {
        hasher.write_vec2(self.position);
    }
}
