//! Texts of levels, deflated (RFC 1951) after a dictionary of levels, which both sides know.

use zlib_rs::{Deflate, DeflateFlush, Inflate, InflateFlush, Status, compress_bound};

use hairline_level::limits::FILE_BYTES_MAX;

/// The most bytes of a level's text, which is what a level file may have.
pub const TEXT_BYTES_MAX: usize = FILE_BYTES_MAX as usize;

/// What `hl1` deflates levels after. It is never changed, whatever becomes of the levels in it: old lines would become
/// unreadable. `cargo run -p hairline_lines --example dictionary` made it, and would make that of a later version.
pub const DICTIONARY: &str = include_str!("hl1.dictionary");

/// The highest effort of deflate: a line is written once and sent often.
const EFFORT: i32 = 9;
/// The window of deflate, 32,768 bytes, as a power of two.
const WINDOW_BITS: u8 = 15;

/// Why packed bytes were not unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unpacked {
    /// They are no deflated UTF-8 text.
    Damaged,
    /// The text has more than [`TEXT_BYTES_MAX`] bytes.
    TooLarge,
    /// So many bytes are left after its end.
    Rest(usize),
}

/// Deflates a text of at most [`TEXT_BYTES_MAX`] bytes.
pub(crate) fn pack(text: &str) -> Vec<u8> {
    let mut deflate = Deflate::new(EFFORT, false, WINDOW_BITS);
    deflate.set_dictionary(DICTIONARY.as_bytes()).expect("a new raw stream takes a dictionary");
    let mut bytes = vec![0; compress_bound(text.len())];
    let status = deflate.compress(text.as_bytes(), &mut bytes, DeflateFlush::Finish);
    assert_eq!(status, Ok(Status::StreamEnd), "the bound leaves room for all of it");
    bytes.truncate(deflate.total_out() as usize);
    bytes
}

/// The inverse of [`pack`], with a limit on the text.
pub(crate) fn unpack(bytes: &[u8]) -> Result<String, Unpacked> {
    let mut inflate = Inflate::new(false, WINDOW_BITS);
    inflate.set_dictionary(DICTIONARY.as_bytes()).expect("a new raw stream takes a dictionary");
    let mut text = vec![0; TEXT_BYTES_MAX + 1];
    let status = inflate.decompress(bytes, &mut text, InflateFlush::NoFlush).map_err(|_| Unpacked::Damaged)?;
    text.truncate(inflate.total_out() as usize);
    if text.len() > TEXT_BYTES_MAX {
        return Err(Unpacked::TooLarge);
    }
    if status != Status::StreamEnd {
        return Err(Unpacked::Damaged);
    }
    let rest = bytes.len() - inflate.total_in() as usize;
    if rest > 0 {
        return Err(Unpacked::Rest(rest));
    }
    String::from_utf8(text).map_err(|_| Unpacked::Damaged)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dictionary_is_for_ever() {
        assert!(DICTIONARY.len() <= 1 << WINDOW_BITS, "more than the window of deflate");
        assert_eq!(crc32fast::hash(DICTIONARY.as_bytes()), 0x06d2_a8f7, "old lines become unreadable");
    }

    #[test]
    fn texts_come_back_with_the_dictionary_in_reach_or_not() {
        let long = "é#.".repeat(60_000);
        for text in ["", "a", DICTIONARY, &long] {
            assert_eq!(unpack(&pack(text)).as_deref(), Ok(text));
        }
        let about_the_first = &DICTIONARY[..600];
        assert!(pack(about_the_first).len() < 100, "{}", pack(about_the_first).len());
    }

    #[test]
    fn a_bomb_a_cut_a_rest_and_what_is_no_text_are_told_apart() {
        let bomb = pack(&"#".repeat(TEXT_BYTES_MAX + 1));
        assert!(bomb.len() < 600, "{}", bomb.len());
        assert_eq!(unpack(&bomb), Err(Unpacked::TooLarge));
        assert_eq!(unpack(&pack(&"#".repeat(TEXT_BYTES_MAX))).map(|text| text.len()), Ok(TEXT_BYTES_MAX));
        let packed = pack("a level");
        for length in 0..packed.len() {
            assert_eq!(unpack(&packed[..length]), Err(Unpacked::Damaged), "the first {length} bytes");
        }
        assert_eq!(unpack(&[packed.as_slice(), &[0, 0]].concat()), Err(Unpacked::Rest(2)));
        // Bytes as a stored block that is the last.
        let last = |bytes: &[u8]| {
            let length = bytes.len() as u16;
            [&[1][..], &length.to_le_bytes(), &(!length).to_le_bytes(), bytes].concat()
        };
        assert_eq!(unpack(&last(b"a")).as_deref(), Ok("a"));
        assert_eq!(unpack(&last(&[0xff])), Err(Unpacked::Damaged));
    }
}
