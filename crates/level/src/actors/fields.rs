//! The fields of an actor in a level file, which its kind asks for by name. What it asks for is what it knows: any other
//! field is an error, and [`Kind::field_form`](super::kind::Kind::field_form) asks without any file.

use std::ops::Range;

use bevy_math::Vec2;

use super::aim::{self, AimEntry, CycleEntry};
use super::frame::{Direction, Number, Turn};
use super::path::{self, PathEntry, PathSettings};
use super::shape;
use crate::diagnostics::Diagnostic;
use crate::format::channels::ChannelTable;
use crate::format::gates::{Channel, Gate};
use crate::reader::scalars::{Quantity, SIDE};
use crate::reader::{Reader, RonValue, errors};
use hairline_geometry::shapes::polygon::Polygon;

/// The fields of one actor.
pub struct Fields<'a, 'r> {
    reader: &'r mut Reader<'a>,
    channels: &'r mut ChannelTable,
    /// The fields as the file writes them.
    values: Vec<(&'a str, RonValue<'a>)>,
    /// The fields that were asked for.
    known: Vec<(&'static str, FieldForm)>,
    /// Those among them that the file must have and lacks.
    missing: Vec<&'static str>,
    /// Where the actor starts, as far as its own fields say.
    pub(super) start: Start,
}

/// How the value of a field is written in a level file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldForm {
    /// A number, a flag, a point, a list, or a struct without a word in front.
    Plain,
    /// A text in quotation marks.
    Text,
    /// A struct with a word in front, such as `Box(2, 1)`.
    Word,
    /// A direction in degrees.
    Angle,
    /// An aim, such as `Fixed(angle: 270)`; its directions may be marks.
    Aim,
    /// A gate, such as `Raised("gate")`.
    Gate,
    /// A path: `(points: […], speed: …, …)`; [`PATH_FIELDS`].
    Path,
}

/// The fields of a path beside its points, with their forms.
pub const PATH_FIELDS: [(&str, FieldForm); 7] = [
    ("speed", FieldForm::Plain),
    ("closed", FieldForm::Plain),
    ("pause", FieldForm::Plain),
    ("once", FieldForm::Plain),
    ("offset", FieldForm::Plain),
    ("step", FieldForm::Plain),
    ("when", FieldForm::Gate),
];

/// Where an actor starts, as its own fields say it. The map has the rest.
#[derive(Debug, Default)]
pub(crate) struct Start {
    /// Coordinates between tiles, and their bytes in the file.
    pub at: Option<(Vec2, Range<usize>)>,
    pub path: Option<PathSettings>,
    pub aim: Option<AimEntry>,
    /// Seconds by which each next cell with its letter is farther ahead in its cycle or its period.
    pub step: f32,
}

impl<'a, 'r> Fields<'a, 'r> {
    /// Fields with these names and values.
    pub(super) fn new(
        reader: &'r mut Reader<'a>,
        channels: &'r mut ChannelTable,
        values: Vec<(&'a str, RonValue<'a>)>,
    ) -> Self {
        Self { reader, channels, values, known: Vec::new(), missing: Vec::new(), start: Start::default() }
    }

    /// Reports the fields that nobody asked for, and those that are missing, at the end of `value`.
    pub(super) fn finish(self, word: &str, value: RonValue<'a>) -> Option<Start> {
        let Self { reader, values, known, missing, start, .. } = self;
        let known: Vec<&str> = known.iter().map(|field| field.0).collect();
        let mut is_clean = true;
        for (index, (name, _)) in values.iter().enumerate() {
            let span = reader.span_of(name);
            if !known.contains(name) {
                reader.report(errors::unknown_field(name, word, &known, span));
            } else if values[..index].iter().any(|(earlier, _)| earlier == name) {
                reader.report(errors::repeated_field(name, span));
            } else {
                continue;
            }
            is_clean = false;
        }
        // An unknown field may be a mistyped one that is missing.
        if !is_clean {
            return None;
        }
        let end = reader.span(value).end;
        missing.iter().for_each(|name| reader.report(errors::missing_field(name, word, end - 1..end)));
        missing.is_empty().then_some(start)
    }

