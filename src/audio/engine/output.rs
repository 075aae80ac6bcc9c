//! The way from the mixer to the sound device. Sounds are made when there is a device to play them, on a thread of their
//! own; without one nothing is made and nothing is mixed.

use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use bevy::audio::{AddAudioSource, AudioPlugin, ChannelCount, Decodable, Sample, SampleRate, Source};
use bevy::prelude::*;

use super::commands::{Order, Orders};
use super::mixer::{BLOCK, Mixer};
use super::synth::RATE;
use crate::audio::bank::Bank;

/// Whether there is anything to play sound on.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HasDevice(pub bool);

/// The mixer, until a device asks for it.
#[derive(Asset, TypePath)]
pub struct Output(Mutex<Option<Receiver<Order>>>);

/// The mixer as a device hears it, without end.
pub struct Stream {
    mixer: Option<Mixer>,
    block: [f32; 2 * BLOCK],
    at: usize,
}

/// Adds the way out, if the app has sound at all.
pub fn plugin(app: &mut App) {
    let (orders, receiver) = Orders::channel();
    let has_device = app.is_plugin_added::<AudioPlugin>();
    app.insert_resource(orders).insert_resource(HasDevice(has_device));
    if has_device {
        app.add_audio_source::<Output>();
        let output = app.world_mut().resource_mut::<Assets<Output>>().add(Output(Mutex::new(Some(receiver))));
        app.world_mut().spawn(AudioPlayer(output));
    }
}

impl Decodable for Output {
    type Decoder = Stream;

    fn decoder(&self) -> Stream {
        // There is one mixer; a second listener, which nobody asks for, would hear nothing.
        let receiver = self.0.lock().ok().and_then(|mut receiver| receiver.take());
        let mixer = receiver.map(|receiver| {
            let bank = Arc::new(OnceLock::new());
            let made = bank.clone();
            let making = std::thread::Builder::new().name("sounds".to_owned()).spawn(move || _ = made.set(Bank::new()));
            if let Err(error) = making {
                warn!("there will be no sound: {error}");
            }
            Mixer::new(bank, receiver)
        });
        Stream { mixer, block: [0.0; 2 * BLOCK], at: 2 * BLOCK }
    }
}

impl Iterator for Stream {
    type Item = Sample;

    fn next(&mut self) -> Option<Sample> {
        if self.at == self.block.len() {
            self.at = 0;
            if let Some(mixer) = &mut self.mixer {
                mixer.mix(&mut self.block);
            }
        }
        self.at += 1;
        Some(self.block[self.at - 1])
    }
}

impl Source for Stream {
    fn current_span_len(&self) -> Option<usize> {
        None
    }

    fn channels(&self) -> ChannelCount {
        const { ChannelCount::new(2).expect("two is not none") }
    }

    fn sample_rate(&self) -> SampleRate {
        const { SampleRate::new(RATE as u32).expect("the rate is not 0") }
    }

    fn total_duration(&self) -> Option<Duration> {
        None
    }
}
