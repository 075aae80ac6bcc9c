//! Turns the engine's panics on computers that cannot draw into one sentence and exit code 2. Every other panic is a bug,
//! keeps its full message, and leaves a log.

use std::panic;

use super::crash_log;

const NO_DISPLAY: &str = "there is no display to open a window on: start the game from a desktop session, or set \
                          WAYLAND_DISPLAY or DISPLAY to one that answers (`hairline check` and `hairline verify` need none)";

const NO_RANDR: &str = "the X server lacks the extension RANDR, which tells the sizes of screens: switch it on, or start the \
                        game on another display";

const NO_SURFACE: &str = "the graphics driver can show nothing on this display: set the display to 24 bits of color or more, \
                          or update the driver";

/// Messages of the engine's panics, and their meaning for a player.
const REASONS: [(&str, &str); 11] = [
    (
        "Unable to find a GPU",
        "no graphics adapter was found: install a Vulkan or OpenGL driver (Mesa's software driver is enough to start: \
         `mesa-vulkan-drivers` on Debian)",
    ),
    ("Failed to create wgpu surface", "the graphics driver cannot draw on this display: update it or try another one"),
    ("RequestDeviceError", "the graphics adapter refused to start: update its driver or try another one"),
    ("Failed to build event loop", NO_DISPLAY),
    ("failed to request XRandR version", NO_RANDR),
    ("failed to query XRandR version", NO_RANDR),
    ("Failed to query XRandR extension", NO_RANDR),
    (
        "X server missing",
        "the X server lacks an extension for keys and pointers, XInput 2 or XKEYBOARD: switch it on, or start the game on \
         another display",
    ),
    (
        "`Err` value: OsError",
        "the display refused to open a window: update the graphics driver; an X server needs the extensions RANDR, XFIXES, XInput 2 and XKEYBOARD",
    ),
    ("No supported formats for surface", NO_SURFACE),
    ("Fallback system failed to choose present mode", NO_SURFACE),
];

/// The sentence for the message of a panic, if it has one.
fn sentence(message: &str) -> Option<&'static str> {
    REASONS.iter().find(|(words, _)| message.contains(words)).map(|(_, sentence)| *sentence)
}

/// From here on such a panic prints its sentence and ends the process; any other one leaves a log.
pub fn install_hook() {
    let default_hook = panic::take_hook();
    panic::set_hook(Box::new(move |info| match info.payload_as_str().and_then(sentence) {
        Some(sentence) => {
            eprintln!("hairline: {sentence}");
            std::process::exit(2);
        }
        None => {
            default_hook(info);
            if let Some(path) = crash_log::write(info) {
                eprintln!("hairline: this is a fault of the game; a log of it is in {}", path.display());
            }
        }
    }));
}

/// Checks that a display is named, before anything is opened; one that does not answer is a panic of the engine. An inherited
/// file descriptor must be an open socket: the window library would abort on any other.
///
/// # Errors
/// In one sentence with what can be done.
pub fn check_display() -> Result<(), String> {
    let named = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    match named("WAYLAND_SOCKET") {
        _ if !cfg!(target_os = "linux") => Ok(()),
        Some(number) if !is_socket(&number) => Err(format!(
            "WAYLAND_SOCKET={number} is not the number of an open socket: unset it to open a display by name"
        )),
        None if named("WAYLAND_DISPLAY").or_else(|| named("DISPLAY")).is_none() => Err(NO_DISPLAY.to_owned()),
        _ => Ok(()),
    }
}

fn is_socket(number: &str) -> bool {
    let open = number.parse::<u32>().ok().and_then(|number| std::fs::read_link(format!("/proc/self/fd/{number}")).ok());
    open.is_some_and(|open| open.to_string_lossy().starts_with("socket:"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn only_the_number_of_an_open_socket_passes() {
        use std::os::fd::AsRawFd;
        let (socket, _other) = std::os::unix::net::UnixStream::pair().expect("two sockets");
        let file = std::fs::File::open("/dev/null").expect("it is always there");
        assert!(is_socket(&socket.as_raw_fd().to_string()));
        for name in [&file.as_raw_fd().to_string(), "1000000", "-1", "99999999999", "five", ""] {
            assert!(!is_socket(name), "{name}");
        }
    }

    #[test]
    fn only_panics_that_a_player_can_do_something_about_have_a_sentence() {
        assert!(sentence("Unable to find a GPU! Make sure you have installed required drivers!").is_some());
        assert!(sentence("called `Result::unwrap()` on an `Err` value: RequestDeviceError { .. }").is_some());
        // As X servers without RANDR and XFIXES and with 8 and 16 bits of color made them.
        for message in [
            "failed to request XRandR version: UnsupportedExtension",
            "failed to query XRandR version: UnsupportedExtension",
            "Failed to query XRandR extension",
            "X server missing XInput2 extension",
            "called `Result::unwrap()` on an `Err` value: OsError { line: 170, file: \"x11/window.rs\", error: XError(..) }",
            "No supported formats for surface",
            "internal error: entered unreachable code: Fallback system failed to choose present mode. This is a bug. \
             Mode: AutoVsync, Options: []",
        ] {
            assert!(sentence(message).is_some_and(|sentence| !sentence.contains('\n')), "{message}");
        }
        assert!(sentence("called `Result::unwrap()` on an `Err` value: Os { code: 2, kind: NotFound }").is_none());
        assert!(sentence("index out of bounds: the len is 3 but the index is 7").is_none());
    }
}
