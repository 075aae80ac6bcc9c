//! The squares into which a map is cut to ask where the ninja's center can be.

use bevy_math::{IVec2, Vec2};

/// Squares along a side of a tile.
const PER_TILE: i32 = 4;
/// Tiles around the map that count too: a ninja that leaves the map lives for a while.
const MARGIN: i32 = 2;
/// Half a side of a square, in tiles.
pub(super) const HALF: f32 = 0.5 / PER_TILE as f32;

/// Whether the square around a center is one of the outermost, around a map of a size in tiles.
pub(super) fn is_outermost(center: Vec2, map: Vec2) -> bool {
    let inner = MARGIN as f32 - 2.0 * HALF;
    center.cmplt(Vec2::splat(-inner)).any() || center.cmpgt(map + inner).any()
}

/// A cell and those beside it.
pub(super) fn around(cell: IVec2) -> impl Iterator<Item = IVec2> {
    (-1..=1).flat_map(move |y| (-1..=1).map(move |x| cell + IVec2::new(x, y)))
}

/// A map cut into squares, which have consecutive indices.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    /// Squares in a row and in a column.
    size: IVec2,
}

impl Grid {
    /// For a map of this size in tiles.
    pub fn new(map: IVec2) -> Self {
        Self { size: (map + 2 * MARGIN) * PER_TILE }
    }

    pub fn len(self) -> usize {
        (self.size.x * self.size.y) as usize
    }

    /// The square around a point, if the point is on the grid.
    pub fn at(self, point: Vec2) -> Option<usize> {
        self.index(((point + MARGIN as f32) * PER_TILE as f32).floor().as_ivec2())
    }

    pub fn center(self, index: usize) -> Vec2 {
        (self.place(index).as_vec2() + 0.5) / PER_TILE as f32 - MARGIN as f32
    }

    /// The squares below, to the left, to the right and above, as far as they are on the grid.
    pub fn neighbors(self, index: usize) -> impl Iterator<Item = usize> {
        let place = self.place(index);
        [IVec2::NEG_Y, IVec2::NEG_X, IVec2::X, IVec2::Y].into_iter().filter_map(move |step| self.index(place + step))
    }

    /// The squares that reach into a circle.
    pub fn within(self, center: Vec2, radius: f32) -> impl Iterator<Item = usize> {
        let place = |point: Vec2| ((point + MARGIN as f32) * PER_TILE as f32).floor().as_ivec2();
        let (low, high) = (place(center - radius), place(center + radius));
        let places = (low.y..=high.y).flat_map(move |y| (low.x..=high.x).map(move |x| IVec2::new(x, y)));
        places.filter_map(move |place| self.index(place)).filter(move |&index| {
            let middle = self.center(index);
            center.clamp(middle - HALF, middle + HALF).distance(center) <= radius
        })
    }

    /// The squares of a tile, as far as it is on the grid.
    pub fn in_cell(self, cell: IVec2) -> impl Iterator<Item = usize> {
        let low = (cell + MARGIN) * PER_TILE;
        let places = (0..PER_TILE).flat_map(move |y| (0..PER_TILE).map(move |x| low + IVec2::new(x, y)));
        places.filter_map(move |place| self.index(place))
    }

    fn place(self, index: usize) -> IVec2 {
        IVec2::new(index as i32 % self.size.x, index as i32 / self.size.x)
    }

    fn index(self, place: IVec2) -> Option<usize> {
        let inside = place.cmpge(IVec2::ZERO).all() && place.cmplt(self.size).all();
        inside.then(|| (place.y * self.size.x + place.x) as usize)
    }
}

/// The tiles of a map with some around it, and something for each.
#[derive(Clone, Debug)]
pub(super) struct TileTable<T> {
    size: IVec2,
    tiles: Vec<T>,
}

impl<T: Clone + Default> TileTable<T> {
    pub fn new(map: IVec2) -> Self {
        let size = map + 2 * MARGIN;
        Self { size, tiles: vec![T::default(); (size.x * size.y) as usize] }
    }

    pub fn get(&self, cell: IVec2) -> Option<&T> {
        self.index(cell).map(|index| &self.tiles[index])
    }

    pub fn get_mut(&mut self, cell: IVec2) -> Option<&mut T> {
        self.index(cell).map(|index| &mut self.tiles[index])
    }

    /// All cells, those around the map included.
    pub fn cells(&self) -> impl Iterator<Item = IVec2> + use<T> {
        let size = self.size;
        (-MARGIN..size.y - MARGIN).flat_map(move |y| (-MARGIN..size.x - MARGIN).map(move |x| IVec2::new(x, y)))
    }

    fn index(&self, cell: IVec2) -> Option<usize> {
        let place = cell + MARGIN;
        let inside = place.cmpge(IVec2::ZERO).all() && place.cmplt(self.size).all();
        inside.then(|| (place.y * self.size.x + place.x) as usize)
    }
}
