//! How the ninja moves, measured against the design's numbers.

mod drawn;

use drawn::{drawn, drawn_fully, play};
use hairline::level::Level;
use hairline::sim::Simulation;
use hairline::sim::facts::Fact;
use hairline::sim::input::TickInput;
use hairline::sim::run::Phase;
use hairline::sim::snapshot::Snapshot;
use hairline::sim::tuning::*;

const NONE: TickInput = TickInput::NONE;
const LEFT: TickInput = TickInput::LEFT;
const RIGHT: TickInput = TickInput::RIGHT;
const JUMP: TickInput = TickInput::JUMP;

/// A simulation whose ninja has come to rest on the ground.
#[track_caller]
fn at_rest(level: &Level) -> Simulation {
    let mut simulation = Simulation::new(level);
    let states = play(&mut simulation, 64, NONE);
    assert!(states[63].ninja.ground.is_some(), "he stands at {}", states[63].ninja.position);
    simulation
}

fn highest(states: &[Snapshot]) -> f32 {
    states.iter().map(|state| state.ninja.position.y).fold(f32::MIN, f32::max)
}

fn open_hall() -> Level {
    drawn(
        "
        ##############################
        #                            #
        #                            #
        #                            #
        #                            #
        #                            #
        #   @                        #
        ##############################
        ",
    )
}

#[track_caller]
fn assert_near(found: f32, wanted: f32, tolerance: f32) {
    assert!((found - wanted).abs() <= tolerance, "{found} is not within {tolerance} of {wanted}");
}

#[test]
fn he_rests_with_his_circle_on_the_floor() {
    let mut simulation = at_rest(&open_hall());
    assert_near(simulation.save().ninja.position.y, 1.0 + BODY_RADIUS, 1e-3);
}

#[test]
fn a_held_jump_is_three_tiles_and_a_third_high_and_takes_0_38_seconds_to_its_apex() {
    let mut simulation = at_rest(&open_hall());
    let floor = simulation.save().ninja.position.y;
    let states = play(&mut simulation, 128, JUMP);
    assert_near(highest(&states) - floor, 3.3, 0.05);
    let apex = states.iter().position(|state| state.ninja.velocity.y <= 0.0).expect("he comes down again");
    assert_near(apex as f32 * TICK, 0.38, 0.02);
}

#[test]
fn a_tapped_jump_is_1_2_tiles_high() {
    let mut simulation = at_rest(&open_hall());
    let floor = simulation.save().ninja.position.y;
    simulation.tick(JUMP);
    let states = play(&mut simulation, 128, NONE);
    assert_near(highest(&states) - floor, 1.2, 0.1);
}

#[test]
fn holding_longer_jumps_higher() {
    let mut last = 0.0;
    for hold in [1, 8, 16, 24, 32] {
        let mut simulation = at_rest(&open_hall());
        let mut states = play(&mut simulation, hold, JUMP);
        states.extend(play(&mut simulation, 128 - hold, NONE));
        assert!(highest(&states) > last + 0.05, "{hold} ticks reach {}, fewer {last}", highest(&states));
        last = highest(&states);
    }
}

#[test]
fn a_held_button_jumps_only_once() {
    let mut simulation = at_rest(&open_hall());
    let jumps: usize = (0..400)
        .map(|_| {
            simulation.tick(JUMP);
            simulation.facts().filter(|fact| matches!(fact, Fact::NinjaJumped { .. })).count()
        })
        .sum();
    assert_eq!(jumps, 1);
}

#[test]
fn full_speed_takes_0_12_seconds_and_stopping_less() {
    let mut simulation = at_rest(&open_hall());
    let states = play(&mut simulation, 40, RIGHT);
    let full = states.iter().position(|state| state.ninja.velocity.x >= RUN_SPEED - 1e-3).expect("he gets there");
    assert_near((full + 1) as f32 * TICK, 0.12, 0.01);
    let states = play(&mut simulation, 40, NONE);
    let still = states.iter().position(|state| state.ninja.velocity.x == 0.0).expect("he stops");
    assert_near((still + 1) as f32 * TICK, 0.08, 0.01);
}

