//! Shows every actor twice, calm and dangerous, side by side in one window.
//!
//! `cargo run --example gallery`. The states are set by hand; of the rules only cameras and lasers run. Shift shows slow
//! motion, F3 the debug view.

use std::f32::consts::{FRAC_PI_2, PI};
use std::sync::Arc;

use bevy::prelude::*;
use hairline::view;
use hairline::view::debug::DebugView;
use hairline::view::hud::Caption;
use hairline_geometry::shapes::polygon::Polygon;
use hairline_geometry::terrain::Terrain;
use hairline_geometry::tile::TileShape;
use hairline_level::{
    ActorColumns, ActorKind, Aim, CameraSettings, Channel, CheckpointSettings, CrumbleSettings, DoorSettings,
    ExitOpens, FocusSettings, Gate, KeySettings, LaserSettings, Level, MineSettings, MoverSettings, MoverSurface,
    OrbSettings, PathTiming, Patrol, SensorSettings, ShardOrder, SpringSettings, SwitchSettings, TeleportSettings,
    TurretSettings,
};
use hairline_sim::colliders::Colliders;
use hairline_sim::hazards::bullet::Bullet;
use hairline_sim::hazards::camera::{CameraState, SecurityCamera, Vision};
use hairline_sim::hazards::laser::{Beams, Laser, LaserState};
use hairline_sim::hazards::mine::{Mine, MineState};
use hairline_sim::hazards::reflection::Reflections;
use hairline_sim::hazards::sensor::SensorState;
use hairline_sim::hazards::turret::{Bullets, TurretState};
use hairline_sim::load_level;
use hairline_sim::obstacles::crumble::{Crumble, CrumblePhase, CrumbleState};
use hairline_sim::obstacles::door::DoorState;
use hairline_sim::run::Run;
use hairline_sim::run::checkpoint::CheckpointState;
use hairline_sim::state::actor::ActorIndex;
use hairline_sim::triggers::key::KeyState;
use hairline_sim::triggers::spring::SpringState;
use hairline_sim::triggers::switch::SwitchState;
use hairline_sim::triggers::teleport::TeleportState;
use hairline_testing::drawn_with;

/// The room: calm actors in its left half, dangerous ones in its right half.
const MAP: [&str; 23] = [
    "##########################################",
    "#                   #                    #",
    "#                   #                    #",
    "#                   #                    #",
    "#                   #                    #",
    "#                   #                    #",
    "#                   #                    #",
    "#          !        #          !         #",
    "#                   #                    #",
    "#                   #                    #",
    "#                   #                    #",
    "#####################                    #",
    "#                   #                    #",
    "#    $$             #                    #",
    "#    $              #                    #",
    "#                   #                    #",
    "#                   #                    #",
    "#                   #                    #",
    "#                   #                    #",
    "#   ^               #                    #",
    "#  ^#^              #                    #",
    "#   ^       ^^^     #                    #",
    "##########################################",
];

fn main() -> AppExit {
    let level = level();
    let mut app = App::new();
    let window = Window { title: "Gallery".to_owned(), resolution: (1280, 800).into(), ..default() };
    app.add_plugins(DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..default() }))
        .add_plugins((hairline_sim::plugin, view::plugin))
        .insert_resource(Time::<Fixed>::from_hz(128.0))
        .insert_resource(Caption {
            name: "Gallery".to_owned(),
            hint: Some("calm on the left, dangerous on the right".to_owned()),
        })
        .add_systems(FixedUpdate, (run_clock, watch, pose, operate_lasers).chain())
        .add_systems(Update, read_keys);
    load_level(app.world_mut(), &level);
    app.world_mut().resource_mut::<Run>().channels.raise(Channel(1), 0, u32::MAX);
    app.run()
}

fn terrain() -> Terrain {
    let tile = |character: u8| match character {
        b'#' => TileShape::Solid,
        b'$' => TileShape::Mirror,
        b'^' => TileShape::Spikes,
        b'!' => TileShape::Smooth,
        _ => TileShape::Empty,
    };
    let size = UVec2::new(MAP[0].len() as u32, MAP.len() as u32);
    Terrain::new(size, MAP.iter().rev().flat_map(|row| row.bytes().map(tile)).collect())
}

/// The place in the dangerous half that corresponds to one in the calm half.
fn twin(position: Vec2) -> Vec2 {
    position + Vec2::X * 20.0
}

fn both(position: (f32, f32)) -> [Vec2; 2] {
    [position.into(), twin(position.into())]
}

/// The place of the ninja: in view of the camera on the right.
const NINJA: Vec2 = Vec2::new(31.5, 17.5);

