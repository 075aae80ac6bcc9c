//! The solver: what it finds, that the number of threads changes nothing.

use clap::Parser;
use hairline_level::Level;
use hairline_sim::Simulation;
use hairline_sim::run::Phase;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::replay::Replay;
use hairline_sim::state::snapshot::StateArena;
use hairline_testing::{drawn, drawn_fully, drawn_with, shipped_levels};
use hairline_tools::output::status::ExitStatus;
use hairline_tools::rate::rating::rating_of;
use hairline_tools::solve::budget::Budget;
use hairline_tools::solve::command;
use hairline_tools::solve::options::{Shards, SolveOptions};
use hairline_tools::solve::store::result_name;
use hairline_tools::solve::{Answer, Reason, Run, Settings, find};

const SETTINGS: Settings = Settings { shards: Shards::All, focus: true, first: true, seed: 0, memory: 256 << 20 };

/// A corridor with a step and a shard on it.
const STEP: &str = "
    ##############
    #            #
    #      *     #
    #     ##     #
    # @   ##    X#
    ##############
";

fn solve(level: &Level, settings: Settings, ticks: u64) -> Answer {
    find(level, settings, Budget::new(None, Some(ticks)), None)
}

/// Solves a level and plays the run that was found.
#[track_caller]
fn solved(level: &Level, settings: Settings, ticks: u64) -> Run {
    let answer = solve(level, settings, ticks);
    let Some(run) = answer.run else { panic!("{}", answer.reason.expect("a reason instead of a run")) };
    let mut simulation = Simulation::new(level);
    run.inputs.iter().for_each(|&input| simulation.tick(input));
    assert_eq!(simulation.run().phase, Phase::Finished);
    assert_eq!(simulation.run().ticks as usize, run.inputs.len());
    run
}

#[track_caller]
fn unsolved(level: &Level, settings: Settings, ticks: u64) -> Reason {
    let answer = solve(level, settings, ticks);
    assert_eq!(answer.run, None);
    answer.reason.expect("a reason instead of a run")
}

#[test]
fn a_slot_of_an_arena_holds_what_a_snapshot_does() {
    for (_, level) in shipped_levels() {
        let mut simulation = Simulation::new(&level);
        let mut arena = StateArena::new(&simulation.save());
        let mut random = hairline_testing::random::RandomPlayer::new(7);
        for _ in 0..200 {
            simulation.tick(random.next_input());
        }
        let before = simulation.save();
        simulation.save_slot(&mut arena, 3);
        for _ in 0..50 {
            simulation.tick(TickInput::RIGHT);
        }
        simulation.save_slot(&mut arena, 1);
        let after = simulation.save();
        simulation.restore_slot(&arena, 3);
        assert_eq!(simulation.save().hash(), before.hash(), "{}", level.name);
        simulation.restore_slot(&arena, 1);
        assert_eq!(simulation.save().hash(), after.hash(), "{}", level.name);
    }
}

#[test]
fn a_run_takes_every_shard_unless_it_need_not() {
    let level = drawn(STEP);
    assert_eq!(solved(&level, SETTINGS, 20_000_000).shards, 1);
    let quick = solved(&level, Settings { shards: Shards::AtLeast(0), ..SETTINGS }, 20_000_000);
    assert!(quick.inputs.len() <= solved(&level, SETTINGS, 20_000_000).inputs.len());
}

#[test]
fn any_number_of_threads_gives_the_same_run() {
    let lasers = "'a': Laser(aim: Fixed(angle: 270), cycle: (on: 0.5, off: 0.7))";
    let level = drawn_with(&STEP.replace("#            #", "#  a         #"), lasers);
    let run_on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
        let answer = pool.install(|| solve(&level, Settings { first: false, ..SETTINGS }, 600_000));
        (answer.run.expect("it is easy"), answer.ticks)
    };
    let (one, two, three) = (run_on(1), run_on(2), run_on(3));
    assert_eq!(one, two);
    assert_eq!(one, three);
}

#[test]
fn a_seed_changes_no_more_than_which_run_is_found() {
    let level = drawn(STEP);
    for seed in [1, 2] {
        assert_eq!(solved(&level, Settings { seed, ..SETTINGS }, 20_000_000).shards, 1);
    }
}

#[test]
fn a_door_that_a_camera_opens_is_no_wall() {
    let level = drawn_with(
        "
        ##################
        #       #        #
        #  c    #        #
        #       #        #
        #  @    d      X #
        ##################
        ",
        "'c': Camera(aim: Fixed(angle: 0), fov: 60, range: 4, channel: \"seen\", alarm: 5), \
         'd': Door(size: (1, 1), when: Raised(\"seen\"))",
    );
    assert!(solved(&level, SETTINGS, 20_000_000).inputs.len() > 100, "it has to be seen first");
}

