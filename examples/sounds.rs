//! Writes every sound of the game as a WAV file, every layer of its music and how they sound together, and the sound of a
//! whole replay, to listen to and to measure.
//!
//! `cargo run --example sounds -- FOLDER [levels/proofs/NAME.replay.ron…]`
//!
//! The music is in `FOLDER/music`: `3-night-watch.danger.wav` is a layer by itself, `3-night-watch.calm.wav` what plays at the
//! start of a level, and `.full.wav` what plays beside a beam with every shard taken and the exit open.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use clap::Parser;
use hairline::audio;
use hairline::audio::engine::BLOCK_FRAMES;
use hairline::audio::engine::commands::{AudioCommands, MixSettings, MusicLevel};
use hairline::audio::engine::mixer::Mixer;
use hairline::audio::engine::music::{Piece, PieceId, Role};
use hairline::audio::engine::sound::{Bank, SoundRegistry};
use hairline::audio::engine::synth::RATE;
use hairline::audio::music::director::{Situation, level as music_level};
use hairline::audio::music::pieces::{MENU, PIECES, synthesize};
use hairline::audio::scene::AudioScene;
use hairline_level::LevelWorld;
use hairline_sim::Simulate;
use hairline_sim::load_level;
use hairline_sim::run::Run;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::replay::Replay;
use hairline_sim::tuning::{FOCUS_TIME_SCALE, TICKS_PER_SECOND};

#[derive(Parser)]
#[command(about = "Writes every sound and the music as WAV files, and the sound of whole replays")]
struct Arguments {
    /// Where to write the files; created if it does not exist.
    folder: PathBuf,
    /// Replays; the level of each is one folder up.
    replays: Vec<PathBuf>,
}

/// Frames a second of the game.
const FRAMES_PER_SECOND: u32 = 60;
/// Frames after the last input, for the reverb to die away.
const TAIL_FRAMES: u32 = 120;

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let registry = game().world().resource::<SoundRegistry>().clone();
    let started = Instant::now();
    let bank = Bank::synthesize(&registry);
    println!("all sounds synthesized in {:.0} ms", started.elapsed().as_secs_f64() * 1e3);
    let write = |name: &str, channels: u16, rate: f32, samples: &[f32]| {
        fs::create_dir_all(&arguments.folder)
            .and_then(|()| write_wav(&arguments.folder.join(name).with_extension("wav"), channels, rate, samples))
            .map_err(|error| format!("{}: {error}", arguments.folder.display()))
    };
    let names =
        registry.sounds().iter().map(|sound| sound.name).chain(registry.loops().iter().map(|looped| looped.name));
    for (name, pcm) in names.zip(bank.sounds.iter().chain(&bank.loops)) {
        write(name, 1, pcm.rate, &pcm.samples)?;
    }
    let bank = Arc::new(OnceLock::from(bank));
    write_music(&arguments.folder.join("music"), &registry, &bank)?;
    for replay in &arguments.replays {
        let name = replay.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let mix = mix_replay(replay, &registry, bank.clone())?;
        write(name.split('.').next().unwrap_or(&name), 2, RATE, &mix)?;
    }
    Ok(())
}

/// Writes every layer of every piece by itself, and the piece as it sounds in the calmest and in the fullest moment of play.
fn write_music(folder: &Path, registry: &SoundRegistry, bank: &Arc<OnceLock<Bank>>) -> Result<(), String> {
    let describe = |error: io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(folder).map_err(describe)?;
    let calm = Situation {
        scene: AudioScene::Playing,
        world: LevelWorld::FirstLight,
        danger: 0.0,
        is_slow: false,
        progress: 0.0,
        is_exit_open: false,
    };
    let full = Situation { danger: 1.0, progress: 1.0, is_exit_open: true, ..calm };
    for (index, spec) in PIECES.iter().enumerate() {
        let started = Instant::now();
        let piece = Arc::new(synthesize(PieceId(index)));
        let (milliseconds, bytes) =
            (started.elapsed().as_secs_f64() * 1e3, piece.layers.iter().map(|layer| layer.bytes()).sum::<usize>());
        println!("{}: {}, {milliseconds:.0} ms, {:.1} MB", spec.name, spec.mood, bytes as f64 / 1e6);
        let name = |part: &str| folder.join(format!("{}-{}.{part}.wav", index + 1, spec.name));
        for (role, layer) in Role::ALL.into_iter().zip(&piece.layers) {
            let samples: Vec<f32> = layer.frames().flatten().collect();
            if samples.iter().any(|sample| *sample != 0.0) {
                let part = format!("{role:?}").to_lowercase();
                write_wav(&name(&part), 2, layer.rate(), &samples).map_err(describe)?;
            }
        }
        let situations: &[(&str, Situation)] = if piece.id == MENU {
            &[("menu", Situation { scene: AudioScene::Menu, ..calm })]
        } else {
            &[("calm", calm), ("full", full)]
        };
        for (part, situation) in situations {
            let mix = mix_music(&piece, music_level(situation), registry, bank.clone());
            write_wav(&name(part), 2, RATE, &mix).map_err(describe)?;
        }
    }
    Ok(())
}