pub fn level() -> Level {
    let orbs = [(15.5, 19.0, 0.35), (17.5, 19.2, 0.6), (36.0, 19.0, 0.35), (37.7, 19.2, 0.6)].map(orb).to_vec();
    let mines = both((13.5, 13.8)).into_iter().chain([Vec2::new(37.5, 13.8)]);
    let mines = mines.map(|position| MineSettings { position, trigger: 1.3, fuse: 1.5, blast: 2.2 });
    let level = Level {
        name: "Gallery".to_owned(),
        author: String::new(),
        about: None,
        hint: None,
        world: None,
        terrain: Arc::new(terrain()),
        ninja: NINJA,
        exit: Vec2::new(39.5, 1.9),
        exit_opens: ExitOpens::AfterAllShards,
        shards: vec![Vec2::new(38.0, 3.5)],
        actors: ActorColumns::default(),
        channels: (0..16).map(|channel| format!("channel {channel}")).collect(),
        conditions: vec![],
        focus: FocusSettings::default(),
        shard_order: ShardOrder::AnyOrder,
        precognition: true,
        dark: false,
        hash: 0,
    };
    level
        .with_actors(lasers())
        .with_actors(turrets())
        .with_actors(both((3.0, 19.0)).map(camera).to_vec())
        .with_actors(orbs)
        .with_actors(movers())
        .with_actors(doors())
        .with_actors([(13.5, 1.8), (24.0, 1.8), (27.5, 1.8)].map(crumble).to_vec())
        .with_actors(switches())
        .with_actors([(2.5, 13.5, 0), (3.5, 13.5, 2), (22.5, 13.5, 1)].map(key).to_vec())
        .with_actors(springs())
        .with_actors(mines.collect())
        .with_actors(sensors())
        .with_actors(examples::<hairline_level::VaneSettings>(&[(6.0, 2.4)]))
        .with_actors(examples::<CheckpointSettings>(&[(18.5, 12.5), (38.9, 11.5), (40.2, 11.5)]))
        .with_actors(vec![
            TeleportSettings { ends: [Vec2::new(9.0, 6.0), Vec2::new(17.0, 8.5)] },
            TeleportSettings { ends: [Vec2::new(29.0, 6.0), Vec2::new(37.0, 8.5)] },
        ])
}

/// The example of a kind's own declaration, at some places.
fn examples<K: ActorKind>(places: &[(f32, f32)]) -> Vec<K> {
    let map = MAP.join("\n").replacen(' ', "@", 1);
    let at = |&(x, y): &(f32, f32)| {
        let actor = K::KIND.example.replacen('(', &format!("(at: ({x}, {y}), "), 1);
        drawn_with(&map, &format!("'a': {actor}")).actors::<K>()[0].clone()
    };
    places.iter().map(at).collect()
}

fn lasers() -> Vec<LaserSettings> {
    let laser = |position: (f32, f32), angle: f32, when: Option<Gate>| LaserSettings {
        position: position.into(),
        aim: Aim::Fixed { angle },
        cycle: None,
        beams: 1,
        reach: None,
        path: None,
        bounces: 4,
        when,
    };
    vec![
        laser((3.5, 5.0), 0.97, None),
        laser((18.5, 2.5), PI, Some(Gate::Raised(Channel(0)))),
        laser((38.5, 5.5), 3.4, Some(Gate::Raised(Channel(1)))),
    ]
}

fn turrets() -> Vec<TurretSettings> {
    let turret = |position: Vec2, when: Option<Gate>| TurretSettings {
        position,
        aim: Aim::Fixed { angle: 0.0 },
        path: None,
        period: 1.5,
        offset: 0.0,
        burst: 3,
        gap: 0.1,
        speed: 24.0,
        radius: 0.0,
        range: None,
        pool: 8,
        when,
    };
    let [calm, dangerous] = both((3.0, 16.2));
    vec![
        turret(calm, Some(Gate::Raised(Channel(3)))),
        turret(dangerous, None),
        turret(calm + Vec2::new(2.5, 0.0), None),
        TurretSettings { radius: 0.25, ..turret(dangerous - Vec2::Y * 4.5, None) },
    ]
}

fn camera(position: Vec2) -> CameraSettings {
    CameraSettings {
        position,
        aim: Aim::Sweep { from: -0.4, to: 0.1, period: 4.0, offset: 0.0 },
        path: None,
        fov: 0.9,
        range: 10.0,
        rays: 40,
        refresh: 0.1,
        channel: Channel(if position.x > 20.0 { 1 } else { 0 }),
        alarm: 1.0,
    }
}

