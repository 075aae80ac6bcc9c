//! What leaves the window and comes into it: levels and runs as lines of text by the clipboard, levels of others, and films. What a
//! line may hold is decided in `hairline_lines`.

mod copy;
mod film;
mod foreign;
mod paste;

use bevy::clipboard::Clipboard;
use bevy::prelude::*;

use crate::screens::Screen;
use crate::screens::level_catalog::LevelCatalog;
use crate::screens::menus::navigation::NavAction;
use crate::screens::menus::{CapturesInput, Choice, Chosen, InputCooldown, MenuSystems};

pub use foreign::ForeignFolder;

/// Where copied text goes.
#[derive(Resource)]
pub enum TextBoard {
    /// The clipboard of the system.
    System(Clipboard),
    /// Within the game alone.
    Own(String),
}

impl Default for TextBoard {
    fn default() -> Self {
        Self::Own(String::new())
    }
}

impl TextBoard {
    fn set(&mut self, text: &str) -> Result<(), String> {
        match self {
            Self::System(clipboard) => clipboard.set_text(text).map_err(|error| error.to_string()),
            Self::Own(own) => {
                text.clone_into(own);
                Ok(())
            }
        }
    }

    /// # Errors
    /// In the system's words, if there is no text.
    fn get(&mut self) -> Result<String, String> {
        match self {
            Self::System(clipboard) => match clipboard.fetch_text().poll_result() {
                Some(text) => text.map_err(|error| error.to_string()),
                None => Ok(String::new()),
            },
            Self::Own(own) => Ok(own.clone()),
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<TextBoard>().add_systems(Update, choose_by_key.in_set(MenuSystems::Choose)).add_plugins((
        copy::plugin,
        paste::plugin,
        foreign::plugin,
        film::plugin,
    ));
}

/// The keys that do what entries of menus do, each on its pages.
fn choose_by_key(
    mut actions: MessageReader<NavAction>,
    (screen, catalog): (Res<State<Screen>>, Res<LevelCatalog>),
    busy: Query<(), Or<(With<InputCooldown>, With<CapturesInput>)>>,
    mut chosen: MessageWriter<Chosen>,
) {
    for action in actions.read() {
        let choice = match (action, screen.get()) {
            _ if !busy.is_empty() => continue,
            (NavAction::Copy, Screen::Finished | Screen::LevelList | Screen::Daily) => Choice::Copy,
            (NavAction::Copy, Screen::Playing) if catalog.opened_by_name => Choice::Copy,
            // A level that was opened by name is in no list.
            (NavAction::Paste, Screen::Title | Screen::LevelList) if !catalog.opened_by_name => Choice::Paste,
            (NavAction::Film, Screen::Finished) => Choice::Film,
            _ => continue,
        };
        chosen.write(Chosen(choice));
    }
}
