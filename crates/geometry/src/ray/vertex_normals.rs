//! Normals of walk hits. Only at a vertex, where surfaces meet, does a normal depend on the tiles around it.

use std::hint::select_unpredictable;

use bevy_math::Vec2;

use super::contact::EDGES;
use super::lattice::{LatticeRay, WalkHit, WalkHitKind};
use crate::terrain::{Layer, Terrain};

impl Terrain {
    /// The unit normal at a hit.
    #[inline(always)]
    pub(super) fn hit_normal(&self, layer: Layer, ray: &LatticeRay, hit: &WalkHit) -> Vec2 {
        match hit.kind {
            WalkHitKind::Face { along_x } => {
                const FACES: [Vec2; 4] = [Vec2::NEG_Y, Vec2::Y, Vec2::NEG_X, Vec2::X];
                // A table instead of branches, which would be mispredicted.
                let d = select_unpredictable(along_x, ray.direction.x, ray.direction.y);
                FACES[2 * usize::from(along_x) + usize::from(d < 0)]
            }
            WalkHitKind::Slope => hit.tile.slope().map_or(Vec2::ZERO, |slope| slope.normal()),
            WalkHitKind::Vertex => self.vertex_normal(layer, ray, hit),
            WalkHitKind::Inside | WalkHitKind::Grazing | WalkHitKind::Border => ray.backwards(),
        }
    }

    /// The mean of the normals of the two faces between which a ray comes to a vertex, of those that face it: from where
    /// the ray came, the first face on its left and the first on its right. What lies behind them does not count.
    #[cold]
    fn vertex_normal(&self, layer: Layer, ray: &LatticeRay, hit: &WalkHit) -> Vec2 {
        const WEDGES: usize = EDGES.len();
        let point = ray.lattice_point(hit);
        let is_free: [bool; WEDGES] = std::array::from_fn(|wedge| !self.is_solid_wedge(layer, point, wedge));
        // The wedges on the left and on the right of where the ray came from: the same, unless it came along an edge.
        let turn = |edge: usize| EDGES[edge % WEDGES].as_i64vec2().perp_dot(-ray.direction);
        let find = |is_there: fn(i64, i64) -> bool| {
            let wedge = (0..WEDGES).find(|&wedge| is_there(turn(wedge), turn(wedge + 1)));
            wedge.expect("a ray has a direction, and the wedges cover all of them")
        };
        let (left, right) = (find(|from, to| from >= 0 && to < 0), find(|from, to| from > 0 && to <= 0));
        // From there to either side, up to the first solid: the free sector through which the ray came.
        let mut is_seen = [false; WEDGES];
        for (first, step) in [(left, 1), (right, WEDGES - 1)] {
            let wedges = (0..WEDGES).map(|i| (first + i * step) % WEDGES);
            wedges.take_while(|&wedge| is_free[wedge]).for_each(|wedge| is_seen[wedge] = true);
        }
        if is_seen == [false; WEDGES] {
            // The ray starts at the vertex, with a solid behind it.
            is_seen = is_free;
        }
        let face = |edge: usize| match (is_seen[(edge + WEDGES - 1) % WEDGES], is_seen[edge]) {
            (false, true) => Some(EDGES[edge].perp()),
            (true, false) => Some(-EDGES[edge].perp()),
            _ => None,
        };
        // A straight face on both sides of the vertex, along opposite edges, counts once.
        let is_first = |edge: usize| edge < WEDGES / 2 || face(edge) != face(edge - WEDGES / 2);
        let normals = (0..WEDGES).filter(|&edge| is_first(edge)).filter_map(face);
        let facing = normals.filter(|normal| normal.as_i64vec2().dot(ray.direction) < 0);
        let sum: Vec2 = facing.map(|normal| normal.as_vec2().normalize()).sum();
        sum.try_normalize().unwrap_or_else(|| ray.backwards())
    }
}
