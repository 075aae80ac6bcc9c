//! Turns the engine's panics on computers that cannot draw into one sentence and exit code 2. Every other panic is a bug,
//! keeps its full message, and leaves a log.

use std::panic;

use super::crash_log;

/// What the engine says when it panics, and what that means for a player.
const REASONS: [(&str, &str); 4] = [
    (
        "Unable to find a GPU",
        "no graphics adapter was found: install a Vulkan or OpenGL driver (Mesa's software driver is enough to start: \
         `mesa-vulkan-drivers` on Debian)",
    ),
    ("Failed to create wgpu surface", "the graphics driver cannot draw on this display: update it or try another one"),
    ("RequestDeviceError", "the graphics adapter refused to start: update its driver or try another one"),
    ("Failed to build event loop", "no window can be opened on this display"),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_panics_that_a_player_can_do_something_about_have_a_sentence() {
        assert!(sentence("Unable to find a GPU! Make sure you have installed required drivers!").is_some());
        assert!(sentence("called `Result::unwrap()` on an `Err` value: RequestDeviceError { .. }").is_some());
        assert!(sentence("index out of bounds: the len is 3 but the index is 7").is_none());
    }
}
