//! Changes of what was pressed: which there are, how near each is to it, and the inputs with it. It plays nothing.

use std::ops::Range;

use crate::run::input::TickInput;
use crate::tuning::TICKS_PER_SECOND;

/// Ticks before a death in which what was pressed is changed, two seconds.
pub const CHANGE_TICKS_MAX: usize = 2 * TICKS_PER_SECOND as usize;
/// Most ticks by which a press or a release is moved, 0.19 s: more is no slip of the timing.
pub const SHIFT_TICKS_MAX: u32 = 24;

/// Ticks (1/8 s) by which a change may be earlier before it counts as farther: a later one is easier to remember, and what comes after
/// it stays as it was pressed.
const AGE_TICKS: usize = 16;
/// The cost of the farthest shift.
const SHIFT_COST_MAX: u32 = SHIFT_TICKS_MAX + (CHANGE_TICKS_MAX / AGE_TICKS) as u32;

/// The buttons whose presses are changed; of two changes that are equally near, that of the earlier button is preferred.
const BUTTONS: [TickInput; 5] = [TickInput::JUMP, TickInput::RIGHT, TickInput::LEFT, TickInput::DOWN, TickInput::FOCUS];
/// Ticks for which an added jump is held: a tap, and long enough for the full height.
const ADDED_JUMP_TICKS: [u32; 2] = [6, 42];
/// Ticks before the death within which every tick is a place for an added press, or to let go.
const DENSE_TICKS: usize = 32;
/// Ticks between two such places before that.
const SPARSE_STEP: usize = 4;

/// One change of what was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The button.
    pub button: TickInput,
    /// An index among the inputs: where the changed press began, for [`Released`](ChangeKind::Released) the first tick without it,
    /// else the first tick that differs.
    pub tick: usize,
    /// What is changed.
    pub kind: ChangeKind,
}

/// What a change does to one button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// The press and its release come later, or earlier.
    Moved {
        /// Ticks later; earlier if negative.
        by: i32,
    },
    /// The press comes later, or earlier; its release stays.
    Pressed {
        /// Ticks later; earlier if negative.
        by: i32,
    },
    /// The release comes later, or earlier; the press stays.
    Released {
        /// Ticks later; earlier if negative.
        by: i32,
    },
    /// A press is left out.
    LeftOut,
    /// A press is added.
    Added {
        /// Ticks for which it is held; a later press or the death may cut it short.
        ticks: u32,
    },
    /// The button is let go of, until it would have been released.
    LetGo,
    /// The opposite direction is held instead, until the button would have been released.
    TurnedAround,
}

impl Change {
    /// How far it is from what was pressed, in a try of so many inputs. A shift costs its ticks, and one more for each
    /// eighth of a second between it and the death. Everything else costs more than any shift, in this order: a jump, down or focus left out, a
    /// jump added, a button let go of, a turn, a direction left out, focus added.
    pub fn cost(self, inputs: usize) -> u32 {
        use ChangeKind::*;
        let rank = match self.kind {
            Moved { by } | Pressed { by } | Released { by } => {
                return by.unsigned_abs() + (inputs.saturating_sub(self.tick) / AGE_TICKS) as u32;
            }
            LeftOut if opposite(self.button).is_none() => 1,
            Added { .. } if self.button != TickInput::FOCUS => 2,
            LetGo => 3,
            TurnedAround => 4,
            LeftOut => 5,
            Added { .. } => 6,
        };
        SHIFT_COST_MAX + rank
    }

    /// Whether it moves a press or a release.
    pub(super) fn is_shift(self) -> bool {
        matches!(self.kind, ChangeKind::Moved { .. } | ChangeKind::Pressed { .. } | ChangeKind::Released { .. })
    }

