//! Where and by what players die: a map of a level with a sign for each cell, and a line for each weapon.

use std::collections::BTreeMap;
use std::fmt::Write;

use bevy_math::IVec2;

use hairline_geometry::tile::TileShape;
use hairline_level::{Inspection, Level};

use super::session::{DeathSeen, Session};
use crate::weapon::Killer;

/// Deaths of a population by the cell of the ninja's center.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Deaths {
    /// How many died in a cell, and by what.
    pub cells: BTreeMap<(i32, i32), BTreeMap<Killer, u32>>,
    pub count: u32,
}

impl Deaths {
    pub fn of(sessions: &[Session]) -> Self {
        let mut deaths = Self::default();
        for &DeathSeen { at, killer, .. } in sessions.iter().flat_map(|session| &session.deaths) {
            let cell = at.floor().as_ivec2();
            *deaths.cells.entry((cell.x, cell.y)).or_default().entry(killer).or_default() += 1;
            deaths.count += 1;
        }
        deaths
    }

    /// How many died by each killer, the worst first.
    pub fn by_killer(&self) -> Vec<(Killer, u32)> {
        let mut sums: BTreeMap<Killer, u32> = BTreeMap::new();
        for (&killer, &count) in self.cells.values().flatten() {
            *sums.entry(killer).or_default() += count;
        }
        let mut sums: Vec<(Killer, u32)> = sums.into_iter().collect();
        sums.sort_by_key(|&(killer, count)| (std::cmp::Reverse(count), killer));
        sums
    }

    /// The map of a level with a digit in each cell where players died, tenths of the worst cell's deaths rounded up to 9, and
    /// below it the killers.
    pub fn map(&self, inspection: &Inspection, level: &Level) -> String {
        let size = level.terrain.size().as_ivec2();
        let worst = self.cells.values().map(|by| by.values().sum::<u32>()).max().unwrap_or(0);
        let mut text = String::new();
        for y in (0..size.y).rev() {
            for x in 0..size.x {
                let deaths: u32 = self.cells.get(&(x, y)).map_or(0, |by| by.values().sum());
                let tile = level.terrain.tile(IVec2::new(x, y));
                text.push(match deaths {
                    0 if tile == TileShape::Empty => ' ',
                    0 => '#',
                    _ => char::from(b'0' + (deaths * 9).div_ceil(worst) as u8),
                });
            }
            text.push('\n');
        }
        for (killer, count) in self.by_killer() {
            let share = f64::from(count) * 100.0 / f64::from(self.count.max(1));
            // Writing to a string never fails.
            _ = writeln!(text, "{share:5.1} % by {}", killer.words(inspection));
        }
        text
    }
}
