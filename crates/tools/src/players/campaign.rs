//! How far the players of a population come in a campaign: each plays level after level, and a world opens when enough of the one
//! before are finished.

use std::fmt::Write;

use hairline_level::campaign::Outline;

/// Levels of a world that may be unfinished when the next world opens.
pub const LEFT_OUT: usize = 2;

/// The share of the players that enters each world, and last the share that sees the end. `finished[place][player]` says who
/// finishes which level.
pub fn reached(outline: &Outline, finished: &[Vec<bool>]) -> Vec<f32> {
    let players = finished.first().map_or(0, Vec::len);
    let mut plays = vec![true; players];
    let share = |plays: &[bool]| plays.iter().filter(|plays| **plays).count() as f32 / players.max(1) as f32;
    let mut shares = vec![share(&plays)];
    for world in &outline.worlds {
        let levels = &finished[world.levels.clone()];
        let needed = levels.len().saturating_sub(LEFT_OUT).max(1);
        for (player, plays) in plays.iter_mut().enumerate() {
            *plays &= levels.iter().filter(|level| level[player]).count() >= needed;
        }
        shares.push(share(&plays));
    }
    shares
}

/// How likely a player finishes at least `needed` of some levels, each finished with a chance of its own.
pub fn enter_by_chance(finish: &[f32], needed: usize) -> f32 {
    // The chance of each number of finished levels so far.
    let mut chances = vec![1.0];
    for finish in finish {
        chances.push(0.0);
        for count in (0..chances.len()).rev() {
            let from_below = if count > 0 { chances[count - 1] * finish } else { 0.0 };
            chances[count] = chances[count] * (1.0 - finish) + from_below;
        }
    }
    chances.get(needed..).map_or(0.0, |chances| chances.iter().sum())
}

/// What [`reached`] says and which share of all players gives each level up, in words.
pub fn words(outline: &Outline, finished: &[Vec<bool>]) -> String {
    let percent = |share: f32| format!("{:.0} %", share * 100.0);
    let shares: Vec<String> = reached(outline, finished).into_iter().map(percent).collect();
    let mut text = format!("enter each world, and see the end: {}", shares.join(", "));
    for world in &outline.worlds {
        let losses = finished[world.levels.clone()].iter().map(|level| {
            let lost = level.iter().filter(|finishes| !**finishes).count();
            percent(lost as f32 / level.len().max(1) as f32)
        });
        let losses: Vec<String> = losses.collect();
        // Writing to a string never fails.
        _ = write!(text, "\n{:?}: give up each level: {}", world.world, losses.join(", "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use hairline_level::LevelWorld;
    use hairline_level::campaign::WorldOutline;

    fn outline(sizes: &[usize]) -> Outline {
        let mut begin = 0;
        let world = |&size: &usize| {
            let levels = begin..begin + size;
            begin += size;
            WorldOutline { world: LevelWorld::default(), levels, night: None }
        };
        let worlds: Vec<WorldOutline> = sizes.iter().map(world).collect();
        Outline { levels: sizes.iter().sum(), worlds, ..Outline::default() }
    }

    #[test]
    fn a_world_opens_when_all_but_two_levels_of_the_one_before_are_finished() {
        let mut finished = vec![vec![true, true, true, true]; 12];
        finished[0] = vec![false; 4];
        finished[1] = vec![true, false, false, true];
        finished[2] = vec![true, true, false, true];
        finished[3] = vec![true, true, false, false];
        assert_eq!(reached(&outline(&[7, 5]), &finished), [1.0, 0.75, 0.75]);
    }

    #[test]
    fn chances_of_levels_add_up() {
        assert_eq!(enter_by_chance(&[1.0, 1.0, 0.0], 2), 1.0);
        assert_eq!(enter_by_chance(&[0.5, 0.5], 2), 0.25);
        assert_eq!(enter_by_chance(&[0.5, 0.5], 1), 0.75);
        assert_eq!(enter_by_chance(&[], 1), 0.0);
    }

    #[test]
    fn nobody_comes_anywhere_without_players() {
        assert_eq!(reached(&outline(&[]), &[]), [0.0]);
    }
}