#[test]
fn a_key_behind_the_door_that_it_opens_is_called_impossible() {
    let level = drawn_with(
        "
        ############
        #  @  d k X#
        ############
        ",
        "'d': Door(size: (1, 1), when: Raised(\"k\")), 'k': Key(channel: \"k\")",
    );
    let Reason::Impossible(what) = unsolved(&level, SETTINGS, 200_000) else {
        panic!("nothing in reach opens the door")
    };
    assert_eq!(what, "doors that nothing in reach opens seal the exit at (10.5, 1.5)");
}

#[test]
fn what_walls_seal_is_called_impossible_and_named() {
    let sealed = |map: &str, fields: &str| match unsolved(&drawn_fully(map, "", fields), SETTINGS, 200_000) {
        Reason::Impossible(what) => what,
        other => panic!("{other}"),
    };
    let exit = sealed("#########\n# @  ## #\n#    ##X#\n#########", "");
    assert_eq!(exit, "walls seal the exit at (7.5, 1.5)");
    let shard = sealed("#########\n# @X ##*#\n#########", "");
    assert_eq!(shard, "walls seal the shard at (7.5, 1.5)");
    // Over the edge of an open map there is a way.
    let around = drawn("# ## #\n#@##X#\n######");
    assert!(!matches!(solve(&around, SETTINGS, 50_000).reason, Some(Reason::Impossible(_))));
}

#[test]
fn a_level_with_no_way_out_ends_within_its_budget_and_says_where_it_got() {
    let level = drawn(
        "##########\n#       X#\n#        #\n#        #\n#        #\n#        #\n#        #\n# @      #\n##########",
    );
    let answer = solve(&level, SETTINGS, 300_000);
    assert!(answer.ticks < 600_000, "{} ticks", answer.ticks);
    let reason = answer.reason.map(|reason| reason.to_string()).unwrap_or_default();
    if answer.run.is_none() {
        assert!(
            reason.starts_with("not found within the budget") && reason.contains("the exit at (8.5, 7.5)"),
            "{reason}"
        );
    }
}

#[test]
fn a_rating_grows_with_the_exactness_that_a_run_asks_for() {
    let level = drawn("####################\n#                  #\n# @               X#\n####################");
    let run = solved(&level, SETTINGS, 20_000_000);
    let easy = rating_of(&level, &run.inputs);
    let hard = drawn("####################\n#                  #\n# @    ^^  ^^     X#\n####################");
    let run = solved(&hard, SETTINGS, 20_000_000);
    let hard = rating_of(&hard, &run.inputs);
    assert!(easy.stars() < hard.stars(), "{easy:?}\n{hard:?}");
    assert!(hard.survivors.is_sorted_by(|a, b| a >= b), "{:?}", hard.survivors);
}

#[test]
fn results_are_named_by_all_of_their_content() {
    let read = drawn("########\n#@    X#\n########");
    let run = solved(&read, SETTINGS, 1_000_000).inputs;
    // Another way to stand still for a tick at the start, and the same state at the end.
    let wait = |first: TickInput| std::iter::once(first).chain(run.iter().copied()).collect::<Vec<_>>();
    let both = [TickInput::NONE, TickInput::LEFT.with(TickInput::RIGHT)].map(wait);
    let replays = both.map(|inputs| Replay::record("l4.level.ron", &read, inputs));
    let names = replays.clone().map(|replay| result_name(&replay));
    assert_eq!(replays[0].final_hash, replays[1].final_hash, "the runs end alike");
    assert_ne!(names[0], names[1]);
}

/// The command line of `hairline solve`.
#[derive(clap::Parser)]
struct Line {
    #[command(flatten)]
    options: SolveOptions,
}

#[test]
fn fewer_shards_than_the_exit_waits_for_are_refused() {
    let path = std::env::temp_dir().join(format!("hairline-solve-{}.level.ron", std::process::id()));
    let level = "(version: 1, name: \"A\", map: r\"\n#######\n#@ * X#\n#######\n\", exit: AfterAllShards)";
    std::fs::write(&path, level).expect("the temporary folder can be written");
    let words = ["solve", path.to_str().expect("text"), "--shards", "none", "--no-focus", "--ticks", "10000"];
    let mut out = vec![];
    let status = command::solve(&Line::parse_from(words).options, &mut out).expect("memory can be written");
    std::fs::remove_file(&path).expect("it was there");
    let out = String::from_utf8(out).expect("text");
    assert!(out.contains("its exit opens after all shards"), "{out}");
    assert_eq!(status, ExitStatus::CouldNotRun);
}
