//! Searches for a run that finishes a level with every shard, and writes it as the level's proof replay.
//!
//! `cargo run --release --no-default-features --example prove -- levels/NAME.level.ron…`
//!
//! The search goes forward through time in steps of a few ticks and keeps, at each step, the most promising states
//! that differ from one another (a beam search over snapshots). What is promising is told by the way left through the
//! map: to the nearest shard, key or switch, on through the others in the best order, and to the exit. It knows nothing of
//! beams; they simply kill the states that meet them.

use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bevy::math::{IVec2, Vec2};
use clap::Parser;
use hairline::level::limits::CHANNELS_MAX;
use hairline::level::{self, Channel, Level};
use hairline::sim::Simulation;
use hairline::sim::input::TickInput;
use hairline::sim::replay::Replay;
use hairline::sim::run::Phase;
use hairline::sim::snapshot::Snapshot;
use hairline::sim::tuning::{FOCUS_TICKS_TO_START, TICKS_PER_SECOND};

#[derive(Parser)]
#[command(about = "Finds a run that finishes a level with every shard, and writes its proof replay")]
struct Arguments {
    /// Level files; the proof of NAME.level.ron goes to proofs/NAME.replay.ron beside it.
    #[arg(required = true)]
    levels: Vec<PathBuf>,
    /// States kept at each step.
    #[arg(long, default_value_t = 3000)]
    width: usize,
    /// Seconds of play after which the search gives up.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=3600))]
    seconds: u32,
    /// Ticks for which one input is held.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=128))]
    hold: u32,
    /// Finish without the shards where the exit does not ask for them.
    #[arg(long)]
    no_shards: bool,
    /// Search without focus, to see whether a level needs it; nothing is written.
    #[arg(long)]
    no_focus: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut failed = false;
    for path in &arguments.levels {
        let result = prove(path, &arguments);
        match &result {
            Ok(text) => println!("{}: {text}", path.display()),
            Err(text) => eprintln!("{}: {text}", path.display()),
        }
        failed |= result.is_err();
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn prove(path: &Path, arguments: &Arguments) -> Result<String, String> {
    let level = level::read(path).map_err(|faults| faults.to_string())?;
    let inputs = Search::new(&level, arguments).run()?;
    let ticks = inputs.len();
    let time = ticks as f32 / TICKS_PER_SECOND as f32;
    if arguments.no_focus {
        return Ok(format!("{time:.3} s without focus"));
    }
    let file = path.file_name().and_then(|name| name.to_str()).ok_or("the file's name is not text")?;
    let replay = Replay::record(file, &level, inputs);
    replay.verify(&level).map_err(|error| error.to_string())?;
    let folder = path.parent().unwrap_or(Path::new(".")).join("proofs");
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let stem = file.strip_suffix(".level.ron").unwrap_or(file);
    let target = folder.join(format!("{stem}.replay.ron"));
    std::fs::write(&target, replay.to_ron()).map_err(|error| error.to_string())?;
    Ok(format!("{time:.3} s, written to {}", target.display()))
}

/// One state that the search has reached.
struct Node {
    state: Snapshot,
    /// Index of the step before, in [`Search::steps`].
    step: usize,
    /// Tiles of way left.
    left: f32,
}

struct Search<'a> {
    simulation: Simulation,
    way: Way,
    arguments: &'a Arguments,
    /// Each step of each kept run: the step before it, and the input held.
    steps: Vec<(usize, TickInput)>,
}

impl<'a> Search<'a> {
    fn new(level: &Level, arguments: &'a Arguments) -> Self {
        Self { simulation: Simulation::new(level), way: Way::new(level, arguments), arguments, steps: Vec::new() }
    }

