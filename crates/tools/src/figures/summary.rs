//! How simulated players fare in a campaign as a whole.

use hairline_level::LevelWorld;
use hairline_level::campaign::Outline;

use crate::players::campaign::{LEFT_OUT, enter_by_chance};
use crate::players::knobs::rank_correlation_with_order;
use crate::players::table::Row;

/// The median tries to aim at, world by world.
pub const TRIES_AIM: [f32; 8] = [2.0, 3.0, 5.0, 7.0, 10.0, 14.0, 19.0, 25.0];

/// What players did in the levels that they played.
#[derive(Clone, Debug)]
pub struct Summary {
    pub worlds: Vec<WorldSummary>,
    /// Levels of the campaign that players have played.
    pub played: usize,
    /// The share of the players that sees the end; `None` if a level of the worlds was not played.
    pub see_the_end: Option<f32>,
    /// The median seconds in play to the first finishes of the levels, together.
    pub seconds: f32,
    /// Seconds that a death costs, in the mean of all deaths; 0 if nobody dies.
    pub seconds_lost: f32,
    /// The rank correlation of the levels' places and mean tries; quartiles are too coarse for ranks.
    pub correlation: f32,
}

#[derive(Clone, Debug)]
pub struct WorldSummary {
    pub world: LevelWorld,
    pub levels: usize,
    /// Levels that players have played.
    pub played: usize,
    /// The median of the levels' median tries; `None` if none was played.
    pub tries: Option<f32>,
    /// What to aim at.
    pub aim: Option<f32>,
    /// The median tries of its last level, and of the level after that; `None` if it was not played, or there is none.
    pub exam: Option<f32>,
    pub after_exam: Option<f32>,
    /// The share of the players that enters it; `None` if a level before was not played.
    pub entered: Option<f32>,
    /// The median seconds in play to the first finishes of its levels, together.
    pub seconds: f32,
}

impl Summary {
    /// The summary of the rows of levels in the order of their campaign; `None` for those that were not played.
    pub fn new(levels: &[Option<Row>], outline: &Outline) -> Self {
        let tries = |place: usize| Some((*levels.get(place)?)?.tries[1]);
        let mut entered = Some(1.0);
        let mut worlds = vec![];
        for (place, world) in outline.worlds.iter().enumerate() {
            let levels = &levels[world.levels.clone()];
            let rows: Vec<Row> = levels.iter().flatten().copied().collect();
            let after = world.levels.end;
            worlds.push(WorldSummary {
                world: world.world,
                levels: levels.len(),
                played: rows.len(),
                tries: median(rows.iter().map(|row| row.tries[1]).collect()),
                aim: TRIES_AIM.get(place).copied(),
                exam: after.checked_sub(1).and_then(tries),
                after_exam: (after < outline.levels).then(|| tries(after)).flatten(),
                entered,
                seconds: seconds(&rows),
            });
            let finish: Option<Vec<f32>> = levels.iter().map(|row| Some(1.0 - (*row)?.gives_up)).collect();
            let needed = levels.len().saturating_sub(LEFT_OUT).max(1);
            entered = entered.zip(finish).map(|(share, finish)| share * enter_by_chance(&finish, needed));
        }
        let rows: Vec<Row> = levels.iter().flatten().copied().collect();
        let in_order: Vec<f32> = levels[..outline.levels].iter().flatten().map(|row| row.tries_mean).collect();
        Self {
            worlds,
            played: rows.len(),
            see_the_end: entered,
            seconds: seconds(&rows),
            seconds_lost: seconds_lost(&rows),
            correlation: rank_correlation_with_order(&in_order),
        }
    }
}

fn median(mut values: Vec<f32>) -> Option<f32> {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied()
}

fn seconds(rows: &[Row]) -> f32 {
    // The sum of nothing would be -0.
    rows.iter().fold(0.0, |sum, row| sum + row.play_seconds)
}

fn seconds_lost(rows: &[Row]) -> f32 {
    let (deaths, seconds) = rows.iter().fold((0.0, 0.0), |(deaths, seconds), row| {
        (deaths + row.tries_mean - 1.0, seconds + (row.tries_mean - 1.0) * row.lost[0])
    });
    if deaths > 0.0 { seconds / deaths } else { 0.0 }
}
