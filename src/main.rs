//! The command line, nothing else.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use hairline::app::Options as PlayOptions;
use hairline::film::{FilmOptions, film};
use hairline_import::import;
use hairline_import::options::ImportOptions;
use hairline_level::LEVEL_FILE_ENDING;
use hairline_level::diagnostics::escape::{escape, escape_argument};
use hairline_lines::is_line;
use hairline_tools::author::{fmt, new};
use hairline_tools::board::BoardOptions;
use hairline_tools::check::options::CheckOptions;
use hairline_tools::daily::{DailyOptions, Date};
use hairline_tools::figures::FiguresOptions;
use hairline_tools::idle::IdleOptions;
use hairline_tools::install::install;
use hairline_tools::install::package::package_files;
use hairline_tools::output::status::color_is_wanted;
use hairline_tools::players::PlaytestOptions;
use hairline_tools::poster::PosterOptions;
use hairline_tools::rate::RateOptions;
use hairline_tools::solve::command::solve;
use hairline_tools::solve::options::SolveOptions;
use hairline_tools::submit::{SubmitOptions, submit};
use hairline_tools::versions;
use hairline_tools::{
    board, check, daily, explain, figures, idle, merge, paths, players, poster, rate, reach, share, verify,
};

/// The exit code of a command that could not run, as opposed to one that found errors.
const COULD_NOT_RUN: u8 = 2;

/// Hairline, a precision platformer: robots cast laser beams, the ninja slows time.
///
/// Without a command it plays the campaign.
#[derive(Parser)]
#[command(version, long_version = versions::ALL.as_str(), after_help = EXAMPLES)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
    /// Print how long it takes until the title is on screen, and quit
    #[arg(long)]
    time_start: bool,
    /// Enter the first level, check that a picture of it is not black, and quit
    #[arg(long, hide = true, conflicts_with = "time_start")]
    smoke_test: bool,
}

const EXAMPLES: &str = "\
Examples:
  hairline                                          play the campaign
  hairline play my.level.ron                        try a level while editing it
  hairline check levels                             find errors in level files
  hairline check --deep my.level.ron                play it too, to find what cannot be done
  hairline explain too-high                         what a warning means
  hairline import world.ldtk                        make levels of maps of Tiled or LDtk
  hairline verify levels/proofs                     prove that levels can be finished
  hairline share my.level.ron                       the level as a line of text, to send
  hairline solve my.level.ron                       let the machine find such a proof
  hairline submit my.level.ron                      check, prove, rate and draw a level, to send it
  hairline film my.replay.ron --out film.gif        make a film of a run

In the game:
  arrows or A, D   run          Space, Up, W or Z  jump (hold it: higher)
  Shift            slow time    Down + jump      drop through a thin platform
  R                restart      Escape           pause
  M                sound off, on
  F3               debug view   F4               pause, then step single ticks
  A gamepad works too: stick or d-pad runs, south jumps, right trigger slows time, north or
  select restarts, start pauses.

Environment:
  HAIRLINE_LEVELS   a folder with another campaign.ron to play
  HAIRLINE_PROFILE  another folder for progress and settings";

