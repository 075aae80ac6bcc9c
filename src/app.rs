//! The game as an application: the window, the engine's plugins and ours, and every reason for which it cannot start
//! said in one sentence.

pub(crate) mod display;
pub(crate) mod files;
pub(crate) mod refusal;
pub(crate) mod sound;

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Instant;

use bevy::asset::AssetPath;
use bevy::asset::io::AssetSourceBuilder;
use bevy::log::{Level as LogLevel, LogPlugin};
use bevy::prelude::*;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::window::{ExitCondition, PresentMode, WindowResolution};

use crate::screens::level_catalog::LevelFiles;
use crate::screens::play::record::RecordFile;
use crate::screens::play::reload::WatchedFile;
use crate::{audio, screens, sim, view};

/// What to play, as the command line asks for it.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// One level file instead of the campaign.
    pub level: Option<PathBuf>,
    /// Where to write a replay of each finished run.
    pub record: Option<PathBuf>,
    /// Since when to time the start; the game then says how long it took and quits.
    pub time_start_from: Option<Instant>,
}

/// Plays until the window is closed.
///
/// # Errors
/// In one sentence, if it cannot start or the engine stopped with an error.
pub fn run(options: Options) -> Result<(), String> {
    let files = files::find(options.level.as_deref())?;
    let record = options.record.map(|path| files::to_write(&path)).transpose()?;
    display::find()?;
    refusal::say_in_one_sentence();
    let mut game = game(files, record);
    if let Some(from) = options.time_start_from {
        game.insert_resource(StartTimer { from, frames: 0 }).add_systems(Last, time_start);
    }
    match game.run() {
        AppExit::Success => Ok(()),
        AppExit::Error(_) => Err("the game stopped with an error, see above".to_owned()),
    }
}

/// Times the start of the game.
#[derive(Resource)]
struct StartTimer {
    from: Instant,
    /// Frames drawn with the title's level in the world.
    frames: u32,
}

/// The third frame with the title is worked out when the first one has been shown.
fn time_start(
    mut timer: ResMut<StartTimer>,
    terrain: Option<Res<sim::state::spawn::LevelTerrain>>,
    mut exit: MessageWriter<AppExit>,
) {
    timer.frames += u32::from(terrain.is_some());
    if timer.frames == 3 {
        println!("title on screen after {:.0} ms", timer.from.elapsed().as_secs_f64() * 1e3);
        exit.write(AppExit::Success);
    }
}

/// The whole game, ready to run.
fn game(files: files::Found, record: Option<PathBuf>) -> App {
    let mut app = App::new();
    // The asset server reads levels from their own folder only, wherever that is.
    let root = files.folder.to_string_lossy().into_owned();
    app.register_asset_source(LEVELS, AssetSourceBuilder::platform_default(&root, None));
    let mut plugins = DefaultPlugins
        .set(WindowPlugin {
            primary_window: Some(window()),
            exit_condition: ExitCondition::OnPrimaryClosed,
            ..default()
        })
        .set(AssetPlugin {
            // Only a level that is opened by name is watched, by `screens::reload`.
            watch_for_changes_override: Some(false),
            // A level is one file, whatever lies beside it.
            meta_check: bevy::asset::AssetMetaCheck::Never,
            ..default()
        })
        .set(LogPlugin { level: LogLevel::WARN, filter: QUIET.to_owned(), ..default() })
        // Drawing a frame while the next one is worked out would show every press one frame later.
        .disable::<PipelinedRenderingPlugin>();
    if !sound::is_there() {
        eprintln!("hairline: there is nothing to play sound on, so the game is silent");
        plugins = plugins.disable::<bevy::audio::AudioPlugin>();
    }
    app.add_plugins(plugins);
    let path = |name: &String| AssetPath::from_path_buf(PathBuf::from(name)).with_source(LEVELS);
    let paths = files.names.iter().map(path).collect();
    app.insert_resource(LevelFiles { paths, labs: files.labs, opened: files.watched.is_some() });
    if let Some(file) = files.watched {
        app.insert_resource(WatchedFile(file));
    }
    if let Some(record) = record {
        app.insert_resource(RecordFile(record));
    }
    app.add_plugins((sim::plugin, view::plugin, audio::plugin, screens::plugin));
    app
}

/// The asset source of the levels.
const LEVELS: &str = "levels";

/// What the engine has to say at its own level of detail is not for players. `RUST_LOG` overrules this.
const QUIET: &str = "warn,wgpu_hal=off,wgpu_core=error,bevy_render=error,bevy_asset=off,bevy_audio=error,gilrs=off,\
                     gilrs_core=off,bevy_gilrs=off,winit=error,symphonia=off";

fn window() -> Window {
    Window {
        title: "Hairline".to_owned(),
        name: Some("hairline".to_owned()),
        resolution: WindowResolution::new(1280, 800),
        present_mode: PresentMode::AutoVsync,
        // No frame waits for another one: the picture is of what was pressed last.
        desired_maximum_frame_latency: NonZero::new(1),
        ..default()
    }
}
