//! Doors: walls that slide open by a channel.

use bevy_math::{Rect, Vec2};

use super::fields::Fields;
use super::frame::Offset;
use super::kind::{ActorKind, Body, ChannelUse, Extent, Kind};
use super::logic::{ActorLogic, Fill, Obstacle, bounds_around};
use super::settings::settings;
use crate::diagnostics::{Diagnostic, faults};
use crate::format::gates::Gate;
use crate::reader::scalars::{OBSTACLE_SPEED, PERIOD, Pace, Quantity};

/// A component of the vector by which a door slides.
const SLIDE: Quantity = Quantity { unit: "tiles", pace: Pace::Timeless, min: -100.0, max: 100.0 };

settings! {
    /// A wall that slides away while its channel opens it.
    #[derive(Copy)]
    pub struct DoorSettings {
        /// Its width and height in tiles; positive.
        size: Vec2 = size(),
        /// The vector in tiles by which its center moves until it is open.
        slide: Vec2 = slide(size),
        /// Seconds from closed to open; positive.
        seconds: f32 = number_or(&PERIOD, 0.5),
        /// When it opens.
        when: Gate = gate(),
        /// Whether it crushes a ninja in its way; otherwise it waits.
        crushes: bool = flag(),
    }
    check check_slide(slide.0, seconds.value)
}

impl ActorKind for DoorSettings {
    const KIND: Kind = Kind {
        word: "Door",
        names: ["door", "doors"],
        example: "Door(size: (1, 1), when: Raised(\"x\"))",
        hash_section: 7,
        extent: Extent::Size,
        is_obstacle: true,
        channel_use: Some(ChannelUse::Listens),
        quantities: &[SLIDE],
        ..Kind::of::<Self>()
    };

    fn body(&self) -> Option<Body> {
        Body::of_box(self.size)
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
}

impl Fields<'_, '_> {
    /// The vector by which a door of some size slides: by default up, by its own height.
    fn slide(&mut self, name: &'static str, size: Option<Vec2>) -> Option<Offset> {
        let slide = self.optional_vector(name, &SLIDE)?;
        slide.or(size.map(|size| Vec2::new(0.0, size.y))).map(Offset)
    }
}

/// Checks that a door moves, and not too fast.
fn check_slide(fields: &mut Fields, slide: Vec2, seconds: f32) -> Option<()> {
    if slide == Vec2::ZERO {
        let diagnostic = Diagnostic::error("the door does not move").at(fields.span("slide")?, "no distance at all");
        let help = "`slide: (dx, dy)` is how far the door moves until it is open, in tiles; y points up";
        fields.report(diagnostic.help(help));
        return None;
    }
    let speed = slide.length() / seconds;
    if speed > OBSTACLE_SPEED.max {
        let max = OBSTACLE_SPEED.max;
        let message = format!("the door is too fast: {speed:.1} tiles a second, and at most {max} are allowed");
        let span = ["seconds", "slide", "size"].into_iter().find_map(|name| fields.span(name))?;
        let diagnostic = Diagnostic::error(message).of(&faults::TOO_FAST).at(span, "too fast");
        let shortest = (slide.length() / max * 100.0).ceil() / 100.0;
        fields.report(diagnostic.help(format!("set longer `seconds`, at least {shortest}, or a shorter `slide`")));
        return None;
    }
    Some(())
}
