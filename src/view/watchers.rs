//! Cameras, and what they see. Calm, a soft field with a scan line that wanders through it; alarmed, a hatched field with
//! a strong pulsing edge and an exclamation mark.
//!
//! What is drawn is what the last look saw, no more and no less: the cells it touched (who stands in one of them is seen)
//! and the fan of its rays. The look before fades out, so that the picture does not jump from one to the next.

use bevy::math::ops;
use bevy::prelude::*;

use crate::sim::actor::ActorIndex;
use crate::sim::camera::{CameraState, SecurityCamera, Vision};
use crate::sim::channel::Channels;
use crate::sim::run::Run;

use super::PaintSystems;
use super::between_ticks::BetweenTicks;
use super::canvas::Canvas;
use super::marks::paint_mark;
use super::painter::Painter;
use super::palette::{self, glow, ink, mix};
use super::robots::paint_rail;

/// Seconds in which the look before fades out.
const FADE_SECONDS: f32 = 0.07;
/// Seconds for the scan line to wander there and back.
const SCAN_SECONDS: f32 = 3.2;
/// Tiles between two arcs of the hatching, and the most arcs; one that sees further has them further apart.
const HATCH: f32 = 0.42;
const HATCH_ARCS: f32 = 32.0;
/// Tiles a second at which the hatching runs outwards.
const HATCH_SPEED: f32 = 1.4;
/// How much larger a camera is drawn than the numbers of its outline say.
const SIZE: f32 = 1.2;

/// What each camera saw in its last two looks.
#[derive(Resource, Debug, Default)]
struct Looks(Vec<Look>);

#[derive(Clone, Debug, Default)]
struct Look {
    now: Field,
    before: Field,
    /// Seconds since the last look.
    age: f32,
}

/// What one look saw.
#[derive(Clone, Debug, Default)]
struct Field {
    from: Vec2,
    ends: Vec<Vec2>,
    cells: Vec<IVec2>,
}

/// Adds the cameras.
pub fn plugin(app: &mut App) {
    app.init_resource::<Looks>()
        .add_systems(Update, forget_looks.in_set(PaintSystems::Build))
        .add_systems(Update, keep_looks.in_set(PaintSystems::React))
        .add_systems(Update, paint_fields.in_set(PaintSystems::Ground))
        .add_systems(Update, paint_cameras.in_set(PaintSystems::Behind));
}

fn forget_looks(mut looks: ResMut<Looks>) {
    looks.0.clear();
}

fn keep_looks(mut looks: ResMut<Looks>, cameras: Query<(&ActorIndex, &CameraState, &Vision)>, time: Res<Time>) {
    for (index, state, vision) in &cameras {
        let index = index.0 as usize;
        if looks.0.len() <= index {
            looks.0.resize_with(index + 1, Look::default);
        }
        let look = &mut looks.0[index];
        look.age += time.delta_secs();
        if look.now.ends != vision.ends {
            let cells = vision.cells(state.looked_from);
            let now = Field { from: state.looked_from, ends: vision.ends.clone(), cells };
            look.before = std::mem::replace(&mut look.now, now);
            look.age = 0.0;
        }
    }
}

fn paint_fields(
    mut canvas: ResMut<Canvas>,
    looks: Res<Looks>,
    cameras: Query<(&ActorIndex, &CameraState, &SecurityCamera)>,
    time: Res<Time>,
) {
    let painter = &mut canvas.behind;
    let seconds = time.elapsed_secs_wrapped();
    for (index, state, camera) in &cameras {
        let Some(look) = looks.0.get(index.0 as usize) else { continue };
        let color = if state.sees { palette::ALARM } else { palette::SIGHT };
        let left = 1.0 - (look.age / FADE_SECONDS).min(1.0);
        // Together they are as strong as one, so that what both saw does not flicker.
        let ghost = 0.5 * left;
        if ghost > 0.0 {
            look.before.paint(painter, color, ghost, camera.range());
        }
        look.now.paint(painter, color, 1.0 - ghost, camera.range());
        look.now.paint_edges(painter, color);
        if state.sees {
            look.now.paint_alarm(painter, seconds, camera.range());
        } else {
            look.now.paint_scan(painter, seconds + index.0 as f32);
        }
    }
}

