//! Bodies that must not overlap when a level starts: the ninja and solid shapes, and balls and anything solid.

use std::ops::Range;

use bevy_math::Vec2;

use crate::actors::kind::Body;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::faults;
use crate::limits::NINJA_RADIUS;
use crate::reader::Reader;
use hairline_geometry::shapes::{PlacedShape, Shape};
use hairline_geometry::terrain::Terrain;

/// Tiles by which bodies may overlap: they touch, up to rounding.
const TOLERANCE: f32 = 1.0e-4;

/// The bodies of all actors at the start.
#[derive(Default)]
pub(super) struct Bodies {
    solids: Vec<Solid>,
    balls: Vec<Ball>,
}

struct Solid {
    letter: char,
    shape: PlacedShape,
    span: Range<usize>,
}

struct Ball {
    letter: char,
    name: &'static str,
    center: Vec2,
    radius: f32,
    span: Range<usize>,
}

impl Bodies {
    /// Adds the body of an actor at a position, if it has one. `span` is what puts it there.
    pub fn add(&mut self, letter: char, name: &'static str, body: Option<Body>, position: Vec2, span: Range<usize>) {
        match body {
            Some(Body::Solid { shape, angle }) => {
                let mut shape = PlacedShape::new(Shape::from(shape), position);
                shape.set_rotation(angle);
                self.solids.push(Solid { letter, shape, span });
            }
            Some(Body::Ball { radius }) => {
                self.balls.push(Ball { letter, name, center: position, radius, span });
            }
            None => {}
        }
    }
}

pub(super) fn check(reader: &mut Reader, terrain: &Terrain, ninja: Option<Vec2>, bodies: &Bodies) {
    for Solid { letter, shape, span } in &bodies.solids {
        if ninja.is_some_and(|ninja| shape.distance(ninja) < NINJA_RADIUS - TOLERANCE) {
            let diagnostic =
                Diagnostic::error(format!("actor '{letter}' overlaps the ninja's start")).of(&faults::OVERLAP);
            reader.report(diagnostic.at(span.clone(), "its shape covers the ninja").help("move one of the two"));
        }
    }
    let size = terrain.size().as_vec2();
    for (index, ball) in bodies.balls.iter().enumerate() {
        let Ball { letter, name, center, radius, .. } = ball;
        let in_wall = terrain.depth(*center, *radius) > TOLERANCE;
        let outside = center.min(size - *center).min_element() < radius - TOLERANCE;
        let solid = bodies.solids.iter().find(|solid| solid.shape.distance(*center) < radius - TOLERANCE);
        let touches = |other: &&Ball| other.center.distance(*center) < other.radius + radius - TOLERANCE;
        let (what, other) = if in_wall {
            ("a wall".to_owned(), None)
        } else if outside {
            ("the edge of the map".to_owned(), None)
        } else if let Some(solid) = solid {
            (format!("actor '{}'", solid.letter), Some(&solid.span))
        } else if let Some(other) = bodies.balls[..index].iter().find(touches) {
            (format!("{} '{}'", other.name, other.letter), Some(&other.span))
        } else {
            continue;
        };
        let diagnostic =
            Diagnostic::error(format!("{name} '{letter}' overlaps {what} at the start")).of(&faults::OVERLAP);
        let diagnostic = diagnostic.at(ball.span.clone(), format!("a circle of radius {radius}"));
        let diagnostic =
            other.cloned().into_iter().fold(diagnostic, |diagnostic, span| diagnostic.at(span, "the other"));
        reader.report(diagnostic.help("move it, or give it a smaller `radius`"));
    }
}
