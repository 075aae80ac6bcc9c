//! The shapes of movers as they are written in a level file: `Box`, `Hexagon` and `Polygon`.

use std::ops::Range;

use bevy_math::Vec2;
use serde::Deserialize;

use crate::diagnostics::Diagnostic;
use crate::diagnostics::faults;
use crate::limits::CORNERS_MAX;
use crate::reader::scalars::{CORNER, SHAPE_RADIUS, SIDE};
use crate::reader::{Reader, RonValue};
use hairline_geometry::shapes::polygon::{Polygon, PolygonError};

/// The least area of a polygon, in square tiles: that of the smallest box.
const AREA_MIN: f32 = 0.01;

#[derive(Deserialize)]
#[serde(rename = "Shape", deny_unknown_fields, bound(deserialize = "'de: 'a"))]
enum ShapeFile<'a> {
    Box(RonValue<'a>, RonValue<'a>),
    Hexagon(RonValue<'a>),
    Polygon(RonValue<'a>),
}

/// Reads a shape around the position of its actor.
pub(super) fn read<'a>(reader: &mut Reader<'a>, value: RonValue<'a>) -> Option<Polygon> {
    reader.word(value, "shape", &["Box", "Hexagon", "Polygon"])?;
    let wanted = "`Box(width, height)`, `Hexagon(radius)` or `Polygon([(x, y), …])`";
    match reader.scalar(value, "shape", wanted)? {
        ShapeFile::Box(width, height) => {
            let width = reader.quantity(width, "width", &SIDE);
            let height = reader.quantity(height, "height", &SIDE);
            Polygon::rectangle(Vec2::new(width?, height?)).ok()
        }
        ShapeFile::Hexagon(radius) => Polygon::hexagon(reader.quantity(radius, "radius", &SHAPE_RADIUS)?).ok(),
        ShapeFile::Polygon(list) => polygon(reader, list),
    }
}

/// Reads `[(x, y), …]`.
fn polygon<'a>(reader: &mut Reader<'a>, list: RonValue<'a>) -> Option<Polygon> {
    let values: Vec<RonValue> = reader.read(list)?;
    let count = values.len();
    if !(3..=CORNERS_MAX).contains(&count) {
        let span = values.get(CORNERS_MAX).map_or(reader.span(list), |value| reader.span(*value));
        let message = format!("a polygon has 3 to {CORNERS_MAX} corners, and this one has {count}");
        return reader.refuse(
            Diagnostic::error(message)
                .of(&faults::BAD_SHAPE)
                .at(span, if count < 3 { "too few corners" } else { "one too many" }),
        );
    }
    let wanted = "a list of corners `(x, y)` in tiles";
    let corners: Vec<Option<Vec2>> =
        values.iter().map(|value| reader.pair(*value, "Polygon", wanted, ["x", "y"], &CORNER)).collect();
    let corners: Vec<Vec2> = corners.into_iter().collect::<Option<_>>()?;
    let spans: Vec<Range<usize>> = values.iter().map(|value| reader.span(*value)).collect();
    build(&corners, &spans, reader.span(list)).map_err(|diagnostic| reader.report(diagnostic)).ok()
}

/// Makes the polygon, or explains what is wrong with its corners, whose bytes are in `spans`.
fn build(corners: &[Vec2], spans: &[Range<usize>], list: Range<usize>) -> Result<Polygon, Diagnostic> {
    let twice = (0..corners.len()).find_map(|i| Some((corners[..i].iter().position(|other| *other == corners[i])?, i)));
    if let Some((first, again)) = twice {
        let diagnostic = Diagnostic::error("the polygon has the same corner twice")
            .of(&faults::BAD_SHAPE)
            .at(spans[again].clone(), "again here");
        let help = "a polygon closes by itself: its last corner is joined to its first";
        return Err(diagnostic.at(spans[first].clone(), "first here").help(help));
    }
    let along = |corner: &Vec2| *corner - corners[0];
    if corners.iter().all(|corner| along(corner).perp_dot(corners[1] - corners[0]) == 0.0) {
        return Err(Diagnostic::error("the polygon has no area")
            .of(&faults::BAD_SHAPE)
            .at(list, "all corners lie on one line"));
    }
    let polygon = Polygon::new(corners.to_vec()).map_err(|error| match error {
        PolygonError::Crossing(i, j) => {
            let side = |from: usize| {
                let next = &corners[(from + 1) % corners.len()];
                format!("the side from here to ({}, {})", next.x, next.y)
            };
            Diagnostic::error("the polygon crosses itself")
                .of(&faults::BAD_SHAPE)
                .at(spans[j].clone(), format!("{} …", side(j)))
                .at(spans[i].clone(), format!("… meets {}", side(i)))
                .help("write the corners in their order around the shape")
        }
        PolygonError::Repeated(i, _) | PolygonError::Corner(i, _) => {
            Diagnostic::error(error.to_string()).of(&faults::BAD_SHAPE).at(spans[i].clone(), "this corner")
        }
        PolygonError::Count(_) | PolygonError::NoArea | PolygonError::Radius(_) => {
            Diagnostic::error(error.to_string()).of(&faults::BAD_SHAPE).at(list.clone(), "these corners")
        }
    })?;
    if polygon.area() < AREA_MIN {
        let message = format!("the polygon is too small: its area is {} square tiles", polygon.area());
        return Err(Diagnostic::error(message).of(&faults::BAD_SHAPE).at(list, format!("at least {AREA_MIN}")));
    }
    Ok(polygon)
}
