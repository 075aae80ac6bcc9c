//! Makes a run that was found plainer to play, and tells how exact one has to be.
//!
//! A search presses buttons that do nothing, and changes them as late or as early as it can. Here presses that are not
//! needed go, and each change of the buttons is put into the middle of the time in which it may come. That time, its
//! window, is measured with all other inputs as they are: whoever sees what he does and corrects it has more.

use hairline::level::Level;
use hairline::sim::Simulation;
use hairline::sim::run::Phase;
use hairline::sim::run::input::TickInput;
use hairline::sim::run::shard::ShardState;
use hairline::sim::state::snapshot::Snapshot;

/// Ticks by which a change of the buttons is put earlier or later at most.
const SHIFT_MOST: u32 = 16;
/// Ticks: a window that is smaller counts as tight.
const TIGHT: u32 = 8;
/// Ticks for which the last input is held on where that is what it takes to finish.
const HELD_ON: u32 = 64;

/// Most pieces that are tried as one.
const SPAN_MOST: usize = 6;

/// Some ticks of one input.
type Piece = (u32, TickInput);

struct Easing {
    simulation: Simulation,
    start: Snapshot,
    /// How many shards the run has to take.
    shards: usize,
}

/// The run with fewer changes of the buttons, none of them near the edge of its window where that can be had.
pub fn ease(level: &Level, inputs: Vec<TickInput>) -> Vec<TickInput> {
    let mut easing = Easing::new(level, &inputs);
    // Plainer may be a little slower.
    let ticks_most = inputs.len() as u32 + inputs.len() as u32 / 20;
    let mut pieces = pieces(&inputs);
    while easing.leave_out(&mut pieces, ticks_most) {}
    for _ in 0..2 {
        for change in 1..pieces.len() {
            let (early, late) = easing.window(&pieces, change);
            if let Some(centerd) = shifted(&pieces, change, (late as i32 - early as i32) / 2) {
                pieces = centerd;
            }
        }
    }
    let ticks = easing.finish(&pieces).expect("each change was tried");
    flat(&pieces, ticks)
}

/// In words: how many changes of the buttons there are, and how exact they must be.
pub fn measure(level: &Level, inputs: Vec<TickInput>) -> String {
    let mut easing = Easing::new(level, &inputs);
    let pieces = pieces(&inputs);
    let windows: Vec<u32> =
        (1..pieces.len()).map(|change| easing.window(&pieces, change)).map(|(early, late)| early + late + 1).collect();
    let tight = windows.iter().filter(|&&window| window < TIGHT).count();
    let tightest = windows.iter().min().copied().unwrap_or(2 * SHIFT_MOST + 1);
    format!("{} changes, {tight} within less than {TIGHT} ticks, the tightest within {tightest}", windows.len())
}

/// Whether a run finishes the level, without a death on the way, if it is begun after some ticks of doing nothing.
pub fn finishes_after(level: &Level, wait: u32, inputs: &[TickInput]) -> bool {
    let mut simulation = Simulation::new(level);
    let waiting = std::iter::repeat_n(TickInput::NONE, wait as usize);
    let lives = waiting.chain(inputs.iter().copied()).all(|input| {
        simulation.tick(input);
        !matches!(simulation.run().phase, Phase::Dead { .. })
    });
    lives && simulation.run().phase == Phase::Finished
}

/// How many shards have been taken.
fn shards_taken(simulation: &mut Simulation) -> usize {
    simulation.save().states::<ShardState>().iter().filter(|shard| shard.taken).count()
}

impl Easing {
    fn new(level: &Level, inputs: &[TickInput]) -> Self {
        let mut simulation = Simulation::new(level);
        let start = simulation.save();
        inputs.iter().for_each(|&input| simulation.tick(input));
        let shards = shards_taken(&mut simulation);
        Self { simulation, start, shards }
    }

