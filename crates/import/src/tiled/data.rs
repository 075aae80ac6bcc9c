//! The data of a layer of tiles, decoded only to see how much there is: the library would decompress it without a limit.

use std::io::Read;

use base64::Engine;

/// How the tiles of a layer are written.
#[derive(Clone, Debug, Default)]
pub struct Encoding {
    pub encoding: Option<String>,
    pub compression: Option<String>,
}

/// The bits of a gid that say how its tile is flipped.
const FLIP_FLAGS: u32 = 0xe000_0000;

/// Checks that a gid is none, or of a tileset; `first` is the least gid of all tilesets. The library would leave it out.
///
/// # Errors
/// A sentence and its cure.
pub fn check_gid(gid: u32, first: Option<u32>) -> Result<(), (String, String)> {
    let number = gid & !FLIP_FLAGS;
    if number == 0 || first.is_some_and(|first| number >= first) {
        return Ok(());
    }
    let tilesets = first.map_or("the map has none".to_owned(), |first| format!("the first one begins at {first}"));
    let help = "save the map again; if that does not help, add the tileset that it was drawn with";
    Err((format!("the tile with the gid {number} is of no tileset: {tilesets}"), help.to_owned()))
}

/// Checks that a text holds exactly so many tiles, each of them of a tileset; `first` is the least gid of all tilesets.
///
/// # Errors
/// A sentence and its cure.
pub fn check(text: &str, encoding: &Encoding, tiles: usize, first: Option<u32>) -> Result<(), (String, String)> {
    let again = || "save the map again, or undo the last change of its text".to_owned();
    let count = match (encoding.encoding.as_deref(), encoding.compression.as_deref()) {
        (Some("csv"), None) => {
            let mut count = 0;
            for number in text.split(',') {
                let number = number.trim();
                let Ok(gid) = number.parse() else {
                    let shown: String = number.chars().take(24).collect();
                    return Err((format!("`{shown}` in the data of the layer is not the number of a tile"), again()));
                };
                check_gid(gid, first)?;
                count += 1;
                if count > tiles {
                    break;
                }
            }
            count
        }
        (Some("base64"), compression) => {
            let bytes = base64::engine::general_purpose::STANDARD
                .decode(text.trim())
                .map_err(|error| (format!("the data of the layer is not base64: {error}"), again()))?;
            let bytes = match compression {
                None | Some("") => decode(bytes.as_slice(), tiles, first)?,
                Some("zlib") => decode(flate2::bufread::ZlibDecoder::new(bytes.as_slice()), tiles, first)?,
                Some("gzip") => decode(flate2::bufread::GzDecoder::new(bytes.as_slice()), tiles, first)?,
                Some(other) => {
                    let help =
                        "choose CSV, or Base64 with zlib, gzip or no compression, as the map's Tile Layer Format";
                    return Err((
                        format!("the data of the layer is compressed with `{other}`, which is not read"),
                        help.into(),
                    ));
                }
            };
            if bytes % 4 != 0 {
                return Err((format!("the data of the layer has {bytes} bytes, which are no whole tiles"), again()));
            }
            bytes / 4
        }
        (encoding, _) => {
            let encoding = encoding.unwrap_or("XML");
            let help = "choose CSV or Base64 as the map's Tile Layer Format";
            return Err((format!("the data of the layer is written as {encoding}, which is not read"), help.into()));
        }
    };
    if count != tiles {
        let more = if count > tiles { format!("more than {tiles}") } else { count.to_string() };
        return Err((format!("the data of the layer has {more} tiles, and its size makes {tiles}"), again()));
    }
    Ok(())
}

/// How many bytes come out, and never more than a tile beyond those that are wanted. Checks each gid among them.
fn decode(decoder: impl Read, tiles: usize, first: Option<u32>) -> Result<usize, (String, String)> {
    let mut limited = decoder.take(tiles as u64 * 4 + 4);
    let mut buffer = [0; 4096];
    // The bytes of the gid that is not whole yet are the first `begun` of the buffer.
    let (mut length, mut begun) = (0, 0);
    loop {
        match limited.read(&mut buffer[begun..]) {
            Ok(0) => return Ok(length),
            Ok(read) => {
                length += read;
                let (gids, rest) = buffer[..begun + read].as_chunks::<4>();
                gids.iter().try_for_each(|gid| check_gid(u32::from_le_bytes(*gid), first))?;
                let whole = gids.len() * 4;
                begun = rest.len();
                buffer.copy_within(whole..whole + begun, 0);
            }
            Err(error) => {
                let help = "save the map again: part of its text is missing or changed".to_owned();
                return Err((format!("the data of the layer cannot be decompressed: {error}"), help));
            }
        }
    }
}
