//! Lets simulated players play families of levels, each of rising difficulty, and prints how their tries rise:
//! `cargo run --release -p hairline_tools --example knobs`, with the number of players (60) after `--`.

use std::path::Path;

use hairline_tools::players::knobs::{families, mean_correlation};

fn main() -> Result<(), String> {
    let players =
        std::env::args().nth(1).map_or(Ok(60), |number| number.parse()).map_err(|_| "not a number of players")?;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/players");
    let families = families(&folder, |_| true, players)?;
    println!("| family | mean tries for knob 1 to 4 | rank correlation |\n|---|---|---|");
    for family in &families {
        let tries: Vec<String> = family.tries.iter().map(|tries| format!("{tries:.2}")).collect();
        println!("| `{}` | {} | {:.2} |", family.name, tries.join(", "), family.rank_correlation());
    }
    let (pairs, rising) =
        families.iter().map(|family| family.pairs()).fold((0, 0), |sum, pairs| (sum.0 + pairs.0, sum.1 + pairs.1));
    println!(
        "\n{} families, {pairs} pairs, {rising} of them rise; mean rank correlation {:.2}",
        families.len(),
        mean_correlation(&families)
    );
    Ok(())
}
