//! The ways of a level that all its players share: runs that a search finds and eases, tried out by pilots.

use rayon::prelude::*;

use hairline_level::{LaserSettings, Level, SensorSettings, TurretSettings};
use hairline_sim::run::input::TickInput;

use super::person::Person;
use super::rests::with_rests;
use super::session::{Desk, FAILURE_SECONDS, Flight};
use super::shelters::sheltered;
use super::steady::{cost, steadied};
use super::way::{Cost, Way};
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
pub(super) const SEARCH_BYTES_MAX: u64 = 256 << 20;
/// Pilots that try each section of a way: so many new to the level, and as many at home in it.
const PILOTS: u32 = 48;
/// Seconds that a failure is worth beyond those that it loses, to bold players and to careful ones.
const FAILURES_WORTH: [f32; 2] = [FAILURE_SECONDS, 30.0];
/// Ways that are kept for each of them.
const WAYS: usize = 2;
/// The fastest of the others is kept, too, if it takes pilots less than so many times as long as the best.
const FASTEST_TAKES: f32 = 10.0;

/// The best ways through a level, in the order of the time that they take pilots, failed tries included. The proof is one more candidate.
///
/// # Errors
/// Why no way was found.
pub fn routes(level: &Level, shards: Shards, proof: Option<&[TickInput]>) -> Result<Vec<Way>, String> {
    // Most people try without focus what can be done without, as the search does.
    let search = |on: &Level, seed: u64, ticks: u64| {
        let settings = Settings { shards, focus: true, first: true, seed, memory: SEARCH_BYTES_MAX };
        find(on, settings, Budget::new(None, Some(ticks)), None)
    };
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
    // The best ways for bold and for careful players, and the fastest of the others if pilots can follow it.
    let seconds = |way: &Way, failure: f32| way.seconds_from(0, false, failure) + way.seconds_from(0, true, failure);
    let mut kept: Vec<(Way, f32)> = vec![];
    for failure in FAILURES_WORTH {
        ways.sort_by(|a, b| seconds(a, failure).total_cmp(&seconds(b, failure)));
        kept.extend(ways.drain(..WAYS.min(ways.len())).map(|way| (way, failure)));
    }
    let most = kept.first().map_or(0.0, |(best, _)| seconds(best, 0.0) * FASTEST_TAKES);
    let fastest = ways.into_iter().filter(|way| seconds(way, 0.0) < most).min_by_key(Way::end);
    kept.extend(fastest.map(|way| (way, FAILURE_SECONDS)));
    // Practice makes each of them better.
    let practiced = |(number, (way, failure)): (usize, &(Way, f32))| steadied(level, way, *failure, number as u64);
    let mut ways: Vec<Way> = kept.par_iter().enumerate().map(practiced).collect();
    try_out(level, &mut ways);
    ways.sort_by(|a, b| seconds(a, FAILURE_SECONDS).total_cmp(&seconds(b, FAILURE_SECONDS)));
    Ok(ways)
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

/// Lets pilots try each section of each way.
fn try_out(level: &Level, ways: &mut [Way]) {
    let of_way = |(index, way): (usize, &Way)| {
        let sections = 0..way.sections.len();
        sections
            .flat_map(move |section| [false, true].map(|is_at_home| (index, section, is_at_home)))
            .collect::<Vec<_>>()
    };
    let parts: Vec<(usize, usize, bool)> = ways.iter().enumerate().flat_map(of_way).collect();
    let fly = |desk: &mut Desk, &(way, section, is_at_home): &(usize, usize, bool)| {
        let way = &ways[way];
        let fly = |number| desk.fly(way, &Person::pilot(number, is_at_home), &way.sections[section]);
        cost(&(0..PILOTS).map(fly).collect::<Vec<Flight>>())
    };
    let costs: Vec<Cost> = parts.par_iter().map_init(|| Desk::new(level), fly).collect();
    for ((way, section, is_at_home), cost) in parts.into_iter().zip(costs) {
        ways[way].sections[section].cost[usize::from(is_at_home)] = cost;
    }
}
