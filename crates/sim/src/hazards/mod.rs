//! What kills the ninja, the cameras that watch it, and the sensors that feel beams.

pub mod beam;
pub mod beam_hits;
pub mod bullet;
pub mod camera;
pub mod laser;
pub mod mine;
pub mod orb;
pub mod reflection;
pub mod sensor;
pub mod spikes;
pub mod turret;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        camera::plugin,
        laser::plugin,
        beam_hits::plugin,
        turret::plugin,
        orb::plugin,
        mine::plugin,
        sensor::plugin,
        spikes::plugin,
    ));
}
