//! Cameras: robots that watch a cone and raise a channel while they see the ninja.

use bevy::prelude::*;

use crate::level::CameraSettings;
use crate::level::fingerprint::Fingerprint;

use super::actor::ActorState;

/// What a camera is: nothing here changes during a run.
#[derive(Component, Clone, Debug)]
pub struct SecurityCamera {
    settings: CameraSettings,
}

impl SecurityCamera {
    /// A camera as a level describes it, and its state at the start.
    pub fn new(settings: &CameraSettings) -> (Self, CameraState, Vision) {
        let state = CameraState { position: settings.position, direction: Vec2::X, ..default() };
        (Self { settings: settings.clone() }, state, Vision::default())
    }
}

/// What of a camera changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct CameraState {
    /// Its centre.
    pub position: Vec2,
    /// Unit direction in which it faces.
    pub direction: Vec2,
    /// Where it stood and faced when it last looked.
    pub looked_from: Vec2,
    /// Unit direction in which it faced when it last looked.
    pub looked_along: Vec2,
    /// Hazard time (half ticks) of the next look.
    pub looks_at: u32,
    /// Whether it saw the ninja when it last looked.
    pub sees: bool,
}

/// What a camera saw when it last looked; derived from [`CameraState`] and the obstacles, for the picture.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct Vision {
    /// Where its rays ended, counter-clockwise.
    pub ends: Vec<Vec2>,
    /// The cells that the rays touched, blocking cells included; each once, in order of `(y, x)`.
    pub cells: Vec<IVec2>,
}

impl ActorState for CameraState {
    fn fold(&self, print: &mut Fingerprint) {
        for vector in [self.position, self.direction, self.looked_from, self.looked_along] {
            print.write_vec2(vector);
        }
        print.write_u32(self.looks_at);
        print.write_bool(self.sees);
    }
}

/// Turns every camera, looks where it is time to, and raises the channels of those that see the ninja.
pub fn operate_cameras() {}
