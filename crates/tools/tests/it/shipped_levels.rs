//! Every shipped level is valid, without even a warning, and so is the campaign; its flags are places to rest.

use hairline_level::{CheckpointSettings, Level};
use hairline_sim::Simulation;
use hairline_sim::run::checkpoint::CheckpointTouched;
use hairline_sim::run::input::TickInput;
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

/// A minute: for so long a player may think at a flag.
const REST_TICKS: u32 = 60 * TICKS_PER_SECOND;

/// The levels with flags at which a minute kills, and how often: they await better places.
const DEADLY_FLAGS: &[(&str, usize)] = &[
    ("clockwork", 1),
    ("crossfire", 2),
    ("doorstep", 3),
    ("double-take", 1),
    ("drop-forge", 2),
    ("elsewhere", 2),
    ("greenhouse", 1),
    ("halftone", 2),
    ("heads-or-tails", 1),
    ("marionette", 3),
    ("moth", 4),
    ("night-shift", 1),
    ("pockets", 3),
    ("shuffle", 2),
    ("slow-match", 1),
    ("sundial", 1),
    ("usher", 1),
    ("weathercock", 3),
];

/// What kills a ninja that stands at a flag and does nothing: with the level as at its start, and after a return to each flag
/// as the run has touched it.
fn deaths_at_flags(level: &Level, run: &[TickInput]) -> Vec<String> {
    let mut deaths = vec![];
    let mut rest = |simulation: &mut Simulation, place: String| {
        let death = death_within(simulation, REST_TICKS, TickInput::NONE);
        deaths.extend(death.map(|death| format!("{place}: {death:?}")));
    };
    for flag in level.actors::<CheckpointSettings>() {
        let mut level = level.clone();
        level.ninja = flag.position;
        rest(&mut Simulation::new(&level), format!("at {}", flag.position));
    }
    let mut simulation = Simulation::new(level);
    for &input in run {
        for touched in tick_emitting::<CheckpointTouched>(&mut simulation, input) {
            let mut returned = Simulation::new(level);
            returned.restore(&simulation.save());
            returned.tick(TickInput::RESTART);
            rest(&mut returned, format!("back at {}", touched.position));
        }
    }
    deaths
}

#[test]
#[cfg_attr(debug_assertions, ignore = "waits for hours in all")]
fn a_minute_at_a_flag_kills_nobody_but_where_it_is_known() {
    let proofs = shipped_proofs();
    let mut found = vec![];
    for (file, level, proof) in &proofs {
        let deaths = deaths_at_flags(level, &proof.inputs);
        if !deaths.is_empty() {
            println!("{file}:\n{}", deaths.join("\n"));
            found.push((file.trim_end_matches(".level.ron"), deaths.len()));
        }
    }
    assert_eq!(found, DEADLY_FLAGS);
}

#[test]
fn a_flag_in_a_beam_kills_who_stands_there() {
    let level = drawn_with(
        "
        #########
        #       #
        # @   k #
        #########
        ",
        "'k': Checkpoint(), 'a': Laser(at: (7.5, 1.5), aim: Fixed(angle: 180), cycle: (charge: 2, on: 1, off: 1))",
    );
    let run = [TickInput::RIGHT; 64];
    let deaths = deaths_at_flags(&level, &run);
    assert!(deaths.len() == 2 && deaths[1].starts_with("back at"), "{deaths:?}");
}
