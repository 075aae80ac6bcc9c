//! The engine panics where a computer cannot draw. Here those panics become one sentence and exit code 2; every other
//! panic stays what it is, a fault of ours that must be seen whole.

use std::panic;

/// What the engine says when it panics, and what that means for a player.
const REASONS: [(&str, &str); 4] = [
    (
        "Unable to find a GPU",
        "no graphics adapter was found: install a Vulkan or OpenGL driver (Mesa's software one is enough to start: \
         `mesa-vulkan-drivers` on Debian)",
    ),
    ("Failed to create wgpu surface", "the graphics driver cannot draw on this display: update it or try another one"),
    ("RequestDeviceError", "the graphics adapter refused to start: update its driver or try another one"),
    ("Failed to build event loop", "no window can be opened on this display"),
];

/// The sentence for a panic's message, if it is one of those.
fn sentence(message: &str) -> Option<&'static str> {
    REASONS.iter().find(|(words, _)| message.contains(words)).map(|(_, sentence)| *sentence)
}

/// From here on those panics end the process with their sentence.
pub fn say_in_one_sentence() {
    let plain = panic::take_hook();
    panic::set_hook(Box::new(move |info| match info.payload_as_str().and_then(sentence) {
        Some(sentence) => {
            eprintln!("hairline: {sentence}");
            std::process::exit(2);
        }
        None => plain(info),
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_player_can_mend_becomes_a_sentence() {
        assert!(sentence("Unable to find a GPU! Make sure you have installed required drivers!").is_some());
        assert!(sentence("called `Result::unwrap()` on an `Err` value: RequestDeviceError { .. }").is_some());
        assert!(sentence("index out of bounds: the len is 3 but the index is 7").is_none());
    }
}