/// A piece alone through the mixer at the volumes that the game starts with, once around its longest layer.
fn mix_music(piece: &Arc<Piece>, level: MusicLevel, registry: &SoundRegistry, bank: Arc<OnceLock<Bank>>) -> Vec<f32> {
    /// Seconds until every layer has faded in.
    const FADE: f32 = 8.0;
    let (commands, input) = AudioCommands::channel();
    let mut mixer = Mixer::new(registry.clone(), bank, input);
    commands.set_mix(MixSettings { master: 0.8, ..MixSettings::default() });
    commands.send_piece(piece.clone());
    commands.set_music(MusicLevel { piece: piece.id, ..level });
    let seconds = piece.layers.iter().map(|layer| layer.seconds()).fold(0.0, f32::max);
    let (mut mix, mut block) = (Vec::new(), [0.0; 2 * BLOCK_FRAMES]);
    while (mix.len() as f32) < 2.0 * RATE * (FADE + seconds) {
        mixer.mix(&mut block);
        mix.extend_from_slice(&block);
    }
    mix.split_off((2.0 * RATE * FADE) as usize)
}

/// The game with its sound, without a window or a device.
fn game() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, hairline_sim::plugin, audio::plugin));
    app
}

/// The mix of a whole replay, left and right interleaved.
fn mix_replay(path: &Path, registry: &SoundRegistry, bank: Arc<OnceLock<Bank>>) -> Result<Vec<f32>, String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let replay = Replay::parse(&bytes).map_err(|error| error.to_string())?;
    let folder = path.parent().and_then(Path::parent).ok_or("the replay is in no folder")?;
    let level = hairline_level::read(&folder.join(&replay.level_file)).map_err(|error| error.to_string())?;
    let mut app = game();
    let frame = Duration::from_secs(1) / FRAMES_PER_SECOND;
    let (commands, input) = AudioCommands::channel();
    // The library makes no music without a device, so the piece is sent here.
    commands.send_piece(Arc::new(synthesize(PieceId(0))));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(frame))
        .insert_resource(AudioScene::Playing)
        .insert_resource(commands);
    load_level(app.world_mut(), &level);
    let mut mixer = Mixer::new(registry.clone(), bank, input);
    let (mut mix, mut block) = (Vec::new(), [0.0; 2 * BLOCK_FRAMES]);
    let (mut inputs, mut due, mut frames, mut tail) = (replay.inputs.into_iter(), 0.0, 0, TAIL_FRAMES);
    while tail > 0 {
        let speed = if app.world().resource::<Run>().focus.active { FOCUS_TIME_SCALE } else { 1.0 };
        app.world_mut().resource_mut::<Time<Virtual>>().set_relative_speed(speed);
        due += speed * TICKS_PER_SECOND as f32 / FRAMES_PER_SECOND as f32;
        while due >= 1.0 {
            due -= 1.0;
            let input = inputs.next();
            tail -= u32::from(input.is_none() && tail > 0);
            *app.world_mut().resource_mut::<TickInput>() = input.unwrap_or_default();
            app.world_mut().run_schedule(Simulate);
        }
        app.update();
        frames += 1;
        while mix.len() < (frames * (RATE as u32 / FRAMES_PER_SECOND) * 2) as usize {
            mixer.mix(&mut block);
            mix.extend_from_slice(&block);
        }
    }
    Ok(mix)
}

/// Writes a WAV file of 16 bits a sample.
fn write_wav(path: &Path, channels: u16, rate: f32, samples: &[f32]) -> io::Result<()> {
    let (rate, frame_bytes) = (rate as u32, 2 * channels);
    let data: Vec<u8> =
        samples.iter().flat_map(|sample| ((sample.clamp(-1.0, 1.0) * 32_767.0).round() as i16).to_le_bytes()).collect();
    let mut file = Vec::with_capacity(44 + data.len());
    file.extend_from_slice(b"RIFF");
    file.extend_from_slice(&(36 + data.len() as u32).to_le_bytes());
    file.extend_from_slice(b"WAVEfmt ");
    file.extend_from_slice(&16_u32.to_le_bytes());
    // The format tag of uncompressed samples (PCM).
    file.extend_from_slice(&1_u16.to_le_bytes());
    file.extend_from_slice(&channels.to_le_bytes());
    file.extend_from_slice(&rate.to_le_bytes());
    file.extend_from_slice(&(rate * u32::from(frame_bytes)).to_le_bytes());
    file.extend_from_slice(&frame_bytes.to_le_bytes());
    file.extend_from_slice(&16_u16.to_le_bytes());
    file.extend_from_slice(b"data");
    file.extend_from_slice(&(data.len() as u32).to_le_bytes());
    file.extend_from_slice(&data);
    fs::write(path, file)
}
