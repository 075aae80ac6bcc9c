//! Makes a run that was found easier to play.
//!
//! A search presses buttons that do nothing, and changes them as late or as early as it can. Here unneeded presses are
//! dropped, and each change of the buttons moves to the middle of its window: the time in which it may come with all other
//! inputs as they are. A player who sees the ninja and corrects has more time than that. Then waits, presses and changes move
//! as long as the run asks for less luck.

use hairline_level::Level;
use hairline_sim::Simulation;
use hairline_sim::run::Phase;
use hairline_sim::run::input::TickInput;

use super::budget::Budget;
use super::player::{End, Player};
use crate::hand;

/// Most ticks by which a change of the buttons is moved.
pub(crate) const SHIFT_MAX: u32 = 16;
/// Most ticks for which the last input is held on, if that is what it takes to finish.
pub(crate) const HOLD_ON_TICKS: usize = 64;

/// Most chunks that are tried as one.
const SPAN_MAX: usize = 6;
/// Ticks by which changes of the buttons are moved together, to ask for less luck.
const MOVES: [i32; 10] = [2, -2, 4, -4, 8, -8, 16, -16, 32, -32];
/// Bits of luck that count as less.
const FEWER_BITS: f32 = 0.01;

/// When a change of the buttons may come, with all other inputs as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    pub tick: u32,
    /// By how many ticks it may come earlier.
    pub early: u32,
    /// By how many ticks it may come later.
    pub late: u32,
}

impl Window {
    /// Its ticks beside the one in which the change comes.
    pub fn slack(&self) -> u32 {
        self.early + self.late
    }

    /// The bits of luck that it asks of a hand.
    pub fn bits(&self) -> f32 {
        hand::bits(self.early, self.late)
    }
}

/// Some ticks of one input.
type Chunk = (u32, TickInput);

/// Plays variants of one run.
pub(crate) struct Tries {
    player: Player,
    chunks: Vec<Chunk>,
    /// How long it may go on.
    budget: Budget,
}

/// The run with fewer changes of the buttons that each ask for less luck, as far as the budget lasts; it asks for at most
/// [`FEWER_BITS`] more than before, and takes longer by at most a share of its time. Beside it the ticks that were played: at most one run more
/// than the budget has.
pub(crate) fn ease(level: &Level, inputs: &[TickInput], longer: f32, budget: Budget) -> (Vec<TickInput>, u64) {
    let mut tries = Tries::new(level, inputs);
    tries.budget = budget;
    let ticks_max = inputs.len() as u32 + (inputs.len() as f32 * longer) as u32;
    let start = chunks(inputs);
    // What cannot be judged stays as it is.
    let Some(windows) = tries.judge(&start, &[], f32::INFINITY) else { return (inputs.to_vec(), tries.player.played) };
    let mut best = (start, windows);
    let played = tries.player.played;
    tries.budget = budget.with_ticks(played.saturating_add(budget.ticks_left(played) / 2));
    let simple = tries.simplify(&best.0, ticks_max);
    tries.budget = budget;
    // Fewer changes are easier to remember, even where they ask for as much luck.
    if tries.fits(&simple, ticks_max)
        && let Some(windows) = tries.judge(&simple, &[], bits_of(&best.1) + FEWER_BITS)
    {
        best = (simple, windows);
    }
    while let Some(easier) = tries.easier(&best.0, &best.1, ticks_max) {
        best = easier;
    }
    let played = tries.player.played;
    let ticks = tries.finish(&best.0).expect("it was judged");
    (flatten(&best.0, ticks), played)
}

fn bits_of(windows: &[Window]) -> f32 {
    windows.iter().map(Window::bits).sum()
}

/// Whether a run that begins after some ticks of doing nothing finishes the level without a death.
pub(super) fn finishes_after(level: &Level, wait: u32, inputs: &[TickInput]) -> bool {
    let mut simulation = Simulation::new(level);
    let waiting = std::iter::repeat_n(TickInput::NONE, wait as usize);
    let lives = waiting.chain(inputs.iter().copied()).all(|input| {
        simulation.tick(input);
        !simulation.run().is_dead()
    });
    lives && simulation.run().phase == Phase::Finished
}

impl Tries {
    /// For a run that finishes its level.
    pub fn new(level: &Level, inputs: &[TickInput]) -> Self {
        Self { player: Player::like(level, inputs), chunks: chunks(inputs), budget: Budget::new(None, None) }
    }

    fn is_spent(&self) -> bool {
        self.budget.is_spent(self.player.played)
    }

