//! The sounds of the actors: each has its own, within its band, and dozens at once stay a mix that can be listened to.

use super::*;
use crate::audio::engine::synth::filter::{Filter, Tuning};
use crate::sim::hazards::camera::SecurityCamera;
use crate::sim::hazards::orb::OrbState;
use crate::sim::ninja::Ninja;
use crate::sim::run::focus::Focus;
use crate::sim::triggers::spring::Spring;
use crate::sim::triggers::switch::{Key, Switch};

/// Every actor that speaks, out of everybody's way; he is shut off from them by a wall.
const EVERYTHING: &str = r#"(version: 1, name: "x", map: r"
    ##############################
    #      #                     #
    #      #  o       v          #
    #      #                     #
    #   X  #   s   t   k    c    #
    # @    #                     #
    ##############################
", actors: {
    'o': Orb(angle: 45),
    'v': Orb(angle: 45, radius: 0.8),
    's': Spring(angle: 90),
    't': Switch(channel: "gate", seconds: 2),
    'k': Key(channel: "vault"),
    'c': Camera(aim: Fixed(angle: 90), channel: "alarm"),
})"#;

fn parsed(text: &str) -> Level {
    level::parse(text, "x.level.ron").unwrap_or_else(|faults| panic!("{faults}\n{text}"))
}

/// The only one of a kind in a level, or its first.
fn first<T: Component + Clone>(app: &mut App) -> T {
    app.world_mut().query::<&T>().iter(app.world()).next().expect("the level has one").clone()
}

/// What is struck when these facts come in one frame.
fn struck(app: &mut App, orders: &Receiver<Order>, facts: impl IntoIterator<Item = Fact>) -> Vec<Strike> {
    app.world_mut().write_message_batch(facts);
    app.update();
    strikes(orders)
}

/// Which actor a fact is of. There is no arm for the rest: a new fact has to be thought of here.
fn actor_of(fact: &Fact) -> Option<&'static str> {
    match fact {
        Fact::NinjaBounced { .. } => Some("spring or bumper"),
        Fact::NinjaTeleported { .. } => Some("teleport"),
        Fact::BulletFired { .. } => Some("turret"),
        Fact::BulletStopped { .. } => Some("bullet"),
        Fact::OrbBounced { .. } => Some("orb"),
        Fact::ChannelRaised { .. } | Fact::ChannelLowered { .. } => Some("camera or switch"),
        Fact::KeyTaken { .. } => Some("key"),
        Fact::DoorMoved { .. } => Some("door"),
        Fact::MineLit { .. } | Fact::MineBlown { .. } => Some("mine"),
        Fact::RunRestarted { .. }
        | Fact::NinjaJumped { .. }
        | Fact::NinjaWallJumped { .. }
        | Fact::NinjaLanded { .. }
        | Fact::NinjaDied { .. }
        | Fact::BeamGrazed { .. }
        | Fact::ShardTaken { .. }
        | Fact::ExitOpened
        | Fact::ExitReached { .. }
        | Fact::FocusStarted
        | Fact::FocusEnded { .. } => None,
    }
}

/// Everything that actors do in the level of this module, and the sounds that belong to it alone.
fn deeds(app: &mut App) -> Vec<(Fact, &'static [Sound])> {
    let (spring, switch, key): (Spring, Switch, Key) = (first(app), first(app), first(app));
    let alarm = first::<SecurityCamera>(app).channel;
    let (place, normal) = (first::<Ninja>(app).position, Vec2::Y);
    vec![
        (Fact::NinjaBounced { position: spring.position, normal: spring.direction }, &[Sound::Spring]),
        (Fact::NinjaBounced { position: place, normal: spring.direction }, &[Sound::Bumper]),
        (Fact::NinjaBounced { position: spring.position, normal: Vec2::X }, &[Sound::Bumper]),
        (Fact::NinjaTeleported { from: place, to: place + 4.0 }, &[Sound::TeleportIn, Sound::TeleportOut]),
        (Fact::BulletFired { position: place, direction: normal }, &[Sound::Shot]),
        (Fact::BulletStopped { point: place, normal }, &[Sound::Impact]),
        (Fact::OrbBounced { point: place, normal }, &[Sound::OrbBounce]),
        (Fact::ChannelRaised { channel: alarm, by: place }, &[Sound::Alarm]),
        (Fact::ChannelLowered { channel: alarm }, &[Sound::Calm]),
        (Fact::ChannelRaised { channel: switch.channel, by: switch.position }, &[Sound::SwitchOn]),
        (Fact::ChannelLowered { channel: switch.channel }, &[Sound::SwitchOff]),
        (Fact::KeyTaken { position: key.position }, &[Sound::Key]),
        (Fact::DoorMoved { position: place, opens: true }, &[Sound::DoorOpens]),
        (Fact::DoorMoved { position: place, opens: false }, &[Sound::DoorCloses]),
        (Fact::MineLit { position: place }, &[Sound::MineLit]),
        (Fact::MineBlown { position: place, blast: 2.0 }, &[Sound::MineBlown]),
    ]
}

