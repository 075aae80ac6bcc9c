//! Mixes everything into two channels: voices and loops on two buses, the music, the reverb, the low-pass filter of slow
//! motion, and a limiter. It only takes [`AudioCommand`]s, so tests mix whole runs without a sound device.

use std::sync::mpsc::Receiver;
use std::sync::{Arc, OnceLock};

use super::BLOCK_FRAMES;
use super::commands::{AudioCommand, MixSettings, MixerInput, PlaySound};
use super::low_pass::LowPass;
use super::music::player::Player;
use super::smoother::{Ramp, Smoother};
use super::sound::{Bank, Bus, SoundRegistry};
use super::synth::Reverb;
use super::voice::{LoopVoice, StereoBlock, Voice};

/// Most voices at once; the mixer drops further sounds.
const VOICES_MAX: usize = 32;
/// Frames (30 ms) between two starts of the same sound: closer together they would be heard as one, only louder.
const SPACING_FRAMES: u64 = 1440;
/// Brings play to about −24 dB on average, with its peaks still under the knee.
const OUTPUT_GAIN: f32 = 1.5;
const REVERB_GAIN: f32 = 0.5;
/// The limiter's ceiling, −1 dB below full scale.
pub const CEILING: f32 = 0.891;
/// The limiter leaves everything below this amplitude unchanged.
const KNEE: f32 = 0.6;
/// How much quieter the music is while a hazard's voice sounds: 3 dB.
const DUCKED: f32 = 0.7;
/// The amplitude of a hazard's voice from which on the music steps back in full.
const DUCKING_AMPLITUDE: f32 = 0.06;

pub struct Mixer {
    registry: SoundRegistry,
    bank: Arc<OnceLock<Bank>>,
    commands: Receiver<AudioCommand>,
    voices: Vec<Voice>,
    loops: Vec<LoopVoice>,
    /// The frame in which each registered sound started last.
    started: Vec<Option<u64>>,
    frame: u64,
    volumes: Volumes,
    player: Player,
    /// The music's gain beside hazards.
    ducking: Smoother,
    filter: LowPass,
    reverb: Reverb,
}

/// The player's volumes, gliding.
struct Volumes {
    master: Smoother,
    effects: Smoother,
    hazards: Smoother,
    music: Smoother,
    mono: Smoother,
    balance: Smoother,
}

impl Volumes {
    fn new(settings: MixSettings) -> Self {
        let smoother = |value| Smoother::new(value, 0.03);
        Self {
            master: smoother(settings.master),
            effects: smoother(settings.effects),
            hazards: smoother(settings.hazards),
            music: smoother(settings.music),
            mono: smoother(settings.mono),
            balance: smoother(settings.balance),
        }
    }

    fn set(&mut self, settings: MixSettings) {
        self.master.target = settings.master.clamp(0.0, 1.0);
        self.effects.target = settings.effects;
        self.hazards.target = settings.hazards;
        self.music.target = settings.music;
        self.mono.target = settings.mono.clamp(0.0, 1.0);
        self.balance.target = settings.balance.clamp(-1.0, 1.0);
    }
}

impl Mixer {
    /// A mixer for the registered sounds. It is silent until the bank is filled.
    pub fn new(registry: SoundRegistry, bank: Arc<OnceLock<Bank>>, input: MixerInput) -> Self {
        let settings = MixSettings::default();
        Self {
            voices: Vec::with_capacity(VOICES_MAX),
            loops: registry.loops().iter().map(|looped| LoopVoice::new(looped)).collect(),
            started: vec![None; registry.sounds().len()],
            registry,
            bank,
            commands: input.commands,
            frame: 0,
            volumes: Volumes::new(settings),
            player: Player::new(input.pieces),
            ducking: Smoother::rising_and_falling(1.0, (0.35, 0.02)),
            filter: LowPass::new(settings.cutoff, 0.05),
            reverb: Reverb::default(),
        }
    }

    /// The bank, and the sounds to fill it with.
    pub fn bank_to_fill(&self) -> (SoundRegistry, Arc<OnceLock<Bank>>) {
        (self.registry.clone(), self.bank.clone())
    }

