//! Which doors `hairline check` calls buried or redundant.

use hairline_level::diagnostics::faults;
use hairline_tools::check::inspect;

/// Whether `check` warns of an idle door: it stands beside its gap, in a room with this actor `a` above it.
#[track_caller]
fn is_told(actor: &str) -> bool {
    let map = "
        ##############
        #      #     #
        #    a #     #
        #            #
        #            #
        # @         X#
        ##############";
    let actors = format!(
        "'d': Door(at: (9.5, 2), size: (1, 2), when: Raised(\"gate\")), 'k': Key(at: (4.5, 1.5), channel: \"gate\"), {actor}"
    );
    let text = format!("(version: 1, name: \"Door\", map: r\"{map}\n\", actors: {{ {actors} }})");
    let inspection = inspect(text, "door");
    assert!(inspection.level.is_some(), "{}", inspection.diagnostics);
    inspection.diagnostics.iter().any(|diagnostic| diagnostic.fault() == &faults::IDLE_DOOR)
}

#[test]
fn a_door_in_glass_is_buried_unless_light_comes_there() {
    for (actor, expected) in [("", true), ("'a': Laser(aim: Fixed(angle: 0))", false)] {
        let map = "\n###########\n#@a    %%%#\n#      %%%#\n#   X  %%%#\n###########\n";
        let door = "'d': Door(at: (8.5, 2.5), size: (2, 1), slide: (0, 1), when: Raised(\"k\")), 'k': Key(at: (3.5, 1.5), channel: \"k\")";
        let map = if actor.is_empty() { map.replace('a', " ") } else { map.to_owned() };
        let text = format!("(version: 1, name: \"Glass\", map: r\"{map}\", actors: {{ {door}, {actor} }})");
        let inspection = inspect(text, "glass");
        assert!(inspection.level.is_some(), "{}", inspection.diagnostics);
        let mut told = inspection.diagnostics.iter().map(|diagnostic| diagnostic.fault().code);
        assert_eq!(told.any(|code| code == "buried-door"), expected, "{}", inspection.diagnostics);
    }
}

/// Whether a door of a height is idle that stands in the middle of a hall, too far from the walls for jumps off them.
#[track_caller]
fn is_idle_in_hall(rows: [&str; 6], height: u32) -> bool {
    let (wall, side) = ("#".repeat(60), " ".repeat(25));
    let rows = rows.map(|row| format!("#{side}{row:8}{side}#")).join("\n");
    let floor = format!("#@ k{}X#", " ".repeat(54));
    let at = 1.0 + height as f32 / 2.0;
    let door = format!("'d': Door(at: (28.5, {at}), size: (1, {height}), when: Raised(\"gate\"))");
    let text = format!(
        "(version: 1, name: \"Hall\", map: r\"\n{wall}\n{rows}\n{floor}\n{wall}\n\", \
         actors: {{ {door}, 'k': Key(channel: \"gate\") }})"
    );
    let inspection = inspect(text, "hall");
    assert!(inspection.level.is_some(), "{}", inspection.diagnostics);
    inspection.diagnostics.iter().any(|diagnostic| diagnostic.fault() == &faults::IDLE_DOOR)
}

#[test]
fn a_door_is_idle_unless_jumps_from_it_lead_somewhere() {
    let nothing = ["", "", "", "", "", ""];
    assert!(is_idle_in_hall(nothing, 3));
    let ledge_that_a_jump_from_the_floor_misses = ["", "", "==", "", "", ""];
    assert!(!is_idle_in_hall(ledge_that_a_jump_from_the_floor_misses, 2));
    let ledge_at_the_height_of_a_jump = ["", "", "", "", "==", ""];
    assert!(is_idle_in_hall(ledge_at_the_height_of_a_jump, 2));
    let shard = ["*", "", "", "", "", ""];
    assert!(!is_idle_in_hall(shard, 3));
}

#[test]
fn a_door_that_may_stop_light_shots_or_sight_is_not_idle_and_one_beside_them_is() {
    for (actor, expected) in [
        ("'a': Spring()", true),
        ("'a': Laser(aim: Fixed(angle: 90))", true),
        ("'a': Laser(aim: Fixed(angle: 315))", false),
        ("'a': Laser(aim: Spin(period: 4), reach: 2)", true),
        ("'a': Laser(aim: Spin(period: 4))", false),
        ("'a': Camera(channel: \"seen\", aim: Fixed(angle: 180), fov: 20, range: 4)", true),
        ("'a': Camera(channel: \"seen\", aim: Fixed(angle: 315), fov: 20, range: 9)", false),
        ("'a': Orb(angle: 0)", false),
        ("'a': Turret(aim: Fixed(angle: 90), period: 1)", false),
    ] {
        assert_eq!(is_told(actor), expected, "{actor}");
    }
}
