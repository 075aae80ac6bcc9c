//! The last death, seen again: the clearance to what killed as a curve over time, and where the nearest change of what was pressed would
//! have led. The death itself is drawn as in play.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::silhouette::{paint_cross, paint_silhouette};
use crate::view::camera::Framing;
use crate::view::canvas::Canvas;
use crate::view::canvas::painting::PixelSize;
use crate::view::canvas::palette::{Role, tint};
use crate::view::frame::interpolation::Interpolation;
use crate::view::frame::schedule::PaintSystems;
use hairline_painter::painter::Painter;
use hairline_sim::tuning::HURT_RADIUS;

/// Ticks between two dots of the changed way.
const DOT_TICKS: usize = 4;
/// Ticks in which the motion that the ghost's scarf shows took place.
const TRAIL_TICKS: f32 = 10.0;
/// The curve's box: its share of the width of what is seen, and its height in tiles.
const CURVE_WIDTH: f32 = 0.4;
const CURVE_HEIGHT: f32 = 2.6;
/// Tiles of clearance at the upper edge of the box; more is cut off.
const CLEARANCE_MAX: f32 = 3.0;
/// Tiles between the box and the edge of what is seen.
const MARGIN: f32 = 0.6;
/// Tiles around the text's place, and between the text's line and the curve.
const PADDING: f32 = 0.25;
const HEADING_HEIGHT: f32 = 0.7;

/// What is shown of a death.
#[derive(Resource, Clone, Debug, Default)]
pub struct SeenDeath {
    /// Whether anything is shown.
    pub is_shown: bool,
    /// Ticks of the last second that have been played.
    pub ticks: usize,
    /// The clearance at the end of each tick, in tiles; `None` while there is none.
    pub clearances: Vec<Option<f32>>,
    /// Where the ninja died.
    pub died_at: Vec2,
    /// Where the change would have led: the ninja's center before the first tick of the last second and after each; empty if no change
    /// is known.
    pub path: Vec<Vec2>,
    /// Before which tick it is pressed otherwise, unless that was earlier.
    pub changed: Option<usize>,
    /// Whether the ninja in the world is the one that lives by the change.
    pub lives: bool,
    /// The left end of the curve's heading, in logical pixels of the window from its upper left corner.
    pub heading_at: Vec2,
}

/// Where the curve is drawn, in the level's coordinates.
#[derive(Resource, Clone, Copy, Debug, Default)]
struct CurveBox(Rect);

pub(super) fn plugin(app: &mut App) {
    let is_shown = |seen: Option<Res<SeenDeath>>| seen.is_some_and(|seen| seen.is_shown);
    app.init_resource::<CurveBox>().add_systems(
        Update,
        (place_curve, paint_change, paint_curve).chain().run_if(is_shown).in_set(PaintSystems::Over),
    );
}

/// At the edge of the picture that is farther from the death, above or below.
fn place_curve(
    window: Single<&Window, With<PrimaryWindow>>,
    framing: Res<Framing>,
    mut seen: ResMut<SeenDeath>,
    mut place: ResMut<CurveBox>,
) {
    let part = framing.seen_part(window.size());
    let half = Vec2::new(0.5 * CURVE_WIDTH * part.width(), 0.5 * CURVE_HEIGHT);
    let inset = half.y + MARGIN;
    let y = if seen.died_at.y < part.center().y { part.max.y - inset } else { part.min.y + inset };
    place.0 = Rect::from_center_half_size(Vec2::new(part.center().x, y), half);
    let corner = Vec2::new(place.0.min.x + PADDING, place.0.max.y - 0.5 * PADDING);
    let heading_at = Vec2::new(corner.x - part.min.x, part.max.y - corner.y) * framing.tile_pixels;
    seen.heading_at = heading_at + Vec2::new(0.0, framing.bars.x);
}

/// The moment that this frame shows, in ticks since the last second began.
fn moment(seen: &SeenDeath, interpolation: &Interpolation) -> f32 {
    (seen.ticks as f32 - 1.0 + interpolation.fraction).max(0.0)
}

/// Where a way is at a moment between two of its points.
fn point_at(way: &[Vec2], moment: f32) -> Option<Vec2> {
    let before = *way.get(moment.floor() as usize)?;
    let after = way.get(moment.floor() as usize + 1).copied().unwrap_or(before);
    Some(before.lerp(after, moment.fract()))
}

