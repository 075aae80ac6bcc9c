//! How simulated players fare in a campaign, over the levels that they have played.

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
    /// The sum of the levels' median seconds in play to the first finish, night levels included.
    pub seconds: f32,
    /// Seconds that a death costs, in the mean of all deaths; 0 if nobody dies.
    pub seconds_lost: f32,
    /// The rank correlation of place and mean tries, over the levels of the sequence. Medians are too coarse to rank by.
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
    /// The median tries to aim at; `None` beyond the eighth world.
    pub aim: Option<f32>,
    /// The median tries of its last level; `None` if it was not played.
    pub exam: Option<f32>,
    /// The same of the next level of the sequence; `None` in the last world, too.
    pub after_exam: Option<f32>,
    /// The share of the players that enters it; `None` if a level before was not played.
    pub entered: Option<f32>,
    /// The sum of its levels' median seconds in play to the first finish.
    pub seconds: f32,
}

impl Summary {
    /// `levels` holds a row for each level in the campaign's order, `None` for those that were not played.
    ///
    /// # Panics
    /// If there are fewer rows than levels in the outline.
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

#[cfg(test)]
mod tests {
    use hairline_level::campaign::WorldOutline;

    use super::*;

    /// A level that takes so many tries, 2 s for each; nobody gives it up.
    fn row(tries: f32) -> Option<Row> {
        Some(Row {
            tries: [tries; 3],
            tries_mean: tries,
            gives_up: 0.0,
            finish_seconds: 2.0,
            play_seconds: 2.0 * tries,
            deaths_a_minute: 30.0,
            lost: [2.0; 2],
            fair: 1.0,
            focus: 0.0,
        })
    }

    /// Worlds of three levels and of one, each with a night level after both.
    fn outline() -> Outline {
        let world = |levels, night| WorldOutline { world: LevelWorld::default(), levels, night: Some(night) };
        Outline { levels: 4, worlds: vec![world(0..3, 4), world(3..4, 5)], ..Outline::default() }
    }

    #[test]
    fn an_exam_is_a_worlds_last_level_and_night_levels_come_after_none() {
        let summary = Summary::new(&[1.0, 3.0, 6.0, 2.0, 9.0, 9.0].map(row), &outline());
        let [first, second] = &summary.worlds[..] else { panic!("{summary:?}") };
        assert_eq!((first.tries, first.exam, first.after_exam), (Some(3.0), Some(6.0), Some(2.0)));
        assert_eq!((second.exam, second.after_exam, second.entered), (Some(2.0), None, Some(1.0)));
        assert_eq!((summary.played, summary.seconds, summary.seconds_lost), (6, 60.0, 2.0));
        assert_eq!(summary.see_the_end, Some(1.0));
    }

    #[test]
    fn what_nobody_has_played_has_no_figures() {
        let summary = Summary::new(&[row(1.0), row(1.0), None, row(1.0), None, None], &outline());
        let [first, second] = &summary.worlds[..] else { panic!("{summary:?}") };
        assert_eq!((first.played, first.exam, first.entered), (2, None, Some(1.0)));
        assert_eq!((second.entered, summary.see_the_end), (None, None));
        assert_eq!((summary.played, summary.seconds_lost), (3, 0.0));
    }
}
