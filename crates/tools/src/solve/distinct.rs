//! A set of states that keeps the best of those that are alike.

use hashbrown::HashTable;

pub(super) trait Alike {
    /// States with the same key are alike.
    fn key(&self) -> u64;

    /// Strictly better: of two that are equally good, the first is kept.
    fn is_better_than(&self, other: &Self) -> bool;
}

/// At most one state of each key.
pub(super) struct Distinct<S> {
    pub states: Vec<S>,
    /// Indices of the states, by key.
    table: HashTable<u32>,
}

impl<S: Alike> Distinct<S> {
    pub fn new() -> Self {
        Self { states: Vec::new(), table: HashTable::new() }
    }

    pub fn clear(&mut self) {
        self.states.clear();
        self.table.clear();
    }

    /// Takes the states out, and leaves none.
    pub fn take(&mut self) -> Vec<S> {
        self.table.clear();
        std::mem::take(&mut self.states)
    }

    /// Whether it has a state with this key.
    pub fn has(&self, key: u64) -> bool {
        self.table.find(key, |&index| self.states[index as usize].key() == key).is_some()
    }

    /// Keeps a state unless one that is at least as good has its key. Returns the index at which it is kept.
    pub fn keep(&mut self, state: S) -> Option<usize> {
        let (states, key) = (&mut self.states, state.key());
        match self.table.find(key, |&index| states[index as usize].key() == key) {
            Some(&index) => {
                let known = &mut states[index as usize];
                state.is_better_than(known).then(|| {
                    *known = state;
                    index as usize
                })
            }
            None => {
                states.push(state);
                let index = states.len() - 1;
                self.table.insert_unique(key, index as u32, |&index| states[index as usize].key());
                Some(index)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Alike for (u64, u32) {
        fn key(&self) -> u64 {
            self.0
        }

        /// Strictly better: of two that are equally good, the first is kept.
        fn is_better_than(&self, other: &Self) -> bool {
            self.1 > other.1
        }
    }

    #[test]
    fn the_best_of_those_that_are_alike_is_kept_where_the_first_was() {
        let mut distinct = Distinct::new();
        let places = [(7, 1), (8, 1), (7, 1), (7, 3), (7, 2)].map(|state| distinct.keep(state));
        assert_eq!(places, [Some(0), Some(1), None, Some(0), None]);
        assert!(distinct.has(8) && !distinct.has(9));
        assert_eq!(distinct.take(), [(7, 3), (8, 1)]);
        assert!(!distinct.has(7));
        assert_eq!(distinct.keep((8, 0)), Some(0));
    }
}
