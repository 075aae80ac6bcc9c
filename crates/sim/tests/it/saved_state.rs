//! Saved state: every field of it reaches the hash, and every field is saved and restored. The fields are found by
//! reflection, so that a new one cannot be forgotten here.

use std::collections::BTreeSet;

use bevy::math::Vec2;
use bevy::reflect::enums::{DynamicEnum, DynamicVariant, VariantInfo};
use bevy::reflect::structs::DynamicStruct;
use bevy::reflect::tuple::DynamicTuple;
use bevy::reflect::{PartialReflect, ReflectMut, TypeInfo};
use hairline_level::Level;
use hairline_sim::Simulation;
use hairline_testing::courses::dangerous_course;
use hairline_testing::random::RandomPlayer;
use hairline_testing::revive;
use hairline_testing::stress_level::stress_level;

/// Counts down the possible changes to the one to make.
struct Countdown(usize);

impl Countdown {
    /// Whether this change is the one to make.
    fn is_due(&mut self) -> bool {
        let due = self.0 == 0;
        self.0 = self.0.wrapping_sub(1);
        due
    }
}

/// Makes the change that is due somewhere in a value, and says what it was; `None` if the value can be changed in fewer ways.
fn change(value: &mut dyn PartialReflect, path: &str, countdown: &mut Countdown) -> Option<String> {
    match value.reflect_mut() {
        ReflectMut::Struct(fields) => (0..fields.field_len()).find_map(|index| {
            let path = format!("{path}.{}", fields.name_at(index)?);
            change(fields.field_at_mut(index)?, &path, countdown)
        }),
        ReflectMut::TupleStruct(fields) => (0..fields.field_len())
            .find_map(|index| change(fields.field_mut(index)?, &format!("{path}.{index}"), countdown)),
        ReflectMut::Array(array) => {
            (0..array.len()).find_map(|index| change(array.get_mut(index)?, &format!("{path}[{index}]"), countdown))
        }
        ReflectMut::List(list) => (0..list.len())
            .find_map(|index| change(list.get_mut(index)?, &format!("{path}[{index}]"), countdown))
            .or_else(|| {
                (!list.is_empty() && countdown.is_due()).then(|| list.pop()).map(|_| format!("{path}: shorter"))
            }),
        ReflectMut::Enum(value) => {
            let variant = value.variant_name().to_owned();
            let in_variant = (0..value.field_len())
                .find_map(|index| change(value.field_at_mut(index)?, &format!("{path}.{variant}.{index}"), countdown));
            in_variant.or_else(|| {
                let info = value.get_represented_enum_info().expect("the state's types are known");
                let mut others = info.iter().filter(|other| other.name() != variant);
                let other = others.find(|_| countdown.is_due())?;
                value.apply(&DynamicEnum::new(other.name(), fields_of(other)));
                Some(format!("{path}: {variant} to {}", other.name()))
            })
        }
        ReflectMut::Opaque(value) => change_number(value, path, countdown),
        other => panic!("{path}: say here how to change a {:?}", other.kind()),
    }
}

/// The lowest bit of a number, and the sign of a float.
fn change_number(value: &mut dyn PartialReflect, path: &str, countdown: &mut Countdown) -> Option<String> {
    if let Some(float) = value.try_downcast_mut::<f32>() {
        let bit = [1, 1 << 31].into_iter().find(|_| countdown.is_due())?;
        *float = f32::from_bits(float.to_bits() ^ bit);
    } else if !countdown.is_due() {
        return None;
    } else if let Some(flag) = value.try_downcast_mut::<bool>() {
        *flag = !*flag;
    } else if let Some(number) = value.try_downcast_mut::<u8>() {
        *number ^= 1;
    } else if let Some(number) = value.try_downcast_mut::<u32>() {
        *number ^= 1;
    } else if let Some(number) = value.try_downcast_mut::<u64>() {
        *number ^= 1;
    } else {
        panic!("{path}: say here how to change a {}", value.reflect_type_path());
    }
    Some(path.to_owned())
}

