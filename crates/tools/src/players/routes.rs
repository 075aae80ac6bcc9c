//! The ways of a level that all its players share: runs that a search finds and eases, tried out by pilots.

use rayon::prelude::*;

use hairline_level::{LaserSettings, Level, SensorSettings, TurretSettings};
use hairline_sim::run::input::TickInput;

use super::person::Person;
use super::rests::with_rests;
use super::session::Desk;
use super::shelters::sheltered;
use super::steady::steadied;
use super::way::Way;
use crate::solve::budget::Budget;
use crate::solve::options::Shards;
use crate::solve::simplify::ease;
use crate::solve::{Answer, Reason, Settings, find};

/// Searches from nothing.
const SEARCHES: u64 = 4;
/// Searches through the level without what shoots.
const BARE_SEARCHES: u64 = 2;
/// Ticks of play for each search, and for easing what it found.
const SEARCH_TICKS: u64 = 3_000_000;
/// Ticks of play for one more search, if none of those found a run.
const LONG_SEARCH_TICKS: u64 = 40_000_000;
const EASE_TICKS: u64 = 1_500_000;
/// The same for the proof, the surest start.
const EASE_PROOF_TICKS: u64 = 3_000_000;
/// The share of its time by which an easier run may take longer.
const LONGER: f32 = 0.6;
/// The memory budget of one search in bytes, roughly.
const SEARCH_BYTES_MAX: u64 = 256 << 20;
/// Pilots on each way.
const PILOTS: u32 = 48;
/// The surest ways that are kept, beside the fastest.
const WAYS: usize = 4;

/// The best ways through a level, the surest first; beside those that are found one by its proof, if it has one.
///
/// # Errors
/// Why no way was found.
pub fn routes(level: &Level, shards: Shards, proof: Option<&[TickInput]>) -> Result<Vec<Way>, String> {
    // Most people try without focus what can be done without, as the search does.
    let search = |on: &Level, seed: u64, ticks: u64| search(on, shards, seed, ticks, true);
    // And most see the way through the walls first, and then how to pass what shoots on it.
    let bare = without_fire(level);
    let answers: Vec<Answer> = (0..SEARCHES).into_par_iter().map(|seed| search(level, seed, SEARCH_TICKS)).collect();
    let plain = bare.iter().flat_map(|bare| {
        let runs = (0..BARE_SEARCHES).into_par_iter().filter_map(move |seed| search(bare, seed, SEARCH_TICKS).run);
        runs.map(move |run| (bare, run.inputs)).collect::<Vec<_>>()
    });
    let mut found: Vec<Vec<TickInput>> = answers.into_iter().filter_map(|answer| Some(answer.run?.inputs)).collect();
    // A proof alone is too exact for players to follow.
    if found.is_empty() {
        let answer = search(level, SEARCHES, LONG_SEARCH_TICKS);
        if answer.run.is_none() && proof.is_none() {
            return Err(answer.reason.as_ref().map(Reason::to_string).unwrap_or_default());
        }
        found.extend(answer.run.map(|run| run.inputs));
    }
    let proven = proof.map(|inputs| (level, inputs.to_vec(), EASE_PROOF_TICKS));
    let found = found.into_iter().map(|run| (level, run)).chain(plain).map(|(on, run)| (on, run, EASE_TICKS));
    let found: Vec<(&Level, Vec<TickInput>, u64)> = proven.into_iter().chain(found).collect();
    let eased = |(on, run, ticks): &(&Level, Vec<TickInput>, u64)| {
        let budget = Budget::new(None, Some(*ticks));
        let way = Way::new(on, &ease(on, run, LONGER, budget).0)?;
        let resting = with_rests(on, &way);
        let with_waits = |focus: bool| resting.as_ref().and_then(|resting| sheltered(level, resting, focus));
        let (plain, focused) = (with_waits(false), with_waits(true).filter(|_| level.focus.max > 0.0));
        Some([Some(way), resting.map(|resting| resting.way), plain, focused])
    };
    let eased: Vec<Way> = found.par_iter().filter_map(eased).flatten_iter().flatten().collect();
    // What passes the walls does not always pass what shoots.
    let mut ways: Vec<Way> = eased.iter().filter_map(|way| Way::new(level, &way.inputs)).collect();
    let mut seen: Vec<Vec<TickInput>> = vec![];
    ways.retain(|way| {
        !seen.contains(&way.inputs) && {
            seen.push(way.inputs.clone());
            true
        }
    });
    try_out(level, &mut ways);
    // Stable, so that of equally sure ways the first is kept.
    let surest = |way: &Way| way.success[0] + way.success[1];
    ways.sort_by(|a, b| surest(b).total_cmp(&surest(a)));
    // Beside the surest ones the fastest that is played at all.
    let fastest = (WAYS..ways.len()).filter(|&way| surest(&ways[way]) > 0.0).min_by_key(|&way| ways[way].end());
    if let Some(fastest) = fastest {
        ways.swap(WAYS, fastest);
    }
    ways.truncate(WAYS + usize::from(fastest.is_some()));
    // Practice makes each of them surer.
    ways = ways.par_iter().enumerate().map(|(number, way)| steadied(level, way, number as u64)).collect();
    try_out(level, &mut ways);
    ways.sort_by(|a, b| surest(b).total_cmp(&surest(a)));
    Ok(ways)
}

/// Searches for a run within so many ticks of play: for the first one, or for the fastest.
pub(super) fn search(level: &Level, shards: Shards, seed: u64, ticks: u64, first: bool) -> Answer {
    let settings = Settings { shards, focus: true, first, seed, memory: SEARCH_BYTES_MAX };
    find(level, settings, Budget::new(None, Some(ticks)), None)
}

/// A level without lasers and turrets; `None` if it has none, or if light opens something in it.
fn without_fire(level: &Level) -> Option<Level> {
    let count = level.actors::<LaserSettings>().len() + level.actors::<TurretSettings>().len();
    if count == 0 || !level.actors::<SensorSettings>().is_empty() {
        return None;
    }
    let mut bare = level.clone();
    bare.set_actors::<LaserSettings>(vec![]);
    bare.set_actors::<TurretSettings>(vec![]);
    Some(bare)
}

/// Lets pilots play each way.
fn try_out(level: &Level, ways: &mut [Way]) {
    let flights = |is_at_home: bool| {
        (0..ways.len()).flat_map(move |way| (0..PILOTS).map(move |pilot| (way, Person::pilot(pilot, is_at_home))))
    };
    let flights: Vec<(usize, Person)> = flights(false).chain(flights(true)).collect();
    let fly = |desk: &mut Desk, (way, pilot): &(usize, Person)| desk.play(ways, pilot, Some(*way)).tries.is_some();
    let finished: Vec<bool> = flights.par_iter().map_init(|| Desk::new(level), fly).collect();
    let shares = finished.chunks(PILOTS as usize);
    let shares: Vec<f32> = shares.map(|all| all.iter().filter(|it| **it).count() as f32 / PILOTS as f32).collect();
    let count = ways.len();
    for (index, way) in ways.iter_mut().enumerate() {
        way.success = [shares[index], shares[count + index]];
    }
}
