//! Shows a thousand levels, one after the other, in a real window, and checks that nothing piles up: entities, assets, memory.
//! It also times the frames of the main world: everything that a frame takes but drawing.
//!
//! `cargo run --release --example soak` prints a line now and then, and exits with 1 if something grew.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use bevy::prelude::*;
use bevy::window::PresentMode;
use hairline::view;
use hairline::view::canvas::painting::Paint;
use hairline::view::canvas::palette::Scenery;
use hairline_level::Level;
use hairline_level::campaign::{self, CAMPAIGN_FILE_NAME, Outline};
use hairline_sim::{self, Simulate, load_level};

/// At least so many.
const LOADS: usize = 1_000;
/// Rounds through the campaign between two reports.
const REPORT_ROUNDS: usize = 4;
/// Frames of each level, the first of which builds its picture.
const FRAMES: usize = 3;
/// Ticks in each frame, as at 64 frames a second.
const TICKS: usize = 2;
/// Memory may grow by so many bytes after the first two reports, until which textures and buffers are made that stay.
const GROWTH_MAX: usize = 32 << 20;

/// What must not pile up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counts {
    entities: usize,
    meshes: usize,
    images: usize,
    materials: usize,
}

#[derive(Resource)]
struct Soak {
    levels: Vec<(String, Level)>,
    outline: Outline,
    /// Frames so far.
    frames: usize,
    /// When the frame began.
    started: Instant,
    /// By the level's name: the longest frame after the first one, and the longest first one, in milliseconds.
    longest: BTreeMap<String, [f64; 2]>,
    /// The counts in each report, and the memory.
    history: Vec<(Counts, Option<usize>)>,
}

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels");
    let campaign = campaign::read(&folder.join(CAMPAIGN_FILE_NAME)).expect("the campaign is shipped");
    let read =
        |name: &String| (name.clone(), hairline_level::read(&folder.join(name)).expect("the levels are shipped"));
    let levels = campaign.all_but_labs().iter().map(read).collect();
    let window = Window { resolution: (320, 200).into(), present_mode: PresentMode::AutoNoVsync, ..default() };
    let mut app = App::new();
    app.add_plugins(DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..default() }))
        .add_plugins((hairline_sim::plugin, view::plugin))
        .insert_resource(Soak {
            levels,
            outline: campaign.outline,
            frames: 0,
            started: Instant::now(),
            longest: BTreeMap::new(),
            history: Vec::new(),
        })
        .add_systems(First, |mut soak: ResMut<Soak>| soak.started = Instant::now())
        .add_systems(PreUpdate, step)
        .add_systems(Last, note_time);
    match app.run() {
        AppExit::Success => ExitCode::SUCCESS,
        AppExit::Error(_) => ExitCode::FAILURE,
    }
}

/// Loads the next level every few frames, plays a little of it, and ends after the last round.
fn step(world: &mut World) {
    let (frames, count) = {
        let soak = world.resource::<Soak>();
        (soak.frames, soak.levels.len())
    };
    let (load, frame) = (frames / FRAMES, frames % FRAMES);
    if frame == 0 {
        let (round, index) = (load / count, load % count);
        // The last level of the campaign is still shown, so that counts can be compared.
        if index == 0 && round > 0 && round.is_multiple_of(REPORT_ROUNDS) {
            report(world, load);
        }
        if load >= LOADS && index == 0 && round.is_multiple_of(REPORT_ROUNDS) {
            finish(world);
            return;
        }
        let level = world.resource::<Soak>().levels[index].1.clone();
        let scenery = world.resource::<Soak>().outline.world_of(index);
        world.insert_resource(Scenery(scenery));
        load_level(world, &level);
    }
    (0..TICKS).for_each(|_| world.run_schedule(Simulate));
    world.resource_mut::<Soak>().frames += 1;
}

fn note_time(mut soak: ResMut<Soak>) {
    let milliseconds = soak.started.elapsed().as_secs_f64() * 1e3;
    let Some(shown) = soak.frames.checked_sub(1) else { return };
    let (load, frame) = (shown / FRAMES, shown % FRAMES);
    let name = soak.levels[load % soak.levels.len()].0.clone();
    let longest = soak.longest.entry(name).or_default();
    let slot = &mut longest[usize::from(frame == 0)];
    *slot = slot.max(milliseconds);
}

fn report(world: &mut World, load: usize) {
    let counts = Counts {
        entities: world.query::<Entity>().iter(world).count(),
        meshes: world.resource::<Assets<Mesh>>().len(),
        images: world.resource::<Assets<Image>>().len(),
        materials: world.resource::<Assets<Paint>>().len(),
    };
    let memory = resident_bytes();
    let megabytes = memory.map_or("unknown".to_owned(), |bytes| format!("{} MB", bytes >> 20));
    println!("after {load} levels: {counts:?}, memory {megabytes}");
    world.resource_mut::<Soak>().history.push((counts, memory));
}

fn finish(world: &mut World) {
    let soak = world.resource::<Soak>();
    for (name, [frame, first]) in &soak.longest {
        println!("{name}: longest frame {frame:.2} ms, longest first frame {first:.2} ms");
    }
    let (before, after) = (soak.history[1], soak.history[soak.history.len() - 1]);
    let grown = after.1.zip(before.1).map_or(0, |(after, before)| after.saturating_sub(before));
    let is_flat = before.0 == after.0 && grown <= GROWTH_MAX;
    println!("{}: {} kB more memory than at the second report", if is_flat { "flat" } else { "GROWN" }, grown >> 10);
    world.write_message(if is_flat { AppExit::Success } else { AppExit::error() });
}

/// Bytes of memory that the process has, where the system tells.
fn resident_bytes() -> Option<usize> {
    let pages = std::fs::read_to_string("/proc/self/statm").ok()?;
    Some(pages.split_whitespace().nth(1)?.parse::<usize>().ok()? * 4096)
}