/// Some value for each field of a variant.
fn fields_of(variant: &VariantInfo) -> DynamicVariant {
    match variant {
        VariantInfo::Unit(_) => DynamicVariant::Unit,
        VariantInfo::Tuple(info) => {
            let mut fields = DynamicTuple::default();
            info.iter().for_each(|field| fields.insert_boxed(some_value(field.type_info())));
            DynamicVariant::Tuple(fields)
        }
        VariantInfo::Struct(info) => {
            let mut fields = DynamicStruct::default();
            info.iter().for_each(|field| fields.insert_boxed(field.name(), some_value(field.type_info())));
            DynamicVariant::Struct(fields)
        }
    }
}

/// Some value of a type.
fn some_value(info: Option<&TypeInfo>) -> Box<dyn PartialReflect> {
    match info.expect("the state's types are known") {
        TypeInfo::Struct(info) => {
            let mut fields = DynamicStruct::default();
            info.iter().for_each(|field| fields.insert_boxed(field.name(), some_value(field.type_info())));
            Box::new(fields)
        }
        TypeInfo::Enum(info) => {
            let first = info.iter().next().expect("an enum has variants");
            Box::new(DynamicEnum::new(first.name(), fields_of(first)))
        }
        info if info.is::<f32>() => Box::new(0.0_f32),
        info if info.is::<bool>() => Box::new(false),
        info if info.is::<u8>() => Box::new(0_u8),
        info if info.is::<u32>() => Box::new(0_u32),
        info => panic!("say here how to make a {}", info.type_path()),
    }
}

/// Plays a level for a while, then changes each field of its state in turn. Returns the keys of the types that it has.
fn assert_every_field_counts(level: &Level) -> BTreeSet<&'static str> {
    let mut simulation = Simulation::new(level);
    let mut player = RandomPlayer::new(7);
    for _ in 0..400 {
        simulation.tick(player.next_input());
        revive(&mut simulation);
    }
    let state = simulation.save();
    let hash = state.hash();
    let (mut changed, mut found) = (state.clone(), state.clone());
    let (mut keys, mut changes) = (BTreeSet::new(), 0);
    for index in 0..state.clone().reflect_mut().count() {
        for number in 0.. {
            changed.clone_from(&state);
            let (key, value) = changed.reflect_mut().nth(index).expect("it was counted");
            let Some(what) = change(value, key, &mut Countdown(number)) else { break };
            keys.insert(key);
            changes += 1;
            assert_ne!(changed.hash(), hash, "{what}: it does not reach the hash");
            simulation.restore(&changed);
            simulation.save_into(&mut found);
            assert_eq!(found.hash(), changed.hash(), "{what}: it is not restored and saved");
        }
    }
    assert!(changes > 300, "only {changes} changes");
    keys
}

#[test]
fn every_field_of_the_state_reaches_the_hash_and_is_saved_and_restored() {
    assert_every_field_counts(&dangerous_course());
    let level = Level { shards: vec![Vec2::splat(4.0)], ..stress_level() };
    let keys = assert_every_field_counts(&level);
    let registered: BTreeSet<_> = Simulation::new(&level).save().keys().collect();
    assert_eq!(registered.difference(&keys).collect::<Vec<_>>(), [] as [&&str; 0], "no state of these types");
}

#[test]
fn a_hash_depends_on_nothing_but_the_state() {
    let level = dangerous_course();
    let mut simulation = Simulation::new(&level);
    (0..50).for_each(|_| simulation.tick(RandomPlayer::new(1).next_input()));
    let state = simulation.save();
    assert_eq!(state.hash(), state.clone().hash());
    let mut other = Simulation::new(&level);
    other.restore(&state);
    assert_eq!(other.save().hash(), state.hash());
}
