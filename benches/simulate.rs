//! How many ticks of the whole `Simulate` schedule one core plays in a second, and what snapshots cost.
//!
//! `cargo bench --no-default-features --bench simulate`
//!
//! Each row plays a level's proof over and over (so the ninja moves as in a real run); the best of several rounds
//! counts, since anything else on the machine only ever takes time away. `-- callgrind-16-robots`, `-- callgrind-crowd`
//! and `-- "callgrind-A LEVEL'S NAME"` play that row's ticks once, and with `-at-rest` behind it only make the level, for
//! `scripts/count-instructions`. `-- "A NAME"` plays only the rows whose names hold that.

#[path = "../tests/drawn/stress_level.rs"]
mod stress_level;

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use bevy::ecs::system::SystemState;
use bevy::math::{IVec2, Vec2};
use bevy::prelude::{Messages, ResMut, Schedule, World};
use hairline::geometry::tile::TileShape;
use hairline::level;
use hairline::level::{Aim, LaserSettings, Level, Patrol};
use hairline::sim::facts::{DeathCause, Fact};
use hairline::sim::hazards::turret::Bullets;
use hairline::sim::run::input::TickInput;
use hairline::sim::run::{Phase, Run};
use hairline::sim::state::replay::Replay;
use hairline::sim::state::snapshot::{RunAccess, Snapshot};
use hairline::sim::state::spawn::spawn_level;
use hairline::sim::{Simulation, simulate_schedule};

const ROUNDS: u32 = 20;
const ROUND: Duration = Duration::from_millis(100);
const SNAPSHOTS_PER_ROUND: u32 = 100_000;
const COUNTED_TICKS: usize = 20_000;

fn main() {
    let levels = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels");
    let shipped = shipped_levels(&levels);
    if let Some(case) = std::env::args().find_map(|argument| Some(argument.strip_prefix("callgrind-")?.to_owned())) {
        return counted_case(&shipped, &case);
    }
    let only = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
    let is_asked_for = |name: &str| only.as_ref().is_none_or(|only| name.contains(only));
    println!("{:<34} {:>7} {:>12} {:>10}", "level", "robots", "ticks/s", "ns/tick");
    let mut heaviest: Option<(f64, usize)> = None;
    for (index, (level, replay)) in shipped.iter().enumerate().filter(|(_, (level, _))| is_asked_for(&level.name)) {
        let nanoseconds = tick_row(&level.name, level, &replay.inputs);
        if heaviest.is_none_or(|(most, _)| nanoseconds > most) {
            heaviest = Some((nanoseconds, index));
        }
    }
    if let Some((_, index)) = heaviest {
        println!("\nheaviest of them: {}", shipped[index].0.name);
        snapshot_rows(&shipped[index].0, &shipped[index].1.inputs);
        println!();
    }
    let (level, replay) = clockwork(&shipped);
    let name = format!("{} with 16 that move and aim", level.name);
    if is_asked_for(&name) {
        tick_row(&name, &with_moving_robots(level, 16), &replay.inputs);
    }
    let name = "64 lasers, 32 turrets and the rest";
    if is_asked_for(name) {
        let crowd = stress_level::stress_level();
        let inputs = vec![TickInput::NONE; 1280];
        tick_row(name, &crowd, &inputs);
        println!("{:.0} bullets in flight on average", bullets_in_flight(&crowd, &inputs));
        snapshot_rows(&crowd, &inputs);
    }
}

/// The level for the row with 16 robots: Clockwork, in which nothing but robots acts.
fn clockwork(shipped: &[(Level, Replay)]) -> (&Level, &Replay) {
    let (level, replay) = shipped.iter().find(|(level, _)| level.name == "Clockwork").expect("Clockwork is shipped");
    (level, replay)
}

fn bullets_in_flight(level: &Level, inputs: &[TickInput]) -> f64 {
    let mut play = Play::new(level);
    let mut flying = 0;
    for &input in inputs {
        play.tick(input);
        let mut pools = play.world.query::<&Bullets>();
        flying += pools.iter(&play.world).flat_map(|pool| &pool.0).filter(|bullet| bullet.flying).count();
    }
    flying as f64 / inputs.len() as f64
}

/// The row that is counted in instructions: [`COUNTED_TICKS`] of it.
fn counted_case(shipped: &[(Level, Replay)], case: &str) {
    let (clockwork, proof) = clockwork(shipped);
    let (case, ticks) = match case.strip_suffix("-at-rest") {
        Some(case) => (case, 0),
        None => (case, COUNTED_TICKS),
    };
    let (level, inputs) = match case {
        "16-robots" => (with_moving_robots(clockwork, 16), &proof.inputs),
        "crowd" => (stress_level::stress_level(), &vec![TickInput::NONE]),
        name => {
            let (level, proof) = shipped.iter().find(|(level, _)| level.name == name).expect("a shipped level's name");
            (level.clone(), &proof.inputs)
        }
    };
    let mut play = Play::new(&level);
    for &input in inputs.iter().cycle().take(ticks) {
        play.tick(input);
    }
}

