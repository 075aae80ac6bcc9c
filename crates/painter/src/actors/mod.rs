//! The kinds of actors: one file for each, with the one drawing of it. A look says what the actor is and how it stands;
//! the game gives it the poses of the simulation, and [`still`](crate::still) those at rest.

pub mod camera;
pub mod checkpoint;
pub mod crumble;
pub mod door;
pub mod key;
pub mod laser;
pub mod marks;
pub mod mine;
pub mod mover;
pub mod orb;
pub mod sensor;
pub mod spring;
pub mod switch;
pub mod teleport;
pub mod turret;
pub mod vane;

use bevy_math::Vec2;

use crate::dashes::paint_dashes;
use crate::painter::Painter;
use crate::palette::{Role, tint};

/// Paints the rail of a robot that patrols between some points.
pub fn paint_rail(painter: &mut Painter, path: &[Vec2]) {
    let color = tint(Role::SteelDark, 0.8);
    for leg in path.windows(2) {
        paint_dashes(painter, [leg[0], leg[1]], 0.06, [0.16, 0.24], 0.0, color);
    }
    for &stop in path {
        painter.ring(stop, 0.09, 0.15, color);
    }
}