#[test]
fn what_each_actor_does_has_a_sound_that_nothing_else_has() {
    let (mut app, orders) = app(Some(&parsed(EVERYTHING)));
    let mut owners: Vec<(Sound, &[Sound])> = Vec::new();
    for (fact, expected) in deeds(&mut app) {
        assert!(actor_of(&fact).is_some(), "{fact:?}");
        let sounds: Vec<Sound> = struck(&mut app, &orders, [fact]).iter().map(|strike| strike.sound).collect();
        assert_eq!(sounds, expected, "{fact:?}");
        for sound in sounds {
            let is_taken = owners.iter().any(|(other, deed)| *other == sound && *deed != expected);
            assert!(!is_taken, "{fact:?} shares {sound:?}");
            owners.push((sound, expected));
        }
    }
    let old = [
        Fact::RunRestarted { after_death: false },
        Fact::NinjaJumped { position: Vec2::ZERO },
        Fact::NinjaWallJumped { position: Vec2::ZERO, wall: 1.0 },
        Fact::NinjaLanded { position: Vec2::ZERO, speed: 9.0 },
        Fact::NinjaDied { position: Vec2::ZERO, velocity: Vec2::ZERO, cause: DeathCause::Fall },
        Fact::BeamGrazed { point: Vec2::ZERO, clearance: 0.2 },
        Fact::ShardTaken { position: Vec2::ZERO, left: 2 },
        Fact::ShardTaken { position: Vec2::ZERO, left: 0 },
        Fact::ExitOpened,
        Fact::ExitReached { ticks: 9 },
        Fact::FocusStarted,
        Fact::FocusEnded { exhausted: false },
    ];
    for fact in old {
        assert_eq!(actor_of(&fact), None);
        for strike in struck(&mut app, &orders, [fact]) {
            assert!(owners.iter().all(|(sound, _)| *sound != strike.sound), "{fact:?} sounds like an actor");
        }
    }
}

#[test]
fn a_key_is_heard_once_though_it_raises_a_channel_as_well() {
    let (mut app, orders) = app(Some(&parsed(EVERYTHING)));
    let Key { position, channel } = first(&mut app);
    let facts = [Fact::KeyTaken { position }, Fact::ChannelRaised { channel, by: position }];
    assert_eq!(struck(&mut app, &orders, facts).iter().map(|strike| strike.sound).collect::<Vec<_>>(), [Sound::Key]);
}

#[test]
fn an_actor_is_heard_on_its_side_and_a_far_one_hardly() {
    let (mut app, orders) = app(Some(&parsed(EVERYTHING)));
    let here = first::<Ninja>(&mut app).position;
    let mut bounce = |away: f32| {
        // Long enough after the last one for its crowd to be forgotten.
        (0..200).for_each(|_| app.update());
        struck(&mut app, &orders, [Fact::OrbBounced { point: here + Vec2::X * away, normal: Vec2::X }]).first().copied()
    };
    let (near, far) = (bounce(1.0).expect("it is near"), bounce(15.0).expect("it is heard still"));
    assert!(near.gain > 5.0 * far.gain && near.pan < far.pan, "{near:?} {far:?}");
    assert_eq!(bounce(23.0), None);
}

#[test]
fn a_large_orb_bounces_lower_and_a_large_blast_is_deeper() {
    let (mut app, orders) = app(Some(&parsed(EVERYTHING)));
    let centers: Vec<Vec2> =
        app.world_mut().query::<&OrbState>().iter(app.world()).map(|state| state.position).collect();
    let mut rates = centers.into_iter().map(|center| {
        (0..20).for_each(|_| app.update());
        struck(&mut app, &orders, [Fact::OrbBounced { point: center + Vec2::X * 0.4, normal: Vec2::X }])[0].rate
    });
    let (small, large) = (rates.next().expect("the small orb"), rates.next().expect("the large orb"));
    assert!(small > 1.8 * large, "{small} {large}");
    let mut blast = |blast| struck(&mut app, &orders, [Fact::MineBlown { position: Vec2::ZERO, blast }])[0].rate;
    assert!(blast(3.5) < 0.8 && blast(1.0) > 1.3);
}

