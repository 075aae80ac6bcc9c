//! Memory for music, straight from the system.
//!
//! The allocator keeps freed memory for later use. A piece takes tens of megabytes while it is made, each time on another thread:
//! with plain vectors the game kept 90 MB for nothing after a few worlds.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use bytemuck::{Pod, cast_slice, cast_slice_mut};
use memmap2::MmapMut;

/// A slice in anonymous memory pages, which return to the system when it is dropped.
pub struct Pages<T> {
    bytes: MmapMut,
    of: PhantomData<T>,
}

impl<T: Pod> Pages<T> {
    /// `count` zeros.
    pub fn zeroed(count: usize) -> Self {
        let bytes = MmapMut::map_anon(count * size_of::<T>()).expect("there is memory for music");
        Self { bytes, of: PhantomData }
    }
}

impl<T: Pod> Deref for Pages<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        cast_slice(&self.bytes)
    }
}

impl<T: Pod> DerefMut for Pages<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        cast_slice_mut(&mut self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_a_slice_of_zeros_that_can_be_written() {
        for count in [0, 1, 5, 100_000] {
            let mut pages = Pages::<[i16; 2]>::zeroed(count);
            assert_eq!(*pages, *vec![[0, 0]; count]);
            pages.iter_mut().for_each(|frame| *frame = [1, -1]);
            assert_eq!(*pages, *vec![[1, -1]; count]);
        }
    }
}
