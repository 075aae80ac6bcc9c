//! Whether there is anything to play sound on, asked before the sound library is: it would open what is not there, and
//! print its own account of that line by line.

/// Whether a sound card, a sound server or a configuration of the player's own is found.
#[cfg(target_os = "linux")]
pub fn is_there() -> bool {
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

/// Other systems say nothing when there is none.
#[cfg(not(target_os = "linux"))]
pub fn is_there() -> bool {
    true
}

/// Whether the kernel's list of sound cards has one: each begins with its number.
#[cfg(any(target_os = "linux", test))]
fn lists_a_card(cards: &str) -> bool {
    cards.lines().any(|line| line.trim_start().starts_with(|first: char| first.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use crate::app::sound::lists_a_card;

    #[test]
    fn a_card_is_told_from_the_kernels_word_that_there_is_none() {
        assert!(lists_a_card(
            " 0 [PCH            ]: HDA-Intel - HDA Intel PCH\n                      at 0xef240000 irq 135\n"
        ));
        assert!(!lists_a_card("--- no soundcards ---\n"));
        assert!(!lists_a_card(""));
    }
}
