//! Where beams will be in the next moments, if the player wants to see it: the thinner and fainter, the later.

use bevy::prelude::*;

use crate::view::canvas::Canvas;
use crate::view::canvas::palette::{Role, tint};
use crate::view::frame::schedule::PaintSystems;
use hairline_painter::dashes::dashes;

/// A beam that will be lit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ForecastBeam {
    /// Both ends.
    pub ends: [Vec2; 2],
    /// When, as a share of the time that is shown: above 0, at most 1.
    pub share: f32,
}

/// The beams of the next moments; empty if they are not to be shown.
#[derive(Resource, Clone, Debug, Default)]
pub struct Forecast(pub Vec<ForecastBeam>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Forecast>().add_systems(Update, paint_forecast.in_set(PaintSystems::Behind));
}

fn paint_forecast(forecast: Res<Forecast>, mut canvas: ResMut<Canvas>) {
    for beam in &forecast.0 {
        let [from, to] = beam.ends;
        let direction = (to - from).normalize_or_zero();
        let near = 1.0 - beam.share;
        for (start, end) in dashes(from.distance(to), 0.10, 0.22, 0.0) {
            let (start, end) = (from + direction * start, from + direction * end);
            canvas.behind.line(start, end, 0.03 + 0.02 * near, tint(Role::Lethal, 0.18 + 0.32 * near));
        }
    }
}
