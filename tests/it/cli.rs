//! The command line as a person uses it: exit codes and messages.

use std::path::Path;
use std::process::{Command, Output};

use hairline_level::diagnostics::escape;
use hairline_testing::folder;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn hairline(arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hairline"));
    command.args(arguments).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
    let Output { status, stdout, stderr } = command.output().expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (status.code().expect("it was not killed"), text(stdout), text(stderr))
}

/// Runs the program and checks its exit code and words. Returns its output, standard output first.
#[track_caller]
fn check(arguments: &[&str], code: i32, words: &[&str]) -> String {
    let (found, out, err) = hairline(arguments);
    let printed = out + &err;
    assert_eq!(found, code, "{arguments:?} printed:\n{printed}");
    for word in words {
        assert!(printed.contains(word), "{arguments:?} does not print {word:?}:\n{printed}");
    }
    assert!(!printed.contains("panicked"), "{printed}");
    printed
}

fn proofs() -> Vec<String> {
    let entries = std::fs::read_dir(root().join("levels/proofs")).expect("the proofs are there");
    let mut files: Vec<String> = entries.map(|entry| entry.expect("listed").path().display().to_string()).collect();
    files.retain(|name| name.ends_with(".replay.ron"));
    files.sort();
    files
}

#[test]
fn help_names_every_command_with_examples() {
    check(&["--help"], 0, &["play", "check", "verify", "Examples:", "hairline play my.level.ron", "Shift"]);
    let printed = check(&["--help"], 0, &["F3", "F4", "--time-start"]);
    assert!(!printed.contains("smoke"), "{printed}");
    check(&["verify", "--help"], 0, &["Exit code", "Examples:"]);
    check(&["help"], 0, &["play", "check", "verify", "Examples:"]);
    check(&["help", "verify"], 0, &["Exit code", "Examples:"]);
}

#[test]
fn a_file_in_the_place_of_a_command_is_answered_with_the_command() {
    check(&["my.level.ron"], 2, &["play it with `hairline play my.level.ron`"]);
    check(&["my.replay.ron"], 2, &["play it back with `hairline verify my.replay.ron`"]);
    check(&["my.tmx"], 2, &["make a level of it with `hairline import my.tmx`"]);
    let replay = proofs().into_iter().next().expect("at least one proof");
    check(&["check", &replay], 1, &["this file is a replay, not a level", "`hairline verify` plays it back"]);
}

#[test]
fn every_code_is_explained_and_listed() {
    let listed = check(&["explain"], 0, &["unreachable-shard", "open-bracket", "too-high"]);
    for line in listed.lines() {
        let code = line.split_whitespace().next().expect("a code");
        check(&["explain", code], 0, &[code]);
    }
    check(&["explain", "warning[too-high]"], 0, &["3.3 tiles"]);
    check(&["explain", "unreachable-shart"], 2, &["did you mean `unreachable-shard`"]);
}

#[test]
fn faults_are_json_objects_on_lines_when_asked() {
    let folder = folder("json");
    let sealed = "(version: 1, name: \"A\", map: r\"\n########\n# @ #X##\n########\n\")";
    std::fs::write(folder.join("sealed.level.ron"), sealed).expect("written");
    std::fs::write(folder.join("broken.level.ron"), "(version: 1, name: \"A\", mop: 3)").expect("written");
    let (code, out, _) = hairline(&["check", "--format", "json", &folder.display().to_string(), "no/such.level.ron"]);
    assert_eq!(code, 2, "{out}");
    let faults: Vec<serde_json::Value> =
        out.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect();
    let codes: Vec<&str> = faults.iter().map(|fault| fault["code"].as_str().expect("a code")).collect();
    assert_eq!(codes, ["unknown-name", "unreachable-exit", "not-checked"], "{out}");
    assert_eq!((faults[1]["line"].as_u64(), faults[1]["column"].as_u64()), (Some(3), Some(6)), "{out}");
    assert_eq!(faults[1]["severity"], "warning");
    for fault in &faults {
        assert!(fault["file"].is_string() && fault["message"].is_string(), "{fault}");
    }
}

