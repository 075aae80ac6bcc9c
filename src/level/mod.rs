//! Levels: what a level holds once it has been read and found right, and (in the modules below) how it is read.
//!
//! Everything in a [`Level`] is checked: finite numbers, positive periods, every actor inside the map and outside walls,
//! exactly one ninja and one exit. The rules rely on that and check nothing again. Nothing here panics on any input, and
//! nothing takes more memory than the caps in [`limits`] allow.
//!
//! # For callers
//!
//! - [`parse`] makes a [`Level`] from the bytes of a `*.level.ron` file, [`read`] from a path. Pure, headless.
//! - [`inspect`] does the same and keeps the warnings of a level that can be used.
//! - [`LevelDiagnostics`] is all that is wrong in a file: `Display` shows each with its line and a caret.
//! - [`campaign`] gives the order of the levels.
//! - [`StableHasher`] is the stable hash behind [`Level::hash`].
//!
//! # How a file is read
//!
//! `source` checks that it is text, `reader` takes it apart with RON so that every value keeps its place (what is no RON,
//! `syntax` and `slips` say in words, and [`printable`] keeps what a file holds from commanding a terminal),
//! `version_1` reads the fields, `map` the text map by the table in [`glyphs`], `actors` and one module for each kind
//! of actor the settings, `channels` the names that bind actors to each other. `placing` brings map and actors together,
//! `routes` finds where each actor starts and goes, and `overlaps` what stands in the way of what. The format is
//! documented by example in `levels/README.md`.
//!
//! To add a kind of actor: its settings in `settings`, a module as `laser` is one, a row in `actors` with its `Kind`,
//! an arm in `placing`, a section in `hash` with a number of its own, and its chapter in `levels/README.md`.

pub(crate) mod actors;
pub mod campaign;
pub mod diagnostics;
pub mod format;
pub(crate) mod hash;
pub mod limits;
#[cfg(feature = "desktop")]
pub(crate) mod loader;
pub(crate) mod placement;
pub mod reader;

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use bevy::math::{IVec2, Vec2};
use ron::error::SpannedError;
use serde::Deserialize;

use crate::geometry::terrain::Terrain;
use crate::geometry::tile::TileShape;

pub use crate::stable_hash::StableHasher;
pub use actors::KIND_WORDS;
pub use actors::settings::{
    Aim, CameraSettings, Channel, Cycle, DoorSettings, Gate, KeySettings, LaserSettings, MineSettings, MoverSettings,
    MoverSurface, OrbSettings, Patrol, SpringSettings, SwitchSettings, TeleportSettings, TurretSettings,
};
use diagnostics::Untold;
pub use diagnostics::{Diagnostic, LevelDiagnostics, Position, Severity};
#[cfg(feature = "desktop")]
pub use loader::{LevelLoadError, LevelLoader};
use reader::encoding::FileKind;
pub use reader::file::ReadError;
use reader::{Piece, Reader};

/// How the name of every level file ends.
pub const LEVEL_FILE_ENDING: &str = ".level.ron";

/// Reads a level from the bytes of its file. `source_name` is what the faults call the file.
///
/// # Errors
/// All faults that were found, with their places. Never panics, whatever the bytes are.
pub fn parse(bytes: impl AsRef<[u8]>, source_name: &str) -> Result<Level, LevelDiagnostics> {
    let Inspection { level, faults, .. } = inspect(bytes, source_name);
    level.ok_or(faults)
}

/// What came of reading a level.
#[derive(Clone, Debug)]
pub struct Inspection {
    /// The level, if there is no error.
    pub level: Option<Level>,
    /// All errors and warnings; empty for a level without either.
    pub faults: LevelDiagnostics,
    /// Where the ninja stands in the text that is quoted under the faults.
    ninja_place: Range<usize>,
}

impl Inspection {
    /// Adds a warning at the place of the ninja: about his start, which only playing the level can tell.
    pub fn warn_of_start(&mut self, message: &str, help: &str) {
        let fault = Diagnostic::warning(message).at(self.ninja_place.clone(), "he starts here");
        self.faults.add(fault.help(help));
    }
}

