//! Which level comes next, and which results belong to a level.

use hairline::screens::level_catalog::{CatalogEntry, LevelCatalog};
use hairline_profile::{BestRun, LevelRecord, Profile};

fn catalog(best: &[Option<u32>]) -> LevelCatalog {
    let entry = |best: &Option<u32>| CatalogEntry { record: record(*best), ..CatalogEntry::default() };
    LevelCatalog { entries: best.iter().map(entry).collect(), ..LevelCatalog::default() }
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
        entry.note_loaded(hash, &profile);
        (entry.record.best_ticks(), entry.record.deaths)
    };
    assert_eq!(results(1), (Some(9), 0));
    assert_eq!(results(2), (None, 0));
    assert_eq!(results(3), (Some(5), 4));
}

#[test]
fn labs_follow_labs_and_do_not_count_for_the_campaign() {
    let mut catalog = LevelCatalog { labs: 2, ..catalog(&[Some(9), Some(3), None, Some(4)]) };
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