#[test]
fn a_level_on_standard_input_is_checked() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hairline"));
    command.args(["check", "-", "-"]).stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let level = "(version: 1, name: \"A\", map: r\"\n########\n# @ #X##\n########\n\")";
    std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), level.as_bytes()).expect("written");
    let output = child.wait_with_output().expect("it ends");
    let out = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success() && out.contains("<stdin>:3:6") && out.contains("unreachable-exit"), "{out}");
    assert!(out.contains("1 file, 0 errors"), "it is read once, however often it is named: {out}");
}

#[test]
fn a_line_is_taken_like_a_file() {
    let level = root().join("levels/first-light.level.ron").display().to_string();
    let line = check(&["share", "--both", &level], 0, &["hl1:"]);
    let line = line.trim_end();
    check(&["check", line], 0, &["“First Light”", "1 file, 0 errors"]);
    check(&["verify", line], 0, &["“First Light” in 4.695 s"]);
    check(&["board", line], 0, &["First Light\t4.695", "1 levels, 1 runs, 0 skipped"]);
    check(&["reach", line], 0, &["hl1:E"]);
    // No display: the level was read, and the window is what fails.
    check(&["play", line], 2, &["there is no display"]);
    check(&[line], 2, &["hairline play LINE"]);
    check(&["check", &line[..100]], 2, &["its checksum is wrong"]);
    check(&["play", &line[..100]], 2, &["the line cannot be played: its checksum is wrong"]);
    check(&["verify", "hl7:abc"], 1, &["it begins with `hl7:`"]);
    check(&["solve", line, "--ticks", "1"], 2, &["it is a line, and a proof lies beside a file"]);
    check(&["share", line], 2, &["it is a line already"]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_hairline"));
    command.args(["check", "-"]).stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), line.as_bytes()).expect("written");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success() && String::from_utf8_lossy(&output.stdout).contains("“First Light”"));
}

#[test]
fn a_folder_of_replays_is_verified_with_the_shards_of_each() {
    let folder = root().join("levels/lab/proofs");
    let printed = check(&["verify", &folder.display().to_string()], 0, &["2 of 2 shards"]);
    assert_eq!(printed.lines().count(), 5, "{printed}");
}

#[test]
fn a_replay_of_a_level_that_was_changed_says_what_to_do() {
    let folder = folder("changed");
    let level = std::fs::read_to_string(root().join("levels/pendulum.level.ron")).expect("a level");
    std::fs::write(folder.join("pendulum.level.ron"), level.replacen("period: ", "period: 1", 1)).expect("written");
    std::fs::copy(root().join("levels/proofs/pendulum.replay.ron"), folder.join("pendulum.replay.ron"))
        .expect("copied");
    let replay = folder.join("pendulum.replay.ron").display().to_string();
    check(&["verify", &replay], 1, &["it was changed since", "hairline solve LEVEL"]);
    std::fs::write(&replay, "(version: 1)".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>())
        .expect("written");
    check(&["verify", &replay], 1, &["line 1"]);
    let utf16: Vec<u8> = [0xfeff].into_iter().chain("(version: 1)".encode_utf16()).flat_map(u16::to_le_bytes).collect();
    std::fs::write(&replay, utf16).expect("written");
    check(&["verify", &replay], 1, &["UTF-16 text: save it as UTF-8"]);
}

