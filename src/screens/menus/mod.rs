//! The one menu of the game: a column of entries, one of them chosen, by keys, pad or mouse. What an entry means is
//! [`Choice`]'s business.

pub mod navigation;
pub mod theme;

use bevy::prelude::*;
use bevy::window::CursorMoved;

use crate::screens::flow::Choice;
use navigation::Step;
use theme::{GREY, INK, PAPER, pt};

/// How many entries a page up or down goes by.
const PAGE: usize = 10;

/// A menu on screen; there is one at most.
#[derive(Component, Clone, Debug)]
pub struct Menu {
    /// The chosen entry.
    pub selection: Selection,
    /// What leaving the menu means.
    pub back: Choice,
    /// What the pause button means.
    pub pause: Choice,
}

/// An entry of the menu: its place in it, and what it means.
#[derive(Component, Clone, Copy, Debug)]
pub struct MenuEntry {
    /// Counted from 0, from the top.
    pub index: usize,
    /// What it means.
    pub choice: Choice,
}

/// A press on an entry, or a way out of the menu.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen(pub Choice);

/// Which of some entries is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// Counted from 0.
    pub index: usize,
    /// How many there are; at least 1.
    pub count: usize,
}

impl Selection {
    /// The first of `count` entries.
    pub fn new(count: usize) -> Self {
        Self { index: 0, count: count.max(1) }
    }

    /// The entry at `index`, or the last one before it.
    pub fn at(index: usize, count: usize) -> Self {
        Self { index: index.min(count.max(1) - 1), count: count.max(1) }
    }

    /// Goes where a step leads: by single ones past either end it comes round, by pages it ends there.
    pub fn step(&mut self, step: Step) {
        let last = self.count - 1;
        self.index = match step {
            Step::Up => (self.index + last) % self.count,
            Step::Down => (self.index + 1) % self.count,
            Step::PageUp => self.index.saturating_sub(PAGE),
            Step::PageDown => (self.index + PAGE).min(last),
            Step::First => 0,
            Step::Last => last,
            Step::Confirm | Step::Back | Step::Pause => self.index,
        };
    }
}

/// Spawns a menu of plain entries under `parent`.
pub fn spawn_menu(parent: &mut ChildSpawnerCommands, entries: &[(&str, Choice)], back: Choice, pause: Choice) {
    let menu = Menu { selection: Selection::new(entries.len()), back, pause };
    let column = Node { flex_direction: FlexDirection::Column, align_items: AlignItems::FlexStart, ..default() };
    parent.spawn((menu, column)).with_children(|column| {
        for (index, (text, choice)) in entries.iter().enumerate() {
            column.spawn(entry(index, *choice)).with_children(|row| {
                row.spawn(theme::label(text, theme::size::ENTRY, PAPER));
            });
        }
    });
}

/// The box of an entry; its type goes inside.
pub fn entry(index: usize, choice: Choice) -> impl Bundle {
    (
        MenuEntry { index, choice },
        Button,
        Node { padding: UiRect::axes(pt(16.0), pt(7.0)), align_items: AlignItems::Center, ..default() },
        BackgroundColor(Color::NONE),
    )
}

/// While one of these is on screen no choice is taken; it goes by itself.
#[derive(Component, Clone, Debug)]
pub struct Deaf(Timer);

impl Default for Deaf {
    fn default() -> Self {
        Self(Timer::from_seconds(0.3, TimerMode::Once))
    }
}

/// Lets deaf menus hear again when their time is over.
pub fn wake_menus(mut commands: Commands, time: Res<Time<Real>>, mut deaf: Query<(Entity, &mut Deaf)>) {
    for (entity, mut deaf) in &mut deaf {
        if deaf.0.tick(time.delta()).is_finished() {
            commands.entity(entity).remove::<Deaf>();
        }
    }
}

/// Steps and the mouse choose entries and take them. A pointer that rests somewhere chooses nothing, whatever comes to
/// lie under it.
pub fn use_menu(
    mut steps: MessageReader<Step>,
    mut moves: MessageReader<CursorMoved>,
    menu: Option<Single<&mut Menu>>,
    entries: Query<(&MenuEntry, Ref<Interaction>)>,
    deaf: Query<(), With<Deaf>>,
    mut chosen: MessageWriter<Chosen>,
) {
    let has_moved = moves.read().count() > 0;
    let Some(mut menu) = menu.filter(|_| deaf.is_empty()) else {
        steps.clear();
        return;
    };
    for (entry, interaction) in &entries {
        let is_pressed = *interaction == Interaction::Pressed && interaction.is_changed() && !interaction.is_added();
        let is_pointed_at = has_moved && *interaction != Interaction::None;
        if (is_pressed || is_pointed_at) && menu.selection.index != entry.index {
            menu.selection.index = entry.index;
        }
        if is_pressed {
            chosen.write(Chosen(entry.choice));
            steps.clear();
            return;
        }
    }
    for step in steps.read() {
        match step {
            Step::Confirm => {
                let index = menu.selection.index;
                let entry = entries.iter().find(|(entry, _)| entry.index == index);
                chosen.write_batch(entry.map(|(entry, _)| Chosen(entry.choice)));
                break;
            }
            Step::Back => {
                chosen.write(Chosen(menu.back));
                break;
            }
            Step::Pause => {
                chosen.write(Chosen(menu.pause));
                break;
            }
            _ => menu.selection.step(*step),
        }
    }
    // What came after a choice was meant for a screen that is gone.
    steps.clear();
}

/// The chosen entry is a bar of paper with dark type, the others are type on the dark.
pub fn show_selection(
    menu: Option<Single<Ref<Menu>>>,
    mut entries: Query<(&MenuEntry, &mut BackgroundColor, &Children)>,
    mut texts: Query<(&mut TextColor, Has<Quiet>)>,
) {
    let Some(menu) = menu.filter(|menu| menu.is_changed()) else { return };
    for (entry, mut background, children) in &mut entries {
        let chosen = entry.index == menu.selection.index;
        background.0 = if chosen { PAPER } else { Color::NONE };
        for child in children {
            if let Ok((mut color, quiet)) = texts.get_mut(*child) {
                color.0 = match (chosen, quiet) {
                    (true, _) => INK,
                    (false, true) => GREY,
                    (false, false) => PAPER,
                };
            }
        }
    }
}

/// Type of an entry that steps back while it is not chosen.
#[derive(Component, Clone, Copy, Debug)]
pub struct Quiet;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_column_comes_round_at_both_ends() {
        let mut selection = Selection::new(3);
        selection.step(Step::Up);
        assert_eq!(selection.index, 2);
        selection.step(Step::Down);
        assert_eq!(selection.index, 0);
        selection.step(Step::Confirm);
        assert_eq!(selection.index, 0);
    }

    #[test]
    fn pages_end_at_both_ends() {
        let mut selection = Selection::new(25);
        let mut check = |step: Step, expected: usize| {
            selection.step(step);
            assert_eq!(selection.index, expected, "{step:?}");
        };
        check(Step::PageDown, 10);
        check(Step::PageDown, 20);
        check(Step::PageDown, 24);
        check(Step::PageUp, 14);
        check(Step::First, 0);
        check(Step::PageUp, 0);
        check(Step::Last, 24);
    }

    #[test]
    fn a_single_entry_stays_chosen_and_none_is_no_panic() {
        for count in [0, 1] {
            let mut selection = Selection::new(count);
            selection.step(Step::Down);
            selection.step(Step::Up);
            assert_eq!(selection.index, 0);
        }
        assert_eq!(Selection::at(7, 3).index, 2);
        assert_eq!(Selection::at(7, 0).index, 0);
    }
}
