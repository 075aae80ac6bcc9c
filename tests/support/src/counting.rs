//! An allocator that counts the calls of each thread and passes them on to the system's.
#![allow(unsafe_code, reason = "a global allocator cannot be written without it; this one only counts and passes on")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// Install it in a test program with `#[global_allocator] static ALLOCATOR: Counting = Counting;`.
pub struct Counting;

thread_local! {
    // Per thread, so that the test harness's own threads do not count.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
    static FREES: Cell<u64> = const { Cell::new(0) };
}

/// How often this thread has allocated, growing a buffer included.
pub fn allocations() -> u64 {
    ALLOCATIONS.get()
}

/// How often this thread has freed memory.
pub fn frees() -> u64 {
    FREES.get()
}

fn count(counter: &'static std::thread::LocalKey<Cell<u64>>) {
    // A thread that is being torn down has no counter any more, and nothing to count.
    _ = counter.try_with(|count| count.set(count.get() + 1));
}

// SAFETY: every call goes to the system's allocator unchanged; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(&ALLOCATIONS);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(&FREES);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(&ALLOCATIONS);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.realloc(pointer, layout, size) }
    }
}
