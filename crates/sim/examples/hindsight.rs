//! How long the search for a hint takes after a death, how many ticks it plays, and how often it finds one.
//!
//! `cargo run --release -p hairline_sim --example hindsight -- DEATHS`, the most deaths in each shipped level.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use hairline_sim::history::hindsight::{ChangeKind, Finding, Hindsight};
use hairline_sim::run::assist::Assist;
use hairline_sim::run::input::TickInput;
use hairline_testing::deaths::deaths;
use hairline_testing::random::RandomPlayer;
use hairline_testing::shipped_proofs;
use hairline_testing::stress_level::stress_level;

/// What one search took.
struct Cost {
    ticks: u32,
    milliseconds: f64,
    /// Milliseconds before the search: the try played again, and its scene.
    lead: f64,
}

fn main() -> ExitCode {
    let Some(count) = std::env::args().nth(1).and_then(|count| count.parse::<usize>().ok()) else {
        eprintln!("usage: hindsight DEATHS");
        return ExitCode::from(2);
    };
    let (mut costs, mut kinds, mut weapons, mut robust) = (vec![], BTreeMap::new(), BTreeMap::new(), 0);
    println!("{:<32} {:>6} {:>6} {:>9} {:>9} {:>9}", "level", "deaths", "hints", "ms", "ms, most", "ns/tick");
    let mut player = RandomPlayer::new(1);
    let random: Vec<TickInput> = (0..1000).map(|_| player.next_input()).collect();
    let fullest = ("every actor at its limit".to_owned(), stress_level(), random);
    let proofs = shipped_proofs().into_iter().map(|(name, level, proof)| (name, level, proof.inputs));
    for (seed, (name, level, inputs)) in (1..).zip(proofs.chain([fullest])) {
        let (first, mut hints) = (costs.len(), 0);
        let mut hindsight = Hindsight::new(&level, Assist::default());
        for death in deaths(&level, &inputs, seed, count) {
            hindsight.begin(Arc::new(death));
            let start = Instant::now();
            while hindsight.search_ticks() == 0 && hindsight.advance(1) {}
            let lead = start.elapsed().as_secs_f64() * 1e3;
            while hindsight.advance(64) {}
            let milliseconds = start.elapsed().as_secs_f64() * 1e3 - lead;
            costs.push(Cost { ticks: hindsight.search_ticks(), milliseconds, lead });
            let weapon = hindsight.scene().map_or("none", |scene| scene.died.death.weapon.name);
            let (kind, is_hint) = match hindsight.finding() {
                Some(Finding::Hint(hint)) => {
                    robust += u32::from(hint.is_robust);
                    (word(hint.change.kind), true)
                }
                Some(Finding::Nothing(tried)) if tried.is_all => ("nothing lives", false),
                _ => ("the budget is spent", false),
            };
            hints += u32::from(is_hint);
            *kinds.entry(kind).or_insert(0) += 1;
            let (all, with_hint) = weapons.entry(weapon).or_insert((0, 0));
            (*all, *with_hint) = (*all + 1, *with_hint + u32::from(is_hint));
        }
        let own = &costs[first..];
        let [sum, most] =
            [|a: f64, b: f64| a + b, f64::max].map(|of| own.iter().map(|cost| cost.milliseconds).fold(0.0, of));
        let ticks: u32 = own.iter().map(|cost| cost.ticks).sum();
        let mean = sum / own.len().max(1) as f64;
        println!(
            "{name:<32} {:>6} {hints:>6} {mean:>9.1} {most:>9.1} {:>9.0}",
            own.len(),
            sum * 1e6 / f64::from(ticks.max(1))
        );
    }
    println!("\n{} deaths; {robust} hints live off by a tick too", costs.len());
    for (kind, count) in kinds {
        println!("{kind:<32} {count:>6}");
    }
    for (weapon, (all, with_hint)) in weapons {
        println!("{weapon:<32} {all:>6} of which {with_hint} with a hint");
    }
    row("ticks of a search", &costs, |cost| f64::from(cost.ticks));
    row("milliseconds of a search", &costs, |cost| cost.milliseconds);
    row("milliseconds before it", &costs, |cost| cost.lead);
    ExitCode::SUCCESS
}

fn word(kind: ChangeKind) -> &'static str {
    match kind {
        ChangeKind::Moved { .. } => "a press moved",
        ChangeKind::Pressed { .. } => "pressed at another time",
        ChangeKind::Released { .. } => "released at another time",
        ChangeKind::LeftOut => "a press left out",
        ChangeKind::Added { .. } => "a press added",
        ChangeKind::LetGo => "let go of",
        ChangeKind::TurnedAround => "turned around",
    }
}

/// The mean, the median, the 95th percentile and the greatest of a value.
fn row(name: &str, costs: &[Cost], value: impl Fn(&Cost) -> f64) {
    let mut values: Vec<f64> = costs.iter().map(value).collect();
    values.sort_by(f64::total_cmp);
    let at = |share: f64| values.get(((values.len() as f64 - 1.0) * share) as usize).copied().unwrap_or(0.0);
    let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
    println!("{name:<32} mean {mean:.1}, median {:.1}, 95 % below {:.1}, most {:.1}", at(0.5), at(0.95), at(1.0));
}
