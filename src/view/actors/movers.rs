//! Movers: as solid as terrain and a shade lighter, with a second line inside their edge. Mirrors gleam; bumpers are
//! sprung frames that squash when they throw the ninja.

use bevy::math::ops;
use bevy::prelude::*;

use crate::geometry::shapes::{PlacedShape, ShapeKind};
use crate::level::MoverSurface;
use crate::sim::facts::Fact;
use crate::sim::obstacles::{Mover, Obstacles};

use crate::view::canvas::Canvas;
use crate::view::canvas::painter::Painter;
use crate::view::canvas::palette;
use crate::view::canvas::palette::{ink, mix};
use crate::view::canvas::triangulate::triangles;
use crate::view::interpolation::Interpolation;
use crate::view::{PaintSystems, Presentation};

/// Tiles. Width of the edge, as terrain has it.
const EDGE: f32 = 0.075;
/// Tiles from the edge to the line inside it.
const INLINE: f32 = 0.2;
/// How far a bumper is squashed at first, as a share of its size.
const SQUASH: f32 = 0.26;
/// Rates of a squash, a second: how fast it goes, and how fast it swings.
const SQUASH_DECAY: f32 = 7.0;
const SQUASH_SWING: f32 = 34.0;
/// Tiles. A bounce that is told further away than this from a bumper was another one's.
const NEAR: f32 = 1.0;

/// How each obstacle is drawn, by its place among them.
#[derive(Resource, Debug, Default)]
struct ObstacleLooks(Vec<ObstacleLook>);

#[derive(Clone, Debug, Default)]
struct ObstacleLook {
    /// The shape in its own coordinates.
    corners: Vec<Vec2>,
    triangles: Vec<[u32; 3]>,
    /// Along which way it was squashed last, and how many seconds ago.
    squash: Option<(Vec2, f32)>,
}

/// Adds the movers.
pub fn plugin(app: &mut App) {
    app.init_resource::<ObstacleLooks>()
        .add_systems(Update, cut_shapes.in_set(PaintSystems::Build).run_if(resource_exists::<Obstacles>))
        .add_systems(Update, squash_bumpers.in_set(PaintSystems::React).run_if(resource_exists::<Obstacles>))
        .add_systems(Update, paint_paths.in_set(PaintSystems::Ground))
        .add_systems(Update, paint_movers.in_set(PaintSystems::Obstacles).run_if(resource_exists::<Obstacles>));
}

/// The corners of a shape in its own coordinates.
fn corners_of(shape: &PlacedShape) -> Vec<Vec2> {
    match shape.shape().kind() {
        ShapeKind::Polygon(polygon) => polygon.corners().to_vec(),
        _ => PlacedShape::new(shape.shape().clone(), Vec2::ZERO).outline(32),
    }
}

fn cut_shapes(obstacles: Res<Obstacles>, mut looks: ResMut<ObstacleLooks>) {
    let look = |shape: &PlacedShape| {
        let corners = corners_of(shape);
        ObstacleLook { triangles: triangles(&corners), corners, squash: None }
    };
    looks.0 = obstacles.shapes().iter().map(look).collect();
}

fn squash_bumpers(
    mut looks: ResMut<ObstacleLooks>,
    mut facts: MessageReader<Fact>,
    obstacles: Res<Obstacles>,
    time: Res<Time>,
) {
    for look in &mut looks.0 {
        look.squash = look.squash.map(|(way, age)| (way, age + time.delta_secs())).filter(|(_, age)| *age < 1.0);
    }
    for fact in facts.read() {
        match *fact {
            Fact::RunRestarted { .. } => looks.0.iter_mut().for_each(|look| look.squash = None),
            Fact::NinjaBounced { position, normal } => {
                let bumpers = obstacles.shapes().iter().enumerate();
                let bumpers = bumpers.filter(|(i, _)| matches!(obstacles.surface(*i), MoverSurface::Bumper { .. }));
                let distances = bumpers.map(|(i, shape)| (i, shape.distance(position)));
                let nearest = distances.min_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, distance)| *distance < NEAR);
                if let Some(look) = nearest.and_then(|(index, _)| looks.0.get_mut(index)) {
                    look.squash = Some((normal, 0.0));
                }
            }
            _ => {}
        }
    }
}

/// How far a bumper is squashed some seconds after it threw: at once in full, then it swings out.
fn squash_after(seconds: f32) -> f32 {
    SQUASH * ops::exp(-SQUASH_DECAY * seconds) * ops::cos(SQUASH_SWING * seconds)
}

/// A faint dotted line along every mover's path.
fn paint_paths(mut canvas: ResMut<Canvas>, movers: Query<&Mover>) {
    let painter = &mut canvas.behind;
    let color = ink(palette::EDGE, 0.42);
    for path in movers.iter().filter_map(Mover::path) {
        for leg in path.windows(2) {
            let (length, way) = (leg[0].distance(leg[1]), (leg[1] - leg[0]).normalize_or_zero());
            for dot in 0..=((length / 0.4) as u32).min(1000) {
                painter.disc(leg[0] + way * (dot as f32 * 0.4), 0.045, color);
            }
        }
        path.iter().for_each(|stop| painter.ring(*stop, 0.10, 0.14, color));
    }
}