    /// The form of a field that was asked for.
    pub(super) fn form_of(&self, name: &str) -> Option<FieldForm> {
        self.known.iter().find(|known| known.0 == name).map(|known| known.1)
    }

    /// The bytes of a field's value, if the file has it.
    pub(super) fn span(&self, name: &str) -> Option<Range<usize>> {
        self.values.iter().find(|field| field.0 == name).map(|field| self.reader.span(field.1))
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.reader.report(diagnostic);
    }

    /// Reads a field that may be left out: `None` is an error, `Some(None)` not set.
    fn optional<T>(
        &mut self,
        name: &'static str,
        form: FieldForm,
        read: impl FnOnce(&mut Reader<'a>, &mut ChannelTable, RonValue<'a>) -> Option<T>,
    ) -> Option<Option<T>> {
        self.known.push((name, form));
        let value = self.values.iter().find(|field| field.0 == name).map(|field| field.1);
        let value = match value {
            Some(value) if ["None", "Some"].iter().any(|word| value.text().starts_with(word)) => {
                self.reader.read(value)?
            }
            value => value,
        };
        value.map_or(Some(None), |value| read(self.reader, self.channels, value).map(Some))
    }

    /// Reads a field that the file must have.
    fn required<T>(
        &mut self,
        name: &'static str,
        form: FieldForm,
        read: impl FnOnce(&mut Reader<'a>, &mut ChannelTable, RonValue<'a>) -> Option<T>,
    ) -> Option<T> {
        self.known.push((name, form));
        let Some((_, value)) = self.values.iter().find(|field| field.0 == name) else {
            self.missing.push(name);
            return None;
        };
        read(self.reader, self.channels, *value)
    }

    /// The place of an actor between tiles, `at`.
    pub(super) fn at(&mut self) -> Option<()> {
        let read = |reader: &mut Reader<'a>, _: &mut _, value| Some((reader.place(value, "at")?, reader.span(value)));
        self.start.at = self.optional("at", FieldForm::Plain, read)?;
        Some(())
    }

    pub(super) fn number(&mut self, name: &'static str, quantity: &Quantity) -> Option<Number> {
        let value = self.required(name, FieldForm::Plain, |reader, _, value| reader.quantity(value, name, quantity))?;
        Some(Number { value, pace: quantity.pace })
    }

    pub(super) fn number_or(&mut self, name: &'static str, quantity: &Quantity, default: f32) -> Option<Number> {
        Some(self.optional_number(name, quantity)?.unwrap_or(Number { value: default, pace: quantity.pace }))
    }

    pub(super) fn optional_number(&mut self, name: &'static str, quantity: &Quantity) -> Option<Option<Number>> {
        let value = self.optional(name, FieldForm::Plain, |reader, _, value| reader.quantity(value, name, quantity))?;
        Some(value.map(|value| Number { value, pace: quantity.pace }))
    }

    /// A direction in degrees, converted to radians.
    pub(super) fn direction(&mut self, name: &'static str, quantity: &Quantity) -> Option<Direction> {
        self.required(name, FieldForm::Angle, |reader, _, value| reader.angle(value, name, quantity)).map(Direction)
    }

    /// A direction in degrees, with a default in degrees, converted to radians.
    pub(super) fn direction_or(&mut self, name: &'static str, quantity: &Quantity, default: f32) -> Option<Direction> {
        self.angle_or(name, quantity, default).map(Direction)
    }

    /// The angle of a turn in degrees, counter-clockwise if positive, with a default in degrees, converted to radians.
    pub(super) fn turn_by_or(&mut self, name: &'static str, quantity: &Quantity, default: f32) -> Option<Turn> {
        self.angle_or(name, quantity, default).map(Turn)
    }

    /// The size of an angle in degrees, with a default in degrees, converted to radians.
    pub(super) fn angle_or(&mut self, name: &'static str, quantity: &Quantity, default: f32) -> Option<f32> {
        let angle = self.optional(name, FieldForm::Angle, |reader, _, value| reader.angle(value, name, quantity));
        Some(angle?.unwrap_or(default.to_radians()))
    }

