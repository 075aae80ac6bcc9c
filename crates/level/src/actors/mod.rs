//! The kinds of actors: one file for each, the list of all, and what they share.
//!
//! A kind is a settings struct that implements [`ActorKind`](kind::ActorKind) in a file of its own, and its name in `kinds!`.
//! Triggers and weapons hold the settings of certain kinds, so they are declared here beside the list.

pub(super) mod aim;
mod bumper;
mod camera;
mod checkpoint;
pub(super) mod columns;
mod crumble;
mod door;
pub(super) mod entries;
pub(super) mod fields;
pub(super) mod frame;
mod key;
pub(super) mod kind;
mod laser;
pub(super) mod logic;
mod mine;
mod mover;
mod orb;
pub(super) mod path;
mod sensor;
pub(super) mod settings;
mod shape;
mod spring;
mod switch;
mod teleport;
mod turret;
mod vane;

use crate::format::gates::Channel;
use kind::{ActorKind, ChannelUse, Kind};
use logic::Hold;
pub use mover::MoverSurface;

macro_rules! kinds {
    ($($file:ident $(::$Settings:ident)?,)*) => {
        $( $( pub use $file::$Settings; )? )*

        /// All kinds of actors, in the order of the manual.
        pub const KINDS: &[Kind] = &[$( $file $(::$Settings)? ::KIND ),*];
    };
}

kinds! {
    laser::LaserSettings,
    turret::TurretSettings,
    camera::CameraSettings,
    orb::OrbSettings,
    mover::MoverSettings,
    bumper,
    door::DoorSettings,
    crumble::CrumbleSettings,
    vane::VaneSettings,
    switch::SwitchSettings,
    sensor::SensorSettings,
    key::KeySettings,
    spring::SpringSettings,
    mine::MineSettings,
    teleport::TeleportSettings,
    checkpoint::CheckpointSettings,
}

/// How an actor raises a channel.
#[derive(Clone, Debug)]
pub struct ChannelSource {
    /// The channel.
    pub channel: Channel,
    /// What raises it.
    pub trigger: Trigger,
    /// How long it stays raised.
    pub hold: Hold,
}

/// What raises a channel.
#[derive(Clone, Debug)]
pub enum Trigger {
    /// A touch of the ninja: [`ActorLogic::touch`](logic::ActorLogic::touch).
    Touch,
    /// The sight of the ninja.
    Sight(camera::CameraSettings),
    /// A lit beam.
    Light(sensor::SensorSettings),
}

/// How an actor kills.
#[derive(Clone, Debug)]
pub enum Weapon {
    /// By beams.
    Beams(laser::LaserSettings),
    /// By bullets.
    Bullets(turret::TurretSettings),
    /// By a body or a blast whose place is not foreseen, and which obstacles stop.
    Roaming,
}

/// The names of the kinds that are obstacles, as a list in words.
pub(super) fn obstacle_kinds() -> String {
    plurals(|kind| kind.is_obstacle)
}

/// Which kinds raise channels, and which listen to them, in words.
pub(super) fn channel_kinds() -> String {
    let users = |channel_use| plurals(|kind| kind.channel_use == Some(channel_use));
    let (raise, listen) = (users(ChannelUse::Raises), users(ChannelUse::Listens));
    format!("{raise} raise a channel; {listen} listen with `when`, and paths too")
}

/// The names of some kinds, joined to a list such as `keys, mines and orbs`.
fn plurals(is_meant: impl Fn(&Kind) -> bool) -> String {
    let names: Vec<&str> = KINDS.iter().filter(|kind| is_meant(kind)).map(|kind| kind.names[1]).collect();
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::fields::FieldForm;
    use super::*;

    #[test]
    fn kinds_are_listed_in_words_by_what_they_declare() {
        assert_eq!(obstacle_kinds(), "movers, bumpers, doors, crumbles and vanes");
        assert_eq!(
            channel_kinds(),
            "cameras, switches, sensors and keys raise a channel; \
             lasers, turrets, bumpers, doors, vanes and springs listen with `when`, and paths too"
        );
    }

    /// Bumpers are movers by another word, so they have no sections of their own.
    #[test]
    fn no_two_kinds_share_a_section_of_the_hash() {
        let own = KINDS.iter().filter(|kind| kind.word != bumper::KIND.word);
        let mut sections: Vec<u32> = own.flat_map(|kind| (kind.hash_sections)()).collect();
        sections.sort_unstable();
        let next_free = sections.len() as u32;
        assert_eq!(sections, (0..next_free).collect::<Vec<_>>(), "a new kind takes the next free number");
    }

    #[test]
    fn no_two_kinds_share_a_word_or_a_name() {
        for (index, kind) in KINDS.iter().enumerate() {
            let others = &KINDS[..index];
            assert!(others.iter().all(|other| other.word != kind.word && other.names != kind.names), "{}", kind.word);
            assert!(kind.example.starts_with(&format!("{}(", kind.word)), "{}", kind.example);
        }
    }

    #[test]
    fn a_kind_knows_the_form_of_each_of_its_fields() {
        for (kind, field, form) in [
            (LaserSettings::KIND, "aim", Some(FieldForm::Aim)),
            (LaserSettings::KIND, "path", Some(FieldForm::Path)),
            (LaserSettings::KIND, "when", Some(FieldForm::Gate)),
            (LaserSettings::KIND, "beams", Some(FieldForm::Plain)),
            (OrbSettings::KIND, "angle", Some(FieldForm::Angle)),
            (MoverSettings::KIND, "shape", Some(FieldForm::Word)),
            (bumper::KIND, "turn", Some(FieldForm::Aim)),
            (KeySettings::KIND, "channel", Some(FieldForm::Text)),
            (KeySettings::KIND, "no_field", None),
        ] {
            assert_eq!(kind.field_form(field), form, "{field} of {kind:?}");
        }
        for kind in KINDS {
            assert_eq!(kind.field_form("channel") == Some(FieldForm::Text), kind.raises(), "{kind:?}");
            assert_eq!(
                kind.field_form("when") == Some(FieldForm::Gate),
                kind.channel_use == Some(ChannelUse::Listens),
                "{kind:?}"
            );
        }
    }

    #[test]
    fn the_manual_states_the_range_of_every_number() {
        let manual = include_str!("../../../../levels/README.md");
        for quantity in KINDS.iter().flat_map(|kind| kind.quantities) {
            assert!(manual.contains(&quantity.range()), "{}", quantity.range());
            quantity.assert_contains_its_limits();
        }
    }
}