/// The way that lives, the place of the change, and who goes there: a ghost beside the ninja that dies, or, where the ninja in the world
/// lives, the mark of the death.
fn paint_change(
    mut canvas: ResMut<Canvas>,
    (seen, interpolation, pixel): (Res<SeenDeath>, Res<Interpolation>, Res<PixelSize>),
) {
    let painter = &mut canvas.beams;
    for (index, &at) in seen.path.iter().enumerate().step_by(DOT_TICKS) {
        let opacity = if index <= seen.clearances.len() { 0.8 } else { 0.55 };
        painter.disc(at, 0.06_f32.max(pixel.0), tint(Role::Focus, opacity));
    }
    if let Some(&at) = seen.changed.and_then(|tick| seen.path.get(tick)) {
        let corners = [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y].map(|corner| at + corner * 0.26);
        painter.polygon(&corners, Role::Ink);
        painter.polygon(&corners.map(|corner| at + (corner - at) * 0.72), Role::Focus);
    }
    if seen.lives {
        return paint_cross(painter, seen.died_at, f32::INFINITY);
    }
    let now = moment(&seen, &interpolation);
    if let Some(at) = point_at(&seen.path, now) {
        let before = point_at(&seen.path, (now - TRAIL_TICKS).max(0.0)).unwrap_or(at);
        painter.ring(at, HURT_RADIUS, HURT_RADIUS + 0.14, tint(Role::Focus, 0.9));
        paint_silhouette(painter, at, before, 0.6);
    }
}

/// The clearance over the last second, down to the touch at its end, with a line for the present moment.
fn paint_curve(
    mut canvas: ResMut<Canvas>,
    (seen, place, interpolation, pixel): (Res<SeenDeath>, Res<CurveBox>, Res<Interpolation>, Res<PixelSize>),
) {
    let (painter, width) = (&mut canvas.beams, 0.06_f32.max(1.5 * pixel.0));
    if seen.clearances.iter().all(Option::is_none) {
        return;
    }
    let Rect { min, max } = place.0;
    painter.rectangle(min, max, tint(Role::Void, 0.92));
    let plot = Rect { min: min + PADDING, max: max - Vec2::new(PADDING, PADDING + HEADING_HEIGHT) };
    let across = |ticks: f32| plot.min.x + plot.width() * ticks / seen.clearances.len() as f32;
    let up = |clearance: f32| plot.min.y + plot.height() * (clearance / CLEARANCE_MAX).clamp(0.0, 1.0);
    painter.line(plot.min, Vec2::new(plot.max.x, plot.min.y), width, tint(Role::Lethal, 0.9));
    paint_clearances(painter, &seen.clearances, |tick, clearance| Vec2::new(across(tick), up(clearance)), width);
    let now = across(if seen.lives { seen.clearances.len() as f32 } else { moment(&seen, &interpolation) });
    painter.line(Vec2::new(now, plot.min.y), Vec2::new(now, plot.max.y), width, tint(Role::Paper, 0.7));
    let tick = seen.ticks.checked_sub(1).and_then(|tick| seen.clearances.get(tick).copied().flatten());
    if let Some(clearance) = tick.filter(|_| !seen.lives) {
        painter.disc(Vec2::new(now, up(clearance)), 2.2 * width, Role::Paper);
    }
}

/// A line through the clearances that there are; each belongs to the end of its tick.
fn paint_clearances(painter: &mut Painter, clearances: &[Option<f32>], place: impl Fn(f32, f32) -> Vec2, width: f32) {
    for (tick, pair) in clearances.windows(2).enumerate() {
        if let [Some(before), Some(now)] = *pair {
            painter.line(place(tick as f32 + 1.0, before), place(tick as f32 + 2.0, now), width, Role::Paper);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_is_followed_between_its_points_and_ends_with_them() {
        let way = [Vec2::ZERO, Vec2::X, Vec2::new(3.0, 0.0)];
        assert_eq!(point_at(&way, 0.5), Some(Vec2::new(0.5, 0.0)));
        assert_eq!(point_at(&way, 1.25), Some(Vec2::new(1.5, 0.0)));
        assert_eq!((point_at(&way, 2.9), point_at(&way, 3.0)), (Some(way[2]), None));
    }

    #[test]
    fn the_curve_has_no_line_where_there_is_no_clearance() {
        let mut painter = Painter::default();
        let clearances = [None, Some(2.0), Some(1.0), None, Some(0.5), Some(0.0)];
        paint_clearances(&mut painter, &clearances, Vec2::new, 0.1);
        assert_eq!(painter.shapes().count(), 2);
    }
}
