//! Medals: how near a time comes to those of players that were simulated, or else to that of the level's proof, the run that is
//! known to finish it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A medal, the easiest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Medal {
    Bronze,
    Silver,
    Gold,
    /// With every shard. Nobody is told of it before gold.
    Hairline,
}

impl Medal {
    /// All medals, the easiest first.
    pub const ALL: [Self; 4] = [Self::Bronze, Self::Silver, Self::Gold, Self::Hairline];
}

/// The share of the proof's time within which bronze, silver and gold lie where nobody played the level, in per cent.
const PERCENT_OF_PROOF: [u64; 3] = [180, 135, 110];
/// The same of the last medal, everywhere.
const PERCENT_OF_HAIRLINE: u64 = 105;

/// The longest times that earn a level's medals, in ticks. The last one asks for every shard as well, as the proof has them: a
/// run without them may be much shorter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MedalTimes([u32; 4]);

impl MedalTimes {
    /// Of a level that nobody played: 180, 135, 110 and 105 % of the time of its proof.
    pub fn of_proof(proof_ticks: u32) -> Self {
        Self::measured(PERCENT_OF_PROOF.map(|percent| share_of(proof_ticks, percent)), proof_ticks)
    }

    /// By what players reached, for bronze, silver and gold; the last one by the proof's time. Silver allows no more time than
    /// bronze, and gold no more than silver.
    pub fn measured([bronze, silver, gold]: [u32; 3], proof_ticks: u32) -> Self {
        let silver = silver.max(gold);
        Self([bronze.max(silver), silver, gold, share_of(proof_ticks, PERCENT_OF_HAIRLINE)])
    }

    pub fn ticks(&self, medal: Medal) -> u32 {
        self.0[medal as usize]
    }

    /// The best medal for a run.
    pub fn earned(&self, ticks: u32, has_all_shards: bool) -> Option<Medal> {
        let earns = |medal: &Medal| ticks <= self.ticks(*medal) && (*medal != Medal::Hairline || has_all_shards);
        Medal::ALL.into_iter().rev().find(earns)
    }

    /// The medal after this one, or the first after none, and its time.
    pub fn next(&self, current: Option<Medal>) -> Option<(Medal, u32)> {
        let next = Medal::ALL.into_iter().find(|medal| Some(*medal) > current);
        next.map(|medal| (medal, self.ticks(medal)))
    }
}

/// Rounded up, and at most what a number holds.
fn share_of(ticks: u32, percent: u64) -> u32 {
    (u64::from(ticks) * percent).div_ceil(100).try_into().unwrap_or(u32::MAX)
}

/// The file beside a campaign with what simulated players reached, as `hairline playtest --write` writes it.
pub const PLAYERS_FILE_NAME: &str = "players.tsv";
/// Its columns that are read here; those of the medals are in ticks.
const HASH: &str = "hash";
const RULES: &str = "rules";
const MEDALS: [&str; 3] = ["bronze", "silver", "gold"];
/// Columns that a table may have: a run for each of those medals, as a line of text.
const RUNS: [&str; 3] = ["bronze run", "silver run", "gold run"];
/// Most bytes of such a file that are read: some thousand levels.
pub const PLAYERS_BYTES_MAX: u64 = 1 << 20;

/// The medal times of the levels of a campaign, by what simulated players reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MedalTable(BTreeMap<u64, Reached>);

/// The longest times that earn a level's bronze, silver and gold, and a run for each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Reached {
    ticks: [u32; 3],
    runs: [Option<String>; 3],
}

impl MedalTable {
    /// Reads the rows of one version of the rules. A row without times, as of a level that nobody finished, is left out.
    ///
    /// # Errors
    /// In one sentence, if a column is missing or a number cannot be read.
    pub fn parse(text: &str, rules: u32) -> Result<Self, String> {
        let mut lines = text.lines().enumerate();
        let head: Vec<&str> = lines.next().map(|(_, head)| head.split('\t').collect()).unwrap_or_default();
        let column = |name: &str| {
            head.iter().position(|column| *column == name).ok_or_else(|| format!("there is no column '{name}'"))
        };
        let (hash, version) = (column(HASH)?, column(RULES)?);
        let medals = [column(MEDALS[0])?, column(MEDALS[1])?, column(MEDALS[2])?];
        let runs = RUNS.map(|name| column(name).ok());
        let mut table = BTreeMap::new();
        for (number, line) in lines {
            let cells: Vec<&str> = line.split('\t').collect();
            let unread = |name: &str| format!("line {}: column '{name}' is no number", number + 1);
            let cell = |column: usize| cells.get(column).copied().unwrap_or_default();
            if cell(version).parse::<u32>().map_err(|_| unread(RULES))? != rules {
                continue;
            }
            let level = u64::from_str_radix(cell(hash), 16).map_err(|_| unread(HASH))?;
            if medals.iter().any(|&medal| cell(medal) == "-") {
                continue;
            }
            let run =
                |column: Option<usize>| column.map(cell).filter(|run| !["", "-"].contains(run)).map(str::to_owned);
            let mut reached = Reached { ticks: [0; 3], runs: runs.map(run) };
            for (index, ticks) in reached.ticks.iter_mut().enumerate() {
                *ticks =
                    cell(medals[index]).parse().ok().filter(|ticks| *ticks > 0).ok_or_else(|| unread(MEDALS[index]))?;
            }
            table.insert(level, reached);
        }
        Ok(Self(table))
    }

    /// The medals of a level by its hash and its proof's time.
    pub fn times(&self, hash: u64, proof_ticks: u32) -> MedalTimes {
        let reached = self.0.get(&hash);
        reached.map_or_else(
            || MedalTimes::of_proof(proof_ticks),
            |reached| MedalTimes::measured(reached.ticks, proof_ticks),
        )
    }

    /// A run that just earns a medal of a level, as a line of text; it is not checked here. The proof is the last medal's.
    pub fn run(&self, hash: u64, medal: Medal) -> Option<&str> {
        self.0.get(&hash)?.runs.get(medal as usize)?.as_deref()
    }
}
