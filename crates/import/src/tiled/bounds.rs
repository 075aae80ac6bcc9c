//! Reads the XML of a Tiled file before the library does, and refuses what would make that take memory without limit, overflow
//! or panic: nesting, counts, sizes, and data that is longer than its layer. Its complaints have a line, the library's have none.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::data::{self, Encoding};
use crate::complaints::{Complaint, Place};
use crate::limits::{ATTRIBUTES_MAX, CELLS_MAX, ELEMENT_DEPTH_MAX, ELEMENTS_MAX, OBJECTS_MAX, TILES_MAX};
use hairline_level::diagnostics::faults;
use hairline_level::limits::{MAP_HEIGHT_MAX, MAP_WIDTH_MAX};

/// Tiled's blocks of cells, as the library keeps them.
const BLOCK: i64 = 16;

/// The kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    Map,
    Tileset,
    Template,
}

impl FileKind {
    /// The name of its outermost element.
    fn root(self) -> &'static str {
        match self {
            Self::Map => "map",
            Self::Tileset => "tileset",
            Self::Template => "template",
        }
    }
}

/// How much a map with its tilesets and templates has so far.
#[derive(Debug, Default)]
pub struct Totals {
    elements: usize,
    objects: usize,
    tiles: u32,
    cells: u64,
    /// The least gid of the map's tilesets, which stand before its layers.
    first_gid: Option<u32>,
}

/// Attributes whose numbers the library reads: element, attribute, least, most, and whether it is a whole number.
const NUMBERS: &[(&str, &str, f64, f64, bool)] = &[
    ("map", "width", 0.0, 1.0e6, true),
    ("map", "height", 0.0, 1.0e6, true),
    ("map", "tilewidth", 1.0, 4096.0, true),
    ("map", "tileheight", 1.0, 4096.0, true),
    ("map", "skewx", -4096.0, 4096.0, true),
    ("map", "skewy", -4096.0, 4096.0, true),
    ("tileset", "firstgid", 1.0, 268_435_455.0, true),
    ("tileset", "tilecount", 0.0, TILES_MAX as f64, true),
    ("tileset", "tilewidth", 0.0, 65_536.0, true),
    ("tileset", "tileheight", 0.0, 65_536.0, true),
    ("tileset", "columns", 0.0, 65_536.0, true),
    ("tileset", "spacing", 0.0, 65_536.0, true),
    ("tileset", "margin", 0.0, 65_536.0, true),
    ("image", "width", 0.0, 1.0e6, true),
    ("image", "height", 0.0, 1.0e6, true),
    ("layer", "width", 0.0, 1.0e6, true),
    ("layer", "height", 0.0, 1.0e6, true),
    ("layer", "offsetx", -1.0e7, 1.0e7, false),
    ("layer", "offsety", -1.0e7, 1.0e7, false),
    ("objectgroup", "offsetx", -1.0e7, 1.0e7, false),
    ("objectgroup", "offsety", -1.0e7, 1.0e7, false),
    ("group", "offsetx", -1.0e7, 1.0e7, false),
    ("group", "offsety", -1.0e7, 1.0e7, false),
    ("chunk", "x", -1.0e6, 1.0e6, true),
    ("chunk", "y", -1.0e6, 1.0e6, true),
    ("chunk", "width", 1.0, MAP_WIDTH_MAX as f64, true),
    ("chunk", "height", 1.0, MAP_HEIGHT_MAX as f64, true),
    ("object", "x", -1.0e7, 1.0e7, false),
    ("object", "y", -1.0e7, 1.0e7, false),
    ("object", "width", 0.0, 1.0e7, false),
    ("object", "height", 0.0, 1.0e7, false),
    ("object", "rotation", -1.0e6, 1.0e6, false),
    ("object", "id", 0.0, 4_294_967_295.0, true),
    ("object", "gid", 0.0, 4_294_967_295.0, true),
];

