//! How far the players of a population come in a campaign: each plays level after level, and a world opens when enough of the one
//! before are finished.

/// Levels of a world, and how many of them may be left when the next one opens.
pub const WORLD_LEVELS: usize = 7;
pub const LEFT_OUT: usize = 2;

/// The share of the players that enters each world, and last the share that sees the end. `finished[level][player]` says who
/// finishes which level.
pub fn reached(finished: &[Vec<bool>]) -> Vec<f32> {
    let players = finished.first().map_or(0, Vec::len);
    let mut plays = vec![true; players];
    let share = |plays: &[bool]| plays.iter().filter(|plays| **plays).count() as f32 / players.max(1) as f32;
    let mut shares = vec![share(&plays)];
    for world in finished.chunks(WORLD_LEVELS) {
        let needed = world.len().saturating_sub(LEFT_OUT).max(1);
        for (player, plays) in plays.iter_mut().enumerate() {
            *plays &= world.iter().filter(|level| level[player]).count() >= needed;
        }
        shares.push(share(&plays));
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_world_opens_when_all_but_two_levels_of_the_one_before_are_finished() {
        let mut finished = vec![vec![true, true, true, true]; 2 * WORLD_LEVELS];
        finished[0] = vec![false; 4];
        finished[1] = vec![true, false, false, true];
        finished[2] = vec![true, true, false, true];
        finished[3] = vec![true, true, false, false];
        assert_eq!(reached(&finished), [1.0, 0.75, 0.75]);
    }

    #[test]
    fn nobody_comes_anywhere_without_players() {
        assert_eq!(reached(&[]), [0.0]);
    }
}
