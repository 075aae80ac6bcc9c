//! The walk of Amanatides and Woo (1987) as textbooks print it: `f32`, one `bool` a cell, accumulated crossings.

use bevy_math::{IVec2, Vec2};

/// A map of full cells.
pub struct Textbook {
    pub width: i32,
    pub height: i32,
    pub solid: Vec<bool>,
}

/// Distance, cell and normal of a hit.
pub struct Hit {
    pub distance: f32,
    pub cell: IVec2,
    pub normal: Vec2,
}

impl Textbook {
    #[inline]
    pub fn cast(&self, origin: Vec2, direction: Vec2) -> Option<Hit> {
        let mut x = origin.x as i32;
        let mut y = origin.y as i32;
        let step_x = if direction.x < 0.0 { -1 } else { 1 };
        let step_y = if direction.y < 0.0 { -1 } else { 1 };
        let t_delta_x = (1.0 / direction.x).abs();
        let t_delta_y = (1.0 / direction.y).abs();
        let to_x = if direction.x < 0.0 { origin.x - x as f32 } else { x as f32 + 1.0 - origin.x };
        let to_y = if direction.y < 0.0 { origin.y - y as f32 } else { y as f32 + 1.0 - origin.y };
        let mut t_max_x = to_x * t_delta_x;
        let mut t_max_y = to_y * t_delta_y;
        loop {
            let (distance, normal);
            if t_max_x < t_max_y {
                x += step_x;
                if x < 0 || x >= self.width {
                    return None;
                }
                distance = t_max_x;
                normal = Vec2::new(-step_x as f32, 0.0);
                t_max_x += t_delta_x;
            } else {
                y += step_y;
                if y < 0 || y >= self.height {
                    return None;
                }
                distance = t_max_y;
                normal = Vec2::new(0.0, -step_y as f32);
                t_max_y += t_delta_y;
            }
            if self.solid[(y * self.width + x) as usize] {
                return Some(Hit { distance, cell: IVec2::new(x, y), normal });
            }
        }
    }
}
