//! Switches, and the time that timed ones have left.

use bevy::prelude::*;

use hairline_painter::actors::switch::SwitchLook;
use hairline_sim::run::Run;
use hairline_sim::triggers::switch::{Switch, SwitchState};

use crate::view::canvas::Canvas;
use crate::view::frame::interpolation::Interpolation;
use crate::view::frame::schedule::PaintSystems;

pub fn plugin(app: &mut App) {
    app.add_systems(Update, paint_switches.in_set(PaintSystems::Behind));
}

/// The share of a timed channel's time that is left, `0..=1`.
pub(super) fn time_left(until: u32, half_ticks: f32, whole: u32) -> f32 {
    ((until as f32 - half_ticks) / whole.max(1) as f32).clamp(0.0, 1.0)
}

fn paint_switches(
    mut canvas: ResMut<Canvas>,
    interpolation: Res<Interpolation>,
    run: Option<Res<Run>>,
    switches: Query<(&Switch, &SwitchState)>,
) {
    let Some(run) = run else { return };
    for (switch, state) in &switches {
        let until = run.channels.raised_until(switch.channel, run.hazard_half_ticks);
        let left = |(whole, until)| time_left(until, interpolation.hazard_half_ticks(&run), whole);
        let look = SwitchLook {
            at: switch.position,
            channel: switch.channel,
            is_raised: until.is_some(),
            is_pressed: state.pressed,
            is_timed: switch.half_ticks.is_some(),
            time_left: switch.half_ticks.zip(until).map(left),
            toggles: switch.toggle,
        };
        look.paint(&mut canvas.behind);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_switch_runs_out_when_the_channel_is_lowered() {
        assert_eq!(time_left(300, 200.0, 100), 1.0);
        assert_eq!(time_left(300, 275.0, 100), 0.25);
        assert_eq!(time_left(300, 300.0, 100), 0.0);
        assert_eq!(time_left(u32::MAX, 0.0, 100), 1.0, "a key keeps it raised for good");
    }
}
