//! Memory for the buckets of a transposition table, which the system gives as it is first used: a
//! player who only thinks a moment, or has only his evaluation asked, takes no more than he needs.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

use crate::pages::ask_for_huge_pages;

/// Memory of at most this alignment comes from `calloc`, which knows what is zero already.
const ALIGNMENT: usize = 16;

/// So many values all bits of which are zero.
///
/// # Safety
/// Such are values of the type, and need no drop.
pub(super) unsafe trait Zeroed: Sized {}

/// A slice of zeroed values, at an address that suits them.
pub(super) struct Buckets<T> {
    memory: NonNull<u8>,
    layout: Layout,
    first: NonNull<T>,
    length: usize,
}

// SAFETY: it owns its values, as a box does.
unsafe impl<T: Send> Send for Buckets<T> {}
// SAFETY: as for a box.
unsafe impl<T: Sync> Sync for Buckets<T> {}

impl<T: Zeroed> Buckets<T> {
    /// So many of them; none if the memory is not to be had.
    pub fn new(length: usize) -> Option<Self> {
        const { assert!(size_of::<T>() > 0) };
        let size = length.checked_mul(size_of::<T>())?.checked_add(align_of::<T>())?;
        let layout = Layout::from_size_align(size, ALIGNMENT).ok()?;
        // SAFETY: the size is not zero.
        let memory = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        let skipped = memory.align_offset(align_of::<T>());
        // SAFETY: less than an alignment is skipped, and so much more was asked for.
        let first = unsafe { memory.add(skipped) }.cast::<T>();
        ask_for_huge_pages(first.as_ptr(), length);
        Some(Self { memory, layout, first, length })
    }
}

impl<T> Drop for Buckets<T> {
    fn drop(&mut self) {
        // SAFETY: the memory came from the same allocator with the same layout.
        unsafe { dealloc(self.memory.as_ptr(), self.layout) };
    }
}

impl<T: Zeroed> Deref for Buckets<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: so many values lie there, aligned; zeros are values, which the trait promises.
        unsafe { NonNull::slice_from_raw_parts(self.first, self.length).as_ref() }
    }
}

impl<T: Zeroed> DerefMut for Buckets<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as for `deref`; nobody else has them while `self` is borrowed.
        unsafe { NonNull::slice_from_raw_parts(self.first, self.length).as_mut() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq)]
    #[repr(align(64))]
    struct CacheLine([u64; 8]);

    // SAFETY: numbers.
    unsafe impl Zeroed for CacheLine {}

    #[test]
    fn they_begin_as_zeros_and_keep_what_is_written() {
        let mut lines = Buckets::<CacheLine>::new(1000).unwrap();
        assert!(lines.iter().all(|line| *line == CacheLine([0; 8])));
        assert_eq!(lines.as_ptr().align_offset(64), 0);
        lines[999].0[7] = 5;
        assert_eq!((lines.len(), lines[999].0[7], lines[998].0[7]), (1000, 5, 0));
    }

    #[test]
    fn what_does_not_fit_is_none() {
        assert!(Buckets::<CacheLine>::new(usize::MAX / 64).is_none());
        assert!(Buckets::<CacheLine>::new(usize::MAX).is_none());
    }
}
