//! The desktop entry: what menus show, and how they start the game (Desktop Entry Specification 1.4).

use std::path::Path;

/// The line by which an entry of this command is known.
pub const OWN_MARK: &str = "X-Hairline-Installed=true";

/// The entry that starts a program.
///
/// # Errors
/// In one sentence, if its path is not UTF-8, or not one line.
pub fn desktop_entry(program: &Path) -> Result<String, &'static str> {
    const NO_TEXT: &str = "the program's path is not UTF-8: move it to a folder with another name, and install again";
    let program = program.to_str().ok_or(NO_TEXT)?;
    if program.chars().any(char::is_control) {
        return Err("the program's path has a line break or another control character: move it, and install again");
    }
    // A value of an entry: only the backslash is special.
    Ok(entry(&quoted(program), &program.replace('\\', "\\\\")) + OWN_MARK + "\n")
}

/// The entry of a package: the program is found by its name.
pub fn package_entry() -> String {
    entry("hairline", "hairline")
}

fn entry(command: &str, program: &str) -> String {
    format!(
        "[Desktop Entry]\nType=Application\nVersion=1.4\nName=Hairline\nGenericName=Precision platformer\n\
         Comment=Robots cast laser beams, the ninja slows time\nExec={command}\nTryExec={program}\nIcon=hairline\n\
         Terminal=false\nCategories=Game;ArcadeGame;\nKeywords=platformer;ninja;laser;\nStartupWMClass=hairline\n\
         X-GNOME-SingleWindow=true\n"
    )
}

/// An argument of `Exec`: quoted, with the characters escaped that are special within quotes; and all that as a value of an
/// entry, in which a backslash is written twice. `%` begins a place for a file.
fn quoted(argument: &str) -> String {
    let mut text = String::from("\"");
    for character in argument.chars() {
        match character {
            '"' | '`' | '$' => text.extend(["\\\\", character.encode_utf8(&mut [0; 4])]),
            '\\' => text.push_str("\\\\\\\\"),
            '%' => text.push_str("%%"),
            other => text.push(other),
        }
    }
    text + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_characters_of_a_path_are_escaped_as_the_specification_says() {
        assert_eq!(quoted("/home/a b/hairline"), "\"/home/a b/hairline\"");
        assert_eq!(quoted("/50%"), "\"/50%%\"");
        assert_eq!(quoted("a\"b$c`d"), "\"a\\\\\"b\\\\$c\\\\`d\"");
        assert_eq!(quoted("a\\b"), "\"a\\\\\\\\b\"");
    }

    #[test]
    fn a_path_with_a_line_break_is_refused() {
        assert!(desktop_entry(Path::new("/a\nExec=rm")).is_err_and(|reason| reason.contains("line break")));
        #[cfg(unix)]
        {
            use std::ffi::OsStr;
            use std::os::unix::ffi::OsStrExt;
            assert!(
                desktop_entry(Path::new(OsStr::from_bytes(b"/\xff"))).is_err_and(|reason| reason.contains("UTF-8"))
            );
        }
    }

    #[test]
    fn every_line_of_an_entry_is_a_key_with_a_value() {
        let own = desktop_entry(Path::new("/usr/bin/hairline")).expect("it is text");
        for (entry, exec, is_marked) in
            [(own, "Exec=\"/usr/bin/hairline\"", true), (package_entry(), "Exec=hairline", false)]
        {
            let mut lines = entry.lines();
            assert_eq!(lines.next(), Some("[Desktop Entry]"));
            assert!(
                lines.all(|line| line.split_once('=').is_some_and(|(key, value)| !key.is_empty() && !value.is_empty()))
            );
            for needed in ["Type=Application", "Name=Hairline", "Icon=hairline", "StartupWMClass=hairline", exec] {
                assert!(entry.lines().any(|line| line == needed), "{needed}");
            }
            assert_eq!(entry.lines().any(|line| line == OWN_MARK), is_marked, "`install --remove` takes its own alone");
        }
    }
}
