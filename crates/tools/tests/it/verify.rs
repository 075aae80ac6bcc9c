//! `hairline verify` on replays that do not finish: it names what kills, where and when, or what the run lacks.

use std::fs;

use hairline_sim::run::input::TickInput;
use hairline_sim::state::replay::Replay;
use hairline_testing::folder;
use hairline_tools::output::status::ExitStatus;
use hairline_tools::verify::verify;

/// A level with a beam, spikes and a pit behind the ninja.
const LEVEL: &str = "(
    version: 1,
    name: \"Deadly\",
    map: r\"
        ################
        #       b      #
        #              #
        #   @     ^  *X#
        #.##############
    \",
    actors: {
        'b': Laser(aim: Fixed(angle: 270), cycle: (charge: 1, on: 2)),
    },
    exit: AfterAllShards,
)";

/// What is said of some inputs, such as those of `wait, then right`.
fn said_of(test: &str, level: &str, inputs: &[(usize, TickInput)]) -> String {
    let folder = folder(test);
    fs::write(folder.join("a.level.ron"), level).expect("the folder can be written");
    let read = hairline_level::parse(level, "a.level.ron").unwrap_or_else(|error| panic!("{error}"));
    let inputs = inputs.iter().flat_map(|&(ticks, input)| std::iter::repeat_n(input, ticks)).collect();
    let replay = folder.join("a.replay.ron");
    fs::write(&replay, Replay::record("a.level.ron", &read, inputs).to_ron()).expect("the folder can be written");
    let mut out = Vec::new();
    let status = verify(&[replay], &mut out).expect("memory can be written");
    let out = String::from_utf8(out).expect("text");
    assert_eq!(status, ExitStatus::Failed, "{out}");
    out.split_once("does not finish the level: ").map_or(out.clone(), |(_, said)| said.trim_end().to_owned())
}

#[test]
fn a_death_is_told_with_its_killer_its_place_and_its_tick() {
    let (none, right, left) = (TickInput::NONE, TickInput::RIGHT, TickInput::LEFT);
    // The beam is lit after a second, and the ninja runs into it.
    let beam = said_of("verify-beam", LEVEL, &[(128, none), (200, right)]);
    assert!(beam.starts_with("the ninja dies at tick 1") && beam.ends_with("of laser 'b' (line 6)"), "{beam}");
    assert!(beam.contains(" s) at (8.") || beam.contains(" s) at (7."), "{beam}");
    let spikes = said_of("verify-spikes", LEVEL, &[(300, right)]);
    assert!(spikes.contains(" at (9.8, 1.4)") && spikes.ends_with("of spikes"), "{spikes}");
    let fall = said_of("verify-fall", LEVEL, &[(300, left)]);
    assert!(fall.ends_with("of a fall out of the map"), "{fall}");
    // Two of a letter in one line are told apart by their columns.
    let two = LEVEL.replace("#       b      #", "#     bb       #");
    let two = said_of("verify-two", &two, &[(128, none), (200, right)]);
    assert!(two.ends_with("of laser 'b' (line 6, column 15)"), "{two}");
}

#[test]
fn inputs_that_end_too_early_or_too_late_are_told_what_they_lack() {
    let (none, right) = (TickInput::NONE, TickInput::RIGHT);
    let open = said_of("verify-open", LEVEL, &[(64, none)]);
    assert_eq!(
        open,
        "it ends at tick 64 (0.500 s) with the ninja at (4.5, 1.4), 10.0 tiles from the exit; the exit waits for 1 of 1 \
         shards, such as the one at (13.5, 1.5)"
    );
    let flag = LEVEL.replace("#   @     ^", "#   @ c   ^").replace("'b'", "'c': Checkpoint(), 'b'");
    let died = said_of("verify-flag", &flag, &[(150, right)]);
    assert!(died.contains("; before that it dies at tick") && died.ends_with("of spikes"), "{died}");
    let hall = LEVEL.replace("^  *", "    ").replace("    exit: AfterAllShards,\n", "");
    let late = said_of("verify-late", &hall, &[(300, right)]);
    assert!(late.contains("of its ticks are left when it reaches the exit at tick 1"), "{late}");
}