    /// The ticks after which a run finishes with its shards, if it does.
    fn finish(&mut self, pieces: &[Piece]) -> Option<u32> {
        self.simulation.restore(&self.start);
        let &(_, last) = pieces.last()?;
        for &(ticks, input) in pieces.iter().chain([&(HELD_ON, last)]) {
            for _ in 0..ticks {
                self.simulation.tick(input);
                match self.simulation.run().phase {
                    Phase::Running => {}
                    Phase::Dead { .. } => return None,
                    Phase::Finished => {
                        let taken = shards_taken(&mut self.simulation);
                        return (taken >= self.shards).then_some(self.simulation.run().ticks);
                    }
                }
            }
        }
        None
    }

    /// Plays a few pieces as one, or without focus, wherever the run still finishes; says whether there was a place.
    fn leave_out(&mut self, pieces: &mut Vec<Piece>, ticks_most: u32) -> bool {
        let mut any = false;
        let mut index = 0;
        while index < pieces.len() {
            match self.plainer(pieces, index, ticks_most) {
                Some(plainer) => {
                    *pieces = plainer;
                    any = true;
                }
                None => index += 1,
            }
        }
        any
    }

    /// The pieces with those from `index` on played more plainly: as many of them as can be.
    fn plainer(&mut self, pieces: &[Piece], index: usize, ticks_most: u32) -> Option<Vec<Piece>> {
        let input_at = |index: usize| pieces.get(index).map(|piece| piece.1);
        let unfocused = input_at(index)?.without(TickInput::FOCUS);
        let before = index.checked_sub(1).and_then(input_at);
        for span in (1..=SPAN_MOST.min(pieces.len() - index)).rev() {
            let ticks = pieces[index..index + span].iter().map(|piece| piece.0).sum();
            for instead in [before, input_at(index + span), Some(TickInput::NONE), Some(unfocused)] {
                let Some(instead) = instead else { continue };
                let mut plainer = pieces[..index].to_vec();
                plainer.push((ticks, instead));
                plainer.extend(&pieces[index + span..]);
                let plainer = joined(&plainer);
                // No focus where it is not needed, but not at the price of more presses.
                let unfocuses = span == 1 && instead == unfocused && pieces[index].1 != unfocused;
                let worth = plainer.len() < pieces.len() || unfocuses && plainer.len() == pieces.len();
                if worth && self.finish(&plainer).is_some_and(|ticks| ticks <= ticks_most) {
                    return Some(plainer);
                }
            }
        }
        None
    }

    /// By how many ticks a change may come earlier, and later.
    fn window(&mut self, pieces: &[Piece], change: usize) -> (u32, u32) {
        let mut reach = |sign: i32| {
            let holds = |by: &u32| {
                let pieces = shifted(pieces, change, sign * *by as i32);
                pieces.is_some_and(|pieces| self.finish(&pieces).is_some())
            };
            (1..=SHIFT_MOST).take_while(holds).count() as u32
        };
        (reach(-1), reach(1))
    }
}

/// The pieces with the begin of one of them put later by some ticks; none if there is no room for it.
fn shifted(pieces: &[Piece], change: usize, by: i32) -> Option<Vec<Piece>> {
    let mut pieces = pieces.to_vec();
    pieces[change - 1].0 = pieces[change - 1].0.checked_add_signed(by).filter(|&ticks| ticks > 0)?;
    pieces[change].0 = pieces[change].0.checked_add_signed(-by).filter(|&ticks| ticks > 0)?;
    Some(pieces)
}

fn pieces(inputs: &[TickInput]) -> Vec<Piece> {
    inputs.chunk_by(|a, b| a == b).map(|run| (run.len() as u32, run[0])).collect()
}

/// The pieces with neighbours of the same input made one.
fn joined(pieces: &[Piece]) -> Vec<Piece> {
    pieces.chunk_by(|a, b| a.1 == b.1).map(|run| (run.iter().map(|piece| piece.0).sum(), run[0].1)).collect()
}

/// One input a tick, for so many ticks; the last is held on as long as it takes.
fn flat(pieces: &[Piece], ticks: u32) -> Vec<TickInput> {
    let last = pieces.last().map_or(TickInput::NONE, |piece| piece.1);
    let each = pieces.iter().flat_map(|&(ticks, input)| std::iter::repeat_n(input, ticks as usize));
    each.chain(std::iter::repeat(last)).take(ticks as usize).collect()
}
