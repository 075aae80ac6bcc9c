//! Checks that there is a display to open a window on, before the window library would panic for want of one.

/// Checks for a display.
///
/// # Errors
/// In one sentence with what can be done, if there is none or it does not answer.
#[cfg(target_os = "linux")]
pub fn check() -> Result<(), String> {
    let named = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    if let Some(name) = named("WAYLAND_SOCKET") {
        return check_socket(&name);
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
        return Err(
            "there is no display to open a window on: start the game from a desktop session, or set DISPLAY or \
                    WAYLAND_DISPLAY (`hairline check` and `hairline verify` need none)"
                .to_owned(),
        );
    };
    match x11rb::connect(None) {
        Ok(_) => Ok(()),
        Err(_) => Err(format!(
            "the display DISPLAY={name} does not answer: start the game from a desktop session, or set DISPLAY to one that \
             runs (`hairline check` and `hairline verify` need none)"
        )),
    }
}

/// Checks that an inherited file descriptor is an open socket, without connecting, which is possible only once. The window
/// library would abort on any other descriptor.
#[cfg(target_os = "linux")]
fn check_socket(name: &str) -> Result<(), String> {
    let is_socket = |number: u32| {
        let open = std::fs::read_link(format!("/proc/self/fd/{number}"));
        open.is_ok_and(|open| open.to_string_lossy().starts_with("socket:"))
    };
    match name.parse() {
        Ok(number) if is_socket(number) => Ok(()),
        _ => Err(format!(
            "WAYLAND_SOCKET={name} is not the number of an open socket: unset it to open a display by name"
        )),
    }
}

/// Other systems always have a display.
///
/// # Errors
/// Never.
#[cfg(not(target_os = "linux"))]
pub fn check() -> Result<(), String> {
    Ok(())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::os::fd::AsRawFd;
    use std::os::unix::net::UnixStream;

    use super::check_socket;

    #[test]
    fn only_the_number_of_an_open_socket_passes() {
        let (socket, _other) = UnixStream::pair().expect("two sockets");
        let file = std::fs::File::open("/dev/null").expect("it is always there");
        assert_eq!(check_socket(&socket.as_raw_fd().to_string()), Ok(()));
        for name in [&file.as_raw_fd().to_string(), "1000000", "-1", "99999999999", "five", ""] {
            assert!(check_socket(name).is_err_and(|reason| reason.starts_with("WAYLAND_SOCKET=")), "{name}");
        }
    }
}
