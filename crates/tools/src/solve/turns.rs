//! Shares the ticks of a search between several kinds of work.

/// Ticks spent on each kind of work so far, and the share of all ticks that it should have.
pub(super) struct Turns<const N: usize> {
    shares: [u64; N],
    spent: [u64; N],
}

impl<const N: usize> Turns<N> {
    pub fn new(shares: [u64; N]) -> Self {
        Self { shares, spent: [0; N] }
    }

    /// Whose turn it is: of those with work to do, the first that had the least of its share.
    pub fn next(&self, has_work: [bool; N]) -> Option<usize> {
        let had = |turn: usize| self.spent[turn] as f64 / self.shares[turn] as f64;
        (0..N).filter(|&turn| has_work[turn]).min_by(|&a, &b| had(a).total_cmp(&had(b)))
    }

    pub fn spend(&mut self, turn: usize, ticks: u64) {
        self.spent[turn] += ticks;
    }

    /// Ticks spent on all of it.
    pub fn total(&self) -> u64 {
        self.spent.iter().sum()
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
}
