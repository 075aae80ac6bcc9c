//! Shares the ticks of a search between several kinds of work.

/// The weight of each kind of work, and the ticks that count as spent on it.
pub(super) struct Turns<const N: usize> {
    weights: [u64; N],
    spent: [u64; N],
    /// Ticks that were spent on all of it.
    total: u64,
}

impl<const N: usize> Turns<N> {
    pub fn new(weights: [u64; N]) -> Self {
        Self { weights, spent: [0; N], total: 0 }
    }

    /// The kind with work to do that is farthest below its share; the first one of equals. One that rests is owed nothing for it.
    pub fn next(&mut self, has_work: [bool; N]) -> Option<usize> {
        let had = |turn: usize, spent: [u64; N]| spent[turn] as f64 / self.weights[turn] as f64;
        let with_work = (0..N).filter(|&turn| has_work[turn]);
        let next = with_work.min_by(|&a, &b| had(a, self.spent).total_cmp(&had(b, self.spent)))?;
        let least = had(next, self.spent);
        for turn in (0..N).filter(|&turn| !has_work[turn]) {
            self.spent[turn] = self.spent[turn].max((least * self.weights[turn] as f64) as u64);
        }
        Some(next)
    }

    pub fn spend(&mut self, turn: usize, ticks: u64) {
        self.spent[turn] += ticks;
        self.total += ticks;
    }

    /// Ticks that were spent on all of it.
    pub fn total(&self) -> u64 {
        self.total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_had_less_than_its_share_comes_next() {
        let mut turns = Turns::new([1, 3]);
        assert_eq!(turns.next([true, true]), Some(0));
        turns.spend(0, 100);
        assert_eq!(turns.next([true, true]), Some(1));
        turns.spend(1, 299);
        assert_eq!(turns.next([true, true]), Some(1));
        turns.spend(1, 2);
        assert_eq!(turns.next([true, true]), Some(0));
        assert_eq!(turns.next([false, true]), Some(1));
        assert_eq!(turns.next([false, false]), None);
    }

    #[test]
    fn work_that_rested_is_owed_nothing_for_it() {
        let mut turns = Turns::new([1, 1]);
        for _ in 0..10 {
            assert_eq!(turns.next([true, false]), Some(0));
            turns.spend(0, 100);
        }
        assert_eq!(turns.next([true, true]), Some(1));
        turns.spend(1, 101);
        assert_eq!(turns.next([true, true]), Some(0));
    }
}
