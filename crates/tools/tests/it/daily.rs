//! The daily three: what everybody gets, held by hashes; that each level is proved, can be sent, and has what its change says.

use std::path::Path;

use hairline_level::{Level, ShardOrder};
use hairline_lines::Line;
use hairline_sim::Simulation;
use hairline_sim::run::Phase;
use hairline_tools::daily::{Change, DailyLevel, DailyOptions, Date, Drawer, LEVELS_A_DAY, daily, hash_of, rooms};
use hairline_tools::output::status::ExitStatus;

/// Days with the hash of their levels. They change where a room, the choice or the solver does, and for no other reason: then the
/// days to come are others, and `docs/daily.tsv` is made anew.
const DAYS: [(&str, u64); 10] = [
    ("2026-11-24", 0x9117ae426fd0072d),
    ("2026-11-25", 0xc08aac0dce4b85e2),
    ("2026-11-26", 0xdf8bfede1a27211c),
    ("2026-11-27", 0x1ef113b3f2eb3e9a),
    ("2026-11-28", 0x8bd151e030890704),
    ("2026-11-29", 0xde57dca42281f074),
    ("2026-11-30", 0x27a75a5df333b601),
    ("2026-12-01", 0xd124cc76e1d2ccc8),
    ("2026-12-02", 0xe9a6e6a760531654),
    ("2026-12-03", 0x51d1f2b078b756ed),
];

fn levels_folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels"))
}

#[track_caller]
fn check(DailyLevel { room, change, text, level, proof, .. }: &DailyLevel) {
    let mut simulation = Simulation::new(level);
    for (tick, &input) in proof.inputs.iter().enumerate() {
        assert!(simulation.run().is_running(), "{room}, {change:?}: over at tick {tick}");
        simulation.tick(input);
    }
    assert_eq!(simulation.run().phase, Phase::Finished, "{room}, {change:?}");
    let line = Line::of_level(text).unwrap_or_else(|error| panic!("{room}, {change:?}: {error}"));
    assert_eq!(line.level().map(|shared| shared.level.hash), Some(level.hash));
    line.write().unwrap_or_else(|error| panic!("{room}, {change:?}: {error}"));
    let plain = hairline_level::read(&levels_folder().join(format!("{room}.level.ron"))).expect("the room is there");
    let has_changed = match change {
        Change::Mirrored => level.ninja.x == plain.terrain.size().x as f32 - plain.ninja.x,
        Change::NoFocus => level.focus.max == 0.0 && plain.focus.max > 0.0,
        Change::Faster => level.hash != plain.hash && level.terrain.size() == plain.terrain.size(),
        Change::InOrder => level.shard_order == ShardOrder::InOrder && level.shards.len() > 1,
        Change::Dark => level.dark && level.hash == plain.hash,
    };
    assert!(
        has_changed && level.world.is_some() && level.hint.as_deref() == Some(change.words()),
        "{room}, {change:?}"
    );
}

/// In an optimized build ten days, else one without a search.
#[test]
fn days_are_the_same_for_everyone_and_each_level_is_proved() {
    let rooms = rooms(Some(levels_folder())).expect("the campaign is there");
    let mut drawer = Drawer::new(&rooms);
    let days = if cfg!(debug_assertions) { &DAYS[..1] } else { &DAYS[..] };
    for (day, hash) in days {
        let date: Date = day.parse().expect("it is a day");
        let levels: Vec<DailyLevel> = drawer.day(date).collect();
        assert_eq!(levels.len(), LEVELS_A_DAY, "{day}");
        levels.iter().for_each(check);
        for (index, level) in levels.iter().enumerate() {
            let others = &levels[..index];
            assert!(others.iter().all(|other| other.room != level.room && other.change != level.change), "{day}");
        }
        assert_eq!(hash_of(&levels), *hash, "{day}: {:016x}", hash_of(&levels));
    }
}

const HALL: &str = "(version: 1, name: \"Hall\", map: r\"\n####################\n#                  #\n#                  #\n#@               X #\n####################\n\")";

fn printed(name: &str, texts: &[(&str, &str)], options: DailyOptions) -> (ExitStatus, String) {
    let folder = hairline_testing::folder(name);
    for (file, text) in texts {
        std::fs::write(folder.join(file), text).expect("files can be written");
    }
    let mut out = vec![];
    let status = daily(&DailyOptions { folder: Some(folder), ..options }, &mut out).expect("a vector takes all");
    (status, String::from_utf8(out).expect("it is text"))
}

fn of_day() -> DailyOptions {
    let date = Some("2026-11-24".parse().expect("it is a day"));
    DailyOptions { date, folder: None, table: None, format: Default::default() }
}

#[test]
fn a_folder_without_three_levels_that_can_be_changed_is_told() {
    let (status, text) = printed("daily-few", &[("hall.level.ron", HALL)], of_day());
    // The hall can be mirrored, or have no focus: one of them, since no room comes twice.
    assert_eq!(status, ExitStatus::Failed);
    assert!(text.contains("“Hall”") && text.ends_with("give only 1 of 3\n"), "{text}");
    let (status, text) = printed("daily-none", &[], of_day());
    assert_eq!(status, ExitStatus::CouldNotRun);
    assert!(text.contains("there is no level"), "{text}");
    let (status, text) = printed("daily-bad", &[("bad.level.ron", "(version: 1)")], of_day());
    assert_eq!(status, ExitStatus::CouldNotRun);
    assert!(text.starts_with("cannot draw daily levels: ") && text.contains("bad.level.ron"), "{text}");
}

#[test]
fn a_change_is_no_candidate_where_it_affects_no_run() {
    let level = |text: &str| -> Level { hairline_level::parse(text, "a").unwrap_or_else(|error| panic!("{error}")) };
    let symmetric =
        "(version: 1, name: \"S\", map: r\"\n#######\n#  X  #\n#     #\n#  @  #\n#######\n\", focus: (max: 0))";
    let affected = |text: &str| {
        let changed = |change: Change| level(&change.apply(text));
        Change::ALL
            .into_iter()
            .filter(|change| change.affects(text, &level(text), &changed(*change)))
            .collect::<Vec<_>>()
    };
    assert_eq!(affected(symmetric), []);
    assert_eq!(affected(HALL), [Change::Mirrored, Change::NoFocus]);
    let orb = HALL.replace("\")", "\", actors: {'o': Orb(at: (9.5, 3.5), angle: 0)})");
    assert_eq!(affected(&orb), [Change::Mirrored, Change::NoFocus, Change::Faster]);
    let laser = HALL.replace("\")", "\", actors: {'o': Laser(at: (9.5, 3.5), aim: Fixed(angle: 90))})");
    assert_eq!(affected(&laser), [Change::Mirrored, Change::NoFocus, Change::Dark]);
    let shards = HALL.replacen("#@   ", "#@* *", 1);
    assert_eq!(affected(&shards), [Change::Mirrored, Change::NoFocus, Change::InOrder]);
}
