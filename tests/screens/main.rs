//! The screens as they are in the game, in an app without window and picture: driven by the messages that devices send,
//! judged by what the rules are given and by what is on screen.
#![cfg(feature = "desktop")]

mod desk;
mod devices;
mod ways;