    fn run(&mut self) -> Result<Vec<TickInput>, String> {
        let start = self.simulation.save();
        let left = self.way.left(&start);
        if !left.is_finite() {
            return Err("there is no way from the start through the map to the exit".to_owned());
        }
        self.steps.push((usize::MAX, TickInput::NONE));
        let mut nodes = vec![Node { state: start, step: 0, left }];
        let mut best = (left, nodes[0].state.ninja.position);
        for _ in 0..self.arguments.seconds * TICKS_PER_SECOND / self.arguments.hold {
            let mut next: BTreeMap<[i32; 7], Node> = BTreeMap::new();
            for node in &nodes {
                for input in inputs_worth_trying(&node.state, self.arguments) {
                    let (state, finished_after) = self.hold(&node.state, input);
                    if let Some(ticks) = finished_after {
                        return Ok(self.inputs_of(node.step, input, ticks));
                    }
                    // Focus left over counts a little: of two equal runs, the one that saved it gets further.
                    let left = self.way.left(&state) - state.focus.fraction();
                    if state.run.phase != Phase::Running || !left.is_finite() {
                        continue;
                    }
                    let key = kind(&state);
                    let better = next.get(&key).is_none_or(|other| left < other.left);
                    if better {
                        self.steps.push((node.step, input));
                        next.insert(key, Node { state, step: self.steps.len() - 1, left });
                    }
                }
            }
            nodes = next.into_values().collect();
            nodes.sort_by(|a, b| a.left.total_cmp(&b.left));
            self.thin_out(&mut nodes);
            if let Some(node) = nodes.first().filter(|node| node.left < best.0) {
                best = (node.left, node.state.ninja.position);
            }
            if nodes.is_empty() {
                return Err(format!("every run dies; the best came to {:.1}, with {:.1} tiles left", best.1, best.0));
            }
        }
        Err(format!("no run found; the best came to {:.1}, with {:.1} tiles left", best.1, best.0))
    }

    /// Keeps the best, and of each tile and hazard time only a few: a crowd in a tunnel that is about to be lit must not
    /// crowd out those who wait outside, or who slowed the hazards down.
    fn thin_out(&self, nodes: &mut Vec<Node>) {
        let most = (self.arguments.width / 1000).max(2);
        let mut crowd: BTreeMap<[i32; 5], usize> = BTreeMap::new();
        nodes.retain(|node| {
            let [x, y, speed, _, shards, _, hazards] = kind(&node.state);
            let here = crowd.entry([x / 2, y / 2, speed, shards, hazards / 2]).or_default();
            *here += 1;
            *here <= most
        });
        nodes.truncate(self.arguments.width);
    }

    /// Plays `input` from `state`; also the ticks after which the run finished, if it did.
    fn hold(&mut self, state: &Snapshot, input: TickInput) -> (Snapshot, Option<u32>) {
        self.simulation.restore(state);
        for tick in 1..=self.arguments.hold {
            self.simulation.tick(input);
            match self.simulation.run().phase {
                Phase::Running => {}
                Phase::Dead { .. } => break,
                Phase::Finished => {
                    let state = self.simulation.save();
                    let wanted = self.arguments.no_shards || state.shards.iter().all(|&taken| taken);
                    // An exit taken too early is as good as a death.
                    return (state, wanted.then_some(tick));
                }
            }
        }
        (self.simulation.save(), None)
    }

