//! What the ninja sets off by touch: switches, keys, springs and teleports, and the channels between actors.

pub mod channel;
pub mod spring;
pub mod switch;
pub mod teleport;
