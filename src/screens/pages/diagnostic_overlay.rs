//! The errors and warnings of the file of the level in play, over the level: errors as a report, warnings as one line
//! in the corner. It disappears as soon as the file is fixed. The diagnostics are those of `hairline check`, in English as
//! there; what is around them is in the player's language.

use bevy::prelude::*;
use bevy::text::LineBreak;

use crate::screens::Screen;
use crate::screens::devices::hints::HintLine;
use crate::screens::diagnostic_report::DiagnosticReport;
use crate::screens::level_catalog::LevelCatalog;
use crate::screens::menus::theme::{self, BACKGROUND, TEXT, TEXT_MUTED, pt};
use crate::screens::play::loaded_level::LoadedLevel;
use crate::screens::play::reload::Warnings;
use crate::screens::play::start_current_level;
use crate::screens::words::Words;
use crate::view::canvas::palette::tint;
use crate::view::canvas::palette::ui::{BorderTint, FillTint};

/// Most lines of diagnostics shown in full, so that the level and the menu stay visible.
const FULL_LINES_MAX: usize = 16;
/// Most diagnostics summarized in one line each, after those.
const SUMMARIES_MAX: usize = 8;
const TEXT_SIZE: f32 = 16.0;

#[derive(Component)]
struct DiagnosticOverlay;

pub fn plugin(app: &mut App) {
    let is_outdated = resource_changed::<LevelCatalog>
        .or_else(state_changed::<Screen>)
        .or_else(resource_changed::<LoadedLevel>)
        .or_else(resource_changed::<Warnings>);
    app.add_systems(Update, update_overlay.run_if(is_outdated).after(start_current_level));
}

fn update_overlay(
    mut commands: Commands,
    catalog: Res<LevelCatalog>,
    loaded: Res<LoadedLevel>,
    warnings: Res<Warnings>,
    words: Res<Words>,
    screen: Res<State<Screen>>,
    shown: Query<Entity, With<DiagnosticOverlay>>,
) {
    shown.iter().for_each(|entity| commands.entity(entity).despawn());
    if !matches!(screen.get(), Screen::Playing | Screen::Finished) || catalog.entries.is_empty() {
        return;
    }
    match &catalog.current().report {
        Some(report) => spawn_report(&mut commands, &words, report, footer(&catalog, loaded.0.is_some())),
        None if !warnings.0.is_empty() => spawn_warnings(&mut commands, &words, &warnings.0),
        None => {}
    }
}

fn spawn_report(commands: &mut Commands, words: &Words, report: &DiagnosticReport, footer: &'static str) {
    let node = Node {
        position_type: PositionType::Absolute,
        flex_direction: FlexDirection::Column,
        row_gap: pt(12.0),
        left: px(0),
        right: px(0),
        top: px(0),
        padding: UiRect::all(pt(20.0)),
        border: UiRect::bottom(px(1)),
        ..default()
    };
    let border = BorderTint::of(TEXT_MUTED);
    let root = (DiagnosticOverlay, node, FillTint::of(BACKGROUND), border, GlobalZIndex(20));
    commands.spawn(root).with_children(|node| {
        let wrapped = || TextLayout::new(Justify::Left, LineBreak::WordOrCharacter);
        let Excerpt { full, summaries, omitted } = Excerpt::of(report);
        node.spawn((theme::paragraph(full, TEXT_SIZE, TEXT), wrapped()));
        if !summaries.is_empty() {
            node.spawn((theme::paragraph(summaries, TEXT_SIZE, TEXT), wrapped()));
        }
        if omitted > 0 {
            let more = words.with("report-more", [("count", omitted.into())]);
            node.spawn(theme::line(more, TEXT_SIZE, TEXT_MUTED));
        }
        node.spawn((HintLine(footer), theme::line("", TEXT_SIZE, TEXT_MUTED)));
    });
}

