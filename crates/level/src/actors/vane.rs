//! Vanes: mirrors on an axle, which the ninja turns by a touch.

use std::f32::consts::TAU;

use bevy_math::Vec2;

use super::fields::Fields;
use super::kind::{ActorKind, Body, ChannelUse, Kind};
use super::logic::{ActorLogic, Mirror, MirrorMotion, Obstacle, Touch, bounds_around};
use super::settings::settings;
use crate::diagnostics::{Diagnostic, faults};
use crate::format::gates::Gate;
use crate::reader::scalars::{ANGLE, OBSTACLE_SPEED, PERIOD, Pace, Quantity};
use hairline_geometry::shapes::polygon::Polygon;

/// The length of a vane.
const LENGTH: Quantity = Quantity { unit: "tiles", pace: Pace::Timeless, min: 0.5, max: 20.0 };
/// The angle by which a touch turns a vane.
const TURN: Quantity = Quantity { unit: "degrees", pace: Pace::Timeless, min: -180.0, max: 180.0 };
/// The most turns that make a whole one.
const POSITIONS_MAX: f32 = 360.0;
/// Tiles.
const THICKNESS: f32 = 0.2;

settings! {
    /// A mirror on an axle: each touch of the ninja turns it by an angle. It reflects beams from both sides.
    #[derive(Copy)]
    pub struct VaneSettings {
        /// Its length in tiles; positive.
        length: f32 = number_or(&LENGTH, 2.0),
        /// Its angle at the start, in radians.
        angle: f32 = direction_or(&ANGLE, 45.0),
        /// Radians by which a touch turns it; not 0, and a whole turn is a multiple of it.
        turn_by: f32 = turn_by_or(&TURN, 90.0),
        /// Seconds that a turn takes; positive.
        seconds: f32 = number_or(&PERIOD, 0.4),
        /// When this opens, it turns the vane as a touch does.
        when: Option<Gate> = optional_gate(),
    }
    check check_turn(length.value, turn_by.0, seconds.value)
}

impl VaneSettings {
    /// Its shape around its axle.
    pub fn shape(&self) -> Polygon {
        Polygon::rectangle(Vec2::new(self.length, THICKNESS)).expect("a level's vanes have an area")
    }

    /// The number of turns after which it stands as at the start.
    pub fn positions(&self) -> u32 {
        (TAU / self.turn_by.abs()).round() as u32
    }
}

impl ActorKind for VaneSettings {
    const KIND: Kind = Kind {
        word: "Vane",
        names: ["vane", "vanes"],
        example: "Vane()",
        hash_section: 17,
        is_obstacle: true,
        channel_use: Some(ChannelUse::Listens),
        quantities: &[LENGTH, TURN],
        ..Kind::of::<Self>()
    };

    fn body(&self) -> Option<Body> {
        Some(Body::Solid { shape: self.shape(), angle: self.angle })
    }

    fn is_mirror(&self) -> bool {
        true
    }

    fn logic(&self) -> ActorLogic {
        let &Self { position, length, angle, turn_by: by, seconds, when } = self;
        let radius = Vec2::new(length, THICKNESS).length() / 2.0;
        let bounds = bounds_around(&[position], Vec2::splat(radius));
        let speed_max = radius * by.abs() / seconds;
        let motion = MirrorMotion::Steps { by, seconds, when };
        ActorLogic {
            obstacle: Some(Obstacle { bounds, fills: vec![], speed_max, is_upright: false, crushes: false }),
            mirror: Some(Mirror { shape: self.shape(), position, angle, motion }),
            // The ninja is less than a tile across.
            touch: Some(Touch::at(position, radius + 0.5)),
            ..ActorLogic::NOTHING
        }
    }
}

/// Checks that some turns make a whole one, and that the ends are not too fast.
fn check_turn(fields: &mut Fields, length: f32, turn_by: f32, seconds: f32) -> Option<()> {
    let turns = TAU / turn_by.abs();
    let is_sound = turns <= POSITIONS_MAX + 0.5 && (turns - turns.round()).abs() < 1e-3;
    if !is_sound {
        let message =
            format!("a vane comes back to its start after 2 to 360 turns, and {}° never does", turn_by.to_degrees());
        let diagnostic = Diagnostic::error(message).of(&faults::BAD_VALUE);
        let diagnostic = diagnostic.at(fields.span("turn_by")?, "360 is no multiple of it");
        fields.report(diagnostic.help("180, 120, 90, 60, 45, 30 and 15 are; negative ones turn clockwise"));
        return None;
    }
    let (way, max) = (length / 2.0 * turn_by.abs(), OBSTACLE_SPEED.max);
    if way > max * seconds {
        let message = format!("the vane turns too fast: its ends move {:.1} tiles a second", way / seconds);
        let span = ["seconds", "length", "turn_by"].into_iter().find_map(|name| fields.span(name))?;
        let diagnostic = Diagnostic::error(message).of(&faults::TOO_FAST).at(span, format!("at most {max}"));
        let shortest = (way / max * 100.0).ceil() / 100.0;
        fields.report(diagnostic.help(format!("set longer `seconds`, at least {shortest}, or make the vane shorter")));
        return None;
    }
    Some(())
}