#[test]
fn in_slow_time_all_that_actors_do_is_lower_but_a_key() {
    let rates = |is_slow: bool| {
        let (mut app, orders) = app(Some(&parsed(EVERYTHING)));
        app.world_mut().resource_mut::<Focus>().active = is_slow;
        let deeds = deeds(&mut app);
        struck(&mut app, &orders, deeds.into_iter().map(|(fact, _)| fact))
    };
    let (plain, slow) = (rates(false), rates(true));
    assert_eq!(plain.len(), 17);
    for (plain, slow) in plain.iter().zip(&slow) {
        assert_eq!(plain.sound, slow.sound);
        assert_eq!(slow.rate < 0.81 * plain.rate, plain.sound != Sound::Key, "{plain:?} {slow:?}");
    }
}

/// Each sound of an actor: its seconds, its peak in dB, and the band in dB of the loudest twentieth of a second of it.
const BANDS: [(Sound, f32, f32, [f32; 2]); 18] = [
    (Sound::Shot, 0.11, -10.0, [-27.0, -23.0]),
    (Sound::Impact, 0.05, -14.0, [-35.0, -31.0]),
    (Sound::OrbBounce, 0.16, -14.0, [-28.0, -24.0]),
    (Sound::MineLit, 0.21, -15.0, [-19.0, -15.0]),
    (Sound::MineBlown, 0.80, -4.0, [-15.0, -11.0]),
    (Sound::Alarm, 0.44, -11.0, [-20.0, -16.0]),
    (Sound::Calm, 0.46, -14.0, [-22.0, -18.0]),
    (Sound::SwitchOn, 0.12, -11.0, [-26.0, -22.0]),
    (Sound::SwitchOff, 0.14, -13.0, [-27.0, -23.0]),
    (Sound::Tick, 0.06, -16.0, [-30.0, -26.0]),
    (Sound::DoorOpens, 0.44, -12.0, [-24.0, -20.0]),
    (Sound::DoorCloses, 0.42, -11.0, [-22.0, -18.0]),
    (Sound::DoorShut, 0.30, -8.0, [-18.0, -14.0]),
    (Sound::Bumper, 0.32, -10.0, [-19.0, -15.0]),
    (Sound::Spring, 0.28, -9.0, [-22.0, -18.0]),
    (Sound::TeleportIn, 0.20, -11.0, [-23.0, -19.0]),
    (Sound::TeleportOut, 0.48, -10.0, [-22.0, -18.0]),
    (Sound::Key, 0.60, -12.0, [-21.0, -17.0]),
];

fn decibels(mean_square: f32) -> f32 {
    10.0 * bevy::math::ops::log10(mean_square)
}

#[test]
fn each_sound_of_an_actor_has_its_length_its_peak_and_its_loudness() {
    for (sound, seconds, peak, [low, high]) in BANDS {
        let pcm = bank().sound(sound);
        assert!(pcm.samples.iter().all(|sample| sample.is_finite()), "{sound:?}");
        assert!((pcm.seconds() - seconds).abs() < 1e-3, "{sound:?} lasts {}", pcm.seconds());
        assert!((20.0 * bevy::math::ops::log10(pcm.peak()) - peak).abs() < 0.1, "{sound:?} peaks at {}", pcm.peak());
        let window = (0.05 * pcm.rate) as usize;
        let loudness = decibels(pcm.samples.windows(window).step_by(48).map(mean_square).fold(0.0, f32::max));
        assert!((low..=high).contains(&loudness), "{sound:?} is {loudness} dB loud");
    }
}

/// Where a sound's energy lies: its shares in each octave from 63 Hz to 8 kHz, in each eightieth of a second.
fn portrait(sound: Sound) -> [[f32; 80]; 8] {
    let Pcm { samples, rate } = bank().sound(sound);
    let mut energies = [[0.0; 80]; 8];
    for (octave, energies) in energies.iter_mut().enumerate() {
        let tuning = Tuning::new(62.5 * bevy::math::ops::exp2(octave as f32), 1.4, *rate);
        let mut filter = Filter::default();
        for (index, sample) in samples.iter().enumerate() {
            let band = filter.run(*sample, tuning).band;
            energies[(index as f32 / rate / 0.0125) as usize] += band * band;
        }
    }
    let whole: f32 = energies.iter().flatten().sum();
    energies.map(|energies| energies.map(|energy| energy / whole))
}

