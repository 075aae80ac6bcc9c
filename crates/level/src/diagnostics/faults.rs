//! The table of faults: each kind of error and warning by a code of a few words, which never changes once a version of the
//! game has shown it. Diagnostics carry one, and `hairline explain` prints what stands here.

/// A kind of fault. It is named by its code: words that say what is wrong, joined by hyphens.
#[derive(Debug, PartialEq, Eq)]
pub struct Fault {
    /// The code, such as `unreachable-shard`.
    pub code: &'static str,
    /// What is wrong, in one line.
    pub summary: &'static str,
    /// What it means and how to mend it, in whole sentences.
    pub explanation: &'static str,
}

impl Fault {
    /// The fault with this code.
    pub fn with_code(code: &str) -> Option<&'static Self> {
        ALL.iter().copied().find(|fault| fault.code == code)
    }
}

macro_rules! faults {
    ($($name:ident = $code:literal: $summary:literal, $explanation:literal;)*) => {
        $(#[doc = $summary] pub static $name: Fault =
            Fault { code: $code, summary: $summary, explanation: $explanation };)*

        /// Every fault, in the order in which `hairline explain` lists them.
        pub static ALL: &[&Fault] = &[$(&$name),*];
    };
}

faults! {
    // The file.
    NOT_CHECKED = "not-checked": "a path could not be checked",
        "It is missing, unreadable, no regular file, or a folder without levels; the message says which.";
    NOT_TEXT = "not-text": "the file is not UTF-8 text",
        "A level is plain text in UTF-8. Choose UTF-8 where your editor saves, and remove control characters.";
    TOO_LARGE = "too-large": "the file is larger than a level may be",
        "A larger file is refused unread. A map of 512 by 400 cells fits.";
    EMPTY_FILE = "empty-file": "there is nothing in the file",
        "The help shows the shortest file of its kind: begin with that.";
    WRONG_KIND = "wrong-kind": "the file is of another kind or of another version",
        "Levels are `*.level.ron`, a campaign is `campaign.ron`, and `hairline verify` plays replays. `version` comes first.";
    DRAFT = "draft": "the level is not finished",
        "`hairline import --draft` wrote it. Its comments say what is missing; remove the field `draft` when the level is finished.";
    OPEN_BRACKET = "open-bracket": "a bracket is not closed, or closed by another one",
        "Each `(`, `[` and `{` needs its own `)`, `]` or `}`. The caret is at the bracket that was opened last and not closed.";
    OPEN_STRING = "open-string": "a text or a comment does not end",
        "A text ends at its `\"`, one that begins with `r#\"` at `\"#`, and a comment that begins with `/*` at `*/`.";
    SYNTAX = "syntax": "the text is not RON",
        "Fields are `name: value` with commas between them. Text is in `\"…\"`, characters in `'…'`, lists in `[…]`, actors in `{…}`.";
    UNKNOWN_NAME = "unknown-name": "a field or a word is not known",
        "Names are case-sensitive. The help lists those that are known in this place.";
    MISSING_FIELD = "missing-field": "a field that is required is not there",
        "The help shows what may stand in it.";
    SET_TWICE = "set-twice": "the same thing is set or declared twice",
        "Keep one of the two.";
    BAD_VALUE = "bad-value": "a value is of the wrong kind or out of its range",
        "The message says what is wanted. Distances are in tiles, times in seconds, angles in degrees.";
    CONFLICT = "conflict": "two settings contradict each other",
        "Leave one of the two out; the message names them.";
    BAD_GATE = "bad-gate": "a gate is not complete",
        "A gate is `Raised(\"name\")`, `Lowered(\"name\")`, `Not(…)`, or `All([…])` and `Any([…])` with gates in them.";
    SHARED_CIRCLE = "shared-circle": "shared values stand for one another in a circle",
        "A `Shared(\"name\")` in `shared` leads back to itself, so that none of them has a value. Write one of them out.";
    TOO_MANY = "too-many": "there is more of something than a level may have",
        "levels/README.md lists all limits at its end.";
    // The map and what is on it.
    BAD_MAP = "bad-map": "the map is not a rectangle of cells",
        "All rows have the same width, without tabs. The map begins on a line of its own, after `r\"`.";
    UNKNOWN_CHARACTER = "unknown-character": "a character of the map means nothing",
        "The table of characters is in levels/README.md under \"The map\".";
    UNDECLARED_LETTER = "undeclared-letter": "a letter of the map is not declared in `actors`",
        "Declare it, such as `'a': Mine()`, or draw a wall with `#`.";
    BAD_MARK = "bad-mark": "a place is named by a character that names none",
        "Places are named by the digits and the letters of the map, such as `'1'`.";
    MARK_COUNT = "mark-count": "the ninja, the exit or a waypoint is missing, or there too often",
        "A map has one `@` and one `X`, and each digit at most once.";
    NO_PLACE = "no-place": "an actor has no place, or two",
        "Put its letter in the map, or give it `at: (x, y)`, not both. A teleport has its letter in the map twice.";
    OUTSIDE_MAP = "outside-map": "a place is outside the map",
        "Coordinates are in tiles from the lower left corner, y points up; the first cell's center is (0.5, 0.5).";
    IN_WALL = "in-wall": "an actor or a point of its path is inside a wall",
        "Only obstacles, such as movers and doors, and sensors may be in walls.";
    OVERLAP = "overlap": "two bodies overlap at the start",
        "Nothing solid may cover the ninja's start, and an orb must be clear of all that is solid.";
    BAD_PATH = "bad-path": "a path leads nowhere",
        "A path needs two different points, with the start. It begins where the actor starts; a closed one returns there by itself.";
    BAD_SHAPE = "bad-shape": "a shape has no usable outline",
        "List 3 to 32 corners in their order around the shape; its sides must not cross.";
    TOO_FAST = "too-fast": "an obstacle moves faster than it may",
        "No point of an obstacle may move faster than 30 tiles a second: it would pass through the ninja.";
    CAMPAIGN_ENTRY = "campaign-entry": "an entry of the campaign is not a level in its folder",
        "Entries are paths from the folder of `campaign.ron`, with `/` between folders, and end in `.level.ron`.";
    // What is probably not meant.
    UNUSED_WAYPOINT = "unused-waypoint": "nothing uses a waypoint",
        "Remove the digit, or name it in a path, an aim or `at`.";
    PATH_IN_WALL = "path-in-wall": "the path of a robot goes through a wall",
        "Inside a wall a robot has no effect: its beams end where they begin. Lead the path around the wall.";
    NEVER_LIT = "never-lit": "a robot is never lit",
        "`on: 0` in its cycle leaves no time in which its beams kill.";
    UNUSED_SHARED = "unused-shared": "nothing uses a shared value",
        "Remove it from `shared`, or write `Shared(\"name\")` in place of a value.";
    CONSTANT_GATE = "constant-gate": "a gate of several channels is always open, or never",
        "`All` needs each of its gates open at once, `Any` needs one of them.";
    LONELY_CHANNEL = "lonely-channel": "nothing raises a channel, or nothing listens to it",
        "Often two similar names were meant to be one.";
    SMALL_POOL = "small-pool": "a burst is larger than the turret's pool",
        "Bullets beyond the pool are not fired. Set a larger `pool`.";
    HALF_SLOPE = "half-slope": "a gentle slope has only one half",
        "A gentle slope is two tiles long, a low half and a high half: `<(` or `)>`.";
    NO_SHARDS = "no-shards": "the exit waits for shards where there are none",
        "Put `*` in the map, or leave `exit` out.";
    TYPEFACE = "typeface": "the game's typeface has no such letter",
        "It is shown as a box. There are Latin, Greek and Cyrillic letters.";
    UNKNOWN_ACTION = "unknown-action": "a hint names an unknown action",
        "`{left}`, `{right}`, `{up}`, `{down}`, `{jump}`, `{focus}` and `{restart}` become the key or button of the player's \
         device. Anything else in braces is shown as it is written.";
    LONG_IDEA = "long-idea": "a level's idea takes more than ten words",
        "`about` says what a level is about. An idea that needs more words is often two.";
    ABSENT_KIND = "absent-kind": "a level needs a kind of actor that it does not have",
        "`needs` in `about` lists the kinds without which the way would be another. Take the kind out of it, or put one on the map.";
    BLANK_ROWS = "blank-rows": "blank rows above or below the map are left out",
        "The first and the last row of a map are those with something in them. Fill a row that should count with `.`: places \
         such as `at: (x, y)` count from the lowest row.";
    RADIANS = "radians": "an angle looks like radians",
        "Angles are in degrees: a right angle is 90, not 1.57.";
    IDLE_SWEEP = "idle-sweep": "a sweep stays where it is",
        "`from` and `to` are the same. `Fixed(angle: …)` says so, or one of the two is wrong.";
    OPEN_BORDER = "open-border": "a whole side of the map is open",
        "The ninja can leave the map there, and falls to its death. Close the side with `#`; a single one in it says that the rest is meant.";
    HEAVY = "heavy": "a level casts so many rays that it may play too slowly",
        "Each beam and each ray of a camera counts, a camera's at its `refresh`. Use fewer rays, or scan less often.";
    UNLISTED_LEVEL = "unlisted-level": "a level is not in the campaign beside it",
        "The game shows only levels that `campaign.ron` names. Add it to `levels` or to `labs`.";
    // What a level means.
    DEADLY_START = "deadly-start": "the ninja dies before a player can act",
        "Nobody can react within 0.1 s. Move the ninja, or what kills it.";
    HASTY_START = "hasty-start": "a ninja that stands still is dead within a second",
        "A player needs a moment to look around. Give the ninja a place that is safe until it moves, or the hazard a later start \
         (`offset`, a longer `off` or `charge`).";
    UNREACHABLE_EXIT = "unreachable-exit": "walls seal the exit",
        "The ninja's body, a circle of radius 0.42, cannot get there even if every door is open and nothing kills it.";
    UNREACHABLE_SHARD = "unreachable-shard": "walls seal a shard",
        "The ninja's body, a circle of radius 0.42, cannot get there even if every door is open and nothing kills it.";
    UNREACHABLE_KEY = "unreachable-key": "walls seal a key",
        "The ninja's body, a circle of radius 0.42, cannot get there even if every door is open and nothing kills it.";
    UNREACHABLE_SWITCH = "unreachable-switch": "walls seal a switch",
        "The ninja's body, a circle of radius 0.42, cannot get there even if every door is open and nothing kills it.";
    UNREACHABLE_TELEPORT = "unreachable-teleport": "walls seal both ends of a teleport",
        "The ninja's body, a circle of radius 0.42, cannot get there even if every door is open and nothing kills it.";
    UNREACHABLE_CHECKPOINT = "unreachable-checkpoint": "walls seal a checkpoint",
        "The ninja's body, a circle of radius 0.42, cannot get there even if every door is open and nothing kills it.";
    BODY_BARS_WAY = "body-bars-way": "a mover that never moves, or an open door, bars the only way",
        "A mover without `path` and `turn` stays where it is. A door has to slide so far that the ninja, 0.84 wide, fits past it.";
    BEHIND_ITS_DOOR = "behind-its-door": "something lies behind a door that nothing in reach opens",
        "Every key, switch, camera and sensor that raises the door's channel is behind the door too, or behind another one that \
         stays shut, or does nothing: put one of them on the near side. Or each door opens at some time, and no order of touches \
         opens them for one run, as where a switch opens one and shuts the next.";
    SHUTS_TOO_SOON = "shuts-too-soon": "a door shuts before the ninja can get to it",
        "From the plate or camera that opens it, no run is fast enough, not even with focus. Give what raises the channel more \
         `seconds`, or put it nearer to the door.";
    BEAM_BARS_WAY = "beam-bars-way": "a beam that is lit whenever it matters bars the only way",
        "A laser without `cycle`, or with one that is never off or too briefly for the way through its beams, is lit \
         for ever. Give it a `cycle` with a longer `off`, an aim that turns, or a `when` that something in reach \
         lowers, and not the channel of the door in which it shines.";
    SPIKES_BAR_WAY = "spikes-bar-way": "spikes bar the only way",
        "The ninja cannot pass without touching them. Leave a gap, or a ceiling high enough to jump over them.";
    TOO_HIGH = "too-high": "something is too high or too far for any jump",
        "Nothing to stand on and no wall to jump from is near enough to it. The ninja jumps 3.3 tiles high and climbs any \
         wall by jumping from it; `hairline reach` prints the rest.";
    DOOR_SLIT = "door-slit": "a closed door leaves a slit",
        "It reaches into the solid at one end and ends as far from it at the other: it is half a tile off. A door with an even \
         number of tiles needs `at`.";
    BURIED_DOOR = "buried-door": "a door is solid wall inside solid wall",
        "Open, closed and between the two it lies in solid tiles, so it bars nothing. Move it, or clear the tiles.";
    IDLE_DOOR = "idle-door": "a door bars nothing",
        "The ninja gets everywhere around it while it is closed, no jump from it leads where none leads without it, and there is \
         no light or bullet that it could stop.";
    BLOCKED_MUZZLE = "blocked-muzzle": "a robot fires into the wall beside it",
        "What it fires ends where it begins. Turn it, or move it away from the wall.";
    LONG_WAY_ROUND = "long-way-round": "a sweep goes the long way round",
        "Rising numbers turn counter-clockwise, falling ones clockwise: from 350 to 10 is nearly a whole turn. Write 350 to 370 for the \
         short way, or marks of the map.";
    IDLE_STEP = "idle-step": "a `step` is a whole period",
        "Each next cell with the letter is ahead by a whole cycle, sweep or period, so that all act at once. Set a part of it, or leave \
         `step` out.";
    HOPELESS_FLAG = "hopeless-flag": "a return to a checkpoint is certain death",
        "From there nothing leads to safe ground, so the run dies again and again until the player starts over. Put the flag where the \
         ninja can stand.";
    CRAMPED_FLAG = "cramped-flag": "a checkpoint has no room for the ninja",
        "A return begins at the flag only where the ninja, a circle of 0.42 tiles around its center, fits between the walls. Nearer to one it \
         begins where the flag was touched: up to a tile away, and often in the air.";
    DARK_SENSOR = "dark-sensor": "no beam can ever touch a sensor",
        "Beams are followed through open doors, to the last mirror that their laser's `bounces` allow. To light a sensor by a \
         mirror, aim at the sensor's image behind the mirror. `hairline poster` draws where beams go.";
    FLEETING_LIGHT = "fleeting-light": "a sensor is lit only while a vane turns, too briefly for its door",
        "In none of the positions in which the vane rests does it send light to the sensor. As it turns, the light \
         passes the sensor, and the door opens by less than the ninja's width before it shuts again. Give the vane \
         another `angle` or `turn_by`, move the sensor into the light of a rest, or give the sensor `seconds`.";
    BLIND_CAMERA = "blind-camera": "a camera sees no place where the ninja can be",
        "Its rays end in walls, or what they reach is sealed. It never raises its channel. Turn it or move it.";
    // Told by `hairline check --deep`, which plays.
    SOFT_LOCK = "soft-lock": "from some place the exit cannot be reached any more",
        "The check played until the ninja was there, alive and with no way on. Named after the place is what the ninja had \
         touched; an alarm or a plate that lasts over five minutes counts as lasting for good. The player must restart. Leave a \
         way back, or make the place deadly.";
    NO_RUN_FOUND = "no-run-found": "no run was found within the budget",
        "This does not say that there is none. `hairline solve` searches longer and says how far it came; or record a run of \
         your own with `hairline play LEVEL --record proofs/NAME.replay.ron`.";
    ONE_CHANGE_AWAY = "one-change-away": "no run was found, but one was with a small change of the level",
        "The change was made and a run of the changed level was played; that run does not finish the level as it is. This does not \
         say that the level has no run, and other changes may do as well.";
    STALE_PROOF = "stale-proof": "the proof beside the level does not finish it",
        "The level or the rules changed since it was recorded. Record it anew, or run `hairline solve`.";
    // Told by `hairline import`.
    FOREIGN_FILE = "foreign-file": "a file is no map that can be imported",
        "`hairline import` reads Tiled maps (`.tmx`, with `.tsx` tilesets and `.tx` templates) and LDtk projects (`.ldtk`). The \
         message says where the file stops being one.";
    FOREIGN_LIMIT = "foreign-limit": "a file has more of something than `hairline import` reads",
        "The limits keep a broken file from taking all memory; docs/IMPORT.md lists them.";
    UNKNOWN_TILE = "unknown-tile": "a tile of the map editor means nothing",
        "Give the tile a class such as `Solid`, or the property `hairline` with a character such as `#`; or name it in the \
         file of `--mapping`. docs/IMPORT.md lists the words.";
    UNKNOWN_CLASS = "unknown-class": "an object of the map editor means nothing",
        "Its class is a kind of actor such as `Laser`, or `Ninja`, `Exit`, `Shard`, `Place`, `Path` or a tile such as `Solid`. \
         The file of `--mapping` gives other names a meaning, or leaves them out.";
    BAD_PROPERTY = "bad-property": "a property of the map editor cannot be written into a level",
        "Texts are written as in a level file, such as `Fixed(angle: 270)`; numbers, flags, references to objects, points and \
         lists of them as the editor has them.";
    OFF_CELL = "off-cell": "something that belongs in a cell was drawn between cells",
        "The ninja, the exit, shards, places and teleports are in the centers of cells. It was moved to the nearest one; snap \
         it to the grid.";
    NO_LETTER = "no-letter": "there are not enough letters, or two actors want the same one",
        "A level has 51 letters, `a` to `z` and `A` to `Z` without `X`, for actors and for places. Actors with the same \
         settings share one.";
    LEFT_OUT = "left-out": "something in the map editor's file is not in the level",
        "The message says what. Nothing is left out without a word.";
    UNUSED_MAPPING = "unused-mapping": "nothing in the map has a name that the mapping gives",
        "Often it is misspelled. Names are compared as they are, with upper and lower case.";
}
