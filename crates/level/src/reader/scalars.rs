//! Parses single values of a level file: numbers with a unit and a range, text of limited length, points.

use bevy_math::Vec2;

use super::typeface::is_drawable;
use super::{Reader, RonValue};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::escape::char_name;
use crate::diagnostics::faults;

/// What a number measures, and its range.
#[derive(Debug)]
pub struct Quantity {
    /// Its unit, in the plural.
    pub unit: &'static str,
    /// How it depends on the pace of the hazards.
    pub pace: Pace,
    /// The least allowed value.
    pub min: f32,
    /// The greatest allowed value.
    pub max: f32,
}

/// How a number of a level file depends on the pace of the hazards, `hazard_speed`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// It does not: it has no time in it, or the ninja's.
    Timeless,
    /// Seconds of hazard time.
    Duration,
    /// Something in each second of hazard time.
    Speed,
}

/// A period. The least is over six ticks, so that the motion is visible.
pub(crate) const PERIOD: Quantity = Quantity { unit: "seconds", pace: Pace::Duration, min: 0.05, max: 600.0 };
/// A part of a cycle, or an offset in one.
pub(crate) const DURATION: Quantity = Quantity { unit: "seconds", pace: Pace::Duration, min: 0.0, max: 600.0 };
/// A direction. Several turns are allowed, for sweeps of more than one.
pub(crate) const ANGLE: Quantity = Quantity { unit: "degrees", pace: Pace::Timeless, min: -3600.0, max: 3600.0 };
/// How fast a robot turns towards the ninja.
pub(crate) const TURN_RATE: Quantity = Quantity { unit: "degrees a second", pace: Pace::Speed, min: 1.0, max: 3600.0 };
/// How far a beam or a bullet goes. The most is over the diagonal of the largest map.
pub(crate) const REACH: Quantity = Quantity { unit: "tiles", pace: Pace::Timeless, min: 0.1, max: 1000.0 };
/// How fast a robot moves along its path.
pub(crate) const SPEED: Quantity = Quantity { unit: "tiles a second", pace: Pace::Speed, min: 0.05, max: 60.0 };
/// The speed of any point of an obstacle. The most is under a quarter of a tile in a tick: less than the ninja's radius, so
/// that no obstacle passes through the ninja within a tick.
pub(crate) const OBSTACLE_SPEED: Quantity =
    Quantity { unit: "tiles a second", pace: Pace::Speed, min: 0.05, max: 30.0 };
/// A side of a box or a door.
pub(crate) const SIDE: Quantity = Quantity { unit: "tiles", pace: Pace::Timeless, min: 0.1, max: 100.0 };
/// From the center of a regular polygon to its corners.
pub(crate) const SHAPE_RADIUS: Quantity = Quantity { unit: "tiles", pace: Pace::Timeless, min: 0.2, max: 20.0 };
/// A coordinate of a polygon's corner, relative to its actor.
pub(crate) const CORNER: Quantity = Quantity { unit: "tiles", pace: Pace::Timeless, min: -50.0, max: 50.0 };
/// The speed at which a spring or a bumper throws the ninja.
pub(crate) const THROW_SPEED: Quantity = Quantity { unit: "tiles a second", pace: Pace::Timeless, min: 1.0, max: 60.0 };
/// Contents of the focus meter.
pub(crate) const FOCUS: Quantity = Quantity { unit: "seconds", pace: Pace::Timeless, min: 0.0, max: 60.0 };
/// How fast the hazards of a level are. At most so fast that an obstacle at its greatest speed moves by less than the ninja's
/// radius in a tick.
pub(crate) const HAZARD_SPEED: Quantity =
    Quantity { unit: "times the usual speed", pace: Pace::Timeless, min: 0.5, max: 1.5 };
/// A coordinate, before it is checked against the map.
const COORDINATE: Quantity = Quantity { unit: "tiles", pace: Pace::Timeless, min: -1.0e6, max: 1.0e6 };

impl Quantity {
    /// The number as `f32`, if it is in the range. It is compared after rounding to `f32`, so that a limit written out in
    /// decimals is within the range.
    fn in_range(&self, number: f64) -> Option<f32> {
        // Adding zero turns -0 into 0, so that the two have the same hash.
        let rounded = number as f32 + 0.0;
        (number.is_finite() && (self.min..=self.max).contains(&rounded)).then_some(rounded)
    }

