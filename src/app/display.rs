//! Whether there is a display to open a window on, asked before the window library is, which would panic.

/// Finds a display.
///
/// # Errors
/// In one sentence with what can be done, if there is none or it does not answer.
#[cfg(target_os = "linux")]
pub fn find() -> Result<(), String> {
    let named = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    // A socket that is handed over can be opened once only; whoever made it has a display.
    if named("WAYLAND_SOCKET").is_some() {
        return Ok(());
    }
    if let Some(name) = named("WAYLAND_DISPLAY") {
        return match wayland_client::Connection::connect_to_env() {
            Ok(_) => Ok(()),
            Err(_) => Err(format!(
                "the display WAYLAND_DISPLAY={name} does not answer: start a desktop session there, or unset \
                 WAYLAND_DISPLAY to use the one that DISPLAY names"
            )),
        };
    }
    let Some(name) = named("DISPLAY") else {
        return Err("there is no display to open a window on: start it from a desktop session, or set DISPLAY or \
                    WAYLAND_DISPLAY (`hairline check` and `hairline verify` need none)"
            .to_owned());
    };
    match x11rb::connect(None) {
        Ok(_) => Ok(()),
        Err(_) => Err(format!(
            "the display DISPLAY={name} does not answer: start it from a desktop session, or set DISPLAY to one that \
             runs (`hairline check` and `hairline verify` need none)"
        )),
    }
}

/// Other systems always have one.
///
/// # Errors
/// Never.
#[cfg(not(target_os = "linux"))]
pub fn find() -> Result<(), String> {
    Ok(())
}
