//! Mixes everything into two channels: voices and loops on two buses, the reverb, the low-pass filter of slow motion, and a
//! limiter. It only takes [`AudioCommand`]s, so tests mix whole runs without a sound device.

use std::sync::mpsc::Receiver;
use std::sync::{Arc, OnceLock};

use super::BLOCK_FRAMES;
use super::bank::Bank;
use super::commands::{AudioCommand, MixSettings, PlaySound};
use super::smoother::Smoother;
use super::sound::SoundRegistry;
use super::synth::RATE;
use super::synth::filter::{Coefficients, Filter};
use super::synth::reverb::Reverb;
use super::voice::{LoopVoice, StereoBlock, Voice};

/// Most voices at once; the mixer drops further sounds.
const VOICES_MAX: usize = 32;
/// Frames (30 ms) between two starts of the same sound: closer together they would be heard as one, only louder.
const SPACING_FRAMES: u64 = 1440;
/// Brings play to about −24 dB on average, with its peaks still under the knee.
const OUTPUT_GAIN: f32 = 1.5;
/// Gain of the reverb's output.
const REVERB_GAIN: f32 = 0.5;
/// Hertz. Above this cutoff the low-pass filter is bypassed.
const BYPASS_CUTOFF: f32 = 15_000.0;
/// The limiter's ceiling, −1 dB below full scale.
pub const CEILING: f32 = 0.891;
/// The limiter leaves everything below this amplitude unchanged.
const KNEE: f32 = 0.6;

/// The mixer and all that is playing.
pub struct Mixer {
    registry: SoundRegistry,
    bank: Arc<OnceLock<Bank>>,
    commands: Receiver<AudioCommand>,
    voices: Vec<Voice>,
    loops: Vec<LoopVoice>,
    /// The frame in which each registered sound started last.
    started: Vec<Option<u64>>,
    frame: u64,
    master: Smoother,
    effects: Smoother,
    music: Smoother,
    /// The low-pass filter's cutoff in octaves above 100 Hz, since pitch is heard as a ratio.
    cutoff_octaves: Smoother,
    filters: [Filter; 2],
    reverb: Reverb,
}

impl Mixer {
    /// A mixer for the registered sounds. It is silent until the bank is filled.
    pub fn new(registry: SoundRegistry, bank: Arc<OnceLock<Bank>>, commands: Receiver<AudioCommand>) -> Self {
        let settings = MixSettings::default();
        Self {
            voices: Vec::with_capacity(VOICES_MAX),
            loops: registry.loops().iter().map(|looped| LoopVoice::new(looped)).collect(),
            started: vec![None; registry.sounds().len()],
            registry,
            bank,
            commands,
            frame: 0,
            master: Smoother::new(settings.master, 0.03),
            effects: Smoother::new(settings.effects, 0.03),
            music: Smoother::new(settings.music, 0.03),
            cutoff_octaves: Smoother::new(octaves(settings.cutoff), 0.05),
            filters: [Filter::default(); 2],
            reverb: Reverb::default(),
        }
    }

    /// Mixes the next block, left and right interleaved.
    pub fn mix(&mut self, out: &mut [f32; 2 * BLOCK_FRAMES]) {
        out.fill(0.0);
        let bank = self.bank.clone();
        let Some(bank) = bank.get() else {
            // A sound belongs to what is seen now, so drop it rather than play it late.
            self.commands.try_iter().for_each(drop);
            return;
        };
        self.run_commands();
        if self.master.target == 0.0 && self.master.value < 1e-3 {
            return;
        }
        let mut world = [[0.0; 2]; BLOCK_FRAMES];
        let mut overlay = [[0.0; 2]; BLOCK_FRAMES];
        let mut reverb_input = [0.0; BLOCK_FRAMES];
        let (effects, music) = (self.effects.step(), self.music.step());
        for voice in &mut self.voices {
            let bus = if voice.sound.is_diegetic { &mut world } else { &mut overlay };
            voice.add(&bank.sounds[voice.index], effects, bus, &mut reverb_input);
        }
        self.voices.retain(|voice| !voice.is_over(&bank.sounds[voice.index]));
        for (voice, pcm) in self.loops.iter_mut().zip(&bank.loops) {
            voice.add(pcm, if voice.looped.is_music { music } else { effects }, &mut world);
        }
        self.filter(&mut world);
        let master = self.master.step();
        for frame in 0..BLOCK_FRAMES {
            let reverb = self.reverb.run(reverb_input[frame]);
            let gain = OUTPUT_GAIN * master.at(frame);
            for channel in 0..2 {
                let sum = world[frame][channel] + overlay[frame][channel] + REVERB_GAIN * reverb[channel];
                out[2 * frame + channel] = limit(gain * sum);
            }
        }
        self.frame += BLOCK_FRAMES as u64;
    }

    fn run_commands(&mut self) {
        while let Ok(command) = self.commands.try_recv() {
            match command {
                AudioCommand::Play(play) => self.play(play),
                AudioCommand::SetLoop(looped, level) => {
                    if let Some(index) = self.registry.loop_index(looped) {
                        self.loops[index].set_level(level);
                    }
                }
                AudioCommand::SetMix(settings) => {
                    self.master.target = settings.master.clamp(0.0, 1.0);
                    self.effects.target = settings.effects;
                    self.music.target = settings.music;
                    self.cutoff_octaves.target = octaves(settings.cutoff);
                }
            }
        }
    }

    fn play(&mut self, play: PlaySound) {
        let Some(index) = self.registry.sound_index(play.sound) else { return };
        let is_too_close = self.started[index].is_some_and(|started| self.frame - started < SPACING_FRAMES);
        if is_too_close || self.voices.len() >= VOICES_MAX || self.master.target == 0.0 {
            return;
        }
        self.started[index] = Some(self.frame);
        self.voices.push(Voice::new(play, index));
    }

    /// Applies the low-pass filter, and crossfades to the unfiltered signal near [`BYPASS_CUTOFF`].
    fn filter(&mut self, world: &mut StereoBlock) {
        let cutoff = 100.0 * bevy::math::ops::exp2(self.cutoff_octaves.step().at(BLOCK_FRAMES));
        let coefficients = Coefficients::new(cutoff, 0.8, RATE);
        let wet = ((BYPASS_CUTOFF - cutoff) / (0.3 * BYPASS_CUTOFF)).clamp(0.0, 1.0);
        for frame in world {
            for (sample, filter) in frame.iter_mut().zip(&mut self.filters) {
                let low = filter.run(*sample, coefficients).low;
                *sample += wet * (low - *sample);
            }
        }
    }
}

/// A frequency in octaves above 100 Hz.
fn octaves(hertz: f32) -> f32 {
    bevy::math::ops::log2(hertz.clamp(40.0, 20_000.0) / 100.0)
}

/// Soft clipping: compresses the amplitude above [`KNEE`] so that it approaches [`CEILING`] and never exceeds it.
fn limit(sample: f32) -> f32 {
    let over = sample.abs() - KNEE;
    if over <= 0.0 {
        return sample;
    }
    let headroom = CEILING - KNEE;
    (KNEE + headroom * over / (over + headroom)).copysign(sample)
}
