//! The shapes of movers as they are written in a level file: `Box`, `Hexagon` and `Polygon`.

use std::ops::Range;

use bevy::math::Vec2;
use serde::Deserialize;

use crate::geometry::shapes::polygon::{Polygon, PolygonError};
use crate::level::diagnostics::Diagnostic;
use crate::level::limits::CORNERS_MAX;
use crate::level::reader::scalars::{CORNER, SHAPE_RADIUS, SIDE};
use crate::level::reader::{Piece, Reader};

/// The least area of a polygon, in square tiles: that of the smallest box.
const AREA_MIN: f32 = 0.01;

#[derive(Deserialize)]
#[serde(rename = "Shape", deny_unknown_fields)]
enum ShapeFile<'a> {
    Box(#[serde(borrow)] Piece<'a>, #[serde(borrow)] Piece<'a>),
    Hexagon(#[serde(borrow)] Piece<'a>),
    Polygon(#[serde(borrow)] Piece<'a>),
}

/// Reads a shape around the place of its actor.
pub(crate) fn read<'a>(reader: &mut Reader<'a>, piece: Piece<'a>) -> Option<Polygon> {
    reader.word(piece, "shape", &["Box", "Hexagon", "Polygon"])?;
    let wanted = "`Box(width, height)`, `Hexagon(radius)` or `Polygon([(x, y), …])`";
    match reader.scalar(piece, "shape", wanted)? {
        ShapeFile::Box(width, height) => {
            let width = reader.quantity(width, "width", &SIDE);
            let height = reader.quantity(height, "height", &SIDE);
            let half = Vec2::new(width?, height?) / 2.0;
            let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
            // No side in this range makes a polygon with a fault.
            Polygon::new(corners.map(|corner| Vec2::from(corner) * half).to_vec()).ok()
        }
        ShapeFile::Hexagon(radius) => Polygon::hexagon(reader.quantity(radius, "radius", &SHAPE_RADIUS)?).ok(),
        ShapeFile::Polygon(list) => polygon(reader, list),
    }
}

/// Reads `[(x, y), …]`.
fn polygon<'a>(reader: &mut Reader<'a>, list: Piece<'a>) -> Option<Polygon> {
    let pieces: Vec<Piece> = reader.read(list)?;
    let count = pieces.len();
    if !(3..=CORNERS_MAX).contains(&count) {
        let place = pieces.get(CORNERS_MAX).map_or(reader.place(list), |piece| reader.place(*piece));
        let message = format!("a polygon has 3 to {CORNERS_MAX} corners, and this one has {count}");
        reader.fault(Diagnostic::error(message).at(place, if count < 3 { "too few corners" } else { "one too many" }));
        return None;
    }
    let wanted = "a list of corners `(x, y)` in tiles";
    let corners: Vec<Option<Vec2>> =
        pieces.iter().map(|piece| reader.pair(*piece, "Polygon", wanted, ["x", "y"], &CORNER)).collect();
    let corners: Vec<Vec2> = corners.into_iter().collect::<Option<_>>()?;
    let places: Vec<Range<usize>> = pieces.iter().map(|piece| reader.place(*piece)).collect();
    let fault = match fault_of(&corners, &places, reader.place(list)) {
        Ok(polygon) => return Some(polygon),
        Err(fault) => fault,
    };
    reader.fault(fault);
    None
}

/// The polygon, or what is wrong with its corners.
fn fault_of(corners: &[Vec2], places: &[Range<usize>], list: Range<usize>) -> Result<Polygon, Diagnostic> {
    let twice = (0..corners.len()).find_map(|i| Some((corners[..i].iter().position(|other| *other == corners[i])?, i)));
    if let Some((first, again)) = twice {
        let fault = Diagnostic::error("the polygon has the same corner twice").at(places[again].clone(), "again here");
        let help = "a polygon closes by itself: its last corner is joined to its first";
        return Err(fault.at(places[first].clone(), "first here").help(help));
    }
    let along = |corner: &Vec2| *corner - corners[0];
    if corners.iter().all(|corner| along(corner).perp_dot(corners[1] - corners[0]) == 0.0) {
        return Err(Diagnostic::error("the polygon has no area").at(list, "all corners lie on one line"));
    }
    let polygon = Polygon::new(corners.to_vec()).map_err(|error| match error {
        PolygonError::Crossing(i, j) => {
            let side = |from: usize| {
                let next = &corners[(from + 1) % corners.len()];
                format!("the side from here to ({}, {})", next.x, next.y)
            };
            Diagnostic::error("the polygon crosses itself")
                .at(places[j].clone(), format!("{} …", side(j)))
                .at(places[i].clone(), format!("… meets {}", side(i)))
                .help("write the corners in the order in which one walks round the shape")
        }
        PolygonError::Repeated(i, _) | PolygonError::Corner(i, _) => {
            Diagnostic::error(error.to_string()).at(places[i].clone(), "this corner")
        }
        PolygonError::Count(_) | PolygonError::NoArea | PolygonError::Radius(_) => {
            Diagnostic::error(error.to_string()).at(list.clone(), "these corners")
        }
    })?;
    if polygon.area() < AREA_MIN {
        let message = format!("the polygon is too small: its area is {} square tiles", polygon.area());
        return Err(Diagnostic::error(message).at(list, format!("at least {AREA_MIN}")));
    }
    Ok(polygon)
}
