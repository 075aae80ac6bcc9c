//! Every message of the rules, and the sounds that it should make. A new message needs a row here, in [`messages`] or in
//! [`SILENT`].

use std::fmt::Debug;
use std::fs;
use std::path::Path;

use super::*;
use crate::audio::actors::{
    camera, checkpoint, crumble, door, key, laser, mine, mover, orb, sensor, spring, switch, teleport, turret, vane,
};
use crate::audio::ninja;
use crate::audio::run;
use hairline_sim::death::{Death, Weapon};
use hairline_sim::hazards::beam_hits::BeamGrazed;
use hairline_sim::hazards::camera::{CameraAlarmed, SecurityCamera};
use hairline_sim::hazards::mine::{MineExploded, MineLit};
use hairline_sim::hazards::orb::OrbBounced;
use hairline_sim::hazards::sensor::{Sensor, SensorLit};
use hairline_sim::hazards::turret::{BulletFired, BulletStopped};
use hairline_sim::ninja::death::HitForgiven;
use hairline_sim::ninja::death::NinjaDied;
use hairline_sim::ninja::{Ninja, NinjaBumped, NinjaJumped, NinjaLanded, NinjaWallJumped};
use hairline_sim::obstacles::crumble::{CrumbleChanged, CrumblePhase};
use hairline_sim::obstacles::door::DoorMoved;
use hairline_sim::obstacles::vane::VaneTurned;
use hairline_sim::run::channels::{ChannelLowered, ChannelRaised};
use hairline_sim::run::checkpoint::CheckpointTouched;
use hairline_sim::run::exit::{ExitOpened, ExitReached};
use hairline_sim::run::focus::{FocusEnded, FocusStarted};
use hairline_sim::run::shard::ShardTaken;
use hairline_sim::run::{RestartPoint, Run, RunRestarted};
use hairline_sim::state::actor::ActorIndex;
use hairline_sim::triggers::key::{Key, KeyTaken};
use hairline_sim::triggers::spring::{Spring, SpringReleased};
use hairline_sim::triggers::switch::{Switch, SwitchPressed};
use hairline_sim::triggers::teleport::NinjaTeleported;

/// Messages without a sound: what raises a channel has one of its own.
const SILENT: [&str; 1] = ["ChannelRaised"];

/// The first of each kind.
const FIRST: ActorIndex = ActorIndex(0);

/// Every actor whose message needs one, out of each other's way. A wall keeps the ninja from them.
pub const EVERYTHING: &str = r#"(version: 1, name: "x", map: r"
    ##############################
    #      #                     #
    #      #  o       v          #
    #      #                     #
    #   X  #   s   t   k  l c    #
    # @    #                     #
    ##############################
", actors: {
    'o': Orb(angle: 45),
    'v': Orb(angle: 45, radius: 0.8),
    's': Spring(angle: 90),
    't': Switch(channel: "gate", seconds: 2),
    'k': Key(channel: "vault"),
    'l': Sensor(channel: "light"),
    'c': Camera(aim: Fixed(angle: 90), channel: "alarm"),
})"#;

/// A message of the rules, and the sounds that it should make, ordered by name.
pub struct MessageCase {
    /// The message, to name it when a test fails.
    pub name: String,
    /// The name of its type.
    pub type_name: String,
    /// Whether it comes from an actor of the level.
    pub is_of_actor: bool,
    pub sounds: Vec<Sound>,
    write: Box<dyn Fn(&mut World)>,
}

impl MessageCase {
    /// Emits the message.
    pub fn write(&self, app: &mut App) {
        (self.write)(app.world_mut());
    }
}

fn of_run<M: Message + Clone + Debug>(message: M, sounds: impl IntoIterator<Item = Sound>) -> MessageCase {
    let type_name = std::any::type_name::<M>().rsplit("::").next().expect("a type has a name").to_owned();
    let name = format!("{message:?}");
    let write = move |world: &mut World| _ = world.write_message(message.clone());
    MessageCase { name, type_name, is_of_actor: false, sounds: sounds.into_iter().collect(), write: Box::new(write) }
}

fn of_actor<M: Message + Clone + Debug>(message: M, sounds: impl IntoIterator<Item = Sound>) -> MessageCase {
    MessageCase { is_of_actor: true, ..of_run(message, sounds) }
}

