//! The letter of each actor and each place, and the character in each cell of the map.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::objects::mark_of_name;
use super::plan::{Object, ObjectKind, Plan, ROUNDING};
use super::values::Referent;
use crate::importer::Importer;
use crate::properties::Value;
use hairline_geometry::tile::TileShape;
use hairline_level::Kind;
use hairline_level::diagnostics::faults;
use hairline_level::glyphs::character_of;

/// The map with its characters, and the actors with their letters.
pub struct Lettered {
    /// The characters of the cells, row by row from the lowest.
    pub cells: Vec<char>,
    /// The cells with objects, and where those come from.
    pub object_cells: BTreeMap<usize, Rc<str>>,
    /// The entries of `actors`, in the order of the file.
    pub entries: Vec<Entry>,
    /// What properties can refer to, by id.
    pub referents: BTreeMap<String, Referent>,
}

pub struct Entry {
    pub letter: char,
    pub kind: &'static Kind,
    /// Where it is, if no cell of the map has its letter.
    pub at: Option<[f64; 2]>,
    /// Its objects, as indices; all have the same settings.
    pub objects: Vec<usize>,
}

/// Chooses letters. Names of one letter are kept; everything else gets a letter of its name or its kind, or a free one.
pub fn assign(plan: &Plan, importer: &mut Importer) -> Lettered {
    let cells = plan.tiles.iter().map(|shape| character_of(*shape)).collect();
    let objects = &plan.objects;
    let mut board = Board { plan, importer, cells, object_cells: BTreeMap::new(), letters: Vec::new() };
    for object in objects {
        if let ObjectKind::Mark(character) = object.kind {
            board.put_in_cell(object, character);
        }
    }
    // What each mark stands for, by the index of the object.
    let mut marks: BTreeMap<usize, char> = BTreeMap::new();
    for (index, object) in objects.iter().enumerate() {
        if let ObjectKind::Place(Some(mark)) = object.kind
            && board.take_named(object, mark)
            && board.put_in_cell(object, mark)
        {
            marks.insert(index, mark);
        }
    }
    let entries = actors(objects, &mut board);
    for entry in entries.iter().filter(|entry| entry.at.is_none() && entry.objects.len() == 1) {
        marks.insert(entry.objects[0], entry.letter);
    }
    let references = references(plan);
    for (index, object) in objects.iter().enumerate() {
        match object.kind {
            ObjectKind::Place(None) if !references.contains(object.id.as_str()) => {
                let message = "nothing refers to this place: it is left out";
                let help = "remove it, call it by one digit or letter, or refer to it from a property";
                board.importer.warning(&faults::LEFT_OUT, &object.place, message, help);
            }
            ObjectKind::Place(None) => {
                let letters = near_letters(object.name.chars().take(1));
                let mark = board.take_first(object, ('0'..='9').chain(letters));
                marks.extend(mark.filter(|mark| board.put_in_cell(object, *mark)).map(|mark| (index, mark)));
            }
            ObjectKind::Mark(mark @ ('@' | 'X')) => _ = marks.insert(index, mark),
            _ => {}
        }
    }
    let Board { cells, object_cells, .. } = board;
    Lettered { cells, object_cells, entries, referents: referents(objects, &marks) }
}

/// The wanted letters in both cases, then all letters; `X` is the exit.
fn near_letters(wanted: impl Iterator<Item = char>) -> impl Iterator<Item = char> {
    let wanted =
        wanted.filter(char::is_ascii_alphabetic).flat_map(|c| [c.to_ascii_lowercase(), c.to_ascii_uppercase()]);
    wanted.chain('a'..='z').chain('A'..='Z').filter(|letter| *letter != 'X')
}

/// The map while it is filled.
struct Board<'a, 'b> {
    plan: &'a Plan,
    importer: &'a mut Importer<'b>,
    cells: Vec<char>,
    object_cells: BTreeMap<usize, Rc<str>>,
    /// The letters and digits that are taken.
    letters: Vec<char>,
}

impl Board<'_, '_> {
    fn is_free(&self, index: usize) -> bool {
        self.cells[index] == character_of(TileShape::Empty)
    }

    fn put(&mut self, index: usize, object: &Object, character: char) {
        self.cells[index] = character;
        self.object_cells.insert(index, object.place.clone());
    }

    /// Puts something into the cell that it lies in. Returns whether it could.
    fn put_in_cell(&mut self, object: &Object, character: char) -> bool {
        let (cell, is_centered) = cell_of(object.center);
        let Some(at) = self.plan.index(cell) else {
            let help = "move it into the map";
            self.importer.error(&faults::OUTSIDE_MAP, &object.place, "it is outside the map", help);
            return false;
        };
        if !self.is_free(at) {
            let what = match self.object_cells.get(&at) {
                Some(other) => format!("something else ({other})"),
                None => format!("a tile, `{}`", self.cells[at]),
            };
            let help = "move it to an empty cell, or clear the cell";
            self.importer.error(&faults::OVERLAP, &object.place, format!("in its cell is {what}"), help);
            return false;
        }
        if !is_centered {
            self.warn_of_moving(object, cell);
        }
        self.put(at, object, character);
        true
    }

    fn warn_of_moving(&mut self, object: &Object, cell: [i64; 2]) {
        let message = format!("it was moved to the center of its cell, ({}.5, {}.5)", cell[0], cell[1]);
        self.importer.warning(&faults::OFF_CELL, &object.place, message, "snap it to the center of a cell");
    }

