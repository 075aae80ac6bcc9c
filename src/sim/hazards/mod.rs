//! What kills the ninja, and the cameras that watch it.

pub mod beam;
pub mod beam_hits;
pub mod bullet;
pub mod camera;
pub mod laser;
pub mod mine;
pub mod orb;
pub mod reflection;
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
        spikes::plugin,
    ));
}