/// A level that goes on and on.
struct Play {
    world: World,
    schedule: Schedule,
    access: RunAccess,
    /// What goes into a tick and what comes out of it.
    desk: SystemState<(ResMut<'static, TickInput>, ResMut<'static, Messages<Fact>>)>,
    start: Snapshot,
}

impl Play {
    fn new(level: &Level) -> Self {
        let mut world = World::new();
        spawn_level(&mut world, level);
        let mut access = RunAccess::new(&mut world);
        let mut start = Snapshot::default();
        access.save(&mut world, &mut start);
        let desk = SystemState::new(&mut world);
        Self { world, schedule: simulate_schedule(level), access, desk, start }
    }

    fn restart(&mut self) {
        self.access.restore(&mut self.world, &self.start);
    }

    /// [`hairline::sim::Simulation::tick`], and what keeps the ninja in play: a beam's touch is forgiven, so that no tick
    /// is cheap because he lies dead; once through the exit or out of the map he starts again.
    fn tick(&mut self, input: TickInput) {
        let (mut next, mut facts) = self.desk.get_mut(&mut self.world).expect("a level is in the world");
        *next = black_box(input);
        // What the tick before told. A run does not end without a fact.
        if !facts.is_empty() {
            let touched = |fact: &Fact| {
                let Fact::NinjaDied { cause, .. } = fact else { return false };
                !matches!(cause, DeathCause::Fall | DeathCause::Crush { .. })
            };
            let is_touched = facts.iter_current_update_messages().any(touched);
            facts.clear();
            if is_touched {
                self.world.resource_mut::<Run>().phase = Phase::Running;
            } else if !self.world.resource::<Run>().is_running() {
                self.restart();
            }
        }
        self.schedule.run(&mut self.world);
    }
}

fn shipped_levels(folder: &Path) -> Vec<(Level, Replay)> {
    let mut proofs: Vec<_> = std::fs::read_dir(folder.join("proofs"))
        .expect("the proofs are beside the levels")
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.to_string_lossy().ends_with(".replay.ron"))
        .collect();
    proofs.sort();
    let read = |path: &std::path::PathBuf| {
        let replay = Replay::parse(&std::fs::read(path).expect("a proof can be read")).expect("a proof parses");
        let level = level::read(&folder.join(&replay.level_file)).expect("a shipped level is right");
        (level, replay)
    };
    proofs.iter().map(read).collect()
}

/// The level with its robots replaced by `count`, spread over its open cells, that patrol while they track, sweep or spin.
fn with_moving_robots(level: &Level, count: usize) -> Level {
    let size = level.terrain.size().as_ivec2();
    let is_open = |cell: IVec2| level.terrain.tile(cell) == TileShape::Empty;
    // Open cells with an open one on the right, so that a patrol of one tile stays out of the walls.
    let open: Vec<IVec2> = (0..size.y)
        .flat_map(|y| (0..size.x - 1).map(move |x| IVec2::new(x, y)))
        .filter(|&cell| is_open(cell) && is_open(cell + IVec2::X))
        .collect();
    let lasers = (0..count).map(|index| {
        let share = (index as f32 + 0.5) / count as f32;
        let position = open[index * open.len() / count].as_vec2() + 0.5;
        let aim = match index % 3 {
            0 => Aim::Track { from: 0.0, turn_rate: 1.0, needs_sight: true },
            1 => Aim::Sweep { from: 4.0, to: 5.5, period: 3.0, offset: share },
            _ => Aim::Spin { from: share, period: 4.0, clockwise: index % 2 == 0 },
        };
        let path = Patrol { points: vec![position, position + Vec2::X], speed: 1.0, closed: false };
        LaserSettings { position, aim, cycle: None, beams: 1, reach: None, path: Some(path), bounces: 0, when: None }
    });
    level.clone().with_actors(lasers.collect())
}

/// Plays the inputs over and over from the start; prints a row and returns nanoseconds a tick.
fn tick_row(name: &str, level: &Level, inputs: &[TickInput]) -> f64 {
    let mut play = Play::new(level);
    let best = best_of(|| {
        let mut played = 0;
        let start = Instant::now();
        while start.elapsed() < ROUND {
            play.restart();
            for &input in inputs {
                play.tick(input);
            }
            played += inputs.len() as u32;
        }
        played
    });
    println!("{name:<34} {:>7} {:>12.0} {best:>10.0}", level.actors::<LaserSettings>().len(), 1e9 / best);
    best
}

fn snapshot_rows(level: &Level, inputs: &[TickInput]) {
    let mut simulation = Simulation::new(level);
    for &input in &inputs[..inputs.len() / 2] {
        simulation.tick(input);
    }
    let mut snapshot = Snapshot::default();
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
    println!(
        "\nsnapshot of {} robots: save {save:.0} ns, restore {restore:.0} ns, hash {hash:.0} ns",
        level.actors::<LaserSettings>().len()
    );
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