/// What runs behind the report, and how to leave, by the key of its words.
fn footer(catalog: &LevelCatalog, is_loaded: bool) -> &'static str {
    match (is_loaded, catalog.opened_by_name) {
        (true, true) => "report-runs-until-fixed",
        (true, false) => "report-runs",
        (false, true) => "report-starts-when-fixed",
        (false, false) => "report-to-list",
    }
}

/// One unobtrusive line in the corner.
fn spawn_warnings(commands: &mut Commands, words: &Words, warnings: &[String]) {
    let [first, more @ ..] = warnings else { return };
    let more = match more.len() {
        0 => String::new(),
        count => format!("   {}", words.with("report-more-warnings", [("count", count.into())])),
    };
    let node = Node {
        position_type: PositionType::Absolute,
        right: px(0),
        top: Val::VMin(6.5),
        max_width: percent(60),
        padding: UiRect::axes(pt(10.0), pt(4.0)),
        ..default()
    };
    let text = theme::paragraph(format!("{first}{more}"), TEXT_SIZE, TEXT_MUTED);
    commands.spawn((DiagnosticOverlay, node, FillTint(tint(BACKGROUND, 0.8)), GlobalZIndex(5))).with_child(text);
}

#[derive(Debug, PartialEq, Eq)]
struct Excerpt {
    full: String,
    summaries: String,
    omitted: usize,
}

impl Excerpt {
    /// As many diagnostics in full as fit, but at least the first; then some summaries; then a count of the rest.
    fn of(report: &DiagnosticReport) -> Self {
        let mut lines: Vec<&str> = Vec::new();
        let mut shown = 0;
        for diagnostic in &report.diagnostics {
            let blank_lines = usize::from(shown > 0);
            if shown > 0 && lines.len() + blank_lines + diagnostic.full.lines().count() > FULL_LINES_MAX {
                break;
            }
            lines.extend(std::iter::repeat_n("", blank_lines));
            lines.extend(diagnostic.full.lines().take(FULL_LINES_MAX));
            shown += 1;
        }
        let rest = report.diagnostics[shown..].iter();
        let summaries: Vec<&str> = rest.take(SUMMARIES_MAX).map(|diagnostic| diagnostic.summary.as_str()).collect();
        let omitted = report.diagnostics.len() - shown - summaries.len() + report.omitted;
        Self { full: lines.join("\n"), summaries: summaries.join("\n"), omitted }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screens::diagnostic_report::RenderedDiagnostic;
    use hairline_level::is_drawable;

    #[test]
    fn diagnostics_that_do_not_fit_are_summarized_and_the_rest_is_counted() {
        let check = |lines: &[usize], omitted: usize, expected: (usize, usize, usize)| {
            let diagnostic =
                |lines: &usize| RenderedDiagnostic { full: vec!["x"; *lines].join("\n"), summary: "x".to_owned() };
            let report = DiagnosticReport { diagnostics: lines.iter().map(diagnostic).collect(), omitted };
            let Excerpt { full, summaries, omitted } = Excerpt::of(&report);
            assert_eq!((full.lines().count(), summaries.lines().count(), omitted), expected, "{lines:?}");
        };
        check(&[5], 0, (5, 0, 0));
        // Three of five lines with two blank lines between them are seventeen.
        check(&[5, 5, 5], 0, (11, 1, 0));
        check(&[5, 5, 4], 0, (16, 0, 0));
        check(&[5, 5, 5, 1], 70, (11, 2, 70));
        check(&[5; 2 + SUMMARIES_MAX + 3], 4, (11, SUMMARIES_MAX, 7));
        // The first one is shown whatever its length, as far as it fits.
        check(&[40, 1], 0, (FULL_LINES_MAX, 1, 0));
    }

    #[test]
    fn a_shown_diagnostic_has_only_characters_of_the_typeface() {
        let text = "(version: 1, name: \"“x”\", map: r\"\n #@?\n\")";
        let diagnostics = hairline_level::parse(text, "x.level.ron").expect_err("it is bad");
        let text = diagnostics.to_string();
        assert!(text.lines().count() > 3);
        assert!(text.chars().all(|character| character == '\n' || is_drawable(character)), "{text}");
    }
}