    pub(super) fn flag(&mut self, name: &'static str) -> Option<bool> {
        let flag = self.optional(name, FieldForm::Plain, |reader, _, value| reader.flag(value, name));
        Some(flag?.unwrap_or(false))
    }

    pub(super) fn count_or(&mut self, name: &'static str, min: u8, max: usize, default: u8) -> Option<u8> {
        let count = self.optional(name, FieldForm::Plain, |reader, _, value| reader.count(value, name, min, max as u8));
        Some(count?.unwrap_or(default))
    }

    /// A width and a height.
    pub(super) fn size(&mut self, name: &'static str) -> Option<Vec2> {
        self.required(name, FieldForm::Plain, |reader, _, value| size(reader, value, name))
    }

    pub(super) fn size_or(&mut self, name: &'static str, default: Vec2) -> Option<Vec2> {
        let size = self.optional(name, FieldForm::Plain, |reader, _, value| size(reader, value, name));
        Some(size?.unwrap_or(default))
    }

    /// A vector, each of whose components is in the quantity's range.
    pub(super) fn optional_vector(&mut self, name: &'static str, quantity: &Quantity) -> Option<Option<Vec2>> {
        self.optional(name, FieldForm::Plain, |reader, _, value| {
            reader.pair(value, name, "a vector `(dx, dy)` in tiles", ["dx", "dy"], quantity)
        })
    }

    /// The channel that the actor raises.
    pub(super) fn raised_channel(&mut self, name: &'static str) -> Option<Channel> {
        self.required(name, FieldForm::Text, |reader, channels, value| channels.raised(reader, value))
    }

    pub(super) fn gate(&mut self, name: &'static str) -> Option<Gate> {
        self.required(name, FieldForm::Gate, |reader, channels, value| channels.gate(reader, value))
    }

    pub(super) fn optional_gate(&mut self, name: &'static str) -> Option<Option<Gate>> {
        self.optional(name, FieldForm::Gate, |reader, channels, value| channels.gate(reader, value))
    }

    /// A path, whose speed is in a range.
    pub(super) fn path(&mut self, name: &'static str, speed: &Quantity) -> Option<PathEntry> {
        self.start.path =
            self.optional(name, FieldForm::Path, |reader, channels, value| path::read(reader, channels, value, speed))?;
        Some(PathEntry)
    }

    pub(super) fn aim(&mut self, name: &'static str) -> Option<AimEntry> {
        let aim = self.required(name, FieldForm::Aim, |reader, _, value| aim::read(reader, value));
        self.start.aim.clone_from(&aim);
        aim
    }

    /// An aim for an actor that cannot look for the ninja: `owner`, with its article.
    pub(super) fn aim_without_track(&mut self, name: &'static str, owner: &str) -> Option<AimEntry> {
        let aim = self.required(name, FieldForm::Aim, |reader, _, value| {
            aim::read_without_track(reader, value, name, owner, true)
        });
        self.start.aim.clone_from(&aim);
        aim
    }

    /// How a shape turns; by default it does not.
    pub(super) fn turn(&mut self, name: &'static str, owner: &str) -> Option<AimEntry> {
        let turn = self.optional(name, FieldForm::Aim, |reader, _, value| {
            aim::read_without_track(reader, value, name, owner, false)
        });
        let turn = turn?.unwrap_or(AimEntry::fixed(0.0)).turning_shape();
        self.start.aim = Some(turn.clone());
        Some(turn)
    }

    /// When the beams of a robot are lit.
    pub(super) fn cycle(&mut self, name: &'static str) -> Option<CycleEntry> {
        let cycle = self.optional(name, FieldForm::Plain, |reader, _, value| aim::cycle(reader, value))?;
        self.start.step = cycle.map_or(0.0, |(_, step)| step);
        Some(CycleEntry(cycle.map(|(cycle, _)| cycle)))
    }

    pub(super) fn shape(&mut self, name: &'static str) -> Option<Polygon> {
        self.required(name, FieldForm::Word, |reader, _, value| shape::read(reader, value))
    }
}

fn size<'a>(reader: &mut Reader<'a>, value: RonValue<'a>, name: &str) -> Option<Vec2> {
    reader.pair(value, name, "a width and a height, `(w, h)`, in tiles", ["width", "height"], &SIDE)
}