fn paint_movers(
    mut canvas: ResMut<Canvas>,
    looks: Res<ObstacleLooks>,
    obstacles: Res<Obstacles>,
    between: Res<Interpolation>,
    presentation: Res<Presentation>,
    movers: Query<&Mover>,
    mut corners: Local<Vec<Vec2>>,
) {
    // Doors come after the movers, and have a look of their own.
    let count = movers.iter().len().min(looks.0.len()).min(obstacles.shapes().len());
    for (index, look) in looks.0[..count].iter().enumerate() {
        let (position, turn) = between.obstacle(index, &obstacles);
        let turn = crate::view::canvas::painter::unit(turn);
        corners.clear();
        corners.extend(look.corners.iter().map(|&corner| turn.rotate(corner)));
        if let Some((way, age)) = look.squash {
            let squash = squash_after(age) * presentation.particles.clamp(0.0, 1.0);
            for corner in &mut *corners {
                let (along, across) = (corner.dot(way), corner.perp_dot(way));
                *corner -= way * (along * squash) + way.perp() * (across * squash * 0.6);
            }
        }
        corners.iter_mut().for_each(|corner| *corner += position);
        paint(&mut canvas.behind, obstacles.surface(index), &corners, &look.triangles);
    }
}

fn paint(painter: &mut Painter, surface: MoverSurface, corners: &[Vec2], faces: &[[u32; 3]]) {
    match surface {
        MoverSurface::Plain => {
            painter.faces(corners, faces, mix(palette::STONE, palette::EDGE, 0.20));
            stroke_inside(painter, corners, [0.0, EDGE], ink(palette::EDGE, 1.0));
            stroke_inside(painter, corners, [INLINE, INLINE + 0.045], ink(palette::EDGE, 0.65));
        }
        MoverSurface::Mirror => {
            painter.faces(corners, faces, mix(palette::INK, palette::MIRROR, 0.20));
            stroke_inside(painter, corners, [EDGE, INLINE + 0.1], ink(palette::MIRROR, 0.22));
            stroke_inside(painter, corners, [0.0, EDGE * 1.3], ink(palette::MIRROR, 1.0));
        }
        MoverSurface::Bumper { .. } => {
            painter.faces(corners, faces, mix(palette::INK, palette::BOUNCE, 0.07));
            stroke_inside(painter, corners, [0.0, EDGE * 1.7], ink(palette::BOUNCE, 1.0));
            // Frames within the frame, like the turns of a spring.
            stroke_inside(painter, corners, [INLINE, INLINE + 0.05], ink(palette::BOUNCE, 0.55));
            stroke_inside(painter, corners, [INLINE * 1.75, INLINE * 1.75 + 0.05], ink(palette::BOUNCE, 0.35));
            let center = corners.iter().sum::<Vec2>() / corners.len().max(1) as f32;
            painter.disc(center, 0.09, ink(palette::BOUNCE, 0.9));
        }
    }
}

/// Strokes along the inside of a counter-clockwise polygon, between two distances from its sides.
pub(crate) fn stroke_inside(painter: &mut Painter, corners: &[Vec2], [near, far]: [f32; 2], color: LinearRgba) {
    let count = corners.len();
    let inward = |from: usize| (corners[(from + 1) % count] - corners[from % count]).normalize_or_zero().perp();
    // The way in from a corner that stays at the distance 1 from both of its sides; cut off where the corner is sharp.
    let mitre = |corner: usize| {
        let (before, after) = (inward(corner + count - 1), inward(corner));
        let middle = (before + after).normalize_or(after);
        middle / middle.dot(after).max(0.35)
    };
    for from in 0..count {
        let to = (from + 1) % count;
        let (a, b) = (mitre(from), mitre(to));
        let quad = [corners[from] + a * near, corners[to] + b * near, corners[to] + b * far, corners[from] + a * far];
        painter.quad(quad, [color; 4]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_squash_begins_in_full_and_is_gone_within_a_second() {
        assert_eq!(squash_after(0.0), SQUASH);
        let latest = (50..100).map(|step| squash_after(step as f32 / 100.0).abs()).fold(0.0, f32::max);
        assert!(latest < 0.03 * SQUASH, "{latest}");
        assert!((0..100).any(|step| squash_after(step as f32 / 100.0) < -0.2 * SQUASH), "it swings over");
    }

    #[test]
    fn a_stroke_stays_inside_a_square() {
        let mut painter = Painter::default();
        let square = [(0., 0.), (2., 0.), (2., 2.), (0., 2.)].map(Vec2::from);
        stroke_inside(&mut painter, &square, [0.0, 0.5], LinearRgba::WHITE);
        assert!(painter.positions.iter().all(|at| (-1e-6..=2.0).contains(&at[0]) && (-1e-6..=2.0).contains(&at[1])));
        assert!(painter.positions.iter().any(|at| (at[0] - 0.5).abs() < 1e-6 && (at[1] - 0.5).abs() < 1e-6));
    }
}