/// Reads a level as [`parse`] does, and keeps the warnings too.
pub fn inspect(bytes: impl AsRef<[u8]>, source_name: &str) -> Inspection {
    let text = match reader::encoding::text_of(bytes.as_ref(), source_name, FileKind::Level) {
        Ok(text) => text,
        Err(faults) => return Inspection { level: None, faults, ninja_place: 0..0 },
    };
    let mut reader = Reader::new(text);
    // A later version branches here, and an older one is turned into it.
    let read = versioned(&mut reader, FileKind::Level).and_then(|()| format::v1::read(&mut reader));
    let (level, ninja_place) = read.map_or((None, 0..0), |(level, place)| (Some(level), reader.quoted(&place)));
    let faults = reader.into_faults(source_name);
    Inspection { level: level.filter(|_| faults.error_count() == 0), faults, ninja_place }
}

/// Whether a file's text is nothing but blanks and comments.
pub fn holds_nothing(text: &str) -> bool {
    reader::brackets::content_start(text) == text.len()
}

/// What the RON parser found wrong in the text of another kind of file, as it is said of levels: where, and a sentence.
pub fn explain(text: &str, error: SpannedError) -> (Position, String) {
    let faults = LevelDiagnostics::new("", text, vec![reader::errors::fault(text, 0, text, error)], Untold::default());
    let fault = faults.iter().next().expect("it was just put in");
    (faults.position(fault).unwrap_or(Position { line: 1, column: 1 }), fault.in_one_line())
}

/// Reads a level from disk, never more than [`limits::FILE_BYTES_MAX`].
///
/// # Errors
/// If the file cannot be read, or has faults.
pub fn read(path: &Path) -> Result<Level, ReadError> {
    let Inspection { level, faults, .. } = read_inspected(path)?;
    Ok(level.ok_or(faults)?)
}

/// Reads a level from disk as [`read`] does, and keeps the warnings too.
///
/// # Errors
/// If the file cannot be read, or is too large to be.
pub fn read_inspected(path: &Path) -> Result<Inspection, ReadError> {
    Ok(inspect(reader::file::text_bytes(path)?, &path.display().to_string()))
}

/// Reads the format's version alone, before anything else of the file is looked at. Notes one that is not known, and a file
/// that is another kind of file.
fn versioned(reader: &mut Reader, kind: FileKind) -> Option<()> {
    // Nameless, since it stands for every kind of file: it begins with a bare `(`.
    #[derive(Deserialize)]
    #[serde(rename = "")]
    struct Versioned<'a> {
        #[serde(borrow)]
        version: Option<Piece<'a>>,
        #[serde(borrow)]
        map: Option<Piece<'a>>,
        #[serde(borrow)]
        levels: Option<Piece<'a>>,
        #[serde(borrow)]
        inputs: Option<Piece<'a>>,
    }
    let file: Versioned = reader.file()?;
    let signs = (file.map.is_some(), file.levels.is_some(), file.inputs.is_some());
    let other = match (kind, signs) {
        (_, (false, false, true)) => Some(("replay", "`hairline verify` plays it back")),
        (FileKind::Level, (false, true, false)) => Some(("campaign", "it must be called `campaign.ron`")),
        (FileKind::Campaign, (true, false, false)) => Some(("level", "its name must end in `.level.ron`")),
        _ => None,
    };
    if let Some((other, help)) = other {
        let fault = Diagnostic::error(format!("this file is a {other}, not a {}", kind.word()));
        reader.fault(fault.at(reader.begin(), format!("expected a {}", kind.word())).help(help));
        return None;
    }
    let Some(piece) = file.version else {
        let fault = Diagnostic::error("there is no `version`").at(reader.begin(), "add `version: 1,` after this");
        reader.fault(fault.help("it says which version of the format the file has"));
        return None;
    };
    let version: i64 = reader.scalar(piece, "version", "the number 1")?;
    if version != 1 {
        let fault = Diagnostic::error(format!("version {version} of the format is not known"));
        let fault = fault.at(reader.place(piece), "expected 1");
        reader.fault(fault.help("this build reads version 1; a newer file needs a newer build"));
        return None;
    }
    Some(())
}

