//! The menu of every screen: a column of entries, one of them selected, operated by keys, gamepad or mouse. What an entry
//! means is the type parameter `A`; a menu passes it on in [`Chosen`] and never looks at it.

pub mod navigation;
pub mod theme;

use bevy::prelude::*;
use bevy::window::CursorMoved;

use navigation::NavAction;
use theme::{TEXT, TEXT_MUTED, TEXT_SELECTED, pt};

/// Entries that a page up or down moves by.
const PAGE_ENTRIES: usize = 10;
/// Seconds for which a menu that opens under the player's fingers ignores input.
const INPUT_COOLDOWN: f32 = 0.3;

/// What an entry of a menu means.
pub trait MenuAction: Copy + Send + Sync + 'static {}

/// A menu on screen; there is at most one.
#[derive(Component, Clone, Debug)]
pub struct Menu<A: MenuAction> {
    /// The selected entry.
    pub selection: Selection,
    /// What leaving the menu means.
    pub back: A,
    /// What the pause button means.
    pub pause: A,
}

/// An entry of the menu.
#[derive(Component, Clone, Copy, Debug)]
pub struct MenuEntry<A: MenuAction> {
    /// Counted from 0, from the top.
    pub index: usize,
    /// What it means.
    pub action: A,
}

/// The player confirmed an entry or left the menu.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen<A: MenuAction>(pub A);

/// While an entity with this is on screen, menus ignore input. It removes itself after a moment.
#[derive(Component, Clone, Debug)]
pub struct InputCooldown(Timer);

impl Default for InputCooldown {
    fn default() -> Self {
        Self(Timer::from_seconds(INPUT_COOLDOWN, TimerMode::Once))
    }
}

/// Text of an entry that is dimmed while the entry is not selected.
#[derive(Component, Clone, Copy, Debug)]
pub struct MutedText;

/// The order of a frame's work on menus, in `Update`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MenuSystems {
    /// Devices become [`NavAction`]s.
    ReadInput,
    /// Actions and the mouse move the selection and choose.
    Choose,
    /// What was chosen takes effect.
    FollowChoices,
    /// Menus of changing content are filled.
    FillEntries,
    /// The selected entry is highlighted.
    HighlightSelection,
}

/// Adds menus whose entries mean `A`.
pub fn plugin<A: MenuAction>(app: &mut App) {
    use MenuSystems::{Choose, FillEntries, FollowChoices, HighlightSelection, ReadInput};
    app.add_plugins(navigation::plugin)
        .add_message::<Chosen<A>>()
        .configure_sets(Update, (ReadInput, Choose, FollowChoices, FillEntries, HighlightSelection).chain())
        .add_systems(
            Update,
            (
                (end_input_cooldowns, choose_entries::<A>).chain().in_set(Choose),
                highlight_selection::<A>.in_set(HighlightSelection),
            ),
        );
}

/// The index of the selected entry among a number of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// Counted from 0.
    pub index: usize,
    /// At least 1.
    count: usize,
}

impl Selection {
    /// The first of `count` entries.
    pub fn first_of(count: usize) -> Self {
        Self::at(0, count)
    }

    /// The entry at `index`, or the last one if there are fewer.
    pub fn at(index: usize, count: usize) -> Self {
        let count = count.max(1);
        Self { index: index.min(count - 1), count }
    }

    /// Moves by an action: single steps wrap around at both ends, pages stop there.
    pub fn apply(&mut self, action: NavAction) {
        let last = self.count - 1;
        self.index = match action {
            NavAction::Up => (self.index + last) % self.count,
            NavAction::Down => (self.index + 1) % self.count,
            NavAction::PageUp => self.index.saturating_sub(PAGE_ENTRIES),
            NavAction::PageDown => (self.index + PAGE_ENTRIES).min(last),
            NavAction::First => 0,
            NavAction::Last => last,
            NavAction::Confirm | NavAction::Back | NavAction::Pause => self.index,
        };
    }
}

/// Spawns a menu of one-word entries under `parent`.
pub fn spawn_menu<A: MenuAction>(parent: &mut ChildSpawnerCommands, entries: &[(&str, A)], back: A, pause: A) {
    let menu = Menu { selection: Selection::first_of(entries.len()), back, pause };
    let column = Node { flex_direction: FlexDirection::Column, align_items: AlignItems::FlexStart, ..default() };
    parent.spawn((menu, column)).with_children(|column| {
        for (index, (text, action)) in entries.iter().enumerate() {
            column.spawn(entry(index, *action)).with_children(|row| {
                row.spawn(theme::label(text, theme::size::ENTRY, TEXT));
            });
        }
    });
}

