//! What `hairline idle` says of levels.

use bevy_math::IVec2;
use hairline_geometry::tile::TileShape;
use hairline_level::{Inspection, Level};
use hairline_sim::run::input::TickInput;
use hairline_tools::idle::judge::idle;
use hairline_tools::idle::parts::{LevelPart, without};
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

const LEVEL: &str = "(version: 1, name: \"Pieces\", map: r\"\n    ##########\n    #  ==  * #\n    # *   a  #\n    \
    # #/  a ^#\n    #@     X^#\n    ##########\n\", actors: { 'a': Laser(aim: Fixed(angle: 0)) })";

#[test]
fn each_actor_each_shard_and_each_group_of_tiles_is_a_part() {
    let inspection = hairline_level::inspect(LEVEL, "parts");
    let parts: Vec<String> = LevelPart::all(&inspection).iter().map(ToString::to_string).collect();
    let expected = [
        "the laser 'a'",
        "the laser 'a'",
        "the shard at (7.5, 4.5)",
        "the shard at (2.5, 3.5)",
        "the spikes around (8.5, 2.0), 2 tiles",
        "the block around (3.0, 2.5), 2 tiles",
        "the platform around (4.0, 4.5), 2 tiles",
    ];
    assert_eq!(parts, expected);
}

#[test]
fn what_is_taken_out_is_gone_and_all_else_stays() {
    let inspection = hairline_level::inspect(LEVEL, "parts");
    let (level, parts) = (inspection.level.clone().expect("it is valid"), LevelPart::all(&inspection));
    let rest = without(&level, [&parts[0], &parts[2], &parts[6]]);
    let lasers = |level: &Level| level.actors::<hairline_level::LaserSettings>().to_vec();
    assert_eq!(lasers(&rest), lasers(&level)[1..]);
    assert_eq!(rest.shards, level.shards[1..]);
    assert_eq!(rest.terrain.tile(IVec2::new(3, 4)), TileShape::Empty);
    assert_eq!(rest.terrain.tile(IVec2::new(2, 2)), TileShape::Solid);
    assert_eq!(without(&level, &parts).shards.len(), 0);
}

#[test]
fn a_checkpoint_is_no_part() {
    let text = "(version: 1, name: \"Flag\", map: r\"\n#######\n#@ c X#\n#######\n\", actors: {'c': Checkpoint()})";
    assert_eq!(LevelPart::all(&hairline_level::inspect(text, "flag")), []);
}

#[test]
fn a_detour_of_a_long_level_is_not_idle_and_what_bars_nothing_is() {
    // The key and the shard lie at the ends of shafts that each run climbs for them.
    let idle = idle_in(
        "
        ########################################################################
        ####  k  ################################  *  ##########################
        ####     ################################     ##########################
        ####     ################################     ##########################
        ####     ################################     ##########################
        ####     ################################     ##########################
        ####     ################################     ##########################
        #                                                                      #
        #                                                                    # #
        #                       @                                           X  #
        ########################################################################
        ",
        "'k': Key(channel: \"k\"), 'd': Door(size: (1, 3), when: Raised(\"k\"), at: (64.5, 2.5))",
    );
    let names = ["the shard", "the key", "the door"];
    assert!(!idle.iter().any(|part| names.iter().any(|name| part.starts_with(name))), "{idle:?}");
    assert!(idle.iter().any(|part| part.starts_with("the block around (69.5, 2.5)")), "{idle:?}");
}
