//! What must not overlap when a level starts: the ninja and obstacles, and orbs and anything solid.

use std::ops::Range;

use bevy::math::Vec2;

use super::routes::ActorStart;
use crate::geometry::shapes::polygon::Polygon;
use crate::geometry::shapes::{PlacedShape, Shape};
use crate::geometry::terrain::Terrain;
use crate::level::actors::Kind;
use crate::level::diagnostics::Diagnostic;
use crate::level::limits::NINJA_RADIUS;
use crate::level::reader::Reader;

/// Tiles by which things may overlap: they touch, but for rounding.
const TOUCH: f32 = 1.0e-4;

/// Everything solid that moves, as it stands at the start.
#[derive(Default)]
pub(crate) struct Bodies {
    obstacles: Vec<(char, PlacedShape, Range<usize>)>,
    orbs: Vec<Circle>,
}

struct Circle {
    letter: char,
    center: Vec2,
    radius: f32,
    place: Range<usize>,
}

impl Bodies {
    /// Takes an actor in, if it is solid.
    pub fn add(&mut self, letter: char, kind: &Kind, start: &ActorStart) {
        let (shape, angle) = match kind {
            Kind::Orb(orb) => {
                let place = start.place.clone();
                self.orbs.push(Circle { letter, center: start.position, radius: orb.radius, place });
                return;
            }
            Kind::Mover(mover) => (mover.shape.clone(), mover.turn.start()),
            Kind::Door(door) => {
                let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map(|at| Vec2::from(at) * door.size);
                let Ok(shape) = Polygon::new(corners.to_vec()) else { return };
                (shape, 0.0)
            }
            _ => return,
        };
        let mut shape = PlacedShape::new(Shape::from(shape), start.position);
        shape.set_rotation(angle);
        self.obstacles.push((letter, shape, start.place.clone()));
    }
}

/// Notes everything that overlaps and must not.
pub(crate) fn check(reader: &mut Reader, terrain: &Terrain, ninja: Option<Vec2>, bodies: &Bodies) {
    for (letter, shape, place) in &bodies.obstacles {
        if ninja.is_some_and(|ninja| shape.distance(ninja) < NINJA_RADIUS - TOUCH) {
            let fault = Diagnostic::error(format!("actor '{letter}' stands where the ninja starts"));
            reader.fault(fault.at(place.clone(), "its shape reaches over him").help("move one of the two"));
        }
    }
    let size = terrain.size().as_vec2();
    for (index, orb) in bodies.orbs.iter().enumerate() {
        let Circle { letter, center, radius, .. } = orb;
        let in_wall = terrain.depth(*center, *radius) > TOUCH;
        let outside = center.min(size - *center).min_element() < radius - TOUCH;
        let obstacle = bodies.obstacles.iter().find(|obstacle| obstacle.1.distance(*center) < radius - TOUCH);
        let touches = |other: &&Circle| other.center.distance(*center) < other.radius + radius - TOUCH;
        let (what, other) = if in_wall {
            ("a wall".to_owned(), None)
        } else if outside {
            ("the edge of the map".to_owned(), None)
        } else if let Some((letter, _, place)) = obstacle {
            (format!("actor '{letter}'"), Some(place))
        } else if let Some(other) = bodies.orbs[..index].iter().find(touches) {
            (format!("orb '{}'", other.letter), Some(&other.place))
        } else {
            continue;
        };
        let fault = Diagnostic::error(format!("orb '{letter}' overlaps {what} at the start"));
        let fault = fault.at(orb.place.clone(), format!("a circle of radius {radius}"));
        let fault = other.cloned().into_iter().fold(fault, |fault, place| fault.at(place, "the other"));
        reader.fault(fault.help("move it, or give it a smaller `radius`"));
    }
}
