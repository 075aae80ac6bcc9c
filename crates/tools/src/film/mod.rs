//! Films: the shapes of many moments as pixels ([`stage`]), and those as an animated GIF ([`gif`]) or as raw video ([`y4m`]).
//! It plays nothing: whoever has a run hands over what the moments show.

pub mod colors;
pub mod gif;
pub mod stage;
pub mod y4m;
