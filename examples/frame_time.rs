//! Times the frames of the whole game without a window: a proof is played by keys, one tick a frame, into an image.
//!
//! `cargo run --release --example frame_time -- levels/proofs/NAME.replay.ron` prints, for the frames of the run, how long
//! the game works on one (all schedules of both worlds, up to the render graph), and how long it takes until the frame is drawn.
//! It needs an adapter that Vulkan, Metal or DirectX finds, and no display. The render graph counts as drawing, since a driver that
//! draws on the processor does it there.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bevy::app::PluginsState;
use bevy::asset::AssetPath;
use bevy::asset::io::AssetSourceBuilder;
use bevy::camera::RenderTarget;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput, NativeKey};
use bevy::input_focus::InputDispatchPlugin;
use bevy::log::{Level, LogPlugin};
use bevy::prelude::*;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::render::render_resource::{PollType, TextureFormat};
use bevy::render::renderer::{RenderAdapterInfo, RenderDevice};
use bevy::render::{Render, RenderApp, RenderSystems};
use bevy::time::TimeUpdateStrategy;
use bevy::window::ExitCondition;
use bevy::winit::WinitPlugin;
use clap::Parser;
use hairline::app::executor::SingleThreadedPlugin;
use hairline::screens::level_catalog::LevelFiles;
use hairline::screens::{self, Screen};
use hairline::view::camera::GameCamera;
use hairline::{audio, view};
use hairline_level::campaign::Outline;
use hairline_profile::settings::{Resolution, Settings};
use hairline_sim::run::Run;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::replay::Replay;
use hairline_sim::tuning::TICKS_PER_SECOND;

/// The asset source of the levels.
const LEVELS: &str = "levels";
/// Frames before the first one that counts: pipelines are compiled and buffers grow.
const WARM_UP_FRAMES: usize = 120;
/// Focus slows the screen to about a third: three frames a tick, with some to spare.
const FRAMES_A_TICK_MAX: usize = 8;
/// The keys of the inputs, as they are bound at a first launch.
const KEYS: [(TickInput, KeyCode); 5] = [
    (TickInput::LEFT, KeyCode::ArrowLeft),
    (TickInput::RIGHT, KeyCode::ArrowRight),
    (TickInput::DOWN, KeyCode::ArrowDown),
    (TickInput::JUMP, KeyCode::Space),
    (TickInput::FOCUS, KeyCode::ShiftLeft),
];

#[derive(Parser)]
#[command(about = "Times the frames of a run")]
struct Arguments {
    /// The replay; its level lies one folder up.
    replay: PathBuf,
    /// The picture's width in pixels.
    #[arg(long, default_value_t = 1280)]
    width: u32,
    /// The picture's height in pixels.
    #[arg(long, default_value_t = 800)]
    height: u32,
}

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
    let path = arguments.replay.display();
    let bytes = std::fs::read(&arguments.replay).map_err(|error| format!("{path}: {error}"))?;
    let replay = Replay::parse(&bytes).map_err(|error| format!("{path}: {error}"))?;
    // Assets are looked for beside the program, so the folder's path has to be whole.
    let proof = arguments.replay.canonicalize().map_err(|error| format!("{path}: {error}"))?;
    let folder = proof.parent().and_then(Path::parent).ok_or(format!("{path} lies in no folder of proofs"))?;
    let mut app = game(folder, &replay.level_file, (arguments.width, arguments.height));
    app.world_mut().resource_mut::<Settings>().picture.resolution = Resolution::Full;
    draw_into_image(&mut app, arguments.width, arguments.height);
    let adapter =
        app.world().get_resource::<RenderAdapterInfo>().ok_or("there is no adapter to draw with")?.name.clone();

    for _ in 0..WARM_UP_FRAMES {
        frame(&mut app);
    }
    if *app.world().resource::<State<Screen>>().get() != Screen::Playing {
        return Err(format!("{}: the level cannot be played", replay.level_file));
    }
    let times = play(&mut app, &replay.inputs);
    if times.is_empty() {
        return Err(format!("{path}: a replay without inputs shows no frames"));
    }
    println!(
        "{}, {}x{}, drawn by {adapter}: {} frames",
        replay.level_file,
        arguments.width,
        arguments.height,
        times.len()
    );
    for (what, index) in [("the game", 0), ("until drawn", 1)] {
        let mut sorted: Vec<f64> = times.iter().map(|time| time[index].as_secs_f64() * 1e3).collect();
        sorted.sort_by(f64::total_cmp);
        let at = |share: f64| sorted[((sorted.len() - 1) as f64 * share) as usize];
        println!("{what}: median {:.2} ms, 99 of 100 within {:.2} ms, longest {:.2} ms", at(0.5), at(0.99), at(1.0));
    }
    Ok(())
}

