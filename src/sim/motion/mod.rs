//! How things on rails move: patrols along paths and aims that turn, as functions of hazard time.

pub(crate) mod aim;
pub mod patrol;
