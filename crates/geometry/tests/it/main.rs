//! Tests of the public face; most compare it with slow, exact answers.
//!
//! The inputs for which rays and sweeps through grids commonly go wrong, and the tests for each:
//!
//! | input | tests |
//! |---|---|
//! | a long ray, along which rounding accumulates | `rays::long_rays_over_a_large_map_do_not_drift` |
//! | through the corner of two diagonal solids | `rays::a_ray_through_the_corner_of_two_diagonal_solids_is_blocked`, `exhaustive::no_diagonal_wall_leaks`, `properties::sight_is_mutual` |
//! | parallel to an axis, on a grid line | `rays::an_axis_parallel_ray_on_a_grid_line_does_not_multiply_zero_by_infinity` |
//! | an origin inside a solid | `rays::an_origin_inside_a_solid_is_a_hit_at_the_start` |
//! | an origin on a face | `rays::an_origin_on_a_face_hits_inwards_and_along_but_not_outwards` |
//! | an origin outside the map | `rays::a_ray_from_outside_the_map_enters_it`, `rays::an_origin_outside_the_map_by_less_than_the_lattice_is_on_its_edge`, `rays::rays_from_outside_enter_the_map_and_agree_with_exact_arithmetic` |
//! | not a number, infinite, a zero direction | `rays::malformed_rays_are_refused`, and the same for cones, reflections, shapes, polygons and cells; `sweeps::a_sweep_that_is_not_finite_touches_nothing` |
//! | a segment inside a circle | `segments::distance_from_a_circle_to_a_segment`, `shapes::a_ball_that_overlaps_a_shape_is_stopped_inwards_only` |
//! | a ball on the exact corner of two edges | `sweeps::a_ball_on_the_exact_corner_of_two_edges_touches_once`, `shapes::a_ball_on_the_corner_of_two_sides_touches_once_along_the_line_to_its_center` |
//! | faces and joints hidden between tiles | `sweeps::a_flat_floor_has_no_seams`, `sweeps::an_overlapping_circle_is_never_stopped_by_a_hidden_face`; the normals of rays there: `vertices` |
//! | bullets | `sweeps::no_speed_tunnels_through_a_wall`, `sweeps::a_bullet_bounces_through_its_tick_and_never_leaves_its_room` |
//! | a circle that starts in a slope | `touches::no_sweep_from_an_overlap_ends_deeper` |
//! | an exact graze, the end of a segment, the corner of a polygon | `touches`, under all symmetries |
//! | a small disc far away, a center on an outline | `accuracy`, at 1, 100 and 10,000 tiles |
//! | arguments that are not finite, huge, tiny or negative | `extremes`, for every public function |
//! | bounces without end | `reflections::bounces_are_capped_between_two_parallel_mirrors` |

mod accuracy;
mod arcs;
mod boxes;
mod cells;
mod cones;
mod exhaustive;
mod extremes;
mod field_of_view;
mod map;
mod oracle;
mod polygons;
mod properties;
mod random;
mod raster;
mod rays;
mod reflections;
mod segments;
mod shape_oracle;
mod shapes;
mod sweeps;
mod symmetries;
mod tiles;
mod time_of_impact;
mod touches;
mod vertices;
mod walks;