impl Field {
    /// The cells and the fan, `strength` in `0..=1`.
    fn paint(&self, painter: &mut Painter, color: Color, strength: f32, range: f32) {
        for cell in &self.cells {
            let min = cell.as_vec2();
            painter.rectangle(min + 0.04, min + 0.96, ink(color, 0.04 * strength));
        }
        let at = |point: Vec2| {
            let share = 1.0 - 0.7 * (point.distance(self.from) / range.max(1e-3)).min(1.0);
            ink(color, 0.13 * strength * share)
        };
        for pair in self.ends.windows(2) {
            painter.triangle([self.from, pair[0], pair[1]], [at(self.from), at(pair[0]), at(pair[1])]);
        }
    }

    /// The first and the last ray.
    fn paint_edges(&self, painter: &mut Painter, color: Color) {
        for edge in [self.ends.first(), self.ends.last()].into_iter().flatten() {
            painter.taper(self.from, *edge, 0.05, 0.03, ink(color, 0.6), ink(color, 0.25));
        }
    }

    /// The end of a ray between two rays, `place` in `0..=1` from the first to the last.
    fn end_at(&self, place: f32) -> Option<Vec2> {
        let last = self.ends.len().checked_sub(1)?;
        let at = place.clamp(0.0, 1.0) * last as f32;
        let index = (at as usize).min(last);
        Some(self.ends[index].lerp(self.ends[(index + 1).min(last)], at - index as f32))
    }

    /// A line that wanders to and fro through the field, with a few that fade behind it.
    fn paint_scan(&self, painter: &mut Painter, seconds: f32) {
        let phase = |seconds: f32| 0.5 - 0.5 * ops::cos(seconds / SCAN_SECONDS * std::f32::consts::TAU);
        for trail in 0..5 {
            let Some(end) = self.end_at(phase(seconds - 0.05 * trail as f32)) else { return };
            let strength = 0.5 / (1 + trail * trail) as f32;
            let (near, far) = (ink(palette::SIGHT, strength), ink(palette::SIGHT, strength * 0.4));
            painter.taper(self.from, end, 0.035, 0.035, near, far);
        }
    }

    /// Hatching that runs outwards, and an edge that pulses.
    fn paint_alarm(&self, painter: &mut Painter, seconds: f32, range: f32) {
        let gap = HATCH.max(range / HATCH_ARCS);
        let shift = (seconds * HATCH_SPEED).rem_euclid(gap);
        let hatch = ink(palette::ALARM, 0.34);
        for arc in 0..=(range / gap) as u32 {
            let radius = shift + arc as f32 * gap;
            for pair in self.ends.windows(2) {
                let [a, b] = [pair[0] - self.from, pair[1] - self.from];
                // Only where the field reaches that far along both rays.
                if a.length_squared() >= radius * radius && b.length_squared() >= radius * radius {
                    let [a, b] = [a, b].map(|end| self.from + end.normalize_or_zero() * radius);
                    painter.line(a, b, 0.06, hatch);
                }
            }
        }
        let pulse = 0.65 + 0.35 * ops::sin(seconds * 11.0);
        let edge = ink(palette::ALARM, pulse);
        let outline = std::iter::once(self.from).chain(self.ends.iter().copied());
        for (from, to) in outline.clone().zip(outline.skip(1).chain([self.from])) {
            painter.line(from, to, 0.09, edge);
        }
    }
}