#[derive(Subcommand)]
enum Command {
    /// Play one level file; it is reloaded whenever it is saved
    ///
    /// After a save with errors, the last valid version keeps running and the errors are shown until they are fixed. A level on a
    /// line of text is played like a file.
    #[command(after_help = "\
Examples:
  hairline play levels/first-light.level.ron
  hairline play my.level.ron --record my.replay.ron
  hairline play my.level.ron --ghost my.replay.ron
  hairline play hl1:…                           a level that somebody sent as a line")]
    Play {
        /// The level file, or a line
        level: PathBuf,
        /// Write a replay of each run that reaches the exit, over the previous one
        #[arg(long, value_name = "FILE")]
        record: Option<PathBuf>,
        /// Race against the run of a replay of this level; at most two
        #[arg(long, value_name = "REPLAY")]
        ghost: Vec<PathBuf>,
    },
    /// Watch a replay on a time line; play on from any moment, as practice
    #[command(after_help = "\
Examples:
  hairline watch levels/proofs/first-light.replay.ron")]
    Watch {
        /// The replay, whose level lies beside it or one folder up; or a line with a level and its run
        replay: PathBuf,
    },
    /// Write a small level with comments, to begin with
    ///
    /// Makes NAME.level.ron and overwrites nothing. Exit code 0: it is written. 2: it could not be.
    #[command(after_help = "\
Examples:
  hairline new my-level")]
    New {
        /// The name of the level's file, with or without its ending
        #[arg(value_name = "NAME")]
        level: PathBuf,
    },
    /// Tidy level files: indentation, spaces and blank lines; words and comments stay
    ///
    /// A file with errors is left as it is. Exit code 0: all files are tidy now. 1: a file has errors, or with --check is not
    /// tidy. 2: a file could not be read or written.
    #[command(after_help = "\
Examples:
  hairline fmt my.level.ron
  hairline fmt levels --check")]
    Fmt {
        /// Level files, or folders with levels in them
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
        /// Write nothing, and say which files are not tidy
        #[arg(long)]
        check: bool,
    },
    /// Write level files from maps of Tiled and LDtk
    ///
    /// Each `.tmx` and each level of an `.ldtk` becomes one NAME.level.ron; names are kept. docs/IMPORT.md says which tiles
    /// and objects become what. Nothing is overwritten without --force, and a level with errors is not written. Exit code 0:
    /// all are written. 1: a map or its level has errors. 2: a file could not be read or written, or was there already.
    #[command(after_help = "\
Examples:
  hairline import map.tmx                       map.level.ron, in this folder
  hairline import world.ldtk --out pack --campaign
  hairline import *.tmx --mapping words.ron     maps that were drawn for another game
  hairline import map.tmx --draft               with errors too: comments in it say what is missing
  hairline import map.tmx --check               only say what is wrong")]
    Import(ImportOptions),
    /// Find errors in level files and campaigns, and warn of what cannot be meant
    ///
    /// Each error and warning has a code: `hairline explain CODE` says more. `--deep` plays too, and takes minutes. Exit code 0: no errors. 1: errors were found. 2: a path could not be checked.
    #[command(after_help = "\
Examples:
  hairline check levels
  hairline check my.level.ron other.level.ron
  hairline check --deep my.level.ron            play it too
  hairline check --format json levels           a JSON object on a line for each, for editors
  hairline check - < my.level.ron               from standard input
  hairline check hl1:…                          a level on a line of text")]
    Check(CheckOptions),
    /// Say what the code of an error or a warning means, or list them all
    #[command(after_help = "\
Examples:
  hairline explain
  hairline explain too-high")]
    Explain {
        /// The code, as `check` prints it in brackets
        code: Option<String>,
    },
    /// Print what the ninja can do: how high and far it jumps, what a spring's strength means, what tiles are
    ///
    /// Every number is measured by playing the rules in small rooms. Of levels, it prints their maps with what can be reached by
    /// jumps alone (1), by climbing walls (2) and by springs or bumpers (3); each includes those before it. Exit code 0: all is
    /// printed. 2: a level could not be read, or the tables could not be written.
    #[command(after_help = "\
Examples:
  hairline reach
  hairline reach my.level.ron                   what can be reached, and by what
  hairline reach --write levels/README.md
  hairline reach --feel --write docs/FEEL.md")]
    Reach {
        /// Level files, folders with levels in them, or a campaign.ron, in place of the tables
        #[arg(value_name = "LEVEL", conflicts_with_all = ["feel", "write"])]
        levels: Vec<PathBuf>,
        /// How the ninja moves, beside other games, in place of what it can do
        #[arg(long)]
        feel: bool,
        /// Write the tables into a file, between the two lines that mark their place
        #[arg(long, value_name = "FILE")]
        write: Option<PathBuf>,
    },
    /// Print the folders and files that the game uses
    Paths,
    /// Add the game to the desktop's menu, with its icon; on Linux
    ///
    /// The entry starts this program where it is; nothing is copied. Exit code 0: it is done. 2: it could not be.
    #[command(after_help = "\
Examples:
  hairline install
  hairline install --remove")]
    Install {
        /// Remove the entry and the icons
        #[arg(long)]
        remove: bool,
        /// The folder for data, in place of $XDG_DATA_HOME or ~/.local/share
        #[arg(long, value_name = "FOLDER")]
        folder: Option<PathBuf>,
    },
    /// Play replays and check that each still finishes its level
    ///
    /// The level is expected beside the replay or in the folder above; that of a run on a line of text is on the same line or in
    /// the campaign. Prints a line for each: level, time, ticks, shards and the hash of the final state. Exit code 0: all
    /// finish. 1: one does not, or is no replay. 2: a path could not be read, or a level is missing.
    #[command(after_help = "\
Examples:
  hairline verify levels/proofs
  hairline verify my.replay.ron
  hairline verify hl1:…                         a run on a line of text")]
    Verify {
        /// Replay files, folders with replays in them, or lines
        #[arg(required = true, value_name = "REPLAY")]
        replays: Vec<PathBuf>,
    },
    /// Print a level or a run as a line of text, for a chat, a link or a QR code
    ///
    /// A line begins with `hl1:` and has at most 4,096 characters; `play`, `verify`, `check`, `poster`, `board` and others take
    /// it in the place of a file. Comments and `about` stay behind. A run alone is for those who have its level. Exit code 0:
    /// all are printed. 2: one could not be read, or is too long.
    #[command(after_help = "\
Examples:
  hairline share my.level.ron
  hairline share my.level.ron --both            with its proof
  hairline share my.replay.ron                  for those who have the level
  hairline share my.replay.ron --both           for everyone")]
    Share {
        /// Level files and replay files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// A level with its proof, and a run with its level
        #[arg(long)]
        both: bool,
    },
    /// Make a table of runs, each verified by playing it: the best by time, by shards, and without focus
    ///
    /// Runs come as replays or as lines of text: a text file has a line on each row, with the name of the run in front of it. A
    /// level that is none of the campaign's is marked as foreign. Whatever is damaged, forged, of other rules or does not finish is
    /// skipped and listed. Exit code 0: all runs are on the board. 1: some were skipped. 2: a path could not be read.
    #[command(after_help = "\
Examples:
  hairline board runs                           a folder of replays and *.txt
  hairline board runs.txt my.level.ron          runs of a level outside the campaign
  hairline board --format json runs             a JSON object on a line for each run")]
    Board(BoardOptions),
    /// Print the three levels of a day, the same for everyone, as lines of text
    ///
    /// Each is a room of the campaign with one change: mirrored, without focus, with faster hazards, with its shards in order, or dark.
    /// Rooms and changes follow from the date, and each level is proved by its room's proof or by a search of some seconds. Exit
    /// code 0: all are printed. 1: the levels of the folder do not give three. 2: a level could not be read.
    #[command(after_help = "\
Examples:
  hairline daily                                today's, in universal time
  hairline daily 2026-11-24
  hairline daily --folder my-levels
  hairline daily 2026-11-24 --table 100         a table of a hundred days")]
    Daily(DailyOptions),
    /// Find runs that finish levels, and write them as proofs
    ///
    /// Plays a level over and over until its exit is reached with every shard, then looks for shorter runs until the budget
    /// is spent or nothing better turns up. The proof of NAME.level.ron goes to proofs/NAME.replay.ron beside it, if it is
    /// better than the one there: more shards, then less time. Ctrl-C keeps the best so far. Exit code 0: every level has a
    /// run. 1: one has none within the budget. 2: one could not be read or written.
    #[command(after_help = "\
Examples:
  hairline solve my.level.ron
  hairline solve levels --budget 10s --first
  hairline solve my.level.ron --without laser            does the level need its lasers?
  hairline solve pack --part 3/10 --out results         a tenth of the levels, for `hairline merge`")]
    Solve(SolveOptions),
    /// Say how hard levels are to play, by their easiest known runs and their proofs, and give medal times
    ///
    /// For each change of the buttons it finds by how much it may come earlier or later, and plays the run 1,000 times each
    /// with the timing of a hand that is off by 15, 30 and 60 ms. It searches for an easier run than the proof, and names the second
    /// of the easiest one that asks the most luck, with the ninja's place. Exit code 0: all are rated. 2: one has no proof, or the
    /// table could not be written.
    #[command(after_help = "\
Examples:
  hairline rate levels
  hairline rate levels/campaign.ron --write levels/README.md      a table")]
    Rate(RateOptions),
    /// Let a population of players that can miss play levels, and say how many tries they need
    ///
    /// Each player has a hand of its own steadiness, sees late, learns the level by its tries and gives it up at some point. Prints
    /// the tries to the first finish, the share that gives up, deaths a minute, what a death costs, and with --deaths where
    /// and by what they die. The tries compare variants of one level; they are not yet fitted to what people need. Exit code 0: all were played. 2: one could not be read, or no way through it was found.
    #[command(after_help = "\
Examples:
  hairline playtest my.level.ron --players 60   a quick look
  hairline playtest my.level.ron --deaths       with a map of the deaths
  hairline playtest levels/campaign.ron --write levels/players.tsv")]
    Playtest(PlaytestOptions),
    /// Measure the maps and proofs of a campaign side by side: size, dead rock, slopes, and how alike levels are
    ///
    /// Levels are alike if they share air, if their proofs come through the same cells, or if their maps compress well
    /// together; a mirror image is as alike as the map itself. The last column names what is beyond its limit. Exit
    /// code 0: all are measured. 2: a level could not be read, or has no proof.
    #[command(after_help = "\
Examples:
  hairline figures levels/campaign.ron
  hairline figures levels/campaign.ron --write docs/CAMPAIGN.md --curve docs/curve.svg")]
    Figures(FiguresOptions),
    /// List the beams, walls, actors and shards that no good run needs to heed
    ///
    /// Good runs are the proof and what short searches find within 135 % of its time. A part is idle if no such run,
    /// exact or inexact, ends differently without it, the way without it is no shorter, and no clearly faster run turns up.
    /// Checkpoints are left out: they serve a player who dies. Exit code 0: all levels were judged. 2: one has no proof, or could
    /// not be read.
    #[command(after_help = "\
Examples:
  hairline idle my.level.ron
  hairline idle levels/campaign.ron --ticks 2000000")]
    Idle(IdleOptions),
    /// Draw levels as prints, with the route of each proof colored by slack
    ///
    /// Slack is by how many ticks each change of the buttons may come earlier or later: tight is hot and wide, loose is cool and
    /// thin. Rulers have the coordinates of `at`; name, times and rating stand below. Of a replay it draws a long exposure, a PNG
    /// with the light of all its beams added up over the run. Exit code 0: all are drawn. 1: a replay does not finish its level. 2:
    /// one could not be read or written.
    #[command(after_help = "\
Examples:
  hairline poster my.level.ron
  hairline poster my.level.ron --reach                            with what can be reached, by what
  hairline poster my.level.ron --qr                               with the level and its route to scan
  hairline poster levels/campaign.ron --out posters
  hairline poster my.level.ron --format svg,png --scale 2
  hairline poster my.replay.ron                                   my-exposure.png: the light of the run")]
    Poster(PosterOptions),
    /// Make a film of a run: an animated GIF, or raw video for any encoder
    ///
    /// A frame shows the last tick that has ended at its time. Time passes as for the hazards: what was slow motion is none, and in
    /// focus the ninja is as fast as two. No window and no graphics card is needed. Exit code 0: it is made. 1: the replay does not
    /// finish its level, or is none. 2: something could not be read or written.
    #[command(after_help = "\
Examples:
  hairline film levels/proofs/kaleidoscope.replay.ron --out film.gif
  hairline film my.replay.ron --out race.gif --tries replays      with more replays of the level at once
  hairline film my.replay.ron --out - --fps 50 --width 1280 | ffmpeg -i - film.mp4")]
    Film(FilmOptions),
    /// Check, prove, rate and draw a level, and print it as a line: all that it needs before it is sent
    ///
    /// Searches for a proof if none lies beside the level, and keeps it there. Then come `check --deep`, `verify`, `rate`, `poster
    /// --qr` and `share --both`, up to the first that finds the level not ready. Takes minutes. Exit code 0: the level is ready, but
    /// for warnings. 1: it has errors, or no run was found. 2: something could not be read or written.
    #[command(after_help = "\
Examples:
  hairline submit my.level.ron
  hairline submit my.level.ron --out /tmp       the poster goes there")]
    Submit(SubmitOptions),
    /// Write what a package for Linux has beside the program and its levels: menu entry, icons, manual pages
    #[command(hide = true)]
    PackageFiles {
        /// The package's `share`
        folder: PathBuf,
        /// The date of the manual pages
        #[arg(value_name = "YYYY-MM-DD")]
        date: Date,
    },
    /// Bring folders of results of `hairline solve --out` together: the best run of each level is left
    ///
    /// Merging twice or in another order changes nothing. Each result is verified first. Exit code 0: all is merged. 1: a
    /// result does not verify and was left out. 2: a folder could not be read or written.
    #[command(after_help = "\
Examples:
  hairline merge results part-1 part-2 part-3")]
    Merge {
        /// The folder that gets the best of all
        #[arg(value_name = "OUT")]
        into: PathBuf,
        /// Folders of results
        #[arg(required = true, value_name = "IN")]
        from: Vec<PathBuf>,
    },
}

