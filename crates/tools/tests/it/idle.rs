//! What `hairline idle` says of levels.

use hairline_level::{Inspection, Level};
use hairline_sim::run::input::TickInput;
use hairline_tools::idle::judge::idle;
use hairline_tools::idle::parts::LevelPart;
use hairline_tools::solve::budget::Budget;
use hairline_tools::solve::options::Shards;
use hairline_tools::solve::{Settings, find};

/// What is idle in a level, as the command prints it, by a run that the solver finds.
fn idle_in(map: &str, actors: &str) -> Vec<String> {
    let map: Vec<&str> = map.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
    let map = map.join("\n");
    let text =
        format!("(version: 1, name: \"Idle\", map: r\"\n{map}\n\", actors: {{ {actors} }}, focus: (max: 0, start: 0))");
    let inspection: Inspection = hairline_level::inspect(&text, "idle");
    let level = inspection.level.clone().unwrap_or_else(|| panic!("{}", inspection.diagnostics));
    let parts = LevelPart::all(&inspection);
    let inputs = solved(&level);
    idle(&level, &inputs, &parts, 400_000).iter().map(ToString::to_string).collect()
}

fn solved(level: &Level) -> Vec<TickInput> {
    let settings = Settings { shards: Shards::All, focus: false, first: true, seed: 0, memory: 64 << 20 };
    find(level, settings, Budget::new(None, Some(3_000_000)), None).run.expect("it is easy").inputs
}

#[test]
fn what_lies_off_every_good_way_is_idle_and_what_bars_it_is_not() {
    let idle = idle_in(
        "
        ######################
        #        ###         #
        #  ##    ###    b    #
        #        ###   ###   #
        ############         #
        #                    #
        #                    #
        #         a          #
        # @      *#^       X #
        ######################
        ",
        "'a': Laser(aim: Fixed(angle: 90), reach: 1), 'b': Laser(aim: Fixed(angle: 90), reach: 1)",
    );
    // The room above is sealed; its block, and the robot out of reach, cannot matter.
    assert!(idle.iter().any(|part| part == "the laser 'b'"), "{idle:?}");
    assert!(idle.iter().any(|part| part.starts_with("the block around (4.0, 7.5)")), "{idle:?}");
    // The beam on the step would be run into.
    assert!(!idle.iter().any(|part| part == "the laser 'a'"), "{idle:?}");
}

#[test]
fn a_beam_that_no_run_comes_near_is_not_idle_if_it_bars_a_shorter_way() {
    // The way over the top is long; the tunnel below is lit for ever.
    let map = "
        ####################
        #                  #
        #                  #
        #   ###########    #
        #   #         #    #
        #   #         #    #
        #   ##### #####    #
        # @     a      X   #
        ####################
    ";
    let lit = idle_in(map, "'a': Laser(aim: Fixed(angle: 270), reach: 1)");
    assert!(!lit.iter().any(|part| part == "the laser 'a'"), "{lit:?}");
}

#[test]
fn a_shard_that_every_run_takes_on_its_way_is_idle() {
    let idle = idle_in("###########\n#@  *    X#\n###########", "");
    assert_eq!(idle, ["the shard at (4.5, 1.5)"]);
}

#[test]
fn a_door_and_its_key_are_not_idle() {
    let idle = idle_in(
        "
        ###############
        #    #        #
        #    #        #
        # @ kd       X#
        ###############
        ",
        "'k': Key(channel: \"k\"), 'd': Door(size: (1, 1), when: Raised(\"k\"))",
    );
    assert_eq!(idle, [""; 0]);
}
