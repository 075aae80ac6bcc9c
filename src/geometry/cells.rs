//! Sets and lines of cells: the cells on a line, on a circle's rim, on an arc of it, and those seen from a point.

use bevy::math::{IVec2, Vec2, ops};
use thiserror::Error;

use crate::geometry::ray::lattice::{LatticeRay, StrikeKind};
use crate::geometry::ray::{REACH, is_within_reach};
use crate::geometry::terrain::{Layer, Terrain};
use crate::geometry::tile::Side;
use crate::geometry::toolbox::arc::Arc;

/// Why cells were not listed. A line or a ring within [`REACH`] has at most some hundred thousand cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CellsError {
    /// A cell lies further than [`REACH`] from (0, 0).
    #[error("a cell must lie within {REACH} of (0, 0), but it is {0}")]
    Cell(IVec2),
    /// The point at this place among the arguments has a coordinate that is not a number or further than [`REACH`] from 0.
    #[error("point {0} must lie within {REACH} tiles of (0, 0)")]
    Point(usize),
    /// A circle's radius is larger than [`REACH`].
    #[error("a circle's radius must be at most {REACH} cells, but it is {0}")]
    Radius(i32),
}

/// The cells of a line from one cell to another, both included, each touching the next at a side or a corner
/// (Bresenham 1965). The way back has the same cells when the line crosses no point half way between two.
///
/// # Errors
/// [`CellsError::Cell`] if either cell lies further than [`REACH`] from (0, 0).
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

/// Every cell that the segment between two points crosses or, at a corner, touches: each cell shares a side with one
/// before it. Points are rounded to 2⁻¹² tile; the cells are exact. From `b` to `a` it is the same set.
///
/// A point on a line of the grid counts as in the cell that the segment lies in; on a line that the segment runs along, as
/// in the cell above or to the right.
///
/// The walk is that of Amanatides and Woo, *A Fast Voxel Traversal Algorithm for Ray Tracing* (1987).
///
/// # Errors
/// [`CellsError::Point`] if `a` (0) or `b` (1) is not finite or lies further than [`REACH`] from (0, 0).
pub fn crossed_cells(a: Vec2, b: Vec2) -> Result<impl Iterator<Item = IVec2>, CellsError> {
    if let Some(i) = [a, b].into_iter().position(|point| !is_within_reach(point)) {
        return Err(CellsError::Point(i));
    }
    let ray = LatticeRay::between(a, b);
    let (first, last) = (ray.first_cell(), ray.last_cell());
    let (across, up) = (IVec2::new((last.x - first.x).signum(), 0), IVec2::new(0, (last.y - first.y).signum()));
    let mut cell = first;
    let mut at_corner = 0;
    let mut ended = false;
    Ok(std::iter::from_fn(move || {
        // A line through a corner touches the two cells beside it before it comes to the one across.
        if at_corner > 0 {
            at_corner -= 1;
            if at_corner == 0 {
                let beside = cell + up;
                cell += across + up;
                return Some(beside);
            }
            return Some(cell + across);
        }
        if ended {
            return None;
        }
        let current = cell;
        if cell == last {
            ended = true;
            return Some(current);
        }
        let error = if cell.x == last.x {
            1
        } else if cell.y == last.y {
            -1
        } else {
            ray.error_in(cell)
        };
        match error.signum() {
            -1 => cell += across,
            1 => cell += up,
            _ => at_corner = 2,
        }
        Some(current)
    }))
}

/// The cells on the rim of a circle around a cell, counter-clockwise from the one to the right, without gaps and each
/// once (Bresenham, *A Linear Algorithm for Incremental Digital Display of Circular Arcs*, 1977). A radius of 0 or less
/// has the center alone.
///
/// # Errors
/// [`CellsError::Cell`] for a center, and [`CellsError::Radius`] for a radius, of more than [`REACH`].
pub fn rim(center: IVec2, radius: i32) -> Result<Vec<IVec2>, CellsError> {
    check_cell(center)?;
    if radius <= 0 {
        return Ok(vec![center]);
    }
    if radius > REACH as i32 {
        return Err(CellsError::Radius(radius));
    }
    // An octant, from the right up to the diagonal.
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
    // The quarter's last cell is the next one's first.
    quarter.pop();
    let mut cells = vec![];
    for _ in 0..4 {
        cells.extend(quarter.iter().map(|&cell| center + cell));
        quarter.iter_mut().for_each(|cell| *cell = cell.perp());
    }
    Ok(cells)
}

