//! What is known of the level with the focus, below the grid.

use bevy::a11y::AccessibilityNode;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;

use super::{Kind, LevelCell, key};
use crate::screens::devices::hints::hint_label;
use crate::screens::level_catalog::level_asset::LevelAsset;
use crate::screens::level_catalog::medal_table::MedalTableAsset;
use crate::screens::level_catalog::proofs::Proof;
use crate::screens::level_catalog::{CatalogEntry, LevelCatalog, Lock};
use crate::screens::menus::theme::{self, TEXT, TEXT_MUTED, pt};
use crate::screens::pages::finished::format_deaths;
use crate::screens::pages::medals::{medal_key, next_medal};
use crate::screens::words::Words;
use crate::view::hud::clock;
use hairline_level::Level;
use hairline_profile::medal::MedalTimes;

#[derive(Component, Clone, Copy)]
pub(super) struct Details;

/// Shows the focused level's results, and makes them its cell's accessible description. Refreshed when either changes.
pub(super) fn fill_details(
    mut commands: Commands,
    words: Res<Words>,
    catalog: Res<LevelCatalog>,
    (levels, proofs, tables): (Res<Assets<LevelAsset>>, Res<Assets<Proof>>, Res<Assets<MedalTableAsset>>),
    focus: Res<InputFocus>,
    cells: Query<&LevelCell>,
    details: Query<(Entity, Option<&Children>), With<Details>>,
    mut nodes: Query<&mut AccessibilityNode>,
) {
    let is_stale = catalog.is_changed()
        || [levels.is_changed(), proofs.is_changed(), tables.is_changed(), focus.is_changed()].contains(&true);
    for (node, children) in &details {
        if !is_stale && children.is_some() {
            continue;
        }
        let index = focus.get().and_then(|cell| cells.get(cell).ok()).map(|cell| cell.0);
        let entry = index.and_then(|index| catalog.entries.get(index));
        let mut node = commands.entity(node);
        node.despawn_children();
        let Some(entry) = entry else { continue };
        let level = levels.get(&entry.handle).map(|asset| &asset.level);
        let name = level.map_or(entry.file_name.as_str(), |level| level.name.as_str());
        let facts = match index.and_then(|index| catalog.lock_of(index)) {
            Some(lock) => vec![text_of(lock, &words)],
            None => facts(entry, level, entry.medal_times(&proofs, tables.get(&catalog.table)), &words),
        };
        if let Some(mut cell) = focus.get().and_then(|cell| nodes.get_mut(cell).ok()) {
            // The name of the cell has the first one.
            cell.set_description(facts[facts.len().min(1)..].join(", "));
        }
        node.with_children(|node| {
            node.spawn(theme::line(name, theme::size::ENTRY, TEXT));
            let row = Node { flex_wrap: FlexWrap::Wrap, column_gap: pt(24.0), max_width: pt(760.0), ..default() };
            node.spawn(row).with_children(|row| {
                facts.iter().for_each(|fact| _ = row.spawn(theme::line(fact, theme::size::SMALL, TEXT_MUTED)));
                let hints = [
                    ("list-watch", entry.record.best.is_some()),
                    ("list-copy", level.is_some()),
                    ("list-keep", entry.foreign.as_ref().is_some_and(|foreign| foreign.file.is_none())),
                    ("list-forget", entry.foreign.as_ref().is_some_and(|foreign| foreign.file.is_some())),
                ];
                for (key, _) in hints.into_iter().filter(|(_, is_shown)| *is_shown) {
                    row.spawn(hint_label(key, theme::size::SMALL, TEXT_MUTED));
                }
            });
        });
    }
}

/// What opens a level that is closed.
fn text_of(lock: Lock, words: &Words) -> String {
    let (text, world, count) = match lock {
        Lock::Levels(world, count) => ("list-opens-by-levels", world, count),
        Lock::Shards(world) => ("list-opens-by-shards", world, 0),
    };
    words.with(text, [("world", words.get(key(Kind::World(world))).into()), ("count", count.into())])
}

/// Whether a level is neither finished nor broken.
pub(super) fn is_new(entry: &CatalogEntry) -> bool {
    entry.report.is_none() && !entry.record.is_finished()
}

/// The results on a level: time, shards, deaths, and the next medal.
fn facts(entry: &CatalogEntry, level: Option<&Level>, times: Option<MedalTimes>, words: &Words) -> Vec<String> {
    let mut facts = vec![if is_new(entry) { words.get("list-new") } else { time_of(entry, words) }];
    if let Some(medal) = entry.record.medal {
        facts.push(words.get(medal_key(medal)));
    }
    let shards = level.map_or(0, |level| level.shards.len());
    if shards > 0 {
        let taken = (entry.record.shards as usize).min(shards);
        facts.push(words.with("list-shards", [("taken", taken.into()), ("all", shards.into())]));
    }
    facts.push(format_deaths(words, entry.record.deaths));
    if let Some((medal, ticks)) = times.and_then(|times| times.next(entry.record.medal)) {
        facts.push(next_medal(words, medal, ticks));
    }
    facts
}

/// The best time on a level; the one with help if there is no other.
pub(super) fn time_of(entry: &CatalogEntry, words: &Words) -> String {
    match (&entry.report, entry.record.best_ticks(), entry.record.assisted_ticks) {
        (Some(_), ..) => words.get("list-has-errors"),
        (None, Some(ticks), _) => clock(ticks),
        (None, None, Some(ticks)) => words.with("list-assisted", [("time", clock(ticks).into())]),
        (None, None, None) => "-".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hairline_profile::BestRun;
    use hairline_profile::medal::Medal;

    #[test]
    fn facts_name_the_next_medal_and_its_time() {
        let words = Words::english();
        let mut entry = CatalogEntry::default();
        entry.record.deaths = 1;
        assert_eq!(facts(&entry, None, None, &words), ["not finished yet", "1 death"]);
        entry.record.best = Some(BestRun { ticks: 256, ..default() });
        assert_eq!(facts(&entry, None, None, &words), ["2.000", "1 death"]);
        entry.record.medal = Some(Medal::Silver);
        let times = Some(MedalTimes::of_proof(128));
        assert_eq!(facts(&entry, None, times, &words), ["2.000", "silver", "1 death", "gold at 1.101"]);
        entry.record.medal = Some(Medal::Gold);
        assert_eq!(
            facts(&entry, None, times, &words),
            ["2.000", "gold", "1 death", "hairline at 1.054 with every shard"]
        );
        entry.record.medal = Some(Medal::Hairline);
        assert_eq!(facts(&entry, None, times, &words), ["2.000", "hairline", "1 death"]);
    }
}
