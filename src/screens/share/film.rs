//! F on a result: a film of the run in the folder for pictures, drawn beside the game on all cores but one. Where all tries are seen, they
//! are in the film, too.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::sync::{Arc, Mutex};

use bevy::prelude::*;

use crate::film::draw_gif;
use crate::screens::level_catalog::LevelCatalog;
use crate::screens::level_catalog::level_asset::LevelAsset;
use crate::screens::menus::toast::Toast;
use crate::screens::menus::{Choice, Chosen, MenuSystems};
use crate::screens::play::attempt::{Attempt, Standing};
use crate::screens::play::loaded_level::LoadedLevel;
use crate::screens::words::Words;
use crate::screens::{Screen, Seen};
use hairline_level::{Level, LevelWorld};
use hairline_profile::disk::{claim_numbered, replace};
use hairline_profile::folders::pictures_folder;
use hairline_sim::history::{History, Try};
use hairline_sim::run::input::TickInput;

/// The film that is being drawn.
#[derive(Resource, Default)]
struct Filming(Option<Filmed>);

struct Filmed {
    result: Mutex<Receiver<Result<PathBuf, String>>>,
    percent: Arc<AtomicU32>,
    announced_tenth: u32,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Filming>()
        .add_systems(Update, begin.in_set(MenuSystems::FollowChoices).run_if(in_state(Screen::Finished)))
        .add_systems(Update, follow.after(begin));
}

fn begin(
    mut chosen: MessageReader<Chosen>,
    (catalog, levels, loaded): (Res<LevelCatalog>, Res<Assets<LevelAsset>>, Res<LoadedLevel>),
    (attempt, history, seen): (Res<Attempt>, Res<History>, Option<Res<State<Seen>>>),
    words: Res<Words>,
    mut filming: ResMut<Filming>,
    mut toasts: MessageWriter<Toast>,
) {
    let is_wanted = chosen.read().any(|chosen| chosen.0 == Choice::Film);
    let Some((level, _)) = loaded.level(&levels).filter(|_| is_wanted) else { return };
    if attempt.standing != Standing::Clean {
        toasts.write(Toast(words.get("not-filmed-help")));
        return;
    }
    if filming.0.is_some() {
        return;
    }
    let shows_tries = seen.is_some_and(|seen| *seen.get() == Seen::Tries);
    let finished = history.finished().cloned();
    let is_other = |other: &&Arc<Try>| finished.as_ref().is_none_or(|finished| !Arc::ptr_eq(other, finished));
    let tries = history.tries().filter(|_| shows_tries).filter(is_other).map(|other| (**other).clone()).collect();
    let Some(folder) = pictures_folder() else {
        toasts.write(Toast(words.with("not-filmed", [("reason", words.get("no-folder").into())])));
        return;
    };
    let (level, inputs) = (level.level.clone(), attempt.inputs.clone());
    let world = catalog.world_of(catalog.current, Some(&level));
    let percent = Arc::new(AtomicU32::new(0));
    let shown = percent.clone();
    let (sender, result) = mpsc::channel();
    // Bevy's tasks are for short work.
    let thread = std::thread::Builder::new().name("film".to_owned()).spawn(move || {
        _ = sender.send(draw(&level, world, &inputs, tries, &folder, &shown));
    });
    toasts.write(Toast(match thread {
        Ok(_) => {
            filming.0 = Some(Filmed { result: Mutex::new(result), percent, announced_tenth: 0 });
            words.get("filming-begins")
        }
        Err(error) => words.with("not-filmed", [("reason", error.to_string().into())]),
    }));
}

fn draw(
    level: &Level,
    world: LevelWorld,
    inputs: &[TickInput],
    tries: Vec<Try>,
    folder: &Path,
    percent: &AtomicU32,
) -> Result<PathBuf, String> {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(cores).build().map_err(|error| error.to_string())?;
    let show = |share: f32| percent.store((share * 100.0) as u32, Ordering::Relaxed);
    let bytes = pool.install(|| draw_gif(level, world, inputs, &tries, show))?;
    let claimed = fs::create_dir_all(folder).and_then(|()| claim_numbered(folder, "gif"));
    let path = claimed.map_err(|error| format!("{}: {error}", folder.display()))?;
    replace(&path, &bytes).map_err(|error| {
        // The claimed file is empty.
        _ = fs::remove_file(&path);
        format!("{}: {error}", path.display())
    })?;
    Ok(path)
}

/// Says how far it is, and where it is.
fn follow(mut filming: ResMut<Filming>, words: Res<Words>, mut toasts: MessageWriter<Toast>) {
    let Some(filmed) = &mut filming.bypass_change_detection().0 else { return };
    let result = match filmed.result.get_mut().map(|result| result.try_recv()) {
        Ok(Ok(result)) => Some(result),
        Ok(Err(TryRecvError::Empty)) => None,
        // The thread panicked.
        Ok(Err(TryRecvError::Disconnected)) | Err(_) => Some(Err(words.get("film-broke-off"))),
    };
    if let Some(result) = result {
        filming.0 = None;
        toasts.write(Toast(match result {
            Ok(path) => words.with("filmed", [("file", path.display().to_string().into())]),
            Err(reason) => words.with("not-filmed", [("reason", reason.into())]),
        }));
        return;
    }
    let tenth = filmed.percent.load(Ordering::Relaxed) / 10;
    if tenth > filmed.announced_tenth {
        filmed.announced_tenth = tenth;
        toasts.write(Toast(words.with("filming", [("percent", (tenth * 10).into())])));
    }
}
