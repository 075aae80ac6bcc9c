//! Rasterized lines, circles and arcs of cells, as Bresenham drew them. For the cells that a segment really crosses see
//! [`cells`](crate::cells).

use bevy_math::{IVec2, Vec2, ops};

use super::arc::Arc;
use crate::REACH;
use crate::cells::CellsError;

/// The cells of a line from one cell to another, both included, each touching the next at a side or a corner
/// (Bresenham, *Algorithm for Computer Control of a Digital Plotter*, 1965). The reverse line has the same cells unless
/// it passes exactly between two of them.
///
/// # Errors
/// [`CellsError::Cell`] if either cell has a coordinate farther than [`REACH`] from 0.
pub fn line(from: IVec2, to: IVec2) -> Result<impl Iterator<Item = IVec2> + Clone, CellsError> {
    check_cell(from)?;
    check_cell(to)?;
    let size = (to - from).abs();
    let step = (to - from).signum();
    let mut error = size.x - size.y;
    let mut cell = from;
    let count = size.max_element() + 1;
    Ok((0..count).map(move |_| {
        let current = cell;
        let twice = 2 * error;
        if twice > -size.y {
            error -= size.y;
            cell.x += step.x;
        }
        if twice < size.x {
            error += size.x;
            cell.y += step.y;
        }
        current
    }))
}

fn check_cell(cell: IVec2) -> Result<(), CellsError> {
    let within = |v: i32| v.unsigned_abs() <= REACH as u32;
    if within(cell.x) && within(cell.y) { Ok(()) } else { Err(CellsError::Cell(cell)) }
}

/// The cells of a circle around a cell, counter-clockwise from the one to the right, without gaps or repetitions
/// (Bresenham, *A Linear Algorithm for Incremental Digital Display of Circular Arcs*, 1977). The radius is in cells;
/// with one of 0 or less the circle is the center alone.
///
/// # Errors
/// [`CellsError::Cell`] if the center has a coordinate, and [`CellsError::Radius`] if the radius is, farther than
/// [`REACH`] from 0.
pub fn circle(center: IVec2, radius: i32) -> Result<Vec<IVec2>, CellsError> {
    check_cell(center)?;
    if radius <= 0 {
        return Ok(vec![center]);
    }
    if radius > REACH as i32 {
        return Err(CellsError::Radius(radius));
    }
    // One octant, from the right up to the diagonal.
    let mut octant = vec![];
    let (mut x, mut y, mut error) = (radius, 0, 1 - radius);
    while y <= x {
        octant.push(IVec2::new(x, y));
        y += 1;
        if error >= 0 {
            x -= 1;
            error -= 2 * x;
        }
        error += 2 * y + 1;
    }
    let mirrored = octant.iter().rev().map(|cell| IVec2::new(cell.y, cell.x));
    let mut quarter: Vec<IVec2> = octant.iter().copied().chain(mirrored).collect();
    quarter.dedup();
    // The last cell of a quarter is the first of the next.
    quarter.pop();
    let mut cells = vec![];
    for _ in 0..4 {
        cells.extend(quarter.iter().map(|&cell| center + cell));
        quarter.iter_mut().for_each(|cell| *cell = cell.perp());
    }
    Ok(cells)
}

/// The cells of a [`circle`] whose direction from the center lies on an arc, ordered from the arc's start to its end.
///
/// # Errors
/// As [`circle`].
pub fn arc(center: IVec2, radius: i32, arc: Arc) -> Result<Vec<IVec2>, CellsError> {
    let angle = |cell: IVec2| {
        let to_cell = (cell - center).as_vec2();
        if to_cell == Vec2::ZERO { Some(0.0) } else { arc.angle_from_start(ops::atan2(to_cell.y, to_cell.x)) }
    };
    let mut cells: Vec<(f64, IVec2)> =
        circle(center, radius)?.into_iter().filter_map(|cell| Some((angle(cell)?, cell))).collect();
    cells.sort_by(|a, b| a.0.total_cmp(&b.0));
    Ok(cells.into_iter().map(|(_, cell)| cell).collect())
}
