//! Makes a run better without leaving its way: windows and shortening, each with about as many ticks as the other.

use super::refine::Shortening;
use super::search::{Search, Settings};
use super::track::Track;
use super::turns::Turns;
use super::windows::Windows;

pub(super) struct Polish {
    windows: Windows,
    shortening: Shortening,
    focus: bool,
    turns: Turns<2>,
}

impl Polish {
    /// `number` tells the runs of one search apart.
    pub fn new(settings: Settings, number: u64) -> Self {
        let seed = settings.seed.wrapping_add(number);
        let (windows, shortening) = (Windows::new(seed), Shortening::new(settings.focus, seed));
        Self { windows, shortening, focus: settings.focus, turns: Turns::new([1, 1]) }
    }

    /// Another run is to be polished.
    pub fn restart(&mut self) {
        self.windows.restart();
        self.shortening.restart();
    }

    pub fn is_done(&self) -> bool {
        self.windows.is_done() && self.shortening.is_done()
    }

    /// Does one step of either; returns whether the run got better.
    pub fn step(&mut self, search: &mut Search, track: &mut Track) -> bool {
        let before = search.ticks;
        let turn = self.turns.next([true; 2]).unwrap_or(0);
        let better = match turn {
            0 => self.windows.step(search, track, self.focus),
            _ => self.shortening.step(search, track),
        };
        self.turns.spend(turn, search.ticks - before);
        if better {
            self.restart();
        }
        better
    }
}
