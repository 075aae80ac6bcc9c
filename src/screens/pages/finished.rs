//! The result of a finished level, over the level.

use bevy::prelude::*;

use super::medals::{medal_key, next_medal, spawn_medal};
use crate::screens::Screen;
use crate::screens::level_catalog::LevelCatalog;
use crate::screens::menus::screen_reader::ReadOut;
use crate::screens::menus::theme::pt;
use crate::screens::menus::{Choice, InputCooldown, spawn_menu, theme};
use crate::screens::play::attempt::{Attempt, Standing};
use crate::screens::play::record::{RecordOutcome, write_replay};
use crate::screens::progress::{FinishOutcome, note_finish};
use crate::screens::words::Words;
use crate::view::hud::clock;
use hairline_sim::run::Run;

/// Most shards whose times are listed, so that the line fits.
const SPLITS_MAX: usize = 8;

pub fn plugin(app: &mut App) {
    // The page shows how the run compares, and how the recording went.
    app.add_systems(OnEnter(Screen::Finished), spawn.after(write_replay).after(note_finish));
}

fn spawn(
    mut commands: Commands,
    words: Res<Words>,
    catalog: Res<LevelCatalog>,
    run: Res<Run>,
    attempt: Res<Attempt>,
    outcome: Res<FinishOutcome>,
    recording: Res<RecordOutcome>,
) {
    let FinishOutcome { best_before, is_best, .. } = *outcome;
    let deaths = format_deaths(&words, attempt.deaths);
    let best = match best_before {
        _ if attempt.standing == Standing::Debugged => words.get("finished-debugged"),
        _ if attempt.standing == Standing::Assisted => words.get("finished-assisted"),
        Some(best) if is_best => words.with("finished-new-best", [("time", clock(best).into())]),
        Some(best) => words.with("finished-best", [("time", clock(best).into())]),
        None => words.get("finished-first"),
    };
    let (heading, time) = (words.get("finished-heading"), clock(run.ticks));
    let medal = outcome.medal.map(|medal| words.get(medal_key(medal)));
    let next_medal = outcome.next_medal.map(|(medal, ticks)| next_medal(&words, medal, ticks));
    let times: Vec<String> = attempt.splits.iter().take(SPLITS_MAX).map(|ticks| clock(*ticks)).collect();
    let splits = (!times.is_empty()).then(|| words.with("finished-splits", [("times", times.join("  ").into())]));
    let figures = [Some(&heading), Some(&time), medal.as_ref(), next_medal.as_ref(), Some(&deaths), Some(&best)];
    let spoken =
        figures.into_iter().chain([splits.as_ref()]).flatten().map(String::as_str).collect::<Vec<_>>().join(". ");
    let leaving = if catalog.opened_by_name { Choice::Title } else { Choice::List };
    // A jump pressed on the last steps to the exit is not meant for this menu.
    let page = (DespawnOnExit(Screen::Finished), InputCooldown::default(), theme::overlay());
    commands.spawn(page).with_children(|overlay| {
        overlay.spawn(theme::column()).with_children(|column| {
            column.spawn((theme::column(), ReadOut(spoken))).with_children(|column| {
                column.spawn(theme::label(&heading, theme::size::BODY, theme::ACCENT));
                column.spawn(theme::line(time, theme::size::FIGURE, theme::TEXT));
                let row = Node { align_items: AlignItems::Center, column_gap: pt(14.0), ..default() };
                column.spawn(row).with_children(|line| {
                    spawn_medal(line, outcome.medal);
                    for (text, color) in [(medal, theme::TEXT), (next_medal, theme::TEXT_MUTED)] {
                        if let Some(text) = text {
                            line.spawn(theme::label(&text, theme::size::BODY, color));
                        }
                    }
                });
                column.spawn(theme::label(&format!("{deaths}   {best}"), theme::size::BODY, theme::TEXT_MUTED));
                if let Some(splits) = splits {
                    column.spawn(theme::line(splits, theme::size::BODY, theme::TEXT_MUTED));
                }
            });
            spawn_menu(column, &words, entries(&catalog), leaving);
            if let Some(outcome) = &recording.0 {
                column.spawn(theme::line(outcome, theme::size::BODY, theme::TEXT_MUTED));
            }
        });
    });
}

/// What can follow, the likeliest first, by the keys of its words. After the last level of the sequence comes the end; other levels
/// may have none after them.
fn entries(catalog: &LevelCatalog) -> &'static [(&'static str, Choice)] {
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

pub(super) fn format_deaths(words: &Words, deaths: u32) -> String {
    words.with("deaths", [("count", deaths.into())])
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
        check(
            LevelCatalog { opened_by_name: true, ..catalog(1) },
            &["finished-again", "finished-title", "finished-quit"],
        );
    }
}
