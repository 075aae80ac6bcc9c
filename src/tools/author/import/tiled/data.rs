//! The data of a layer of tiles, decoded only to see how much there is: the library would decompress it without a limit.

use std::io::Read;

use base64::Engine;

/// How the tiles of a layer are written.
#[derive(Clone, Debug, Default)]
pub struct Encoding {
    pub encoding: Option<String>,
    pub compression: Option<String>,
}

/// Checks that a text holds exactly so many tiles.
///
/// # Errors
/// A sentence and its cure.
pub fn check(text: &str, encoding: &Encoding, tiles: usize) -> Result<(), (String, String)> {
    let again = || "save the map again, or undo the last change of its text".to_owned();
    let count = match (encoding.encoding.as_deref(), encoding.compression.as_deref()) {
        (Some("csv"), None) => {
            let mut count = 0;
            for number in text.split(',') {
                let number = number.trim();
                if number.parse::<u32>().is_err() {
                    let shown: String = number.chars().take(24).collect();
                    return Err((format!("`{shown}` in the data of the layer is not the number of a tile"), again()));
                }
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
                None | Some("") => bytes.len(),
                Some("zlib") => length(flate2::bufread::ZlibDecoder::new(bytes.as_slice()), tiles)?,
                Some("gzip") => length(flate2::bufread::GzDecoder::new(bytes.as_slice()), tiles)?,
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

/// How many bytes come out, and never more than a tile beyond those that are wanted.
fn length(decoder: impl Read, tiles: usize) -> Result<usize, (String, String)> {
    let mut limited = decoder.take(tiles as u64 * 4 + 4);
    let mut buffer = [0; 4096];
    let mut length = 0;
    loop {
        match limited.read(&mut buffer) {
            Ok(0) => return Ok(length),
            Ok(read) => length += read,
            Err(error) => {
                let help = "save the map again: part of its text is missing or changed".to_owned();
                return Err((format!("the data of the layer cannot be decompressed: {error}"), help));
            }
        }
    }
}
