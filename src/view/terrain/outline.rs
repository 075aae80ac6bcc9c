//! The terrain's edges as crisp strokes along its outlines.
//!
//! A stroke lies inside the shape, so that its outer side is exactly where bodies and beams stop. The map's border has no
//! stroke: the backdrop continues the terrain beyond it.

use bevy::math::Vec2;
use bevy::prelude::*;

use hairline_geometry::terrain::outline::{Outline, OutlineKind};
use hairline_sim::colliders::Colliders;

use crate::view::canvas::depth;
use crate::view::canvas::painting::{OwnColors, Paint, Painting};
use crate::view::canvas::palette::{Palette, Role, Tint, mix, tint};
use crate::view::frame::level_picture::LevelPicture;
use crate::view::frame::schedule::PaintSystems;
use crate::view::frame::slow_motion::SlowMotion;
use hairline_painter::painter::Painter;

/// Tiles: two pixels for a level of one screen at 1280 × 800.
const STONE_WIDTH: f32 = 0.075;
/// Tiles.
const GLASS_WIDTH: f32 = 0.06;
/// Tiles. How far the sheen of an edge reaches into the stone.
const SHEEN_WIDTH: f32 = 0.42;
/// The opacity of the sheen at the edge.
const SHEEN: f32 = 0.20;
/// Tiles. No part of an edge reaches farther into the stone, however sharp the corner.
const REACH_MAX: f32 = 0.6;
/// A miter longer than this many stroke widths is clipped.
const MITER_MAX: f32 = 3.5;

/// The edge of stone, whose color changes in slow motion.
#[derive(Component)]
struct StoneEdge;

pub fn plugin(app: &mut App) {
    app.add_systems(Update, spawn_outlines.in_set(PaintSystems::BuildLevel))
        .add_systems(Update, tint_edges.in_set(PaintSystems::Behind));
}

fn spawn_outlines(
    colliders: Res<Colliders>,
    palette: Res<Palette>,
    own_colors: Res<OwnColors>,
    mut materials: ResMut<Assets<Paint>>,
    mut commands: Commands,
) {
    let size = colliders.terrain().size().as_vec2();
    let mut glass = Painter::default();
    for outline in colliders.terrain().outline(OutlineKind::Glass) {
        stroke(&outline, size, |section| section.paint(&mut glass, GLASS_WIDTH, tint(Role::Glass, 0.9)));
    }
    commands.spawn((
        LevelPicture,
        Painting(glass),
        MeshMaterial2d(own_colors.0.clone()),
        Transform::from_xyz(0.0, 0.0, depth::OUTLINE),
    ));
    let mut stone = Painter::default();
    let outlines = colliders.terrain().outline(OutlineKind::Solid);
    // White here; the material has the color, which changes in slow motion.
    for outline in &outlines {
        stroke(outline, size, |section| section.paint_sheen(&mut stone));
    }
    for outline in &outlines {
        stroke(outline, size, |section| section.paint(&mut stone, STONE_WIDTH, Role::White.into()));
    }
    commands.spawn((
        LevelPicture,
        StoneEdge,
        Painting(stone),
        MeshMaterial2d(materials.add(Paint { color: palette.linear(Role::Edge) })),
        Transform::from_xyz(0.0, 0.0, depth::OUTLINE + 0.1),
    ));
}

fn tint_edges(
    slow_motion: Res<SlowMotion>,
    palette: Res<Palette>,
    edges: Query<&MeshMaterial2d<Paint>, With<StoneEdge>>,
    mut materials: ResMut<Assets<Paint>>,
) {
    let color = palette.resolve(mix(Role::Edge, Role::EdgeFocused, slow_motion.0));
    for handle in &edges {
        let is_other = materials.get(&handle.0).is_some_and(|material| material.color != color);
        if is_other && let Some(mut material) = materials.get_mut(&handle.0) {
            material.color = color;
        }
    }
}

/// A straight section of a stroke of width one: the ends of its outer side, and the offsets from these to its inner corners.
#[derive(Clone, Copy, Debug, PartialEq)]
struct StrokeSection {
    ends: [Vec2; 2],
    miters: [Vec2; 2],
}

impl StrokeSection {
    /// The ends of its outer side, each with that of the inner side of a stroke of this width.
    fn pairs(&self, width: f32) -> [[Vec2; 2]; 2] {
        [0, 1].map(|end| [self.ends[end], self.ends[end] + (self.miters[end] * width).clamp_length_max(REACH_MAX)])
    }

