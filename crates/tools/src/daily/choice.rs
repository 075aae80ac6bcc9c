//! Which three levels a day has: rooms and changes are drawn by the day's number, and the first ones that can be proved are
//! taken. Nothing here reads a clock, and searches are limited by ticks alone: everyone gets the same three.

use std::collections::BTreeMap;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use hairline_level::{Level, StableHasher};
use hairline_sim::Simulation;
use hairline_sim::run::Phase;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::replay::Replay;

use super::change::Change;
use super::date::Date;
use super::rooms::Room;
use crate::solve::budget::Budget;
use crate::solve::options::Shards;
use crate::solve::{self, Settings};

/// The levels of a day.
pub const LEVELS_A_DAY: usize = 3;
/// Ticks after which a search gives a candidate up: one to three seconds on two cores.
pub const SEARCH_TICKS_MAX: u64 = 2_000_000;
/// Bytes that the states of a search take, at most. It decides how wide a search may be, so it is the same on every machine.
const SEARCH_BYTES: u64 = 256 << 20;

/// A room with its change, and the proof that it can be finished.
#[derive(Clone, Debug)]
pub struct DailyLevel {
    /// The name of the room's file, without folders and ending.
    pub room: String,
    /// What is different.
    pub change: Change,
    /// The text of the level file.
    pub text: String,
    /// What the text says.
    pub level: Level,
    /// The run that finishes it.
    pub proof: Proof,
    /// Candidates for its place that could not be proved.
    pub refused: Vec<Refused>,
}

/// A run that finishes a daily level.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The inputs, up to the exit.
    pub inputs: Vec<TickInput>,
    /// Ticks that a search played until it found it; `None` if the room's own proof does.
    pub searched_ticks: Option<u64>,
}

/// A candidate that no search proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The room, by its index.
    pub room: usize,
    /// The change.
    pub change: Change,
}

/// Draws the levels of days, and keeps what it proved: days share candidates.
#[derive(Debug)]
pub struct Drawer<'r> {
    rooms: &'r [Room],
    known: BTreeMap<(usize, Change), Candidate>,
}

/// What came of a room with a change.
#[derive(Clone, Debug)]
enum Candidate {
    /// No run can be affected, or its text would be no level.
    Unaffected,
    Refused,
    Proved(Box<(String, Level, Proof)>),
}

/// How often each change was tried, and what came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Rooms that the change affects.
    pub tried: u32,
    /// Those among them that their own proof finishes.
    pub replayed: u32,
    /// Those for which a search found a run.
    pub searched: u32,
}

impl<'r> Drawer<'r> {
    /// Draws from these rooms.
    pub fn new(rooms: &'r [Room]) -> Self {
        Self { rooms, known: BTreeMap::new() }
    }

    /// The levels of a day, one after the other; fewer than [`LEVELS_A_DAY`] if the rooms have no more. Each may take some seconds.
    pub fn day(&mut self, date: Date) -> impl Iterator<Item = DailyLevel> + use<'_, 'r> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(date.number().into());
        let mut rooms: Vec<usize> = (0..self.rooms.len()).collect();
        shuffle(&mut rooms, &mut random);
        let mut changes = Change::ALL.to_vec();
        shuffle(&mut changes, &mut random);
        // No room and no change comes twice in a day.
        std::iter::from_fn(move || {
            let mut refused = vec![];
            while let Some(change) = changes.pop() {
                for place in 0..rooms.len() {
                    let room = rooms[place];
                    match self.candidate(room, change) {
                        Candidate::Unaffected => {}
                        Candidate::Refused => refused.push(Refused { room, change }),
                        Candidate::Proved(proved) => {
                            rooms.remove(place);
                            let (text, level, proof) = *proved;
                            let room = self.rooms[room].name.clone();
                            return Some(DailyLevel { room, change, text, level, proof, refused });
                        }
                    }
                }
            }
            None
        })
        .take(LEVELS_A_DAY)
    }

    /// What came of the candidates so far, by change.
    pub fn tallies(&self) -> [(Change, Tally); 5] {
        Change::ALL.map(|change| {
            let mut tally = Tally::default();
            for (_, candidate) in self.known.iter().filter(|((_, of), _)| *of == change) {
                tally.tried += u32::from(!matches!(candidate, Candidate::Unaffected));
                if let Candidate::Proved(proved) = candidate {
                    *(if proved.2.searched_ticks.is_some() { &mut tally.searched } else { &mut tally.replayed }) += 1;
                }
            }
            (change, tally)
        })
    }

    fn candidate(&mut self, room: usize, change: Change) -> Candidate {
        let known = self.known.entry((room, change));
        known.or_insert_with(|| Candidate::new(&self.rooms[room], change)).clone()
    }
}

impl Candidate {
    fn new(room: &Room, change: Change) -> Self {
        let text = change.apply(&room.text);
        let Ok(level) = hairline_level::parse(&text, &room.name) else { return Self::Unaffected };
        if !change.affects(&room.text, &room.level, &level) {
            return Self::Unaffected;
        }
        match prove(&level, change, room.proof.as_ref()) {
            Some(proof) => Self::Proved(Box::new((text, level, proof))),
            None => Self::Refused,
        }
    }
}

/// A run that finishes a changed room: its own proof if that still does, or what a search finds.
fn prove(level: &Level, change: Change, own: Option<&Replay>) -> Option<Proof> {
    let replayed = own.and_then(|proof| finishing(level, change.inputs(&proof.inputs)));
    if let Some(inputs) = replayed {
        return Some(Proof { inputs, searched_ticks: None });
    }
    let settings = Settings { shards: Shards::AtLeast(0), focus: true, first: true, seed: 0, memory: SEARCH_BYTES };
    let answer = solve::find(level, settings, Budget::new(None, Some(SEARCH_TICKS_MAX)), None);
    let inputs = finishing(level, answer.run?.inputs)?;
    Some(Proof { inputs, searched_ticks: Some(answer.ticks) })
}

/// The inputs up to the exit, if they lead there from the start of the level without a death.
fn finishing(level: &Level, mut inputs: Vec<TickInput>) -> Option<Vec<TickInput>> {
    let mut simulation = Simulation::new(level);
    for tick in 0..inputs.len() {
        simulation.tick(inputs[tick]);
        match simulation.run().phase {
            Phase::Running => {}
            Phase::Dead { .. } => return None,
            Phase::Finished => {
                inputs.truncate(tick + 1);
                return Some(inputs);
            }
        }
    }
    None
}

/// Shuffles by Fisher and Yates. The days depend on these numbers; a test holds them.
fn shuffle<T>(items: &mut [T], random: &mut Xoshiro256PlusPlus) {
    for last in (1..items.len()).rev() {
        items.swap(last, random.random_range(0..=last as u32) as usize);
    }
}

/// The hash of the levels of a day, by which players see that they had the same.
pub fn hash_of(levels: &[DailyLevel]) -> u64 {
    let mut hasher = StableHasher::new();
    for level in levels {
        hasher.write_u64(level.level.hash);
        hasher.write_u32(level.change as u32);
    }
    hasher.finish()
}
