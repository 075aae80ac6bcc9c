//! What can follow a finished level.

use crate::screens::level_catalog::LevelCatalog;
use crate::screens::menus::Choice;

/// What can follow, the likeliest first, by the keys of its words. After the last level of the sequence comes the end; other levels
/// may have none after them.
pub(super) fn entries(catalog: &LevelCatalog) -> &'static [(&'static str, Choice)] {
    if catalog.is_daily() {
        return &[("finished-daily", Choice::Daily), ("finished-again", Choice::Again)];
    }
    match (catalog.opened_by_name, catalog.next(), catalog.is_last()) {
        (true, ..) => {
            &[("finished-again", Choice::Again), ("finished-title", Choice::Title), ("finished-quit", Choice::Quit)]
        }
        (false, Some(_), _) => {
            &[("finished-next", Choice::Next), ("finished-again", Choice::Again), ("finished-levels", Choice::List)]
        }
        (false, None, true) => {
            &[("finished-continue", Choice::Next), ("finished-again", Choice::Again), ("finished-levels", Choice::List)]
        }
        (false, None, false) => &[("finished-levels", Choice::List), ("finished-again", Choice::Again)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screens::level_catalog::CatalogEntry;
    use hairline_level::campaign::Outline;

    #[test]
    fn only_choices_that_lead_somewhere_are_offered() {
        let check = |catalog: LevelCatalog, expected: &[&str]| {
            let offered: Vec<&str> = entries(&catalog).iter().map(|entry| entry.0).collect();
            assert_eq!(offered, expected);
        };
        let catalog = |count: usize| LevelCatalog {
            entries: vec![CatalogEntry::default(); count],
            outline: Outline::list(count, 0),
            ..LevelCatalog::default()
        };
        check(catalog(2), &["finished-next", "finished-again", "finished-levels"]);
        check(LevelCatalog { current: 1, ..catalog(2) }, &["finished-continue", "finished-again", "finished-levels"]);
        let outline = Outline::list(1, 1);
        check(LevelCatalog { current: 1, outline, ..catalog(2) }, &["finished-levels", "finished-again"]);
        let daily = CatalogEntry { day: Some("2026-11-24".to_owned()), ..CatalogEntry::default() };
        let entries = vec![CatalogEntry::default(), daily];
        check(LevelCatalog { current: 1, entries, ..catalog(1) }, &["finished-daily", "finished-again"]);
        check(
            LevelCatalog { opened_by_name: true, ..catalog(1) },
            &["finished-again", "finished-title", "finished-quit"],
        );
    }
}