    /// The range as the manual states it, such as `0 to 60 seconds`.
    #[cfg(test)]
    pub fn range(&self) -> String {
        format!("{} to {} {}", self.min, self.max, self.unit)
    }

    #[cfg(test)]
    pub fn assert_contains_its_limits(&self) {
        for limit in [self.min, self.max] {
            let written: f64 = limit.to_string().parse().expect("a number is written as one");
            assert_eq!(self.in_range(written), Some(limit), "{self:?}");
            let middle = f64::from(self.min + self.max) / 2.0;
            assert_eq!(self.in_range(written + (written - middle) * 1e-3), None, "{self:?}");
        }
    }
}

/// Whether a number is written as radians are: with two decimals or more, and within a third of a degree of a multiple of 15 degrees
/// in radians. An angle in degrees is hardly ever that small and that exact.
pub(crate) fn is_in_radians(text: &str) -> bool {
    const STEP: f64 = std::f64::consts::PI / 12.0;
    let decimals = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let Ok(number) = text.parse::<f64>() else { return false };
    let steps = (number / STEP).round();
    decimals >= 2 && (1.0..=24.0).contains(&steps.abs()) && (number - steps * STEP).abs() < 0.006
}

impl<'a> Reader<'a> {
    /// Parses a number; it must be finite and in the quantity's range.
    pub fn quantity(&mut self, value: RonValue<'a>, field: &str, quantity: &Quantity) -> Option<f32> {
        let Quantity { unit, min, max, .. } = quantity;
        let number = self.scalar::<f64>(value, field, &format!("a number of {unit}"))?;
        if let Some(number) = quantity.in_range(number) {
            return Some(number);
        }
        // A literal that overflowed f64, as opposed to `inf`.
        let is_overflow = number.is_infinite() && value.text().contains(|c: char| c.is_ascii_digit());
        let message = if is_overflow {
            format!("`{field}` is too large a number")
        } else if number.is_finite() {
            format!("`{field}` must be {min} to {max} {unit}")
        } else {
            format!("`{field}` must be a finite number of {unit}")
        };
        let label = if number.is_infinite() {
            format!("must be {min} to {max} {unit}")
        } else if number.is_nan() {
            "not a number".into()
        } else if number < 0.0 && *min >= 0.0 {
            "must not be negative".into()
        } else if number == 0.0 {
            "must not be zero".into()
        } else {
            let side = if number > f64::from(*max) { format!("at most {max}") } else { format!("at least {min}") };
            format!("{side} {unit}")
        };
        self.refuse(Diagnostic::error(message).at(self.span(value), label))
    }

    /// Parses an optional number.
    pub fn quantity_or(
        &mut self,
        value: Option<RonValue<'a>>,
        field: &str,
        quantity: &Quantity,
        default: f32,
    ) -> Option<f32> {
        value.map_or(Some(default), |value| self.quantity(value, field, quantity))
    }

    /// Parses an angle in degrees and converts it to radians. Warns of one that was written in radians.
    pub fn angle(&mut self, value: RonValue<'a>, field: &str, quantity: &Quantity) -> Option<f32> {
        let degrees = self.quantity(value, field, quantity)?;
        if is_in_radians(value.text()) {
            self.warn_of_radians(value, degrees);
        }
        Some(degrees.to_radians())
    }

    /// Warns of an angle that looks like radians.
    pub fn warn_of_radians(&mut self, value: RonValue<'a>, number: f32) {
        let degrees = number.to_degrees().round();
        let diagnostic = Diagnostic::warning("this angle looks like radians, and angles are in degrees");
        let diagnostic = diagnostic.of(&faults::RADIANS).at(self.span(value), format!("did you mean {degrees}?"));
        self.report(diagnostic.help("a right angle is 90, a whole turn 360"));
    }

    /// Parses `true` or `false`.
    pub fn flag(&mut self, value: RonValue<'a>, field: &str) -> Option<bool> {
        self.scalar(value, field, "`true` or `false`")
    }

    /// Parses an optional `true` or `false`.
    pub fn flag_or(&mut self, value: Option<RonValue<'a>>, field: &str, default: bool) -> Option<bool> {
        value.map_or(Some(default), |value| self.flag(value, field))
    }

