//! The credits: what the game is made of, over the title's level.

use bevy::prelude::*;

use crate::screens::Screen;
use crate::screens::menus::theme::{self, TEXT, TEXT_MUTED, pt, size};
use crate::screens::menus::{Choice, spawn_menu};
use crate::screens::words::Words;

/// What the game is built on, and the licenses of those parts: they are names, and the same in every language.
const PARTS: [[&str; 2]; 10] = [
    ["Bevy", "MIT / Apache-2.0"],
    ["bevy_ecs_tilemap", "MIT"],
    ["Hack", "MIT / Bitstream Vera"],
    ["cpal", "Apache-2.0"],
    ["ron, serde", "MIT / Apache-2.0"],
    ["Fluent", "MIT / Apache-2.0"],
    ["codespan-reporting", "Apache-2.0"],
    ["clap, rand, rayon", "MIT / Apache-2.0"],
    ["atomic-write-file", "BSD-3-Clause"],
    ["etcetera", "MIT / Apache-2.0"],
];

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
            let [names, licenses] = [0, 1].map(|side| PARTS.map(|part| part[side]));
            let sides = Node { column_gap: pt(40.0), margin: UiRect::bottom(pt(8.0)), ..default() };
            column.spawn(sides).with_children(|sides| {
                for (texts, color) in [(names, TEXT), (licenses, TEXT_MUTED)] {
                    let side = Node { flex_direction: FlexDirection::Column, row_gap: pt(3.0), ..default() };
                    sides.spawn(side).with_children(|side| {
                        texts.into_iter().for_each(|text| _ = side.spawn(theme::line(text, size::BODY, color)));
                    });
                }
            });
            spawn_menu(column, &words, &[("credits-back", Choice::Title)], Choice::Title);
        });
    });
}
