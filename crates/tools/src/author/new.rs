//! `hairline new`: writes a small level with comments, to begin with. Overwrites nothing.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::output::status::ExitStatus;
use hairline_level::LEVEL_FILE_ENDING;
use hairline_level::diagnostics::escape::{escape_argument, escape_path};
use hairline_level::limits::NAME_CHARS_MAX;

use super::names::{refusal, title};

/// The level, with `{name}` and `{file}` to be filled in.
const TEMPLATE: &str = r##"// {name}. Play it with `hairline play {file}`: the game reloads it each time you save it.
// `hairline check {file}` shows every mistake, `hairline fmt {file}` tidies it.
// levels/README.md has every tile, actor and field.
(
    version: 1,
    name: "{name}",
    author: "",
    hint: "Touch the plate, and pass while the beam is off.",

    // `#` wall, `.` or a space empty, `=` thin platform, `^` spikes, `@` the ninja, `X` the exit, `*` a shard.
    // Letters are actors, named below; digits are places for their paths and aims.
    map: r"
        ##############################
        #                            #
        #              a             #
        #                            #
        #                      #######
        #                      #######
        #                      #######
        #         ====               #
        #          *                 #
        # @    s     1     2       X #
        ##############################
    ",

    actors: {
        // A beam that swings between the digits on the floor, with a warning before it is lit. Times are seconds.
        'a': Laser(aim: Sweep(from: '1', to: '2', period: 3), cycle: (charge: 0.5, on: 1, off: 1)),
        // The plate raises the channel "gate", and the door is open while it is raised.
        's': Switch(channel: "gate", seconds: 6),
        'd': Door(at: (23.5, 2.5), size: (1, 3), when: Raised("gate")),
    },

    // The exit opens with the last shard. Without this line it is open at once.
    exit: AfterAllShards,
)
"##;

/// Writes the level `path`, with the ending of levels if it has none, and says what to do with it.
pub fn new(path: &Path, out: &mut dyn Write) -> io::Result<ExitStatus> {
    match create(path) {
        Ok(path) => {
            writeln!(out, "wrote {}: play it with `hairline play {}`", escape_path(&path), escape_argument(&path))?;
            Ok(ExitStatus::Fine)
        }
        Err(reason) => {
            writeln!(out, "cannot make {}: {reason}", escape_path(path))?;
            Ok(ExitStatus::CouldNotRun)
        }
    }
}

fn create(path: &Path) -> Result<PathBuf, String> {
    let file_name = path.file_name().and_then(|name| name.to_str()).ok_or("name the level, such as `my-level`")?;
    let stem = file_name.strip_suffix(LEVEL_FILE_ENDING).unwrap_or(file_name);
    if let Some(refusal) = refusal(stem) {
        return Err(refusal);
    }
    let path = path.with_file_name(format!("{stem}{LEVEL_FILE_ENDING}"));
    let name: String = title(stem).chars().take(NAME_CHARS_MAX).collect();
    let text = TEMPLATE.replace("{name}", &name).replace("{file}", &format!("{stem}{LEVEL_FILE_ENDING}"));
    // Fails if the file exists, even if it was created a moment ago.
    let created = OpenOptions::new().write(true).create_new(true).open(&path);
    let written = created.and_then(|mut file| file.write_all(text.as_bytes()));
    written.map(|()| path).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => "there is a file of that name already".to_owned(),
        _ => error.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_level_is_valid_without_a_warning() {
        let text = TEMPLATE.replace("{name}", "A").replace("{file}", "a.level.ron");
        let inspection = hairline_level::inspect(text, "a.level.ron");
        assert!(inspection.diagnostics.is_empty(), "{}", inspection.diagnostics);
    }
}
