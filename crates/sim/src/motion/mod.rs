//! How things on rails move: routes and aims, as functions of hazard time.

pub mod aim;
pub mod route;