    /// Drops the waiting commands, since their sounds would be late; takes pieces of music and the music's level.
    pub fn discard_commands(&mut self) {
        self.player.take_pieces();
        while let Ok(command) = self.commands.try_recv() {
            if let AudioCommand::SetMusic(level) = command {
                self.player.set_level(level);
            }
        }
    }

    /// Mixes the next block, left and right interleaved.
    pub fn mix(&mut self, out: &mut [f32; 2 * BLOCK_FRAMES]) {
        out.fill(0.0);
        let bank = self.bank.clone();
        let Some(bank) = bank.get() else {
            self.discard_commands();
            return;
        };
        self.player.take_pieces();
        self.run_commands();
        if self.volumes.master.target == 0.0 && self.volumes.master.value < 1e-3 {
            return;
        }
        let mut world = [[0.0; 2]; BLOCK_FRAMES];
        let mut overlay = [[0.0; 2]; BLOCK_FRAMES];
        let mut reverb_input = [0.0; BLOCK_FRAMES];
        let (effects, hazards) = (self.volumes.effects.step(), self.volumes.hazards.step());
        let volume = |bus: Bus| if bus == Bus::Hazards { hazards } else { effects };
        let mut warning = 0.0_f32;
        for voice in &mut self.voices {
            let bus = if voice.sound.is_diegetic { &mut world } else { &mut overlay };
            let amplitude = voice.add(&bank.sounds[voice.index], volume(voice.sound.bus), bus, &mut reverb_input);
            if voice.sound.bus == Bus::Hazards {
                warning = warning.max(amplitude);
            }
        }
        self.voices.retain(|voice| !voice.is_over(&bank.sounds[voice.index]));
        for (voice, pcm) in self.loops.iter_mut().zip(&bank.loops) {
            voice.add(pcm, volume(voice.looped.bus), &mut world);
        }
        self.filter.run(&mut world);
        self.add_music(warning, &mut overlay);
        self.finish(&world, &overlay, &reverb_input, out);
        self.frame += BLOCK_FRAMES as u64;
    }

    fn add_music(&mut self, warning: f32, bus: &mut StereoBlock) {
        self.ducking.target = 1.0 + (DUCKED - 1.0) * (warning / DUCKING_AMPLITUDE).min(1.0);
        let (music, ducking) = (self.volumes.music.step(), self.ducking.step());
        self.player.add(Ramp::product(music, ducking), bus);
    }

    /// Sums everything up: the reverb, the player's mono, balance and volume, and the limiter.
    fn finish(
        &mut self,
        world: &StereoBlock,
        overlay: &StereoBlock,
        reverb_input: &[f32; BLOCK_FRAMES],
        out: &mut [f32; 2 * BLOCK_FRAMES],
    ) {
        let Volumes { master, mono, balance, .. } = &mut self.volumes;
        let (master, mono, balance) = (master.step(), mono.step(), balance.step());
        for frame in 0..BLOCK_FRAMES {
            let reverb = self.reverb.run(reverb_input[frame]);
            let [left, right] =
                [0, 1].map(|channel| world[frame][channel] + overlay[frame][channel] + REVERB_GAIN * reverb[channel]);
            let center = 0.5 * (left + right);
            let (mono, balance) = (mono.at(frame), balance.at(frame));
            // A balance to one side takes away from the other and never adds.
            let sides = [(left, 1.0 - balance.max(0.0)), (right, 1.0 + balance.min(0.0))];
            for (channel, (sample, gain)) in sides.into_iter().enumerate() {
                let sample = sample + mono * (center - sample);
                out[2 * frame + channel] = limit(OUTPUT_GAIN * master.at(frame) * gain * sample);
            }
        }
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
                    self.volumes.set(settings);
                    self.filter.set_cutoff(settings.cutoff);
                }
                AudioCommand::SetMusic(level) => self.player.set_level(level),
            }
        }
    }

    fn play(&mut self, play: PlaySound) {
        let Some(index) = self.registry.sound_index(play.sound) else { return };
        let is_too_close = self.started[index].is_some_and(|started| self.frame - started < SPACING_FRAMES);
        if is_too_close || self.voices.len() >= VOICES_MAX || self.volumes.master.target == 0.0 {
            return;
        }
        self.started[index] = Some(self.frame);
        self.voices.push(Voice::new(play, index));
    }
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