    /// Without unneeded presses, and with each change of the buttons in the middle of its window.
    fn simplify(&mut self, start: &[Chunk], ticks_max: u32) -> Vec<Chunk> {
        let mut chunks = start.to_vec();
        while self.merge_chunks(&mut chunks, ticks_max) {}
        for _ in 0..2 {
            for change in 1..chunks.len() {
                let (early, late) = self.window(&chunks, change);
                // A window that was not looked over to its end says nothing of its middle.
                if self.is_spent() {
                    return chunks;
                }
                if let Some(centered) = centered(&chunks, change, early, late) {
                    chunks = centered;
                }
            }
        }
        chunks
    }

    /// The windows of a run's changes, if together they ask for fewer bits of luck than so many; the hardest of similar ones are
    /// looked at first. `None` too if the budget is spent.
    fn judge(&mut self, chunks: &[Chunk], similar: &[Window], less_than: f32) -> Option<Vec<Window>> {
        let mut windows: Vec<Window> = changes(chunks).map(|tick| Window { tick, early: 0, late: 0 }).collect();
        let mut bits = 0.0;
        for index in hardest_first(similar, windows.len()) {
            let (early, late) = self.window(chunks, index + 1);
            windows[index] = Window { early, late, ..windows[index] };
            bits += windows[index].bits();
            if bits >= less_than || self.is_spent() {
                return None;
            }
        }
        Some(windows)
    }

    /// A run that asks for fewer bits of luck, by one move, with its windows.
    fn easier(&mut self, chunks: &[Chunk], windows: &[Window], ticks_max: u32) -> Option<(Vec<Chunk>, Vec<Window>)> {
        let less_than = bits_of(windows) - FEWER_BITS;
        for index in hardest_first(windows, windows.len()) {
            if windows[index].bits() < FEWER_BITS {
                break;
            }
            let Window { early, late, .. } = windows[index];
            let middle = centered(chunks, index + 1, early, late);
            let moves =
                MOVES.into_iter().flat_map(|by| [postponed(chunks, index + 1, by), moved(chunks, index + 1, by)]);
            for variant in std::iter::once(middle).chain(moves).flatten() {
                if self.fits(&variant, ticks_max)
                    && let Some(windows) = self.judge(&variant, windows, less_than)
                {
                    return Some((variant, windows));
                }
            }
        }
        None
    }

    /// The window of each change of the buttons.
    pub fn windows(&mut self) -> Vec<Window> {
        let chunks = self.chunks.clone();
        let window = |(change, tick)| {
            let (early, late) = self.window(&chunks, change);
            Window { tick, early, late }
        };
        (1..).zip(changes(&chunks)).map(window).collect()
    }

    /// Whether the run still finishes if each change comes later by what `shift` gives, in ticks; none passes another.
    pub fn finishes_shifted(&mut self, mut shift: impl FnMut() -> i32) -> bool {
        let chunks = self.chunks.clone();
        let (mut tick, mut shifted) = (0, 0);
        let mut moved = Vec::with_capacity(chunks.len());
        for (index, &(ticks, input)) in chunks.iter().enumerate() {
            tick += ticks as i32;
            let is_last = index + 1 == chunks.len();
            let end = if is_last { tick } else { tick + shift() }.max(shifted);
            moved.push(((end - shifted) as u32, input));
            shifted = end;
        }
        self.finish(&moved).is_some()
    }

    /// As [`finish`](Self::finish), as long as the budget is not spent.
    fn try_to_finish(&mut self, chunks: &[Chunk]) -> Option<u32> {
        if self.is_spent() { None } else { self.finish(chunks) }
    }

    /// Whether a run finishes within so many ticks, as long as the budget is not spent.
    fn fits(&mut self, chunks: &[Chunk], ticks_max: u32) -> bool {
        self.try_to_finish(chunks).is_some_and(|ticks| ticks <= ticks_max)
    }

    /// The ticks after which a run finishes with its shards, if it does.
    fn finish(&mut self, chunks: &[Chunk]) -> Option<u32> {
        let &(_, last) = chunks.last()?;
        match self.player.end_of(each_tick(chunks).chain(std::iter::repeat_n(last, HOLD_ON_TICKS))) {
            End::Finished(ticks) => Some(ticks),
            End::TooEarly(_) | End::Dead(_) | End::Open => None,
        }
    }

    /// Merges a few chunks into one, or drops focus, wherever the run still finishes; returns whether it did so anywhere.
    fn merge_chunks(&mut self, chunks: &mut Vec<Chunk>, ticks_max: u32) -> bool {
        let mut any = false;
        let mut index = 0;
        while index < chunks.len() && !self.is_spent() {
            match self.simpler(chunks, index, ticks_max) {
                Some(simpler) => {
                    *chunks = simpler;
                    any = true;
                }
                None => index += 1,
            }
        }
        any
    }