/// The cells of [`rim`] whose direction from the center lies on an arc, from the arc's start to its end.
///
/// # Errors
/// As [`rim`].
pub fn arc(center: IVec2, radius: i32, arc: Arc) -> Result<Vec<IVec2>, CellsError> {
    let turned = |cell: IVec2| {
        let to_cell = (cell - center).as_vec2();
        if to_cell == Vec2::ZERO { Some(0.0) } else { arc.turned(ops::atan2(to_cell.y, to_cell.x)) }
    };
    let mut cells: Vec<(f64, IVec2)> =
        rim(center, radius)?.into_iter().filter_map(|cell| Some((turned(cell)?, cell))).collect();
    cells.sort_by(|a, b| a.0.total_cmp(&b.0));
    Ok(cells.into_iter().map(|(_, cell)| cell).collect())
}

impl Terrain {
    /// The cells of the map that are seen from a point, no further than `radius` tiles (by their centers) and on an arc, in
    /// rows from the bottom.
    ///
    /// A free cell is seen when its center is ([`Self::line_of_sight`]). A cell with a shape on the layer is seen when a
    /// ray to its center ends in it, or when the middle of one of its covered sides is seen from the side's outside. The
    /// eye may stand outside the map, within [`REACH`] of (0, 0); from elsewhere, or with a radius that is negative or not a
    /// number, nothing is seen. The radius may be infinite.
    pub fn visible_cells(&self, layer: Layer, eye: Vec2, radius: f32, arc: Arc) -> Vec<IVec2> {
        let min = (eye - radius).floor().as_ivec2().max(IVec2::ZERO);
        let max = (eye + radius).floor().as_ivec2().min(self.size().as_ivec2() - 1);
        let mut cells = vec![];
        for (y, x) in (min.y..=max.y).flat_map(|y| (min.x..=max.x).map(move |x| (y, x))) {
            let cell = IVec2::new(x, y);
            let to_center = cell.as_vec2() + 0.5 - eye;
            let near = to_center.length_squared() <= radius * radius;
            if near && arc.contains_direction(to_center) && self.sees_cell(layer, eye, cell) {
                cells.push(cell);
            }
        }
        cells
    }

