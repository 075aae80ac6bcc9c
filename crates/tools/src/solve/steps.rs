//! A tree of steps, in each of which one input is held: a search keeps the steps of all its runs, and joins a run's inputs at its end.

use hairline_sim::run::input::TickInput;

/// Tiles that a change of the buttons adds to what is left: of two runs that get equally far, the simpler one goes on.
pub(super) const CHANGE_TILES: f32 = 0.05;

/// The index of the previous step, and the input held.
pub(super) type Step = (u32, TickInput);

/// One input a tick: those of the steps up to `step`, each held for `hold` ticks, and then `last` for `ticks`.
pub(super) fn inputs_of(steps: &[Step], mut step: u32, last: TickInput, hold: u32, ticks: u32) -> Vec<TickInput> {
    let mut held = vec![(ticks, last)];
    while step != 0 {
        let (before, input) = steps[step as usize];
        held.push((hold, input));
        step = before;
    }
    held.iter().rev().flat_map(|&(ticks, input)| std::iter::repeat_n(input, ticks as usize)).collect()
}
