//! Doors: the settings of a wall that slides open by a channel, and how a level file writes them.

use bevy_math::{Rect, Vec2};
use serde::Deserialize;

use super::kind::{ActorEntry, ActorKind, Body, ChannelUse, Extent, FieldForm, Place};
use super::logic::{ActorLogic, Fill, Obstacle, bounds_around};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::faults;
use crate::format::channels::ChannelTable;
use crate::format::gates::Gate;
use crate::reader::scalars::{OBSTACLE_SPEED, PERIOD, Quantity, SIDE};
use crate::reader::{Reader, RonValue};
use crate::stable_hash::StableHasher;
use hairline_geometry::shapes::polygon::Polygon;

/// Seconds from closed to open.
const SECONDS_DEFAULT: f32 = 0.5;

/// A component of the vector by which a door slides.
const SLIDE: Quantity = Quantity { unit: "tiles", min: -100.0, max: 100.0 };

/// A wall that slides away while its channel opens it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DoorSettings {
    /// Its center while it is closed.
    pub position: Vec2,
    /// Its width and height in tiles; positive.
    pub size: Vec2,
    /// The vector in tiles by which its center moves until it is open.
    pub slide: Vec2,
    /// Seconds from closed to open; positive.
    pub seconds: f32,
    /// When it opens.
    pub when: Gate,
    /// Whether it crushes a ninja in its way; otherwise it waits.
    pub crushes: bool,
}

#[derive(Deserialize)]
#[serde(rename = "Door", deny_unknown_fields)]
struct DoorFile<'a> {
    #[serde(borrow)]
    at: Option<RonValue<'a>>,
    #[serde(borrow)]
    size: RonValue<'a>,
    #[serde(borrow)]
    slide: Option<RonValue<'a>>,
    #[serde(borrow)]
    seconds: Option<RonValue<'a>>,
    #[serde(borrow)]
    when: RonValue<'a>,
    #[serde(borrow)]
    crushes: Option<RonValue<'a>>,
}

impl ActorKind for DoorSettings {
    const WORD: &'static str = "Door";
    const NAMES: [&'static str; 2] = ["door", "doors"];
    const EXAMPLE: &'static str = "Door(size: (1, 1), when: Raised(\"x\"))";
    const HASH_SECTION: u32 = 7;
    const EXTENT: Extent = Extent::Size;
    const IS_OBSTACLE: bool = true;
    const CHANNEL_USE: Option<ChannelUse> = Some(ChannelUse::Listens);
    const QUANTITIES: &'static [Quantity] = &[SLIDE];
    const FIELD_FORMS: &'static [(&'static str, FieldForm)] = &[("when", FieldForm::Gate)];

    fn read<'a>(reader: &mut Reader<'a>, channels: &mut ChannelTable, value: RonValue<'a>) -> Option<ActorEntry<Self>> {
        let file: DoorFile = reader.read(value)?;
        let at = reader.place_if(file.at, "at");
        let wanted = "a width and a height, `(w, h)`, in tiles";
        let size = reader.pair(file.size, "size", wanted, ["width", "height"], &SIDE);
        let slide = file.slide.map_or(Some(None), |value| {
            reader.pair(value, "slide", "a vector `(dx, dy)` in tiles", ["dx", "dy"], &SLIDE).map(Some)
        });
        let seconds = reader.quantity_or(file.seconds, "seconds", &PERIOD, SECONDS_DEFAULT);
        let when = channels.gate(reader, file.when);
        let crushes = reader.flag_or(file.crushes, "crushes", false);
        let (size, seconds) = (size?, seconds?);
        // By default a door slides up by its own height.
        let slide = slide?.unwrap_or(Vec2::new(0.0, size.y));
        check_slide(reader, &file, slide, seconds)?;
        let settings = Self { position: Vec2::ZERO, size, slide, seconds, when: when?, crushes: crushes? };
        Some(ActorEntry::new(at?, settings))
    }

    fn set_place(&mut self, place: Place) {
        self.position = place.position;
    }

    fn logic(&self) -> ActorLogic {
        let closed = Rect::from_center_size(self.position, self.size);
        let open = Rect::from_center_size(self.position + self.slide, self.size);
        let (gate, always) = (self.when, closed.intersect(open));
        let mut fills = vec![Fill { area: closed, opens: Some(gate), help: "" }];
        if !always.is_empty() {
            let help = "its `slide` leads too short a way: let it slide until the ninja, 0.84 wide, fits past it; it may \
                        slide into walls";
            fills.push(Fill { area: always, opens: None, help });
        }
        let obstacle = Obstacle {
            bounds: bounds_around(&[self.position, self.position + self.slide], self.size / 2.0),
            fills,
            speed_max: self.slide.length() / self.seconds,
            is_upright: true,
            crushes: self.crushes,
        };
        ActorLogic { obstacle: Some(obstacle), ..ActorLogic::NOTHING }
    }

    fn hash_into(&self, hasher: &mut StableHasher) {
        [self.position, self.size, self.slide].into_iter().for_each(|vector| hasher.write_vec2(vector));
        hasher.write_f32(self.seconds);
        Gate::hash_into(Some(self.when), hasher);
        hasher.write_bool(self.crushes);
    }

    fn body(&self) -> Option<Body> {
        Polygon::rectangle(self.size).ok().map(|shape| Body::Solid { shape, angle: 0.0 })
    }
}

/// Checks that a door moves, and not too fast.
fn check_slide(reader: &mut Reader, file: &DoorFile, slide: Vec2, seconds: f32) -> Option<()> {
    if slide == Vec2::ZERO {
        let diagnostic = Diagnostic::error("the door does not move").at(reader.span(file.slide?), "no distance at all");
        let help = "`slide: (dx, dy)` is how far the door moves until it is open, in tiles; y points up";
        reader.report(diagnostic.help(help));
        return None;
    }
    let speed = slide.length() / seconds;
    if speed > OBSTACLE_SPEED.max {
        let max = OBSTACLE_SPEED.max;
        let message = format!("the door is too fast: {speed:.1} tiles a second, and at most {max} are allowed");
        let span = reader.span(file.seconds.or(file.slide).unwrap_or(file.size));
        let diagnostic = Diagnostic::error(message).of(&faults::TOO_FAST).at(span, "too fast");
        let shortest = (slide.length() / max * 100.0).ceil() / 100.0;
        reader.report(diagnostic.help(format!("set longer `seconds`, at least {shortest}, or a shorter `slide`")));
        return None;
    }
    Some(())
}
