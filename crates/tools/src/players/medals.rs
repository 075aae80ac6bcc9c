//! The times of medals, by what a population plays: bronze is its median first finish, silver the best of its best tenth after
//! some tries, gold the best of steady hands, and a fourth lies within 5 % of the proof.

use rayon::prelude::*;

use hairline_level::Level;

use super::person::Person;
use super::population::{Population, quantile, sorted};
use super::routes::routes;
use super::session::Desk;
use crate::solve::options::Shards;

/// Tries in which players look for their best time.
const TRIES: u32 = 30;
/// Players for silver, and steady ones for gold.
const PLAYERS: u32 = 100;
const STEADY: u32 = 30;
/// The fourth medal's share of the proof's time, in percent.
const PROOF_PERCENT: u64 = 105;

/// The longest times that earn a medal, in ticks; each is shorter than the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MedalTicks {
    pub bronze: u32,
    pub silver: u32,
    pub gold: u32,
    pub hidden: u32,
}

/// The medals of a level, for runs that take these shards.
///
/// # Errors
/// If no way through the level was found, or nobody finishes.
pub fn medals(level: &Level, shards: Shards, population: &Population, proof_ticks: u32) -> Result<MedalTicks, String> {
    let ways = routes(level, shards)?;
    let best = |people: Vec<Person>| {
        let play = |desk: &mut Desk, person: &Person| desk.play(&ways, person, None).best_ticks;
        let best: Vec<Option<u32>> = people.par_iter().map_init(|| Desk::new(level), play).collect();
        sorted(best.into_iter().flatten().map(|ticks| ticks as f32))
    };
    let seed = 0;
    let usual = best((0..PLAYERS).map(|number| Person::of_population(seed, number).for_tries(TRIES)).collect());
    let steady = best((0..STEADY).map(|number| Person::steady(seed, number).for_tries(TRIES)).collect());
    if usual.is_empty() {
        return Err("nobody finishes it".to_owned());
    }
    let bronze = population.figures().finish_ticks;
    let hidden = (u64::from(proof_ticks) * PROOF_PERCENT / 100) as u32;
    let silver = (quantile(&usual, 0.1) as u32).min(bronze);
    let gold = steady.first().map_or(silver, |&ticks| ticks as u32).min(silver);
    Ok(MedalTicks { bronze, silver, gold, hidden: hidden.min(gold) })
}