    /// Parses a whole number in a range.
    pub fn count(&mut self, value: RonValue<'a>, field: &str, min: u8, max: u8) -> Option<u8> {
        let wanted = format!("a whole number, {min} to {max}");
        let number = self.scalar::<i64>(value, field, &wanted)?;
        let count = u8::try_from(number).ok().filter(|count| (min..=max).contains(count));
        if count.is_none() {
            self.report(Diagnostic::error(format!("`{field}` must be {wanted}")).at(self.span(value), "out of range"));
        }
        count
    }

    /// Parses one line of text of at most `chars_max` characters for the screen.
    pub fn line(&mut self, value: RonValue<'a>, field: &str, chars_max: usize) -> Option<String> {
        let text = self.name(value, field, chars_max)?;
        if let Some(character) = text.chars().find(|character| !is_drawable(*character) && !character.is_control()) {
            let diagnostic = Diagnostic::warning(format!(
                "the game's typeface has no {}; it is shown as a box",
                char_name(character)
            ))
            .of(&faults::TYPEFACE);
            self.report(diagnostic.at(self.span(value), "has a letter beyond Latin, Greek and Cyrillic"));
        }
        Some(text)
    }

    /// Parses one line of text of at most `chars_max` characters.
    pub fn name(&mut self, value: RonValue<'a>, field: &str, chars_max: usize) -> Option<String> {
        let text = self.scalar::<String>(value, field, "text in quotation marks")?;
        let text = text.trim();
        let chars = text.chars().count();
        if chars > chars_max {
            let diagnostic =
                Diagnostic::error(format!("`{field}` is too long: {chars} characters, and at most {chars_max} fit"));
            return self.refuse(diagnostic.at(self.span(value), "too long"));
        }
        if text.chars().any(char::is_control) {
            let diagnostic = Diagnostic::error(format!("`{field}` must be one line"));
            return self.refuse(diagnostic.at(self.span(value), "has a line break or a control character"));
        }
        Some(text.to_owned())
    }

    /// Parses `(x, y)` in tiles. Whether it is in the map is checked later.
    pub fn point(&mut self, value: RonValue<'a>, field: &str) -> Option<Vec2> {
        self.pair(value, field, "a point `(x, y)` in tiles", ["x", "y"], &COORDINATE)
    }

    /// Parses two numbers in parentheses. `wanted` describes both, `names` each of them.
    pub fn pair(
        &mut self,
        value: RonValue<'a>,
        field: &str,
        wanted: &str,
        names: [&str; 2],
        quantity: &Quantity,
    ) -> Option<Vec2> {
        let pair = self.scalar::<(RonValue<'a>, RonValue<'a>)>(value, field, wanted)?;
        let x = self.quantity(pair.0, names[0], quantity);
        let y = self.quantity(pair.1, names[1], quantity);
        Some(Vec2::new(x?, y?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHARED: [&Quantity; 13] = [
        &PERIOD,
        &DURATION,
        &ANGLE,
        &TURN_RATE,
        &REACH,
        &SPEED,
        &OBSTACLE_SPEED,
        &SIDE,
        &SHAPE_RADIUS,
        &CORNER,
        &THROW_SPEED,
        &FOCUS,
        &HAZARD_SPEED,
    ];

    #[test]
    fn the_manual_states_every_shared_range() {
        let manual = include_str!("../../../../levels/README.md");
        for quantity in SHARED {
            assert!(manual.contains(&quantity.range()), "{}", quantity.range());
        }
    }

    #[test]
    fn only_exact_small_angles_look_like_radians() {
        for radians in ["1.57", "3.14", "4.712", "-1.5708", "0.785", "6.28", "1.047"] {
            assert!(is_in_radians(radians), "{radians}");
        }
        for degrees in ["1.5", "3", "90", "0.5", "2.5", "1.25", "0", "15.71", "157.08", "5.5", "3.25", "x"] {
            assert!(!is_in_radians(degrees), "{degrees}");
        }
    }

    #[test]
    fn a_limit_written_out_is_within_its_range() {
        SHARED.into_iter().for_each(Quantity::assert_contains_its_limits);
        assert_eq!(PERIOD.in_range(f64::NAN), None);
        assert_eq!(PERIOD.in_range(1e39), None);
    }
}
