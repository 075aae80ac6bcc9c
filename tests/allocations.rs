//! A tick allocates nothing: held by an allocator that counts.
#![allow(unsafe_code, reason = "a global allocator cannot be written without it; this one only counts and passes on")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::path::Path;

use hairline::level;
use hairline::sim::Simulation;
use hairline::sim::replay::Replay;

struct Counting;

thread_local! {
    // Per thread, so that the test harness's own threads do not count.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    // A thread that is being torn down has no counter any more, and nothing to count.
    _ = ALLOCATIONS.try_with(|allocations| allocations.set(allocations.get() + 1));
}

// SAFETY: every call goes to the system's allocator unchanged; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises are passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: the caller's promises are passed on.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn the_counter_counts() {
    let before = ALLOCATIONS.get();
    std::hint::black_box(vec![1_u8]);
    assert!(ALLOCATIONS.get() > before);
}

#[test]
fn no_tick_of_any_proof_allocates() {
    let levels = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels");
    let mut ticks = 0;
    for entry in std::fs::read_dir(levels.join("proofs")).expect("the proofs are beside the levels") {
        let bytes = std::fs::read(entry.expect("the folder can be read").path()).expect("a proof can be read");
        let replay = Replay::parse(&bytes).expect("a proof parses");
        let level = level::read(&levels.join(&replay.level_file)).expect("a shipped level is right");
        let mut simulation = Simulation::new(&level);
        let start = simulation.save();
        let mut snapshot = simulation.save();
        // The first time through, buffers grow to the size that they keep.
        for pass in 0..2 {
            simulation.restore(&start);
            let before = ALLOCATIONS.get();
            for &input in &replay.inputs {
                simulation.tick(input);
                simulation.save_into(&mut snapshot);
                ticks += 1;
            }
            if pass == 1 {
                assert_eq!(ALLOCATIONS.get() - before, 0, "allocations in {} ticks of {}", ticks, replay.level_file);
            }
        }
    }
    assert!(ticks > 0, "there are proofs");
}