#[test]
fn left_and_right_together_are_neither() {
    let mut simulation = at_rest(&open_hall());
    let states = play(&mut simulation, 40, LEFT.with(RIGHT));
    assert_eq!(states[39].ninja.velocity.x, 0.0);
}

#[test]
fn the_seams_of_flat_tiles_are_not_felt() {
    let mut simulation = at_rest(&open_hall());
    let floor = simulation.save().ninja.position.y;
    play(&mut simulation, 20, RIGHT);
    for state in play(&mut simulation, 250, RIGHT) {
        let ninja = state.ninja;
        assert_near(ninja.position.y, floor, 1e-4);
        assert!(ninja.ground.is_some());
        if ninja.position.x < 28.0 {
            assert_near(ninja.velocity.x, RUN_SPEED, 1e-3);
        }
    }
}

#[test]
fn the_seams_of_a_wall_are_not_felt_falling_along_it() {
    let mut simulation = Simulation::new(&drawn(
        "
        #####
        #@  #
        #   #
        #   #
        #   #
        #   #
        #####
        ",
    ));
    let states = play(&mut simulation, 60, LEFT);
    for pair in states.windows(2) {
        assert!(pair[1].ninja.position.y < pair[0].ninja.position.y, "he never hangs on a seam");
    }
}

fn ledge() -> Level {
    drawn(
        "
        ####################
        #                  #
        #                  #
        #                  #
        #  @               #
        #######            #
        #######            #
        #######            #
        #######            #
        ####################
        ",
    )
}

/// Runs off the ledge and presses jump `late` ticks after the ground was lost.
fn jumps_late_by(late: u32) -> bool {
    let mut simulation = at_rest(&ledge());
    for _ in 0..200 {
        simulation.tick(RIGHT);
        if simulation.save().ninja.ground.is_none() {
            break;
        }
    }
    play(&mut simulation, late, RIGHT);
    simulation.tick(RIGHT.with(JUMP));
    simulation.facts().any(|fact| matches!(fact, Fact::NinjaJumped { .. }))
}

#[test]
fn coyote_time_is_a_tenth_of_a_second() {
    assert!(jumps_late_by(0));
    assert!(jumps_late_by(10));
    assert!(!jumps_late_by(14));
}

#[test]
fn running_off_a_ledge_leaves_it_level() {
    let mut simulation = at_rest(&ledge());
    for _ in 0..200 {
        simulation.tick(RIGHT);
        let ninja = simulation.save().ninja;
        if ninja.ground.is_none() {
            assert!(ninja.velocity.y > -1.0, "left with {}", ninja.velocity);
            assert_near(ninja.velocity.x, RUN_SPEED, 0.1);
            return;
        }
    }
    panic!("he never left the ledge");
}

/// Presses jump while still in the air, `early` ticks before landing at the earliest; whether he jumps on landing.
fn jumps_when_pressed_early_by(early: usize) -> bool {
    let level = open_hall();
    let mut probe = at_rest(&level);
    probe.tick(JUMP);
    let landing = play(&mut probe, 128, NONE).iter().position(|state| state.ninja.ground.is_some()).expect("he lands");
    let mut simulation = at_rest(&level);
    simulation.tick(JUMP);
    play(&mut simulation, (landing - early) as u32, NONE);
    (0..40).any(|_| {
        simulation.tick(JUMP);
        simulation.facts().any(|fact| matches!(fact, Fact::NinjaJumped { .. }))
    })
}

#[test]
fn a_jump_pressed_a_tenth_of_a_second_early_is_remembered() {
    assert!(jumps_when_pressed_early_by(2));
    assert!(jumps_when_pressed_early_by(10));
    assert!(!jumps_when_pressed_early_by(20));
}

