//! Results of levels, and the medals that they earn.

use hairline_profile::daily::{DAILY_DAYS_MAX, DailyEvent, DailyResult};
use hairline_profile::medal::{Medal, MedalTable, MedalTimes};
use hairline_profile::{BestRun, LevelEvent, Profile, ProfileEvent};

fn finished(ticks: u32, shards: u32) -> ProfileEvent {
    let run = BestRun { ticks, replay: format!("{ticks}") };
    let medal = (ticks < 110).then_some(Medal::Gold);
    ProfileEvent::Level(7, "a.level.ron".into(), LevelEvent::Finished { shards, medal, run })
}

#[test]
fn the_shortest_run_and_the_most_shards_are_kept_and_counts_grow() {
    let mut profile = Profile::default();
    for event in [finished(100, 0), finished(120, 2), finished(90, 1), finished(90, 0)] {
        profile.apply(event);
    }
    profile.apply(ProfileEvent::Level(7, "b.level.ron".into(), LevelEvent::Died));
    let record = &profile.levels[&7];
    assert_eq!(record.best, Some(BestRun { ticks: 90, replay: "90".into() }));
    assert_eq!((record.shards, record.finishes, record.deaths), (2, 4, 1));
    assert_eq!(record.medal, Some(Medal::Gold), "also after a slower run");
    assert_eq!(record.file, "b.level.ron", "the name that it has now");
}

#[test]
fn a_run_with_help_has_a_time_of_its_own() {
    let mut profile = Profile::default();
    let assisted = |ticks| ProfileEvent::Level(7, "a.level.ron".into(), LevelEvent::FinishedAssisted { ticks });
    for event in [assisted(80), assisted(60), assisted(70), finished(100, 1)] {
        profile.apply(event);
    }
    let record = &profile.levels[&7];
    assert_eq!((record.assisted_ticks, record.best.as_ref().map(|best| best.ticks)), (Some(60), Some(100)));
    assert_eq!(record.finishes, 4);
}

#[test]
fn another_version_of_a_level_has_a_record_of_its_own() {
    let mut profile = Profile::default();
    profile.apply(finished(100, 0));
    profile.apply(ProfileEvent::Level(8, "a.level.ron".into(), LevelEvent::Died));
    assert_eq!(profile.levels.len(), 2);
    assert_eq!(profile.levels[&8].best, None);
    assert!(profile.levels[&7].best.is_some());
}

#[test]
fn a_medal_is_earned_to_the_tick() {
    let times = MedalTimes::of_proof(1_000);
    assert_eq!(Medal::ALL.map(|medal| times.ticks(medal)), [1_800, 1_350, 1_100, 1_050]);
    for (ticks, medal) in [
        (1, Some(Medal::Hairline)),
        (1_050, Some(Medal::Hairline)),
        (1_051, Some(Medal::Gold)),
        (1_100, Some(Medal::Gold)),
        (1_101, Some(Medal::Silver)),
        (1_350, Some(Medal::Silver)),
        (1_800, Some(Medal::Bronze)),
        (1_801, None),
    ] {
        assert_eq!(times.earned(ticks, true), medal, "{ticks}");
    }
    assert_eq!(times.earned(1, false), Some(Medal::Gold), "the last medal asks for every shard");
    assert_eq!(MedalTimes::of_proof(1).ticks(Medal::Gold), 2, "rounded up");
    assert_eq!(MedalTimes::of_proof(u32::MAX).ticks(Medal::Bronze), u32::MAX);
}

#[test]
fn each_medal_has_a_next_one_but_the_last() {
    let times = MedalTimes::of_proof(100);
    assert_eq!(times.next(None), Some((Medal::Bronze, 180)));
    assert_eq!(times.next(Some(Medal::Gold)), Some((Medal::Hairline, 105)));
    assert_eq!(times.next(Some(Medal::Hairline)), None);
}

#[test]
fn medals_by_what_players_reached_get_harder_one_by_one() {
    let all = |reached| Medal::ALL.map(|medal| MedalTimes::measured(reached, 1_000).ticks(medal));
    assert_eq!(all([2_000, 1_500, 1_200]), [2_000, 1_500, 1_200, 1_050]);
    assert_eq!(all([900, 1_100, 1_000]), [1_100, 1_100, 1_000, 1_050]);
}

#[test]
fn a_table_of_players_gives_the_times_of_its_levels_under_its_rules() {
    let text = "level\thash\trules\tbronze\tsilver\tgold\tbronze run\tgold run\n\
                A\t000000000000000a\t3\t300\t200\t150\thl1:x\t-\n\
                B\t000000000000000b\t2\t300\t200\t150\thl1:y\t-\n\
                C\t000000000000000c\t3\t-\t-\t-\t-\t-\n";
    let table = MedalTable::parse(text, 3).expect("it is a table");
    let runs = |hash| Medal::ALL.map(|medal| table.run(hash, medal));
    assert_eq!((runs(10), runs(11)), ([Some("hl1:x"), None, None, None], [None; 4]));
    assert_eq!(table.times(10, 100), MedalTimes::measured([300, 200, 150], 100));
    for other in [11, 12, 13] {
        assert_eq!(table.times(other, 100), MedalTimes::of_proof(100), "{other}");
    }
    for (damaged, reason) in [
        ("", "there is no column 'hash'"),
        ("hash\trules\tbronze\tsilver", "there is no column 'gold'"),
        ("hash\trules\tbronze\tsilver\tgold\na\t3\t1\t2", "line 2: column 'gold' is no number"),
        ("hash\trules\tbronze\tsilver\tgold\nx\t3\t1\t2\t3", "line 2: column 'hash' is no number"),
    ] {
        assert_eq!(MedalTable::parse(damaged, 3), Err(reason.to_owned()));
    }
}

#[test]
fn of_a_daily_level_the_tries_count_up_to_the_first_finish_and_the_best_time_after_it() {
    let mut profile = Profile::default();
    let finished = |ticks| DailyEvent::Finished { ticks };
    let events = [
        DailyEvent::Tried,
        DailyEvent::Tried,
        finished(900),
        DailyEvent::Tried,
        finished(1000),
        finished(800),
        DailyEvent::FinishedAssisted { ticks: 500 },
    ];
    events.into_iter().for_each(|event| profile.apply(ProfileEvent::Daily("2026-11-24".into(), 7, event)));
    let expected = DailyResult { tries: 2, best_ticks: Some(800), assisted_ticks: Some(500) };
    assert_eq!(profile.daily["2026-11-24"][&7], expected);
    assert_eq!((profile.daily.len(), profile.levels.len()), (1, 0), "it is no level of the campaign");
}

#[test]
fn only_the_last_days_are_kept() {
    let mut profile = Profile::default();
    for day in 0..DAILY_DAYS_MAX + 10 {
        profile.apply(ProfileEvent::Daily(format!("2026-{day:04}"), 7, DailyEvent::Tried));
    }
    assert_eq!(profile.daily.len(), DAILY_DAYS_MAX);
    assert_eq!(profile.daily.keys().next().map(String::as_str), Some("2026-0010"));
}
