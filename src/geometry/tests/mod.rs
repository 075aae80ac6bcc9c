//! Tests that compare the toolkit with slow, exact answers.

mod exhaustive;
pub(super) mod map;
mod oracle;
pub(super) mod random;
mod rays;
mod shapes;
mod spans;
mod sweeps;
mod symmetries;