fn shaft() -> Level {
    drawn(
        "
        #########
        #   #   #
        #   #   #
        #   #   #
        #   #   #
        #   #   #
        #   #   #
        #@  #   #
        #   #   #
        #   #   #
        #########
        ",
    )
}

#[test]
fn pressing_against_a_wall_slides_down_it_at_four_tiles_a_second() {
    let mut simulation = Simulation::new(&shaft());
    let states = play(&mut simulation, 30, LEFT);
    let sliding: Vec<_> = states.iter().filter(|state| state.ninja.sliding).collect();
    assert!(sliding.len() > 10);
    for state in &sliding[8..] {
        assert_near(state.ninja.velocity.y, -WALL_SLIDE_SPEED, 1e-3);
    }
}

#[test]
fn a_wall_jump_leads_up_and_away_though_he_presses_on_the_wall() {
    let mut simulation = Simulation::new(&shaft());
    play(&mut simulation, 20, LEFT);
    let from = simulation.save().ninja.position;
    let states = play(&mut simulation, 16, LEFT.with(JUMP));
    assert!(states[0].ninja.velocity.x > 9.0, "away: {}", states[0].ninja.velocity);
    assert!(states[12].ninja.position.y > from.y + 1.0);
    assert!(states[12].ninja.position.x > from.x + 0.5);
}

#[test]
fn jumping_from_wall_to_wall_climbs_a_shaft() {
    let mut simulation = at_rest(&shaft());
    let top = (0..8).map(|turn| {
        let side = if turn % 2 == 0 { RIGHT } else { LEFT };
        play(&mut simulation, 4, side);
        highest(&play(&mut simulation, 26, side.with(JUMP)))
    });
    assert!(top.fold(f32::MIN, f32::max) > 8.0);
}

#[test]
fn speed_away_from_the_wall_is_kept_by_a_wall_jump() {
    let mut simulation = Simulation::new(&shaft());
    play(&mut simulation, 20, LEFT);
    let mut state = simulation.save();
    state.ninja.velocity.x = 14.0;
    simulation.restore(&state);
    simulation.tick(JUMP);
    assert_near(simulation.save().ninja.velocity.x, 14.0, 0.3);
}

#[test]
fn wall_grace_lets_him_jump_just_after_leaving_the_wall() {
    for (late, jumps) in [(3, true), (20, false)] {
        let mut simulation = Simulation::new(&shaft());
        play(&mut simulation, 12, LEFT);
        // Steering away leaves the wall.
        let states = play(&mut simulation, late + 6, RIGHT);
        let left_at = states.iter().position(|state| state.ninja.wall == 0.0);
        assert!(left_at.is_some(), "he left the wall");
        simulation.tick(RIGHT.with(JUMP));
        let jumped = simulation.facts().any(|fact| matches!(fact, Fact::NinjaWallJumped { .. }));
        assert_eq!(jumped, jumps, "{late} ticks late");
    }
}

/// The map as a mirror shows it, slopes turned round too.
fn mirrored(map: &str) -> String {
    let turned = |character| match character {
        '/' => '\\',
        '\\' => '/',
        '<' => '>',
        '>' => '<',
        '(' => ')',
        ')' => '(',
        other => other,
    };
    map.lines().map(|line| line.trim().chars().rev().map(turned).collect::<String>() + "\n").collect()
}