/// Attributes that must be there.
const REQUIRED: &[(&str, &str)] = &[
    ("map", "version"),
    ("map", "orientation"),
    ("map", "width"),
    ("map", "height"),
    ("map", "tilewidth"),
    ("map", "tileheight"),
    ("layer", "width"),
    ("layer", "height"),
    ("chunk", "x"),
    ("chunk", "y"),
    ("chunk", "width"),
    ("chunk", "height"),
    ("image", "source"),
    ("image", "width"),
    ("image", "height"),
    ("property", "name"),
];

/// What an embedded or external tileset must have; one that only names its file has `source` instead. Without `columns` the
/// library would divide by the size of a tile.
const REQUIRED_OF_TILESETS: [&str; 4] = ["tilecount", "tilewidth", "tileheight", "columns"];

/// The types of properties.
const PROPERTY_TYPES: [&str; 9] = ["string", "int", "float", "bool", "color", "file", "object", "class", "list"];

/// An element that is open.
struct Open {
    name: String,
    begins: usize,
    /// Of a layer or a chunk.
    cells: usize,
    /// Of the data of a layer.
    encoding: Encoding,
    /// Whether its text was seen, and whether only blank text was.
    has_text: bool,
    has_blank: bool,
}

/// Checks a file. Its totals are added to those of the files before.
///
/// # Errors
/// The first thing that is wrong, with its line.
pub fn check(bytes: &[u8], kind: FileKind, file: &str, totals: &mut Totals) -> Result<(), Complaint> {
    let mut scan = Scan { bytes, file, kind, totals, open: Vec::new(), is_infinite: false, begins: 0 };
    let mut reader = Reader::from_reader(bytes);
    let mut has_root = false;
    loop {
        scan.begins = reader.buffer_position();
        match reader.read_event() {
            Ok(Event::Start(element)) => scan.start(&element, &mut has_root)?,
            Ok(Event::Empty(element)) => {
                scan.start(&element, &mut has_root)?;
                scan.end()?;
            }
            Ok(Event::End(_)) => scan.end()?,
            Ok(Event::Text(text)) => {
                let text = text.unescape().map_err(|error| scan.no_xml(&error))?;
                scan.text(&text, false)?;
            }
            Ok(Event::CData(text)) => scan.text(&String::from_utf8_lossy(&text), false)?,
            Ok(Event::DocType(_)) => {
                return scan.fail("it declares a document type, which Tiled never writes", "remove the line");
            }
            Ok(Event::Eof) => break,
            Ok(_) => {}
            Err(error) => return Err(scan.no_xml(&error)),
        }
    }
    match scan.open.last() {
        Some(open) => {
            let (name, begins) = (open.name.clone(), open.begins);
            scan.begins = begins;
            scan.fail(&format!("the file ends before `</{name}>`"), "part of the file is missing: save the map again")
        }
        None if !has_root => scan.fail(&format!("there is no `<{}>` in the file", kind.root()), "save it with Tiled"),
        None => Ok(()),
    }
}

struct Scan<'a> {
    bytes: &'a [u8],
    file: &'a str,
    kind: FileKind,
    totals: &'a mut Totals,
    open: Vec<Open>,
    is_infinite: bool,
    /// The byte at which the current piece begins.
    begins: usize,
}

