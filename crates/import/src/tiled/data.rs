//! The data of a layer of tiles.

use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::bufread::{GzDecoder, ZlibDecoder};

use super::xml::Element;
use hairline_level::Diagnostic;

const AGAIN: &str = "save the map again, or undo the last change of its text";

/// The gids in the text of `part`, which is the `<data>` of a layer or a chunk of it. There must be `count`, and never are more
/// decompressed.
pub fn gids(data: &Element, part: &Element, count: usize) -> Result<Vec<u32>, Diagnostic> {
    let text = part.text.trim();
    let gids = match data.word("encoding").as_str() {
        "csv" => text.split(',').take(count + 1).map(|number| of_csv(part, number.trim())).collect::<Result<_, _>>()?,
        "base64" => of_base64(data, part, text, count)?,
        other => {
            let format = if other.is_empty() { "XML" } else { other };
            let message = format!("the data of the layer is written as {format}, which is not read");
            return Err(part.fault(message, "choose CSV or Base64 as the map's Tile Layer Format"));
        }
    };
    if gids.len() == count {
        return Ok(gids);
    }
    let found = if gids.len() > count { format!("more than {count}") } else { gids.len().to_string() };
    Err(part.fault(format!("the data of the layer has {found} tiles, and its size makes {count}"), AGAIN))
}

fn of_csv(part: &Element, number: &str) -> Result<u32, Diagnostic> {
    number.parse().map_err(|_| {
        let shown: String = number.chars().take(24).collect();
        part.fault(format!("`{shown}` in the data of the layer is not the number of a tile"), AGAIN)
    })
}

fn of_base64(data: &Element, part: &Element, text: &str, count: usize) -> Result<Vec<u32>, Diagnostic> {
    let bytes = STANDARD.decode(text);
    let bytes = bytes.map_err(|error| part.fault(format!("the data of the layer is not base64: {error}"), AGAIN))?;
    let decoder: Box<dyn Read> = match data.word("compression").as_str() {
        "" => Box::new(bytes.as_slice()),
        "zlib" => Box::new(ZlibDecoder::new(bytes.as_slice())),
        "gzip" => Box::new(GzDecoder::new(bytes.as_slice())),
        other => {
            let message = format!("the data of the layer is compressed with `{other}`, which is not read");
            let help = "choose CSV, or Base64 with zlib, gzip or no compression, as the map's Tile Layer Format";
            return Err(data.fault(message, help));
        }
    };
    let mut decoded = Vec::new();
    // One tile more than wanted tells that there are too many.
    decoder.take(4 * (count as u64 + 1)).read_to_end(&mut decoded).map_err(|error| {
        let help = "save the map again: part of its text is missing or changed";
        part.fault(format!("the data of the layer cannot be decompressed: {error}"), help)
    })?;
    let (gids, rest) = decoded.as_chunks::<4>();
    if !rest.is_empty() {
        let message = format!("the data of the layer has {} bytes, which are no whole tiles", decoded.len());
        return Err(part.fault(message, AGAIN));
    }
    Ok(gids.iter().map(|gid| u32::from_le_bytes(*gid)).collect())
}
