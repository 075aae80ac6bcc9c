//! Tests of the painter's public face.

mod palettes;
mod shapes;
mod stills;
