//! Crumbles: platforms that give way under the ninja.

use bevy_math::Vec2;

use super::kind::{ActorKind, Body, Extent, Kind};
use super::logic::{ActorLogic, Obstacle, bounds_around};
use super::settings::settings;
use crate::reader::scalars::PERIOD;

settings! {
    /// A platform that gives way some time after the ninja leans on it, and comes back.
    #[derive(Copy)]
    pub struct CrumbleSettings {
        /// Its width and height in tiles; positive.
        size: Vec2 = size(),
        /// Seconds from the first touch until it gives way; positive.
        delay: f32 = number_or(&PERIOD, 0.6),
        /// Seconds from then until it comes back; positive.
        away: f32 = number_or(&PERIOD, 2.5),
    }
}

impl ActorKind for CrumbleSettings {
    const KIND: Kind = Kind {
        word: "Crumble",
        names: ["crumble", "crumbles"],
        example: "Crumble(size: (1, 1))",
        hash_section: 13,
        extent: Extent::Size,
        is_obstacle: true,
        ..Kind::of::<Self>()
    };

    fn body(&self) -> Option<Body> {
        Body::of_box(self.size)
    }

    fn logic(&self) -> ActorLogic {
        let bounds = bounds_around(&[self.position], self.size / 2.0);
        let obstacle = Obstacle { bounds, fills: vec![], speed_max: 0.0, is_upright: true, crushes: false };
        ActorLogic { obstacle: Some(obstacle), ..ActorLogic::NOTHING }
    }
}