    /// Takes the letter that is the name of an object, and returns whether it was free.
    fn take_named(&mut self, object: &Object, letter: char) -> bool {
        let is_free = !self.letters.contains(&letter);
        if is_free {
            self.letters.push(letter);
        } else {
            let help = "give one of the two another name, or both the same settings";
            let message = format!("`{letter}` is the name of something else, too");
            self.importer.error(&faults::NO_LETTER, &object.place, message, help);
        }
        is_free
    }

    /// Takes the first letter that is free.
    fn take_first(&mut self, object: &Object, mut wanted: impl Iterator<Item = char>) -> Option<char> {
        let letter = wanted.find(|letter| !self.letters.contains(letter));
        if letter.is_none() {
            let help = "give actors the same settings where they can share a letter, or make two levels of it";
            self.importer.error(&faults::NO_LETTER, &object.place, "all 51 letters are taken", help);
        }
        self.letters.extend(letter);
        letter
    }
}

/// The cell in which a point lies, and whether it is its center. On an edge it is the cell to the right and below.
fn cell_of(center: [f64; 2]) -> ([i64; 2], bool) {
    let cell = [(center[0] + ROUNDING).floor() as i64, (center[1] - ROUNDING).ceil() as i64 - 1];
    let is_centered = (0..2).all(|axis| (center[axis] - cell[axis] as f64 - 0.5).abs() < ROUNDING);
    (cell, is_centered)
}

/// Actors that share a letter.
struct Group {
    kind: &'static Kind,
    /// Their name, if it is a letter.
    wanted: Option<char>,
    at: Option<[f64; 2]>,
    objects: Vec<usize>,
    cells: Vec<usize>,
}

/// Groups actors in cells that have the same settings and no names of one letter, or the same; and gives each group a letter.
fn actors(objects: &[Object], board: &mut Board) -> Vec<Entry> {
    let mut groups: Vec<Group> = Vec::new();
    // The cells of the groups, whose letters are not known yet.
    let mut claimed: BTreeSet<usize> = BTreeSet::new();
    for (index, object) in objects.iter().enumerate() {
        let ObjectKind::Actor(kind) = object.kind else { continue };
        let is_pair = kind.cells == 2;
        let (cell, is_centered) = cell_of(object.center);
        let free = board.plan.index(cell).filter(|at| board.is_free(*at) && !claimed.contains(at));
        let in_cell = free.filter(|_| is_centered || is_pair);
        if is_pair && in_cell.is_none() {
            let message = "its cell is not empty, or outside the map";
            board.importer.error(&faults::OVERLAP, &object.place, message, "move it to an empty cell of the map");
            continue;
        }
        if is_pair && !is_centered {
            board.warn_of_moving(object, cell);
        }
        claimed.extend(in_cell);
        let wanted = mark_of_name(&object.name).filter(char::is_ascii_alphabetic);
        let is_same = |group: &&mut Group| {
            let other = &objects[group.objects[0]];
            group.kind.word == kind.word
                && group.at.is_none()
                && if is_pair { other.name == object.name } else { group.wanted == wanted }
                && other.settings == object.settings
                && other.path.is_none()
                && object.path.is_none()
        };
        match in_cell.and_then(|_| groups.iter_mut().find(is_same)) {
            Some(group) => {
                group.objects.push(index);
                group.cells.extend(in_cell);
            }
            None => {
                let at = if in_cell.is_some() { None } else { Some(object.center) };
                let cells = in_cell.into_iter().collect();
                groups.push(Group { kind, wanted, at, objects: vec![index], cells });
            }
        }
    }
    for group in &groups {
        if let Some(wanted) = group.wanted {
            board.take_named(&objects[group.objects[0]], wanted);
        }
    }
    let mut entries = Vec::new();
    for Group { kind, wanted, at, objects: own, cells } in groups {
        let first = &objects[own[0]];
        let letters = near_letters(first.name.chars().take(1).chain(kind.word.chars().take(1)));
        let Some(letter) = wanted.or_else(|| board.take_first(first, letters)) else { continue };
        for (object, cell) in own.iter().zip(cells) {
            board.put(cell, &objects[*object], letter);
        }
        entries.push(Entry { letter, kind, at, objects: own });
    }
    entries
}

/// The ids that properties refer to.
fn references(plan: &Plan) -> BTreeSet<&str> {
    fn collect<'a>(value: &'a Value, ids: &mut BTreeSet<&'a str>) {
        match value {
            Value::Reference(id) => _ = ids.insert(id),
            Value::List(values) => values.iter().for_each(|value| collect(value, ids)),
            Value::Class(_, members) => members.iter().for_each(|member| collect(&member.1, ids)),
            _ => {}
        }
    }
    let mut ids = BTreeSet::new();
    let settings = plan.objects.iter().flat_map(|object| &object.settings).chain(&plan.fields);
    settings.for_each(|(_, value)| collect(value, &mut ids));
    ids
}

/// A mark names its place: the center of its cell.
fn referents(objects: &[Object], marks: &BTreeMap<usize, char>) -> BTreeMap<String, Referent> {
    let named = objects.iter().enumerate().filter(|(_, object)| !object.id.is_empty());
    let referent = |(index, object): (usize, &Object)| {
        let path = object.path.clone().filter(|_| object.kind == ObjectKind::Path);
        (object.id.clone(), Referent { mark: marks.get(&index).copied(), center: object.center, path })
    };
    named.map(referent).collect()
}