/// The only component of a kind in a level, or its first.
pub fn first<T: Component + Clone>(app: &mut App) -> T {
    app.world_mut().query::<&T>().iter(app.world()).next().expect("the level has one").clone()
}

/// Every message of the rules that is heard, in the level [`EVERYTHING`].
pub fn messages(app: &mut App) -> Vec<MessageCase> {
    let (spring, switch, key): (Spring, Switch, Key) = (first(app), first(app), first(app));
    let light: Sensor = first(app);
    let alarm = first::<SecurityCamera>(app).channel;
    let (position, source) = (app.world().resource::<Ninja>().position, FIRST);
    let (point, direction, normal) = (position, Vec2::Y, Vec2::Y);
    let death = Death::by(Weapon { name: "a test", kind: None, presses: false });
    vec![
        of_run(RunRestarted { after_death: false, to: RestartPoint::Start }, [&run::RESTART]),
        of_run(RunRestarted { after_death: true, to: RestartPoint::Start }, [&run::RESTART]),
        of_run(FocusStarted, [&run::FOCUS_STARTED]),
        of_run(FocusEnded { exhausted: false }, [&run::FOCUS_ENDED]),
        of_run(FocusEnded { exhausted: true }, [&run::FOCUS_ENDED]),
        of_run(ShardTaken { source, position, left: 2 }, [&run::SHARD]),
        of_run(ShardTaken { source, position, left: 0 }, [&run::LAST_SHARD]),
        of_run(ExitOpened { position }, [&run::EXIT_OPENED]),
        of_run(ExitReached { position, ticks: 9 }, [&run::EXIT_REACHED]),
        of_run(NinjaJumped { position }, [&ninja::JUMP]),
        of_run(NinjaWallJumped { position, wall: 1.0 }, [&ninja::WALL_JUMP]),
        of_run(NinjaLanded { position, speed: 9.0 }, [&ninja::LAND]),
        of_run(NinjaDied { position, velocity: Vec2::ZERO, death }, [&ninja::DEATH]),
        of_run(HitForgiven { position, death }, [&ninja::FORGIVEN]),
        of_run(BeamGrazed { source, point, clearance: 0.2 }, [&laser::NEAR_MISS]),
        of_actor(SpringReleased { source, position, direction: spring.direction() }, [&spring::RELEASED]),
        // A bumper right beside a spring, that throws in the same direction, still sounds like a bumper.
        of_actor(NinjaBumped { source, position: spring.position, normal: spring.direction() }, [&mover::BUMPED]),
        of_actor(NinjaBumped { source, position, normal }, [&mover::BUMPED]),
        of_actor(NinjaTeleported { source, from: position, to: position + 4.0 }, [&teleport::ENTERED, &teleport::LEFT]),
        of_actor(BulletFired { source, position, direction }, [&turret::SHOT]),
        of_actor(BulletStopped { source, point, normal }, [&turret::IMPACT]),
        of_actor(OrbBounced { source, point, normal }, [&orb::BOUNCE]),
        of_actor(CameraAlarmed { source, position, channel: alarm }, [&camera::ALARM]),
        of_actor(ChannelLowered { channel: alarm }, [&camera::ALL_CLEAR]),
        of_actor(SwitchPressed { source, position: switch.position, channel: switch.channel }, [&switch::PRESSED]),
        of_actor(ChannelLowered { channel: switch.channel }, [&switch::RELEASED]),
        of_actor(SensorLit { source, position: light.position, channel: light.channel }, [&sensor::LIT]),
        of_actor(ChannelLowered { channel: light.channel }, [&sensor::DARK]),
        of_actor(KeyTaken { source, position: key.position, channel: key.channel }, [&key::TAKEN]),
        of_actor(DoorMoved { source, position, opens: true }, [&door::OPENS]),
        of_actor(DoorMoved { source, position, opens: false }, [&door::CLOSES]),
        of_actor(CrumbleChanged { source, position, phase: CrumblePhase::Cracking }, [&crumble::CRACKS]),
        of_actor(CrumbleChanged { source, position, phase: CrumblePhase::Gone }, [&crumble::FALLS]),
        of_actor(CrumbleChanged { source, position, phase: CrumblePhase::Whole }, [&crumble::RETURNS]),
        of_actor(VaneTurned { source, position }, [&vane::TURNS]),
        of_actor(CheckpointTouched { source, position }, [&checkpoint::TOUCHED]),
        of_actor(MineLit { source, position }, [&mine::LIT]),
        of_actor(MineExploded { source, position, blast: 2.0 }, [&mine::EXPLODED]),
    ]
}

