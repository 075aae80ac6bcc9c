//! The easiest run of a level that a search finds: it eases the proof and the first runs of searches with several seeds.

use rayon::prelude::*;

use hairline_level::Level;
use hairline_sim::run::input::TickInput;

use super::rating::{Rating, Window, rating_of};
use crate::solve::budget::Budget;
use crate::solve::options::Shards;
use crate::solve::player::Player;
use crate::solve::simplify::{Tries, ease};
use crate::solve::{Settings, find};

/// Ticks of play for the whole search, if nothing else is asked for.
pub const EASY_TICKS: u64 = 6_000_000;
/// Searches beside the proof.
const SEARCHES: u64 = 5;
/// The share of its time by which an easier run may take longer.
const LONGER: f32 = 0.5;
/// The memory budget of one search in bytes, roughly. Some run at once.
const SEARCH_BYTES_MAX: u64 = 256 << 20;

/// The easiest of the runs that were tried, one of which is the proof; each takes as many shards. The same ticks find the same run.
///
/// # Panics
/// If the proof does not finish the level.
pub fn easiest(level: &Level, proof: &[TickInput], rating: &Rating, ticks: u64) -> (Rating, Vec<TickInput>) {
    let shards = Shards::AtLeast(Player::like(level, proof).shards());
    // The proof is the surest start.
    let (half, share) = (ticks - ticks / 2, ticks / 2 / SEARCHES);
    let eased = |seed: Option<u64>| {
        let Some(seed) = seed else { return Some(ease(level, proof, LONGER, Budget::new(None, Some(half))).0) };
        let settings = Settings { shards, focus: true, first: true, seed, memory: SEARCH_BYTES_MAX };
        let answer = find(level, settings, Budget::new(None, Some(share)), None);
        let budget = Budget::new(None, Some(share.saturating_sub(answer.ticks)));
        Some(ease(level, &answer.run?.inputs, LONGER, budget).0)
    };
    let starts: Vec<Option<u64>> = std::iter::once(None).chain((0..SEARCHES).map(Some)).collect();
    let runs: Vec<Vec<TickInput>> = starts.into_par_iter().filter_map(eased).collect();
    let bits = |inputs: &Vec<TickInput>| Tries::new(level, inputs).windows().iter().map(Window::bits).sum::<f32>();
    let judged = runs.into_par_iter().map(|inputs| (bits(&inputs), inputs)).collect::<Vec<_>>().into_iter();
    let easiest = judged.min_by(|a, b| a.0.total_cmp(&b.0)).filter(|easiest| easiest.0 < rating.bits);
    match easiest {
        Some((_, inputs)) => (rating_of(level, &inputs), inputs),
        None => (rating.clone(), proof.to_vec()),
    }
}
