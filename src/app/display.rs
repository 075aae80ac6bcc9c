//! Whether there is a display to open a window on, asked before the window library is, which would panic.

/// Finds a display.
///
/// # Errors
/// In one sentence with what can be done, if there is none or it does not answer.
#[cfg(target_os = "linux")]
pub fn find() -> Result<(), String> {
    let named = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    if let Some(name) = named("WAYLAND_SOCKET") {
        return handed_over(&name);
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

/// A socket that is handed over can be opened once only, so it is not tried, only looked at: to the window library, a
/// number behind which nothing is open would be the end of the process.
#[cfg(target_os = "linux")]
fn handed_over(name: &str) -> Result<(), String> {
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

/// Other systems always have one.
///
/// # Errors
/// Never.
#[cfg(not(target_os = "linux"))]
pub fn find() -> Result<(), String> {
    Ok(())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::os::fd::AsRawFd;
    use std::os::unix::net::UnixStream;

    use crate::app::display::handed_over;

    #[test]
    fn only_the_number_of_an_open_socket_is_handed_on() {
        let (socket, _other) = UnixStream::pair().expect("two sockets");
        let file = std::fs::File::open("/dev/null").expect("it is always there");
        assert_eq!(handed_over(&socket.as_raw_fd().to_string()), Ok(()));
        for name in [&file.as_raw_fd().to_string(), "1000000", "-1", "99999999999", "five", ""] {
            assert!(handed_over(name).is_err_and(|reason| reason.starts_with("WAYLAND_SOCKET=")), "{name}");
        }
    }
}
