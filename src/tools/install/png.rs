//! Writes pixels as PNG (ISO/IEC 15948) without compressing them: an icon is small, and the file needs no library.

/// The most bytes of a block that is stored as it is (RFC 1951).
const BLOCK_MAX: usize = 0xffff;

/// A square picture of red, green, blue and opacity, a byte each, row by row from the top.
///
/// # Panics
/// If the number of bytes is not that of the pixels.
pub fn encode(side: u32, pixels: &[u8]) -> Vec<u8> {
    let row = side as usize * 4;
    assert_eq!(pixels.len(), row * side as usize, "four bytes a pixel");
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    // Eight bits a channel, color with opacity; one method each of compression, filters and rows in order.
    let header = [&side.to_be_bytes()[..], &side.to_be_bytes(), &[8, 6, 0, 0, 0]].concat();
    chunk(&mut file, b"IHDR", &header);
    // Each row begins with its filter: none.
    let rows: Vec<u8> = pixels.chunks(row).flat_map(|row| std::iter::once(&0).chain(row)).copied().collect();
    chunk(&mut file, b"IDAT", &stored(&rows));
    chunk(&mut file, b"IEND", &[]);
    file
}

fn chunk(file: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    file.extend((data.len() as u32).to_be_bytes());
    let start = file.len();
    file.extend(kind);
    file.extend(data);
    let check = crc(&file[start..]);
    file.extend(check.to_be_bytes());
}

/// Bytes in the form of zlib (RFC 1950), in blocks as they are.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let mut stream = vec![0x78, 0x01];
    let count = bytes.chunks(BLOCK_MAX).count();
    for (index, block) in bytes.chunks(BLOCK_MAX).enumerate() {
        let length = block.len() as u16;
        stream.push(u8::from(index + 1 == count));
        stream.extend(length.to_le_bytes());
        stream.extend((!length).to_le_bytes());
        stream.extend(block);
    }
    stream.extend(adler(bytes).to_be_bytes());
    stream
}

/// The check of a chunk: CRC-32, bit by bit.
fn crc(bytes: &[u8]) -> u32 {
    let step = |rest: u32, _| if rest & 1 == 1 { rest >> 1 ^ 0xedb8_8320 } else { rest >> 1 };
    !bytes.iter().fold(!0, |rest, byte| (0..8).fold(rest ^ u32::from(*byte), step))
}

/// The check of a zlib stream: Adler-32.
fn adler(bytes: &[u8]) -> u32 {
    let (a, b) = bytes.iter().fold((1u32, 0u32), |(a, b), byte| {
        let a = (a + u32::from(*byte)) % 65521;
        (a, (b + a) % 65521)
    });
    b << 16 | a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checks_are_those_of_the_standards() {
        // The examples that the standards' authors publish.
        assert_eq!(crc(b"123456789"), 0xcbf4_3926);
        assert_eq!(adler(b"Wikipedia"), 0x11e6_0398);
        assert_eq!(crc(b"IEND"), 0xae42_6082);
    }

    #[test]
    fn a_picture_that_fills_several_blocks_holds_all_of_its_bytes() {
        let side = 256;
        let pixels: Vec<u8> = (0..side * side * 4).map(|byte| (byte % 251) as u8).collect();
        let file = encode(side, &pixels);
        assert_eq!(file[..8], *b"\x89PNG\r\n\x1a\n");
        let at = |place: usize| u32::from_be_bytes(file[place..place + 4].try_into().expect("four bytes"));
        assert_eq!((at(8), at(16), at(20)), (13, side, side));
        // The data is the second chunk: blocks of stored bytes, each with its length and that inverted.
        let data = &file[33 + 8..33 + 8 + at(33) as usize];
        let (mut rows, mut place) = (vec![], 2);
        loop {
            let [is_last, low, high, not_low, not_high] = data[place..place + 5].try_into().expect("five bytes");
            let length = u16::from_le_bytes([low, high]);
            assert_eq!(u16::from_le_bytes([not_low, not_high]), !length);
            rows.extend(&data[place + 5..place + 5 + length as usize]);
            place += 5 + length as usize;
            if is_last == 1 {
                break;
            }
        }
        assert_eq!(data.len(), place + 4);
        let row = side as usize * 4 + 1;
        assert_eq!(rows.len(), row * side as usize);
        let read: Vec<u8> = rows.chunks(row).flat_map(|row| row[1..].to_vec()).collect();
        assert_eq!(read, pixels);
    }
}
