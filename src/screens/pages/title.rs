//! The title: the name of the game and its main menu. The name is a level, whose robot sweeps its beam over the letters,
//! so the title shows the game itself.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::background_level::{BackgroundLevel, load_background_level};
use crate::screens::Screen;
use crate::screens::devices::hints::hint_label;
use crate::screens::level_catalog::LevelCatalog;
use crate::screens::menus::screen_reader::ReadOut;
use crate::screens::menus::theme::{TextScale, pt};
use crate::screens::menus::{Choice, spawn_menu, theme};
use crate::screens::progress::Notices;
use crate::screens::words::Words;

pub fn plugin(app: &mut App) {
    let load_level = |world: &mut World| load_background_level(world, BackgroundLevel::Title);
    app.add_systems(OnEnter(Screen::Title), (load_level, spawn).chain()).add_systems(Update, show_notices);
}

/// The notices, on the ground below the menu.
#[derive(Component, Clone, Copy, Debug, Default)]
struct NoticeColumn {
    shown: usize,
}

/// Adds a line for each notice that is not shown yet. The first ones come after the title, which is there from the start.
fn show_notices(mut commands: Commands, notices: Res<Notices>, mut columns: Query<(Entity, &mut NoticeColumn)>) {
    for (column, mut notice_column) in &mut columns {
        for notice in notices.0.iter().skip(notice_column.shown) {
            let text = theme::paragraph(notice, theme::size::BODY, theme::TEXT);
            commands
                .entity(column)
                .with_children(|column| _ = column.spawn((ReadOut(notice.clone()), Node::default())).with_child(text));
        }
        if notice_column.shown != notices.0.len() {
            notice_column.shown = notices.0.len();
        }
    }
}

/// Points between the menu and the lower edge: at the size of text that is usual, and for each tenth that it is larger, so that the
/// menu does not grow into the letters above it.
const BOTTOM: f32 = 96.0;
const BOTTOM_A_TENTH: f32 = 14.0;

/// Points below the last notice, and what a line may take.
const NOTICE_BOTTOM: f32 = 12.0;
const NOTICE_WIDTH: f32 = 900.0;

fn bottom(scale: f32) -> f32 {
    BOTTOM - BOTTOM_A_TENTH * 10.0 * (scale - 1.0).max(0.0)
}

fn spawn(
    mut commands: Commands,
    words: Res<Words>,
    catalog: Res<LevelCatalog>,
    scale: Res<TextScale>,
    windows: Query<&Window, With<PrimaryWindow>>,
) {
    let mut entries = vec![
        ("title-play", Choice::Play),
        ("title-levels", Choice::List),
        ("title-daily", Choice::Daily),
        ("title-settings", Choice::Settings),
        ("title-credits", Choice::Credits),
        ("title-quit", Choice::Quit),
    ];
    // Daily levels are drawn from the campaign, which a level that was opened by name is not.
    entries.retain(|(_, choice)| *choice != Choice::Daily || !catalog.opened_by_name);
    let mut overlay = theme::clear_overlay();
    overlay.0.padding.bottom = pt(bottom(windows.single().map_or(scale.0, |window| scale.in_window(window))));
    commands.spawn((DespawnOnExit(Screen::Title), overlay)).with_children(|overlay| {
        overlay.spawn(theme::column()).with_children(|column| {
            spawn_menu(column, &words, &entries, Choice::Stay);
            column.spawn(hint_label("title-keys", theme::size::BODY, theme::TEXT_MUTED));
        });
        let ground = Node {
            position_type: PositionType::Absolute,
            bottom: pt(NOTICE_BOTTOM),
            max_width: pt(NOTICE_WIDTH),
            row_gap: pt(4.0),
            ..theme::column()
        };
        overlay.spawn((ground, NoticeColumn::default()));
    });
}
