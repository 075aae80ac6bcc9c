//! The level's part of a page: shapes in tiles, y up, put where the level lies on the page.

use std::f32::consts::TAU;

use bevy_math::Vec2;

use hairline_geometry::ray::unit;
use hairline_level::{Channel, Condition, Gate};
use hairline_painter::palette::marks::{channel_color, mark_corners};
use hairline_painter::palette::{Colors, Role};

use crate::drawing::{Drawing, Ink, Step, circle, polygon, polyline};

/// Draws on a page in tiles of a level.
pub(super) struct Board<'a> {
    pub drawing: &'a mut Drawing,
    pub colors: &'a Colors,
    /// Where the level's upper left corner lies on the page, in pixels.
    pub corner: Vec2,
    /// The level's size in tiles.
    pub size: Vec2,
    /// Pixels of a tile.
    pub tile: f32,
}

/// The corners of a rectangle by its center and half its size.
pub(super) fn corners(center: Vec2, half: Vec2) -> [Vec2; 4] {
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| center + Vec2::new(x, y) * half)
}

/// Points on an arc, `sweep` radians long.
pub(super) fn arc_points(center: Vec2, radius: f32, from: f32, sweep: f32) -> Vec<Vec2> {
    let count = (sweep.abs() / TAU * 48.0).ceil().max(2.0) as u32;
    (0..=count).map(|index| center + unit(from + sweep * index as f32 / count as f32) * radius).collect()
}

impl Board<'_> {
    /// A role's color, opaque.
    pub fn ink(&self, role: Role) -> Ink {
        Ink { color: self.colors.of(role), alpha: 1.0 }
    }

    /// Two roles' colors mixed.
    pub fn mix(&self, from: Role, to: Role, share: f32) -> Ink {
        self.ink(from).mix(self.ink(to), share)
    }

    /// A point of the level on the page.
    pub fn place(&self, at: Vec2) -> Vec2 {
        self.corner + Vec2::new(at.x, self.size.y - at.y) * self.tile
    }

    fn places(&self, points: &[Vec2]) -> Vec<Vec2> {
        points.iter().map(|&point| self.place(point)).collect()
    }

    pub fn polygon(&mut self, points: &[Vec2], ink: Ink) {
        let steps = polygon(&self.places(points));
        self.drawing.fill(steps, ink);
    }

    /// The inside of several closed outlines together.
    pub fn areas(&mut self, outlines: &[Vec<Vec2>], ink: Ink) {
        let steps: Vec<Step> = outlines.iter().flat_map(|outline| polygon(&self.places(outline))).collect();
        if !steps.is_empty() {
            self.drawing.fill(steps, ink);
        }
    }

    /// The line around a polygon.
    pub fn frame(&mut self, points: &[Vec2], width: f32, ink: Ink) {
        let steps = polygon(&self.places(points));
        self.drawing.stroke(steps, width * self.tile, None, ink);
    }

    pub fn line(&mut self, points: &[Vec2], width: f32, ink: Ink) {
        let steps = polyline(&self.places(points));
        self.drawing.stroke(steps, width * self.tile, None, ink);
    }

    /// Several lines of one look.
    pub fn lines(&mut self, lines: &[Vec<Vec2>], width: f32, ink: Ink) {
        let steps: Vec<Step> = lines.iter().flat_map(|line| polyline(&self.places(line))).collect();
        if !steps.is_empty() {
            self.drawing.stroke(steps, width * self.tile, None, ink);
        }
    }

    /// A line of dashes and gaps, in tiles.
    pub fn dashes(&mut self, points: &[Vec2], width: f32, dash: [f32; 2], ink: Ink) {
        let steps = polyline(&self.places(points));
        self.drawing.stroke(steps, width * self.tile, Some(dash.map(|length| length * self.tile)), ink);
    }

    pub fn disc(&mut self, center: Vec2, radius: f32, ink: Ink) {
        let steps = circle(self.place(center), radius * self.tile);
        self.drawing.fill(steps, ink);
    }

    /// A circle's line, inside of `radius`.
    pub fn ring(&mut self, center: Vec2, radius: f32, width: f32, ink: Ink) {
        let steps = circle(self.place(center), (radius - width / 2.0) * self.tile);
        self.drawing.stroke(steps, width * self.tile, None, ink);
    }

    pub fn dashed_ring(&mut self, center: Vec2, radius: f32, width: f32, ink: Ink) {
        let steps = circle(self.place(center), radius * self.tile);
        self.drawing.stroke(steps, width * self.tile, Some([0.2, 0.2].map(|length| length * self.tile)), ink);
    }

    /// A stroke with an arrowhead.
    pub fn arrow(&mut self, points: &[Vec2], width: f32, ink: Ink) {
        self.line(points, width, ink);
        if let [.., before, tip] = points {
            let (along, size) = ((*tip - *before).normalize_or_zero(), width * 2.6);
            let side = along.perp();
            self.polygon(&[*tip + along * size, *tip + side * size * 0.75, *tip - side * size * 0.75], ink);
        }
    }

    /// A channel's mark, filled.
    pub fn mark(&mut self, channel: Channel, at: Vec2, size: f32) {
        let points: Vec<Vec2> = mark_corners(channel).iter().map(|&corner| at + corner * size).collect();
        let ink = self.ink(channel_color(channel));
        self.polygon(&points, ink);
    }

    /// The marks of a gate in a row, each on a dark disc; bars around a channel that must be lowered.
    pub fn gate(&mut self, gate: Gate, conditions: &[Condition], at: Vec2, along: Vec2, size: f32) {
        let mut marks: Vec<(Channel, bool)> = Vec::new();
        gate.condition(conditions).for_each_channel(&mut |channel, raised| {
            if !marks.contains(&(channel, raised)) {
                marks.push((channel, raised));
            }
        });
        let middle = (marks.len() as f32 - 1.0) / 2.0;
        for (index, &(channel, raised)) in marks.iter().enumerate() {
            let at = at + along * (3.0 * size * (index as f32 - middle));
            let ink = self.ink(Role::Ink);
            self.disc(at, size * 1.45, ink);
            self.mark(channel, at, size);
            if !raised {
                let (across, up) = (Vec2::X * size, Vec2::Y * size * 1.45);
                let ink = self.ink(channel_color(channel));
                self.lines(
                    &[vec![at + up - across, at + up + across], vec![at - up - across, at - up + across]],
                    0.06,
                    ink,
                );
            }
        }
    }
}
