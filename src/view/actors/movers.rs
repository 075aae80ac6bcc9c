//! Movers. Bumpers squash when they throw the ninja.

use bevy::math::ops;
use bevy::prelude::*;

use hairline_geometry::shapes::{PlacedShape, ShapeKind};
use hairline_painter::actors::mover;
use hairline_sim::colliders::Colliders;
use hairline_sim::ninja::NinjaBumped;
use hairline_sim::obstacles::ObstacleIndex;
use hairline_sim::obstacles::mover::Mover;
use hairline_sim::run::RunRestarted;
use hairline_sim::state::actor::ActorIndex;

use super::bounce::BounceEffects;
use super::channel_marks::GateMarks;
use super::obstacle_poses::DrawnObstacles;
use crate::view::canvas::Canvas;
use crate::view::frame::schedule::PaintSystems;
use crate::view::presentation::Presentation;
use hairline_geometry::ray::unit;

/// How far a bumper is squashed at first, as a share of its size.
const SQUASH: f32 = 0.26;
/// Rate at which a squash fades, per second.
const SQUASH_DECAY: f32 = 7.0;
/// Radians a second: the swing of a squash.
const SQUASH_SWING: f32 = 34.0;

/// The picture of each mover, by its index.
#[derive(Resource, Debug, Default)]
pub struct MoverPictures(pub Vec<MoverPicture>);

#[derive(Clone, Debug, Default)]
pub struct MoverPicture {
    /// The outline in the shape's own coordinates.
    corners: Vec<Vec2>,
    /// The direction of the last squash, and its age in seconds.
    pub squash: Option<(Vec2, f32)>,
}

pub fn plugin(app: &mut App) {
    app.init_resource::<MoverPictures>()
        .add_systems(Update, keep_outlines.in_set(PaintSystems::BuildLevel))
        .add_systems(Update, (age_squashes, squash_bumpers).chain().in_set(PaintSystems::Effects))
        .add_systems(Update, paint_paths.in_set(PaintSystems::Underlay))
        .add_systems(Update, paint_movers.in_set(PaintSystems::Obstacles));
}

/// The outline of a shape in its own coordinates.
fn outline_of(shape: &PlacedShape) -> Vec<Vec2> {
    match shape.shape().kind() {
        ShapeKind::Polygon(polygon) => polygon.corners().to_vec(),
        _ => PlacedShape::new(shape.shape().clone(), Vec2::ZERO).outline(32),
    }
}

fn keep_outlines(
    colliders: Res<Colliders>,
    mut pictures: ResMut<MoverPictures>,
    movers: Query<(&ActorIndex, &ObstacleIndex), With<Mover>>,
) {
    pictures.0.clear();
    pictures.0.resize_with(movers.iter().len(), MoverPicture::default);
    for (index, obstacle) in &movers {
        let corners = outline_of(colliders.obstacles().shape(obstacle.0));
        pictures.0[index.0 as usize] = MoverPicture { corners, squash: None };
    }
}

fn age_squashes(mut pictures: ResMut<MoverPictures>, time: Res<Time>) {
    for picture in &mut pictures.0 {
        let squash = picture.squash.map(|(direction, age)| (direction, age + time.delta_secs()));
        picture.squash = squash.filter(|(_, age)| *age < 1.0);
    }
}

fn squash_bumpers(
    mut pictures: ResMut<MoverPictures>,
    mut restarted: MessageReader<RunRestarted>,
    mut bumped: MessageReader<NinjaBumped>,
    mut effects: BounceEffects,
) {
    if restarted.read().count() > 0 {
        pictures.0.iter_mut().for_each(|picture| picture.squash = None);
    }
    for &NinjaBumped { source, position, normal } in bumped.read() {
        effects.show(position, normal);
        if let Some(picture) = pictures.0.get_mut(source.0 as usize) {
            picture.squash = Some((normal, 0.0));
        }
    }
}

/// How far a bumper is squashed some seconds after a throw, as a share of its size: at once in full, then it swings out.
fn squash_after(seconds: f32) -> f32 {
    SQUASH * ops::exp(-SQUASH_DECAY * seconds) * ops::cos(SQUASH_SWING * seconds)
}

fn paint_paths(mut canvas: ResMut<Canvas>, movers: Query<&Mover>) {
    for path in movers.iter().filter_map(|mover| mover.route().points()) {
        mover::paint_path(&mut canvas.behind, path);
    }
}

fn paint_movers(
    mut canvas: ResMut<Canvas>,
    pictures: Res<MoverPictures>,
    obstacles: DrawnObstacles,
    (presentation, marks): (Res<Presentation>, GateMarks),
    movers: Query<(&ActorIndex, &ObstacleIndex, &Mover)>,
    mut corners: Local<Vec<Vec2>>,
) {
    for (index, obstacle, mover) in &movers {
        let Some(picture) = pictures.0.get(index.0 as usize) else { continue };
        let Some((position, turn)) = obstacles.pose(*obstacle) else { continue };
        let turn = unit(turn);
        corners.clear();
        corners.extend(picture.corners.iter().map(|&corner| turn.rotate(corner)));
        if let Some((direction, age)) = picture.squash {
            let squash = squash_after(age) * presentation.particles.clamp(0.0, 1.0);
            for corner in &mut *corners {
                let (along, across) = (corner.dot(direction), corner.perp_dot(direction));
                *corner -= direction * (along * squash) + direction.perp() * (across * squash * 0.6);
            }
        }
        corners.iter_mut().for_each(|corner| *corner += position);
        let gate = mover.surface().gate();
        mover::paint(&mut canvas.behind, mover.surface(), marks.is_open(gate), &corners);
        if let Some(gate) = gate {
            marks.paint(&mut canvas.behind, gate, mover::bumper_marks(position));
        }
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
        assert!(
            (0..100).any(|step| squash_after(step as f32 / 100.0) < -0.2 * SQUASH),
            "it swings past its rest shape"
        );
    }
}