/// What plain checks cannot know: a gap that no flood sees, and a key that shuts the door behind it.
#[test]
fn the_deep_check_plays() {
    let folder = folder("deep");
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("written");
        path.display().to_string()
    };
    let locked = write(
        "locked.level.ron",
        "(version: 1, name: \"A\", map: r\"\n#############\n#   #       #\n#   #       #\n# X   @   k #\n#############\n\", actors: {\n\
         'k': Key(channel: \"shut\"),\n'd': Door(at: (4.5, 1.5), size: (1, 1), when: Lowered(\"shut\")),\n})",
    );
    let printed = check(&["check", &locked], 0, &["0 warnings"]);
    assert!(!printed.contains("soft-lock"), "{printed}");
    check(&["check", "--deep", "--budget", "5s", &locked], 0, &["warning[soft-lock]", "cannot be reached any more"]);
    // Its walls cannot be climbed if they bear spikes; nothing else is wrong with it.
    let pit = |name: &str, lining: char| {
        let side = format!("#####{lining}    {lining}#####");
        let rows = ["################", "#              #", "#              #", "# @          X #", "#####      #####"];
        let map = [rows.join("\n"), vec![side; 7].join("\n"), rows[0].to_owned()].join("\n");
        write(name, &format!("(version: 1, name: \"A\", map: r\"\n{map}\n\")"))
    };
    let spiked = pit("spiked.level.ron", '^');
    let deep = ["check", "--deep", "--budget", "5s", "--format", "json", &spiked];
    let printed = check(&deep, 0, &["cannot be reached any more", "no way on from here"]);
    let lock = printed.lines().find(|line| line.contains("soft-lock")).expect("it is told");
    let lock: serde_json::Value = serde_json::from_str(lock).expect("JSON");
    // The rows of the pit, and its columns.
    let (line, column) = (lock["line"].as_u64().expect("a line"), lock["column"].as_u64().expect("a column"));
    assert!((6..=13).contains(&line) && (6..=11).contains(&column), "{lock}");
    let bare = pit("bare.level.ron", ' ');
    check(&["check", "--deep", "--budget", "5s", &bare], 0, &["0 warnings"]);
    // Who touches the key is locked in, and dead before long: nobody has to restart.
    let deadly_key = write(
        "deadly-key.level.ron",
        "(version: 1, name: \"A\", map: r\"\n####################\n#     #            #\n#     #            #\n# X @    k         #\n####################\n\", actors: {\n\
         'd': Door(at: (6.5, 1.5), size: (1, 1), when: Lowered(\"trap\")),\n'k': Key(channel: \"trap\"),\n\
         'm': Mine(at: (9.5, 1.5), trigger: 3, fuse: 0.3, blast: 20),\n})",
    );
    check(&["check", "--deep", "--budget", "5s", &deadly_key], 0, &["0 warnings"]);
    let fine = write("fine.level.ron", "(version: 1, name: \"A\", map: r\"\n########\n# @  X #\n########\n\")");
    check(&["check", "--deep", "--budget", "5s", &fine], 0, &["0 warnings"]);
    let deadly =
        write("deadly.level.ron", "(version: 1, name: \"A\", map: r\"\n########\n# @   X#\n#^^^^^^#\n########\n\")");
    check(
        &["check", "--deep", "--budget", "1s", &deadly],
        0,
        &["warning[one-change-away]", "does not say that there is none"],
    );
}

#[test]
fn wrong_usage_is_exit_code_2() {
    check(&["dance"], 2, &["dance", "--help"]);
    check(&["check"], 2, &["PATH"]);
    check(&["verify"], 2, &["REPLAY"]);
}

#[test]
fn playing_without_a_display_is_reported_in_one_sentence() {
    let printed = check(&[], 2, &["hairline: "]);
    assert_eq!(printed.trim_end().lines().count(), 1, "{printed}");
}

#[test]
fn every_proof_is_verified_with_a_line_each() {
    let proofs = proofs();
    let mut arguments = vec!["verify"];
    arguments.extend(proofs.iter().map(String::as_str));
    let printed = check(&arguments, 0, &["ticks", "final hash"]);
    assert_eq!(printed.lines().count(), proofs.len(), "{printed}");
}

#[test]
fn a_replay_that_does_not_finish_is_exit_code_1_and_a_missing_one_2() {
    let folder = folder("verify");
    let proof = proofs().into_iter().next().expect("at least one proof");
    let text = std::fs::read_to_string(&proof).expect("a proof is text");
    let broken = folder.join("cut.replay.ron");
    std::fs::write(&broken, &text[..text.len() / 2]).expect("written");
    let broken = broken.display().to_string();
    check(&["verify", &broken], 1, &["FAILS", "line"]);
    check(&["verify", &proof, "no/such.replay.ron"], 2, &["no such file", "ok"]);
    // A failed replay and an unreadable file: the worse of both exit codes.
    check(&["verify", "no/such.replay.ron", &broken], 2, &["FAILS"]);
    let lonely = folder.join("lonely.replay.ron");
    std::fs::write(&lonely, &text).expect("written");
    check(&["verify", &lonely.display().to_string()], 2, &["its level is neither"]);
}