    /// Whether a cell is seen from a point, as [`Self::visible_cells`] has it.
    pub fn sees_cell(&self, layer: Layer, eye: Vec2, cell: IVec2) -> bool {
        let tile = self.tile(cell);
        let center = cell.as_vec2() + 0.5;
        if !tile.stops(layer) {
            return self.line_of_sight(eye, center, layer);
        }
        if is_within_reach(eye) && eye != center {
            let strike = self.strike_between(layer, &LatticeRay::between(eye, center));
            if strike.is_some_and(|strike| strike.cell == cell && strike.kind != StrikeKind::Border) {
                return true;
            }
        }
        let sides = [
            (Side::Left, Vec2::new(-0.5, 0.0), eye.x < center.x - 0.5),
            (Side::Right, Vec2::new(0.5, 0.0), eye.x > center.x + 0.5),
            (Side::Bottom, Vec2::new(0.0, -0.5), eye.y < center.y - 0.5),
            (Side::Top, Vec2::new(0.0, 0.5), eye.y > center.y + 0.5),
        ];
        sides.into_iter().any(|(side, offset, faces)| {
            faces && tile.cover(side) != 0 && self.line_of_sight(eye, center + offset, layer)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::tests::map::map;

    fn cells(list: &[(i32, i32)]) -> Vec<IVec2> {
        list.iter().map(|&(x, y)| IVec2::new(x, y)).collect()
    }

    #[test]
    fn a_line_is_connected_and_as_long_as_its_longer_side() {
        let line = |from, to| line(from, to).unwrap();
        assert_eq!(line(IVec2::ZERO, IVec2::ZERO).collect::<Vec<_>>(), cells(&[(0, 0)]));
        let got: Vec<_> = line(IVec2::ZERO, IVec2::new(4, 2)).collect();
        assert_eq!(got.len(), 5);
        for (x, y) in (-9..=9).flat_map(|x| (-9..=9).map(move |y| (x, y))) {
            let to = IVec2::new(x, y);
            let got: Vec<_> = line(IVec2::ZERO, to).collect();
            assert_eq!((got[0], got[got.len() - 1]), (IVec2::ZERO, to));
            assert!(got.windows(2).all(|pair| (pair[1] - pair[0]).abs().max_element() == 1), "{got:?}");
            // No cell's center is further than half a cell from the true line.
            let off = |cell: IVec2| cell.perp_dot(to).abs() * 2 <= to.abs().max_element();
            assert!(got.iter().all(|&cell| off(cell)), "{got:?}");
        }
    }

    #[test]
    fn crossed_cells_are_all_cells_that_the_segment_touches() {
        let crossed = |a, b| crossed_cells(a, b).unwrap().collect::<Vec<_>>();
        assert_eq!(crossed(Vec2::new(0.5, 0.5), Vec2::new(2.5, 1.5)), cells(&[(0, 0), (1, 0), (1, 1), (2, 1)]));
        // Through a corner, both neighbours are touched.
        assert_eq!(crossed(Vec2::new(0.5, 0.5), Vec2::new(1.5, 1.5)), cells(&[(0, 0), (1, 0), (0, 1), (1, 1)]));
        assert_eq!(crossed(Vec2::new(0.5, 2.5), Vec2::new(0.5, 0.5)), cells(&[(0, 2), (0, 1), (0, 0)]));
        assert_eq!(crossed(Vec2::splat(0.5), Vec2::splat(0.5)), cells(&[(0, 0)]));
        assert_eq!(crossed(Vec2::new(-0.5, 0.5), Vec2::new(-1.5, 0.5)), cells(&[(-1, 0), (-2, 0)]));
        // From a line of the grid to another, only what lies between.
        assert_eq!(crossed(Vec2::new(1.0, 0.5), Vec2::new(3.0, 0.5)), cells(&[(1, 0), (2, 0)]));
        assert_eq!(crossed(Vec2::new(3.0, 0.5), Vec2::new(1.0, 0.5)), cells(&[(2, 0), (1, 0)]));
        let mut random = crate::geometry::tests::random::Random::new(41);
        for _ in 0..3_000 {
            let lattice = [2.0, 8.0, 4096.0][random.below(3) as usize];
            let mut point =
                || (Vec2::new(random.between(-3.0, 6.0), random.between(-3.0, 6.0)) * lattice).round() / lattice;
            let (a, b) = (point(), point());
            let there = crossed(a, b);
            let mut sorted = there.clone();
            let mut back = crossed(b, a);
            sorted.sort_by_key(|cell| (cell.x, cell.y));
            back.sort_by_key(|cell| (cell.x, cell.y));
            assert_eq!(sorted, back, "{a} to {b}");
            for (i, &cell) in there.iter().enumerate().skip(1) {
                let joined = there[..i].iter().any(|&before| (cell - before).abs().element_sum() == 1);
                assert!(joined, "{cell} hangs loose on {a} to {b}: {there:?}");
            }
        }
    }

    #[test]
    fn a_rim_is_a_closed_ring() {
        let rim = |center, radius| rim(center, radius).unwrap();
        assert_eq!(rim(IVec2::new(3, 3), 0), cells(&[(3, 3)]));
        assert_eq!(rim(IVec2::ZERO, 1), cells(&[(1, 0), (0, 1), (-1, 0), (0, -1)]));
        for radius in 1..40 {
            let ring = rim(IVec2::ZERO, radius);
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
        assert_eq!(on(100.0, -370.0), cells(&[(0, 1), (1, 0), (0, -1), (-1, 0)]), "a whole turn, clockwise");
        assert_eq!(arc(IVec2::ZERO, 5, Arc::FULL), rim(IVec2::ZERO, 5));
        assert_eq!(arc(IVec2::ONE, 0, Arc { start: 1.0, width: 0.1 }), Ok(cells(&[(1, 1)])));
    }

    #[test]
    fn cells_out_of_reach_are_refused() {
        let far = IVec2::new(i32::MIN, 0);
        assert_eq!(line(IVec2::ZERO, far).map(|cells| cells.count()), Err(CellsError::Cell(far)));
        assert_eq!(line(IVec2::splat(i32::MAX), far).map(|_| ()), Err(CellsError::Cell(IVec2::splat(i32::MAX))));
        let corner = IVec2::splat(REACH as i32);
        assert_eq!(line(-corner, corner).map(|cells| cells.count()), Ok(2 * REACH as usize + 1));
        for bad in [Vec2::NAN, Vec2::new(f32::INFINITY, 0.0), Vec2::new(0.0, -1e30)] {
            assert_eq!(crossed_cells(Vec2::ZERO, bad).err(), Some(CellsError::Point(1)), "{bad}");
            assert_eq!(crossed_cells(bad, Vec2::ZERO).err(), Some(CellsError::Point(0)), "{bad}");
        }
        assert_eq!(crossed_cells(Vec2::splat(-REACH), Vec2::splat(REACH)).map(Iterator::count), Ok(393_214));
        assert_eq!(rim(IVec2::ZERO, i32::MAX), Err(CellsError::Radius(i32::MAX)));
        assert_eq!(rim(far, 1), Err(CellsError::Cell(far)));
    }

    #[test]
    fn malformed_views_see_nothing() {
        let terrain = map("...");
        let seen = |eye, radius| terrain.visible_cells(Layer::Light, eye, radius, Arc::FULL).len();
        let eye = Vec2::splat(0.5);
        assert_eq!((seen(eye, f32::INFINITY), seen(eye, 0.0)), (3, 1));
        assert_eq!((seen(eye, f32::NAN), seen(eye, -1.0)), (0, 0));
        assert_eq!((seen(Vec2::NAN, 9.0), seen(Vec2::new(1e30, 0.0), f32::INFINITY)), (0, 0));
    }

    #[test]
    fn an_eye_outside_the_map_sees_into_it() {
        let terrain = map("
            ./.
            ...
            #..
        ");
        let seen = terrain.visible_cells(Layer::Light, Vec2::new(1.5, 5.5), 20.0, Arc::FULL);
        assert_eq!(seen, cells(&[(0, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)]));
    }

    #[test]
    fn visible_cells_end_at_walls_which_are_seen_themselves() {
        let terrain = map("
            #######
            #..#..#
            #..#..#
            #.....#
            #######
        ");
        let eye = Vec2::new(1.5, 2.5);
        let seen = terrain.visible_cells(Layer::Light, Vec2::new(1.5, 2.25), 20.0, Arc::FULL);
        for visible in [(1, 2), (2, 3), (3, 2), (3, 3), (0, 2), (1, 4), (3, 1), (4, 1), (4, 0)] {
            assert!(seen.contains(&visible.into()), "{visible:?} is seen");
        }
        // The cell behind an inner corner is hidden by its neighbours.
        for hidden in [(0, 0), (4, 3), (5, 3), (6, 4), (5, 2), (6, 3)] {
            assert!(!seen.contains(&hidden.into()), "{hidden:?} is hidden");
        }
        let right = terrain.visible_cells(Layer::Light, eye, 20.0, Arc::around(0.0, 0.2));
        assert_eq!(right, cells(&[(1, 2), (2, 2), (3, 2)]));
        let left = terrain.visible_cells(Layer::Light, eye, 20.0, Arc::around(std::f32::consts::PI, 0.2));
        assert_eq!(left, cells(&[(0, 2), (1, 2)]));
        let close = terrain.visible_cells(Layer::Light, eye, 1.0, Arc::FULL);
        assert_eq!(close.len(), 5);
    }
}