    fn paint(&self, painter: &mut Painter, width: f32, color: Tint) {
        painter.strip(self.pairs(width).into_iter(), &[color]);
    }

    /// Paints light that fades from the outer side into the stone.
    fn paint_sheen(&self, painter: &mut Painter) {
        let [[from, inner_from], [to, inner_to]] = self.pairs(SHEEN_WIDTH);
        let [outer, inner] = [SHEEN, 0.0].map(|alpha| tint(Role::White, alpha));
        painter.quad([from, to, inner_to, inner_from], [outer, outer, inner, inner]);
    }
}

/// Whether a segment runs along the border of a map of this size.
fn is_on_border(a: Vec2, b: Vec2, size: Vec2) -> bool {
    let on = |a: f32, b: f32, size: f32| a == b && (a == 0.0 || a == size);
    on(a.x, b.x, size.x) || on(a.y, b.y, size.y)
}

/// Passes each section of a closed outline that is drawn to `draw`.
fn stroke(outline: &Outline, size: Vec2, mut draw: impl FnMut(StrokeSection)) {
    let points = &outline.points;
    let count = points.len();
    // The inward normal of the section that begins at a point; none along the border.
    let normal = |from: usize| {
        let (a, b) = (points[from % count], points[(from + 1) % count]);
        (!is_on_border(a, b, size)).then(|| (b - a).normalize_or_zero().perp())
    };
    let pinches = pinches(points);
    let is_pinch = |index: usize| pinches.contains(&points[index % count]);
    for from in 0..count {
        let Some(own) = normal(from) else { continue };
        let before = normal(from + count - 1).filter(|_| !is_pinch(from)).unwrap_or(own);
        let after = normal(from + 1).filter(|_| !is_pinch(from + 1)).unwrap_or(own);
        draw(StrokeSection {
            ends: [points[from], points[(from + 1) % count]],
            miters: [miter(before, own), miter(own, after)],
        });
    }
}

/// The points that an outline passes twice: two tiles touch by their corners there, and a miter would lie outside of both.
fn pinches(points: &[Vec2]) -> Vec<Vec2> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    sorted.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect()
}

/// The offset from a corner between sections with these normals to the inner corner of a stroke of width one.
fn miter(a: Vec2, b: Vec2) -> Vec2 {
    let middle = (a + b).normalize_or(a);
    middle / middle.dot(a).max(1.0 / MITER_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sections(points: &[(f32, f32)], size: (f32, f32)) -> Vec<StrokeSection> {
        let points = points.iter().copied().map(Vec2::from).collect();
        let outline = Outline { kind: OutlineKind::Solid, points, closed: true };
        let mut sections = Vec::new();
        stroke(&outline, size.into(), |section| sections.push(section));
        sections
    }

    #[test]
    fn a_free_standing_block_is_stroked_all_round_on_its_inside() {
        let found = sections(&[(1., 1.), (2., 1.), (2., 2.), (1., 2.)], (9., 9.));
        assert_eq!(found.len(), 4);
        let (ends, miters) = ([Vec2::ONE, Vec2::new(2., 1.)], [Vec2::ONE, Vec2::new(-1., 1.)]);
        assert_eq!(found[0], StrokeSection { ends, miters });
    }

    #[test]
    fn nothing_is_stroked_along_the_border_and_lines_run_straight_into_it() {
        // Ground along the whole bottom of a map, one tile high.
        let found = sections(&[(0., 0.), (9., 0.), (9., 1.), (0., 1.)], (9., 9.));
        let (ends, miters) = ([Vec2::new(9., 1.), Vec2::new(0., 1.)], [Vec2::NEG_Y; 2]);
        assert_eq!(found, [StrokeSection { ends, miters }]);
    }

    #[test]
    fn a_stroke_stays_inside_where_two_tiles_touch_by_a_corner() {
        let found =
            sections(&[(1., 1.), (2., 1.), (2., 2.), (3., 2.), (3., 3.), (2., 3.), (2., 2.), (1., 2.)], (9., 9.));
        let into_pinch = found.iter().find(|section| section.ends == [Vec2::new(2., 1.), Vec2::new(2., 2.)]);
        assert_eq!(into_pinch.map(|section| section.miters[1]), Some(Vec2::NEG_X));
    }

    #[test]
    fn a_sharp_corner_has_a_bounded_miter() {
        let needle = miter(Vec2::Y, Vec2::new(0.01, -1.0).normalize());
        assert!(needle.length() <= MITER_MAX + 1e-3);
    }
}
