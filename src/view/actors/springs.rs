//! Springs: their throws and their effects.

use bevy::prelude::*;

use hairline_painter::actors::spring::SpringLook;
use hairline_sim::run::Run;
use hairline_sim::triggers::spring::{Spring, SpringReleased, SpringState};
use hairline_sim::tuning::TICKS_PER_SECOND;

use super::bounce::BounceEffects;
use crate::view::canvas::Canvas;
use crate::view::frame::interpolation::Interpolation;
use crate::view::frame::schedule::PaintSystems;

pub fn plugin(app: &mut App) {
    app.add_systems(Update, show_throws.in_set(PaintSystems::Effects))
        .add_systems(Update, paint_springs.in_set(PaintSystems::Behind));
}

fn show_throws(mut released: MessageReader<SpringReleased>, mut effects: BounceEffects) {
    for spring in released.read() {
        effects.show(spring.position, spring.direction);
    }
}

fn paint_springs(
    mut canvas: ResMut<Canvas>,
    interpolation: Res<Interpolation>,
    run: Option<Res<Run>>,
    springs: Query<(&Spring, &SpringState)>,
) {
    let Some(run) = run else { return };
    for (spring, state) in &springs {
        let since = state.threw_at.map(|at| (interpolation.ticks(&run) - at as f32).max(0.0) / TICKS_PER_SECOND as f32);
        let look = SpringLook { at: spring.position, direction: spring.direction(), since_throw: since };
        look.paint(&mut canvas.behind);
    }
}
