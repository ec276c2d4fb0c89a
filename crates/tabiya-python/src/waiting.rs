//! Long work runs on its own thread while this one minds Ctrl-C and reports progress.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use pyo3::prelude::*;
use tabiya_core::aside;

/// How long the user waits for Ctrl-C or for the next report, at most.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Runs `work` without the GIL and calls `look` from time to time; if that fails or the user presses
/// Ctrl-C, `stop` is raised, `work` is waited for, and the exception goes on.
pub fn wait_for<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    work: impl FnOnce() -> T + Send,
    mut look: impl FnMut(Python<'_>) -> PyResult<()>,
) -> PyResult<T> {
    let wait = |ended: &aside::Ended| py.detach(|| ended.wait(LOOK_EVERY));
    aside::run(stop, work, wait, || py.check_signals().and_then(|()| look(py)))
}
