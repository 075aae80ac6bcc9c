//! The text of the debug view: times, the sound device, the run, the ninja and who sees it.

use bevy::diagnostic::{Diagnostic, DiagnosticsStore, FrameTimeDiagnosticsPlugin};
use bevy::prelude::*;

use crate::audio::engine::output::OutputDelay;
use crate::screens::words::Words;
use crate::view::ViewSystems;
use crate::view::debug::{DebugReadout, DebugView, TickTime};
use hairline_sim::colliders::Colliders;
use hairline_sim::hazards::camera::CameraState;
use hairline_sim::ninja::Ninja;
use hairline_sim::run::{Phase, Run};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<DebugReadout>()
        .init_resource::<OutputDelay>()
        .add_systems(Update, write_readout.before(ViewSystems).run_if(|debug: Res<DebugView>| debug.0));
}

/// Rounds a number to some decimals for display; zero never has a sign.
fn rounded(number: f32, decimals: usize) -> String {
    let parts = [1.0, 10.0, 100.0, 1000.0][decimals];
    format!("{:.decimals$}", (number * parts).round() / parts + 0.0)
}

fn write_readout(
    words: Res<Words>,
    (ticks, sound): (Res<TickTime>, Res<OutputDelay>),
    diagnostics: Option<Res<DiagnosticsStore>>,
    level: Option<Res<Colliders>>,
    (run, ninja): (Option<Res<Run>>, Option<Res<Ninja>>),
    cameras: Query<&CameraState>,
    mut readout: ResMut<DebugReadout>,
) {
    let frame = diagnostics.as_ref().and_then(|all| all.get(&FrameTimeDiagnosticsPlugin::FRAME_TIME));
    let frame = frame.and_then(Diagnostic::smoothed).unwrap_or_default().max(1e-3);
    let times = [
        ("rate", format!("{:.0}", 1e3 / frame).into()),
        ("frame", format!("{frame:.2}").into()),
        ("tick", format!("{:.1}", ticks.seconds() * 1e6).into()),
    ];
    let mut lines = vec![words.with("debug-times", times), sound_line(&sound, &words)];
    if let Some(run) = run {
        let phase = match run.phase {
            Phase::Running => "debug-running",
            Phase::Dead { .. } => "debug-dead",
            Phase::Finished => "debug-finished",
        };
        let values =
            [("tick", run.ticks.into()), ("hazards", run.hazard_half_ticks.into()), ("phase", words.get(phase).into())];
        lines.push(words.with("debug-run", values));
    }
    if let Some(ninja) = ninja.filter(|_| level.is_some()) {
        let ([x, y], [speed_x, speed_y]) = (
            ninja.position.to_array().map(|place| rounded(place, 3)),
            ninja.velocity.to_array().map(|speed| rounded(speed, 2)),
        );
        let values = [("x", x.into()), ("y", y.into()), ("speed-x", speed_x.into()), ("speed-y", speed_y.into())];
        lines.push(words.with("debug-ninja", values));
        if let Some(ground) = ninja.ground {
            let [x, y] = ground.normal.to_array().map(|normal| rounded(normal, 2));
            let slope = rounded(ground.slope.to_degrees(), 1);
            lines.push(words.with("debug-ground", [("x", x.into()), ("y", y.into()), ("slope", slope.into())]));
        }
    }
    if !cameras.is_empty() {
        let (seeing, all) = (cameras.iter().filter(|camera| camera.has_target).count(), cameras.iter().len());
        lines.push(words.with("debug-cameras", [("seeing", seeing.into()), ("all", all.into())]));
    }
    readout.set_if_neq(DebugReadout(lines.join("\n")));
}

/// What the sound device took, and how late it is.
fn sound_line(delay: &OutputDelay, words: &Words) -> String {
    let OutputDelay { frames, rate, milliseconds, underruns } = *delay;
    if frames == 0 {
        return words.get("debug-no-sound");
    }
    let values = [
        ("frames", frames.to_string().into()),
        ("rate", rate.to_string().into()),
        ("delay", format!("{milliseconds:.1}").into()),
        ("underruns", underruns.into()),
    ];
    words.with("debug-sound", values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_rounds_to_zero_is_shown_without_a_sign() {
        for nothing in [-0.0, -0.004, 0.004] {
            assert_eq!(rounded(nothing, 2), "0.00");
        }
        assert_eq!((rounded(-9.504, 2).as_str(), rounded(2.25, 3).as_str()), ("-9.50", "2.250"));
    }

    #[test]
    fn the_line_of_the_sound_device_has_its_buffer_and_its_delay() {
        let words = Words::english();
        assert_eq!(sound_line(&OutputDelay::default(), &words), "no sound device");
        let delay = OutputDelay { frames: 512, rate: 48_000, milliseconds: 21.33, underruns: 1 };
        assert_eq!(sound_line(&delay, &words), "sound 512 frames at 48000 Hz   delay 21.3 ms   1 underrun");
    }

    #[test]
    fn the_text_follows_the_run_while_the_debug_view_is_on() {
        let mut app = App::new();
        app.add_plugins(plugin).init_resource::<Words>().init_resource::<TickTime>().init_resource::<DebugView>();
        app.update();
        assert_eq!(app.world().resource::<DebugReadout>().0, "", "it is off");
        app.insert_resource(DebugView(true)).insert_resource(Run { ticks: 77, ..Run::default() });
        app.world_mut().spawn(CameraState { has_target: true, ..CameraState::default() });
        app.update();
        let text = app.world().resource::<DebugReadout>().0.clone();
        assert!(text.contains("tick 77   ") && text.ends_with("SEEN by 1 of 1 camera"), "{text}");
    }
}
