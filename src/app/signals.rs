//! The signals that end a program end the game as Ctrl-C does: it saves first.

use async_signal::{Signal, Signals};
use bevy::app::TerminalCtrlCHandlerPlugin;
use bevy::prelude::*;
use bevy::tasks::futures_lite::stream;

pub fn plugin(_: &mut App) {
    // From another process, from a terminal that is closed, from Ctrl and backslash.
    match Signals::new([Signal::Term, Signal::Hup, Signal::Quit]) {
        Ok(signals) => {
            std::thread::spawn(|| {
                stream::block_on(signals).for_each(|_| TerminalCtrlCHandlerPlugin::gracefully_exit())
            });
        }
        Err(error) => warn!("signals cannot be caught: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    use super::*;

    /// Set for this test, started again: then it is the game.
    const IS_GAME: &str = "HAIRLINE_TEST_SIGNALS";
    const NAME: &str = "app::signals::tests::each_signal_ends_the_game_in_order";

    // Without Ctrl-C, which is Bevy's own and stays ignored where a shell starts programs in the background.
    #[test]
    fn each_signal_ends_the_game_in_order() {
        if std::env::var_os(IS_GAME).is_some() {
            let mut app = App::new();
            app.add_plugins((TerminalCtrlCHandlerPlugin, plugin));
            println!("plays");
            while app.should_exit().is_none() {
                app.update();
                std::thread::yield_now();
            }
            println!("ends");
            return;
        }
        for signal in ["-TERM", "-HUP", "-QUIT"] {
            let mut game = Command::new(std::env::current_exe().expect("this program has a path"))
                .args(["--exact", NAME, "--nocapture"])
                .env(IS_GAME, "")
                .stdout(Stdio::piped())
                .spawn()
                .expect("this program can be started");
            let mut lines = BufReader::new(game.stdout.take().expect("it is piped")).lines().map_while(Result::ok);
            assert!(lines.any(|line| line.ends_with("plays")));
            let sent = Command::new("kill").args([signal, &game.id().to_string()]).status();
            assert!(sent.is_ok_and(|status| status.success()));
            assert!(lines.any(|line| line.ends_with("ends")), "{signal}");
            game.wait().expect("it has ended");
        }
    }
}
