//! The way from the mixer to the sound device, through Bevy's audio. Sounds are synthesized when a device asks for them, on
//! a thread of their own; without a device nothing is synthesized and nothing is mixed.

use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use bevy::audio::{AddAudioSource, AudioPlugin, ChannelCount, Decodable, Sample, SampleRate, Source};
use bevy::prelude::*;

use super::BLOCK_FRAMES;
use super::bank::Bank;
use super::commands::{AudioCommand, AudioCommands};
use super::mixer::Mixer;
use super::sound::SoundRegistry;
use super::synth::RATE;

/// Whether there is a sound device.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HasDevice(pub bool);

/// What the mixer is made of, until a device asks for it.
#[derive(Asset, TypePath)]
pub struct MixerOutput {
    registry: SoundRegistry,
    commands: Mutex<Option<Receiver<AudioCommand>>>,
}

/// The mixer as an endless stream of samples.
pub struct MixerStream {
    mixer: Option<Mixer>,
    block: [f32; 2 * BLOCK_FRAMES],
    position: usize,
}

/// Adds the output, if the app has audio at all.
pub(super) fn plugin(app: &mut App) {
    let has_device = app.is_plugin_added::<AudioPlugin>();
    // Until the output opens, and without a device for ever, commands go nowhere.
    app.insert_resource(AudioCommands::channel().0).insert_resource(HasDevice(has_device));
    if has_device {
        app.add_audio_source::<MixerOutput>().add_systems(Startup, open_output);
    }
}

/// Runs at startup, when every plugin has registered its sounds.
fn open_output(registry: Res<SoundRegistry>, mut outputs: ResMut<Assets<MixerOutput>>, mut commands: Commands) {
    let (audio_commands, receiver) = AudioCommands::channel();
    let output = MixerOutput { registry: registry.clone(), commands: Mutex::new(Some(receiver)) };
    commands.insert_resource(audio_commands);
    commands.spawn(AudioPlayer(outputs.add(output)));
}

impl Decodable for MixerOutput {
    type Decoder = MixerStream;

    fn decoder(&self) -> MixerStream {
        // There is one mixer: if the asset were played a second time, that stream would be silent.
        let commands = self.commands.lock().ok().and_then(|mut commands| commands.take());
        let mixer = commands.map(|commands| {
            let bank = Arc::new(OnceLock::new());
            let (registry, filled) = (self.registry.clone(), bank.clone());
            let thread = std::thread::Builder::new().name("synthesis".to_owned());
            if let Err(error) = thread.spawn(move || _ = filled.set(Bank::synthesize(&registry))) {
                warn!("there will be no sound: {error}");
            }
            Mixer::new(self.registry.clone(), bank, commands)
        });
        MixerStream { mixer, block: [0.0; 2 * BLOCK_FRAMES], position: 2 * BLOCK_FRAMES }
    }
}

impl Iterator for MixerStream {
    type Item = Sample;

    fn next(&mut self) -> Option<Sample> {
        if self.position == self.block.len() {
            self.position = 0;
            if let Some(mixer) = &mut self.mixer {
                mixer.mix(&mut self.block);
            }
        }
        self.position += 1;
        Some(self.block[self.position - 1])
    }
}

impl Source for MixerStream {
    fn current_span_len(&self) -> Option<usize> {
        None
    }

    fn channels(&self) -> ChannelCount {
        const { ChannelCount::new(2).expect("2 is not 0") }
    }

    fn sample_rate(&self) -> SampleRate {
        const { SampleRate::new(RATE as u32).expect("the rate is not 0") }
    }

    fn total_duration(&self) -> Option<Duration> {
        None
    }
}
