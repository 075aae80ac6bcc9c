//! The kinds of actors: one file for each, the table of all, and what they share.
//!
//! A kind is a settings struct that implements [`ActorKind`](kind::ActorKind) in a file of its own, and a row in [`KINDS`].

pub(super) mod aim;
mod bumper;
mod camera;
mod checkpoint;
pub(super) mod columns;
mod crumble;
mod door;
pub(super) mod entries;
mod key;
pub(super) mod kind;
mod laser;
pub(super) mod logic;
mod mine;
mod mover;
mod orb;
pub(super) mod path;
mod sensor;
mod shape;
mod spring;
mod switch;
pub(super) mod table;
mod teleport;
mod turret;

pub use camera::CameraSettings;
pub use checkpoint::CheckpointSettings;
pub use crumble::CrumbleSettings;
pub use door::DoorSettings;
pub use key::KeySettings;
pub use laser::LaserSettings;
pub use mine::MineSettings;
pub use mover::{MoverSettings, MoverSurface};
pub use orb::OrbSettings;
pub use sensor::SensorSettings;
pub use spring::SpringSettings;
pub use switch::SwitchSettings;
pub use teleport::TeleportSettings;
pub use turret::TurretSettings;

use kind::ChannelUse;
use table::Kind;

/// All kinds of actors, in the order of the manual.
pub const KINDS: &[Kind] = &[
    Kind::of::<LaserSettings>(),
    Kind::of::<TurretSettings>(),
    Kind::of::<CameraSettings>(),
    Kind::of::<OrbSettings>(),
    Kind::of::<MoverSettings>(),
    bumper::KIND,
    Kind::of::<DoorSettings>(),
    Kind::of::<CrumbleSettings>(),
    Kind::of::<SwitchSettings>(),
    Kind::of::<SensorSettings>(),
    Kind::of::<KeySettings>(),
    Kind::of::<SpringSettings>(),
    Kind::of::<MineSettings>(),
    Kind::of::<TeleportSettings>(),
    Kind::of::<CheckpointSettings>(),
];

/// The names of the kinds that are obstacles, as a list in words.
pub(super) fn obstacle_kinds() -> String {
    plurals(|kind| kind.is_obstacle)
}

/// Which kinds raise channels, and which listen to them, in words.
pub(super) fn channel_kinds() -> String {
    let users = |channel_use| plurals(|kind| kind.channel_use == Some(channel_use));
    format!("{} raise a channel; {} listen with `when`", users(ChannelUse::Raises), users(ChannelUse::Listens))
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
    use super::*;

    #[test]
    fn kinds_are_listed_in_words_by_what_they_declare() {
        assert_eq!(obstacle_kinds(), "movers, bumpers, doors and crumbles");
        assert_eq!(
            channel_kinds(),
            "cameras, switches, sensors and keys raise a channel; lasers, turrets and doors listen with `when`"
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

    /// The fields that `Word(?: 1)` is told to choose from.
    fn fields_of(kind: &Kind) -> Vec<String> {
        let text = format!("(version: 1, name: \"A\", map: \"#@X#\", actors: {{ 'a': {}(no_field: 1) }})", kind.word);
        let diagnostics = crate::inspect(text, "fields").diagnostics;
        let helps: Vec<&str> = diagnostics.iter().filter_map(|diagnostic| diagnostic.help_text()).collect();
        let names = helps.concat();
        names.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    }

    #[test]
    fn each_kind_declares_the_form_of_each_of_its_fields_that_any_kind_declares() {
        let declared: Vec<&str> = KINDS.iter().flat_map(|kind| kind.field_forms).map(|form| form.0).collect();
        for kind in KINDS {
            let fields = fields_of(kind);
            // A teleport has none.
            assert!(fields.iter().any(|field| field == "at") || kind.cells() == 2, "{}: {fields:?}", kind.word);
            for field in declared.iter().filter(|declared| fields.iter().any(|field| field == *declared)) {
                assert!(kind.field_forms.iter().any(|form| form.0 == *field), "{}: {field}", kind.word);
            }
            for (field, _) in kind.field_forms {
                assert!(fields.iter().any(|known| known == field), "{} has no {field}", kind.word);
            }
            let raises = kind.channel_use == Some(ChannelUse::Raises);
            assert_eq!(kind.field_forms.contains(&("channel", kind::FieldForm::Text)), raises, "{}", kind.word);
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