    fn inputs_of(&self, mut step: usize, last: TickInput, ticks: u32) -> Vec<TickInput> {
        let mut chunks = vec![(ticks, last)];
        while step != 0 {
            let (before, input) = self.steps[step];
            chunks.push((self.arguments.hold, input));
            step = before;
        }
        chunks.iter().rev().flat_map(|&(ticks, input)| std::iter::repeat_n(input, ticks as usize)).collect()
    }
}

/// The buttons that can make a difference in this state.
fn inputs_worth_trying(state: &Snapshot, arguments: &Arguments) -> Vec<TickInput> {
    let mut inputs = Vec::new();
    let can_focus = !arguments.no_focus
        && (state.focus.active || state.focus.meter >= 2 * FOCUS_TICKS_TO_START && !state.focus.exhausted);
    for steer in [TickInput::NONE, TickInput::LEFT, TickInput::RIGHT] {
        for jump in [TickInput::NONE, TickInput::JUMP] {
            inputs.push(steer.with(jump));
            if can_focus {
                inputs.push(steer.with(jump).with(TickInput::FOCUS));
            }
        }
    }
    if state.ninja.ground.is_some_and(|ground| ground.one_way) {
        inputs.push(TickInput::DOWN.with(TickInput::JUMP));
    }
    inputs
}

/// States of one kind are near enough to keep only the better one.
fn kind(state: &Snapshot) -> [i32; 7] {
    let ninja = &state.ninja;
    let shards =
        state.shards.iter().enumerate().fold(0, |bits, (index, &taken)| bits | i32::from(taken) << (index % 31));
    let raised = (0..CHANNELS_MAX as u8)
        .filter(|&index| state.channels.is_raised(Channel(index), state.run.hazard_half_ticks))
        .fold(0, |bits, index| bits | 1 << (index + 3));
    let flags = raised
        | i32::from(ninja.ground.is_some())
        | i32::from(ninja.jump_held) << 1
        | i32::from(state.focus.active) << 2;
    let cell = (ninja.position * 2.0).floor().as_ivec2();
    let speed = (ninja.velocity / 4.0).round().as_ivec2();
    [cell.x, cell.y, speed.x, speed.y, shards, flags, (state.run.hazard_half_ticks / 24) as i32]
}

/// The way left through the map, in tiles.
struct Way {
    width: i32,
    height: i32,
    /// For each target (each shard, then the exit): tiles from every cell to it.
    fields: Vec<Vec<f32>>,
    /// `tours[mask][target]`: tiles from `target` through the shards of `mask` to the exit.
    tours: Vec<Vec<f32>>,
    /// What is to be fetched before the exit, in the order of `fields`.
    errands: Vec<Errand>,
}

/// Something to go to before the exit.
#[derive(Clone, Copy)]
enum Errand {
    /// A shard, by its index.
    Shard(usize),
    /// A key, by its index.
    Key(usize),
    /// A switch, done while its channel is raised.
    Switch(Channel),
}

impl Errand {
    fn is_done(self, state: &Snapshot) -> bool {
        match self {
            Self::Shard(index) => state.shards[index],
            Self::Key(index) => state.actors.keys[index].taken,
            Self::Switch(channel) => state.channels.is_raised(channel, state.run.hazard_half_ticks),
        }
    }

    /// All errands of a level, each with its place; those that other errands may wait for come first.
    fn all(level: &Level, shards: bool) -> Vec<(Self, Vec2)> {
        let keys = level.keys.iter().enumerate().map(|(index, key)| (Self::Key(index), key.position));
        let switches = level.switches.iter().map(|switch| (Self::Switch(switch.channel), switch.position));
        let shards = level.shards.iter().enumerate().filter(|_| shards);
        let shards = shards.map(|(index, &position)| (Self::Shard(index), position));
        keys.chain(switches).chain(shards).take(Way::ERRANDS_MAX).collect()
    }
}

impl Way {
    /// Most errands whose best order is worked out; any others are done by chance.
    const ERRANDS_MAX: usize = 10;

    fn new(level: &Level, arguments: &Arguments) -> Self {
        let size = level.terrain.size().as_ivec2();
        let shards = !(arguments.no_shards && level.exit_opens == level::ExitOpens::AtOnce);
        let (errands, places): (Vec<Errand>, Vec<Vec2>) = Errand::all(level, shards).into_iter().unzip();
        let targets: Vec<Vec2> = places.into_iter().chain([level.exit]).collect();
        let count = errands.len();
        let mut way = Self { width: size.x, height: size.y, fields: Vec::new(), tours: Vec::new(), errands };
        way.fields = targets.iter().map(|&target| way.field(level, target)).collect();
        way.tours = vec![vec![f32::INFINITY; count + 1]; 1 << count];
        for mask in 0..1_usize << count {
            for (from, &target) in targets.iter().enumerate() {
                way.tours[mask][from] = if mask == 0 {
                    way.at(count, target)
                } else {
                    let next = |to: usize| way.at(to, target) + way.tours[mask & !(1 << to)][to];
                    (0..count).filter(|to| mask >> to & 1 == 1).map(next).fold(f32::INFINITY, f32::min)
                };
            }
        }
        way
    }

