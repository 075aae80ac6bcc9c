//! The pages: each file spawns what its screen shows.

pub mod diagnostic;
pub mod end;
pub mod finished;
pub mod level_list;
pub mod pause;
pub(crate) mod scene;
pub mod title;
