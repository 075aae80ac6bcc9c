//! Writes every sound of the game as a WAV file, and the sound of a whole replay, to listen to and to measure.
//!
//! `cargo run --example sounds -- FOLDER [levels/proofs/NAME.replay.ron…]`

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
use hairline::audio::Setting;
use hairline::audio::bank::{Bank, Loop, Sound};
use hairline::audio::engine::commands::Orders;
use hairline::audio::engine::mixer::{BLOCK, Mixer};
use hairline::audio::engine::synth::RATE;
use hairline::level;
use hairline::sim;
use hairline::sim::Simulate;
use hairline::sim::load_level;
use hairline::sim::run::focus::Focus;
use hairline::sim::run::input::TickInput;
use hairline::sim::state::replay::Replay;
use hairline::sim::tuning::{FOCUS_TIME_SCALE, TICKS_PER_SECOND};

#[derive(Parser)]
#[command(about = "Writes every sound as a WAV file, and the sound of whole replays")]
struct Arguments {
    /// Where to write; made if it is not there.
    folder: PathBuf,
    /// Replays; the level of each lies one folder up.
    replays: Vec<PathBuf>,
}

/// Frames a second of the game that is heard.
const FRAMES_PER_SECOND: u32 = 60;
/// Frames that are heard after the last input.
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
    let started = Instant::now();
    let bank = Bank::new();
    println!("all sounds made in {:.0} ms", started.elapsed().as_secs_f64() * 1e3);
    let write = |name: &str, channels: u16, rate: f32, samples: &[f32]| {
        fs::create_dir_all(&arguments.folder)
            .and_then(|()| write_wav(&arguments.folder.join(name).with_extension("wav"), channels, rate, samples))
            .map_err(|error| format!("{}: {error}", arguments.folder.display()))
    };
    for sound in Sound::ALL {
        let pcm = bank.sound(sound);
        write(&format!("{sound:?}"), 1, pcm.rate, &pcm.samples)?;
    }
    for sound in Loop::ALL {
        let pcm = bank.looped(sound);
        write(&format!("{sound:?}"), 1, pcm.rate, &pcm.samples)?;
    }
    let bank = Arc::new(OnceLock::from(bank));
    for replay in &arguments.replays {
        let name = replay.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let mix = heard(replay, bank.clone())?;
        write(name.split('.').next().unwrap_or(&name), 2, RATE, &mix)?;
    }
    Ok(())
}

/// What a replay sounds like, left and right in turn.
fn heard(path: &Path, bank: Arc<OnceLock<Bank>>) -> Result<Vec<f32>, String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let replay = Replay::parse(&bytes).map_err(|error| error.to_string())?;
    let folder = path.parent().and_then(Path::parent).ok_or("the replay is in no folder")?;
    let level = level::read(&folder.join(&replay.level_file)).map_err(|error| error.to_string())?;
    let mut app = App::new();
    let frame = Duration::from_secs(1) / FRAMES_PER_SECOND;
    app.add_plugins((MinimalPlugins, sim::plugin, audio::plugin))
        .insert_resource(TimeUpdateStrategy::ManualDuration(frame))
        .insert_resource(Setting::Play);
    let (orders, receiver) = Orders::channel();
    app.insert_resource(orders);
    load_level(app.world_mut(), &level);
    let mut mixer = Mixer::new(bank, receiver);
    let (mut mix, mut block) = (Vec::new(), [0.0; 2 * BLOCK]);
    let (mut inputs, mut due, mut frames, mut tail) = (replay.inputs.into_iter(), 0.0, 0, TAIL_FRAMES);
    while tail > 0 {
        let speed = if app.world().resource::<Focus>().active { FOCUS_TIME_SCALE } else { 1.0 };
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

/// A WAV file of 16 bits.
fn write_wav(path: &Path, channels: u16, rate: f32, samples: &[f32]) -> io::Result<()> {
    let (rate, frame_bytes) = (rate as u32, 2 * channels);
    let data: Vec<u8> =
        samples.iter().flat_map(|sample| ((sample.clamp(-1.0, 1.0) * 32_767.0).round() as i16).to_le_bytes()).collect();
    let mut file = Vec::with_capacity(44 + data.len());
    file.extend_from_slice(b"RIFF");
    file.extend_from_slice(&(36 + data.len() as u32).to_le_bytes());
    file.extend_from_slice(b"WAVEfmt ");
    file.extend_from_slice(&16_u32.to_le_bytes());
    // Plain samples, not compressed.
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
