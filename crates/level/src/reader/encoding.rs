//! From bytes to text: the checks before a file is parsed at all. Size, encoding, control characters.

use super::brackets::is_blank;
use crate::diagnostics::faults;
use crate::diagnostics::{Diagnostic, LevelDiagnostics};
use crate::limits::FILE_BYTES_MAX;

/// What a file is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    Level,
    Campaign,
}

impl FileKind {
    /// Its name in messages.
    pub fn word(self) -> &'static str {
        match self {
            Self::Level => "level",
            Self::Campaign => "campaign",
        }
    }

    /// The shortest file of this kind, and a sentence.
    fn example(self) -> &'static str {
        match self {
            Self::Level => {
                "(version: 1, name: \"A Walk\", map: r\"\n    #######\n    # @ X #\n    #######\n\")\n\
                 levels/README.md has the rest"
            }
            Self::Campaign => "(version: 1, levels: [\"01-start.level.ron\"])\nit lists the level files beside it",
        }
    }
}

/// The text of a file without its byte-order mark, or the reason why it is not text or is blank.
pub fn text_of<'a>(bytes: &'a [u8], source_name: &str, kind: FileKind) -> Result<&'a str, LevelDiagnostics> {
    let refuse = |diagnostic| Err(LevelDiagnostics::without_text(source_name, diagnostic));
    if bytes.len() as u64 > FILE_BYTES_MAX {
        return refuse(too_large(bytes.len() as u64));
    }
    if is_utf16(bytes) {
        return refuse(Diagnostic::error("the file is UTF-16 text").of(&faults::NOT_TEXT).help("save it as UTF-8"));
    }
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let (line, byte) = (line_of(bytes, error.valid_up_to()), bytes[error.valid_up_to()]);
            return refuse(
                Diagnostic::error(format!("the file is not UTF-8 text: byte 0x{byte:02x} in line {line}"))
                    .of(&faults::NOT_TEXT)
                    .help("a level is a text file; save it as UTF-8"),
            );
        }
    };
    let control = |character: char| character.is_control() && !matches!(character, '\n' | '\r' | '\t');
    if let Some((at, character)) = text.char_indices().find(|(_, character)| control(*character)) {
        let (line, code) = (line_of(bytes, at), character as u32);
        return refuse(
            Diagnostic::error(format!("the file is not plain text: control character U+{code:04X} in line {line}"))
                .of(&faults::NOT_TEXT)
                .help("a level is a text file; remove the character, or restore the file"),
        );
    }
    if is_blank(text) {
        let (word, example) = (kind.word(), kind.example());
        let why = if text.is_empty() {
            "the file is empty"
        } else if text.trim().is_empty() {
            "there is only white space"
        } else {
            "there are only comments"
        };
        let diagnostic = Diagnostic::error(format!("there is no {word} in the file: {why}")).of(&faults::EMPTY_FILE);
        return refuse(diagnostic.help(format!("the shortest {word} is\n{example}")));
    }
    Ok(text)
}

/// Whether bytes are UTF-16 text: by its byte-order mark, or by two letters of ASCII at the beginning.
pub fn is_utf16(bytes: &[u8]) -> bool {
    let is_zero = |at: usize| bytes.get(at).map(|byte| *byte == 0);
    let zeros = [0, 1, 2, 3].map(is_zero);
    let ascii = |first: bool| [first, !first, first, !first].map(Some);
    bytes.starts_with(&[0xff, 0xfe])
        || bytes.starts_with(&[0xfe, 0xff])
        || zeros == ascii(true)
        || zeros == ascii(false)
}

/// The error of a file over the size cap.
pub fn too_large(bytes: u64) -> Diagnostic {
    Diagnostic::error(format!("the file is too large: {bytes} bytes, and at most {FILE_BYTES_MAX} are read"))
        .of(&faults::TOO_LARGE)
        .help("is it a level at all? A map of 512 by 400 cells fits")
}

fn line_of(bytes: &[u8], at: usize) -> usize {
    1 + bytes[..at].iter().filter(|byte| **byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_example_of_each_kind_is_valid() {
        let shortest = |kind: FileKind| kind.example().rsplit_once('\n').expect("a sentence follows").0;
        assert!(crate::inspect(shortest(FileKind::Level), "a.level.ron").diagnostics.is_empty());
        assert!(crate::campaign::parse(shortest(FileKind::Campaign), "campaign.ron").is_ok());
    }
}
