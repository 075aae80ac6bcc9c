//! What became of the tries of a search, by the tile where each ended. A worker counts its own; their sum does not depend on
//! which of them played what.

use std::collections::BTreeMap;

use bevy_math::{IVec2, Vec2};

use crate::weapon::Killer;

/// Tiles from a place within which a try counts as one that came there.
const AROUND: f32 = 2.5;

/// How many tries ended in each tile, and what they died of there. A try is one input held from one state of the search.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    size: IVec2,
    tries: Vec<u32>,
    deaths: BTreeMap<(usize, Killer), u32>,
}

/// What became of the tries that came to a place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ends {
    pub tries: u64,
    /// The killers with their deaths, the deadliest first.
    pub deaths: Vec<Deaths>,
}

/// The deaths by one killer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deaths {
    pub(crate) killer: Killer,
    pub count: u64,
    /// The tile in which it killed most often.
    pub cell: IVec2,
}

impl Tally {
    /// For a map of this size in tiles.
    pub fn new(size: IVec2) -> Self {
        Self { size, tries: vec![0; (size.x * size.y) as usize], deaths: BTreeMap::new() }
    }

    /// Counts a try that ended at a place, alive or dead.
    pub(crate) fn count(&mut self, at: Vec2, killer: Option<Killer>) {
        let cell = at.floor().as_ivec2().clamp(IVec2::ZERO, self.size - 1);
        let index = (cell.y * self.size.x + cell.x) as usize;
        self.tries[index] = self.tries[index].saturating_add(1);
        if let Some(killer) = killer {
            *self.deaths.entry((index, killer)).or_default() += 1;
        }
    }

    /// Adds the counts of another tally of the same map.
    pub fn add(&mut self, other: &Self) {
        self.tries.iter_mut().zip(&other.tries).for_each(|(sum, &tries)| *sum = sum.saturating_add(tries));
        other.deaths.iter().for_each(|(key, deaths)| *self.deaths.entry(*key).or_default() += deaths);
    }

    /// What became of the tries around a place.
    pub fn around(&self, place: Vec2) -> Ends {
        self.ends(|cell| (cell.as_vec2() + 0.5).distance(place) <= AROUND)
    }

    /// What became of all tries.
    pub fn everywhere(&self) -> Ends {
        self.ends(|_| true)
    }

    fn ends(&self, is_counted: impl Fn(IVec2) -> bool) -> Ends {
        let cell = |index: usize| IVec2::new(index as i32 % self.size.x, index as i32 / self.size.x);
        let tries = self.tries.iter().enumerate().filter(|&(index, _)| is_counted(cell(index)));
        let tries = tries.map(|(_, &tries)| u64::from(tries)).sum();
        let mut killers: BTreeMap<Killer, (Deaths, u32)> = BTreeMap::new();
        for (&(index, killer), &count) in self.deaths.iter().filter(|((index, _), _)| is_counted(cell(*index))) {
            let none = (Deaths { killer, count: 0, cell: cell(index) }, 0);
            let (deaths, most) = killers.entry(killer).or_insert(none);
            deaths.count += u64::from(count);
            if count > *most {
                (deaths.cell, *most) = (cell(index), count);
            }
        }
        let mut deaths: Vec<Deaths> = killers.into_values().map(|(deaths, _)| deaths).collect();
        deaths.sort_by_key(|deaths| std::cmp::Reverse(deaths.count));
        Ends { tries, deaths }
    }
}
