//! What a sound is. Each sound is a static [`SoundSpec`] or [`LoopSpec`], declared in the file of the feature that
//! plays it and registered by that feature's plugin. There is no list of all sounds anywhere else.

use std::fmt;

use bevy::prelude::*;

use super::synth::{Pcm, render};

/// Which of the player's volumes applies to a sound. Music has one of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bus {
    Effects,
    /// The volume of the hazards' voices; the music steps back while they sound.
    Hazards,
}

pub struct SoundSpec {
    /// Unique among all sounds; two specs with the same name are the same sound.
    pub name: &'static str,
    /// Synthesizes the samples; called once, off the main thread.
    pub make: fn() -> Pcm,
    pub bus: Bus,
    /// How much of it goes into the reverb, `0..=1`.
    pub reverb: f32,
    /// Whether it belongs to the world, which gets muffled and lower in slow motion. Otherwise it addresses the player.
    pub is_diegetic: bool,
    /// Whether it is a note that has to fit the others, so that its pitch must not jitter.
    pub is_tuned: bool,
    /// Whether many may come at once. Each frame plays only the loudest, and a steady stream gets quieter.
    pub is_throttled: bool,
}

impl SoundSpec {
    /// Defaults of a sound that belongs to the world; each spec overrides the rest.
    pub const DIEGETIC: Self = Self {
        name: "",
        make: silence,
        bus: Bus::Effects,
        reverb: 0.0,
        is_diegetic: true,
        is_tuned: false,
        is_throttled: false,
    };
    pub const NON_DIEGETIC: Self = Self { is_diegetic: false, ..Self::DIEGETIC };
}

fn silence() -> Pcm {
    render(0.0, |_| 0.0)
}

/// A sound that repeats for as long as it is needed.
pub struct LoopSpec {
    /// Unique among all loops.
    pub name: &'static str,
    /// Synthesizes the samples, which must join seamlessly; called once, off the main thread.
    pub make: fn() -> Pcm,
    /// Seconds in which its gain follows a change.
    pub fade_seconds: f32,
    pub bus: Bus,
}

impl PartialEq for SoundSpec {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl PartialEq for LoopSpec {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for SoundSpec {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(self.name)
    }
}

impl fmt::Debug for LoopSpec {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(self.name)
    }
}

/// All sounds that the plugins have registered, in the order of registration.
#[derive(Resource, Clone, Debug, Default)]
pub struct SoundRegistry {
    sounds: Vec<&'static SoundSpec>,
    loops: Vec<&'static LoopSpec>,
}

impl SoundRegistry {
    pub fn sounds(&self) -> &[&'static SoundSpec] {
        &self.sounds
    }

    pub fn loops(&self) -> &[&'static LoopSpec] {
        &self.loops
    }

    /// The index of a sound in [`sounds`](Self::sounds), if it is registered.
    pub fn sound_index(&self, sound: &SoundSpec) -> Option<usize> {
        self.sounds.iter().position(|other| *other == sound)
    }

    /// The index of a loop in [`loops`](Self::loops), if it is registered.
    pub fn loop_index(&self, looped: &LoopSpec) -> Option<usize> {
        self.loops.iter().position(|other| *other == looped)
    }
}

/// Lets a feature's plugin register its sounds. A sound that is not registered cannot be heard.
pub trait RegisterSounds {
    /// Registers sounds that play once.
    ///
    /// # Panics
    /// If a name is taken: one of two sounds would never be heard.
    fn register_sounds(&mut self, sounds: &[&'static SoundSpec]) -> &mut Self;

    /// Registers a sound that repeats.
    fn register_loop(&mut self, looped: &'static LoopSpec) -> &mut Self;
}

impl RegisterSounds for App {
    fn register_sounds(&mut self, sounds: &[&'static SoundSpec]) -> &mut Self {
        let mut registry = self.world_mut().get_resource_or_init::<SoundRegistry>();
        for sound in sounds {
            assert!(registry.sound_index(sound).is_none(), "two sounds are named {}", sound.name);
            registry.sounds.push(sound);
        }
        self
    }

    fn register_loop(&mut self, looped: &'static LoopSpec) -> &mut Self {
        let mut registry = self.world_mut().get_resource_or_init::<SoundRegistry>();
        assert!(registry.loop_index(looped).is_none(), "two loops are named {}", looped.name);
        registry.loops.push(looped);
        self
    }
}

/// The samples of all sounds, in the order of their registration.
#[derive(Clone, Debug, PartialEq)]
pub struct Bank {
    pub sounds: Vec<Pcm>,
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

#[cfg(test)]
mod tests {
    use super::*;

    static ONE: SoundSpec = SoundSpec { name: "One", ..SoundSpec::DIEGETIC };
    static OTHER: SoundSpec = SoundSpec { name: "Other", ..SoundSpec::DIEGETIC };
    static NAMESAKE: SoundSpec = SoundSpec { name: "One", ..SoundSpec::NON_DIEGETIC };

    #[test]
    fn sounds_keep_the_order_of_their_registration() {
        let mut app = App::new();
        app.register_sounds(&[&ONE]).register_sounds(&[&OTHER]);
        let registry = app.world().resource::<SoundRegistry>();
        assert_eq!(registry.sounds(), [&ONE, &OTHER]);
        assert_eq!(registry.sound_index(&OTHER), Some(1));
    }

    #[test]
    #[should_panic(expected = "two sounds are named One")]
    fn two_sounds_of_one_name_are_refused() {
        App::new().register_sounds(&[&ONE, &NAMESAKE]);
    }
}
