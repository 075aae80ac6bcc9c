//! The effects of a throw by a spring.

use bevy::prelude::*;

use hairline_sim::triggers::spring::SpringReleased;

use super::bounce::BounceEffects;
use crate::view::frame::schedule::PaintSystems;

pub fn plugin(app: &mut App) {
    app.add_systems(Update, show_throws.in_set(PaintSystems::Effects));
}

fn show_throws(mut released: MessageReader<SpringReleased>, mut effects: BounceEffects) {
    for spring in released.read() {
        effects.show(spring.position, spring.direction);
    }
}
