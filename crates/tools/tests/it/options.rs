//! The options of `hairline solve`, as they are written.

use hairline_tools::solve::options::{Partition, Shards};

#[test]
fn each_place_is_in_one_part() {
    assert_eq!("2/3".parse(), Ok(Partition { number: 2, of: 3 }));
    for bad in ["0/3", "4/3", "1", "1/0", "a/b", "1/2/3", "-1/2", ""] {
        assert!(bad.parse::<Partition>().is_err(), "{bad}");
    }
    let parts: Vec<Partition> = (1..=3).map(|number| Partition { number, of: 3 }).collect();
    assert!((0..10).all(|place| parts.iter().filter(|part| part.has(place)).count() == 1), "each place is in one");
}

#[test]
fn shards_are_all_none_or_a_number() {
    let read = |text: &str| text.parse::<Shards>().ok().map(|shards| shards.of(5));
    assert_eq!(["all", "none", "0", "3", "9"].map(read), [Some(5), Some(0), Some(0), Some(3), Some(5)]);
    assert_eq!(["", "some", "-1", "1.5"].map(read), [None; 4]);
}
