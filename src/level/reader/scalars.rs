//! Single values of a level file: numbers with their unit and range, texts with their length, points.

use std::ops::Range;

use bevy::math::Vec2;

use super::{Piece, Reader};
use crate::level::diagnostics::Diagnostic;
use crate::level::diagnostics::escape::called;

/// What a number measures, and the range in which it must be.
#[derive(Debug)]
pub(crate) struct Quantity {
    pub unit: &'static str,
    pub min: f32,
    pub max: f32,
}

/// A period. The least is over six ticks, so that a motion is seen as one.
pub(crate) const PERIOD: Quantity = Quantity { unit: "seconds", min: 0.05, max: 600.0 };
/// A part of a cycle, or an offset in one.
pub(crate) const DURATION: Quantity = Quantity { unit: "seconds", min: 0.0, max: 600.0 };
/// A direction. Several turns are allowed, for a sweep that goes round more than once.
pub(crate) const ANGLE: Quantity = Quantity { unit: "degrees", min: -3600.0, max: 3600.0 };
/// How fast a robot turns towards the ninja.
pub(crate) const TURN_RATE: Quantity = Quantity { unit: "degrees a second", min: 1.0, max: 3600.0 };
/// How long a beam can be. The most is over the diagonal of the largest map.
pub(crate) const REACH: Quantity = Quantity { unit: "tiles", min: 0.1, max: 1000.0 };
/// How fast a robot moves along its path.
pub(crate) const SPEED: Quantity = Quantity { unit: "tiles a second", min: 0.05, max: 60.0 };
/// Seconds from one bullet of a burst to the next.
pub(crate) const GAP: Quantity = Quantity { unit: "seconds", min: 0.02, max: 10.0 };
/// How fast a bullet flies.
pub(crate) const BULLET_SPEED: Quantity = Quantity { unit: "tiles a second", min: 0.5, max: 200.0 };
/// A bullet's radius; 0 is a point.
pub(crate) const BULLET_RADIUS: Quantity = Quantity { unit: "tiles", min: 0.0, max: 0.5 };
/// The angle of a camera's cone.
pub(crate) const FOV: Quantity = Quantity { unit: "degrees", min: 1.0, max: 360.0 };
/// How far a camera sees.
pub(crate) const SIGHT: Quantity = Quantity { unit: "tiles", min: 0.5, max: 100.0 };
/// Seconds from one look of a camera to the next. The least is over two ticks.
pub(crate) const REFRESH: Quantity = Quantity { unit: "seconds", min: 0.02, max: 10.0 };
/// How fast an orb flies.
pub(crate) const ORB_SPEED: Quantity = Quantity { unit: "tiles a second", min: 0.1, max: 60.0 };
/// An orb's radius.
pub(crate) const ORB_RADIUS: Quantity = Quantity { unit: "tiles", min: 0.1, max: 2.0 };
/// How fast any point of an obstacle goes. The most is under a quarter of a tile in a tick: less than a ninja is thick,
/// so that none is ever on his other side from one tick to the next.
pub(crate) const OBSTACLE_SPEED: Quantity = Quantity { unit: "tiles a second", min: 0.05, max: 30.0 };
/// A side of a box or a door.
pub(crate) const SIDE: Quantity = Quantity { unit: "tiles", min: 0.1, max: 100.0 };
/// From the middle of a regular polygon to its corners.
pub(crate) const SHAPE_RADIUS: Quantity = Quantity { unit: "tiles", min: 0.2, max: 20.0 };
/// A coordinate of a polygon's corner, from the place of its actor.
pub(crate) const CORNER: Quantity = Quantity { unit: "tiles", min: -50.0, max: 50.0 };
/// A component of a door's way.
pub(crate) const SLIDE: Quantity = Quantity { unit: "tiles", min: -100.0, max: 100.0 };
/// How fast a spring or a bumper throws the ninja.
pub(crate) const THROW: Quantity = Quantity { unit: "tiles a second", min: 1.0, max: 60.0 };
/// A distance from a mine's middle.
pub(crate) const MINE_REACH: Quantity = Quantity { unit: "tiles", min: 0.1, max: 20.0 };
/// Seconds from lit to blown up.
pub(crate) const FUSE: Quantity = Quantity { unit: "seconds", min: 0.0, max: 60.0 };
/// What the focus meter holds.
pub(crate) const FOCUS: Quantity = Quantity { unit: "seconds", min: 0.0, max: 60.0 };
/// A coordinate, before it is held against the map.
const COORDINATE: Quantity = Quantity { unit: "tiles", min: -1.0e6, max: 1.0e6 };

