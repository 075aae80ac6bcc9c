//! The pattern of each world on its stone and on open space: strokes that repeat in every cell.

use bevy::math::Vec2;

use hairline_level::LevelWorld;

/// A straight stroke in the coordinates of a cell. All lengths in tiles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Where it begins.
    pub from: Vec2,
    /// Where it ends.
    pub to: Vec2,
    /// How wide it is.
    pub width: f32,
}

const fn stroke(from: (f32, f32), to: (f32, f32), width: f32) -> Stroke {
    Stroke { from: Vec2::new(from.0, from.1), to: Vec2::new(to.0, to.1), width }
}

/// A square dot.
const fn dot(x: f32, y: f32, size: f32) -> Stroke {
    stroke((x - size * 0.5, y), (x + size * 0.5, y), size)
}

impl Stroke {
    /// Whether a point of the cell lies on it; its ends are round.
    pub fn contains(&self, at: Vec2) -> bool {
        let along = self.to - self.from;
        let share = ((at - self.from).dot(along) / along.length_squared()).clamp(0.0, 1.0);
        (at - self.from - along * share).length() <= 0.5 * self.width
    }
}

/// The pattern on the stone of a world: within the unit square, and continued by the next cell.
pub fn on_stone(world: LevelWorld) -> &'static [Stroke] {
    match world {
        // Layers.
        LevelWorld::FirstLight => {
            const { &[stroke((0.0, 0.30), (1.0, 0.30), 0.05), stroke((0.0, 0.78), (1.0, 0.78), 0.10)] }
        }
        // Plates with rivets.
        LevelWorld::Clockwork => {
            const {
                &[
                    stroke((0.0, 0.0), (1.0, 0.0), 0.06),
                    stroke((0.0, 1.0), (1.0, 1.0), 0.06),
                    stroke((0.0, 0.0), (0.0, 1.0), 0.06),
                    stroke((1.0, 0.0), (1.0, 1.0), 0.06),
                    dot(0.18, 0.18, 0.10),
                    dot(0.82, 0.18, 0.10),
                    dot(0.18, 0.82, 0.10),
                    dot(0.82, 0.82, 0.10),
                ]
            }
        }
        // Hatching.
        LevelWorld::Moonrise => {
            const {
                &[
                    stroke((-0.05, -0.05), (1.05, 1.05), 0.09),
                    stroke((-0.05, 0.45), (0.55, 1.05), 0.09),
                    stroke((0.45, -0.05), (1.05, 0.55), 0.09),
                    // What the strokes of the next cells leave in the other corners.
                    stroke((0.95, -0.05), (1.05, 0.05), 0.09),
                    stroke((-0.05, 0.95), (0.05, 1.05), 0.09),
                ]
            }
        }
        // Facets.
        LevelWorld::GlassGarden => {
            const {
                &[
                    stroke((0.0, 0.0), (0.5, 1.0), 0.07),
                    stroke((0.5, 1.0), (1.0, 0.0), 0.07),
                    stroke((0.0, 0.0), (1.0, 0.0), 0.07),
                    stroke((0.0, 1.0), (1.0, 1.0), 0.07),
                ]
            }
        }
        // Bricks.
        LevelWorld::Ironworks => {
            const {
                &[
                    stroke((0.0, 0.0), (1.0, 0.0), 0.07),
                    stroke((0.0, 1.0), (1.0, 1.0), 0.07),
                    stroke((0.0, 0.5), (1.0, 0.5), 0.07),
                    stroke((0.5, 0.0), (0.5, 0.5), 0.07),
                    stroke((0.0, 0.5), (0.0, 1.0), 0.07),
                    stroke((1.0, 0.5), (1.0, 1.0), 0.07),
                ]
            }
        }
        // Diamonds.
        LevelWorld::MirrorHall => {
            const {
                &[
                    stroke((0.5, 0.0), (1.0, 0.5), 0.07),
                    stroke((1.0, 0.5), (0.5, 1.0), 0.07),
                    stroke((0.5, 1.0), (0.0, 0.5), 0.07),
                    stroke((0.0, 0.5), (0.5, 0.0), 0.07),
                ]
            }
        }
        // A halftone.
        LevelWorld::Halftone => {
            const { &[dot(0.25, 0.25, 0.16), dot(0.75, 0.25, 0.10), dot(0.25, 0.75, 0.10), dot(0.75, 0.75, 0.16)] }
        }
        // Hairlines.
        LevelWorld::Hairline => {
            const { &[stroke((0.25, 0.0), (0.25, 1.0), 0.03), stroke((0.75, 0.0), (0.75, 1.0), 0.03)] }
        }
    }
}

/// The pattern on the open space of a world, around each corner of four cells.
pub fn on_space(world: LevelWorld) -> &'static [Stroke] {
    match world {
        LevelWorld::FirstLight => const { &[dot(0.0, 0.0, 0.07)] },
        LevelWorld::Clockwork => {
            const { &[stroke((-0.08, 0.0), (0.08, 0.0), 0.035), stroke((0.0, -0.08), (0.0, 0.08), 0.035)] }
        }
        LevelWorld::Moonrise => {
            const { &[stroke((-0.05, -0.05), (0.05, 0.05), 0.035), stroke((-0.05, 0.05), (0.05, -0.05), 0.035)] }
        }
        LevelWorld::GlassGarden => const { &[stroke((-0.05, -0.09), (0.05, 0.09), 0.04)] },
        LevelWorld::Ironworks => const { &[stroke((-0.12, 0.0), (0.12, 0.0), 0.04)] },
        LevelWorld::MirrorHall => {
            const {
                &[
                    stroke((0.0, -0.08), (0.08, 0.0), 0.03),
                    stroke((0.08, 0.0), (0.0, 0.08), 0.03),
                    stroke((0.0, 0.08), (-0.08, 0.0), 0.03),
                    stroke((-0.08, 0.0), (0.0, -0.08), 0.03),
                ]
            }
        }
        LevelWorld::Halftone => const { &[dot(0.0, 0.0, 0.10)] },
        LevelWorld::Hairline => const { &[stroke((0.0, -0.10), (0.0, 0.10), 0.03)] },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_world_has_patterns_of_its_own() {
        for pattern in [on_stone, on_space] {
            for (index, world) in LevelWorld::ALL.into_iter().enumerate() {
                assert!(!pattern(world).is_empty(), "{world:?}");
                assert!(pattern(world).iter().all(|stroke| stroke.width > 0.0 && stroke.from != stroke.to));
                for other in &LevelWorld::ALL[..index] {
                    assert_ne!(pattern(world), pattern(*other), "{world:?} and {other:?}");
                }
            }
        }
    }

    #[test]
    fn the_pattern_on_stone_continues_in_the_next_cell() {
        let is_drawn = |world: LevelWorld, at: Vec2| on_stone(world).iter().any(|stroke| stroke.contains(at));
        for world in LevelWorld::ALL {
            for step in 0..64 {
                // Between strokes' edges, where neither side is a matter of rounding.
                let place = (step as f32 + 0.37) / 64.0;
                for [a, b] in
                    [[Vec2::new(0.0, place), Vec2::new(1.0, place)], [Vec2::new(place, 0.0), Vec2::new(place, 1.0)]]
                {
                    assert_eq!(is_drawn(world, a), is_drawn(world, b), "{world:?} at {a}");
                }
            }
        }
    }
}
