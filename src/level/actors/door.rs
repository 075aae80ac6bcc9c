//! The settings of a wall that slides away as they are written in a level file.

use bevy::math::Vec2;
use serde::Deserialize;

use super::{ActorSettings, Kind};
use crate::level::diagnostics::Diagnostic;
use crate::level::format::channels::ChannelTable;
use crate::level::reader::scalars::{OBSTACLE_SPEED, PERIOD, SIDE, SLIDE};
use crate::level::reader::{Piece, Reader};
use crate::level::{DoorSettings, Gate, StableHasher};

/// Seconds from closed to open.
const SECONDS_DEFAULT: f32 = 0.5;

#[derive(Deserialize)]
#[serde(rename = "Door", deny_unknown_fields)]
struct DoorFile<'a> {
    #[serde(borrow)]
    at: Option<Piece<'a>>,
    #[serde(borrow)]
    size: Piece<'a>,
    #[serde(borrow)]
    slide: Option<Piece<'a>>,
    #[serde(borrow)]
    seconds: Option<Piece<'a>>,
    #[serde(borrow)]
    when: Piece<'a>,
    #[serde(borrow)]
    crushes: Option<Piece<'a>>,
}

/// Reads `Door(…)`.
pub(crate) fn read<'a>(
    reader: &mut Reader<'a>,
    channels: &mut ChannelTable,
    piece: Piece<'a>,
) -> Option<ActorSettings> {
    let file: DoorFile = reader.read(piece)?;
    let at = reader.point_if(file.at, "at");
    let size = reader.pair(file.size, "size", "a width and a height, `(w, h)`, in tiles", ["width", "height"], &SIDE);
    let slide = file.slide.map_or(Some(None), |piece| {
        reader.pair(piece, "slide", "a way `(dx, dy)` in tiles", ["dx", "dy"], &SLIDE).map(Some)
    });
    let seconds = reader.quantity_or(file.seconds, "seconds", &PERIOD, SECONDS_DEFAULT);
    let when = channels.gate(reader, file.when);
    let crushes = reader.flag_or(file.crushes, "crushes", false);
    let (size, seconds) = (size?, seconds?);
    // Where it is not said, a door goes up by its own height.
    let slide = slide?.unwrap_or(Vec2::new(0.0, size.y));
    if slide == Vec2::ZERO {
        let fault = Diagnostic::error("the door slides nowhere").at(reader.place(file.slide?), "no way at all");
        reader.fault(fault.help("`slide: (dx, dy)` is where the door goes until it is open, in tiles; y is upwards"));
        return None;
    }
    let speed = slide.length() / seconds;
    if speed > OBSTACLE_SPEED.max {
        let message = format!("the door is too fast: {speed:.1} tiles a second, and at most {} go", OBSTACLE_SPEED.max);
        let place = reader.place(file.seconds.or(file.slide).unwrap_or(file.size));
        reader
            .fault(Diagnostic::error(message).at(place, "too fast").help("give it more `seconds`, or less to `slide`"));
        return None;
    }
    let door = DoorSettings { position: Vec2::ZERO, size, slide, seconds, when: when?, crushes: crushes? };
    Some(ActorSettings { at: at?, path: None, kind: Kind::Door(door) })
}

impl DoorSettings {
    pub(crate) fn write_to(&self, hash: &mut StableHasher) {
        [self.position, self.size, self.slide].into_iter().for_each(|vector| hash.write_vec2(vector));
        hash.write_f32(self.seconds);
        Gate::write_to(Some(self.when), hash);
        hash.write_bool(self.crushes);
    }
}