    /// The same change off by a tick. Of a shift only the farther one: the nearer one costs less, so it was tried before.
    pub(super) fn neighbors(self) -> impl Iterator<Item = Self> {
        use ChangeKind::*;
        let farther = |by: i32| by + by.signum();
        let kinds = match self.kind {
            Moved { by } => Some(Moved { by: farther(by) }),
            Pressed { by } => Some(Pressed { by: farther(by) }),
            Released { by } => Some(Released { by: farther(by) }),
            LeftOut | Added { .. } | LetGo | TurnedAround => None,
        };
        let slides = matches!(self.kind, Added { .. } | LetGo | TurnedAround);
        let ticks = [self.tick.checked_sub(1), Some(self.tick + 1)].into_iter().flatten().filter(move |_| slides);
        kinds.into_iter().map(move |kind| Self { kind, ..self }).chain(ticks.map(move |tick| Self { tick, ..self }))
    }

    /// Writes the inputs with the change into `changed`. Returns the range of the ticks that differ; `None` if none does, or if the
    /// change would join two presses or take one away that it is not about.
    pub(super) fn apply(self, inputs: &[TickInput], changed: &mut Vec<TickInput>) -> Option<Range<usize>> {
        use ChangeKind::*;
        changed.clear();
        changed.extend_from_slice(inputs);
        let (button, end) = (self.button, inputs.len());
        let held_from = |tick: usize| tick + count_held(&inputs[tick..], button);
        let moved = |tick: usize, by: i32| tick.checked_add_signed(by as isize).filter(|&tick| tick <= end);
        let mut presses_more = 0;
        match self.kind {
            Moved { by } => {
                let (from, to) = (self.tick, held_from(self.tick));
                let (new_from, new_to) = (moved(from, by)?, moved(to, by)?);
                set(changed, from..to, button, false);
                set(changed, new_from..new_to, button, true);
            }
            Pressed { by } => {
                let from = moved(self.tick, by)?;
                if from < self.tick {
                    set(changed, from..self.tick, button, true);
                } else {
                    set(changed, self.tick..from, button, false);
                }
            }
            Released { by } => {
                let to = moved(self.tick, by)?;
                if to < self.tick {
                    set(changed, to..self.tick, button, false);
                } else {
                    set(changed, self.tick..to, button, true);
                }
            }
            LeftOut => {
                set(changed, self.tick..held_from(self.tick), button, false);
                presses_more = -1;
            }
            Added { ticks } => {
                let is_free = self.tick < end && !inputs[self.tick].holds(button);
                let next = inputs[self.tick..].iter().position(|input| input.holds(button));
                // A tick without it before the next press, so that there are two.
                let room = if is_free { next.map_or(end - self.tick, |next| next - 1) } else { 0 };
                set(changed, self.tick..self.tick + room.min(ticks as usize), button, true);
                presses_more = 1;
            }
            LetGo => set(changed, self.tick..held_from(self.tick), button, false),
            TurnedAround => {
                let range = self.tick..held_from(self.tick);
                set(changed, range.clone(), button, false);
                set(changed, range, opposite(button)?, true);
            }
        }
        let presses = |inputs: &[TickInput]| presses(inputs, button).count() as i32;
        let first = changed.iter().zip(inputs).position(|(changed, input)| changed != input)?;
        let last = changed.iter().zip(inputs).rposition(|(changed, input)| changed != input)?;
        (presses(changed) == presses(inputs) + presses_more).then_some(first..last + 1)
    }
}

/// The direction against a direction.
fn opposite(button: TickInput) -> Option<TickInput> {
    match button {
        TickInput::LEFT => Some(TickInput::RIGHT),
        TickInput::RIGHT => Some(TickInput::LEFT),
        _ => None,
    }
}

/// For how many inputs from the first on a button is held.
fn count_held(inputs: &[TickInput], button: TickInput) -> usize {
    inputs.iter().take_while(|input| input.holds(button)).count()
}

fn set(inputs: &mut [TickInput], range: Range<usize>, button: TickInput, is_held: bool) {
    for input in &mut inputs[range] {
        *input = if is_held { input.with(button) } else { input.without(button) };
    }
}

/// The ranges of the inputs in which a button is held.
fn presses(inputs: &[TickInput], button: TickInput) -> impl Iterator<Item = Range<usize>> + '_ {
    let begins = move |&tick: &usize| inputs[tick].holds(button) && (tick == 0 || !inputs[tick - 1].holds(button));
    (0..inputs.len()).filter(begins).map(move |from| from..from + count_held(&inputs[from..], button))
}