#[test]
fn no_two_sounds_of_actors_have_most_of_their_energy_in_the_same_places() {
    let portraits = BANDS.map(|(sound, ..)| (sound, portrait(sound)));
    for (index, (one, portrait)) in portraits.iter().enumerate() {
        for (other, other_portrait) in &portraits[index + 1..] {
            let pairs = portrait.iter().flatten().zip(other_portrait.iter().flatten());
            let elsewhere = pairs.map(|(a, b)| 0.5 * (a - b).abs()).sum::<f32>();
            assert!(elsewhere > 0.35, "{one:?} and {other:?} are {elsewhere} apart");
        }
    }
}

#[test]
fn dozens_of_turrets_orbs_and_bullets_stay_under_a_death_and_leave_it_its_place() {
    let (mut app, orders) = app(Some(&parsed(EVERYTHING)));
    let (way, mut mixer) = mixer();
    let here = first::<Ninja>(&mut app).position;
    let mut mix = Vec::new();
    for _ in 0..192 {
        let crowd = (0..32).flat_map(|index| {
            let point = here + Vec2::new(1.0 + 0.1 * index as f32, 0.0);
            let normal = Vec2::X;
            [
                Fact::BulletFired { position: point, direction: normal },
                Fact::BulletStopped { point, normal },
                Fact::OrbBounced { point, normal },
                Fact::OrbBounced { point: point + 1.0, normal },
            ]
        });
        struck(&mut app, &orders, crowd).into_iter().for_each(|strike| way.strike(strike));
        mix.extend(heard(&mut mixer, FRAME.as_secs_f32()));
    }
    let peak = mix.iter().fold(0.0_f32, |peak, sample| peak.max(sample.abs()));
    let loudness = decibels(mean_square(&mix[mix.len() / 4..]));
    assert!(peak < 0.5, "they peak at {peak}, where nothing is limited yet");
    assert!((-45.0..-28.0).contains(&loudness), "they are {loudness} dB loud");
    way.strike(Strike::plain(Sound::Death));
    let death = heard(&mut mixer, 0.1);
    assert!(decibels(mean_square(&death)) > loudness + 12.0, "a death is heard over all of them");
}

#[test]
fn all_that_actors_do_at_once_stays_under_the_ceiling() {
    let (way, mut mixer) = mixer();
    heard(&mut mixer, 0.2);
    for (sound, ..) in BANDS {
        way.strike(Strike::plain(sound));
    }
    let mix = heard(&mut mixer, 1.0);
    let peak = mix.iter().fold(0.0_f32, |peak, sample| peak.max(sample.abs()));
    assert!(peak > 0.5 && peak <= CEILING, "{peak}");
    assert!(decibels(mean_square(&mix[..48_000])) < -12.0);
}

/// Plays a level with the button held to the right for some seconds; tells what was struck, and the throb's loudness, frame
/// by frame.
fn played(text: &str, seconds: f32, input: impl Fn(f32) -> TickInput) -> Vec<(Vec<Sound>, f32)> {
    let (mut app, orders) = app(Some(&parsed(text)));
    let frame = |index: usize| {
        let input = input(index as f32 * FRAME.as_secs_f32());
        for _ in 0..2 {
            *app.world_mut().resource_mut::<TickInput>() = input;
            app.world_mut().run_schedule(Simulate);
        }
        app.update();
        let (mut sounds, mut throb) = (Vec::new(), 0.0);
        for order in orders.try_iter() {
            match order {
                Order::Strike(strike) => sounds.push(strike.sound),
                Order::Sound(scape) => throb = scape.level(Loop::Watch).gain,
            }
        }
        (sounds, throb)
    };
    (0..(seconds / FRAME.as_secs_f32()) as usize).map(frame).collect()
}

