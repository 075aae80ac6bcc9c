//! The game as an application: the window, Bevy's plugins and the game's own. Every reason for which it cannot start is
//! reported in one sentence.

mod adapter;
pub mod executor;
mod faults;
mod files;
mod frame_cap;
mod level_source;
mod palettes;
mod rest;
mod screenshot;
#[cfg(unix)]
mod signals;
mod smoke_test;

use std::env;
use std::io::{self, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Instant;

use bevy::asset::AssetPath;
use bevy::clipboard::Clipboard;
use bevy::input_focus::InputDispatchPlugin;
use bevy::log::{Level as LogLevel, LogPlugin};
use bevy::prelude::*;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::window::{ExitCondition, WindowResolution};

use crate::screens::level_catalog::LevelFiles;
use crate::screens::play::history::ghosts::GhostFiles;
use crate::screens::play::history::watch::{Request, Watch};
use crate::screens::play::record::RecordFile;
use crate::screens::play::reload::WatchedFile;
use crate::screens::settings::{present_mode, window_mode};
use crate::screens::share::{ForeignFolder, TextBoard};
use crate::screens::words::Words;
use crate::{audio, screens, view};
use hairline_profile::folders::profile_folder;
use hairline_profile::settings::PictureSettings;
use hairline_profile::store::ProfileStore;

/// The environment variable that names another language. There is one for translators, `pseudo`: English with accents and
/// longer, which shows words that do not fit.
const LANGUAGE_VARIABLE: &str = "HAIRLINE_LANGUAGE";

const LEVELS: &str = "levels";

/// Bevy's exit code for a game that Ctrl-C or another signal ended.
const SIGNAL_EXIT_CODE: u8 = 130;

/// Hides the engine's messages to developers. `RUST_LOG` overrides it.
const LOG_FILTER: &str = "warn,wgpu_hal=off,wgpu_core=error,bevy_render=error,bevy_asset=off,tiny_skia=error,\
                          gilrs=off,gilrs_core=off,bevy_gilrs=off,winit=error";

#[derive(Clone, Debug, Default)]
pub struct Options {
    /// One level file, or a level on a line, instead of the campaign.
    pub level: Option<PathBuf>,
    /// Where to write a replay of each finished run.
    pub record: Option<PathBuf>,
    /// A replay to watch, in its level.
    pub watch: Option<PathBuf>,
    /// Replays of the level to race against.
    pub ghosts: Vec<PathBuf>,
    /// When the program started: print how long it took until the title was on screen, and quit.
    pub time_start_from: Option<Instant>,
    /// Check that a picture of the level is not black, and quit.
    pub smoke_test: bool,
}

/// Plays until the window is closed.
///
/// # Errors
/// In one sentence, if the game cannot start or stops with an error.
pub fn run(options: Options) -> Result<(), String> {
    let (request, level) = match options.watch.as_deref().map(files::watched).transpose()? {
        Some((replay, level)) => (Some(Request::title(replay)), Some(level)),
        None => (None, options.level),
    };
    let source = files::find(level.as_deref())?;
    let record = options.record.map(|path| files::writable_replay(&path)).transpose()?;
    let ghosts = files::ghosts(&options.ghosts, level.as_deref())?;
    faults::check_display()?;
    faults::install_hook();
    // What only measures or checks the game leaves the player's files alone.
    let is_played = options.time_start_from.is_none() && !options.smoke_test;
    let folder = profile_folder().filter(|_| is_played);
    let store = if is_played { ProfileStore::open(folder.as_deref()) } else { ProfileStore::default() };
    let mut game = game(source, record, &store.profile().settings.picture);
    game.insert_resource(store).insert_resource(GhostFiles(ghosts));
    game.world_mut().resource_mut::<Watch>().request = request;
    if let Some(folder) = folder {
        palettes::add_palettes(&mut game, &folder);
        game.insert_resource(ForeignFolder(Some(folder.join("levels"))));
    }
    if is_played {
        game.insert_resource(TextBoard::System(Clipboard::default()));
    }
    if let Some(from) = options.time_start_from {
        game.insert_resource(StartTimer { from, frames: 0 }).add_systems(Last, print_start_time);
    }
    if options.smoke_test {
        game.add_plugins(smoke_test::plugin);
    }
    match game.run() {
        AppExit::Success => Ok(()),
        AppExit::Error(code) if code.get() == SIGNAL_EXIT_CODE => Ok(()),
        AppExit::Error(_) => Err("the game stopped with an error, see above".to_owned()),
    }
}

#[derive(Resource)]
struct StartTimer {
    from: Instant,
    /// Frames updated with the title's level in the world.
    frames: u32,
}

/// While the third frame with the title is updated, the first one is on screen.
fn print_start_time(
    mut timer: ResMut<StartTimer>,
    colliders: Option<Res<hairline_sim::colliders::Colliders>>,
    mut exit: MessageWriter<AppExit>,
) {
    timer.frames += u32::from(colliders.is_some());
    if timer.frames == 3 {
        let line = format!("title on screen after {:.0} ms", timer.from.elapsed().as_secs_f64() * 1e3);
        exit.write(print_result(&line, AppExit::Success));
    }
}

/// Prints the result of a measurement or a check. Returns how the game ends: with an error, if that cannot be written.
fn print_result(line: &str, exit: AppExit) -> AppExit {
    match writeln!(io::stdout(), "{line}") {
        Ok(()) => exit,
        Err(error) => {
            eprintln!("hairline: cannot write the output: {error}");
            AppExit::error()
        }
    }
}

fn game(source: files::LevelSource, record: Option<PathBuf>, picture: &PictureSettings) -> App {
    let mut app = App::new();
    // The asset server reads levels from their own folder only, wherever that is, or from a line.
    app.register_asset_source(LEVELS, level_source::level_source(&source));
    let plugins = DefaultPlugins
        .set(WindowPlugin {
            primary_window: Some(window(picture)),
            exit_condition: ExitCondition::OnPrimaryClosed,
            // `screens::flow` quits, and asks first if progress cannot be saved.
            close_when_requested: false,
            ..default()
        })
        .set(AssetPlugin {
            // `screens::play::reload` watches a level that is opened by name; nothing else is watched.
            watch_for_changes_override: Some(false),
            // A level is one file; a `.meta` file beside it means nothing.
            meta_check: bevy::asset::AssetMetaCheck::Never,
            ..default()
        })
        .set(LogPlugin { level: LogLevel::WARN, filter: LOG_FILTER.to_owned(), ..default() })
        // Rendering a frame while the next one is updated would show every press one frame later.
        .disable::<PipelinedRenderingPlugin>()
        // `screens::menus` gives the widgets their orders, which keeps the presses of a slow frame in their order.
        .disable::<InputDispatchPlugin>();
    app.add_plugins(plugins);
    let path = |name: &String| AssetPath::from_path_buf(PathBuf::from(name)).with_source(LEVELS);
    let paths = source.names.iter().map(path).collect();
    let came_as_line = matches!(source.place, files::LevelPlace::Line(_));
    let opened_by_name = source.watched.is_some() || came_as_line;
    app.insert_resource(LevelFiles { paths, outline: source.outline, opened_by_name, came_as_line });
    if let Some(file) = source.watched {
        app.insert_resource(WatchedFile(file));
    }
    if let Some(record) = record {
        app.insert_resource(RecordFile(record));
    }
    if env::var(LANGUAGE_VARIABLE).is_ok_and(|language| language == "pseudo") {
        app.insert_resource(Words::pseudo());
    }
    app.add_plugins((
        hairline_sim::plugin,
        view::plugin,
        audio::plugin,
        audio::engine::output::device_plugin,
        screens::plugin,
    ))
    .add_plugins((adapter::plugin, faults::plugin, frame_cap::plugin, rest::plugin, screenshot::plugin))
    .add_plugins(executor::SingleThreadedPlugin);
    #[cfg(unix)]
    app.add_plugins(signals::plugin);
    app
}

/// The window as the player left it.
fn window(picture: &PictureSettings) -> Window {
    let (width, height) = picture.window_size;
    Window {
        title: "Hairline".to_owned(),
        name: Some("hairline".to_owned()),
        resolution: WindowResolution::new(width, height),
        mode: window_mode(picture.window),
        present_mode: present_mode(picture.vsync),
        // The least latency: no frame waits in a queue.
        desired_maximum_frame_latency: NonZero::new(1),
        ..default()
    }
}