/// The box of an entry; its text is its children.
pub fn entry<A: MenuAction>(index: usize, action: A) -> impl Bundle {
    (
        MenuEntry { index, action },
        Button,
        Node { padding: UiRect::axes(pt(16.0), pt(7.0)), align_items: AlignItems::Center, ..default() },
        BackgroundColor(Color::NONE),
    )
}

fn end_input_cooldowns(
    mut commands: Commands,
    time: Res<Time<Real>>,
    mut cooldowns: Query<(Entity, &mut InputCooldown)>,
) {
    for (entity, mut cooldown) in &mut cooldowns {
        if cooldown.0.tick(time.delta()).is_finished() {
            commands.entity(entity).remove::<InputCooldown>();
        }
    }
}

/// Moves the selection and chooses entries. A pointer at rest selects nothing, whatever appears under it.
fn choose_entries<A: MenuAction>(
    mut actions: MessageReader<NavAction>,
    mut moves: MessageReader<CursorMoved>,
    menu: Option<Single<&mut Menu<A>>>,
    entries: Query<(&MenuEntry<A>, Ref<Interaction>)>,
    cooldowns: Query<(), With<InputCooldown>>,
    mut chosen: MessageWriter<Chosen<A>>,
) {
    let has_moved = moves.read().count() > 0;
    let Some(mut menu) = menu.filter(|_| cooldowns.is_empty()) else {
        actions.clear();
        return;
    };
    for (entry, interaction) in &entries {
        let is_pressed = *interaction == Interaction::Pressed && interaction.is_changed() && !interaction.is_added();
        let is_pointed_at = has_moved && *interaction != Interaction::None;
        if (is_pressed || is_pointed_at) && menu.selection.index != entry.index {
            menu.selection.index = entry.index;
        }
        if is_pressed {
            chosen.write(Chosen(entry.action));
            actions.clear();
            return;
        }
    }
    for action in actions.read() {
        match action {
            NavAction::Confirm => {
                let index = menu.selection.index;
                let entry = entries.iter().find(|(entry, _)| entry.index == index);
                chosen.write_batch(entry.map(|(entry, _)| Chosen(entry.action)));
                break;
            }
            NavAction::Back => {
                chosen.write(Chosen(menu.back));
                break;
            }
            NavAction::Pause => {
                chosen.write(Chosen(menu.pause));
                break;
            }
            _ => menu.selection.apply(*action),
        }
    }
    // Actions after a choice were meant for the screen that it left.
    actions.clear();
}

/// Draws the selected entry as dark text on a light bar, the others as light text.
fn highlight_selection<A: MenuAction>(
    menu: Option<Single<Ref<Menu<A>>>>,
    mut entries: Query<(&MenuEntry<A>, &mut BackgroundColor, &Children)>,
    mut texts: Query<(&mut TextColor, Has<MutedText>)>,
) {
    let Some(menu) = menu.filter(|menu| menu.is_changed()) else { return };
    for (entry, mut background, children) in &mut entries {
        let is_selected = entry.index == menu.selection.index;
        background.0 = if is_selected { theme::SELECTION } else { Color::NONE };
        for child in children {
            if let Ok((mut color, is_muted)) = texts.get_mut(*child) {
                color.0 = match (is_selected, is_muted) {
                    (true, _) => TEXT_SELECTED,
                    (false, true) => TEXT_MUTED,
                    (false, false) => TEXT,
                };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_steps_wrap_around_at_both_ends() {
        let mut selection = Selection::first_of(3);
        selection.apply(NavAction::Up);
        assert_eq!(selection.index, 2);
        selection.apply(NavAction::Down);
        assert_eq!(selection.index, 0);
        selection.apply(NavAction::Confirm);
        assert_eq!(selection.index, 0);
    }

    #[test]
    fn pages_stop_at_both_ends() {
        let mut selection = Selection::first_of(25);
        let mut check = |action: NavAction, expected: usize| {
            selection.apply(action);
            assert_eq!(selection.index, expected, "{action:?}");
        };
        check(NavAction::PageDown, 10);
        check(NavAction::PageDown, 20);
        check(NavAction::PageDown, 24);
        check(NavAction::PageUp, 14);
        check(NavAction::First, 0);
        check(NavAction::PageUp, 0);
        check(NavAction::Last, 24);
    }

    #[test]
    fn a_single_entry_stays_selected_and_an_empty_menu_does_not_panic() {
        for count in [0, 1] {
            let mut selection = Selection::first_of(count);
            selection.apply(NavAction::Down);
            selection.apply(NavAction::Up);
            assert_eq!(selection.index, 0);
        }
        assert_eq!(Selection::at(7, 3).index, 2);
        assert_eq!(Selection::at(7, 0).index, 0);
    }
}
