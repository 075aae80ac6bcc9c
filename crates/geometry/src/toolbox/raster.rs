//! Rasterized lines, circles and arcs of cells, as Bresenham drew them. For the cells that a segment really crosses see
//! [`cells`](crate::cells).

use bevy_math::{IVec2, Vec2, ops};

use super::arc::Arc;
use crate::cells::CellsError;
use crate::reach::REACH;

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

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(list: &[(i32, i32)]) -> Vec<IVec2> {
        list.iter().map(|&(x, y)| IVec2::new(x, y)).collect()
    }

    #[test]
    fn a_line_is_connected_and_has_one_cell_for_each_step_along_its_longer_side() {
        let line = |from, to| line(from, to).unwrap();
        assert_eq!(line(IVec2::ZERO, IVec2::ZERO).collect::<Vec<_>>(), cells(&[(0, 0)]));
        let got: Vec<_> = line(IVec2::ZERO, IVec2::new(4, 2)).collect();
        assert_eq!(got.len(), 5);
        for (x, y) in (-9..=9).flat_map(|x| (-9..=9).map(move |y| (x, y))) {
            let to = IVec2::new(x, y);
            let got: Vec<_> = line(IVec2::ZERO, to).collect();
            assert_eq!((got[0], got[got.len() - 1]), (IVec2::ZERO, to));
            assert!(got.windows(2).all(|pair| (pair[1] - pair[0]).abs().max_element() == 1), "{got:?}");
            // Every cell's center is within half a cell of the true line.
            let off = |cell: IVec2| cell.perp_dot(to).abs() * 2 <= to.abs().max_element();
            assert!(got.iter().all(|&cell| off(cell)), "{got:?}");
        }
    }

    #[test]
    fn a_circle_is_a_closed_ring_without_repeated_cells() {
        let circle = |center, radius| circle(center, radius).unwrap();
        assert_eq!(circle(IVec2::new(3, 3), 0), cells(&[(3, 3)]));
        assert_eq!(circle(IVec2::ZERO, 1), cells(&[(1, 0), (0, 1), (-1, 0), (0, -1)]));
        for radius in 1..40 {
            let ring = circle(IVec2::ZERO, radius);
            let mut unique = ring.clone();
            unique.sort_by_key(|cell| (cell.x, cell.y));
            unique.dedup();
            assert_eq!(unique.len(), ring.len(), "radius {radius}");
            let next = ring.iter().cycle().skip(1);
            for (&cell, &next) in ring.iter().zip(next) {
                assert_eq!((next - cell).abs().max_element(), 1, "radius {radius} at {cell}");
                assert!(cell.perp_dot(next) > 0, "counter-clockwise, radius {radius} at {cell}");
                assert!((cell.as_vec2().length() - radius as f32).abs() < 0.75, "radius {radius} at {cell}");
            }
        }
    }

    #[test]
    fn cells_on_an_arc_run_from_its_start_to_its_end() {
        let on = |start: f32, width: f32| {
            arc(IVec2::ZERO, 1, Arc { start: start.to_radians(), width: width.to_radians() }).unwrap()
        };
        assert_eq!(on(-45.0, 90.0), cells(&[(1, 0)]));
        assert_eq!(on(0.0, 90.0), cells(&[(1, 0), (0, 1)]));
        assert_eq!(on(300.0, 200.0), cells(&[(1, 0), (0, 1)]));
        assert_eq!(on(260.0, 110.0), cells(&[(0, -1), (1, 0)]), "across 0");
        assert_eq!(on(100.0, -110.0), cells(&[(0, 1), (1, 0)]), "across 0, clockwise");
        assert_eq!(on(100.0, -370.0), cells(&[(0, 1), (1, 0), (0, -1), (-1, 0)]), "a full turn, clockwise");
        assert_eq!(arc(IVec2::ZERO, 5, Arc::FULL), circle(IVec2::ZERO, 5));
        assert_eq!(arc(IVec2::ONE, 0, Arc { start: 1.0, width: 0.1 }), Ok(cells(&[(1, 1)])));
    }

    #[test]
    fn cells_out_of_reach_are_refused() {
        let far = IVec2::new(i32::MIN, 0);
        assert_eq!(line(IVec2::ZERO, far).map(|cells| cells.count()), Err(CellsError::Cell(far)));
        assert_eq!(line(IVec2::splat(i32::MAX), far).map(|_| ()), Err(CellsError::Cell(IVec2::splat(i32::MAX))));
        let corner = IVec2::splat(REACH as i32);
        assert_eq!(line(-corner, corner).map(|cells| cells.count()), Ok(2 * REACH as usize + 1));
        assert_eq!(circle(IVec2::ZERO, i32::MAX), Err(CellsError::Radius(i32::MAX)));
        assert_eq!(circle(far, 1), Err(CellsError::Cell(far)));
    }
}