impl Scan<'_> {
    fn place(&self) -> Place {
        // The white space in front of an element belongs to the piece before it.
        let blank =
            self.bytes[self.begins.min(self.bytes.len())..].iter().take_while(|b| b.is_ascii_whitespace()).count();
        Place::at_byte(self.file, self.bytes, self.begins + blank)
    }

    fn fail<T>(&self, message: &str, help: &str) -> Result<T, Complaint> {
        Err(Complaint::error(&faults::FOREIGN_FILE, self.place(), message, help))
    }

    fn too_much<T>(&self, message: &str) -> Result<T, Complaint> {
        let help = "docs/IMPORT.md lists the limits; divide the map, or remove what the level does not need";
        Err(Complaint::error(&faults::FOREIGN_LIMIT, self.place(), message, help))
    }

    fn no_xml(&self, error: &quick_xml::Error) -> Complaint {
        let message = format!("it is not the XML of Tiled: {error}");
        Complaint::error(
            &faults::FOREIGN_FILE,
            self.place(),
            message,
            "save it again with Tiled, as XML (`.tmx`, `.tsx`, `.tx`)",
        )
    }

    fn start(&mut self, element: &BytesStart, has_root: &mut bool) -> Result<(), Complaint> {
        let name = String::from_utf8_lossy(element.local_name().as_ref()).into_owned();
        if self.open.is_empty() {
            let root = self.kind.root();
            if *has_root || name != root {
                let message = format!("the outermost element is `<{name}>` and not one `<{root}>`");
                return self.fail(&message, "is this the right file? Save it again with Tiled");
            }
            *has_root = true;
        }
        self.totals.elements += 1;
        if self.totals.elements > ELEMENTS_MAX {
            return self.too_much(&format!("there are more than {ELEMENTS_MAX} elements"));
        }
        if self.open.len() == ELEMENT_DEPTH_MAX {
            return self.too_much(&format!("there are more than {ELEMENT_DEPTH_MAX} elements in one another"));
        }
        let attributes = self.attributes(element)?;
        let get = |wanted: &str| {
            attributes.iter().find(|attribute| attribute.0 == wanted).map(|attribute| attribute.1.as_str())
        };
        self.check_numbers(&name, &attributes)?;
        for (_, attribute) in REQUIRED.iter().filter(|required| required.0 == name) {
            if get(attribute).is_none() {
                return self
                    .fail(&format!("`<{name}>` has no `{attribute}`"), "save the file again with a current Tiled");
            }
        }
        let mut cells = 0;
        match name.as_str() {
            "map" => self.map(&get)?,
            "tileset" => self.tileset(&get)?,
            "layer" | "chunk" => cells = self.layer(&name, &get)?,
            "object" => {
                self.totals.objects += 1;
                if self.totals.objects > OBJECTS_MAX {
                    return self.too_much(&format!("there are more than {OBJECTS_MAX} objects"));
                }
                if let (FileKind::Map, Some(gid)) = (self.kind, get("gid").and_then(|gid| gid.parse().ok())) {
                    data::check_gid(gid, self.totals.first_gid)
                        .or_else(|(message, help)| self.fail(&message, &help))?;
                }
                if self.kind != FileKind::Map && get("template").is_some() {
                    return self
                        .fail("an object of a template or a tileset has a template itself", "detach it in Tiled");
                }
            }
            "property" | "item" => self.property(&get)?,
            "tile" if self.open.last().is_some_and(|open| ["data", "chunk"].contains(&open.name.as_str())) => {
                let help = "choose CSV or Base64 as the map's Tile Layer Format";
                return self.fail("the data of the layer is written as XML, which is not read", help);
            }
            "polyline" | "polygon" => {
                let is_number = |number: &str| number.parse::<f32>().is_ok_and(|number| number.abs() < 1.0e7);
                let is_point = |point: &str| point.split_once(',').is_some_and(|(x, y)| is_number(x) && is_number(y));
                if !get("points").unwrap_or_default().split(' ').all(is_point) {
                    return self.fail(&format!("the points of `<{name}>` are not numbers"), "draw it again");
                }
            }
            "data" => cells = self.open.last().map_or(0, |layer| layer.cells),
            _ => {}
        }
        let own = |name: &str| get(name).filter(|value| !value.is_empty()).map(str::to_owned);
        let encoding = match name.as_str() {
            "chunk" => self.open.last().map(|data| data.encoding.clone()).unwrap_or_default(),
            _ => Encoding { encoding: own("encoding"), compression: own("compression") },
        };
        // The library takes an empty compression for an unknown one.
        if name == "data" && get("compression") == Some("") {
            return self.fail("`compression` is empty", "remove the attribute, or save the map again");
        }
        self.open.push(Open { name, begins: self.begins, cells, encoding, has_text: false, has_blank: false });
        Ok(())
    }

    fn attributes(&self, element: &BytesStart) -> Result<Vec<(String, String)>, Complaint> {
        let mut attributes: Vec<(String, String)> = Vec::new();
        // The library's own look for doubles takes quadratic time.
        for attribute in element.attributes().with_checks(false) {
            if attributes.len() == ATTRIBUTES_MAX {
                return self.too_much(&format!("an element has more than {ATTRIBUTES_MAX} attributes"));
            }
            let attribute = attribute.map_err(|error| self.no_xml(&error.into()))?;
            let name = String::from_utf8_lossy(attribute.key.local_name().as_ref()).into_owned();
            if !name.chars().all(|c| c.is_alphanumeric() || "_-.".contains(c)) {
                let shown: String = name.chars().take(24).collect();
                return self.fail(&format!("`{shown}` is no name of an attribute"), "save the file again with Tiled");
            }
            let value = attribute.unescape_value().map_err(|error| self.no_xml(&error))?.into_owned();
            if attributes.iter().any(|other| other.0 == name) {
                return self.fail(&format!("the attribute `{name}` is set twice"), "remove one of the two");
            }
            attributes.push((name, value));
        }
        Ok(attributes)
    }

    fn check_numbers(&self, element: &str, attributes: &[(String, String)]) -> Result<(), Complaint> {
        for (name, value) in attributes {
            let Some((_, _, min, max, is_whole)) = NUMBERS.iter().find(|row| row.0 == element && row.1 == name) else {
                continue;
            };
            let number = if *is_whole {
                value.parse::<i64>().ok().map(|number| number as f64)
            } else {
                value.parse::<f32>().ok().map(f64::from)
            };
            let shown: String = value.chars().take(32).collect();
            match number {
                Some(number) if (*min..=*max).contains(&number) => {}
                Some(_) => {
                    return self.too_much(&format!("`{name}` of `<{element}>` is {shown}, and must be {min} to {max}"));
                }
                None => {
                    let kind = if *is_whole { "whole number" } else { "number" };
                    let message = format!("`{name}` of `<{element}>` is `{shown}`, which is no {kind}");
                    return self.fail(&message, "correct it, or save the file again with Tiled");
                }
            }
        }
        Ok(())
    }

    fn map<'v>(&mut self, get: &impl Fn(&str) -> Option<&'v str>) -> Result<(), Complaint> {
        self.is_infinite = get("infinite") == Some("1");
        let orientation = get("orientation").unwrap_or_default();
        if orientation != "orthogonal" {
            let help = "a level is a grid of squares: make a map with the orientation Orthogonal";
            return self.fail(&format!("the map is `{orientation}`"), help);
        }
        let side = |name| get(name).and_then(|side| side.parse::<usize>().ok()).unwrap_or(0);
        let (width, height) = (side("width"), side("height"));
        if !self.is_infinite && (width > MAP_WIDTH_MAX || height > MAP_HEIGHT_MAX) {
            let most = format!("a level has at most {MAP_WIDTH_MAX} by {MAP_HEIGHT_MAX}");
            return self.too_much(&format!("the map has {width} by {height} cells, and {most}"));
        }
        if !self.is_infinite && (width == 0 || height == 0) {
            return self.fail("the map has no cells", "resize it in Tiled");
        }
        Ok(())
    }

    fn tileset<'v>(&mut self, get: &impl Fn(&str) -> Option<&'v str>) -> Result<(), Complaint> {
        if self.kind == FileKind::Map {
            let Some(first) = get("firstgid").and_then(|first| first.parse::<u32>().ok()) else {
                return self.fail("`<tileset>` has no `firstgid`", "save the file again with a current Tiled");
            };
            self.totals.first_gid = Some(self.totals.first_gid.map_or(first, |least| least.min(first)));
        }
        if get("source").is_some() {
            return Ok(());
        }
        for attribute in REQUIRED_OF_TILESETS {
            if get(attribute).is_none() {
                return self
                    .fail(&format!("`<tileset>` has no `{attribute}`"), "save the file again with a current Tiled");
            }
        }
        let count: u32 = get("tilecount").and_then(|count| count.parse().ok()).unwrap_or(0);
        self.totals.tiles = self.totals.tiles.saturating_add(count);
        if self.totals.tiles > TILES_MAX {
            return self.too_much(&format!("the tilesets have more than {TILES_MAX} tiles together"));
        }
        Ok(())
    }

    /// The number of cells of a layer or a chunk.
    fn layer<'v>(&mut self, name: &str, get: &impl Fn(&str) -> Option<&'v str>) -> Result<usize, Complaint> {
        let number = |name| get(name).and_then(|number| number.parse::<i64>().ok()).unwrap_or(0);
        let [x, y, width, height] = ["x", "y", "width", "height"].map(number);
        let is_chunk = name == "chunk";
        if is_chunk != self.is_infinite {
            // The layers of an infinite map have their cells in chunks.
            return if is_chunk {
                self.fail("there is a chunk in a map that is not infinite", "save it again")
            } else {
                Ok(0)
            };
        }
        if !is_chunk && (width > MAP_WIDTH_MAX as i64 || height > MAP_HEIGHT_MAX as i64) {
            return self.too_much(&format!("the layer has {width} by {height} cells"));
        }
        let blocks = |from: i64, length: i64| (from + length - 1).div_euclid(BLOCK) - from.div_euclid(BLOCK) + 1;
        let taken = if is_chunk { blocks(x, width) * blocks(y, height) * BLOCK * BLOCK } else { width * height };
        self.totals.cells += taken.unsigned_abs();
        if self.totals.cells > CELLS_MAX {
            return self.too_much(&format!("the layers have more than {CELLS_MAX} cells together"));
        }
        Ok((width * height).unsigned_abs() as usize)
    }

    fn property<'v>(&self, get: &impl Fn(&str) -> Option<&'v str>) -> Result<(), Complaint> {
        let kind = get("type").unwrap_or("string");
        let name = get("name").unwrap_or("an item of a list");
        if !PROPERTY_TYPES.contains(&kind) {
            return self.fail(&format!("the property `{name}` is of the unknown type `{kind}`"), "choose another type");
        }
        let Some(value) = get("value") else { return Ok(()) };
        let fits = match kind {
            "int" => value.parse::<i32>().is_ok(),
            "float" => value.parse::<f32>().is_ok_and(f32::is_finite),
            "bool" => value.parse::<bool>().is_ok(),
            "object" => value.parse::<u32>().is_ok(),
            _ => true,
        };
        if !fits {
            let shown: String = value.chars().take(32).collect();
            let message = format!("the property `{name}` is of the type `{kind}`, and `{shown}` is none");
            return self.fail(&message, "set it again in Tiled");
        }
        Ok(())
    }

    /// Only the first text of an element counts, as in the library. `ends` says that there was none but blank text.
    fn text(&mut self, text: &str, ends: bool) -> Result<(), Complaint> {
        let Some(open) = self.open.last_mut() else { return Ok(()) };
        let is_data = open.name == "chunk" || open.name == "data" && !self.is_infinite;
        if !is_data || open.has_text {
            return Ok(());
        }
        if text.trim().is_empty() && !ends {
            open.has_blank = true;
            return Ok(());
        }
        if open.has_blank && !ends {
            return self
                .fail("the data of the layer begins with an empty part", "remove what divides it, such as a comment");
        }
        open.has_text = true;
        let (cells, encoding) = (open.cells, open.encoding.clone());
        data::check(text, &encoding, cells, self.totals.first_gid).or_else(|(message, help)| self.fail(&message, &help))
    }

    fn end(&mut self) -> Result<(), Complaint> {
        let is_data = |open: &Open| open.name == "chunk" || open.name == "data" && !self.is_infinite;
        let lacks_text = self.open.last().is_some_and(|open| is_data(open) && !open.has_text);
        if lacks_text {
            self.text("", true)?;
        }
        self.open.pop();
        Ok(())
    }
}
