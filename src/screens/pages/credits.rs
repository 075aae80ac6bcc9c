//! The credits: what the game is made of, over the title's level.

use bevy::prelude::*;

use crate::screens::Screen;
use crate::screens::flow::Choice;
use crate::screens::menus::spawn_menu;
use crate::screens::menus::theme::{self, TEXT, TEXT_MUTED, pt, size};
use crate::screens::words::Words;

/// What the game is built on, and the licenses of those parts: they are names, and the same in every language.
const PARTS: [[&str; 2]; 9] = [
    ["Bevy", "MIT / Apache-2.0"],
    ["bevy_ecs_tilemap", "MIT"],
    ["Hack, a typeface", "MIT / Bitstream Vera"],
    ["cpal", "Apache-2.0"],
    ["ron, serde", "MIT / Apache-2.0"],
    ["Fluent", "MIT / Apache-2.0"],
    ["codespan-reporting", "Apache-2.0"],
    ["clap, rand, rayon", "MIT / Apache-2.0"],
    ["atomic-write-file, etcetera", "BSD-3-Clause, MIT / Apache-2.0"],
];

/// Adds the page.
pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Credits), spawn);
}

fn spawn(mut commands: Commands, words: Res<Words>) {
    commands.spawn((DespawnOnExit(Screen::Credits), theme::grid_overlay())).with_children(|overlay| {
        overlay.spawn(theme::column()).with_children(|column| {
            column.spawn(theme::line(words.get("credits-heading"), size::HEADLINE, TEXT));
            let width = Node { max_width: pt(620.0), margin: UiRect::bottom(pt(12.0)), ..default() };
            column.spawn(width).with_child(theme::paragraph(words.get("credits-own"), size::BODY, TEXT));
            column.spawn(theme::label(&words.get("credits-parts"), size::SMALL, TEXT_MUTED));
            for [part, license] in PARTS {
                column.spawn(Node { height: pt(24.0), ..default() }).with_children(|row| {
                    row.spawn((theme::line(part, size::BODY, TEXT), Node { width: pt(370.0), ..default() }));
                    row.spawn(theme::line(license, size::BODY, TEXT_MUTED));
                });
            }
            spawn_menu(column, &[(words.get("credits-back"), Choice::Title)], Choice::Title, Choice::Title);
        });
    });
}
