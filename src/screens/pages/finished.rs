//! The result of a finished level, with the run in a frame beside its figures.

use bevy::prelude::*;

use super::medals::{medal_key, next_medal, spawn_medal};
use super::seen_again::spawn_frame;
use super::what_next::entries;
use crate::screens::devices::hints::Hints;
use crate::screens::level_catalog::LevelCatalog;
use crate::screens::menus::screen_reader::ReadOut;
use crate::screens::menus::theme::pt;
use crate::screens::menus::{Choice, InputCooldown, spawn_menu, theme};
use crate::screens::play::attempt::{Attempt, Standing};
use crate::screens::play::history::ghosts::{OwnSplits, loss};
use crate::screens::play::history::rerun::Rerun;
use crate::screens::play::record::RecordOutcome;
use crate::screens::progress::FinishOutcome;
use crate::screens::words::Words;
use crate::screens::{Screen, Seen};
use crate::view::history::ghosts::Ghosts;
use crate::view::hud::clock;
use hairline_sim::history::History;

/// Most shards whose times are listed, so that the line fits.
const SPLITS_MAX: usize = 8;
/// Points: the column of figures, beside which the frame has its place.
const TEXT_WIDTH: f32 = 560.0;

pub fn plugin(app: &mut App) {
    app.init_resource::<IsNew>()
        .add_systems(OnEnter(Screen::Finished), |mut is_new: ResMut<IsNew>| is_new.0 = true)
        .add_systems(OnEnter(Seen::Small), spawn);
}

/// Whether the page is spawned for the first time since the level was finished.
#[derive(Resource, Clone, Copy, Debug, Default)]
struct IsNew(bool);

fn spawn(
    mut commands: Commands,
    words: Res<Words>,
    catalog: Res<LevelCatalog>,
    (history, rerun): (Res<History>, Res<Rerun>),
    (own, ghosts): (Res<OwnSplits>, Res<Ghosts>),
    mut is_new: ResMut<IsNew>,
    hints: Hints,
    attempt: Res<Attempt>,
    outcome: Res<FinishOutcome>,
    recording: Res<RecordOutcome>,
) {
    let FinishOutcome { best_before, is_best, .. } = *outcome;
    let deaths = format_deaths(&words, attempt.deaths);
    let best = match best_before {
        _ if attempt.standing == Standing::Practiced => words.get("finished-practiced"),
        _ if attempt.standing == Standing::Debugged => words.get("finished-debugged"),
        _ if attempt.standing == Standing::Assisted => words.get("finished-assisted"),
        Some(best) if is_best => words.with("finished-new-best", [("time", clock(best).into())]),
        Some(best) => words.with("finished-best", [("time", clock(best).into())]),
        None => words.get("finished-first"),
    };
    let (heading, time) = (words.get("finished-heading"), clock(outcome.ticks));
    let medal = outcome.medal.map(|medal| words.get(medal_key(medal)));
    let next_medal = outcome.next_medal.map(|(medal, ticks)| next_medal(&words, medal, ticks));
    let times: Vec<String> = attempt.splits.iter().take(SPLITS_MAX).map(|ticks| clock(*ticks)).collect();
    let splits = (!times.is_empty()).then(|| words.with("finished-splits", [("times", times.join("  ").into())]));
    let has_splits = attempt.standing < Standing::Practiced;
    let loss = has_splits.then(|| loss(&own, &ghosts, outcome.ticks, &words)).flatten();
    let figures = [Some(&heading), Some(&time), medal.as_ref(), next_medal.as_ref(), Some(&deaths), Some(&best)];
    let spoken = figures
        .into_iter()
        .chain([splits.as_ref(), loss.as_ref()])
        .flatten()
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join(". ");
    let leaving = match (catalog.opened_by_name, catalog.is_daily()) {
        (true, _) => Choice::Title,
        (false, true) => Choice::Daily,
        (false, false) => Choice::List,
    };
    // A jump pressed on the last steps to the exit is not meant for this menu.
    let cooldown = std::mem::take(&mut is_new.0).then(InputCooldown::default);
    let mut overlay = theme::overlay();
    (overlay.0.column_gap, overlay.0.padding.right) = (pt(56.0), pt(56.0));
    let mut page = commands.spawn((DespawnOnExit(Seen::Small), overlay));
    if let Some(cooldown) = cooldown {
        page.insert(cooldown);
    }
    page.with_children(|overlay| {
        overlay.spawn(Node { flex_shrink: 0.0, max_width: pt(TEXT_WIDTH), ..theme::column() }).with_children(
            |column| {
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
                    for line in [splits, loss].into_iter().flatten() {
                        column.spawn(theme::paragraph(line, theme::size::BODY, theme::TEXT_MUTED));
                    }
                });
                spawn_menu(column, &words, entries(&catalog), leaving);
                if let Some(outcome) = &recording.0 {
                    column.spawn(theme::paragraph(outcome, theme::size::BODY, theme::TEXT_MUTED));
                }
            },
        );
        if rerun.is_shown() {
            spawn_frame(overlay, &hints, &history);
        }
    });
}

pub(super) fn format_deaths(words: &Words, deaths: u32) -> String {
    words.with("deaths", [("count", deaths.into())])
}