#[test]
fn a_timed_switch_clicks_opens_its_door_ticks_down_and_clicks_back_and_the_door_shuts() {
    let text = r#"(version: 1, name: "x", map: r"
        ####################
        #                  #
        #             d    #
        # @  s            X#
        ####################
    ", actors: {
        's': Switch(channel: "gate", seconds: 1.5),
        'd': Door(size: (1, 1), when: Raised("gate")),
    })"#;
    let run_on = |time: f32| if time < 0.7 { TickInput::RIGHT } else { TickInput::NONE };
    let mut sounds: Vec<Sound> = played(text, 3.5, run_on).into_iter().flat_map(|(sounds, _)| sounds).collect();
    sounds.retain(|sound| !matches!(sound, Sound::Step | Sound::Land));
    let ticks = [Sound::Tick; 5];
    let expected = [Sound::SwitchOn, Sound::DoorOpens].into_iter().chain(ticks).chain([
        Sound::SwitchOff,
        Sound::DoorCloses,
        Sound::DoorShut,
    ]);
    assert_eq!(sounds, expected.collect::<Vec<_>>());
}

#[test]
fn an_alarm_is_given_throbs_while_it_lasts_and_calms_down() {
    let text = r#"(version: 1, name: "x", map: r"
        ##########################
        #                        #
        #   c                    #
        # @ #                   X#
        ##########################
    ", actors: { 'c': Camera(aim: Fixed(angle: 180), fov: 120, range: 5, channel: "alarm", alarm: 1) })"#;
    let frames =
        played(text, 6.0, |time| if time > 1.0 { TickInput::RIGHT.with(TickInput::JUMP) } else { TickInput::NONE });
    let when = |sound: Sound| frames.iter().position(|(sounds, _)| sounds.contains(&sound));
    let (raised, calmed) = (when(Sound::Alarm).expect("he is seen"), when(Sound::Calm).expect("and lost"));
    assert!(calmed > raised + 64);
    let throb = |index: usize| frames[index].1;
    assert!(throb(raised) > 0.1 && throb(calmed - 1) > 0.0 && throb(calmed - 1) < 0.1 * throb(raised));
    assert!((calmed..frames.len()).all(|index| throb(index) == 0.0));
}

#[test]
fn a_restart_shuts_no_door_that_it_puts_back() {
    let text = r#"(version: 1, name: "x", map: r"
        ####################
        #                  #
        #             d    #
        # @s              X#
        ####################
    ", actors: {
        's': Switch(channel: "gate"),
        'd': Door(size: (1, 1), when: Raised("gate")),
    })"#;
    let restart = |time: f32| {
        if (1.0..1.02).contains(&time) {
            TickInput::RESTART
        } else if time < 0.5 {
            TickInput::RIGHT
        } else {
            TickInput::NONE
        }
    };
    let sounds: Vec<Sound> = played(text, 2.0, restart).into_iter().flat_map(|(sounds, _)| sounds).collect();
    assert!(sounds.contains(&Sound::DoorOpens) && sounds.contains(&Sound::Restart), "{sounds:?}");
    assert!(!sounds.contains(&Sound::DoorShut), "{sounds:?}");
}

#[test]
fn in_play_each_actor_on_his_way_is_heard_as_itself() {
    let cases: [(&str, &[Sound], &[Sound]); 7] = [
        ("Spring(angle: 90)", &[Sound::Spring], &[Sound::Bumper]),
        ("Bumper(radius: 0.5)", &[Sound::Bumper], &[Sound::Spring]),
        ("Mine()", &[Sound::MineLit, Sound::MineBlown], &[Sound::Tick]),
        ("Key(channel: \"vault\")", &[Sound::Key], &[Sound::Alarm, Sound::SwitchOn]),
        ("Switch(channel: \"light\")", &[Sound::SwitchOn], &[Sound::Alarm, Sound::SwitchOff, Sound::Tick]),
        ("Turret(aim: Fixed(angle: 0), period: 0.3)", &[Sound::Shot, Sound::Impact], &[Sound::OrbBounce]),
        ("Orb(angle: 90)", &[Sound::OrbBounce], &[Sound::Impact]),
    ];
    for (actor, expected, never) in cases {
        let text = format!(
            "(version: 1, name: \"x\", map: r\"
            ##############
            #            #
            #            #
            # @   a     X#
            ##############
            \", actors: {{ 'a': {actor} }})"
        );
        let sounds: Vec<Sound> =
            played(&text, 1.5, |_| TickInput::RIGHT).into_iter().flat_map(|(sounds, _)| sounds).collect();
        assert!(expected.iter().all(|sound| sounds.contains(sound)), "{actor}: {sounds:?}");
        assert!(never.iter().all(|sound| !sounds.contains(sound)), "{actor}: {sounds:?}");
    }
}
