//! Which tick each frame of a film shows. All of it is in whole numbers, so that a film neither drifts nor rounds.

use hairline_level::Level;
use hairline_sim::Simulation;
use hairline_sim::run::Run;
use hairline_sim::run::input::TickInput;
use hairline_sim::tuning::{FOCUS_TIME_SCALE, HALF_TICKS_PER_SECOND, TICKS_PER_SECOND};

/// By whose clock time passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// The hazards': a tick in focus is half as long.
    Hazards,
    /// The player's, for whom focus is slow motion.
    Player,
}

/// A tick of the player's in focus takes as long as 20 / 7 others.
const FOCUS_TIME: (u32, u32) = (7, 20);
const _: () = assert!(FOCUS_TIME.0 as f32 / FOCUS_TIME.1 as f32 == FOCUS_TIME_SCALE);

impl Pace {
    /// The units of time in a second.
    fn second(self) -> u32 {
        match self {
            Self::Hazards => HALF_TICKS_PER_SECOND,
            Self::Player => FOCUS_TIME.0 * TICKS_PER_SECOND,
        }
    }

    /// How long the last tick took, in these units.
    fn of_tick(self, run: &Run) -> u32 {
        match self {
            Self::Hazards => run.hazard_step.max(1),
            Self::Player if run.focus.active => FOCUS_TIME.1,
            Self::Player => FOCUS_TIME.0,
        }
    }
}

/// When each tick of a run is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The inputs of the run, and nothing for some time after it.
    pub inputs: Vec<TickInput>,
    /// The time of the hazards at the end of the run, in half ticks.
    pub end_half_ticks: u32,
    /// Units of time until before the first tick, which is 0, and until after each.
    ends: Vec<u64>,
    second: u32,
}

impl Schedule {
    /// Plays a run, and then so many ticks without input.
    pub fn new(level: &Level, run: &[TickInput], pace: Pace, rest_ticks: u32) -> Self {
        let mut simulation = Simulation::new(level);
        let mut ends = vec![0];
        let mut now = 0;
        for &input in run {
            simulation.tick(input);
            now += u64::from(pace.of_tick(simulation.run()));
            ends.push(now);
        }
        let rest_step = u64::from(pace.second() / TICKS_PER_SECOND);
        ends.extend((1..=u64::from(rest_ticks)).map(|tick| now + rest_step * tick));
        let inputs = run.iter().copied().chain((0..rest_ticks).map(|_| TickInput::NONE)).collect();
        Self { inputs, end_half_ticks: simulation.run().hazard_half_ticks, ends, second: pace.second() }
    }

    /// How many ticks are over at the time of a frame.
    pub fn ticks(&self, frame: u32, frames_per_second: u32) -> usize {
        let time = u64::from(frame) * u64::from(self.second);
        self.ends.partition_point(|end| end * u64::from(frames_per_second) <= time) - 1
    }

    /// How many frames there are until all ticks are over.
    pub fn frames(&self, frames_per_second: u32) -> u32 {
        let last = self.ends.last().copied().unwrap_or(0);
        (last * u64::from(frames_per_second)).div_ceil(u64::from(self.second)) as u32 + 1
    }

    /// Seconds that a tick takes, as a share: the second number is never 0.
    pub fn duration(&self, tick: usize) -> (u32, u32) {
        ((self.ends[tick + 1] - self.ends[tick]) as u32, self.second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HALL: &str = "(version: 1, name: \"Hall\", map: r\"\n###########\n#@       X#\n###########\n\")";

    fn schedule(inputs: &[TickInput], pace: Pace) -> Schedule {
        Schedule::new(&hairline_level::parse(HALL, "hall").expect("it is valid"), inputs, pace, 64)
    }

    #[test]
    fn a_frame_shows_the_last_tick_that_is_over_at_its_time() {
        let schedule = schedule(&[TickInput::RIGHT; 64], Pace::Hazards);
        // Frame 7 of 25 a second comes after 0.28 s, in which 35.84 ticks of 1/128 s pass.
        for (frame, ticks) in [(0, 0), (1, 5), (7, 35), (25, 128), (26, 128)] {
            assert_eq!(schedule.ticks(frame, 25), ticks, "frame {frame}");
        }
        assert_eq!(schedule.frames(25), 26);
        assert_eq!((schedule.ticks(50, 50), schedule.frames(50)), (128, 51));
    }

    #[test]
    fn focus_is_fast_by_the_clock_of_the_hazards_and_slow_by_the_player_s() {
        let inputs = [TickInput::FOCUS; 64];
        let durations = |pace| {
            let schedule = schedule(&inputs, pace);
            [schedule.duration(10), schedule.duration(100)]
        };
        assert_eq!(durations(Pace::Hazards), [(1, 256), (2, 256)]);
        assert_eq!(durations(Pace::Player), [(20, 896), (7, 896)]);
    }
}
