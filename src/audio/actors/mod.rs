//! What each kind of actor sounds like: one file a kind, with its sounds, their synthesis, and when they play. A new kind adds
//! its file and two lines here.

pub mod camera;
pub mod checkpoint;
pub mod crumble;
pub mod door;
pub mod key;
pub mod laser;
pub mod mine;
pub mod mover;
pub mod orb;
pub mod sensor;
pub mod spring;
pub mod switch;
pub mod teleport;
pub mod turret;
pub mod vane;

use bevy::prelude::*;

pub fn plugin(app: &mut App) {
    app.add_plugins((
        camera::plugin,
        checkpoint::plugin,
        crumble::plugin,
        door::plugin,
        key::plugin,
        laser::plugin,
        mine::plugin,
        mover::plugin,
        orb::plugin,
        sensor::plugin,
        spring::plugin,
        switch::plugin,
        teleport::plugin,
        turret::plugin,
        vane::plugin,
    ));
}
