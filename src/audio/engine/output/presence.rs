//! Checks for a sound device before the sound library does, which would print many lines of its own if there were none.

/// Whether there is a sound card, a sound server or the player's own ALSA configuration.
#[cfg(target_os = "linux")]
pub fn exists() -> bool {
    use std::path::{Path, PathBuf};

    let named = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let in_folder =
        |folder: &str, file: &str| named(folder).is_some_and(|folder| PathBuf::from(folder).join(file).exists());
    let has_server = named("PULSE_SERVER").is_some()
        || named("PIPEWIRE_REMOTE").is_some()
        || in_folder("XDG_RUNTIME_DIR", "pulse/native")
        || in_folder("XDG_RUNTIME_DIR", "pipewire-0");
    let has_own_configuration = named("ALSA_CONFIG_PATH").is_some() || in_folder("HOME", ".asoundrc");
    let cards = std::fs::read_to_string(Path::new("/proc/asound/cards")).unwrap_or_default();
    has_server || has_own_configuration || lists_a_card(&cards)
}

/// On other systems the sound library is quiet by itself.
#[cfg(not(target_os = "linux"))]
pub fn exists() -> bool {
    true
}

/// Keeps ALSA's own messages off the terminal. They go to a buffer of the calling thread, which is emptied here.
#[cfg(target_os = "linux")]
pub fn silence_library() {
    // Without memory for the buffer the messages are printed, which is no reason to be silent.
    _ = alsa::Output::local_error_handler();
}

/// On other systems the sound library is quiet by itself.
#[cfg(not(target_os = "linux"))]
pub fn silence_library() {}

/// Whether the kernel's list of sound cards has an entry, which begins with its number.
#[cfg(any(target_os = "linux", test))]
fn lists_a_card(cards: &str) -> bool {
    cards.lines().any(|line| line.trim_start().starts_with(|first: char| first.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::lists_a_card;

    #[test]
    fn a_list_without_cards_is_recognized() {
        assert!(lists_a_card(
            " 0 [PCH            ]: HDA-Intel - HDA Intel PCH\n                      at 0xef240000 irq 135\n"
        ));
        assert!(!lists_a_card("--- no soundcards ---\n"));
        assert!(!lists_a_card(""));
    }
}
