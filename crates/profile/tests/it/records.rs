//! Results of levels, and the medals that they earn.

use hairline_profile::medal::Medal;
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
    let times = Medal::ALL.map(|medal| medal.ticks(1_000));
    assert_eq!(times, [1_800, 1_350, 1_100]);
    for (ticks, medal) in [
        (1, Some(Medal::Gold)),
        (1_100, Some(Medal::Gold)),
        (1_101, Some(Medal::Silver)),
        (1_350, Some(Medal::Silver)),
        (1_800, Some(Medal::Bronze)),
        (1_801, None),
    ] {
        assert_eq!(Medal::earned(ticks, 1_000), medal, "{ticks}");
    }
    assert_eq!(Medal::Gold.ticks(1), 2, "rounded up");
    assert_eq!(Medal::Bronze.ticks(u32::MAX), u32::MAX);
}

#[test]
fn gold_is_the_last_medal() {
    assert_eq!(Medal::next(None), Some(Medal::Bronze));
    assert_eq!(Medal::next(Some(Medal::Bronze)), Some(Medal::Silver));
    assert_eq!(Medal::next(Some(Medal::Gold)), None);
}