/// A level that has passed every check. Positions in tiles, angles in radians, times in seconds.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "desktop", derive(bevy::asset::Asset, bevy::reflect::TypePath))]
pub struct Level {
    /// Shown on the title card and in the level list.
    pub name: String,
    /// Who made it.
    pub author: String,
    /// One short line shown while the level is played.
    pub hint: Option<String>,
    /// The tiles.
    pub terrain: Arc<Terrain>,
    /// Where the ninja's center starts.
    pub ninja: Vec2,
    /// The center of the exit.
    pub exit: Vec2,
    /// When the exit opens.
    pub exit_opens: ExitOpens,
    /// The shards' centers.
    pub shards: Vec<Vec2>,
    /// The laser robots.
    pub lasers: Vec<LaserSettings>,
    /// The robots that fire bullets.
    pub turrets: Vec<TurretSettings>,
    /// The robots that watch.
    pub cameras: Vec<CameraSettings>,
    /// The bouncing balls.
    pub orbs: Vec<OrbSettings>,
    /// The solid shapes that move.
    pub movers: Vec<MoverSettings>,
    /// The doors.
    pub doors: Vec<DoorSettings>,
    /// The switches.
    pub switches: Vec<SwitchSettings>,
    /// The keys.
    pub keys: Vec<KeySettings>,
    /// The springs.
    pub springs: Vec<SpringSettings>,
    /// The mines.
    pub mines: Vec<MineSettings>,
    /// The pairs of teleports.
    pub teleports: Vec<TeleportSettings>,
    /// The names of the channels; a [`Channel`] is a place in here.
    pub channels: Vec<String>,
    /// The focus meter.
    pub focus: FocusSettings,
    /// A hash of all that the rules depend on; names, authors and hints do not change it. Replays are bound to it.
    pub hash: u64,
}

impl Level {
    /// Whether any tile is spikes.
    pub fn has_spikes(&self) -> bool {
        self.has_tile(TileShape::Spikes)
    }

    /// Whether anything throws beams back: mirror tiles, or shapes with mirrors for a surface.
    pub fn has_mirrors(&self) -> bool {
        self.has_tile(TileShape::Mirror) || self.movers.iter().any(|mover| mover.surface == MoverSurface::Mirror)
    }

    fn has_tile(&self, shape: TileShape) -> bool {
        let size = self.terrain.size().as_ivec2();
        let mut cells = (0..size.y).flat_map(|y| (0..size.x).map(move |x| IVec2::new(x, y)));
        cells.any(|cell| self.terrain.tile(cell) == shape)
    }
}

/// When a level's exit opens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExitOpens {
    /// From the start.
    #[default]
    AtOnce,
    /// When the last shard is taken.
    AfterAllShards,
}

/// The focus meter of a level, in seconds of play (the ninja's time).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FocusSettings {
    /// The most that the meter holds; 0 switches focus off.
    pub max: f32,
    /// What it holds at the start, `0..=max`.
    pub start: f32,
}

impl Default for FocusSettings {
    fn default() -> Self {
        Self { max: 3.0, start: 3.0 }
    }
}

/// A kind of actor, by its settings.
pub trait ActorKind: Sized {
    /// The actors of this kind in a level, in the order of its file.
    fn of(level: &Level) -> &[Self];
}

macro_rules! kinds {
    ($($settings:ident: $field:ident),*) => { $(impl ActorKind for $settings {
        fn of(level: &Level) -> &[Self] {
            &level.$field
        }
    })* };
}
kinds!(LaserSettings: lasers, TurretSettings: turrets, CameraSettings: cameras, OrbSettings: orbs, MoverSettings: movers,
    DoorSettings: doors, SwitchSettings: switches, KeySettings: keys, SpringSettings: springs, MineSettings: mines,
    TeleportSettings: teleports);

impl Level {
    /// The actors of a kind, in the order of the file.
    pub fn actors<K: ActorKind>(&self) -> &[K] {
        K::of(self)
    }
}
