//! The sounds of the actors: each has its own, within its band, and dozens at once stay a mix that one can listen to.

use super::messages::{EVERYTHING, first, messages};
use super::*;
use crate::audio::actors::{
    camera, checkpoint, crumble, door, key, mine, mover, orb, sensor, spring, switch, teleport, turret, vane,
};
use crate::audio::engine::mixer::CEILING;
use crate::audio::engine::synth::{Coefficients, Filter};
use crate::audio::ninja;
use crate::audio::run;
use hairline_level::KeySettings;
use hairline_sim::hazards::mine::MineExploded;
use hairline_sim::hazards::orb::OrbBounced;
use hairline_sim::hazards::turret::{BulletFired, BulletStopped};
use hairline_sim::ninja::Ninja;
use hairline_sim::run::channels::ChannelRaised;
use hairline_sim::state::actor::ActorIndex;
use hairline_sim::triggers::key::{Key, KeyTaken};

/// The first of each kind.
const FIRST: ActorIndex = ActorIndex(0);

/// What plays when a message comes.
fn played_on(app: &mut App, commands: &Receiver<AudioCommand>, message: impl Message) -> Vec<PlaySound> {
    app.world_mut().write_message(message);
    app.update();
    played(commands)
}

#[test]
fn what_an_actor_does_sounds_like_nothing_else_in_the_game() {
    let (mut app, _) = app(Some(&parse(EVERYTHING)));
    let messages = messages(&mut app);
    for actor in messages.iter().filter(|message| message.is_of_actor) {
        assert!(!actor.sounds.is_empty());
        for other in messages.iter().filter(|message| !message.is_of_actor) {
            let is_shared = actor.sounds.iter().any(|sound| other.sounds.contains(sound));
            assert!(!is_shared, "{} sounds like {}", other.name, actor.name);
        }
    }
}

#[test]
fn a_key_is_heard_once_though_it_raises_a_channel_as_well() {
    let (mut app, commands) = app(Some(&parse(EVERYTHING)));
    let Key(KeySettings { position, channel }) = first(&mut app);
    app.world_mut().write_message(KeyTaken { source: FIRST, position, channel });
    assert_eq!(sounds(&played_on(&mut app, &commands, ChannelRaised { channel, position })), [&key::TAKEN]);
}

#[test]
fn an_actor_is_heard_on_its_side_and_a_far_one_hardly() {
    let (mut app, commands) = app(Some(&parse(EVERYTHING)));
    let here = app.world().resource::<Ninja>().position;
    let mut bounce = |away: f32| {
        // Long enough after the last one for the throttle to forget it.
        (0..200).for_each(|_| app.update());
        commands.try_iter().for_each(drop);
        let bounced = OrbBounced { source: FIRST, point: here + Vec2::X * away, normal: Vec2::X };
        played_on(&mut app, &commands, bounced).first().copied()
    };
    let (near, far) = (bounce(1.0).expect("it is near"), bounce(15.0).expect("it is within the range"));
    assert!(near.gain > 5.0 * far.gain && near.pan < far.pan, "{near:?} {far:?}");
    assert_eq!(bounce(23.0), None);
}

#[test]
fn a_large_orb_bounces_lower_and_a_large_blast_is_deeper() {
    let (mut app, commands) = app(Some(&parse(EVERYTHING)));
    // Both bounce at one point, where neither orb is.
    let point = app.world().resource::<Ninja>().position;
    let mut rate = |source| {
        (0..20).for_each(|_| app.update());
        commands.try_iter().for_each(drop);
        played_on(&mut app, &commands, OrbBounced { source: ActorIndex(source), point, normal: Vec2::X })[0].rate
    };
    let (small, large) = (rate(0), rate(1));
    assert!(small > 1.8 * large, "{small} {large}");
    let mut blast =
        |blast| played_on(&mut app, &commands, MineExploded { source: FIRST, position: point, blast })[0].rate;
    assert!(blast(3.5) < 0.8 && blast(1.0) > 1.3);
}

