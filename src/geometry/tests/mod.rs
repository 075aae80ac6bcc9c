//! Tests that compare the toolkit with slow, exact answers.

mod exhaustive;
pub(super) mod map;
mod oracle;
mod properties;
pub(super) mod random;
mod rays;
mod shape_oracle;
mod shapes;
mod sweeps;
mod symmetries;
