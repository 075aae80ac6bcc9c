//! Lines, circles and arcs of cells.

use bevy_math::IVec2;
use hairline_geometry::REACH;
use hairline_geometry::arc::Arc;
use hairline_geometry::cells::CellsError;
use hairline_geometry::raster::{arc, circle, line};

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