fn main() -> ExitCode {
    let started = Instant::now();
    let CommandLine { command, time_start, smoke_test } = match CommandLine::try_parse() {
        Ok(line) => line,
        Err(error) => return wrong_usage(&error),
    };
    match command {
        None => play(PlayOptions { time_start_from: time_start.then_some(started), smoke_test, ..Default::default() }),
        Some(Command::Watch { replay }) => play(PlayOptions { watch: Some(replay), ..Default::default() }),
        Some(Command::Play { level, record, ghost }) => {
            play(PlayOptions { level: Some(level), record, ghosts: ghost, ..Default::default() })
        }
        Some(Command::Check(options)) => print(|out| Ok(check::check(&options, out, color_is_wanted())?.exit_code())),
        Some(Command::Daily(options)) => print(|out| Ok(daily::daily(&options, out)?.exit_code())),
        Some(Command::Explain { code }) => print(|out| Ok(explain::explain(code.as_deref(), out)?.exit_code())),
        Some(Command::Reach { levels, .. }) if !levels.is_empty() => {
            print(|out| Ok(reach::map::maps(&levels, out)?.exit_code()))
        }
        Some(Command::Reach { feel, write, .. }) => {
            let tables = if feel { reach::Tables::Feel } else { reach::Tables::Reach };
            print(|out| Ok(reach::reach(tables, write.as_deref(), out)?.exit_code()))
        }
        Some(Command::New { level }) => print(|out| Ok(new::new(&level, out)?.exit_code())),
        Some(Command::Fmt { paths, check }) => print(|out| Ok(fmt::fmt(&paths, check, out)?.exit_code())),
        Some(Command::Install { remove, folder }) => {
            print(|out| Ok(install(remove, folder.as_deref(), out)?.exit_code()))
        }
        Some(Command::Import(options)) => print(|out| Ok(import(&options, out, color_is_wanted())?.exit_code())),
        Some(Command::Paths) => print(|out| paths::paths(out).map(|()| 0)),
        Some(Command::Solve(options)) => print(|out| Ok(solve(&options, out)?.exit_code())),
        Some(Command::Playtest(options)) => print(|out| Ok(players::playtest(&options, out)?.exit_code())),
        Some(Command::Figures(options)) => print(|out| Ok(figures::figures(&options, out)?.exit_code())),
        Some(Command::Rate(options)) => print(|out| Ok(rate::rate(&options, out)?.exit_code())),
        Some(Command::Idle(options)) => print(|out| Ok(idle::idle(&options, out)?.exit_code())),
        Some(Command::Poster(options)) => print(|out| Ok(poster::poster(&options, out)?.exit_code())),
        Some(Command::Film(options)) => print(|out| Ok(film(&options, out)?.exit_code())),
        Some(Command::Merge { into, from }) => print(|out| Ok(merge::merge(&into, &from, out)?.exit_code())),
        Some(Command::Share { files, both }) => print(|out| Ok(share::share(&files, both, out)?.exit_code())),
        Some(Command::Board(options)) => print(|out| Ok(board::board(&options, out)?.exit_code())),
        Some(Command::Submit(options)) => print(|out| Ok(submit(&options, out, color_is_wanted())?.exit_code())),
        Some(Command::PackageFiles { folder, date }) => {
            print(|out| Ok(package_files(&folder, &date.to_string(), CommandLine::command(), out)?.exit_code()))
        }
        Some(Command::Verify { replays }) => print(|out| Ok(verify::verify(&replays, out)?.exit_code())),
    }
}

