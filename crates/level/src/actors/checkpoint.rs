//! Checkpoints: places at which a run goes on after a death.

use super::kind::{ActorKind, Kind};
use super::settings::settings;

settings! {
    /// A place at which a run goes on after a death.
    #[derive(Copy)]
    pub struct CheckpointSettings {}
}

impl ActorKind for CheckpointSettings {
    const KIND: Kind = Kind {
        word: "Checkpoint",
        names: ["checkpoint", "checkpoints"],
        example: "Checkpoint()",
        hash_section: 16,
        ..Kind::of::<Self>()
    };
}