/// The whole game but for the window, the sound device and the player's files, in one level.
fn game(folder: &Path, level_file: &str, size: (u32, u32)) -> App {
    let mut app = App::new();
    app.register_asset_source(LEVELS, AssetSourceBuilder::platform_default(&folder.to_string_lossy(), None));
    let window = Window { resolution: size.into(), ..default() };
    app.add_plugins(
        DefaultPlugins
            .set(WindowPlugin { primary_window: Some(window), exit_condition: ExitCondition::DontExit, ..default() })
            .set(LogPlugin { level: Level::ERROR, ..default() })
            .disable::<WinitPlugin>()
            .disable::<PipelinedRenderingPlugin>()
            .disable::<InputDispatchPlugin>(),
    );
    let path = AssetPath::from_path_buf(PathBuf::from(level_file)).with_source(LEVELS);
    app.insert_resource(LevelFiles {
        paths: vec![path],
        outline: Outline::list(1, 0),
        opened_by_name: true,
        came_as_line: false,
    })
    .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / f64::from(TICKS_PER_SECOND))))
    .add_plugins((hairline_sim::plugin, view::plugin, audio::plugin, screens::plugin, SingleThreadedPlugin));
    while app.plugins_state() == PluginsState::Adding {
        bevy::tasks::tick_global_task_pools_on_main_thread();
    }
    let began = DrawingBegan(Arc::new(Mutex::new(Instant::now())));
    app.insert_resource(began.clone());
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        let system = note_drawing.after(RenderSystems::PrepareBindGroups).before(RenderSystems::Render);
        render.insert_resource(began).add_systems(Render, system);
    }
    app.finish();
    app.cleanup();
    app.update();
    app
}

/// Lets the game's camera draw into an image, since the window is only a size.
fn draw_into_image(app: &mut App, width: u32, height: u32) {
    let image = Image::new_target_texture(width, height, TextureFormat::Rgba8UnormSrgb, None);
    let image = app.world_mut().resource_mut::<Assets<Image>>().add(image);
    let mut cameras = app.world_mut().query_filtered::<&mut RenderTarget, With<GameCamera>>();
    for mut target in cameras.iter_mut(app.world_mut()) {
        *target = RenderTarget::Image(image.clone().into());
    }
}

/// When the render graph of the frame began, in both worlds.
#[derive(Resource, Clone)]
struct DrawingBegan(Arc<Mutex<Instant>>);

fn note_drawing(began: Res<DrawingBegan>) {
    *began.0.lock().expect("nobody panics with it") = Instant::now();
}

/// One frame: how long the game worked on it, and how long it took until it was drawn.
fn frame(app: &mut App) -> [Duration; 2] {
    let started = Instant::now();
    app.update();
    let began = *app.world().resource::<DrawingBegan>().0.lock().expect("nobody panics with it");
    let updated = began.duration_since(started);
    if let Some(device) = app.world().get_resource::<RenderDevice>() {
        let _ = device.poll(PollType::wait_indefinitely());
    }
    [updated, started.elapsed()]
}

/// Plays the run from a restart, and times its frames until it ends.
fn play(app: &mut App, inputs: &[TickInput]) -> Vec<[Duration; 2]> {
    for state in [ButtonState::Pressed, ButtonState::Released] {
        press(app, KeyCode::KeyR, state);
    }
    frame(app);
    let mut held = TickInput::NONE;
    let mut times = Vec::new();
    for input in inputs {
        for (button, key) in KEYS {
            match (held.holds(button), input.holds(button)) {
                (false, true) => press(app, key, ButtonState::Pressed),
                (true, false) => press(app, key, ButtonState::Released),
                _ => {}
            }
        }
        held = *input;
        let before = app.world().resource::<Run>().ticks;
        times.push(frame(app));
        // While focus slows time, a tick takes several frames.
        for _ in 0..FRAMES_A_TICK_MAX {
            let run = app.world().resource::<Run>();
            if !run.is_running() || run.ticks != before {
                break;
            }
            times.push(frame(app));
        }
        if !app.world().resource::<Run>().is_running() {
            break;
        }
    }
    times
}

fn press(app: &mut App, key_code: KeyCode, state: ButtonState) {
    let logical_key = Key::Unidentified(NativeKey::Unidentified);
    let (text, repeat, window) = (None, false, Entity::PLACEHOLDER);
    app.world_mut().write_message(KeyboardInput { key_code, logical_key, state, text, repeat, window });
}
