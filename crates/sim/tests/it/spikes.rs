//! Spikes point away from what they grow from.

use bevy::math::{IVec2, UVec2};

use hairline_geometry::terrain::Terrain;
use hairline_geometry::tile::TileShape;
use hairline_sim::hazards::spikes::spike_boxes;

/// Where spikes point amid four tiles.
fn direction([below, left, right, above]: [TileShape; 4]) -> Option<IVec2> {
    let empty = TileShape::Empty;
    let map = vec![empty, below, empty, left, TileShape::Spikes, right, empty, above, empty];
    spike_boxes(&Terrain::new(UVec2::splat(3), map)).next().expect("there are spikes").direction
}

#[test]
fn spikes_point_away_from_what_they_grow_from() {
    use TileShape::{Curtain, Empty, OneWay, Solid};
    assert_eq!(direction([Solid, Empty, Empty, Empty]), Some(IVec2::Y));
    assert_eq!(direction([OneWay, Solid, Solid, Solid]), Some(IVec2::Y), "the floor comes first");
    assert_eq!(direction([Empty, Solid, Solid, Solid]), Some(IVec2::NEG_Y), "then the ceiling");
    assert_eq!(direction([Curtain, Solid, Empty, Empty]), Some(IVec2::X), "a curtain holds no spikes");
    assert_eq!(direction([Empty, Empty, Solid, Empty]), Some(IVec2::NEG_X));
    assert_eq!(direction([Empty; 4]), None);
}