#[test]
fn a_replay_that_is_too_large_or_nested_too_deeply_is_reported_in_plain_words() {
    let folder = folder("odd-replays");
    let large = folder.join("large.replay.ron");
    let file = std::fs::File::create(&large).expect("written");
    file.set_len(100_000_000).expect("a sparse file can be made");
    check(&["verify", &large.display().to_string()], 1, &["the file has 100000000 bytes"]);
    let deep = folder.join("deep.replay.ron");
    std::fs::write(&deep, format!("(version: 1, level: {}", "[".repeat(5000))).expect("written");
    let printed = check(&["verify", &deep.display().to_string()], 1, &["line 1", "nested too deeply"]);
    assert!(!printed.contains("stacker") && !printed.contains("ron::"), "{printed}");
}

#[test]
fn no_name_in_a_file_or_of_a_file_reaches_the_terminal_unescaped() {
    let folder = folder("controls");
    let proof = std::fs::read_to_string(proofs().first().expect("at least one proof")).expect("a proof is text");
    let start = proof.find("level: \"").expect("it names its level") + "level: \"".len();
    let replay = format!("{}\\u{{1b}}[31m\\n{}", &proof[..start], &proof[start..]);
    std::fs::write(folder.join("a.replay.ron"), replay).expect("written");
    std::fs::write(folder.join("b.replay.ron"), proof.replace("inputs: \"", "inputs: \"\\u{1b}[2J ")).expect("written");
    let level = "(version: 1, name: \"A\", map: r\"\n @X\n\")";
    // Not every file system takes such a name.
    let odd = folder.join("\u{1b}[32m.level.ron");
    let is_named = std::fs::write(&odd, level).is_ok();
    let campaign = "(version: 1, levels: [\"\\u{1b}[31ma.level.ron\", \"\\u{9b}2Jb\", \"\u{202e}nor.c\"])";
    std::fs::write(folder.join("campaign.ron"), campaign).expect("written");
    // Right-to-left marks would reverse everything printed after them.
    let turned =
        "(version: 1, name: \"\u{202e}A\", map: r\"\n @X\n\", actors: {'\u{2067}': Key(channel: \"\u{200f}\")})";
    std::fs::write(folder.join("turned.level.ron"), turned).expect("written");
    std::fs::write(folder.join("named.level.ron"), level.replace('A', "\u{202e}A")).expect("written");
    let turned = proof.replace("inputs: \"", "inputs: \"\u{202e} ").replace("rules", "\u{2066}rules");
    std::fs::write(folder.join("c.replay.ron"), turned).expect("written");
    let path = |name: &str| folder.join(name).display().to_string();
    let words = ["\\u{1b}[31ma.level.ron", "\\u{9b}2Jb", "\\u{202e}nor.c", "“\\u{202e}A”", "called '\\u{2067}'"];
    let mut printed = check(&["check", &folder.display().to_string()], 1, &words);
    printed += &check(&["verify", &path("a.replay.ron")], 2, &["\\u{1b}[31m\\n"]);
    printed += &check(&["verify", &path("b.replay.ron")], 1, &["\\u{1b}[2J"]);
    printed += &check(&["verify", &path("c.replay.ron")], 1, &["line 5"]);
    if is_named {
        printed += &check(&["verify", &odd.display().to_string()], 1, &["\\u{1b}[32m.level.ron"]);
    }
    let is_command = |character: char| character != '\n' && escape::is_hidden(character);
    assert!(!printed.contains(is_command), "{printed:?}");
}

