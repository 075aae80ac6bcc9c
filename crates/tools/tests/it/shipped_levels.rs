//! The shipped levels and the campaign are valid, without even a warning, and a ninja can rest at each of their flags.

use hairline_level::{CheckpointSettings, Level};
use hairline_sim::Simulation;
use hairline_sim::run::checkpoint::CheckpointTouched;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::replay::Replay;
use hairline_sim::tuning::TICKS_PER_SECOND;
use hairline_testing::{death_within, drawn_with, shipped_proofs, tick_emitting};
use hairline_tools::check::check;
use hairline_tools::check::options::CheckOptions;
use hairline_tools::output::status::ExitStatus;

#[test]
fn hairline_check_finds_nothing_wrong_with_the_shipped_levels() {
    let levels = hairline_testing::levels_folder();
    let mut out = Vec::new();
    let outcome = check(&CheckOptions::of([levels]), &mut out, false).expect("memory can be written");
    let out = String::from_utf8_lossy(&out);
    assert_eq!(outcome, ExitStatus::Fine, "{out}");
    assert!(out.ends_with(" 0 errors, 0 warnings\n"), "{out}");
    println!("{out}");
}

/// Ticks that the ninja must survive at a flag without input: a minute, to stop and think.
const REST_TICKS: u32 = 60 * TICKS_PER_SECOND;

/// The flags at which a minute without input kills. Each is tried with the ninja started there; those that `run` touches are tried
/// after a return, too.
fn deadly_rests(level: &Level, run: &[TickInput]) -> Vec<String> {
    let mut deadly = vec![];
    let mut rest_at = |simulation: &mut Simulation, place: String| {
        if let Some(death) = death_within(simulation, REST_TICKS, TickInput::NONE) {
            println!("{place}: {death:?}");
            deadly.push(place);
        }
    };
    for flag in level.actors::<CheckpointSettings>() {
        let mut started_there = level.clone();
        started_there.ninja = flag.position;
        rest_at(&mut Simulation::new(&started_there), format!("at {}", flag.position));
    }
    let mut simulation = Simulation::new(level);
    for &input in run {
        for touched in tick_emitting::<CheckpointTouched>(&mut simulation, input) {
            let mut returned = Simulation::new(level);
            returned.restore(&simulation.save());
            returned.tick(TickInput::RESTART);
            rest_at(&mut returned, format!("back at {}", touched.position));
        }
    }
    deadly
}

#[test]
#[cfg_attr(debug_assertions, ignore = "simulates hours of rest")]
fn a_minute_of_rest_kills_at_no_flag() {
    let in_level = |(file, level, proof): &(String, Level, Replay)| {
        let name = file.trim_end_matches(".level.ron").to_owned();
        deadly_rests(level, &proof.inputs).into_iter().map(move |place| format!("{name}: {place}"))
    };
    let found: Vec<String> = shipped_proofs().iter().flat_map(in_level).collect();
    assert!(found.is_empty(), "{found:#?}");
}

/// The ninja reaches the flag within half a second; the beam lights later.
#[test]
fn a_flag_in_a_beam_is_deadly_at_the_start_and_after_a_return() {
    let room = |beam_y: f32| {
        let laser = format!("Laser(at: (7.5, {beam_y}), aim: Fixed(angle: 180), cycle: (charge: 2, on: 1, off: 1))");
        drawn_with(
            "
            #########
            #       #
            #       #
            # @   k #
            #########
            ",
            &format!("'k': Checkpoint(), 'a': {laser}"),
        )
    };
    let run = [TickInput::RIGHT; 64];
    assert_eq!(deadly_rests(&room(1.5), &run), ["at [6.5, 1.5]", "back at [6.5, 1.5]"]);
    assert!(deadly_rests(&room(2.5), &run).is_empty());
}
