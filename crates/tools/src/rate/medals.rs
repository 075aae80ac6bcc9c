//! The times of a level's medals, for the tools.

use std::path::Path;

use hairline_level::Level;
use hairline_level::diagnostics::escape::escape_path;
use hairline_profile::medal::{Medal, MedalTable, MedalTimes, PLAYERS_BYTES_MAX, PLAYERS_FILE_NAME};
use hairline_sim::tuning::RULES_VERSION;

use crate::files::bytes_of;
use crate::output::times::seconds;

/// By the table of players beside the level's file, if there is one that has the level; else by its proof.
///
/// # Errors
/// In one sentence, if there is a table that cannot be read.
pub fn medal_times(file: &Path, level: &Level, proof_ticks: usize) -> Result<MedalTimes, String> {
    let proof_ticks = u32::try_from(proof_ticks).unwrap_or(u32::MAX);
    let table = file.with_file_name(PLAYERS_FILE_NAME);
    if !table.exists() {
        return Ok(MedalTimes::of_proof(proof_ticks));
    }
    Ok(medal_table(&table)?.times(level.hash, proof_ticks))
}

/// The medals in a table of players.
///
/// # Errors
/// In one sentence, with the file's name, if it cannot be read.
pub fn medal_table(file: &Path) -> Result<MedalTable, String> {
    let table = bytes_of(file, PLAYERS_BYTES_MAX)
        .and_then(|bytes| String::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned()))
        .and_then(|text| MedalTable::parse(&text, RULES_VERSION));
    table.map_err(|reason| format!("{}: {reason}", escape_path(file)))
}

/// The seconds within which a run has gold, silver and bronze. The last medal is a secret.
pub(crate) fn medal_seconds(times: MedalTimes) -> [String; 3] {
    [Medal::Gold, Medal::Silver, Medal::Bronze].map(|medal| seconds(times.ticks(medal) as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gold_is_the_shortest_time() {
        let times = medal_seconds(MedalTimes::of_proof(1280)).map(|time| time.parse::<f32>().expect("a number"));
        assert!(times[0] >= 10.0 && times.is_sorted(), "{times:?}");
    }
}
