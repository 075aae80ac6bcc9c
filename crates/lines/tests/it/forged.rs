//! Lines that are cut, changed, forged or far too long: refused with the reason, or the same as before. `HAIRLINE_FUZZ=100000`
//! tries so many mutants instead of a few.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use hairline_lines::{CHARS_MAX, Line, PREFIX, is_line};
use hairline_testing::{levels_folder, shipped_proofs};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

const MUTANTS: u64 = 20_000;

const LEVEL: &str = "(version: 1, name: \"A\", map: r\"\n#####\n#@ X#\n#####\n\")";

/// The line of a level with its proof.
fn shipped() -> String {
    let (file, _, proof) = shipped_proofs().swap_remove(0);
    let text = std::fs::read_to_string(levels_folder().join(file)).expect("it is shipped");
    let line = Line::of_level(&text).and_then(|line| line.with_run(proof)).expect("it has a proof");
    line.write().expect("it is short")
}

/// The bytes of a line without its checksum.
fn bytes_of(line: &str) -> Vec<u8> {
    let mut bytes = URL_SAFE_NO_PAD.decode(&line[PREFIX.len()..]).expect("it is a line");
    bytes.truncate(bytes.len() - 4);
    bytes
}

/// Bytes as a line, with the right checksum.
fn line_of(bytes: &[u8]) -> String {
    let checksum = crc32fast::hash(bytes).to_le_bytes();
    format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode([bytes, &checksum].concat()))
}

#[track_caller]
fn refused(line: &str, words: &str) {
    let error = Line::parse(line).expect_err("it is no line").to_string();
    assert!(error.contains(words), "{error}");
}

#[test]
fn a_line_cut_at_any_byte_or_with_any_byte_changed_is_refused() {
    let line = shipped();
    for length in 0..line.len() {
        assert!(Line::parse(&line[..length]).is_err(), "the first {length}");
        assert!(Line::parse(&line[length + 1..]).is_err(), "without the first {length}");
    }
    for at in 0..line.len() {
        for byte in 0..=u8::MAX {
            let mut bytes = line.clone().into_bytes();
            bytes[at] = byte;
            let Ok(changed) = String::from_utf8(bytes) else { continue };
            assert!(Line::parse(&changed).is_err() || changed == line, "byte {at} is {byte}");
        }
    }
}

/// The checksum keeps no forger out: what it vouches for is checked as well.
#[test]
fn bytes_under_a_right_checksum_are_refused_or_read_as_what_they_say() {
    let line = shipped();
    let bytes = bytes_of(&line);
    for length in 0..bytes.len() {
        assert!(Line::parse(&line_of(&bytes[..length])).is_err(), "the first {length} bytes");
    }
    let mutants = std::env::var("HAIRLINE_FUZZ").ok().and_then(|count| count.parse().ok()).unwrap_or(MUTANTS);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut read = 0;
    for mutant in 0..mutants {
        let mut bytes = bytes.clone();
        for _ in 0..random.random_range(1..4) {
            let at = random.random_range(0..bytes.len());
            match random.random_range(0..8) {
                0 => drop(bytes.remove(at)),
                1 => bytes.insert(at, random.random()),
                2 => bytes.truncate(at.max(1)),
                _ => bytes[at] ^= 1 << random.random_range(0..8),
            }
        }
        // Whatever is read is written as the same level and the same run.
        let Ok(line) = Line::parse(&line_of(&bytes)) else { continue };
        read += 1;
        let again = line.write().and_then(|text| Line::parse(&text)).expect("it was read");
        assert_eq!(again.run(), line.run(), "mutant {mutant}");
        let [hash, hash_again] = [&line, &again].map(|line| line.level().map(|shared| shared.level.hash));
        assert_eq!(hash, hash_again, "mutant {mutant}");
    }
    assert!(read > 0 && read < mutants, "{read} of {mutants} mutants were read");
}

#[test]
fn each_reason_has_its_sentence() {
    let level = Line::of_level(LEVEL).and_then(|line| line.write()).expect("it is a level");
    let bytes = bytes_of(&level);
    let with = |at: usize, byte: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = byte;
        line_of(&bytes)
    };
    refused("", "it is no line: a line begins with `hl1:`");
    refused("levels/first-light.level.ron", "it is no line");
    refused("hl2:AAAA", "it begins with `hl2:`, and this version of the game reads `hl1:`");
    refused(&format!("{level}="), &format!("character {} is '=': a line has letters", level.len() + 1));
    refused(&level.replacen(':', ": ", 1), "character 5 is ' '");
    refused("hl1:\u{1b}[2J", "character 5 is '\\u{1b}'");
    refused("hl1:", "it is cut short");
    refused("hl1:AAAAA", "it is cut short");
    let other = if &level[20..21] == "A" { "B" } else { "A" };
    refused(&format!("{}{other}{}", &level[..20], &level[21..]), "its checksum is wrong");
    refused(&with(0, 0x21), "its layout has the version 2, and this version of the game reads 1");
    refused(&with(0, 0x10), "unknown kind 0");
    refused(&with(0, 0x14), "unknown kind 4");
    refused(&with(0, 0x12), "its run cannot be read");
    refused(&with(1, bytes[1] ^ 1), "it is forged, or of a version of the game that reads this level otherwise");
    refused(&line_of(&[bytes.as_slice(), &[0]].concat()), "it has bytes after its end: 1");
    refused(&line_of(&bytes[..bytes.len() - 1]), "its level cannot be unpacked");
    let run = line_of(&[&[0x12][..], &[0; 16], &[0b1000_0100, 0, 9, 9]].concat());
    refused(&run, "it has bytes after its end: 2");
}

/// As deflate's stored block.
#[test]
fn a_forged_level_with_errors_shows_them() {
    let text = "(version: 1, name: \"A\")";
    let block = [&[1, text.len() as u8, 0, !(text.len() as u8), 0xff], text.as_bytes()].concat();
    refused(&line_of(&[&[0x11][..], &[0; 8], &block].concat()), "its level cannot be played:\nerror[");
}

#[test]
fn a_line_of_a_megabyte_and_a_bomb_are_refused_at_once() {
    refused(&format!("{PREFIX}{}", "A".repeat(1 << 20)), "it has 1048580 characters, and a line has at most 4096");
    // A stored byte, then as many copies of it as fit: 258 with each two bits, in deflate's fixed codes.
    let mut bits = vec![true, true, false];
    bits.extend((0..8).map(|place| (0x30 + b'#') >> (7 - place) & 1 == 1));
    while bits.len() < 8 * (CHARS_MAX * 3 / 4 - 24) {
        bits.extend("1100010100000".chars().map(|bit| bit == '1'));
    }
    bits.extend([false; 7]);
    let bomb: Vec<u8> = bits.chunks(8).map(|byte| (0..byte.len()).map(|at| u8::from(byte[at]) << at).sum()).collect();
    refused(&line_of(&[&[0x11][..], &[0; 8], &bomb].concat()), "its level has more than 262144 bytes");
}

#[test]
fn what_is_meant_as_a_line_is_known_by_its_beginning() {
    assert!(["hl1:", "hl1:abc", "hl2:abc", "hl12:abc"].map(is_line).iter().all(|is| *is));
    assert!(["", "hl:", "hlx:a", "./hl1:abc", "HL1:abc", "hl1", "html:abc"].map(is_line).iter().all(|is| !*is));
}
