//! The tables of what the ninja can do, in `levels/README.md`, and of how it moves, in `docs/FEEL.md`, are those that the rules
//! make; and what of a level can be reached by which means.

use bevy_color::{ColorToComponents, LinearRgba, Luminance, Mix, Srgba};
use bevy_math::Vec2;
use expect_test::expect;
use hairline_level::{Level, LevelWorld};
use hairline_painter::palette::{Palettes, Role};
use hairline_tools::flood::Means;
use hairline_tools::flood::means::ReachMap;
use hairline_tools::output::status::ExitStatus;
use hairline_tools::reach::map::maps;
use hairline_tools::reach::{Tables, with_tables};

#[track_caller]
fn check(page: &str, tables: Tables, command: &str) {
    let path = format!("{}/../../{page}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the page is there");
    let renewed = with_tables(&text, tables).expect("the page has both marks");
    assert!(text == renewed, "the tables have changed: run `{command}` and read the difference");
}

#[test]
fn the_manual_holds_the_tables_of_these_rules() {
    check("levels/README.md", Tables::Reach, "hairline reach --write levels/README.md");
}

#[test]
fn the_feel_table_is_that_of_these_rules() {
    check("docs/FEEL.md", Tables::Feel, "hairline reach --feel --write docs/FEEL.md");
}

fn level(map: &str, actors: &str) -> Level {
    let map: Vec<&str> = map.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
    let text = format!("(version: 1, name: \"n\", map: r\"\n{}\n\", actors: {{{actors}}})", map.join("\n"));
    hairline_level::parse(text, "n").unwrap_or_else(|diagnostics| panic!("{diagnostics}"))
}

/// By which means each shard of a map is reached, in reading order.
fn means_to_shards(map: &str, actors: &str) -> Vec<Option<Means>> {
    let level = level(map, actors);
    let reached = ReachMap::new(&level).expect("it is small");
    level.shards.iter().map(|&shard| reached.near(shard, 0.4)).collect()
}

const BY_JUMPS: Option<Means> = Some(Means::Jumps);
const BY_CLIMBING: Option<Means> = Some(Means::Climbing);
const BY_SPRINGS: Option<Means> = Some(Means::Springs);

/// A step of so many tiles of a kind, with a shard on it.
fn step(height: usize, tile: &str) -> String {
    let row = |step: &str| format!("!@.........{step}....X!\n");
    let air = "!................!\n".repeat(4);
    air + "!..........*.....!\n" + &row(tile).replace(['@', 'X'], ".").repeat(height - 1) + &row(tile) + &"!".repeat(18)
}

#[test]
fn a_step_of_three_is_jumped_on_and_one_of_four_is_climbed_or_too_high() {
    assert_eq!(means_to_shards(&step(3, "#"), ""), [BY_JUMPS]);
    assert_eq!(means_to_shards(&step(3, "!"), ""), [BY_JUMPS]);
    assert_eq!(means_to_shards(&step(4, "#"), ""), [BY_CLIMBING]);
    assert_eq!(means_to_shards(&step(9, "#"), ""), [BY_CLIMBING]);
    assert_eq!(means_to_shards(&step(4, "!"), ""), [None]);
}

#[test]
fn slopes_carry_a_run_and_a_shelf_above_needs_a_spring() {
    let map = "
        !....................!
        !........*...........!
        !.......===..........!
        !....................!
        !....................!
        !....................!
        !....................!
        !.............../###*!
        !............../####!!
        !@....../##\\.s/#####X!
        !!!!!!!!!!!!!!!!!!!!!!
    ";
    let spring = "'s': Spring(strength: 40)";
    assert_eq!(means_to_shards(&map.replace("#X!", "X!!"), spring), [BY_SPRINGS, BY_JUMPS]);
}

#[test]
fn a_pit_that_no_jump_crosses_is_crossed_by_a_moving_floor_or_a_spring_to_the_side() {
    let pit = |middle: &str, actors: &str| {
        let row = "!".to_owned() + &".".repeat(38) + "!";
        let map = format!(
            "{}!@.{middle}{}*X!\n!!!{}!!!!!\n",
            format!("{row}\n").repeat(5),
            ".".repeat(40 - 7 - middle.len() + 1),
            ".".repeat(32)
        );
        means_to_shards(&map, actors)
    };
    assert_eq!(pit(".", ""), [None]);
    assert_eq!(pit(".m", "'m': Mover(shape: Box(2, 0.5), path: (points: [(33, 1.5)], speed: 4))"), [BY_JUMPS]);
    assert_eq!(pit("s", "'s': Spring(angle: 45, strength: 40)"), [BY_SPRINGS]);
}