/// Runs over the map and over its mirror image, and holds that he never leaves the ground before he is `until` tiles
/// from where the map begins, never turns round, and takes equally long.
#[track_caller]
fn assert_grounded_all_the_way(map: &str, until: f32) {
    let width = map.lines().map(|line| line.trim().len()).max().unwrap_or(0) as f32;
    let ticks = [(RIGHT, 1.0, map.to_owned()), (LEFT, -1.0, mirrored(map))].map(|(input, side, map)| {
        let mut simulation = at_rest(&drawn(&map));
        for tick in 0..600_u32 {
            simulation.tick(input);
            let ninja = simulation.save().ninja;
            let gone = if side > 0.0 { ninja.position.x } else { width - ninja.position.x };
            assert!(ninja.ground.is_some(), "he left the ground at {} with {}", ninja.position, ninja.velocity);
            assert!(ninja.velocity.x * side >= 0.0, "he turned round at {}", ninja.position);
            if gone > until {
                return tick;
            }
        }
        panic!("he never got to {until}: {}", simulation.save().ninja.position);
    });
    assert!(ticks[0].abs_diff(ticks[1]) <= 1, "{ticks:?}");
}

#[test]
fn a_valley_at_right_angles_keeps_his_speed() {
    assert_grounded_all_the_way(
        "
        ##########################
        #                        #
        #  @                     #
        #########\\  /#############
        ##########\\/##############
        ##########################
        ",
        20.0,
    );
}

#[test]
fn steep_slopes_up_and_down_keep_him_on_the_ground() {
    assert_grounded_all_the_way(
        "
        ##########################
        #                        #
        #                        #
        #        /##\\            #
        #  @    /####\\           #
        ##########################
        ",
        22.0,
    );
}

#[test]
fn gentle_slopes_up_and_down_keep_him_on_the_ground() {
    assert_grounded_all_the_way(
        "
        ##########################
        #                        #
        #                        #
        #        <(##)>          #
        #  @   <(######)>        #
        ##########################
        ",
        22.0,
    );
}

#[test]
fn a_valley_of_slopes_keeps_him_on_the_ground() {
    assert_grounded_all_the_way(
        "
        ##########################
        #                        #
        #  @                     #
        #######\\      /###########
        ########\\    /############
        #########)><(#############
        ##########################
        ",
        20.0,
    );
}

#[test]
fn speed_is_kept_on_to_a_slope_and_off_it() {
    let mut simulation = at_rest(&drawn(
        "
        ##########################
        #                        #
        #                        #
        #        <(##)>          #
        #  @   <(######)>        #
        ##########################
        ",
    ));
    play(&mut simulation, 24, RIGHT);
    for state in play(&mut simulation, 180, RIGHT) {
        if state.ninja.position.x < 24.0 {
            assert_near(state.ninja.velocity.length(), RUN_SPEED, 0.05);
        }
    }
}

#[test]
fn he_stands_still_on_a_steep_slope() {
    let mut simulation = at_rest(&drawn(
        "
        ##########
        #        #
        #   @    #
        #  /#    #
        # /##    #
        #/###    #
        ##########
        ",
    ));
    play(&mut simulation, 90, LEFT);
    play(&mut simulation, 30, NONE);
    let before = simulation.save().ninja.position;
    play(&mut simulation, 100, NONE);
    assert_near(simulation.save().ninja.position.distance(before), 0.0, 1e-4);
}

#[test]
fn a_platform_lets_him_up_and_holds_him_and_down_with_jump_lets_him_through() {
    let mut simulation = at_rest(&drawn(
        "
        #########
        #       #
        #       #
        #       #
        # ===== #
        #       #
        #   @   #
        #########
        ",
    ));
    play(&mut simulation, 110, JUMP);
    let on_top = simulation.save().ninja;
    assert_near(on_top.position.y, 4.0 + BODY_RADIUS, 1e-3);
    assert!(on_top.ground.is_some_and(|ground| ground.one_way));
    play(&mut simulation, 4, TickInput::DOWN);
    assert_near(simulation.save().ninja.position.y, 4.0 + BODY_RADIUS, 1e-3);
    play(&mut simulation, 60, TickInput::DOWN.with(JUMP));
    assert_near(simulation.save().ninja.position.y, 1.0 + BODY_RADIUS, 1e-3);
}