fn orb((x, y, radius): (f32, f32, f32)) -> OrbSettings {
    OrbSettings { position: Vec2::new(x, y), velocity: Vec2::new(4.0, 3.0), radius }
}

fn movers() -> Vec<MoverSettings> {
    let mover = |position: (f32, f32), shape: Polygon, surface: MoverSurface| MoverSettings {
        position: position.into(),
        shape,
        path: None,
        turn: Aim::Fixed { angle: 0.0 },
        surface,
    };
    let polygon = |corners: &[(f32, f32)]| {
        Polygon::new(corners.iter().copied().map(Vec2::from).collect()).expect("the gallery's shapes are simple")
    };
    let hexagon = |radius: f32| Polygon::hexagon(radius).expect("the radius is positive");
    let path = Patrol {
        points: vec![Vec2::new(23.5, 9.5), Vec2::new(28.5, 9.5)],
        speed: 2.0,
        closed: false,
        timing: PathTiming::default(),
    };
    vec![
        mover((14.5, 16.5), hexagon(0.9), MoverSurface::Bumper { strength: 18.0, when: None }),
        mover((33.0, 9.0), hexagon(1.1), MoverSurface::Bumper { strength: 18.0, when: None }),
        MoverSettings {
            path: Some(path),
            ..mover((23.5, 9.5), polygon(&[(-1.5, -0.4), (1.5, -0.4), (1.5, 0.4), (-1.5, 0.4)]), MoverSurface::Plain)
        },
        mover(
            (17.5, 16.0),
            polygon(&[(-0.9, -0.9), (0.9, -0.9), (0.9, -0.2), (-0.2, -0.2), (-0.2, 0.9), (-0.9, 0.9)]),
            MoverSurface::Plain,
        ),
        mover((28.5, 3.6), polygon(&[(-1.1, -0.6), (0.9, -0.9), (1.2, 0.5), (-0.6, 1.0)]), MoverSurface::Mirror),
    ]
}

fn doors() -> Vec<DoorSettings> {
    let door = |(x, y): (f32, f32), when: Gate, crushes: bool| DoorSettings {
        position: Vec2::new(x, y),
        size: Vec2::new(1.0, 3.0),
        slide: Vec2::Y * 3.0,
        seconds: 0.5,
        when,
        crushes,
    };
    vec![
        door((10.0, 2.5), Gate::Raised(Channel(0)), false),
        door((32.0, 2.5), Gate::Raised(Channel(1)), true),
        door((34.0, 2.5), Gate::Lowered(Channel(2)), true),
    ]
}

/// The first is whole, the second cracks, the third is gone.
fn crumble((x, y): (f32, f32)) -> CrumbleSettings {
    CrumbleSettings { position: Vec2::new(x, y), size: Vec2::new(2.6, 0.5), delay: 2.0, away: 4.0 }
}

fn switches() -> Vec<SwitchSettings> {
    let marks = (0..16).map(|channel| SwitchSettings {
        position: Vec2::new(24.5 + f32::from(channel % 8) * 1.2, 15.6 - f32::from(channel / 8) * 1.2),
        channel: Channel(channel),
        seconds: (channel % 3 == 0).then_some(6.0),
        toggle: channel % 3 == 1,
    });
    let calm = [(5.5, 13.5, 0), (6.7, 13.5, 1)].map(|(x, y, channel)| SwitchSettings {
        position: Vec2::new(x, y),
        channel: Channel(channel),
        seconds: None,
        toggle: false,
    });
    calm.into_iter().chain(marks).collect()
}

fn key((x, y, channel): (f32, f32, u8)) -> KeySettings {
    KeySettings { position: Vec2::new(x, y), channel: Channel(channel) }
}

/// The second is lit, the third still raises its channel for a while.
fn sensors() -> Vec<SensorSettings> {
    let sensor = |(x, y): (f32, f32), channel: u8| SensorSettings {
        position: Vec2::new(x, y),
        size: Vec2::ONE,
        channel: Channel(channel),
        seconds: if channel == 4 { 6.0 } else { 0.0 },
    };
    vec![sensor((8.5, 13.5), 0), sensor((35.8, 1.6), 1), sensor((37.4, 1.6), 4)]
}

fn springs() -> Vec<SpringSettings> {
    let spring = |(x, y): (f32, f32), angle: f32| SpringSettings {
        position: Vec2::new(x, y),
        angle,
        strength: 20.0,
        when: None,
    };
    vec![
        spring((8.5, 1.5), FRAC_PI_2),
        spring((1.5, 7.5), 0.0),
        spring((25.5, 1.5), FRAC_PI_2),
        spring((21.5, 6.5), 0.0),
    ]
}

