//! Movers: solid shapes that follow a path or turn.

use super::aim::Aim;
use super::fields::Fields;
use super::kind::{ActorKind, Body, Extent, Kind, LaterSection};
use super::logic::{ActorLogic, Fill, Mirror, MirrorMotion, Obstacle, Throw, bounds_around, slices};
use super::path::Patrol;
use super::settings::{AtPlace, Place, settings};
use crate::diagnostics::{Diagnostic, faults};
use crate::format::gates::Gate;
use crate::reader::scalars::OBSTACLE_SPEED;
use crate::stable_hash::{StableHash, StableHasher};
use bevy_math::{Rect, Vec2, ops};
use hairline_geometry::limit::Limit;
use hairline_geometry::shapes::polygon::Polygon;

/// The word of a mover that throws the ninja off.
pub(super) const BUMPER: &str = "Bumper";

settings! {
    /// A solid shape that stays, follows a path or turns: it stops bodies, beams, bullets, orbs and sight.
    pub struct MoverSettings {
        /// The shape, around its own origin.
        shape: Polygon = shape(),
        /// Where it moves.
        path: Option<Patrol> = path(&OBSTACLE_SPEED),
        /// How it turns: `Fixed`, `Sweep` or `Spin`, never `Track`.
        turn: Aim = turn("a mover"),
        /// What its surface does.
        surface: MoverSurface = plain_or_mirror(),
    }
    check check_speed(&shape, turn.plain())
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
        /// The gate while which is open it throws; `None` is always.
        when: Option<Gate>,
    },
}

impl MoverSurface {
    /// The gate while which is open it does what it does.
    pub fn gate(self) -> Option<Gate> {
        if let Self::Bumper { when, .. } = self { when } else { None }
    }
}

impl MoverSettings {
    /// Tiles from its position to the farthest corner.
    fn radius(&self) -> f32 {
        self.shape.corners().iter().map(|corner| corner.length()).fold(0.0, f32::at_least)
    }

    /// The box that it is at the start, if it is one with upright and level sides that never turns.
    fn upright_box(&self) -> Option<Rect> {
        let corners = self.shape.corners();
        let (min, max) = (corners.iter().copied().reduce(Vec2::min)?, corners.iter().copied().reduce(Vec2::max)?);
        let is_corner = |at: &Vec2| (at.x == min.x || at.x == max.x) && (at.y == min.y || at.y == max.y);
        let is_upright = corners.len() == 4 && corners.iter().all(is_corner) && self.turn == Aim::Fixed { angle: 0.0 };
        is_upright.then_some(Rect { min, max })
    }

    /// Boxes around its place that it fills wherever it goes, as long as it does not turn.
    fn boxes(&self) -> Vec<Rect> {
        match (self.upright_box(), self.turn) {
            (Some(area), _) => vec![area],
            (None, Aim::Fixed { angle }) => {
                let turned = Vec2::new(ops::cos(angle), ops::sin(angle));
                slices(&self.shape.corners().iter().map(|corner| turned.rotate(*corner)).collect::<Vec<_>>())
            }
            (None, _) => vec![],
        }
    }
}

