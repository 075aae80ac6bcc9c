//! How many ticks of the whole `Simulate` schedule one core plays in a second, and what snapshots and a look ahead cost.
//!
//! `cargo bench -p hairline_sim`
//!
//! The levels are the benchmark's own, in `benches/levels`, so that no shipped level is ever edited for a figure. Each row
//! plays a level's replay over and over, so that the ninja moves as in a real run; the best of several rounds counts, since
//! other work on the machine only ever adds time. `-- "A NAME"` plays only the rows whose names contain that.
//!
//! `-- count FILE` plays the replay in a file for a fixed number of ticks and `-- count-none FILE` only loads its level, for
//! `scripts/count-instructions`; `16-lasers` and `full` stand for the generated levels.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bevy::math::{IVec2, Vec2};
use bevy::prelude::World;
use hairline_geometry::tile::TileShape;
use hairline_level::{Aim, LaserSettings, Level, PathTiming, Patrol};
use hairline_sim::Simulation;
use hairline_sim::hazards::turret::Bullets;
use hairline_sim::lookahead::{Future, Lookahead};
use hairline_sim::run::input::TickInput;
use hairline_sim::run::{Phase, Run};
use hairline_sim::state::replay::Replay;
use hairline_sim::state::snapshot::Snapshot;

const ROUNDS: u32 = 20;
const ROUND: Duration = Duration::from_millis(100);
const SNAPSHOTS_PER_ROUND: u32 = 50_000;
const LOOKS_PER_ROUND: u32 = 100;
const COUNTED_TICKS: usize = 20_000;

/// A level, and what is pressed in it.
struct Case {
    name: String,
    level: Level,
    inputs: Vec<TickInput>,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["count", case] => count(&case_of(case), COUNTED_TICKS),
        ["count-none", case] => count(&case_of(case), 0),
        _ => {
            let only = arguments.iter().find(|argument| !argument.starts_with("--"));
            measure(&|name: &str| only.is_none_or(|only| name.contains(only.as_str())));
        }
    }
}

/// The generated level of a name, or the replay in a file with its level, which lies one folder up.
fn case_of(name: &str) -> Case {
    match name {
        "16-lasers" => sixteen_lasers(),
        "full" => full(),
        path => replayed(Path::new(path)),
    }
}

fn replayed(path: &Path) -> Case {
    let replay = Replay::parse(&std::fs::read(path).expect("the replay can be read")).expect("the replay parses");
    let folder = path.parent().and_then(Path::parent).expect("a replay lies in a folder beside its level");
    let level = hairline_level::read(&folder.join(&replay.level_file)).unwrap_or_else(|error| panic!("{error}"));
    Case { name: level.name.clone(), level, inputs: replay.inputs }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/levels/proofs")
}

/// Every case, the lightest level first.
fn cases() -> Vec<Case> {
    let files = ["first-light", "clockwork", "kaleidoscope", "night-shift", "hairline"];
    let levels = files.iter().map(|file| replayed(&folder().join(format!("{file}.replay.ron"))));
    levels.chain([sixteen_lasers(), full()]).collect()
}

/// Clockwork's map with 16 lasers, spread over its open cells, that patrol while they track, sweep or spin.
fn sixteen_lasers() -> Case {
    let clockwork = replayed(&folder().join("clockwork.replay.ron"));
    let terrain = &clockwork.level.terrain;
    let size = terrain.size().as_ivec2();
    let is_open = |cell: IVec2| terrain.tile(cell) == TileShape::Empty;
    // Open cells with an open one on the right, so that a patrol of one tile stays out of the walls.
    let open: Vec<IVec2> = (0..size.y)
        .flat_map(|y| (0..size.x - 1).map(move |x| IVec2::new(x, y)))
        .filter(|&cell| is_open(cell) && is_open(cell + IVec2::X))
        .collect();
    const COUNT: usize = 16;
    let lasers = (0..COUNT).map(|index| {
        let share = (index as f32 + 0.5) / COUNT as f32;
        let position = open[index * open.len() / COUNT].as_vec2() + 0.5;
        let aim = match index % 3 {
            0 => Aim::Track { from: 0.0, turn_rate: 1.0, needs_sight: true },
            1 => Aim::Sweep { from: 4.0, to: 5.5, period: 3.0, offset: share },
            _ => Aim::Spin { from: share, period: 4.0, clockwise: index % 2 == 0 },
        };
        let path = Patrol {
            points: vec![position, position + Vec2::X],
            speed: 1.0,
            closed: false,
            timing: PathTiming::default(),
        };
        LaserSettings { position, aim, cycle: None, beams: 1, reach: None, path: Some(path), bounces: 0, when: None }
    });
    let level = clockwork.level.clone().with_actors(lasers.collect());
    Case { name: "16 lasers that patrol and aim".to_owned(), level, inputs: clockwork.inputs }
}

/// Every kind of actor at its limit: 64 lasers, 32 turrets, 16 cameras, 64 orbs, 32 movers.
fn full() -> Case {
    Case {
        name: "64 lasers, 32 turrets and the rest".to_owned(),
        level: hairline_testing::stress_level::stress_level(),
        inputs: vec![TickInput::NONE; 1280],
    }
}