#[test]
fn glass_stops_him_and_a_curtain_does_not() {
    let hall = |tile: char| {
        drawn(&format!(
            "
            ##############
            #            #
            #      {tile}     #
            #  @   {tile}     #
            ##############
            "
        ))
    };
    let run = |level: &Level| {
        let mut simulation = at_rest(level);
        play(&mut simulation, 200, RIGHT);
        simulation.save().ninja.position.x
    };
    assert_near(run(&hall('%')), 7.0 - BODY_RADIUS, 1e-3);
    assert_near(run(&hall('~')), 13.0 - BODY_RADIUS, 1e-3);
}

#[test]
fn a_one_tile_gap_lets_him_through() {
    let mut simulation = at_rest(&drawn(
        "
        ##############
        #      #     #
        #      #     #
        #  @         #
        ##############
        ",
    ));
    play(&mut simulation, 200, RIGHT);
    assert_near(simulation.save().ninja.position.x, 13.0 - BODY_RADIUS, 1e-3);
}

#[test]
fn a_head_that_meets_a_corner_by_a_quarter_tile_is_moved_aside() {
    // The ceiling's corner is at x = 5; his head is under it by less than a quarter of a tile.
    let level = drawn(
        "
        ##########
        #        #
        #        #
        #        #
        #####    #
        #        #
        #   @    #
        ##########
        ",
    );
    for (under, passes) in [(0.05, true), (0.2, true), (0.6, false)] {
        let mut simulation = at_rest(&level);
        let mut state = simulation.save();
        state.ninja.position.x = 5.0 + BODY_RADIUS - under;
        simulation.restore(&state);
        let reached = highest(&play(&mut simulation, 60, JUMP));
        assert_eq!(reached > 4.2, passes, "{under} under the corner reaches {reached}");
    }
}

#[test]
fn no_fall_is_faster_than_the_terminal_speed_and_none_goes_through_the_floor() {
    let tower = format!("#####\n#@  #\n{}#####\n", "#   #\n".repeat(60));
    let mut simulation = Simulation::new(&drawn(&tower));
    let states = play(&mut simulation, 600, NONE);
    let fastest = states.iter().map(|state| -state.ninja.velocity.y).fold(0.0, f32::max);
    assert_near(fastest, TERMINAL_FALL, 1e-3);
    assert_near(states[599].ninja.position.y, 1.0 + BODY_RADIUS, 1e-3);
}

#[test]
fn no_speed_tunnels_through_a_wall_one_tile_thick() {
    let level = drawn(
        "
        ####################
        #      #           #
        #  @   #           #
        ####################
        ",
    );
    for speed in [50.0, 500.0, 5000.0, 1e6] {
        let mut simulation = at_rest(&level);
        let mut state = simulation.save();
        state.ninja.velocity.x = speed;
        simulation.restore(&state);
        simulation.tick(RIGHT);
        let x = simulation.save().ninja.position.x;
        assert!(x <= 7.0 - BODY_RADIUS + 1e-3, "at {speed} tiles a second he is at {x}");
    }
}

#[test]
fn falling_out_of_the_map_is_death() {
    let mut simulation = Simulation::new(&drawn_fully(
        "
        #####
        #@  #
        #   #
        ",
        "",
        "",
    ));
    let states = play(&mut simulation, 120, NONE);
    assert!(states.iter().any(|state| matches!(state.run.phase, Phase::Dead { .. })));
}

#[test]
fn landing_tells_how_hard() {
    let mut simulation = at_rest(&open_hall());
    play(&mut simulation, 40, JUMP);
    for _ in 0..128 {
        simulation.tick(NONE);
        let landed = simulation.facts().find_map(|fact| match fact {
            Fact::NinjaLanded { speed, .. } => Some(*speed),
            _ => None,
        });
        if let Some(speed) = landed {
            assert!(speed > 10.0 && speed <= TERMINAL_FALL, "{speed}");
            return;
        }
    }
    panic!("he never landed");
}
