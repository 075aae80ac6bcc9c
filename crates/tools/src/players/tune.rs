//! Constants that are being fitted.
use std::sync::LazyLock;
pub struct Tune { pub unpracticed: f32, pub exponent: f32, pub slip: f32, pub slip_ticks: f32, pub own: f32, pub rate: f32, pub silence: f32, pub vel: f32, pub impatience: f32, pub wait: f32, pub release: f32, pub unknown: f32, pub horizon: u32, pub dev: f32, pub corr: f32, pub corrticks: u32, pub near: f32 }
fn get(name: &str, or: f32) -> f32 { std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(or) }
pub static T: LazyLock<Tune> = LazyLock::new(|| Tune {
    unpracticed: get("T_UNPRACTICED", 1.5), exponent: get("T_EXPONENT", -0.5), slip: get("T_SLIP", 0.02), slip_ticks: get("T_SLIPTICKS", 16.0),
    own: get("T_OWN", 1.0), rate: get("T_RATE", 0.08), silence: get("T_SILENCE", 2.5), vel: get("T_VEL", 0.05), impatience: get("T_IMPATIENCE", 0.12),
    wait: get("T_WAIT", 0.9), release: get("T_RELEASE", 0.6), unknown: get("T_UNKNOWN", 0.5), horizon: get("T_HORIZON", 112.0) as u32, dev: get("T_DEV", 1.0), corr: get("T_CORR", 0.5), corrticks: get("T_CORRTICKS", 4.0) as u32, near: get("T_NEAR", 2.0),
});
