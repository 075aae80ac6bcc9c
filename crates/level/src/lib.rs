//! Levels: their contents, and how they are read from files and checked. Knows neither the rules nor the ECS.
//!
//! Everything in a [`Level`] is checked: finite numbers, positive periods, every actor inside the map, all but
//! obstacles outside its walls, exactly one ninja and one exit. The rules rely on that and check nothing again. No
//! input makes this code panic, and none makes it allocate more memory than the caps in [`limits`] allow.
//!
//! # For callers
//!
//! - [`parse`] makes a [`Level`] from the bytes of a `*.level.ron` file, [`read`] from a path. Pure, headless.
//! - [`inspect`] does the same and keeps the warnings of a level that can be used.
//! - [`LevelDiagnostics`] holds all errors and warnings of a file: `Display` shows each diagnostic with its line and a caret.
//! - [`Level::actors`] gives the actors of a kind; [`KINDS`] is the table of all kinds.
//! - [`campaign`] gives the order of the levels.
//! - [`StableHasher`] is the hash behind [`Level::hash`].
//!
//! # How a file is read
//!
//! | step | where |
//! |---|---|
//! | check that the bytes are text | `reader/encoding.rs` |
//! | parse RON so that every value keeps its place in the file | `reader/mod.rs`, `reader/scalars.rs` |
//! | explain syntax errors | `reader/errors.rs`, `reader/hints.rs`, `reader/brackets.rs` |
//! | read the fields of the level | `format/v1.rs` |
//! | read the values that several actors share, and look them up | `reader/shared.rs` |
//! | read the text map, by the table of characters | `format/map.rs`, [`glyphs`] |
//! | read the actors, by the table of kinds | `actors/entries.rs`, `actors/fields.rs`, `actors/<kind>.rs` |
//! | look up cells by their marks | `reader/places.rs` |
//! | look up channels by their names, and read gates | `format/channels.rs` |
//! | give each actor its place and its path | `placement/mod.rs`, `placement/routes.rs` |
//! | check that nothing overlaps | `placement/overlaps.rs` |
//! | show diagnostics | [`diagnostics`]; their codes are in [`diagnostics::faults`] |
//!
//! `levels/README.md` documents the format by example.
//!
//! # How to add a kind of actor
//!
//! A file in `actors` with its [`Kind`] and its settings, and its name in the list `kinds!` of `actors/mod.rs`. `actors/mine.rs`
//! is the shortest model, `actors/door.rs` one with a solid body and a channel, `actors/mover.rs` one with a path. Reading,
//! placing, paths, caps, overlaps, hashing, counts in `hairline check` and the fixtures of tests follow from what the kind
//! declares. `docs/ARCHITECTURE.md` has the steps in the other crates.

#![warn(missing_docs, clippy::disallowed_methods)]

mod actors;
pub mod campaign;
pub mod diagnostics;
mod format;
mod hash;
#[allow(clippy::module_inception, reason = "the file is named for the type that it holds")]
mod level;
pub mod limits;
mod parse;
mod placement;
mod reader;
pub mod stable_hash;
mod world;

pub use actors::aim::{Aim, Cycle};
pub use actors::columns::ActorColumns;
pub use actors::fields::{FieldForm, PATH_FIELDS};
pub use actors::kind::{ActorKind, Extent, Kind};
pub use actors::logic::{ActorLogic, Fill, Hold, Mirror, MirrorMotion, Obstacle, Throw, Touch};
pub use actors::path::{PathTiming, Patrol};
pub use diagnostics::suggest::nearest;
pub use diagnostics::{Diagnostic, LevelDiagnostics, Position, Severity};
pub use format::about::{About, Beat};
pub use format::gates::{Channel, Condition, ConditionIndex, Gate};
pub use format::glyphs;
pub use format::hint::HINT_ACTIONS;
pub use format::v1::field_form;
pub use level::{ExitOpens, FocusSettings, Level, ShardOrder};
pub use parse::{Inspection, LEVEL_FILE_ENDING, explain, inspect, is_blank, parse, read, read_inspected};
pub use placement::places::{ActorPlace, Places};
pub use reader::encoding::{is_utf16, too_large};
pub use reader::file::ReadError;
pub use reader::typeface::is_drawable;
pub use reader::version::FORMAT_VERSION;
pub use reader::{file, lexer};
pub use stable_hash::StableHasher;
pub use world::LevelWorld;

// `KINDS`, the settings of each kind in it, and what holds settings of several kinds.
pub use actors::*;
