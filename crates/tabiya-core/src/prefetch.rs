//! Asking for memory before it is needed.

/// So many steps ahead of a loop, memory is asked for in time.
pub(crate) const AHEAD: usize = 8;

/// Asks the processor to fetch what lies at an address, so that it need not be waited for later.
#[inline]
pub(crate) fn prefetch<T>(address: *const T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}

/// Asks for all of something that is a few lines of the cache long.
#[inline]
pub(crate) fn prefetch_all<T>(place: &T) {
    const LINE: usize = 64;
    for offset in (0..size_of::<T>()).step_by(LINE) {
        prefetch((&raw const *place).wrapping_byte_add(offset));
    }
}
