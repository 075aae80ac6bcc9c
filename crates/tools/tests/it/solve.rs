//! The solver: what it finds, that the number of threads changes nothing.

use std::collections::HashSet;

use clap::Parser;
use hairline_level::Level;
use hairline_sim::Simulation;
use hairline_sim::run::Phase;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::replay::{Replay, proof_path};
use hairline_sim::state::snapshot::StateArena;
use hairline_testing::{drawn, drawn_fully, drawn_with, shipped_levels};
use hairline_tools::output::status::ExitStatus;
use hairline_tools::rate::rating::rating_of;
use hairline_tools::solve::budget::Budget;
use hairline_tools::solve::command;
use hairline_tools::solve::options::{Shards, SolveOptions};
use hairline_tools::solve::store::{proof_of, result_name, write_replay};
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

/// A corridor with a beam in its way and a step.
const BEAM_AND_STEP: &str = "
    ########################
    #       a              #
    #               *      #
    #              ##      #
    # @            ##     X#
    ########################
";

/// Ticks until the first run.
#[track_caller]
fn ticks_to_first(level: &Level, settings: Settings) -> u64 {
    let answer = solve(level, settings, 20_000_000);
    answer.first.unwrap_or_else(|| panic!("{:?}", answer.reason)).1
}

#[test]
fn each_seed_follows_other_states() {
    let lasers = "'a': Laser(aim: Fixed(angle: 270), cycle: (on: 0.5, off: 0.7))";
    let level = drawn_with(BEAM_AND_STEP, lasers);
    let runs = [1, 2, 3, 7, 42, 1000].map(|seed| solved(&level, Settings { seed, ..SETTINGS }, 20_000_000).inputs);
    let different: HashSet<&Vec<TickInput>> = runs.iter().collect();
    assert!(different.len() >= 5, "{} different runs of {}", different.len(), runs.len());
}

#[test]
fn focus_that_is_not_needed_costs_no_more_than_twice_the_ticks() {
    let lasers = "'a': Laser(aim: Fixed(angle: 270), cycle: (on: 0.5, off: 0.7))";
    let level = drawn_with(BEAM_AND_STEP, lasers);
    let [with, without] = [true, false].map(|focus| ticks_to_first(&level, Settings { focus, ..SETTINGS }));
    assert!(with <= 2 * without, "{with} ticks with focus, {without} without");
}

/// The door beyond a plate shuts before the ninja is there, unless it focuses from the plate on.
#[test]
fn focus_held_from_a_plate_to_its_door_is_found_as_soon_as_a_door_that_waits_longer() {
    let room = |seconds: f32| {
        let actors = format!(
            "'s': Switch(channel: \"open\", seconds: {seconds}), \
             'd': Door(at: (20.5, 2.5), size: (1, 3), seconds: 0.2, when: Raised(\"open\"), crushes: true)"
        );
        let map = "
            ########################
            #                      #
            #                      #
            #   @   s             X#
            ########################
        ";
        drawn_with(map, &actors)
    };
    let (short, long) = (room(0.9), room(3.0));
    let without = solve(&short, Settings { focus: false, ..SETTINGS }, 1_000_000);
    assert_eq!(without.run, None, "it needs focus");
    let [needed, easy] = [&short, &long].map(|level| ticks_to_first(level, SETTINGS));
    assert!(needed <= 2 * easy, "{needed} ticks, {easy} where the door waits");
}

#[test]
fn a_run_stands_still_where_it_waits() {
    let beam = "'a': Laser(aim: Fixed(angle: 270), cycle: (on: 3, off: 2))";
    let level = drawn_with("##########\n#    a   #\n#        #\n# @    X #\n##########", beam);
    let run = solved(&level, Settings { first: false, ..SETTINGS }, 1_500_000);
    assert!(run.inputs.len() > 3 * 128, "it waits for the beam");
    // The same run with taps in the wait.
    let mut restless = run.clone();
    for tick in 128..256 {
        restless.inputs[tick] = if tick % 16 < 4 { TickInput::JUMP } else { TickInput::NONE };
    }
    assert!(restless.changes() > run.changes() + 10, "{} changes", restless.changes());
    let budget = Budget::new(None, Some(300_000));
    let calm = find(&level, Settings { first: false, ..SETTINGS }, budget, Some(restless)).run.expect("it is known");
    assert!(calm.inputs.len() <= run.inputs.len());
    assert!(calm.changes() <= run.changes() + 2, "{} changes", calm.changes());
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

/// A step of a round and a batch of variants are played to their end, so both are cut to what is left of the budget.
#[test]
fn a_search_keeps_to_its_ticks() {
    let level = shipped_levels().into_iter().find(|(file, _)| file == "pendulum.level.ron").expect("it is shipped").1;
    for ticks in [20_000, 50_000, 130_000, 290_000] {
        let answer = solve(&level, Settings { first: false, ..SETTINGS }, ticks);
        let length = answer.run.map_or(0, |run| run.inputs.len() as u64);
        assert!(answer.ticks <= ticks + 1000 + 2 * length, "{} of {ticks}, a run of {length}", answer.ticks);
    }
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

#[test]
fn an_easier_run_does_not_keep_a_faster_one_from_being_the_proof() {
    let folder = std::env::temp_dir().join(format!("hairline-easy-{}", std::process::id()));
    let path = folder.join("a.level.ron");
    let text =
        std::fs::read_to_string(hairline_testing::levels_folder().join("first-light.level.ron")).expect("it is there");
    std::fs::create_dir_all(&folder).expect("the temporary folder can be written");
    std::fs::write(&path, &text).expect("the temporary folder can be written");
    let level = hairline_level::parse(text, "a").unwrap_or_else(|errors| panic!("{errors}"));
    let found = solved(&level, Settings { first: false, memory: 1 << 30, ..SETTINGS }, 600_000).inputs;
    // The proof that is there is a tick slower than what is found.
    let slower = std::iter::once(TickInput::NONE).chain(found.iter().copied()).collect();
    write_replay(&proof_path(&path), &Replay::record("a.level.ron", &level, slower)).expect("it can be written");
    let words = ["solve", path.to_str().expect("text"), "--easy", "--ticks", "800000"];
    let mut out = vec![];
    let status = command::solve(&Line::parse_from(words).options, &mut out).expect("memory can be written");
    let (proof, _) = proof_of(&path, &level).expect("there is one");
    std::fs::remove_dir_all(&folder).expect("it was there");
    assert_eq!(status, ExitStatus::Fine);
    assert!(proof.inputs.len() <= found.len(), "{}: {}", proof.inputs.len(), String::from_utf8_lossy(&out));
}
