//! How pages show medals.

use bevy::prelude::*;

use crate::screens::menus::theme::{self, pt};
use crate::screens::words::Words;
use crate::view::canvas::palette::Role;
use crate::view::canvas::palette::ui::FillTint;
use crate::view::hud::clock;
use hairline_profile::medal::Medal;

/// One diamond for bronze, two for silver, three for gold, four for the last: distinct without color too.
pub(super) fn spawn_medal(line: &mut ChildSpawnerCommands, medal: Option<Medal>) {
    let (count, role) = match medal {
        None => return,
        Some(Medal::Bronze) => (1, Role::Platform),
        Some(Medal::Silver) => (2, Role::Steel),
        Some(Medal::Gold) => (3, Role::Shard),
        Some(Medal::Hairline) => (4, Role::Lethal),
    };
    // Dark behind it, whatever the color of the bar.
    let backing = Node { padding: UiRect::all(pt(3.0)), column_gap: pt(4.0), ..default() };
    line.spawn((backing, FillTint::of(Role::Void), Pickable::IGNORE)).with_children(|marks| {
        for _ in 0..count {
            marks.spawn((theme::diamond(7.0, role), Pickable::IGNORE));
        }
    });
}

pub(super) fn medal_key(medal: Medal) -> &'static str {
    match medal {
        Medal::Bronze => "medal-bronze",
        Medal::Silver => "medal-silver",
        Medal::Gold => "medal-gold",
        Medal::Hairline => "medal-hairline",
    }
}

/// The next medal, and the time for it.
pub(super) fn next_medal(words: &Words, medal: Medal, ticks: u32) -> String {
    let text = if medal == Medal::Hairline { "next-medal-with-shards" } else { "next-medal" };
    words.with(text, [("medal", words.get(medal_key(medal)).into()), ("time", clock(ticks).into())])
}
