//! The XML of a Tiled file as a tree that borrows its text. Nesting, elements and attributes are limited while it grows, so
//! that no text takes much more memory than it has bytes.

use std::borrow::Cow;
use std::fmt::Display;
use std::ops::RangeInclusive;

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use crate::errors::{error, place_of_byte};
use crate::limits::{ATTRIBUTES_MAX, ELEMENT_DEPTH_MAX, ELEMENTS_MAX};
use hairline_level::Diagnostic;
use hairline_level::diagnostics::faults;

pub struct Source {
    /// Its name in messages.
    name: String,
    text: String,
}

impl Source {
    pub fn new(name: String, bytes: Vec<u8>) -> Result<Self, Diagnostic> {
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self { name, text }),
            Err(_) => {
                Err(error(&faults::FOREIGN_FILE, &name, "the file is not UTF-8 text", "save it again with Tiled"))
            }
        }
    }

    fn place(&self, begins: usize) -> String {
        // The white space in front of an element belongs to the piece before it.
        let blank = self.text[begins..].bytes().take_while(u8::is_ascii_whitespace).count();
        place_of_byte(&self.name, self.text.as_bytes(), begins + blank)
    }

    fn fault(&self, begins: usize, message: impl Into<String>, help: &str) -> Diagnostic {
        error(&faults::FOREIGN_FILE, &self.place(begins), message, help)
    }

    fn too_much(&self, begins: usize, message: impl Into<String>) -> Diagnostic {
        let help = "docs/IMPORT.md lists the limits; divide the map, or remove what the level does not need";
        error(&faults::FOREIGN_LIMIT, &self.place(begins), message, help)
    }

    fn no_xml(&self, begins: usize, error: impl Into<quick_xml::Error>) -> Diagnostic {
        let message = format!("it is not the XML of Tiled: {}", error.into());
        self.fault(begins, message, "save it again with Tiled, as XML (`.tmx`, `.tsx`, `.tx`)")
    }
}

/// An element with all that it holds.
pub struct Element<'a> {
    source: &'a Source,
    /// The byte at which it begins.
    begins: usize,
    tag: BytesStart<'a>,
    pub text: Cow<'a, str>,
    pub children: Vec<Self>,
}

/// Parses a file whose outermost element is `root`. `elements` counts those of all files of a map.
pub fn parse<'a>(source: &'a Source, root: &str, elements: &mut usize) -> Result<Element<'a>, Diagnostic> {
    let text = &source.text;
    let mut reader = Reader::from_str(text);
    // The outermost element after its end, and the elements without an end yet.
    let (mut whole, mut open): (Option<Element>, Vec<Element>) = (None, Vec::new());
    loop {
        let begins = (reader.buffer_position() as usize).min(text.len());
        let event = reader.read_event().map_err(|error| source.no_xml(begins, error))?;
        let (is_start, is_end) =
            (matches!(event, Event::Start(_) | Event::Empty(_)), matches!(event, Event::End(_) | Event::Empty(_)));
        let added = match event {
            Event::Start(tag) | Event::Empty(tag) => {
                *elements += 1;
                if *elements > ELEMENTS_MAX {
                    return Err(source.too_much(begins, format!("there are more than {ELEMENTS_MAX} elements")));
                }
                if open.len() == ELEMENT_DEPTH_MAX {
                    let message = format!("there are more than {ELEMENT_DEPTH_MAX} elements in one another");
                    return Err(source.too_much(begins, message));
                }
                open.push(Element { source, begins, tag, text: Cow::default(), children: Vec::new() });
                None
            }
            Event::Text(text) => Some(text.decode().map_err(|error| source.no_xml(begins, error))?),
            Event::CData(text) => Some(text.decode().map_err(|error| source.no_xml(begins, error))?),
            Event::GeneralRef(_) => {
                let reference = &text[begins..reader.buffer_position() as usize];
                Some(quick_xml::escape::unescape(reference).map_err(|error| source.no_xml(begins, error))?)
            }
            Event::DocType(_) => {
                let message = "it declares a document type, as Tiled did years ago: the map is old";
                return Err(source.fault(begins, message, "save it again with a current Tiled, or remove the line"));
            }
            Event::Eof => break,
            Event::End(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) => None,
        };
        if let (Some(element), Some(added)) = (open.last_mut(), added) {
            if element.text.is_empty() { element.text = added } else { element.text.to_mut().push_str(&added) }
        }
        if let (true, [.., element]) = (is_start, open.as_slice()) {
            element.check_attributes()?;
            if open.len() == 1 && (whole.is_some() || element.name() != root) {
                let message = format!("the outermost element is `<{}>` and not one `<{root}>`", element.name());
                return Err(element.fault(message, "is this the right file? Save it again with Tiled"));
            }
        }
        if let (true, Some(element)) = (is_end, open.pop_if(|_| is_end)) {
            match open.last_mut() {
                Some(outer) => outer.children.push(element),
                None => whole = Some(element),
            }
        }
    }
    if let Some(open) = open.last() {
        let message = format!("the file ends before `</{}>`", open.name());
        return Err(open.fault(message, "part of the file is missing: save the map again"));
    }
    whole.ok_or_else(|| source.fault(0, format!("there is no `<{root}>` in the file"), "save it with Tiled"))
}

