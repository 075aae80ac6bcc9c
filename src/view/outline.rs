//! The terrain's edges as crisp strokes that follow the silhouettes.
//!
//! A stroke lies inside the shape, so that its outer side is exactly where bodies and beams stop. Along the map's border
//! there is none: the backdrop carries the terrain on beyond it.

use bevy::math::Vec2;
use bevy::prelude::*;

use crate::geometry::outline::{Outline, OutlineKind};
use crate::sim::spawn::LevelTerrain;

use super::canvas::{PlainMaterial, mesh_of};
use super::painter::Painter;
use super::palette::{self, ink};
use super::{LevelPicture, PaintSystems, depth};

/// Tiles. Two pixels of a level that is shown whole at 1280 × 800.
const STONE_WIDTH: f32 = 0.075;
/// Tiles.
const GLASS_WIDTH: f32 = 0.06;
/// A corner so sharp that its mitre would be longer than this many widths is cut off.
const MITRE_MAX: f32 = 3.5;

/// Adds the outlines.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, spawn_outlines.in_set(PaintSystems::Build));
}

fn spawn_outlines(
    terrain: Res<LevelTerrain>,
    material: Res<PlainMaterial>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut commands: Commands,
) {
    let size = terrain.0.size().as_vec2();
    let mut painter = Painter::default();
    for (kind, width, color) in [
        (OutlineKind::Glass, GLASS_WIDTH, ink(palette::GLASS, 0.9)),
        (OutlineKind::Solid, STONE_WIDTH, ink(palette::EDGE, 1.0)),
    ] {
        for outline in terrain.0.outline(kind) {
            stroke(&outline, size, |from, to, inner_to, inner_from| {
                painter.quad([from, to, to + inner_to * width, from + inner_from * width], [color; 4]);
            });
        }
    }
    commands.spawn((
        LevelPicture,
        Mesh2d(meshes.add(mesh_of(&painter))),
        MeshMaterial2d(material.0.clone()),
        Transform::from_xyz(0.0, 0.0, depth::OUTLINE),
    ));
}

/// Whether a line from `a` to `b` runs along the border of a map of this size.
fn is_on_border(a: Vec2, b: Vec2, size: Vec2) -> bool {
    let on = |a: f32, b: f32, size: f32| a == b && (a == 0.0 || a == size);
    on(a.x, b.x, size.x) || on(a.y, b.y, size.y)
}

/// Gives each straight piece of a closed outline that is to be drawn: from, to, and the inward mitres of a stroke of
/// width one at `to` and at `from`.
fn stroke(outline: &Outline, size: Vec2, mut draw: impl FnMut(Vec2, Vec2, Vec2, Vec2)) {
    let points = &outline.points;
    let count = points.len();
    // The inward normal of the piece that begins at a point; none for a piece along the border.
    let normal = |from: usize| {
        let (a, b) = (points[from % count], points[(from + 1) % count]);
        (!is_on_border(a, b, size)).then(|| (b - a).normalize_or_zero().perp())
    };
    for from in 0..count {
        let Some(own) = normal(from) else { continue };
        let before = normal(from + count - 1).unwrap_or(own);
        let after = normal(from + 1).unwrap_or(own);
        draw(points[from], points[(from + 1) % count], mitre(own, after), mitre(before, own));
    }
}

/// Where the inner side of a stroke of width one turns, seen from the corner between pieces with these normals.
fn mitre(a: Vec2, b: Vec2) -> Vec2 {
    let middle = (a + b).normalize_or(a);
    middle / middle.dot(a).max(1.0 / MITRE_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(points: &[(f32, f32)], size: (f32, f32)) -> Vec<[Vec2; 4]> {
        let points = points.iter().copied().map(Vec2::from).collect();
        let outline = Outline { kind: OutlineKind::Solid, points, closed: true };
        let mut pieces = Vec::new();
        stroke(&outline, size.into(), |from, to, inner_to, inner_from| pieces.push([from, to, inner_to, inner_from]));
        pieces
    }

    #[test]
    fn a_block_in_the_open_is_stroked_all_round_on_its_inside() {
        let found = pieces(&[(1., 1.), (2., 1.), (2., 2.), (1., 2.)], (9., 9.));
        assert_eq!(found.len(), 4);
        assert_eq!(found[0], [Vec2::ONE, Vec2::new(2., 1.), Vec2::new(-1., 1.), Vec2::new(1., 1.)]);
    }

    #[test]
    fn nothing_is_stroked_along_the_border_and_lines_run_straight_into_it() {
        // Ground along the whole bottom of a map, one tile high.
        let found = pieces(&[(0., 0.), (9., 0.), (9., 1.), (0., 1.)], (9., 9.));
        assert_eq!(found, [[Vec2::new(9., 1.), Vec2::new(0., 1.), Vec2::NEG_Y, Vec2::NEG_Y]]);
    }

    #[test]
    fn a_sharp_corner_has_a_bounded_mitre() {
        let needle = mitre(Vec2::Y, Vec2::new(0.01, -1.0).normalize());
        assert!(needle.length() <= MITRE_MAX + 1e-3);
    }
}
