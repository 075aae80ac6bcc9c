//! Games that play in one folder and are killed at random: every finish that one of them showed as saved is there.

use std::io::{BufRead, BufReader, Lines};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, hint};

use hairline_profile::files::ProfileFiles;
use hairline_profile::store::ProfileStore;
use hairline_profile::{BestRun, LevelEvent};
use hairline_testing::folder;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::{FOLDER, GAME, whole};

const ROUNDS: u32 = 200;
const GAMES_MAX: usize = 3;
/// The level that all games finish; each has another one of its own, by its number.
const SHARED_LEVEL: u64 = 100;

/// Finishes two levels again and again, and prints the time once it is saved.
pub fn play(folder: &Path, game: u64) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(u64::from(std::process::id()));
    let mut store = ProfileStore::open(Some(folder));
    loop {
        let ticks = random.random_range(1..1_000_000);
        for level in [game, SHARED_LEVEL] {
            let run = BestRun { ticks, replay: String::new() };
            store.note(level, "a.level.ron", LevelEvent::Finished { shards: 0, medal: None, run });
        }
        if store.flush() {
            println!("{ticks}");
        }
    }
}

struct Game {
    process: Child,
    saved: Lines<BufReader<ChildStdout>>,
}

fn start(folder: &Path, game: usize) -> Game {
    let mut process = Command::new(env::current_exe().expect("this program has a path"))
        .envs([(FOLDER, folder.as_os_str()), (GAME, game.to_string().as_ref())])
        .stdout(Stdio::piped())
        .spawn()
        .expect("this program can be started");
    let saved = BufReader::new(process.stdout.take().expect("it is piped")).lines();
    Game { process, saved }
}

/// What a game showed as saved: how many finishes, and the best time; and how often it was killed.
#[derive(Clone, Copy, Default)]
struct Shown {
    finishes: u32,
    best: Option<u32>,
    kills: u32,
}

impl Shown {
    fn add(&mut self, line: &str) {
        let ticks = line.parse().expect("a line is printed whole");
        self.finishes += 1;
        self.best = [self.best, Some(ticks)].into_iter().flatten().min();
    }

    /// A game that is killed may have saved one finish more than it showed.
    #[track_caller]
    fn check(&self, finishes: u32, best: Option<u32>) {
        assert!((self.finishes..=self.finishes + self.kills).contains(&finishes), "{} and {finishes}", self.finishes);
        assert!(self.best.is_none_or(|shown| best.is_some_and(|best| best <= shown)));
    }
}

pub fn test() {
    let folder = folder("at-random");
    let mut random = Xoshiro256PlusPlus::seed_from_u64(29);
    let mut shown = [Shown::default(); GAMES_MAX];
    for round in 0..ROUNDS {
        let mut games: Vec<Game> = (0..2 + round as usize % 2).map(|game| start(&folder, game)).collect();
        // All run once one of them has saved a few times.
        let first = random.random_range(0..games.len());
        for _ in 0..random.random_range(1..4) {
            shown[first].add(&games[first].saved.next().expect("it saves").expect("it prints text"));
        }
        for game in &mut games {
            let (started, delay) = (Instant::now(), Duration::from_micros(random.random_range(0..2_000)));
            while started.elapsed() < delay {
                hint::spin_loop();
            }
            game.process.kill().expect("it never ends by itself");
        }
        for (game, shown) in games.iter_mut().zip(&mut shown) {
            game.process.wait().expect("it was killed");
            shown.kills += 1;
            game.saved.by_ref().for_each(|line| shown.add(&line.expect("it prints text")));
        }
        let profile = whole(&folder);
        let mut all = Shown::default();
        for (game, shown) in shown.iter().enumerate() {
            let record = profile.levels.get(&(game as u64)).cloned().unwrap_or_default();
            shown.check(record.finishes, record.best_ticks());
            all.finishes += shown.finishes;
            all.kills += shown.kills;
            all.best = [all.best, shown.best].into_iter().flatten().min();
        }
        let record = &profile.levels[&SHARED_LEVEL];
        all.check(record.finishes, record.best_ticks());
    }
    let mut files = ProfileFiles::new(Some(&folder));
    files.save(&[]).expect("nobody holds the lock");
    assert_eq!(files.notices, []);
    let all: u32 = shown.iter().map(|shown| shown.finishes).sum();
    println!("{ROUNDS} rounds of games that were killed at random, {all} finishes: ok");
}