#[test]
fn every_message_makes_its_own_sounds_in_its_frame() {
    let (mut app, commands) = app(Some(&parse(EVERYTHING)));
    for message in messages(&mut app) {
        message.write(&mut app);
        app.update();
        assert_eq!(sounds(&played(&commands)), message.sounds, "{}", message.name);
    }
}

#[test]
fn no_two_types_of_messages_share_a_sound() {
    let (mut app, _) = app(Some(&parse(EVERYTHING)));
    let mut owners: Vec<(Sound, String)> = Vec::new();
    for message in messages(&mut app) {
        for sound in message.sounds {
            let owner = owners.iter().find(|(other, _)| *other == sound);
            assert!(owner.is_none_or(|(_, owner)| *owner == message.type_name), "{sound:?} has two owners");
            owners.push((sound, message.type_name.clone()));
        }
    }
}

#[test]
fn every_message_is_silent_except_in_play() {
    for scene in [AudioScene::Menu, AudioScene::Paused, AudioScene::Results] {
        let (mut app, commands) = app(Some(&parse(EVERYTHING)));
        app.insert_resource(scene);
        messages(&mut app).iter().for_each(|message| message.write(&mut app));
        app.update();
        app.insert_resource(AudioScene::Playing);
        app.update();
        assert_eq!(played(&commands), [], "{scene:?}");
    }
}

#[test]
fn the_raising_of_a_channel_has_no_sound_of_its_own() {
    let (mut app, commands) = app(Some(&parse(EVERYTHING)));
    let Switch { position, channel, .. } = first(&mut app);
    app.world_mut().write_message(ChannelRaised { channel, position });
    app.update();
    assert_eq!(played(&commands), []);
}

#[test]
fn in_slow_motion_everything_in_the_world_is_lower_and_what_addresses_the_player_is_not() {
    let all = |is_slow: bool| {
        let (mut app, commands) = app(Some(&parse(EVERYTHING)));
        app.world_mut().resource_mut::<Run>().focus.active = is_slow;
        let messages = messages(&mut app);
        messages.iter().for_each(|message| message.write(&mut app));
        app.update();
        (played(&commands), messages.iter().map(|message| message.sounds.len()).sum::<usize>())
    };
    let ((plain, expected), (slow, _)) = (all(false), all(true));
    assert_eq!(plain.len(), expected);
    for (plain, slow) in plain.iter().zip(&slow) {
        assert_eq!(plain.sound, slow.sound);
        assert_eq!(slow.rate < 0.81 * plain.rate, plain.sound.is_diegetic, "{plain:?} {slow:?}");
    }
}

/// The names of the types that derive `Message` in a folder of the source.
fn message_types(folder: &Path, names: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("the folder is there").map(|entry| entry.expect("and can be listed")) {
        let path = entry.path();
        if path.is_dir() {
            message_types(&path, names);
            continue;
        }
        let text = fs::read_to_string(&path).expect("source is text");
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if line.trim_start().starts_with("#[derive(") && line.contains("Message") {
                let declaration = lines.find(|line| line.contains(" struct ")).expect("an attribute is of a type");
                let name = declaration.split(" struct ").nth(1).expect("it is named");
                names.push(name.chars().take_while(char::is_ascii_alphanumeric).collect());
            }
        }
    }
}

#[test]
fn every_message_type_of_the_rules_has_a_row_or_is_silent_on_purpose() {
    let mut names = Vec::new();
    message_types(&Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/sim/src"), &mut names);
    assert!(names.len() >= 25, "the source was found: {names:?}");
    let (mut app, _) = app(Some(&parse(EVERYTHING)));
    let heard = messages(&mut app);
    for name in names {
        let is_heard = heard.iter().any(|message| message.type_name == name);
        assert!(is_heard != SILENT.contains(&name.as_str()), "{name} needs a row in `messages`, or one in `SILENT`");
    }
}