/// Every change of some inputs that end in a death, the nearest first. `before` is what was held in the tick before them; a press that
/// began there can end otherwise, but not begin otherwise. Focus is added only where there is any.
pub(super) fn changes(inputs: &[TickInput], before: TickInput, has_focus: bool) -> Vec<Change> {
    let end = inputs.len();
    let mut changes = vec![];
    for button in BUTTONS {
        let mut latest_first: Vec<Range<usize>> = presses(inputs, button).collect();
        latest_first.reverse();
        for press in &latest_first {
            add_shifts(&mut changes, button, press.clone(), before, end);
            add_ends(&mut changes, button, press.clone(), end);
        }
    }
    for tick in places(0..end) {
        let held_before = if tick == 0 { before } else { inputs[tick - 1] };
        let free = |button: TickInput| !inputs[tick].holds(button) && !held_before.holds(button);
        if free(TickInput::JUMP) {
            changes.extend(ADDED_JUMP_TICKS.map(|ticks| added(TickInput::JUMP, tick, ticks)));
        }
        // Slow time is no matter of single ticks.
        if has_focus && free(TickInput::FOCUS) && (end - tick).is_multiple_of(2 * SPARSE_STEP) {
            changes.push(added(TickInput::FOCUS, tick, end as u32));
        }
    }
    changes.sort_by_key(|change| (change.cost(end), change.button == TickInput::FOCUS));
    changes
}

fn added(button: TickInput, tick: usize, ticks: u32) -> Change {
    Change { button, tick, kind: ChangeKind::Added { ticks } }
}

/// A press moved, pressed or released at another time, or left out.
fn add_shifts(changes: &mut Vec<Change>, button: TickInput, press: Range<usize>, before: TickInput, end: usize) {
    use ChangeKind::*;
    let begins = press.start > 0 || !before.holds(button);
    let ends = press.end < end;
    let shifts = (1..=SHIFT_TICKS_MAX as i32).flat_map(|by| [by, -by]);
    for by in shifts {
        if begins && ends {
            changes.push(Change { button, tick: press.start, kind: Moved { by } });
        }
        if begins {
            changes.push(Change { button, tick: press.start, kind: Pressed { by } });
        }
        if ends {
            changes.push(Change { button, tick: press.end, kind: Released { by } });
        }
    }
    if begins {
        changes.push(Change { button, tick: press.start, kind: LeftOut });
    }
}

/// A press cut short, or turned around. An earlier release of up to [`SHIFT_TICKS_MAX`] is a shift already.
fn add_ends(changes: &mut Vec<Change>, button: TickInput, press: Range<usize>, end: usize) {
    let opposite = opposite(button);
    for tick in places(press.start + 1..press.end) {
        let is_shift = press.end < end && press.end - tick <= SHIFT_TICKS_MAX as usize;
        if !is_shift && (opposite.is_some() || press.end == end) {
            changes.push(Change { button, tick, kind: ChangeKind::LetGo });
        }
        if opposite.is_some() {
            changes.push(Change { button, tick, kind: ChangeKind::TurnedAround });
        }
    }
}

