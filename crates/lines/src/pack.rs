//! Texts of levels, deflated (RFC 1951) after a dictionary of levels, which both sides know.

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

use hairline_level::limits::FILE_BYTES_MAX;

/// The most bytes of a level's text, which is what a level file may have.
pub const TEXT_BYTES_MAX: usize = FILE_BYTES_MAX as usize;

/// What `hl1` deflates levels after. It is never changed, whatever becomes of the levels in it: old lines would become
/// unreadable. `cargo run -p hairline_lines --example dictionary` made it, and would make that of a later version.
pub const DICTIONARY: &str = include_str!("hl1.dictionary");

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
    let mut deflate = Compress::new(Compression::best(), false);
    let mut bytes = Vec::with_capacity(DICTIONARY.len() + TEXT_BYTES_MAX);
    // The window keeps the dictionary, and what it became is thrown away: a flush ends on a whole byte.
    let mut run = |text: &str, bytes: &mut Vec<u8>, flush| {
        let (start, mut status) = (deflate.total_in(), Status::Ok);
        let has_ended = |deflate: &Compress, status, bytes: &Vec<u8>| match flush {
            FlushCompress::Finish => status == Status::StreamEnd,
            _ => deflate.total_in() - start == text.len() as u64 && bytes.len() < bytes.capacity(),
        };
        while !has_ended(&deflate, status, bytes) {
            bytes.reserve(1024);
            let rest = &text.as_bytes()[(deflate.total_in() - start) as usize..];
            status = deflate.compress_vec(rest, bytes, flush).expect("any bytes can be deflated");
        }
    };
    run(DICTIONARY, &mut bytes, FlushCompress::Sync);
    bytes.clear();
    run(text, &mut bytes, FlushCompress::Finish);
    bytes
}

/// The inverse of [`pack`], with a limit on the text.
pub(crate) fn unpack(bytes: &[u8]) -> Result<String, Unpacked> {
    let mut inflate = Decompress::new(false);
    let mut text = Vec::with_capacity(DICTIONARY.len() + TEXT_BYTES_MAX + 1);
    let known = stored(DICTIONARY.as_bytes());
    inflate_into(&mut inflate, &known, &mut text).filter(|_| text == DICTIONARY.as_bytes()).ok_or(Unpacked::Damaged)?;
    let status = inflate_into(&mut inflate, bytes, &mut text).ok_or(Unpacked::Damaged)?;
    let text = text.split_off(DICTIONARY.len());
    if text.len() > TEXT_BYTES_MAX {
        return Err(Unpacked::TooLarge);
    }
    if status != Status::StreamEnd {
        return Err(Unpacked::Damaged);
    }
    let rest = known.len() + bytes.len() - inflate.total_in() as usize;
    if rest > 0 {
        return Err(Unpacked::Rest(rest));
    }
    String::from_utf8(text).map_err(|_| Unpacked::Damaged)
}

/// Inflates all of `bytes`, or as much as the text has room for; `None` if they are damaged.
fn inflate_into(inflate: &mut Decompress, bytes: &[u8], text: &mut Vec<u8>) -> Option<Status> {
    let start = inflate.total_in();
    loop {
        let before = (inflate.total_in(), inflate.total_out());
        let rest = &bytes[(before.0 - start) as usize..];
        let status = inflate.decompress_vec(rest, text, FlushDecompress::None).ok()?;
        if status == Status::StreamEnd || before == (inflate.total_in(), inflate.total_out()) {
            return Some(status);
        }
    }
}

/// Bytes as a stored block that is not the last: how a dictionary comes before a stream, whatever library inflates it.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let length = bytes.len() as u16;
    [&[0][..], &length.to_le_bytes(), &(!length).to_le_bytes(), bytes].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dictionary_is_for_ever() {
        assert!(DICTIONARY.len() <= 1 << 15, "more than the window of deflate");
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
        let last = |bytes: &[u8]| [&[1], &stored(bytes)[1..]].concat();
        assert_eq!(unpack(&last(b"a")).as_deref(), Ok("a"));
        assert_eq!(unpack(&last(&[0xff])), Err(Unpacked::Damaged));
    }
}