/// A level that is played over and over.
struct Play {
    simulation: Simulation,
    start: Snapshot,
}

impl Play {
    fn new(level: &Level) -> Self {
        let mut simulation = Simulation::new(level);
        let start = simulation.save();
        Self { simulation, start }
    }

    /// [`Simulation::tick`], and what keeps the ninja in play: a touch is forgiven, so that no tick is cheap because it lies
    /// dead; after the exit, or out of the map, it starts over.
    fn tick(&mut self, input: TickInput) {
        self.simulation.tick(black_box(input));
        let run = self.simulation.run();
        if run.is_running() {
            return;
        }
        if run.phase == Phase::Finished || self.simulation.ninja().position.y < 0.0 {
            self.simulation.restore(&self.start);
        } else {
            self.simulation.world_mut().resource_mut::<Run>().phase = Phase::Running;
        }
    }
}

/// Plays a number of ticks once.
fn count(case: &Case, ticks: usize) {
    let mut play = Play::new(&case.level);
    for &input in case.inputs.iter().cycle().take(ticks) {
        play.tick(input);
    }
}

fn measure(is_wanted: &dyn Fn(&str) -> bool) {
    println!(
        "{:<36} {:>12} {:>10} {:>9} {:>11} {:>8} {:>10}",
        "level", "ticks/s", "ns/tick", "save, ns", "restore, ns", "hash, ns", "ahead, µs"
    );
    for case in cases().iter().filter(|case| is_wanted(&case.name)) {
        let tick = time_tick(case);
        let [save, restore, hash] = time_snapshots(case);
        let ahead = time_lookahead(case) / 1e3;
        let (name, rate) = (&case.name, 1e9 / tick);
        println!("{name:<36} {rate:>12.0} {tick:>10.0} {save:>9.0} {restore:>11.0} {hash:>8.0} {ahead:>10.0}");
    }
    println!("\nbullets in flight on the fullest level: {:.0} on average", bullets_in_flight(&full()));
}

/// Nanoseconds a tick.
fn time_tick(case: &Case) -> f64 {
    let mut play = Play::new(&case.level);
    best_of(|| {
        let mut played = 0;
        let start = Instant::now();
        while start.elapsed() < ROUND {
            play.simulation.restore(&play.start);
            for &input in &case.inputs {
                play.tick(input);
            }
            played += case.inputs.len() as u32;
        }
        played
    })
}

/// Nanoseconds to save, to restore and to hash a state from the middle of the run.
fn time_snapshots(case: &Case) -> [f64; 3] {
    let mut simulation = Simulation::new(&case.level);
    for &input in &case.inputs[..case.inputs.len() / 2] {
        simulation.tick(input);
    }
    let mut snapshot = simulation.save();
    let save = best_of(|| {
        for _ in 0..SNAPSHOTS_PER_ROUND {
            simulation.save_into(black_box(&mut snapshot));
        }
        SNAPSHOTS_PER_ROUND
    });
    let restore = best_of(|| {
        for _ in 0..SNAPSHOTS_PER_ROUND {
            simulation.restore(black_box(&snapshot));
        }
        SNAPSHOTS_PER_ROUND
    });
    let hash = best_of(|| {
        for _ in 0..SNAPSHOTS_PER_ROUND {
            black_box(black_box(&snapshot).hash());
        }
        SNAPSHOTS_PER_ROUND
    });
    [save, restore, hash]
}

/// Nanoseconds to look ahead in focus from the middle of the run, after the buttons changed: the dearest look there is.
fn time_lookahead(case: &Case) -> f64 {
    let mut simulation = Simulation::new(&case.level);
    for &input in &case.inputs[..case.inputs.len() / 2] {
        simulation.tick(input);
    }
    simulation.tick(TickInput::FOCUS);
    let (mut lookahead, mut future) = (Lookahead::new(&case.level), Future::default());
    best_of(|| {
        for look in 0..LOOKS_PER_ROUND {
            let side = if look % 2 == 0 { TickInput::LEFT } else { TickInput::RIGHT };
            *simulation.world_mut().resource_mut::<TickInput>() = TickInput::FOCUS.with(side);
            lookahead.follow(simulation.world_mut(), black_box(&mut future));
        }
        LOOKS_PER_ROUND
    })
}

fn bullets_in_flight(case: &Case) -> f64 {
    let mut play = Play::new(&case.level);
    let mut flying = 0;
    for &input in &case.inputs {
        play.tick(input);
        let world: &mut World = play.simulation.world_mut();
        let mut pools = world.query::<&Bullets>();
        flying += pools.iter(world).flat_map(|pool| &pool.0).filter(|bullet| bullet.flying).count();
    }
    flying as f64 / case.inputs.len() as f64
}

/// Nanoseconds for one of the things that `round` did and counted, in the best of [`ROUNDS`] rounds.
fn best_of(mut round: impl FnMut() -> u32) -> f64 {
    let mut best = Duration::MAX.as_secs_f64();
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let count = round();
        best = best.min(start.elapsed().as_secs_f64() / f64::from(count));
    }
    best * 1e9
}