/// Each sound of an actor: its seconds, its peak in dB, and the band in dB of its loudest twentieth of a second.
static BANDS: [(Sound, f32, f32, [f32; 2]); 25] = [
    (&turret::SHOT, 0.11, -10.0, [-27.0, -23.0]),
    (&turret::IMPACT, 0.05, -14.0, [-35.0, -31.0]),
    (&orb::BOUNCE, 0.16, -14.0, [-28.0, -24.0]),
    (&mine::LIT, 0.21, -15.0, [-19.0, -15.0]),
    (&mine::EXPLODED, 0.80, -4.0, [-15.0, -11.0]),
    (&camera::ALARM, 0.44, -11.0, [-20.0, -16.0]),
    (&camera::ALL_CLEAR, 0.46, -14.0, [-22.0, -18.0]),
    (&switch::PRESSED, 0.12, -11.0, [-26.0, -22.0]),
    (&switch::RELEASED, 0.14, -13.0, [-27.0, -23.0]),
    (&switch::TICK, 0.06, -16.0, [-30.0, -26.0]),
    (&door::OPENS, 0.44, -12.0, [-24.0, -20.0]),
    (&door::CLOSES, 0.42, -11.0, [-22.0, -18.0]),
    (&door::SHUT, 0.30, -8.0, [-18.0, -14.0]),
    (&crumble::CRACKS, 0.16, -12.0, [-29.0, -25.0]),
    (&crumble::FALLS, 0.50, -9.0, [-25.0, -21.0]),
    (&crumble::RETURNS, 0.24, -14.0, [-27.0, -23.0]),
    (&vane::TURNS, 0.42, -13.0, [-22.0, -18.0]),
    (&mover::BUMPED, 0.32, -10.0, [-19.0, -15.0]),
    (&spring::RELEASED, 0.28, -9.0, [-22.0, -18.0]),
    (&teleport::ENTERED, 0.20, -11.0, [-23.0, -19.0]),
    (&teleport::LEFT, 0.48, -10.0, [-22.0, -18.0]),
    (&key::TAKEN, 0.60, -12.0, [-21.0, -17.0]),
    (&sensor::LIT, 0.40, -13.0, [-22.0, -18.0]),
    (&sensor::DARK, 0.16, -16.0, [-27.0, -23.0]),
    (&checkpoint::TOUCHED, 0.90, -12.0, [-19.0, -15.0]),
];

#[test]
fn each_sound_that_an_actor_makes_has_its_band() {
    let (mut app, _) = app(Some(&parse(EVERYTHING)));
    for message in messages(&mut app).iter().filter(|message| message.is_of_actor) {
        let missing = message.sounds.iter().find(|sound| !BANDS.iter().any(|(known, ..)| known == *sound));
        assert!(missing.is_none(), "{}: give {missing:?} a row in `BANDS`", message.name);
    }
}

#[test]
fn each_sound_of_an_actor_has_its_length_its_peak_and_its_loudness() {
    for (sound, seconds, peak, [low, high]) in &BANDS {
        let pcm = pcm(sound);
        assert!(pcm.samples.iter().all(|sample| sample.is_finite()), "{sound:?}");
        assert!((pcm.seconds() - seconds).abs() < 1e-3, "{sound:?} lasts {}", pcm.seconds());
        assert!((20.0 * bevy::math::ops::log10(pcm.peak()) - peak).abs() < 0.1, "{sound:?} peaks at {}", pcm.peak());
        let window = (0.05 * pcm.rate) as usize;
        let loudness = decibels(pcm.samples.windows(window).step_by(48).map(mean_square).fold(0.0, f32::max));
        assert!((low..=high).contains(&&loudness), "{sound:?} is {loudness} dB loud");
    }
}