#[test]
fn shipped_levels_pass_the_check_and_errors_are_exit_code_1() {
    check(&["check", &root().join("levels").display().to_string()], 0, &["ok", "0 errors"]);
    let broken = folder("check").join("broken.level.ron");
    std::fs::write(&broken, "(version: 1, name: ").expect("written");
    check(&["check", &broken.display().to_string()], 1, &["broken.level.ron"]);
    check(&["check", "no/such/folder"], 2, &["no such"]);
}

#[cfg(target_os = "linux")]
#[test]
fn an_invalid_wayland_socket_is_reported_in_one_sentence() {
    for socket in ["5", "five", "-1", "0"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hairline"));
        command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env("WAYLAND_SOCKET", socket);
        let Output { status, stderr, .. } =
            command.stdin(std::process::Stdio::null()).output().expect("the program starts");
        let printed = String::from_utf8(stderr).expect("UTF-8");
        assert_eq!((status.code(), printed.trim_end().lines().count()), (Some(2), 1), "{printed}");
        assert!(printed.contains(&format!("WAYLAND_SOCKET={socket}")), "{printed}");
    }
}

#[test]
fn playing_a_missing_file_is_reported_in_one_sentence() {
    let printed = check(&["play", "no/such.level.ron"], 2, &["no such file"]);
    assert_eq!(printed.trim_end().lines().count(), 1, "{printed}");
}

#[test]
fn a_new_level_is_written_once_passes_check_and_is_tidy() {
    let folder = folder("new");
    let path = |name: &str| folder.join(name).display().to_string();
    check(&["new", &path("my-level")], 0, &["wrote", "my-level.level.ron", "hairline play"]);
    let written = std::fs::read_to_string(path("my-level.level.ron")).expect("it was written");
    assert!(written.contains("name: \"My Level\""), "{written}");
    check(&["check", &path("my-level.level.ron")], 0, &["1 file, 0 errors, 0 warnings"]);
    check(&["fmt", "--check", &path("my-level.level.ron")], 0, &[]);
    check(&["new", &path("my-level.level.ron")], 2, &["there is a file of that name already"]);
    assert_eq!(std::fs::read_to_string(path("my-level.level.ron")).expect("it is there"), written);
    check(&["new", &path("my level")], 2, &["use the letters a to z"]);
    check(&["new", &path("nowhere/level")], 2, &["cannot make"]);
    check(&["new", &path("CON")], 2, &["Windows keeps the name `CON`", "call it `CON-level`"]);
    check(&["new", "--", "-x"], 2, &["looks like an option", "call it `x`"]);
}

#[test]
fn fmt_tidies_a_level_and_leaves_one_with_errors_alone() {
    let folder = folder("fmt");
    let file = folder.join("a.level.ron");
    let path = file.display().to_string();
    let untidy = "// why\n(version:1,\nname:\"A\",   // its name\n\n\nmap: r\"\n####\n#@X#\n####\n\",)";
    let tidy = "// why\n(version: 1,\n    name: \"A\", // its name\n\n    map: r\"\n        ####\n        #@X#\n        ####\n    \",)\n";
    std::fs::write(&file, untidy).expect("the folder can be written to");
    check(&["fmt", "--check", &path], 1, &["not tidy"]);
    assert_eq!(std::fs::read_to_string(&file).expect("it is there"), untidy);
    check(&["fmt", &path], 0, &["tidied"]);
    assert_eq!(std::fs::read_to_string(&file).expect("it is there"), tidy);
    assert_eq!(check(&["fmt", &path], 0, &[]), "");
    let wrong = untidy.replace("version:1", "version:2");
    std::fs::write(&file, &wrong).expect("the folder can be written to");
    check(&["fmt", &path], 1, &["left as it is", "version 2 of the format is not known"]);
    assert_eq!(std::fs::read_to_string(&file).expect("it is there"), wrong);
    check(&["fmt", &folder.join("missing.level.ron").display().to_string()], 2, &["cannot tidy"]);
}

#[test]
fn every_shipped_level_is_tidy() {
    assert_eq!(check(&["fmt", "--check", "levels"], 0, &[]), "");
}

