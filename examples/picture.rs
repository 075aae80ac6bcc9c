//! Takes the screenshots of the README: plays a replay as the game does and saves what the window shows at some ticks.
//!
//! `cargo run --example picture -- levels/proofs/NAME.replay.ron docs/NAME 1280x800 200 450` writes `docs/NAME-200.png`
//! and `docs/NAME-450.png`; `--world Ironworks` shows the level in another world.

use std::path::PathBuf;
use std::process::ExitCode;

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, save_to_disk};
use clap::Parser;
use hairline::view;
use hairline::view::ViewSystems;
use hairline::view::canvas::palette::Scenery;
use hairline::view::darkness::Dark;
use hairline::view::hud::Caption;
use hairline::view::precognition::Precognition;
use hairline_level::LevelWorld;
use hairline_sim::Simulate;
use hairline_sim::load_level;
use hairline_sim::lookahead::Lookahead;
use hairline_sim::run::Run;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::replay::Replay;

#[derive(Parser)]
#[command(about = "Plays a replay and saves pictures of it")]
struct Arguments {
    /// The replay; its level lies beside it or one folder up.
    replay: PathBuf,
    /// How the names of the screenshots begin.
    out: String,
    /// The window, such as 1280x800.
    size: String,
    /// The world, instead of the one that the level names or the first.
    #[arg(long)]
    world: Option<String>,
    /// Shows what comes next at all times, as the assist does; otherwise while focus is held.
    #[arg(long)]
    ahead: bool,
    /// The ticks to take screenshots of, in rising order.
    #[arg(required = true)]
    ticks: Vec<u32>,
}

/// What is left to play, and which screenshots are left to take.
#[derive(Resource)]
struct Plan {
    inputs: Vec<TickInput>,
    ticks: Vec<u32>,
    out: String,
    played: u32,
    shot: usize,
    /// Frames to wait for the window to be ready, or for a screenshot to be taken.
    wait: u32,
}

/// A copy of the run that looks ahead, at all times or in focus.
#[derive(Resource)]
struct Copy {
    lookahead: Lookahead,
    is_always: bool,
}

/// Frames until everything that is drawn has reached the screen.
const SETTLE_FRAMES: u32 = 12;
/// Ticks before a screenshot that are played one by one, so that particles and the scarf look as in the game.
const RUN_UP_TICKS: u32 = 64;

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Arguments) -> Result<(), String> {
    let bytes = std::fs::read(&arguments.replay).map_err(|error| error.to_string())?;
    let replay = Replay::parse(&bytes).map_err(|error| error.to_string())?;
    let folder = arguments.replay.parent().and_then(|folder| folder.parent()).ok_or("the replay is in no folder")?;
    let level = hairline_level::read(&folder.join(&replay.level_file)).map_err(|error| error.to_string())?;
    let (width, height) = arguments.size.split_once('x').ok_or("the size must be such as 1280x800")?;
    let number = |text: &str| text.parse::<u32>().map_err(|error| format!("{text}: {error}"));
    let resolution = (number(width)?, number(height)?).into();
    let world = match &arguments.world {
        None => level.world.unwrap_or_default(),
        Some(word) => LevelWorld::ALL.into_iter().find(|world| world.word() == word).ok_or("there is no such world")?,
    };
    let window = Window { resolution, present_mode: bevy::window::PresentMode::AutoNoVsync, ..default() };
    let mut app = App::new();
    app.add_plugins(DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..default() }))
        .add_plugins((hairline_sim::plugin, view::plugin))
        .insert_resource(Time::<Fixed>::from_hz(128.0))
        .insert_resource(Scenery(world))
        .insert_resource(Dark(level.dark))
        .insert_resource(Caption { name: level.name.clone(), hint: level.hint.clone() })
        .insert_resource(Plan {
            inputs: replay.inputs,
            ticks: arguments.ticks,
            out: arguments.out,
            played: 0,
            shot: 0,
            wait: SETTLE_FRAMES,
        })
        .insert_resource(Copy { lookahead: Lookahead::new(&level), is_always: arguments.ahead })
        .add_systems(FixedUpdate, play)
        .add_systems(Update, look_ahead.before(ViewSystems))
        .add_systems(Last, shoot);
    load_level(app.world_mut(), &level);
    app.run();
    Ok(())
}

/// Plays up to the next screenshot: many ticks at once while it is far, then tick by tick.
fn play(world: &mut World) {
    loop {
        let mut plan = world.resource_mut::<Plan>();
        let Some(&next) = plan.ticks.get(plan.shot) else { return };
        if plan.wait > 0 || plan.played >= next {
            return;
        }
        let input = plan.inputs.get(plan.played as usize).copied().unwrap_or_default();
        plan.played += 1;
        let is_far = plan.played + RUN_UP_TICKS < next;
        if plan.played == next {
            plan.wait = SETTLE_FRAMES;
        }
        *world.resource_mut::<TickInput>() = input;
        world.run_schedule(Simulate);
        if !is_far {
            return;
        }
    }
}

fn look_ahead(world: &mut World) {
    world.resource_scope(|world, mut shown: Mut<Precognition>| {
        world.resource_scope(|world, mut copy: Mut<Copy>| {
            let run = world.resource::<Run>();
            shown.is_shown = run.is_running() && (copy.is_always || run.focus.active);
            if shown.is_shown {
                copy.lookahead.follow(world, &mut shown.future);
            }
        });
    });
}

fn shoot(
    mut commands: Commands,
    mut plan: ResMut<Plan>,
    mut time: ResMut<Time<Virtual>>,
    mut exit: MessageWriter<AppExit>,
) {
    // A slow renderer must not skip ticks of the run-up.
    time.set_max_delta(std::time::Duration::from_millis(17));
    if plan.wait == 0 {
        if plan.shot >= plan.ticks.len() {
            exit.write(AppExit::Success);
        }
        return;
    }
    plan.wait -= 1;
    let is_due = plan.ticks.get(plan.shot).is_some_and(|&tick| tick == plan.played);
    // The screenshot is taken while nothing moves, with some frames left to write it.
    if is_due && plan.wait == SETTLE_FRAMES - 2 {
        let path = format!("{}-{}.png", plan.out, plan.played);
        commands.spawn(Screenshot::primary_window()).observe(save_to_disk(path));
    }
    if is_due && plan.wait == 0 {
        plan.shot += 1;
        plan.wait = SETTLE_FRAMES;
    }
}
