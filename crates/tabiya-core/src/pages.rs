//! Large pages: memory that is written or read all over is asked for in pieces of two megabytes.

/// Tells the system that this memory is used all over, so that it comes in large pages: the processor
/// remembers their addresses more easily, and there are few of them to be made ready. Where that is
/// unknown, nothing happens.
///
/// It must be allocated; nothing in it changes.
pub(crate) fn ask_for_huge_pages<T>(memory: *const T, length: usize) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 2 << 20;
        let memory: *mut libc::c_void = memory.cast_mut().cast();
        let skipped = memory.cast::<u8>().align_offset(PAGE);
        let size = (length * size_of::<T>()).saturating_sub(skipped) / PAGE * PAGE;
        if size > 0 {
            // SAFETY: whole pages of the range; the advice changes no content.
            unsafe { libc::madvise(memory.wrapping_byte_add(skipped), size, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (memory, length);
}
