//! A table of days, tab-separated: what everyone gets, what proves it, and what was refused.

use std::io::{self, Write};
use std::time::Instant;

use super::{DailyLevel, Date, Drawer, LEVELS_A_DAY, hash_of};
use crate::output::status::ExitStatus;

/// Writes a row for each level of the days from `first` on, and then for each change how many rooms it affects and what proves them.
/// Says on standard error how long it took, since the table is the same every time.
pub(super) fn write(drawer: &mut Drawer, first: Date, days: u32, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let started = Instant::now();
    writeln!(out, "day\thash of the day\troom\tchange\tlevel hash\tproof ticks\tsearched ticks\trefused before it")?;
    let (mut slowest, mut status) = (0.0, ExitStatus::Fine);
    for day in 0..days {
        let (date, day_started) = (first.plus(day), Instant::now());
        let levels: Vec<DailyLevel> = drawer.day(date).collect();
        let hash = hash_of(&levels);
        if levels.len() < LEVELS_A_DAY {
            status = ExitStatus::Failed;
        }
        for DailyLevel { room, change, level, proof, refused, .. } in &levels {
            let searched = proof.searched_ticks.map_or_else(|| "-".to_owned(), |ticks| ticks.to_string());
            let (word, ticks, refused) = (change.word(), proof.inputs.len(), refused.len());
            writeln!(out, "{date}\t{hash:016x}\t{room}\t{word}\t{:016x}\t{ticks}\t{searched}\t{refused}", level.hash)?;
        }
        out.flush()?;
        slowest = day_started.elapsed().as_secs_f64().max(slowest);
    }
    writeln!(out, "\nchange\trooms tried\tproved by their own proof\tproved by a search\trefused")?;
    for (change, tally) in drawer.tallies() {
        let refused = tally.tried - tally.replayed - tally.searched;
        writeln!(out, "{}\t{}\t{}\t{}\t{refused}", change.word(), tally.tried, tally.replayed, tally.searched)?;
    }
    let seconds = started.elapsed().as_secs_f64();
    eprintln!("{days} days in {seconds:.1} s, the slowest in {slowest:.1} s; days share what they proved");
    Ok(status)
}