    /// The chunks with those from `index` on made simpler: as many of them as possible.
    fn simpler(&mut self, chunks: &[Chunk], index: usize, ticks_max: u32) -> Option<Vec<Chunk>> {
        let input_at = |index: usize| chunks.get(index).map(|chunk| chunk.1);
        let unfocused = input_at(index)?.without(TickInput::FOCUS);
        let before = index.checked_sub(1).and_then(input_at);
        for span in (1..=SPAN_MAX.min(chunks.len() - index)).rev() {
            let ticks = chunks[index..index + span].iter().map(|chunk| chunk.0).sum();
            for instead in [before, input_at(index + span), Some(TickInput::NONE), Some(unfocused)] {
                let Some(instead) = instead else { continue };
                let mut simpler = chunks[..index].to_vec();
                simpler.push((ticks, instead));
                simpler.extend(&chunks[index + span..]);
                let simpler = joined(&simpler);
                // Focus goes where it is not needed, but not at the price of more presses.
                let unfocuses = span == 1 && instead == unfocused && chunks[index].1 != unfocused;
                let worth = simpler.len() < chunks.len() || unfocuses && simpler.len() == chunks.len();
                if worth && self.fits(&simpler, ticks_max) {
                    return Some(simpler);
                }
            }
        }
        None
    }

    /// By how many ticks a change may come earlier, and later.
    fn window(&mut self, chunks: &[Chunk], change: usize) -> (u32, u32) {
        let mut reach = |sign: i32| {
            let holds = |by: &u32| {
                let chunks = shifted(chunks, change, sign * *by as i32);
                chunks.is_some_and(|chunks| self.try_to_finish(&chunks).is_some())
            };
            (1..=SHIFT_MAX).take_while(holds).count() as u32
        };
        (reach(-1), reach(1))
    }
}

/// The chunks with a change in the middle of its window, unless it is there.
fn centered(chunks: &[Chunk], change: usize, early: u32, late: u32) -> Option<Vec<Chunk>> {
    let by = (late as i32 - early as i32) / 2;
    if by == 0 { None } else { shifted(chunks, change, by) }
}

/// The chunks with the beginning of one of them moved later by some ticks; `None` if there is no room.
fn shifted(chunks: &[Chunk], change: usize, by: i32) -> Option<Vec<Chunk>> {
    let mut chunks = chunks.to_vec();
    chunks[change - 1].0 = chunks[change - 1].0.checked_add_signed(by).filter(|&ticks| ticks > 0)?;
    chunks[change].0 = chunks[change].0.checked_add_signed(-by).filter(|&ticks| ticks > 0)?;
    Some(chunks)
}

/// The chunks with one of them and all later ones moved later by some ticks.
fn postponed(chunks: &[Chunk], change: usize, by: i32) -> Option<Vec<Chunk>> {
    let mut chunks = chunks.to_vec();
    chunks[change - 1].0 = chunks[change - 1].0.checked_add_signed(by).filter(|&ticks| ticks > 0)?;
    Some(chunks)
}

/// The chunks with one of them moved later by some ticks, as long as it is.
fn moved(chunks: &[Chunk], change: usize, by: i32) -> Option<Vec<Chunk>> {
    let mut chunks = postponed(chunks, change, by)?;
    let next = chunks.get_mut(change + 1)?;
    next.0 = next.0.checked_add_signed(-by).filter(|&ticks| ticks > 0)?;
    Some(chunks)
}

/// The indices of so many changes, those with the hardest windows first; in their order if the windows are not theirs.
fn hardest_first(windows: &[Window], count: usize) -> Vec<usize> {
    let mut indices: Vec<usize> = (0..count).collect();
    if windows.len() == count {
        indices.sort_by(|&a, &b| windows[b].bits().total_cmp(&windows[a].bits()));
    }
    indices
}

/// The ticks at which the buttons change.
fn changes(chunks: &[Chunk]) -> impl Iterator<Item = u32> {
    let starts = chunks.iter().scan(0, |tick, chunk| {
        let start = *tick;
        *tick += chunk.0;
        Some(start)
    });
    starts.skip(1)
}

fn chunks(inputs: &[TickInput]) -> Vec<Chunk> {
    inputs.chunk_by(|a, b| a == b).map(|run| (run.len() as u32, run[0])).collect()
}

/// The chunks with neighbors of equal input merged.
fn joined(chunks: &[Chunk]) -> Vec<Chunk> {
    chunks.chunk_by(|a, b| a.1 == b.1).map(|run| (run.iter().map(|chunk| chunk.0).sum(), run[0].1)).collect()
}

/// One input a tick.
fn each_tick(chunks: &[Chunk]) -> impl Iterator<Item = TickInput> {
    chunks.iter().flat_map(|&(ticks, input)| std::iter::repeat_n(input, ticks as usize))
}