/// Under a ceiling two tiles high a jump has 0.3 s, and crosses 4 tiles of the 8 that it crosses in the open.
#[test]
fn a_ceiling_cuts_jumps_short() {
    let pit = |width: usize, ceiling: &str| {
        let row =
            |side: &str, middle: &str| format!("!{}{}{}!\n", side.repeat(8), middle.repeat(width), side.repeat(8));
        let air = row(".", ".").repeat(3);
        let under = row(ceiling, ceiling) + &row(".", ".");
        let floor = format!("!.@......{}.....*.X!\n", ".".repeat(width));
        means_to_shards(&(air + &under + &floor + &row("!", ".") + &row("!", ".") + &row("!", "^")), "")
    };
    assert_eq!((pit(3, "."), pit(3, "#")), (vec![BY_JUMPS], vec![BY_JUMPS]));
    assert_eq!((pit(7, "."), pit(7, "#")), (vec![BY_JUMPS], vec![None]));
}

#[test]
fn what_lies_behind_a_door_is_reached_by_what_its_key_is_reached_by() {
    let map = "
        ##############
        #.k..........#
        #.####.......#
        #......#######
        #......#######
        #......d....*#
        #@.....d....X#
        ##############
    ";
    let actors = "'k': Key(channel: \"k\"), 'd': Door(size: (1, 1), when: Raised(\"k\"))";
    assert_eq!(means_to_shards(map, actors), [BY_CLIMBING]);
    let low = map.replace("#.k.", "#...").replace("#@..", "#@k.");
    assert_eq!(means_to_shards(&low, actors), [BY_JUMPS]);
}

#[test]
fn areas_cover_what_is_reached_and_lie_in_the_map() {
    let level = level("....\n....\n@..X\n####", "");
    let reached = ReachMap::new(&level).expect("it is small");
    let areas = reached.areas();
    assert!(areas.iter().all(|(_, area)| area.min.cmpge(Vec2::ZERO).all() && area.max.cmple(Vec2::splat(4.0)).all()));
    let covers = |at: Vec2| areas.iter().any(|(means, area)| *means == Means::Jumps && area.contains(at));
    assert!(covers(level.ninja) && covers(level.exit) && !covers(Vec2::new(1.5, 0.5)));
    // A row of squares is one rectangle: nothing here differs from left to right.
    assert_eq!(areas.len(), 4 * 3 - 1);
}

#[test]
fn the_map_of_a_level_has_a_digit_for_each_of_the_means() {
    let text = "(version: 1, name: \"A\", map: r\"
!!!!!!!!!!!!!!!!!!!!
!.................*!
!..................!
!..................!
!..................!
!..................!
!..................!
!..................!
!....#.............!
!....#.............!
!.k..#..........!!!!
!@.^^#=.~.*.s../!!X!
!!!!!!!!!!!!!!!!!!!!
\", actors: {'k': Key(channel: \"k\"), 's': Spring(strength: 40)})";
    let path = hairline_testing::folder("reach").join("a.level.ron");
    std::fs::write(&path, text).expect("the folder can be written to");
    let mut out = vec![];
    let status = maps(std::slice::from_ref(&path), &mut out).expect("memory can be written");
    assert_eq!(status, ExitStatus::Fine);
    let out = String::from_utf8(out).expect("the map is text").replace(&*path.to_string_lossy(), "a.level.ron");
    expect![[r#"
        a.level.ron

            !!!!!!!!!!!!!!!!!!!!
            !33333333333333333*!
         10 !333333333333333333!
            !333333333333333333!
            !222222222222222233!
            !222222222222222223!
            !222222222222222222!
          5 !222222222222222222!
            !1111#2222222222222!
            !1111#2222222222222!
            !1111#2222222222!!!!
            !@1^^#=222*2222/!!X!
          0 !!!!!!!!!!!!!!!!!!!!
            0    5    10   15

        1 by jumps     key 'k'
        2 by climbing  the shard at (10.5, 1.5)
        3 by springs   the shard at (18.5, 11.5)
        . not reached  the exit at (18.5, 1.5)

    "#]]
    .assert_eq(&out);
}

#[test]
fn tints_differ_in_lightness_in_every_world_however_they_are_blended() {
    let palettes = Palettes::built_in();
    for world in LevelWorld::ALL {
        let palette = palettes.of(world);
        let space = palette.ink(Role::Space);
        let coded = Means::ALL.map(|means| {
            let ink = palette.ink(means.tint());
            space.mix(&Srgba { alpha: 1.0, ..ink }, ink.alpha)
        });
        let linear = Means::ALL.map(|means| {
            let ink = palette.resolve(means.tint());
            let [over, under] = [ink, palette.linear(Role::Space)].map(|color| color.to_vec3());
            Srgba::from(LinearRgba::from_vec3(under.lerp(over, ink.alpha)))
        });
        for tints in [coded, linear] {
            let colors = [space, tints[0], tints[1], tints[2]];
            for pair in colors.windows(2) {
                let contrast = (pair[1].luminance() + 0.05) / (pair[0].luminance() + 0.05);
                assert!(contrast > 1.3, "{world:?}: {contrast}");
            }
        }
    }
}