#[test]
fn fmt_leaves_a_file_alone_that_is_too_large() {
    let large = folder("fmt-large").join("large.level.ron");
    std::fs::write(&large, " ".repeat(300_000)).expect("written");
    let printed = check(&["fmt", &large.display().to_string()], 1, &["left as it is: ", "error[too-large]", "300000"]);
    assert!(!printed.contains("cannot tidy"), "{printed}");
}

#[test]
fn a_map_is_imported_passes_check_and_is_tidy() {
    let folder = folder("import");
    let maps = root().join("crates/import/tests/it/good");
    let (map, out) = (maps.join("figures.tmx").display().to_string(), folder.display().to_string());
    let level = folder.join("figures.level.ron").display().to_string();
    check(&["import", &map, "--out", &out], 0, &["wrote", "hairline play"]);
    check(&["check", &level], 0, &["1 file, 0 errors"]);
    check(&["fmt", "--check", &level], 0, &[]);
    check(&["import", &map, "--out", &out], 2, &["there is a file", "--force"]);
    let broken = folder.join("broken.tmx");
    std::fs::write(&broken, "<map>").expect("written");
    check(&["import", &broken.display().to_string(), "--out", &out], 1, &["error[foreign-file]", "broken.tmx:1:1"]);
    check(&["import", "no/such.ldtk"], 2, &["there is no such file"]);
    check(&["import"], 2, &["FILE"]);
}

#[test]
fn the_paths_are_printed() {
    let folder = folder("paths");
    let mut command = Command::new(env!("CARGO_BIN_EXE_hairline"));
    let output = command.arg("paths").env("HAIRLINE_PROFILE", &folder).output().expect("the program was built");
    let text = String::from_utf8(output.stdout).expect("paths are escaped");
    assert!(output.status.success());
    let profile = folder.join(hairline_profile::files::PROFILE_FILE);
    assert!(text.contains(&format!("profile  {} (not there yet)\n", profile.display())), "{text}");
    assert!(text.lines().any(|line| line.starts_with("levels   ") && line.ends_with("levels")), "{text}");
}

#[test]
fn the_version_names_the_version_of_every_format_and_of_the_rules() {
    let short = format!("hairline {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(check(&["-V"], 0, &[]), short);
    let long = check(&["--version"], 0, &[&short, "rules ", "level format ", "replay format ", "profile format "]);
    // docs/VERSIONS.md has a row for each.
    let page = include_str!("../../docs/VERSIONS.md");
    for line in long.lines().skip(1) {
        let (part, version) = line.rsplit_once(' ').expect("a part and its version");
        assert!(page.contains(&format!("| {part} | {version} |")), "docs/VERSIONS.md lacks {line}");
    }
}

#[test]
fn a_package_has_a_manual_page_for_each_command_of_the_help_and_an_entry_that_finds_the_program() {
    let folder = folder("package-files");
    check(&["package-files", &folder.display().to_string(), "2026-01-02"], 0, &["hairline.desktop", "hairline.svg"]);
    let read =
        |path: &str| std::fs::read_to_string(folder.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    let help = check(&["--help"], 0, &[]);
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // A line that begins further in goes on with the one above.
    let names: Vec<&str> = commands
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(names.len() > 20, "{help}");
    let main = read("man/man6/hairline.6");
    assert!(main.starts_with(".ie") || main.contains(".TH HAIRLINE 6 2026\\-01\\-02"), "{main}");
    for section in ["EXAMPLES", "ENVIRONMENT"] {
        assert!(main.contains(section), "{section}");
    }
    for name in &names {
        let page = read(&format!("man/man6/hairline-{name}.6"));
        assert!(page.contains(".SH SYNOPSIS") && main.contains(&name.replace('-', "\\-")), "{name}");
    }
    let pages = std::fs::read_dir(folder.join("man/man6")).expect("the pages").count();
    assert_eq!(pages, names.len() + 1, "no page of a command that the help does not list");
    let entry = read("applications/hairline.desktop");
    for line in ["Exec=hairline", "Icon=hairline", "Categories=Game;ArcadeGame;"] {
        assert!(entry.lines().any(|own| own == line), "{entry}");
    }
}