impl Quantity {
    /// A written number as it is in the game, if it is in the range. They are compared as the game holds them, so that a
    /// limit that is written out is within itself.
    fn held(&self, written: f64) -> Option<f32> {
        // Adding zero turns -0 into 0, so that the two do not make different levels.
        let value = written as f32 + 0.0;
        (written.is_finite() && (self.min..=self.max).contains(&value)).then_some(value)
    }
}

impl<'a> Reader<'a> {
    /// Reads a number; it must be finite and in the quantity's range.
    pub fn quantity(&mut self, piece: Piece<'a>, field: &str, quantity: &Quantity) -> Option<f32> {
        let Quantity { unit, min, max } = quantity;
        let value = self.scalar::<f64>(piece, field, &format!("a number of {unit}"))?;
        if let Some(value) = quantity.held(value) {
            return Some(value);
        }
        // What is written out in digits and held by no number; `inf` is a word.
        let is_too_large = value.is_infinite() && piece.text().contains(|c: char| c.is_ascii_digit());
        let words = if is_too_large {
            format!("`{field}` is too large a number")
        } else if value.is_finite() {
            format!("`{field}` must be {min} to {max} {unit}")
        } else {
            format!("`{field}` must be a finite number of {unit}")
        };
        let label = if value.is_infinite() {
            format!("must be {min} to {max} {unit}")
        } else if value.is_nan() {
            "not a number".into()
        } else if value < 0.0 && *min >= 0.0 {
            "must not be negative".into()
        } else if value == 0.0 {
            "must not be zero".into()
        } else {
            let side = if value > f64::from(*max) { format!("at most {max}") } else { format!("at least {min}") };
            format!("{side} {unit}")
        };
        self.fault(Diagnostic::error(words).at(self.place(piece), label));
        None
    }

    /// Reads an optional number.
    pub fn quantity_or(
        &mut self,
        piece: Option<Piece<'a>>,
        field: &str,
        quantity: &Quantity,
        default: f32,
    ) -> Option<f32> {
        piece.map_or(Some(default), |piece| self.quantity(piece, field, quantity))
    }

    /// Reads an optional number that has no default: from "not set, or read, or read with a fault" to "a fault, or not
    /// set, or read".
    pub fn quantity_if(&mut self, piece: Option<Piece<'a>>, field: &str, quantity: &Quantity) -> Option<Option<f32>> {
        piece.map_or(Some(None), |piece| self.quantity(piece, field, quantity).map(Some))
    }

    /// Reads an angle in degrees and turns it into radians.
    pub fn angle(&mut self, piece: Piece<'a>, field: &str, quantity: &Quantity) -> Option<f32> {
        self.quantity(piece, field, quantity).map(f32::to_radians)
    }

    /// Reads an optional angle in degrees, whose default is in degrees too, and turns it into radians.
    pub fn angle_or(
        &mut self,
        piece: Option<Piece<'a>>,
        field: &str,
        quantity: &Quantity,
        default: f32,
    ) -> Option<f32> {
        self.quantity_or(piece, field, quantity, default).map(f32::to_radians)
    }

    /// Reads an optional `true` or `false`.
    pub fn flag_or(&mut self, piece: Option<Piece<'a>>, field: &str, default: bool) -> Option<bool> {
        piece.map_or(Some(default), |piece| self.scalar(piece, field, "`true` or `false`"))
    }

    /// Reads a whole number in a range.
    pub fn count(&mut self, piece: Piece<'a>, field: &str, min: u8, max: u8) -> Option<u8> {
        let wanted = format!("a whole number, {min} to {max}");
        let value = self.scalar::<i64>(piece, field, &wanted)?;
        let count = u8::try_from(value).ok().filter(|count| (min..=max).contains(count));
        if count.is_none() {
            self.fault(Diagnostic::error(format!("`{field}` must be {wanted}")).at(self.place(piece), "out of range"));
        }
        count
    }

