//! Work of several threads: without the GIL, on threads that are those of this process. The threads
//! that rayon itself keeps are not there in a process that is forked, which would wait for them for ever.

use pyo3::prelude::*;
use tabiya_core::pool::pool;

use crate::errors::value_error;

/// Runs work without the GIL on so many threads.
pub fn on_threads<T: Send>(
    py: Python<'_>,
    threads: usize,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let pool = pool(threads).map_err(value_error)?;
    Ok(py.detach(|| pool.install(work)))
}

/// The same on as many threads as there are processors. It must not wait for a lock: the thread that
/// has it may be the one that does this work in between.
pub fn on_all_threads<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    on_threads(py, 0, work)
}