/// One input a tick, for so many ticks; the last one is held on as long as it takes.
fn flatten(chunks: &[Chunk], ticks: u32) -> Vec<TickInput> {
    let last = chunks.last().map_or(TickInput::NONE, |chunk| chunk.1);
    each_tick(chunks).chain(std::iter::repeat(last)).take(ticks as usize).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::options::Shards;
    use crate::solve::track::changes_of;
    use crate::solve::{Settings, find};

    /// A corridor, and a run through it that changes the buttons all the time for nothing.
    fn restless() -> (Level, Vec<TickInput>) {
        let map = "####################\n# @              X #\n####################";
        let text = format!("(version: 1, name: \"Corridor\", map: r\"\n{map}\n\")");
        let level = hairline_level::parse(text, "corridor").unwrap_or_else(|errors| panic!("{errors}"));
        let mut simulation = Simulation::new(&level);
        let mut inputs = Vec::new();
        while simulation.run().phase == Phase::Running && inputs.len() < 1000 {
            let jump = if inputs.len() % 8 < 4 { TickInput::JUMP } else { TickInput::NONE };
            inputs.push(TickInput::RIGHT.with(jump));
            simulation.tick(inputs[inputs.len() - 1]);
        }
        assert_eq!(simulation.run().phase, Phase::Finished);
        (level, inputs)
    }

    #[test]
    fn a_run_is_made_no_easier_than_its_budget_allows() {
        let (level, inputs) = restless();
        let bits = |inputs: &[TickInput]| bits_of(&Tries::new(&level, inputs).windows());
        let (easy, all) = ease(&level, &inputs, 0.05, Budget::new(None, None));
        assert!(changes_of(&easy) < changes_of(&inputs) && bits(&easy) < bits(&inputs));
        let one_run = (inputs.len() + HOLD_ON_TICKS) as u64;
        for share in 1..=16 {
            let budget = all * share / 16;
            let (eased, played) = ease(&level, &inputs, 0.05, Budget::new(None, Some(budget)));
            assert!(played <= budget + one_run, "{played} ticks of {budget}");
            assert!(finishes_after(&level, 0, &eased) && bits(&eased) <= bits(&inputs), "{share}");
        }
        assert_eq!(ease(&level, &inputs, 0.05, Budget::new(None, Some(0))), (inputs, 0));
    }

    /// A run that waits for a beam may start later, and would then take longer.
    #[test]
    fn an_eased_run_takes_no_longer_than_it_may() {
        let text = "(version: 1, name: \"Beam\", map: r\"\n##########\n#    a   #\n#        #\n# @    X #\n##########\n\", \
                    actors: {'a': Laser(aim: Fixed(angle: 270), cycle: (on: 1, off: 2))})";
        let level = hairline_level::parse(text, "beam").unwrap_or_else(|errors| panic!("{errors}"));
        let run = [TickInput::RIGHT; 300];
        let wait = (1..400).find(|&wait| finishes_after(&level, wait, &run)).expect("the beam goes off");
        assert!(!finishes_after(&level, 0, &run), "it has to wait");
        let waiting = [(wait, TickInput::NONE), (300, TickInput::RIGHT)];
        let ticks = Tries::new(&level, &run).finish(&waiting).expect("it finishes");
        let inputs = flatten(&waiting, ticks);
        for (longer, ticks_max) in [(0.0, ticks), (0.05, ticks + ticks / 20)] {
            let (eased, _) = ease(&level, &inputs, longer, Budget::new(None, None));
            assert!(finishes_after(&level, 0, &eased));
            assert!(eased.len() as u32 <= ticks_max, "{} of {ticks_max}", eased.len());
        }
    }

    #[test]
    fn an_eased_run_of_a_hard_level_asks_for_less_luck() {
        let map = "####################\n#                  #\n# @    ^^  ^^     X#\n####################";
        let text = format!("(version: 1, name: \"Spikes\", map: r\"\n{map}\n\")");
        let level = hairline_level::parse(text, "spikes").unwrap_or_else(|errors| panic!("{errors}"));
        let bits = |inputs: &[TickInput]| bits_of(&Tries::new(&level, inputs).windows());
        for seed in 0..3 {
            let settings = Settings { shards: Shards::All, focus: false, first: seed > 0, seed, memory: 64 << 20 };
            let inputs = find(&level, settings, Budget::new(None, Some(400_000)), None).run.expect("it is easy").inputs;
            let (eased, _) = ease(&level, &inputs, 0.05, Budget::new(None, Some(2_000_000)));
            assert!(bits(&eased) < bits(&inputs), "{seed}: {} of {}", bits(&eased), bits(&inputs));
            assert!(eased.len() <= inputs.len() + inputs.len() / 20);
        }
    }
}