fn paint_cameras(
    mut canvas: ResMut<Canvas>,
    between: Res<BetweenTicks>,
    time: Res<Time>,
    channels: Option<Res<Channels>>,
    run: Option<Res<Run>>,
    cameras: Query<(&ActorIndex, &SecurityCamera, &CameraState)>,
) {
    let (Some(channels), Some(run)) = (channels, run) else { return };
    let painter = &mut canvas.behind;
    for (index, camera, state) in &cameras {
        if let Some(path) = camera.path() {
            paint_rail(painter, path);
        }
        let (at, direction) = between.camera(*index, state);
        let seconds = time.elapsed_secs_wrapped();
        paint_body(painter, at, direction, state.sees, seconds);
        let raised = channels.is_raised(camera.channel, run.hazard_half_ticks);
        let plate = at - direction * 0.13;
        painter.disc(plate, 0.20, ink(palette::INK, 1.0));
        paint_mark(painter, camera.channel, plate, 0.14, raised);
        if state.sees {
            paint_exclamation(painter, at + Vec2::Y * 0.95, seconds);
        }
    }
}

/// A long housing with a hood over the lens at its front.
fn paint_body(painter: &mut Painter, at: Vec2, direction: Vec2, sees: bool, seconds: f32) {
    let side = direction.perp();
    let point = |along: f32, across: f32| at + (direction * along + side * across) * SIZE;
    let block = |painter: &mut Painter, [back, front]: [f32; 2], [rear, fore]: [f32; 2], color: LinearRgba| {
        painter.polygon(&[point(back, -rear), point(front, -fore), point(front, fore), point(back, rear)], color);
    };
    painter.disc(at, 0.27, ink(palette::STEEL_DARK, 1.0));
    block(painter, [-0.42, 0.50], [0.30, 0.30], ink(palette::INK, 1.0));
    block(painter, [-0.36, 0.30], [0.24, 0.24], ink(palette::STEEL, 1.0));
    block(painter, [0.30, 0.46], [0.24, 0.31], ink(palette::STEEL_DARK, 1.0));
    let lens = point(0.30, 0.0);
    painter.disc(lens, 0.22, ink(palette::INK, 1.0));
    if sees {
        // Wide open and bright.
        painter.disc(lens, 0.18, glow(palette::ALARM, 1.6));
        painter.disc(lens + direction * 0.02, 0.06, ink(palette::INK, 1.0));
    } else {
        painter.disc(lens, 0.16, mix(palette::INK, palette::SIGHT, 0.55));
        painter.disc(lens + side * 0.04 + direction * 0.03, 0.04, ink(palette::PAPER, 0.9));
        let blink = if ops::sin(seconds * 2.6) > 0.6 { 1.0 } else { 0.25 };
        painter.disc(point(-0.29, 0.15), 0.045, ink(palette::SIGHT, blink));
    }
}

/// An exclamation mark in a frame that pulses.
fn paint_exclamation(painter: &mut Painter, at: Vec2, seconds: f32) {
    let size = 0.40 + 0.05 * ops::sin(seconds * 11.0);
    let corners = [(0.0, 1.15), (-1.0, -0.65), (1.0, -0.65)].map(|(x, y)| at + Vec2::new(x, y) * size);
    painter.polygon(&corners, ink(palette::ALARM, 1.0));
    painter.taper(at + Vec2::Y * 0.17, at - Vec2::Y * 0.08, 0.10, 0.06, ink(palette::INK, 1.0), ink(palette::INK, 1.0));
    painter.disc(at - Vec2::Y * 0.17, 0.048, ink(palette::INK, 1.0));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scan_line_never_leaves_the_field() {
        let field = Field { ends: vec![Vec2::X, Vec2::new(1.0, 1.0), Vec2::Y], ..default() };
        assert_eq!(field.end_at(-1.0), Some(Vec2::X));
        assert_eq!(field.end_at(0.25), Some(Vec2::new(1.0, 0.5)));
        assert_eq!(field.end_at(1.0), Some(Vec2::Y));
        assert_eq!(Field::default().end_at(0.5), None);
    }
}
