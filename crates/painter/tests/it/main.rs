//! Tests of the painter's public face.

mod dashes;
mod figure;
mod palettes;
mod shapes;
mod shimmer;
mod stills;
