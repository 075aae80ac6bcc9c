//! The proofs of levels: the run beside each level file that is known to finish it. Medals are measured by its time.

use bevy::asset::io::Reader;
use bevy::asset::{AssetLoader, AssetPath, AsyncReadExt, LoadContext};
use bevy::prelude::*;

use hairline_level::LEVEL_FILE_ENDING;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::replay::{self, REPLAY_BYTES_MAX, Replay, ReplayError};
use hairline_sim::tuning::RULES_VERSION;

#[derive(Asset, TypePath, Clone, Debug, PartialEq)]
pub struct Proof {
    pub level_hash: u64,
    pub inputs: Vec<TickInput>,
}

impl Proof {
    /// How long it takes, in ticks.
    pub fn ticks(&self) -> u32 {
        self.inputs.len() as u32
    }
}

/// Loads `*.replay.ron` files as [`Proof`]s. They are not played: `hairline verify` does that.
#[derive(Default, TypePath)]
pub struct ProofLoader;

#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    #[error(transparent)]
    Read(#[from] std::io::Error),
    #[error(transparent)]
    Invalid(#[from] ReplayError),
    #[error("it was played under version {0} of the rules")]
    Rules(u32),
}

impl AssetLoader for ProofLoader {
    type Asset = Proof;
    type Settings = ();
    type Error = ProofError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        _settings: &(),
        _context: &mut LoadContext<'_>,
    ) -> Result<Proof, ProofError> {
        let mut bytes = Vec::new();
        reader.take(REPLAY_BYTES_MAX as u64 + 1).read_to_end(&mut bytes).await?;
        proof_of(&bytes)
    }

    fn extensions(&self) -> &[&str] {
        &["replay.ron"]
    }
}

fn proof_of(bytes: &[u8]) -> Result<Proof, ProofError> {
    let replay = Replay::parse(bytes)?;
    if replay.rules != RULES_VERSION {
        return Err(ProofError::Rules(replay.rules));
    }
    Ok(Proof { level_hash: replay.level_hash, inputs: replay.inputs })
}

/// Where the proof of a level lies: in `proofs` beside it.
pub fn proof_path(level: &AssetPath<'static>) -> Option<AssetPath<'static>> {
    level.path().file_name()?.to_str()?.ends_with(LEVEL_FILE_ENDING).then_some(())?;
    let file = replay::proof_path(level.path());
    Some(AssetPath::from_path_buf(file).with_source(level.source().clone_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_has_the_hash_of_its_level_and_its_time() {
        let proof = proof_of(include_bytes!("../../../levels/proofs/first-light.replay.ron")).expect("it is valid");
        let level = hairline_level::parse(include_str!("../../../levels/first-light.level.ron"), "first-light");
        assert_eq!(proof.level_hash, level.expect("it is valid").hash);
        assert!((100..10_000).contains(&proof.ticks()));
        assert!(proof_of(b"(version: 1)").is_err());
    }

    #[test]
    fn a_proof_lies_beside_its_level() {
        let path = |level: &str| proof_path(&AssetPath::parse(level).into_owned()).map(|path| path.to_string());
        assert_eq!(path("levels://lab/cones.level.ron").as_deref(), Some("levels://lab/proofs/cones.replay.ron"));
        assert_eq!(path("levels://first-light.level.ron").as_deref(), Some("levels://proofs/first-light.replay.ron"));
        assert_eq!(path("levels://notes.txt"), None);
    }
}
