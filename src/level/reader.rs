//! Reading RON by pieces. Every value that a person may get wrong is first taken as a [`Piece`], the source text of one
//! value, and read afterwards: so each fault knows its place, and one fault does not hide the next.

use std::ops::Range;

use ron::extensions::Extensions;
use ron::value::RawValue;
use serde::Deserialize;

use super::fault::Fault;
use super::syntax;

/// The RON that is read: as published, and `Some(…)` need not be written.
fn options() -> ron::Options {
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

/// The text of one RON value, not yet read, standing in the text of its file.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(transparent)]
pub(super) struct Piece<'a>(#[serde(borrow)] &'a RawValue);

impl<'a> Piece<'a> {
    /// The value's text without the comments around it.
    pub fn text(self) -> &'a str {
        let text = self.0.get_ron();
        if text.contains("//") || text.contains("/*") { self.0.trim().get_ron() } else { text }
    }
}

/// A file's text and the faults found in it so far.
pub(super) struct Reader<'a> {
    text: &'a str,
    faults: Vec<Fault>,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, faults: Vec::new() }
    }

    /// Notes a fault.
    pub fn fault(&mut self, fault: Fault) {
        self.faults.push(fault);
    }

    /// The faults in the order in which they were found.
    pub fn into_faults(self) -> Vec<Fault> {
        self.faults
    }

    /// The bytes of the file where a part of its text stands.
    pub fn place_of(&self, part: &str) -> Range<usize> {
        let start = (part.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        debug_assert!(start <= self.text.len(), "a part of another text");
        let start = start.min(self.text.len());
        start..(start + part.len()).min(self.text.len())
    }

    /// The bytes where a piece stands.
    pub fn place(&self, piece: Piece<'a>) -> Range<usize> {
        self.place_of(piece.text())
    }

    /// Reads the whole file as one value.
    pub fn file<T: Deserialize<'a>>(&mut self) -> Option<T> {
        self.parse(self.text, 0)
    }

    /// Reads a piece; a fault in its form is noted where it is.
    pub fn read<T: Deserialize<'a>>(&mut self, piece: Piece<'a>) -> Option<T> {
        let text = piece.text();
        self.parse(text, self.place_of(text).start)
    }

    /// Reads a piece that is a single scalar; if it is none, the fault says what was wanted.
    pub fn scalar<T: Deserialize<'a>>(&mut self, piece: Piece<'a>, field: &str, wanted: &str) -> Option<T> {
        let text = piece.text();
        let value = options().from_str(text).ok();
        if value.is_none() {
            self.fault(Fault::error(format!("`{field}` must be {wanted}")).at(self.place(piece), "this is not"));
        }
        value
    }

    fn parse<T: Deserialize<'a>>(&mut self, part: &'a str, start: usize) -> Option<T> {
        match options().from_str(part) {
            Ok(value) => Some(value),
            Err(error) => {
                self.fault(syntax::fault(self.text, start, part, error));
                None
            }
        }
    }
}
