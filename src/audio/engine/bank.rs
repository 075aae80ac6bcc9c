//! The samples of every registered sound, synthesized once.

use super::sound::SoundRegistry;
use super::synth::pcm::Pcm;

/// The samples of all sounds, in the order of their registration.
#[derive(Clone, Debug, PartialEq)]
pub struct Bank {
    /// The samples of [`SoundRegistry::sounds`].
    pub sounds: Vec<Pcm>,
    /// The samples of [`SoundRegistry::loops`].
    pub loops: Vec<Pcm>,
}

impl Bank {
    /// Synthesizes all sounds. Takes about 0.1 s, so call it off the main thread.
    pub fn synthesize(registry: &SoundRegistry) -> Self {
        Self {
            sounds: registry.sounds().iter().map(|sound| (sound.make)()).collect(),
            loops: registry.loops().iter().map(|looped| (looped.make)()).collect(),
        }
    }
}
