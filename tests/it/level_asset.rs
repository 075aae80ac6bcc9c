//! Levels through Bevy's asset server, as the game loads and reloads them.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use bevy::asset::{AssetPlugin, LoadState};
use bevy::prelude::*;
use hairline::screens::level_catalog::level_asset::{LevelAsset, LevelLoader};

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
    app.add_plugins((MinimalPlugins, assets)).init_asset::<LevelAsset>().register_asset_loader(LevelLoader);
    (app, path)
}

/// Runs the app until something is found. The time limit is a safety net and no part of what is tested.
fn run_until<T>(app: &mut App, mut found: impl FnMut(&World) -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        app.update();
        if let Some(found) = found(app.world()) {
            return found;
        }
        assert!(started.elapsed() < Duration::from_secs(60), "it never happens");
        std::thread::yield_now();
    }
}

fn load(app: &mut App, name: &str) -> (Handle<LevelAsset>, LoadState) {
    let handle: Handle<LevelAsset> = app.world().resource::<AssetServer>().load(name.to_owned());
    let state = run_until(app, |world| {
        let state = world.resource::<AssetServer>().load_state(&handle);
        matches!(state, LoadState::Loaded | LoadState::Failed(_)).then_some(state)
    });
    (handle, state)
}

#[test]
fn a_good_level_becomes_an_asset_and_a_bad_one_fails_with_its_diagnostic() {
    let (mut app, folder) = app("load", &[("good.level.ron", GOOD), ("bad.level.ron", BAD)]);
    let (handle, state) = load(&mut app, "good.level.ron");
    assert!(matches!(state, LoadState::Loaded), "{state:?}");
    assert_eq!(app.world().resource::<Assets<LevelAsset>>().get(&handle).map(|level| level.shards.len()), Some(1));
    let (_, state) = load(&mut app, "bad.level.ron");
    let LoadState::Failed(error) = state else { panic!("it is bad: {state:?}") };
    let text = error.to_string();
    assert!(text.contains("the map has no exit") && text.contains("bad.level.ron:1:32"), "{text}");
    std::fs::remove_dir_all(folder).expect("the folder can be removed");
}

/// The loader looks at the size before it reads: a sparse file of 100 MB takes no time and no memory.
#[test]
fn a_file_of_a_hundred_megabytes_is_refused_by_its_whole_size() {
    let (mut app, folder) = app("large", &[]);
    let file = std::fs::File::create(folder.join("a.level.ron")).expect("files can be written");
    file.set_len(100_000_000).expect("a sparse file can be made");
    let (_, state) = load(&mut app, "a.level.ron");
    let LoadState::Failed(error) = state else { panic!("it is too large: {state:?}") };
    assert!(error.to_string().contains("the file is too large: 100000000 bytes"), "{error}");
    std::fs::remove_dir_all(folder).expect("the folder can be removed");
}

#[test]
fn a_bad_save_keeps_the_last_good_level_and_a_good_one_replaces_it() {
    let (mut app, folder) = app("reload", &[("a.level.ron", GOOD)]);
    let (handle, _) = load(&mut app, "a.level.ron");
    let name = |world: &World| world.resource::<Assets<LevelAsset>>().get(&handle).map(|level| level.name.clone());
    let save = |app: &mut App, text: &str| {
        std::fs::write(folder.join("a.level.ron"), text).expect("files can be written");
        app.world().resource::<AssetServer>().reload("a.level.ron");
    };
    save(&mut app, BAD);
    run_until(&mut app, |world| {
        matches!(world.resource::<AssetServer>().load_state(&handle), LoadState::Failed(_)).then_some(())
    });
    assert_eq!(name(app.world()).as_deref(), Some("Good"));
    save(&mut app, &GOOD.replace("Good", "Better"));
    run_until(&mut app, |world| (name(world).as_deref() == Some("Better")).then_some(()));
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}