impl Element<'_> {
    pub fn name(&self) -> &str {
        let name = self.tag.local_name();
        let length = name.as_ref().len();
        let name = self.tag.name().into_inner();
        str::from_utf8(&name[name.len() - length..]).expect("the file is UTF-8 text")
    }

    pub fn named(&self, name: &str) -> impl Iterator<Item = &Self> {
        self.children.iter().filter(move |child| child.name() == name)
    }

    pub fn child(&self, name: &str) -> Option<&Self> {
        self.named(name).next()
    }

    pub fn get(&self, attribute: &str) -> Option<Cow<'_, str>> {
        let attributes = self.tag.attributes();
        let mut same = attributes.flatten().filter(|known| known.key.local_name().as_ref() == attribute.as_bytes());
        same.next()?.normalized_value(XmlVersion::Implicit1_0).ok()
    }

    /// An attribute; empty without it.
    pub fn word(&self, attribute: &str) -> String {
        self.get(attribute).unwrap_or_default().into_owned()
    }

    /// The class; Tiled 1.9 called `type` so.
    pub fn class(&self) -> String {
        self.get("type").or_else(|| self.get("class")).unwrap_or_default().into_owned()
    }

    /// A number in a range.
    pub fn number(&self, attribute: &str, range: RangeInclusive<f64>) -> Result<Option<f64>, Diagnostic> {
        self.parsed(attribute, range, "number")
    }

    /// A whole number in a range.
    pub fn whole(&self, attribute: &str, range: RangeInclusive<i64>) -> Result<Option<i64>, Diagnostic> {
        self.parsed(attribute, range, "whole number")
    }

    /// A whole number in a range, in an attribute that must be there.
    pub fn required(&self, attribute: &str, range: RangeInclusive<i64>) -> Result<i64, Diagnostic> {
        self.whole(attribute, range)?.ok_or_else(|| {
            let message = format!("`<{}>` has no `{attribute}`", self.name());
            self.fault(message, "save the file again with a current Tiled")
        })
    }

    fn parsed<T: std::str::FromStr + PartialOrd + Display>(
        &self,
        attribute: &str,
        range: RangeInclusive<T>,
        kind: &str,
    ) -> Result<Option<T>, Diagnostic> {
        let Some(text) = self.get(attribute) else { return Ok(None) };
        let shown: String = text.chars().take(32).collect();
        let of = format!("`{attribute}` of `<{}>`", self.name());
        match text.parse::<T>() {
            Ok(number) if range.contains(&number) => Ok(Some(number)),
            Ok(_) => {
                let message = format!("{of} is {shown}, and must be {} to {}", range.start(), range.end());
                Err(self.source.too_much(self.begins, message))
            }
            Err(_) => {
                let message = format!("{of} is `{shown}`, which is no {kind}");
                Err(self.fault(message, "correct it, or save the file again with Tiled"))
            }
        }
    }

    pub fn fault(&self, message: impl Into<String>, help: &str) -> Diagnostic {
        self.source.fault(self.begins, message, help)
    }

    /// An error at this element: there is too much of something.
    pub fn too_much(&self, message: impl Into<String>) -> Diagnostic {
        self.source.too_much(self.begins, message)
    }

    fn check_attributes(&self) -> Result<(), Diagnostic> {
        let mut names: Vec<&str> = Vec::new();
        let mut attributes = self.tag.attributes();
        // The library's own search for duplicates takes quadratic time.
        for attribute in attributes.with_checks(false) {
            if names.len() == ATTRIBUTES_MAX {
                return Err(self.too_much(format!("an element has more than {ATTRIBUTES_MAX} attributes")));
            }
            let attribute = attribute.map_err(|error| self.source.no_xml(self.begins, error))?;
            let name = str::from_utf8(attribute.key.into_inner()).expect("the file is UTF-8 text");
            if !name.chars().all(|c| c.is_alphanumeric() || "_-.:".contains(c)) {
                let shown: String = name.chars().take(24).collect();
                let message = format!("`{shown}` is no name of an attribute");
                return Err(self.fault(message, "save the file again with Tiled"));
            }
            if names.contains(&name) {
                return Err(self.fault(format!("the attribute `{name}` is set twice"), "remove one of the two"));
            }
            names.push(name);
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            value.map_err(|error| self.source.no_xml(self.begins, error))?;
        }
        Ok(())
    }
}