/// What a file in the place of a command was meant for, by its ending.
const MEANT_COMMANDS: [(&str, &str, &str); 4] = [
    (LEVEL_FILE_ENDING, "a level file: play it", "play"),
    (".replay.ron", "a replay: play it back", "verify"),
    (".tmx", "a Tiled map: make a level of it", "import"),
    (".ldtk", "an LDtk project: make levels of it", "import"),
];

/// Lets clap report wrong usage, with exit code 2, or print help. A file in the place of a command lacks one.
fn wrong_usage(error: &clap::Error) -> ExitCode {
    let argument = PathBuf::from(std::env::args_os().nth(1).unwrap_or_default());
    let first = argument.to_string_lossy();
    let meant = MEANT_COMMANDS.iter().find(|meant| first.ends_with(meant.0));
    if let (Some((_, what, command)), ErrorKind::InvalidSubcommand) = (meant, error.kind()) {
        let argument = escape_argument(&argument);
        return fail(&format!("`{}` is {what} with `hairline {command} {argument}`", escape(&first)));
    }
    if is_line(&first) && error.kind() == ErrorKind::InvalidSubcommand {
        return fail(
            "this is a line of text: play a level with `hairline play LINE`, watch a run with `hairline watch LINE`",
        );
    }
    if error.use_stderr() {
        _ = error.print();
        return COULD_NOT_RUN.into();
    }
    print(|_| error.print().map(|()| 0))
}

/// The exit code of a program whose reader stopped early, as a shell sees it of one that the closed pipe ended (128 + SIGPIPE).
const READER_STOPPED: u8 = 141;

/// Runs a tool that writes to standard output. If its reader stops early (`| head`), it ends without a word, but not as if
/// all had been done.
fn print(tool: impl FnOnce(&mut dyn Write) -> io::Result<u8>) -> ExitCode {
    let mut out = io::stdout().lock();
    match tool(&mut out).and_then(|code| out.flush().map(|()| code)) {
        Ok(code) => code.into(),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => READER_STOPPED.into(),
        Err(error) => fail(&format!("cannot write the output: {error}")),
    }
}

fn fail(reason: &str) -> ExitCode {
    eprintln!("hairline: {reason}");
    COULD_NOT_RUN.into()
}

fn play(options: PlayOptions) -> ExitCode {
    match hairline::app::run(options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => fail(&reason),
    }
}
