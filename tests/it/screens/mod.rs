//! The screens of the game in an app without a window: driven by the messages that devices send, checked by the inputs
//! that the rules receive and by the state of the screens.

mod assist;
mod campaign;
mod catalog;
mod daily;
mod devices;
mod ghosts;
mod labels;
mod last_death;
mod latch;
mod names;
mod progress;
mod rerun;
mod screen_reader;
mod settings;
mod share;
mod sound;
mod test_app;
mod transitions;
mod watch;
