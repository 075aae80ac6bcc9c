//! Which letter each actor and each place gets, and what stands in each cell of the map.

use std::collections::{BTreeMap, BTreeSet};

use super::objects::mark_of_name;
use super::values::Referent;
use super::{Draft, Object, ObjectKind};
use crate::complaints::Complaints;
use crate::drawn::Value;
use hairline_geometry::tile::TileShape;
use hairline_level::Kind;
use hairline_level::diagnostics::faults;
use hairline_level::glyphs::character_of;

/// A difference of places, in tiles, that is the editor's rounding.
const ROUNDING: f64 = 1.0e-3;

/// The map with its characters, and the actors with their letters.
pub struct Lettered {
    /// The characters of the cells, row by row from the lowest.
    pub cells: Vec<char>,
    /// For each cell the object in it, as an index plus one.
    pub objects: Vec<u32>,
    /// The entries of `actors`, in the order of the file.
    pub entries: Vec<Entry>,
    /// What properties can refer to, by id.
    pub referents: BTreeMap<String, Referent>,
}

/// An entry of `actors`.
pub struct Entry {
    pub letter: char,
    pub kind: &'static Kind,
    /// Where it is, if no cell of the map has its letter.
    pub at: Option<[f64; 2]>,
    /// The objects that it stands for, as indices; all have the same settings.
    pub objects: Vec<usize>,
}

/// The letters and digits that are taken.
#[derive(Default)]
struct Taken(Vec<char>);

impl Taken {
    fn take(&mut self, character: char) -> bool {
        let is_free = !self.0.contains(&character);
        if is_free {
            self.0.push(character);
        }
        is_free
    }

    /// The first of the wanted letters that is free, or else the first free one of all.
    fn any(&mut self, wanted: impl Iterator<Item = char>) -> Option<char> {
        let wanted =
            wanted.filter(char::is_ascii_alphabetic).flat_map(|c| [c.to_ascii_lowercase(), c.to_ascii_uppercase()]);
        let letters = ('a'..='z').chain('A'..='Z');
        wanted.chain(letters).filter(|letter| *letter != 'X').find(|letter| self.take(*letter))
    }
}

/// Chooses letters. Names of one letter are kept; everything else gets one that reminds of its name or its kind.
pub fn assign(draft: &Draft, complaints: &mut Complaints) -> Lettered {
    let mut board = Board {
        draft,
        cells: draft.tiles.iter().map(|shape| character_of(*shape)).collect(),
        objects: vec![0; draft.tiles.len()],
        complaints,
    };
    let mut taken = Taken::default();
    for (index, object) in draft.objects.iter().enumerate() {
        if let ObjectKind::Mark(character) = object.kind {
            board.put_in_cell(index, object, character);
        }
    }
    let mut marks: BTreeMap<usize, char> = BTreeMap::new();
    for (index, object) in draft.objects.iter().enumerate() {
        if let ObjectKind::Place(Some(mark)) = object.kind {
            if !taken.take(mark) {
                board.same_letter(object, mark);
            } else if board.put_in_cell(index, object, mark) {
                marks.insert(index, mark);
            }
        }
    }
    let entries = actors(&mut board, &mut taken);
    for entry in entries.iter().filter(|entry| entry.at.is_none() && entry.objects.len() == 1) {
        marks.insert(entry.objects[0], entry.letter);
    }
    let references = references(draft);
    for (index, object) in draft.objects.iter().enumerate() {
        if object.kind != ObjectKind::Place(None) {
            continue;
        }
        if !references.contains(object.id.as_str()) {
            let help = "remove it, call it by one digit or letter, or refer to it from a property";
            board.complaints.warning(
                &faults::LEFT_OUT,
                &object.place,
                "nothing refers to this place: it is left out",
                help,
            );
            continue;
        }
        let digit = ('0'..='9').find(|digit| taken.take(*digit));
        match digit.or_else(|| taken.any(object.name.chars().take(1))) {
            Some(mark) if board.put_in_cell(index, object, mark) => _ = marks.insert(index, mark),
            Some(_) => {}
            None => board.no_letter(object),
        }
    }
    for (index, object) in draft.objects.iter().enumerate() {
        if let ObjectKind::Mark(mark @ ('@' | 'X')) = object.kind {
            marks.insert(index, mark);
        }
    }
    let Board { cells, objects, .. } = board;
    let referents = referents(draft, &marks);
    Lettered { cells, objects, entries, referents }
}

/// The map while it is filled.
struct Board<'a> {
    draft: &'a Draft,
    cells: Vec<char>,
    objects: Vec<u32>,
    complaints: &'a mut Complaints,
}

impl Board<'_> {
    fn is_free(&self, index: usize) -> bool {
        self.objects[index] == 0 && self.draft.tiles[index] == TileShape::Empty
    }

    fn put(&mut self, index: usize, object: usize, character: char) {
        self.cells[index] = character;
        self.objects[index] = u32::try_from(object + 1).unwrap_or(0);
    }

    /// Puts something into the cell that it lies in, and warns if it was not in its center.
    fn put_in_cell(&mut self, index: usize, object: &Object, character: char) -> bool {
        let (cell, is_centered) = cell_of(object.center);
        let Some(at) = self.draft.index(cell) else {
            let help = "move it into the map";
            self.complaints.error(&faults::OUTSIDE_MAP, &object.place, "it is outside the map", help);
            return false;
        };
        if !self.is_free(at) {
            let what = match self.objects[at] {
                0 => format!("a tile, `{}`", self.cells[at]),
                other => format!("something else ({})", self.draft.objects[other as usize - 1].place.inside),
            };
            let help = "move it to an empty cell, or clear the cell";
            self.complaints.error(&faults::OVERLAP, &object.place, format!("in its cell is {what}"), help);
            return false;
        }
        if !is_centered {
            let message = format!("it was moved to the center of its cell, ({}.5, {}.5)", cell[0], cell[1]);
            self.complaints.warning(&faults::OFF_CELL, &object.place, message, "snap it to the center of a cell");
        }
        self.put(at, index, character);
        true
    }

    fn same_letter(&mut self, object: &Object, letter: char) {
        let help = "give one of the two another name, or both the same settings";
        self.complaints.error(
            &faults::NO_LETTER,
            &object.place,
            format!("`{letter}` is the name of something else, too"),
            help,
        );
    }

    fn no_letter(&mut self, object: &Object) {
        let help = "give actors the same settings where they can share a letter, or make two levels of it";
        self.complaints.error(&faults::NO_LETTER, &object.place, "all 51 letters are taken", help);
    }
}