    /// Tiles from every cell to the cell of `target`, by Dijkstra's idea on eight neighbours: breadth first is near
    /// enough, since a step costs 1 or 1.4.
    fn field(&self, level: &Level, target: Vec2) -> Vec<f32> {
        let mut field = vec![f32::INFINITY; (self.width * self.height) as usize];
        let start = target.floor().as_ivec2();
        let mut queue = VecDeque::from([start]);
        if let Some(index) = self.index(start) {
            field[index] = 0.0;
        }
        while let Some(cell) = queue.pop_front() {
            let Some(here) = self.index(cell).map(|index| field[index]) else { continue };
            for (x, y) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let next = cell + IVec2::new(x, y);
                let Some(index) = self.index(next) else { continue };
                let open = |cell| !is_wall(level, cell);
                let free = open(next) && open(IVec2::new(cell.x, next.y)) && open(IVec2::new(next.x, cell.y));
                let distance = here + if x != 0 && y != 0 { 1.414 } else { 1.0 };
                if free && distance + 0.01 < field[index] {
                    field[index] = distance;
                    queue.push_back(next);
                }
            }
            for [a, b] in level.teleports.iter().map(|pair| pair.ends.map(|end| end.floor().as_ivec2())) {
                let other = if cell == a { b } else { a };
                let Some(index) = self.index(other).filter(|_| cell == a || cell == b) else { continue };
                if here + 1.0 < field[index] {
                    field[index] = here + 1.0;
                    queue.push_back(other);
                }
            }
        }
        field
    }

    fn index(&self, cell: IVec2) -> Option<usize> {
        let inside = cell.x >= 0 && cell.y >= 0 && cell.x < self.width && cell.y < self.height;
        inside.then(|| (cell.y * self.width + cell.x) as usize)
    }

    /// Tiles from a position to a target, smooth within the cell.
    fn at(&self, target: usize, position: Vec2) -> f32 {
        let cell = (position - 0.5).floor();
        let share = position - 0.5 - cell;
        let (mut sum, mut weights) = (0.0, 0.0);
        for (corner, weight) in [
            (IVec2::ZERO, (1.0 - share.x) * (1.0 - share.y)),
            (IVec2::X, share.x * (1.0 - share.y)),
            (IVec2::Y, (1.0 - share.x) * share.y),
            (IVec2::ONE, share.x * share.y),
        ] {
            let distance =
                self.index(cell.as_ivec2() + corner).map_or(f32::INFINITY, |index| self.fields[target][index]);
            if distance.is_finite() {
                sum += distance * weight;
                weights += weight;
            }
        }
        if weights > 0.0 { sum / weights } else { f32::INFINITY }
    }

    fn left(&self, state: &Snapshot) -> f32 {
        let count = self.errands.len();
        let open = |errand: &usize| !self.errands[*errand].is_done(state);
        let mask = (0..count).filter(open).fold(0, |mask, errand| mask | 1 << errand);
        let position = state.ninja.position;
        if mask == 0 {
            return self.at(count, position);
        }
        let through = |to: usize| self.at(to, position) + self.tours[mask & !(1 << to)][to];
        (0..count).filter(|to| mask >> to & 1 == 1).map(through).fold(f32::INFINITY, f32::min)
    }
}

fn is_wall(level: &Level, cell: IVec2) -> bool {
    use hairline::geometry::tile::TileShape::{Glass, Mirror, Solid};
    matches!(level.terrain.tile(cell), Solid | Glass | Mirror)
}