impl ActorKind for MoverSettings {
    const KIND: Kind = Kind {
        word: "Mover",
        names: ["mover", "movers"],
        example: "Mover(shape: Box(2, 1))",
        hash_section: 6,
        extent: Extent::Shape,
        is_obstacle: true,
        ..Kind::of::<Self>()
    };
    const LATER_SECTIONS: &'static [LaterSection<Self>] = &[LaterSection {
        number: 19,
        is_used: |movers, _| movers.iter().any(|mover| mover.surface.gate().is_some()),
        hash_into: |mover, hasher| mover.surface.gate().hash_into(hasher),
    }];

    fn word(&self) -> &'static str {
        if matches!(self.surface, MoverSurface::Bumper { .. }) { BUMPER } else { Self::KIND.word }
    }

    fn body(&self) -> Option<Body> {
        Some(Body::Solid { shape: self.shape.clone(), angle: self.turn.start() })
    }

    fn is_mirror(&self) -> bool {
        self.surface == MoverSurface::Mirror
    }

    fn path(&self) -> Option<&Patrol> {
        self.path.as_ref()
    }

    fn logic(&self) -> ActorLogic {
        let points = self.path.as_ref().map_or(vec![self.position], |path| path.points.clone());
        let speed_max = self.radius() * self.turn.turn_rate_max() + self.path.as_ref().map_or(0.0, |path| path.speed);
        // What a box fills at every point of its path, it fills on the ways between them.
        let always = self.boxes().into_iter().filter_map(|area| {
            let at = |point: &Vec2| Rect { min: area.min + point, max: area.max + point };
            points.iter().map(at).reduce(|a, b| a.intersect(b)).filter(|area| !area.is_empty())
        });
        let help = match self.path {
            None => "it never moves: give it a `path`, or leave room for the ninja, 0.84 wide, beside it",
            Some(_) => {
                "nowhere on its path does it leave room for the ninja, 0.84 wide: lead it farther, or make it smaller"
            }
        };
        let obstacle = Obstacle {
            bounds: bounds_around(&points, Vec2::splat(self.radius())),
            fills: always.map(|area| Fill { area, opens: None, help }).collect(),
            speed_max,
            is_upright: self.upright_box().is_some(),
            crushes: true,
        };
        let throw = match self.surface {
            MoverSurface::Bumper { strength, .. } => Some(Throw { angle: None, speed_max: strength + speed_max }),
            MoverSurface::Plain | MoverSurface::Mirror => None,
        };
        let is_still = matches!(self.turn, Aim::Fixed { .. }) && self.path.is_none();
        let mirror = self.is_mirror().then(|| Mirror {
            shape: self.shape.clone(),
            position: self.position,
            angle: self.turn.start(),
            motion: if is_still { MirrorMotion::Never } else { MirrorMotion::Always },
        });
        ActorLogic { obstacle: Some(obstacle), mirror, throw, ..ActorLogic::NOTHING }
    }
}

impl Fields<'_, '_> {
    /// A surface, written as the flag `mirror`.
    fn plain_or_mirror(&mut self, _: &str) -> Option<MoverSurface> {
        Some(if self.flag("mirror")? { MoverSurface::Mirror } else { MoverSurface::Plain })
    }
}

impl AtPlace for MoverSurface {
    type Setting = Self;

    fn at(&self, _: &Place) -> Self {
        *self
    }
}

impl StableHash for MoverSurface {
    fn hash_into(&self, hasher: &mut StableHasher) {
        let (surface, strength) = match *self {
            Self::Plain => (0, 0.0),
            Self::Mirror => (1, 0.0),
            // Gates have a section of their own.
            Self::Bumper { strength, when: _ } => (2, strength),
        };
        hasher.write_u32(surface);
        hasher.write_f32(strength);
    }
}

/// Checks the speed of the shape's farthest corner: that of its turn and of its path together must not exceed the limit.
pub(super) fn check_speed(fields: &mut Fields, shape: &Polygon, turn: Aim) -> Option<()> {
    let Some(span) = fields.span("turn") else { return Some(()) };
    let radius = shape.corners().iter().map(|corner| corner.length()).fold(0.0, f32::at_least);
    let (turn_speed, path_speed) =
        (radius * turn.turn_rate_max(), fields.start.path.as_ref().map_or(0.0, |path| path.speed));
    let speed = turn_speed + path_speed;
    if turn_speed == 0.0 || speed <= OBSTACLE_SPEED.max {
        return Some(());
    }
    let message = format!("the shape turns too fast: its farthest corner moves {speed:.1} tiles a second");
    let with_path = if path_speed > 0.0 { ", together with its path" } else { "" };
    let label = format!("at most {}{with_path}", OBSTACLE_SPEED.max);
    let diagnostic = Diagnostic::error(message).of(&faults::TOO_FAST).at(span, label);
    let shortest = match turn {
        Aim::Sweep { period, .. } | Aim::Spin { period, .. } if path_speed < OBSTACLE_SPEED.max => {
            // In hundredths of a second, rounded up.
            Some((period * turn_speed / (OBSTACLE_SPEED.max - path_speed) * 100.0).ceil() / 100.0)
        }
        _ => None,
    };
    fields.report(diagnostic.help(match shortest {
        Some(shortest) => format!("a `period` of {shortest} is the shortest for this shape; or make the shape smaller"),
        None => "make the shape smaller, or its path slower".to_owned(),
    }));
    None
}