/// Where a sound's energy lies: its fractions in each octave from 63 Hz to 8 kHz, in each eightieth of a second.
fn portrait(sound: Sound) -> [[f32; 80]; 8] {
    let Pcm { samples, rate } = pcm(sound);
    let mut energies = [[0.0; 80]; 8];
    for (octave, energies) in energies.iter_mut().enumerate() {
        let coefficients = Coefficients::new(62.5 * bevy::math::ops::exp2(octave as f32), 1.4, *rate);
        let mut filter = Filter::default();
        for (index, sample) in samples.iter().enumerate() {
            let band = filter.run(*sample, coefficients).band;
            energies[(index as f32 / rate / 0.0125) as usize] += band * band;
        }
    }
    let total: f32 = energies.iter().flatten().sum();
    energies.map(|energies| energies.map(|energy| energy / total))
}

#[test]
fn no_two_sounds_of_actors_have_most_of_their_energy_in_the_same_places() {
    let portraits: Vec<_> = BANDS.iter().map(|(sound, ..)| (sound, portrait(sound))).collect();
    for (index, (one, portrait)) in portraits.iter().enumerate() {
        for (other, other_portrait) in &portraits[index + 1..] {
            let pairs = portrait.iter().flatten().zip(other_portrait.iter().flatten());
            let distance = pairs.map(|(a, b)| 0.5 * (a - b).abs()).sum::<f32>();
            assert!(distance > 0.35, "{one:?} and {other:?} are {distance} apart");
        }
    }
}

#[test]
fn dozens_of_turrets_orbs_and_bullets_stay_under_a_death_and_leave_it_its_place() {
    let (mut app, commands) = app(Some(&parse(EVERYTHING)));
    let (forward, mut mixer) = mixer();
    let here = app.world().resource::<Ninja>().position;
    let mut crowd = Vec::new();
    for _ in 0..192 {
        for index in 0..32 {
            let point = here + Vec2::new(1.0 + 0.1 * index as f32, 0.0);
            let normal = Vec2::X;
            app.world_mut().write_message(BulletFired { source: FIRST, position: point, direction: normal });
            app.world_mut().write_message(BulletStopped { source: FIRST, point, normal });
            app.world_mut().write_message(OrbBounced { source: FIRST, point, normal });
            app.world_mut().write_message(OrbBounced { source: FIRST, point: point + 1.0, normal });
        }
        app.update();
        played(&commands).into_iter().for_each(|play| forward.play(play));
        crowd.extend(mix(&mut mixer, FRAME.as_secs_f32()));
    }
    let peak = crowd.iter().fold(0.0_f32, |peak, sample| peak.max(sample.abs()));
    let loudness = decibels(mean_square(&crowd[crowd.len() / 4..]));
    assert!(peak < 0.5, "they peak at {peak}, below where the limiter begins");
    assert!((-45.0..-28.0).contains(&loudness), "they are {loudness} dB loud");
    forward.play(PlaySound::new(&ninja::DEATH));
    let death = mix(&mut mixer, 0.1);
    assert!(decibels(mean_square(&death)) > loudness + 12.0, "a death is heard over all of them");
}

#[test]
fn all_that_actors_do_at_once_stays_under_the_ceiling() {
    let (commands, mut mixer) = mixer();
    mix(&mut mixer, 0.2);
    for (sound, ..) in &BANDS {
        commands.play(PlaySound::new(sound));
    }
    let mix = mix(&mut mixer, 1.0);
    let peak = mix.iter().fold(0.0_f32, |peak, sample| peak.max(sample.abs()));
    assert!(peak > 0.5 && peak <= CEILING, "{peak}");
    assert!(decibels(mean_square(&mix[..48_000])) < -12.0);
}

