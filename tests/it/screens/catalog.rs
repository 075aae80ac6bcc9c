//! Which level comes next, and which results belong to a level.

use hairline::screens::level_catalog::{CatalogEntry, LevelCatalog, Lock};
use hairline_level::LevelWorld;
use hairline_level::campaign::{Outline, WorldOutline};
use hairline_profile::{BestRun, LevelRecord, Profile};

fn catalog(best: &[Option<u32>]) -> LevelCatalog {
    let entry = |best: &Option<u32>| CatalogEntry { record: record(*best), ..CatalogEntry::default() };
    let outline = Outline::list(best.len(), 0);
    LevelCatalog { entries: best.iter().map(entry).collect(), outline, ..LevelCatalog::default() }
}

fn record(best: Option<u32>) -> LevelRecord {
    LevelRecord { best: best.map(|ticks| BestRun { ticks, ..BestRun::default() }), ..LevelRecord::default() }
}

#[test]
fn the_first_unfinished_level_is_the_first_without_a_time_or_else_the_first() {
    assert_eq!(catalog(&[None, None]).first_unfinished(), 0);
    assert_eq!(catalog(&[Some(9), None, Some(3)]).first_unfinished(), 1);
    assert_eq!(catalog(&[Some(9), Some(3)]).first_unfinished(), 0);
    let mut helped = catalog(&[None, None]);
    helped.entries[0].record.assisted_ticks = Some(70);
    assert_eq!(helped.first_unfinished(), 1);
}

#[test]
fn each_version_of_a_level_has_its_own_results() {
    let mut profile = Profile::default();
    profile.levels.insert(3, LevelRecord { deaths: 4, ..record(Some(5)) });
    let mut entry = CatalogEntry { record: record(Some(9)), hash: Some(1), ..CatalogEntry::default() };
    let mut results = |hash| {
        entry.note_loaded(hash, 2, &profile);
        (entry.record.best_ticks(), entry.record.deaths)
    };
    assert_eq!(results(1), (Some(9), 0));
    assert_eq!(results(2), (None, 0));
    assert_eq!(results(3), (Some(5), 4));
}

#[test]
fn labs_follow_labs_and_do_not_count_for_the_campaign() {
    let mut catalog = LevelCatalog { outline: Outline::list(2, 2), ..catalog(&[Some(9), Some(3), None, Some(4)]) };
    assert_eq!(catalog.first_unfinished(), 0, "the campaign is done");
    assert_eq!(catalog.campaign().len(), 2);
    let next: Vec<Option<usize>> = (0..catalog.entries.len())
        .map(|current| {
            catalog.current = current;
            catalog.next()
        })
        .collect();
    assert_eq!(next, [Some(1), None, Some(3), None]);
}

/// Two worlds of four levels, each with a night level after all of them.
fn worlds(best: &[Option<u32>; 8]) -> LevelCatalog {
    let mut catalog = catalog(best);
    catalog.entries.extend(vec![CatalogEntry::default(); 2]);
    for entry in &mut catalog.entries {
        (entry.hash, entry.shards) = (Some(1), 3);
    }
    let world = |world, levels, night| WorldOutline { world, levels, night: Some(night) };
    let worlds = vec![world(LevelWorld::FirstLight, 0..4, 8), world(LevelWorld::Clockwork, 4..8, 9)];
    LevelCatalog { outline: Outline { levels: 8, worlds, nights: 2, labs: 0 }, ..catalog }
}

#[test]
fn a_world_opens_when_all_but_two_levels_of_the_one_before_are_finished() {
    let (done, open) = (Some(9), None);
    let one = worlds(&[done, open, open, open, open, open, open, open]);
    assert_eq!(one.lock_of(3), None);
    assert_eq!(one.lock_of(4), Some(Lock::Levels(LevelWorld::FirstLight, 2)));
    assert_eq!(one.first_unfinished(), 1);
    let last = LevelCatalog { current: 3, ..worlds(&[open, open, open, done, open, open, open, open]) };
    assert_eq!(last.next(), None, "the next world is closed");
    let two = worlds(&[done, open, open, done, open, open, open, open]);
    assert_eq!((two.lock_of(4), two.lock_of(7)), (None, None));
    assert_eq!(LevelCatalog { current: 3, ..two }.next(), Some(4));
    let earlier = worlds(&[open, open, open, open, open, open, done, open]);
    assert_eq!(earlier.lock_of(4), None, "it was played before");
    let all = LevelCatalog { opens_all: true, ..one };
    assert!((0..10).all(|index| all.lock_of(index).is_none()));
}

#[test]
fn every_shard_of_a_world_opens_its_night_level_after_which_none_comes() {
    let mut catalog = worlds(&[Some(9); 8]);
    let lock = Some(Lock::Shards(LevelWorld::Clockwork));
    assert_eq!((catalog.lock_of(9), catalog.is_last()), (lock, false));
    for entry in &mut catalog.entries[4..8] {
        assert_eq!(entry.record.shards, 0);
        entry.record.shards = 3;
    }
    assert_eq!((catalog.lock_of(8).is_some(), catalog.lock_of(9)), (true, None));
    catalog.entries[5].hash = None;
    assert_eq!(catalog.lock_of(9), lock, "a level that cannot be read has shards left");
    catalog.entries[9].record = record(Some(4));
    assert_eq!(catalog.lock_of(9), None, "it was finished before");
    catalog.current = 8;
    assert_eq!((catalog.next(), catalog.is_last()), (None, false));
    catalog.current = 7;
    assert_eq!((catalog.next(), catalog.is_last()), (None, true));
}