    /// Reads an optional whole number in a range.
    pub fn count_or(&mut self, piece: Option<Piece<'a>>, field: &str, min: u8, max: u8, default: u8) -> Option<u8> {
        piece.map_or(Some(default), |piece| self.count(piece, field, min, max))
    }

    /// Reads one line of text with at most so many characters, which is to be shown on the screen.
    pub fn line(&mut self, piece: Piece<'a>, field: &str, chars_max: usize) -> Option<String> {
        let text = self.name(piece, field, chars_max)?;
        if let Some(character) = text.chars().find(|character| !character.is_ascii()) {
            let fault =
                Diagnostic::warning(format!("the game's font has no {}; it is shown as a box", called(character)));
            self.fault(fault.at(self.place(piece), "has letters, digits or signs beyond ASCII"));
        }
        Some(text)
    }

    /// Reads one line of text with at most so many characters.
    pub fn name(&mut self, piece: Piece<'a>, field: &str, chars_max: usize) -> Option<String> {
        let text = self.scalar::<String>(piece, field, "a text in quotation marks")?;
        let text = text.trim();
        let chars = text.chars().count();
        if chars > chars_max {
            let fault =
                Diagnostic::error(format!("`{field}` is too long: {chars} characters, and at most {chars_max} fit"));
            self.fault(fault.at(self.place(piece), "too long"));
            return None;
        }
        if text.chars().any(char::is_control) {
            let fault = Diagnostic::error(format!("`{field}` must be one line"));
            self.fault(fault.at(self.place(piece), "has a line break or a control character"));
            return None;
        }
        Some(text.to_owned())
    }

    /// Reads `(x, y)` in tiles. Whether it lies in the map is asked later.
    pub fn point(&mut self, piece: Piece<'a>, field: &str) -> Option<Vec2> {
        self.pair(piece, field, "a point `(x, y)` in tiles", ["x", "y"], &COORDINATE)
    }

    /// Reads an optional `(x, y)` in tiles, and where it stands.
    pub fn point_if(&mut self, piece: Option<Piece<'a>>, field: &str) -> Option<Option<(Vec2, Range<usize>)>> {
        piece.map_or(Some(None), |piece| Some(Some((self.point(piece, field)?, self.place(piece)))))
    }

    /// Reads two numbers in round brackets. `wanted` says what they are, and `names` what each is called.
    pub fn pair(
        &mut self,
        piece: Piece<'a>,
        field: &str,
        wanted: &str,
        names: [&str; 2],
        quantity: &Quantity,
    ) -> Option<Vec2> {
        let pair = self.scalar::<(Piece<'a>, Piece<'a>)>(piece, field, wanted)?;
        let x = self.quantity(pair.0, names[0], quantity);
        let y = self.quantity(pair.1, names[1], quantity);
        Some(Vec2::new(x?, y?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every quantity there is.
    const ALL: [Quantity; 23] = [
        PERIOD,
        DURATION,
        ANGLE,
        TURN_RATE,
        REACH,
        SPEED,
        FOCUS,
        GAP,
        BULLET_SPEED,
        BULLET_RADIUS,
        FOV,
        SIGHT,
        REFRESH,
        ORB_SPEED,
        ORB_RADIUS,
        OBSTACLE_SPEED,
        SIDE,
        SHAPE_RADIUS,
        CORNER,
        SLIDE,
        THROW,
        MINE_REACH,
        FUSE,
    ];

    #[test]
    fn the_manual_names_every_range() {
        let manual = include_str!("../../../levels/README.md");
        for Quantity { unit, min, max } in ALL {
            let range = format!("{min} to {max} {unit}");
            assert!(manual.contains(&range), "{range}");
        }
    }

    #[test]
    fn a_limit_that_is_written_out_is_within_itself() {
        for quantity in ALL {
            for limit in [quantity.min, quantity.max] {
                let written: f64 = limit.to_string().parse().expect("a number is written as one");
                assert_eq!(quantity.held(written), Some(limit), "{quantity:?}");
                assert_eq!(
                    quantity.held(written + (written - f64::from(quantity.min + quantity.max) / 2.0) * 1e-3),
                    None
                );
            }
        }
        assert_eq!(PERIOD.held(f64::NAN), None);
        assert_eq!(PERIOD.held(1e39), None);
    }
}
