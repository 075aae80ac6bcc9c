//! Levels through Bevy's asset server, as the game loads and reloads them.
#![cfg(feature = "desktop")]

use std::path::PathBuf;
use std::time::{Duration, Instant};

use bevy::asset::{AssetPlugin, LoadState};
use bevy::prelude::*;
use hairline::level::{Level, LevelLoader};

const GOOD: &str = "(version: 1, name: \"Good\", map: r\"\n @*X\n\")";
const BAD: &str = "(version: 1, name: \"Bad\", map: r\"\n @*.\n\")";

fn app(folder: &str, files: &[(&str, &str)]) -> (App, PathBuf) {
    let path = std::env::temp_dir().join(format!("hairline-asset-{}-{folder}", std::process::id()));
    std::fs::create_dir_all(&path).expect("the temporary folder can be written");
    for (name, text) in files {
        std::fs::write(path.join(name), text).expect("files can be written");
    }
    let mut app = App::new();
    let assets = AssetPlugin { file_path: path.display().to_string(), ..default() };
    app.add_plugins((MinimalPlugins, assets)).init_asset::<Level>().register_asset_loader(LevelLoader);
    (app, path)
}

/// Lets the app run until the level is loaded or has failed; the time is a safety net, not a measure.
fn load(app: &mut App, name: &str) -> (Handle<Level>, LoadState) {
    let handle: Handle<Level> = app.world().resource::<AssetServer>().load(name.to_owned());
    let started = Instant::now();
    loop {
        app.update();
        let state = app.world().resource::<AssetServer>().load_state(&handle);
        if matches!(state, LoadState::Loaded | LoadState::Failed(_)) {
            return (handle, state);
        }
        assert!(started.elapsed() < Duration::from_secs(60), "the level neither loads nor fails");
        std::thread::yield_now();
    }
}

#[test]
fn a_good_level_becomes_an_asset_and_a_bad_one_fails_with_its_diagnostic() {
    let (mut app, folder) = app("load", &[("good.level.ron", GOOD), ("bad.level.ron", BAD)]);
    let (handle, state) = load(&mut app, "good.level.ron");
    assert!(matches!(state, LoadState::Loaded), "{state:?}");
    assert_eq!(app.world().resource::<Assets<Level>>().get(&handle).map(|level| level.shards.len()), Some(1));
    let (_, state) = load(&mut app, "bad.level.ron");
    let LoadState::Failed(error) = state else { panic!("it is bad: {state:?}") };
    let text = error.to_string();
    assert!(text.contains("the map has no exit") && text.contains("bad.level.ron:1:32"), "{text}");
    std::fs::remove_dir_all(folder).expect("what was made can be removed");
}
