//! A population at a level, and what it says of it.

use rayon::prelude::*;

use hairline_level::{ExitOpens, Level};
use hairline_sim::run::input::TickInput;
use hairline_sim::tuning::TICK;

use super::person::Person;
use super::routes::routes;
use super::session::{Desk, Session};
use super::way::Way;
use crate::solve::options::Shards;

/// The players of a population, if nothing else is asked for.
pub const PLAYERS: u32 = 500;

/// How a population fared.
pub struct Population {
    pub sessions: Vec<Session>,
    /// The ways that its players know.
    ways: Vec<Way>,
    seed: u64,
}

/// Times in ticks for medals, if anyone has them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Medals {
    /// The median first finish.
    pub bronze: Option<u32>,
    /// The best tenth after 30 tries.
    pub silver: Option<u32>,
    /// The best of steady hands after as many.
    pub gold: Option<u32>,
}

/// Tries of each player for the silver and gold medals, and players at most.
const MEDAL_TRIES: u32 = 30;
const MEDAL_PLAYERS: u32 = 40;

/// Lets players play a level. Its proof, if given, is one more way. The same seed gives the same result on every machine, with any
/// number of threads.
///
/// # Errors
/// If no way through the level was found.
pub fn play(level: &Level, proof: Option<&[TickInput]>, players: u32, seed: u64) -> Result<Population, String> {
    let shards = if level.exit_opens == ExitOpens::AfterAllShards { Shards::All } else { Shards::AtLeast(0) };
    let ways = routes(level, shards, proof)?;
    let people = (0..players).map(|number| Person::of_population(seed, number)).collect();
    Ok(Population { sessions: play_all(level, &ways, people), ways, seed })
}

/// The sessions of people who know these ways.
fn play_all(level: &Level, ways: &[Way], people: Vec<Person>) -> Vec<Session> {
    people.par_iter().map_init(|| Desk::new(level), |desk, person| desk.play(ways, person)).collect()
}

/// The numbers of a population, as they are kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// Tries to the first finish: quartiles and median; infinite for those who gave up.
    pub tries: [f32; 3],
    /// Tries in the mean, until the first finish or until the player gives up.
    pub tries_mean: f32,
    /// The share that gives up.
    pub gives_up: f32,
    /// Median time of the first run that finishes, in ticks.
    pub finish_ticks: u32,
    /// Median seconds in play to the first finish.
    pub seconds_to_finish: f32,
    pub deaths_a_minute: f32,
    /// The share of the time in focus.
    pub focus: f32,
    /// Seconds lost by a death: mean, and ninetieth percentile.
    pub lost: [f32; 2],
    /// The share of deaths by something that could be foreseen for 300 ms.
    pub fair: f32,
}

impl Population {
    pub fn figures(&self) -> Figures {
        let tries = |session: &Session| session.tries.map_or(f32::INFINITY, |tries| tries as f32);
        let all_tries = sorted(self.sessions.iter().map(tries));
        let finished = || self.sessions.iter().filter(|session| session.tries.is_some());
        let deaths = || self.sessions.iter().flat_map(|session| &session.deaths);
        let count = deaths().count();
        let seconds: f32 = self.sessions.iter().map(|session| session.seconds).sum();
        let lost = sorted(deaths().map(|death| death.seconds_lost));
        let share = |part: f32, of: f32| if of > 0.0 { part / of } else { 0.0 };
        Figures {
            tries: [0.25, 0.5, 0.75].map(|at| quantile(&all_tries, at)),
            tries_mean: share(
                self.sessions.iter().map(Session::tries_played).sum::<u32>() as f32,
                self.sessions.len() as f32,
            ),
            gives_up: 1.0 - share(finished().count() as f32, self.sessions.len() as f32),
            finish_ticks: quantile(&sorted(finished().map(|session| session.finish_ticks as f32)), 0.5) as u32,
            seconds_to_finish: quantile(&sorted(finished().map(|session| session.seconds)), 0.5),
            deaths_a_minute: share(count as f32 * 60.0, seconds),
            focus: share(self.sessions.iter().map(|session| session.focus_seconds).sum(), seconds),
            lost: [share(lost.iter().sum(), count as f32), quantile(&lost, 0.9)],
            fair: if count == 0 { 1.0 } else { deaths().filter(|death| death.was_fair).count() as f32 / count as f32 },
        }
    }

    /// Medal times at the level that was played. Up to 40 of its players, and as many with steady hands, play 30 tries each.
    pub fn medals(&self, level: &Level) -> Medals {
        let best = |person: fn(u64, u32) -> Person| {
            let few = 0..(self.sessions.len() as u32).min(MEDAL_PLAYERS);
            let people = few.map(|number| person(self.seed, number).for_tries(MEDAL_TRIES)).collect();
            let sessions = play_all(level, &self.ways, people);
            sorted(sessions.iter().filter_map(|session| Some(session.best_ticks? as f32)))
        };
        let finished = self.sessions.iter().filter(|session| session.tries.is_some());
        let firsts = sorted(finished.map(|session| session.finish_ticks as f32));
        let at = |times: &[f32], share: f32| (!times.is_empty()).then(|| quantile(times, share) as u32);
        Medals {
            bronze: at(&firsts, 0.5),
            silver: at(&best(Person::of_population), 0.1),
            gold: at(&best(Person::steady), 0.0),
        }
    }

    /// The ways that its players know.
    pub(super) fn ways(&self) -> &[Way] {
        &self.ways
    }

    /// Seconds that each way takes pilots, failed tries included: new pilots, and those at home.
    pub fn seconds_of_ways(&self) -> Vec<[f32; 2]> {
        let seconds = |way: &Way| [false, true].map(|is_at_home| way.seconds_from(0, is_at_home, 0.0));
        self.ways.iter().map(seconds).collect()
    }

    /// Ticks that were simulated.
    pub fn simulated(&self) -> u64 {
        self.sessions.iter().map(|session| session.simulated).sum()
    }
}

impl Figures {
    /// In words, on one line.
    pub fn words(&self) -> String {
        let [first, median, third] = self.tries;
        let percent = |share: f32| share * 100.0;
        let [mean_lost, most_lost] = self.lost;
        format!(
            "median {median} tries (quartiles {first} to {third}, mean {:.1}), {:.1} % give up; first finish in {:.2} s after {:.0} s of \
             play; {:.1} deaths a minute, each costs {mean_lost:.1} s (nine in ten at most {most_lost:.1} s), {:.1} % of them in \
             sight; focus {:.1} % of the time",
            self.tries_mean,
            percent(self.gives_up),
            self.finish_ticks as f32 * TICK,
            self.seconds_to_finish,
            self.deaths_a_minute,
            percent(self.fair),
            percent(self.focus),
        )
    }
}

pub(super) fn sorted(values: impl Iterator<Item = f32>) -> Vec<f32> {
    let mut values: Vec<f32> = values.collect();
    values.sort_by(f32::total_cmp);
    values
}

/// The value below which a share of sorted ones lies; 0 without any.
pub(super) fn quantile(sorted: &[f32], share: f32) -> f32 {
    let last = sorted.len().saturating_sub(1);
    sorted.get((last as f32 * share).round() as usize).copied().unwrap_or(0.0)
}
