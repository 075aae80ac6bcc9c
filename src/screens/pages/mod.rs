//! The pages: each file spawns what one screen shows.

mod background_level;
mod credits;
mod daily;
mod diagnostic_overlay;
mod end;
mod finished;
mod last_death;
mod level_list;
mod medals;
mod pause;
mod seen_again;
mod title;
mod unsaved;
mod watch;
mod what_next;

use bevy::prelude::*;

use super::Screen;
use crate::view::Presentation;

/// Screens behind which a level runs that nobody plays, so without the HUD.
const SCREENS_WITHOUT_HUD: [Screen; 7] =
    [Screen::Title, Screen::LevelList, Screen::Settings, Screen::Daily, Screen::Credits, Screen::End, Screen::Unsaved];

pub fn plugin(app: &mut App) {
    for screen in SCREENS_WITHOUT_HUD {
        app.add_systems(OnEnter(screen), |mut presentation: ResMut<Presentation>| presentation.hud = false)
            .add_systems(OnExit(screen), |mut presentation: ResMut<Presentation>| presentation.hud = true);
    }
    app.add_plugins((
        title::plugin,
        level_list::plugin,
        pause::plugin,
        finished::plugin,
        last_death::plugin,
        seen_again::plugin,
        end::plugin,
        credits::plugin,
        daily::plugin,
        unsaved::plugin,
        watch::plugin,
        diagnostic_overlay::plugin,
    ));
}