/// Plays a level for some seconds; returns the sounds and the gain of the alarm's throb, frame by frame.
fn play_level(text: &str, seconds: f32, input: impl Fn(f32) -> TickInput) -> Vec<(Vec<Sound>, f32)> {
    let (mut app, commands) = app(Some(&parse(text)));
    let frame = |index: usize| {
        run_frame(&mut app, input(index as f32 * FRAME.as_secs_f32()));
        let (mut sounds, mut throb) = (Vec::new(), 0.0);
        for command in commands.try_iter() {
            match command {
                AudioCommand::Play(play) => sounds.push(play.sound),
                AudioCommand::SetLoop(looped, level) if *looped == camera::ALARM_THROB => throb = level.gain,
                _ => {}
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
    let mut sounds: Vec<Sound> = play_level(text, 3.5, run_on).into_iter().flat_map(|(sounds, _)| sounds).collect();
    sounds.retain(|sound| **sound != ninja::STEP && **sound != ninja::LAND);
    let ticks: [Sound; 5] = [&switch::TICK; 5];
    let expected = [&switch::PRESSED, &door::OPENS].into_iter().chain(ticks).chain([
        // Both in one frame, where sounds start in the order of their names.
        &door::CLOSES,
        &switch::RELEASED,
        &door::SHUT,
    ]);
    assert_eq!(sounds, expected.collect::<Vec<_>>());
}

#[test]
fn an_alarm_is_heard_throbs_while_it_lasts_and_ends_with_the_all_clear() {
    let text = r#"(version: 1, name: "x", map: r"
        ##########################
        #                        #
        #   c                    #
        # @ #                   X#
        ##########################
    ", actors: { 'c': Camera(aim: Fixed(angle: 180), fov: 120, range: 5, channel: "alarm", alarm: 1) })"#;
    let input = |time| if time > 1.0 { TickInput::RIGHT.with(TickInput::JUMP) } else { TickInput::NONE };
    let frames = play_level(text, 6.0, input);
    let when = |sound: Sound| frames.iter().position(|(sounds, _)| sounds.contains(&sound));
    let (raised, cleared) = (when(&camera::ALARM).expect("it sees"), when(&camera::ALL_CLEAR).expect("and loses"));
    assert!(cleared > raised + 64);
    let throb = |index: usize| frames[index].1;
    assert!(throb(raised) > 0.1 && throb(cleared - 1) > 0.0 && throb(cleared - 1) < 0.1 * throb(raised));
    assert!((cleared..frames.len()).all(|index| throb(index) == 0.0));
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
    let input = |time: f32| {
        if (1.0..1.02).contains(&time) {
            TickInput::RESTART
        } else if time < 0.5 {
            TickInput::RIGHT
        } else {
            TickInput::NONE
        }
    };
    let sounds: Vec<Sound> = play_level(text, 2.0, input).into_iter().flat_map(|(sounds, _)| sounds).collect();
    assert!(sounds.contains(&&door::OPENS) && sounds.contains(&&run::RESTART), "{sounds:?}");
    assert!(!sounds.contains(&&door::SHUT), "{sounds:?}");
}

#[test]
fn each_actor_that_the_ninja_meets_is_heard_as_itself() {
    let cases: [(&str, &[Sound], &[Sound]); 7] = [
        ("Spring(angle: 90)", &[&spring::RELEASED], &[&mover::BUMPED]),
        ("Bumper(radius: 0.5)", &[&mover::BUMPED], &[&spring::RELEASED]),
        ("Mine()", &[&mine::LIT, &mine::EXPLODED], &[&switch::TICK]),
        ("Key(channel: \"vault\")", &[&key::TAKEN], &[&camera::ALARM, &switch::PRESSED]),
        ("Switch(channel: \"light\")", &[&switch::PRESSED], &[&camera::ALARM, &switch::RELEASED, &switch::TICK]),
        ("Turret(aim: Fixed(angle: 0), period: 0.3)", &[&turret::SHOT, &turret::IMPACT], &[&orb::BOUNCE]),
        ("Orb(angle: 90)", &[&orb::BOUNCE], &[&turret::IMPACT]),
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
        let frames = play_level(&text, 1.5, |_| TickInput::RIGHT);
        let sounds: Vec<Sound> = frames.into_iter().flat_map(|(sounds, _)| sounds).collect();
        assert!(expected.iter().all(|sound| sounds.contains(sound)), "{actor}: {sounds:?}");
        assert!(never.iter().all(|sound| !sounds.contains(sound)), "{actor}: {sounds:?}");
    }
}
