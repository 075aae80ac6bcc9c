//! Movers: the settings of a solid shape that follows a path or turns, and how a level file writes them.

use bevy_math::{Rect, Vec2};
use serde::Deserialize;

use super::aim;
use super::aim::{Aim, AimEntry};
use super::kind::{ActorEntry, ActorKind, Body, Extent, FieldForm, Place};
use super::logic::{ActorLogic, Fill, Obstacle, Throw, bounds_around};
use super::path;
use super::path::{PathSettings, Patrol};
use super::shape;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::faults;
use crate::format::channels::ChannelTable;
use crate::reader::scalars::OBSTACLE_SPEED;
use crate::reader::{Reader, RonValue};
use crate::stable_hash::StableHasher;
use hairline_geometry::shapes::polygon::Polygon;

/// The word for movers that throw the ninja off; `bumper.rs` reads them.
pub(super) const BUMPER_WORD: &str = "Bumper";

/// A solid shape that stays, follows a path or turns: it stops bodies, beams, bullets, orbs and sight.
#[derive(Clone, Debug, PartialEq)]
pub struct MoverSettings {
    /// The position of the shape's own origin, or the start of its path.
    pub position: Vec2,
    /// The shape, around its own origin.
    pub shape: Polygon,
    /// Where it moves.
    pub path: Option<Patrol>,
    /// How it turns: `Fixed`, `Sweep` or `Spin`, never `Track`.
    pub turn: Aim,
    /// What its surface does.
    pub surface: MoverSurface,
}

/// What the surface of a mover does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum MoverSurface {
    /// Nothing more than stop: the ninja walks on it as on terrain.
    #[default]
    Plain,
    /// Reflects beams.
    Mirror,
    /// Throws the ninja off.
    Bumper {
        /// The ninja's speed away from it afterwards, in tiles a second; positive.
        strength: f32,
    },
}

#[derive(Deserialize)]
#[serde(rename = "Mover", deny_unknown_fields)]
struct MoverFile<'a> {
    #[serde(borrow)]
    at: Option<RonValue<'a>>,
    #[serde(borrow)]
    shape: RonValue<'a>,
    #[serde(borrow)]
    path: Option<RonValue<'a>>,
    #[serde(borrow)]
    turn: Option<RonValue<'a>>,
    #[serde(borrow)]
    mirror: Option<RonValue<'a>>,
}

impl ActorKind for MoverSettings {
    const WORD: &'static str = "Mover";
    const NAMES: [&'static str; 2] = ["mover", "movers"];
    const EXAMPLE: &'static str = "Mover(shape: Box(2, 1))";
    const HASH_SECTION: u32 = 6;
    const EXTENT: Extent = Extent::Shape;
    const IS_OBSTACLE: bool = true;
    const FIELD_FORMS: &'static [(&'static str, FieldForm)] =
        &[("shape", FieldForm::Word), ("path", FieldForm::Path), ("turn", FieldForm::Aim)];

    fn read<'a>(
        reader: &mut Reader<'a>,
        _channels: &mut ChannelTable,
        value: RonValue<'a>,
    ) -> Option<ActorEntry<Self>> {
        let file: MoverFile = reader.read(value)?;
        let at = reader.place_if(file.at, "at");
        let shape = shape::read(reader, file.shape);
        let path = path::read_if(reader, file.path, &OBSTACLE_SPEED);
        let turn = turn(reader, file.turn, "a mover");
        let mirror = reader.flag_or(file.mirror, "mirror", false);
        let surface = if mirror? { MoverSurface::Mirror } else { MoverSurface::Plain };
        let (path, turn) = (path?, turn?);
        let settings = Self { position: Vec2::ZERO, path: None, shape: shape?, turn: turn.plain(), surface };
        check_speed(reader, &settings, path.as_ref(), file.turn)?;
        Some(ActorEntry::new(at?, settings).on_path(path).aiming(turn))
    }

    fn set_place(&mut self, place: Place) {
        self.position = place.position;
        self.path = place.path;
        self.turn = place.aim.unwrap_or(self.turn);
    }

    fn logic(&self) -> ActorLogic {
        let points = self.path.as_ref().map_or(vec![self.position], |path| path.points.clone());
        let speed_max = self.radius() * self.turn.turn_rate_max() + self.path.as_ref().map_or(0.0, |path| path.speed);
        let always = self.upright_box().filter(|_| self.path.is_none());
        let help = "it never moves: give it a `path`, or leave room for the ninja, 0.84 wide, beside it";
        let obstacle = Obstacle {
            bounds: bounds_around(&points, Vec2::splat(self.radius())),
            fills: always.into_iter().map(|area| Fill { area, opens: None, help }).collect(),
            speed_max,
            is_upright: self.upright_box().is_some(),
            crushes: true,
        };
        let throw = match self.surface {
            MoverSurface::Bumper { strength } => Some(Throw { angle: None, speed_max: strength + speed_max }),
            MoverSurface::Plain | MoverSurface::Mirror => None,
        };
        ActorLogic { obstacle: Some(obstacle), throw, ..ActorLogic::NOTHING }
    }

    fn hash_into(&self, hasher: &mut StableHasher) {
        hasher.write_vec2(self.position);
        hasher.write_u32(self.shape.corners().len() as u32);
        self.shape.corners().iter().for_each(|corner| hasher.write_vec2(*corner));
        Patrol::hash_into(self.path.as_ref(), hasher);
        self.turn.hash_into(hasher);
        let (surface, strength) = match self.surface {
            MoverSurface::Plain => (0, 0.0),
            MoverSurface::Mirror => (1, 0.0),
            MoverSurface::Bumper { strength } => (2, strength),
        };
        hasher.write_u32(surface);
        hasher.write_f32(strength);
    }

    fn word(&self) -> &'static str {
        if matches!(self.surface, MoverSurface::Bumper { .. }) { BUMPER_WORD } else { Self::WORD }
    }

    fn body(&self) -> Option<Body> {
        Some(Body::Solid { shape: self.shape.clone(), angle: self.turn.start() })
    }

    fn is_mirror(&self) -> bool {
        self.surface == MoverSurface::Mirror
    }
}

