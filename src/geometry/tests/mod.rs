//! Tests that compare the toolkit with slow, exact answers.

mod exhaustive;
mod map;
mod oracle;
mod random;
mod rays;
mod shapes;
mod sweeps;
mod symmetries;
