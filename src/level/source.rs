//! From bytes to text: everything that must hold before a file is parsed at all. Size, encoding, control characters.

use super::fault::{Fault, LevelFaults};
use super::limits::FILE_BYTES_MAX;

/// The text of a file, without its byte-order mark, or the one reason why it is not text.
pub(super) fn text_of<'a>(bytes: &'a [u8], source_name: &str) -> Result<&'a str, LevelFaults> {
    let refuse = |fault| Err(LevelFaults::without_text(source_name, fault));
    if bytes.len() as u64 > FILE_BYTES_MAX {
        return refuse(too_large(bytes.len() as u64));
    }
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return refuse(Fault::error("the file is UTF-16 text").help("save it as UTF-8"));
    }
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let (line, byte) = (line_of(bytes, error.valid_up_to()), bytes[error.valid_up_to()]);
            return refuse(
                Fault::error(format!("the file is not UTF-8 text: byte 0x{byte:02x} in line {line}"))
                    .help("a level is a text file; save it as UTF-8"),
            );
        }
    };
    let control = |character: char| character.is_control() && !matches!(character, '\n' | '\r' | '\t');
    if let Some((at, character)) = text.char_indices().find(|(_, character)| control(*character)) {
        let (line, code) = (line_of(bytes, at), character as u32);
        return refuse(
            Fault::error(format!("the file is not plain text: control character U+{code:04X} in line {line}"))
                .help("a level is a text file; remove the character, or restore the file"),
        );
    }
    if text.trim().is_empty() {
        return refuse(Fault::error("the file is empty").help("levels/README.md shows the smallest level"));
    }
    Ok(text)
}

/// The fault of a file over the cap.
pub(super) fn too_large(bytes: u64) -> Fault {
    Fault::error(format!("the file is too large: {bytes} bytes, and at most {FILE_BYTES_MAX} are read"))
        .help("is it a level at all? A map of 512 by 400 cells fits")
}

fn line_of(bytes: &[u8], at: usize) -> usize {
    1 + bytes[..at].iter().filter(|byte| **byte == b'\n').count()
}