impl MoverSettings {
    /// Tiles from its position to the farthest corner.
    fn radius(&self) -> f32 {
        self.shape.corners().iter().map(|corner| corner.length()).fold(0.0, f32::max)
    }

    /// The box that it is at the start, if it is one with upright and level sides that never turns.
    fn upright_box(&self) -> Option<Rect> {
        let corners = self.shape.corners();
        let (min, max) = (corners.iter().copied().reduce(Vec2::min)?, corners.iter().copied().reduce(Vec2::max)?);
        let is_corner = |at: &Vec2| (at.x == min.x || at.x == max.x) && (at.y == min.y || at.y == max.y);
        let is_upright = corners.len() == 4 && corners.iter().all(is_corner) && self.turn == Aim::Fixed { angle: 0.0 };
        is_upright.then(|| Rect { min: self.position + min, max: self.position + max })
    }
}

/// Reads how a shape turns; by default it does not.
pub(super) fn turn<'a>(reader: &mut Reader<'a>, value: Option<RonValue<'a>>, owner: &str) -> Option<AimEntry> {
    value.map_or(Some(AimEntry::fixed(0.0)), |value| aim::read_without_track(reader, value, "turn", owner, false))
}

/// Checks the speed of the shape's farthest corner: that of its turn and of its path together must not exceed the limit.
pub(super) fn check_speed<'a>(
    reader: &mut Reader<'a>,
    mover: &MoverSettings,
    path: Option<&PathSettings>,
    turn: Option<RonValue<'a>>,
) -> Option<()> {
    let Some(turn) = turn else { return Some(()) };
    let (turn_speed, path_speed) = (mover.radius() * mover.turn.turn_rate_max(), path.map_or(0.0, |path| path.speed));
    let speed = turn_speed + path_speed;
    if turn_speed == 0.0 || speed <= OBSTACLE_SPEED.max {
        return Some(());
    }
    let message = format!("the shape turns too fast: its farthest corner moves {speed:.1} tiles a second");
    let with_path = if path_speed > 0.0 { ", together with its path" } else { "" };
    let label = format!("at most {}{with_path}", OBSTACLE_SPEED.max);
    let diagnostic = Diagnostic::error(message).of(&faults::TOO_FAST).at(reader.span(turn), label);
    let shortest = match mover.turn {
        Aim::Sweep { period, .. } | Aim::Spin { period, .. } if path_speed < OBSTACLE_SPEED.max => {
            // In hundredths of a second, rounded up.
            Some((period * turn_speed / (OBSTACLE_SPEED.max - path_speed) * 100.0).ceil() / 100.0)
        }
        _ => None,
    };
    reader.report(diagnostic.help(match shortest {
        Some(shortest) => format!("a `period` of {shortest} is the shortest for this shape; or make the shape smaller"),
        None => "make the shape smaller, or its path slower".to_owned(),
    }));
    None
}
