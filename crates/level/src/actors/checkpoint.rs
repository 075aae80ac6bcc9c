//! Checkpoints: places at which a run goes on after a death.

use super::kind::{ActorKind, Kind};
use super::logic::{ActorLogic, Touch};
use super::settings::settings;
use crate::diagnostics::faults;

settings! {
    /// A place at which a run goes on after a death.
    #[derive(Copy)]
    pub struct CheckpointSettings {}
}

impl CheckpointSettings {
    /// The ninja sets it when its center is this near (in tiles).
    pub const REACH: f32 = 1.0;
}

impl ActorKind for CheckpointSettings {
    const KIND: Kind = Kind {
        word: "Checkpoint",
        names: ["checkpoint", "checkpoints"],
        example: "Checkpoint()",
        hash_section: 16,
        ..Kind::of::<Self>()
    };

    fn logic(&self) -> ActorLogic {
        let touch = Touch::at(self.position, Self::REACH).needed(&faults::UNREACHABLE_CHECKPOINT);
        ActorLogic { touch: Some(touch), ..ActorLogic::NOTHING }
    }
}
