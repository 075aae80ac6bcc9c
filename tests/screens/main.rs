//! The screens of the game in an app without a window: driven by the messages that devices send, checked by the inputs
//! that the rules receive and by the state of the screens.
#![cfg(feature = "desktop")]

mod assist;
mod campaign;
mod devices;
#[path = "../folder/mod.rs"]
mod folder;
mod progress;
mod screen_reader;
mod settings;
mod test_app;
mod transitions;