fn run_clock(mut run: ResMut<Run>) {
    run.advance(2);
}

/// Cameras watch by the rules; the ninja is in view of one.
fn watch(
    run: Res<Run>,
    colliders: Res<Colliders>,
    mut cameras: Query<(&SecurityCamera, &mut CameraState, &mut Vision)>,
) {
    for (camera, mut state, mut vision) in &mut cameras {
        camera.watch(&mut state, &mut vision, &run, NINJA, &colliders);
    }
}

/// Lasers aim and cast by the rules.
fn operate_lasers(
    run: Res<Run>,
    colliders: Res<Colliders>,
    mut lasers: Query<(&ActorIndex, &Laser, &mut LaserState, &mut Beams, Option<&mut Reflections>)>,
) {
    for (&index, laser, mut state, mut beams, reflections) in &mut lasers {
        laser.aim(&mut state, index, &run, NINJA, &colliders);
        let phase = laser.phase_at(&run.channels, run.hazard_half_ticks);
        *beams = laser.cast(&state, phase, &colliders, reflections.map(Mut::into_inner));
    }
}

/// Puts everything in the right half into its dangerous state.
fn pose(
    mut run: ResMut<Run>,
    mut turrets: Query<(&ActorIndex, &mut TurretState, &mut Bullets)>,
    mut mines: Query<(&ActorIndex, &Mine, &mut MineState)>,
    mut springs: Query<(&ActorIndex, &mut SpringState)>,
    mut pressed: Query<(&ActorIndex, &mut SwitchState), Without<KeyState>>,
    mut keys: Query<(&ActorIndex, &mut KeyState)>,
    mut doors: Query<(&ActorIndex, &mut DoorState)>,
    mut crumbles: Query<(&ActorIndex, &Crumble, &mut CrumbleState)>,
    mut teleports: Query<(&ActorIndex, &mut TeleportState)>,
    mut sensors: Query<(&ActorIndex, &mut SensorState)>,
    mut checkpoints: Query<(&ActorIndex, &mut CheckpointState)>,
) {
    let now = run.hazard_half_ticks;
    run.channels.raise(Channel(1), now, u32::MAX);
    if now % 1536 < 2 {
        run.channels.raise(Channel(4), now, now + 1536);
    }
    for (index, mut state, mut bullets) in &mut turrets {
        if index.0 % 2 == 0 {
            continue;
        }
        state.fired_at = Some(now - now % 384);
        for (place, bullet) in bullets.0.iter_mut().enumerate().take(3) {
            let flown = 2.0 + place as f32 * 2.4 + (now % 384) as f32 / 384.0 * 3.0;
            let direction = Vec2::from_angle(-0.1 * place as f32);
            *bullet = Bullet {
                flying: true,
                position: state.position + direction * flown,
                velocity: direction * 24.0,
                flown,
            };
        }
    }
    for (index, mine, mut state) in &mut mines {
        match index.0 {
            0 => {}
            1 => state.lit_at = Some(now - now % mine.fuse),
            _ => *state = MineState { lit_at: Some(0), spent: true },
        }
    }
    springs.iter_mut().filter(|(index, _)| index.0 >= 2).for_each(|(_, mut state)| {
        state.threw_at = Some(run.ticks - run.ticks % 192);
    });
    pressed.iter_mut().for_each(|(index, mut state)| state.pressed = index.0 == 1 || index.0 == 6);
    keys.iter_mut().for_each(|(index, mut state)| state.taken = index.0 == 2);
    doors.iter_mut().for_each(|(index, mut state)| state.openness = if index.0 == 2 { 0.5 } else { 0.0 });
    for (index, crumble, mut state) in &mut crumbles {
        *state = match index.0 {
            0 => CrumbleState::default(),
            1 => CrumbleState { phase: CrumblePhase::Cracking, since: now - now % crumble.delay },
            _ => CrumbleState { phase: CrumblePhase::Gone, since: now - now % crumble.away },
        };
    }
    teleports.iter_mut().for_each(|(index, mut state)| state.occupied = index.0 == 1);
    sensors.iter_mut().for_each(|(index, mut state)| state.is_lit = index.0 == 1);
    checkpoints.iter_mut().for_each(|(index, mut state)| state.is_touched = index.0 > 0);
}

fn read_keys(keys: Res<ButtonInput<KeyCode>>, mut debug: ResMut<DebugView>, mut run: ResMut<Run>) {
    run.focus.active = keys.pressed(KeyCode::ShiftLeft);
    if keys.just_pressed(KeyCode::F3) {
        debug.0 = !debug.0;
    }
}
