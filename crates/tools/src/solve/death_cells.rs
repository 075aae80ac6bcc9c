//! Where tries of a search died.

use bevy_math::{IVec2, Vec2};

use crate::logic::cells_between;

/// Tiles around a death within which focus may save the ninja, along each axis.
const NEAR_DEATH: i32 = 3;

/// The cells near which tries died.
pub(super) struct DeathCells {
    size: IVec2,
    is_near: Vec<bool>,
}

impl DeathCells {
    pub fn new(size: IVec2) -> Self {
        Self { size, is_near: vec![false; (size.x * size.y) as usize] }
    }

    fn index(&self, cell: IVec2) -> Option<usize> {
        let inside = cell.cmpge(IVec2::ZERO).all() && cell.cmplt(self.size).all();
        inside.then(|| (cell.y * self.size.x + cell.x) as usize)
    }

    pub fn add(&mut self, place: Vec2) {
        let cell = place.floor().as_ivec2();
        for cell in cells_between(cell - NEAR_DEATH, cell + NEAR_DEATH) {
            if let Some(index) = self.index(cell) {
                self.is_near[index] = true;
            }
        }
    }

    pub fn are_near(&self, place: Vec2) -> bool {
        self.index(place.floor().as_ivec2()).is_some_and(|index| self.is_near[index])
    }
}
