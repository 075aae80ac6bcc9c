//! Whole cones of rays, with checked input.

use crate::ray::RayCast;
use crate::ray::cone::{Cone, ConeError};
use crate::terrain::{Layer, Terrain};

impl Terrain {
    /// Casts the rays of a cone, each by the rules of [`Self::cast_ray`], in the order of [`Cone::directions`].
    ///
    /// # Errors
    /// [`ConeError`] for a cone whose facing, field of view, number of rays, origin or maximum distance is out of
    /// range.
    pub fn cast_cone(&self, layer: Layer, cone: &Cone) -> Result<Vec<RayCast>, ConeError> {
        let directions = cone.checked_directions()?;
        let cast = |direction| self.cast_ray(layer, cone.origin, direction, cone.max_distance);
        Ok(directions.into_iter().map(cast).collect())
    }
}

#[cfg(test)]
mod tests {
    use std::f32::consts::TAU;

    use bevy_math::Vec2;

    use super::*;
    use crate::ray::RayError;
    use crate::tests::map::map;
    use crate::tests::random::Random;

    #[test]
    fn each_ray_of_a_cone_is_a_single_ray() {
        let mut random = Random::new(51);
        for round in 0..200 {
            let terrain = random.terrain(14, 11, 0.2);
            let origin = Vec2::new(random.between(-1.0, 15.0), random.between(-1.0, 12.0));
            let (facing, fov, max_distance) =
                (random.between(-9.0, 9.0), random.between(0.0, TAU), random.between(0.0, 20.0));
            let cone = Cone { origin, facing, fov, rays: random.below(100) as usize, max_distance };
            let single = |direction| terrain.cast_ray(Layer::Body, origin, direction, max_distance);
            let expected: Vec<_> = cone.directions().expect("the cone is valid").into_iter().map(single).collect();
            assert_eq!(terrain.cast_cone(Layer::Body, &cone), Ok(expected), "round {round} from {origin}");
        }
    }

    #[test]
    fn malformed_cones_are_refused() {
        let terrain = map("...");
        let cone = Cone::new(Vec2::splat(0.5), 0.0, 1.0);
        let refused = |cone: Cone| terrain.cast_cone(Layer::Light, &cone).unwrap_err();
        assert!(matches!(refused(Cone { facing: f32::NAN, ..cone }), ConeError::Facing(_)));
        assert!(matches!(refused(Cone { fov: -0.1, ..cone }), ConeError::Fov(_)));
        assert!(matches!(refused(Cone { fov: 7.0, ..cone }), ConeError::Fov(_)));
        assert!(matches!(refused(Cone { rays: usize::MAX, ..cone }), ConeError::Rays(_)));
        assert!(matches!(refused(Cone { max_distance: f32::NAN, ..cone }), ConeError::Ray(RayError::MaxDistance(_))));
        assert!(matches!(refused(Cone { origin: Vec2::NAN, ..cone }), ConeError::Ray(RayError::Origin(_))));
    }

    #[test]
    fn a_cone_from_outside_the_map_enters_it() {
        let terrain = map("..#");
        let casts = terrain.cast_cone(Layer::Light, &Cone { rays: 3, ..Cone::new(Vec2::new(-1.0, 0.5), 0.0, 0.1) });
        for cast in casts.expect("the cone is valid") {
            assert!(cast.hit.is_some_and(|hit| (hit.point.x, hit.normal) == (2.0, Vec2::NEG_X)), "{cast:?}");
        }
    }
}