/// The cell in which a point lies, and whether it is its center. On an edge it is the cell to the right and below.
fn cell_of(center: [f64; 2]) -> ([i64; 2], bool) {
    let cell = [(center[0] + ROUNDING).floor() as i64, (center[1] - ROUNDING).ceil() as i64 - 1];
    let is_centered = (0..2).all(|axis| (center[axis] - cell[axis] as f64 - 0.5).abs() < ROUNDING);
    (cell, is_centered)
}

/// Actors in cells share a letter if they have the same settings and no names of one letter, or the same.
fn actors(board: &mut Board, taken: &mut Taken) -> Vec<Entry> {
    struct Group {
        kind: &'static Kind,
        wanted: Option<char>,
        at: Option<[f64; 2]>,
        objects: Vec<usize>,
        cells: Vec<usize>,
    }
    let mut groups: Vec<Group> = Vec::new();
    // Cells that a letter will be in, before it is known which.
    let mut claimed: Vec<usize> = Vec::new();
    for (index, object) in board.draft.objects.iter().enumerate() {
        let ObjectKind::Actor(kind) = object.kind else { continue };
        let is_pair = kind.cells == 2;
        let (cell, is_centered) = cell_of(object.center);
        let at = board.draft.index(cell).filter(|at| board.is_free(*at) && !claimed.contains(at));
        let in_cell = at.filter(|_| is_centered || is_pair);
        if is_pair && in_cell.is_none() {
            let help = "move it to an empty cell of the map";
            board.complaints.error(&faults::OVERLAP, &object.place, "its cell is not empty, or outside the map", help);
            continue;
        }
        if is_pair && !is_centered {
            let message = format!("it was moved to the center of its cell, ({}.5, {}.5)", cell[0], cell[1]);
            board.complaints.warning(&faults::OFF_CELL, &object.place, message, "snap it to the center of a cell");
        }
        let wanted = mark_of_name(&object.name).filter(char::is_ascii_alphabetic);
        let same = |group: &&mut Group| {
            let other = &board.draft.objects[group.objects[0]];
            let same_name = if is_pair { other.name == object.name } else { group.wanted == wanted };
            group.kind.word == kind.word
                && group.at.is_none()
                && same_name
                && other.settings == object.settings
                && other.path.is_none()
                && object.path.is_none()
        };
        match in_cell {
            Some(cell) => {
                claimed.push(cell);
                match groups.iter_mut().find(same) {
                    Some(group) => {
                        group.objects.push(index);
                        group.cells.push(cell);
                    }
                    None => groups.push(Group { kind, wanted, at: None, objects: vec![index], cells: vec![cell] }),
                }
            }
            None => {
                groups.push(Group { kind, wanted, at: Some(object.center), objects: vec![index], cells: Vec::new() })
            }
        }
    }
    let mut letters: Vec<Option<char>> = vec![None; groups.len()];
    for (group, letter) in groups.iter().zip(&mut letters) {
        if let Some(wanted) = group.wanted {
            if !taken.take(wanted) {
                board.same_letter(&board.draft.objects[group.objects[0]], wanted);
            }
            *letter = Some(wanted);
        }
    }
    let mut entries = Vec::new();
    for (group, letter) in groups.into_iter().zip(letters) {
        let first = &board.draft.objects[group.objects[0]];
        let initials = || first.name.chars().take(1).chain(group.kind.word.chars().take(1));
        let Some(letter) = letter.or_else(|| taken.any(initials())) else {
            board.no_letter(first);
            continue;
        };
        for (object, cell) in group.objects.iter().zip(&group.cells) {
            board.put(*cell, *object, letter);
        }
        entries.push(Entry { letter, kind: group.kind, at: group.at, objects: group.objects });
    }
    entries
}

/// The ids that properties refer to.
fn references(draft: &Draft) -> BTreeSet<&str> {
    fn of<'a>(value: &'a Value, ids: &mut BTreeSet<&'a str>) {
        match value {
            Value::Reference(id) => _ = ids.insert(id),
            Value::List(values) => values.iter().for_each(|value| of(value, ids)),
            Value::Class(_, members) => members.iter().for_each(|member| of(&member.1, ids)),
            _ => {}
        }
    }
    let mut ids = BTreeSet::new();
    let settings = draft.objects.iter().flat_map(|object| &object.settings).chain(&draft.fields);
    settings.for_each(|(_, value)| of(value, &mut ids));
    ids
}

/// A mark names its place: the center of its cell.
fn referents(draft: &Draft, marks: &BTreeMap<usize, char>) -> BTreeMap<String, Referent> {
    let objects = draft.objects.iter().enumerate().filter(|(_, object)| !object.id.is_empty());
    let referent = |(index, object): (usize, &Object)| {
        let path = object.path.clone().filter(|_| object.kind == ObjectKind::Path);
        (object.id.clone(), Referent { mark: marks.get(&index).copied(), center: object.center, path })
    };
    objects.map(referent).collect()
}
