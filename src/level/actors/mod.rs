//! The `actors` of a level file: what each letter of the map stands for. Each kind of actor is read in a module of its own.

pub(crate) mod aim;
pub(crate) mod bumper;
pub(crate) mod camera;
pub(crate) mod door;
pub(crate) mod key;
pub(crate) mod laser;
pub(crate) mod mine;
pub(crate) mod mover;
pub(crate) mod orb;
pub(crate) mod path;
pub(crate) mod settings;
pub(crate) mod shape;
pub(crate) mod spring;
pub(crate) mod switch;
pub(crate) mod teleport;
pub(crate) mod turret;

use std::ops::Range;

use bevy::math::Vec2;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

use crate::level::diagnostics::{Diagnostic, shown};
use crate::level::format::channels::ChannelTable;
use crate::level::format::glyphs::Glyph;
use crate::level::reader::{Piece, Reader};
use crate::level::{
    CameraSettings, DoorSettings, KeySettings, LaserSettings, MineSettings, MoverSettings, OrbSettings, SpringSettings,
    SwitchSettings, TurretSettings,
};
use path::PathSettings;

/// Reads the settings of one kind of actor.
type ReadSettings = for<'a> fn(&mut Reader<'a>, &mut ChannelTable, Piece<'a>) -> Option<ActorSettings>;

/// The words that can stand in front of an actor's settings, and what reads them.
const KINDS: [(&str, ReadSettings); 12] = [
    ("Laser", laser::read),
    ("Turret", turret::read),
    ("Camera", camera::read),
    ("Orb", orb::read),
    ("Mover", mover::read),
    ("Bumper", bumper::read),
    ("Door", door::read),
    ("Switch", switch::read),
    ("Key", key::read),
    ("Spring", spring::read),
    ("Mine", mine::read),
    ("Teleport", teleport::read),
];

/// The words for the kinds of actors, in the order of the manual.
pub const KIND_WORDS: [&str; KINDS.len()] = {
    let mut words = [""; KINDS.len()];
    let mut index = 0;
    while index < KINDS.len() {
        words[index] = KINDS[index].0;
        index += 1;
    }
    words
};

/// One entry of `actors`.
pub(crate) struct Actor {
    /// The letter that stands for it in the map.
    pub letter: char,
    /// Where the letter stands in `actors`.
    pub place: Range<usize>,
    /// Nothing if its settings have a fault.
    pub settings: Option<ActorSettings>,
}

/// What an actor of any kind has, and what its kind has.
pub(crate) struct ActorSettings {
    /// A place between tiles, and where it stands in the file.
    pub at: Option<(Vec2, Range<usize>)>,
    /// Where it moves.
    pub path: Option<PathSettings>,
    /// All the rest; its position and its path are not set yet.
    pub kind: Kind,
}

/// The kinds of actors. A bumper is a mover whose surface throws.
pub(crate) enum Kind {
    Laser(LaserSettings),
    Turret(TurretSettings),
    Camera(CameraSettings),
    Orb(OrbSettings),
    Mover(MoverSettings),
    Door(DoorSettings),
    Switch(SwitchSettings),
    Key(KeySettings),
    Spring(SpringSettings),
    Mine(MineSettings),
    Teleport,
}

impl Kind {
    /// Whether it is solid itself: then it may stand in walls.
    pub fn is_obstacle(&self) -> bool {
        matches!(self, Self::Mover(_) | Self::Door(_))
    }
}

/// Reads all entries. One whose settings have a fault is kept, so that its letters in the map are not called unknown as
/// well. If there is a key that cannot be used, nothing is given: which letter was meant is not known.
pub(crate) fn read<'a>(reader: &mut Reader<'a>, channels: &mut ChannelTable, piece: Piece<'a>) -> Option<Vec<Actor>> {
    let entries: Entries = reader.read(piece)?;
    let mut actors: Vec<Actor> = Vec::new();
    let mut keys_are_right = true;
    for (key, value) in entries.0 {
        let settings = settings(reader, channels, value);
        let Some(letter) = letter(reader, key) else {
            keys_are_right = false;
            continue;
        };
        let place = reader.place(key);
        if let Some(first) = actors.iter().find(|actor| actor.letter == letter) {
            let fault = Diagnostic::error(format!("actor '{letter}' is declared twice")).at(place, "again here");
            reader.fault(fault.at(first.place.clone(), "first here").help("give one of the two another letter"));
            continue;
        }
        actors.push(Actor { letter, place, settings });
    }
    keys_are_right.then_some(actors)
}

fn letter<'a>(reader: &mut Reader<'a>, key: Piece<'a>) -> Option<char> {
    let wanted = "one letter between `'`, such as 'a'";
    let letter: char = reader.scalar(key, shown(key.text()).as_str(), &format!("an actor's letter: {wanted}"))?;
    if let Some(Glyph::Actor(letter)) = Glyph::of(letter) {
        return Some(letter);
    }
    let label = match Glyph::of(letter) {
        Some(Glyph::Exit) => "`X` is the exit".to_owned(),
        Some(_) => format!("`{letter}` stands for something else in a map"),
        None => "not a letter from a to z or A to Z".to_owned(),
    };
    let fault = Diagnostic::error(format!("an actor cannot be called '{letter}'")).at(reader.place(key), label);
    reader.fault(fault.help(format!("use {wanted}; every letter but `X` is free")));
    None
}

fn settings<'a>(reader: &mut Reader<'a>, channels: &mut ChannelTable, piece: Piece<'a>) -> Option<ActorSettings> {
    let word = reader.word(piece, "kind of actor", &KIND_WORDS)?;
    let (_, read) = KINDS.iter().find(|kind| kind.0 == word)?;
    read(reader, channels, piece)
}

/// A RON map as it is written: in its order, and with the keys that come twice.
struct Entries<'a>(Vec<(Piece<'a>, Piece<'a>)>);

impl<'de> Deserialize<'de> for Entries<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct EntriesVisitor;
        impl<'de> Visitor<'de> for EntriesVisitor {
            type Value = Entries<'de>;
            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("a map `{ 'a': …, }`")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(EntriesVisitor)
    }
}