/// The ticks of a range, the last first: all at first, then every [`SPARSE_STEP`]th.
fn places(range: Range<usize>) -> impl Iterator<Item = usize> {
    let end = range.end;
    let is_place = move |tick: &usize| end - tick <= DENSE_TICKS || (end - tick).is_multiple_of(SPARSE_STEP);
    range.rev().filter(is_place)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Inputs as they look: a letter for the button that is held in a tick, a dot for none.
    fn drawn(buttons: &str) -> Vec<TickInput> {
        let button = |letter: char| TickInput::LETTERS.iter().find(|pair| pair.1 == letter).map(|pair| pair.0);
        buttons.chars().map(|letter| button(letter).unwrap_or(TickInput::NONE)).collect()
    }

    #[track_caller]
    fn check(buttons: &str, button: TickInput, tick: usize, kind: ChangeKind, wanted: Option<&str>) {
        let (inputs, mut changed) = (drawn(buttons), vec![]);
        let differs = Change { button, tick, kind }.apply(&inputs, &mut changed);
        assert_eq!(differs.is_some(), wanted.is_some(), "{differs:?}");
        let (Some(differs), Some(wanted)) = (differs, wanted) else { return };
        assert_eq!(changed, drawn(wanted));
        assert_eq!(changed[..differs.start], inputs[..differs.start]);
        assert_eq!(changed[differs.end..], inputs[differs.end..]);
        assert!(changed[differs.start] != inputs[differs.start] && changed[differs.end - 1] != inputs[differs.end - 1]);
    }

    #[test]
    fn a_press_or_its_ends_move() {
        use ChangeKind::*;
        let jump = TickInput::JUMP;
        check("..JJJ...", jump, 2, Moved { by: 2 }, Some("....JJJ."));
        check("..JJJ...", jump, 2, Moved { by: -2 }, Some("JJJ....."));
        check("..JJJ...", jump, 2, Pressed { by: 2 }, Some("....J..."));
        check("..JJJ...", jump, 2, Pressed { by: -1 }, Some(".JJJJ..."));
        check("..JJJ...", jump, 5, Released { by: 3 }, Some("..JJJJJJ"));
        check("..JJJ...", jump, 5, Released { by: -2 }, Some("..J....."));
        check("..JJJ...", jump, 2, LeftOut, Some("........"));
    }

    #[test]
    fn presses_are_neither_joined_nor_lost_nor_moved_out() {
        use ChangeKind::*;
        let jump = TickInput::JUMP;
        check("..JJJ..J", jump, 2, Moved { by: 2 }, None);
        check("..JJJ..J", jump, 2, Moved { by: 1 }, Some("...JJJ.J"));
        check("..JJJ..J", jump, 2, Moved { by: -3 }, None);
        check("..JJJ..J", jump, 2, Pressed { by: 3 }, None);
        check("J.JJJ..J", jump, 2, Pressed { by: -1 }, None);
        check("..JJJ..J", jump, 5, Released { by: 2 }, None);
        check("..JJJ..J", jump, 5, Released { by: -3 }, None);
        check("..JJJ...", jump, 2, Moved { by: 4 }, None);
    }

    #[test]
    fn presses_are_added_where_there_is_room_and_directions_turned() {
        use ChangeKind::*;
        let (jump, right) = (TickInput::JUMP, TickInput::RIGHT);
        check("........", jump, 5, Added { ticks: 2 }, Some(".....JJ."));
        check("........", jump, 5, Added { ticks: 9 }, Some(".....JJJ"));
        check(".....JJ.", jump, 2, Added { ticks: 9 }, Some("..JJ.JJ."));
        check(".....JJ.", jump, 4, Added { ticks: 9 }, None);
        check(".....JJ.", jump, 5, Added { ticks: 9 }, None);
        check("........", jump, 8, Added { ticks: 9 }, None);
        check(".RRRRR..", right, 3, LetGo, Some(".RR....."));
        check(".RRRRR..", right, 1, LetGo, None);
        check(".RRRRR..", right, 3, TurnedAround, Some(".RRLLL.."));
        check(".JJJJJ..", jump, 3, TurnedAround, None);
    }

    #[test]
    fn the_nearest_changes_come_first_and_none_is_about_a_press_from_before() {
        let inputs = drawn("RRRR..JJJJ..RRRR");
        let all = changes(&inputs, TickInput::RIGHT, true);
        let costs: Vec<u32> = all.iter().map(|change| change.cost(inputs.len())).collect();
        assert!(costs.is_sorted() && costs[0] == 1, "{costs:?}");
        let begins = |change: &&Change| {
            matches!(change.kind, ChangeKind::Moved { .. } | ChangeKind::Pressed { .. } | ChangeKind::LeftOut)
        };
        assert!(all.iter().filter(begins).all(|change| change.tick > 0));
        assert!(all.iter().any(|change| change.button == TickInput::FOCUS));
        assert!(changes(&inputs, TickInput::RIGHT, false).iter().all(|change| change.button != TickInput::FOCUS));
    }
}
