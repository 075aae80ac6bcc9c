//! Crumbles: the settings of a platform that gives way under the ninja, and how a level file writes them.

use bevy_math::Vec2;
use serde::Deserialize;

use super::kind::{ActorEntry, ActorKind, Body, Extent, Place};
use super::logic::{ActorLogic, Obstacle, bounds_around};
use crate::format::channels::ChannelTable;
use crate::reader::scalars::{PERIOD, SIDE};
use crate::reader::{Reader, RonValue};
use crate::stable_hash::StableHasher;
use hairline_geometry::shapes::polygon::Polygon;

/// Seconds.
const DELAY_DEFAULT: f32 = 0.6;
/// Seconds.
const AWAY_DEFAULT: f32 = 2.5;

/// A platform that gives way some time after the ninja leans on it, and comes back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrumbleSettings {
    /// Its center.
    pub position: Vec2,
    /// Its width and height in tiles; positive.
    pub size: Vec2,
    /// Seconds from the first touch until it gives way; positive.
    pub delay: f32,
    /// Seconds from then until it comes back; positive.
    pub away: f32,
}

#[derive(Deserialize)]
#[serde(rename = "Crumble", deny_unknown_fields)]
struct CrumbleFile<'a> {
    #[serde(borrow)]
    at: Option<RonValue<'a>>,
    #[serde(borrow)]
    size: RonValue<'a>,
    #[serde(borrow)]
    delay: Option<RonValue<'a>>,
    #[serde(borrow)]
    away: Option<RonValue<'a>>,
}

impl ActorKind for CrumbleSettings {
    const WORD: &'static str = "Crumble";
    const NAMES: [&'static str; 2] = ["crumble", "crumbles"];
    const EXAMPLE: &'static str = "Crumble(size: (1, 1))";
    const HASH_SECTION: u32 = 13;
    const EXTENT: Extent = Extent::Size;
    const IS_OBSTACLE: bool = true;

    fn read<'a>(
        reader: &mut Reader<'a>,
        _channels: &mut ChannelTable,
        value: RonValue<'a>,
    ) -> Option<ActorEntry<Self>> {
        let file: CrumbleFile = reader.read(value)?;
        let at = reader.place_if(file.at, "at");
        let wanted = "a width and a height, `(w, h)`, in tiles";
        let size = reader.pair(file.size, "size", wanted, ["width", "height"], &SIDE);
        let delay = reader.quantity_or(file.delay, "delay", &PERIOD, DELAY_DEFAULT);
        let away = reader.quantity_or(file.away, "away", &PERIOD, AWAY_DEFAULT);
        let settings = Self { position: Vec2::ZERO, size: size?, delay: delay?, away: away? };
        Some(ActorEntry::new(at?, settings))
    }

    fn set_place(&mut self, place: Place) {
        self.position = place.position;
    }

    fn logic(&self) -> ActorLogic {
        let bounds = bounds_around(&[self.position], self.size / 2.0);
        let obstacle = Obstacle { bounds, fills: vec![], speed_max: 0.0, is_upright: true, crushes: false };
        ActorLogic { obstacle: Some(obstacle), ..ActorLogic::NOTHING }
    }

    fn hash_into(&self, hasher: &mut StableHasher) {
        [self.position, self.size].into_iter().for_each(|vector| hasher.write_vec2(vector));
        [self.delay, self.away].into_iter().for_each(|seconds| hasher.write_f32(seconds));
    }

    fn body(&self) -> Option<Body> {
        Polygon::rectangle(self.size).ok().map(|shape| Body::Solid { shape, angle: 0.0 })
    }
}
